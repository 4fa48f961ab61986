"""Where kits go besides paper: each destination is a module, and proved by reading it back.

``directory`` lists the destinations; ``send`` is the flow. ``goods`` says what of a game goes
where, ``plates`` makes pictures of it.
"""
