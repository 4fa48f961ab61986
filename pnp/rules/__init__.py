"""The rulebook as a contract: facts, their expressions, and what breaks them.

``contract`` reads rulebook.yaml, and ``check`` holds every fact in it against the kit. Its rooms:
``language`` parses an expression and evaluates it; ``functions`` are what it may ask of rows and
copies, of drawings and of boards; ``reasons`` say why a fact is broken, and where; ``telling``
tells it to people and scripts; ``counting`` counts what there is. ``printing`` looks at the drawn
faces alone: what would not print, cut, read or play well. ``allow`` is what may stand.
"""
