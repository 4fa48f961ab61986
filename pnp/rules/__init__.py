"""The rulebook as a contract: facts, their expressions, and what breaks them.

``contract`` reads rulebook.yaml; ``language`` parses an expression and ``evaluate`` walks it, with
the ``functions`` it may call: over rows and copies (``answers``, ``grouping``, ``chances``), over
drawings (``drawn``, ``likeness``) and boards (``topology``, ``pathways``, ``graph``). ``check``
holds every fact against the ``kit``, ``explain`` says why one is broken and ``blame`` where;
``allow`` is what may stand. ``printing`` looks at the drawn faces alone: what would not print, cut,
read or play well. ``report``, ``sarif`` and ``telling`` tell it to people and scripts; ``count``,
``crosstab`` and ``hands`` count what there is.
"""
