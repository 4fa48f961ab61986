"""Rules of print: what can be wrong with a drawn face on paper, told from the drawing alone.

A module a rule: ``backs``, ``bleed``, ``border``, ``coloralone``, ``contrast``, ``hairline``,
``overprint``, ``resolution``, ``safearea``, ``smalltype``. Each yields ``Violation``s; ``run`` asks
them all, and tells like violations of one component once.

They look through ``side`` (a side of a piece, with what many sides share read once), ``paintops``
(what nodes paint, in painting order), ``backdrop`` (which colour lies at a point), ``lettering``
(how large words are) and ``cutline`` (where the knife goes).
"""
