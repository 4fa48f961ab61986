"""What can be wrong with a drawn face on paper: print rules, told from the drawing alone.

``marks`` lists what a face paints, in painting order and in its own millimetres, and ``view`` is
one side of a piece with its marks; ``lettering`` measures words, ``outlines`` says what an outline
covers, ``behind`` which colour lies behind a point. A module a rule: ``backs``, ``border``,
``coloralone``, ``contrast``, ``hairline``, ``overprint``, ``resolution``, ``safearea``,
``smalltype``. Each yields ``Fault``s; ``findings`` runs them all and tells like faults of one
component once.
"""
