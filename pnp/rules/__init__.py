"""The rulebook as a contract: facts, their expressions, and what breaks them.

``contract`` reads rulebook.yaml; ``language`` parses an expression and ``evaluate`` walks it, with
the ``functions`` it may call; ``check`` holds every fact against the ``kit``, ``explain`` says why
one is broken and ``blame`` where; ``report`` and ``count`` tell it to people and scripts.
"""
