"""What can be wrong with a drawn face on paper: print rules, told from the drawing alone.

``marks`` lists what nodes paint, in painting order and in the face's own millimetres. A ``frame``
is what many sides have in common, their cut and safe area; ``layers`` splits the faces of a frame,
so that what they share is read and judged once, and ``view`` is one side of a piece as its layers.
``lettering`` measures words, ``outlines`` says what an outline covers, ``behind`` which colour lies
at a point, ``backdrop`` which marks show behind a text, ``cutline`` where the knife goes
and ``grounds`` whether colour fills the bleed.

A module a rule: ``backs``, ``bleed``, ``border``, ``coloralone``, ``contrast``, ``hairline``,
``overprint``, ``resolution``, ``safearea``, ``smalltype``. Each yields ``Flaw``s; ``findings`` runs
them all, says whose they are, and tells like faults of one component once.
"""
