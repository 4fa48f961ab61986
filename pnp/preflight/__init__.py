"""Preflight: rules of print that need the drawings of pieces, but no sheets.

One module per rule: ``backs``, ``bleed``, ``border``, ``coloralone``, ``contrast``, ``edgeline``,
``hairline``, ``overprint``, ``resolution``, ``safearea``, ``smalltype``. Each yields
``Violation``s; ``run`` runs all of them, and reports similar violations of one component as one
finding.

The rules read ``side`` (a side of a piece as layers of paint operations), ``paintops`` (a drawing
flattened to paint operations), ``ground`` (the colour at a point) and ``backdrop`` (what shows
behind a text). ``coverage`` tells how much of a kit is translated; ``diagnosis`` gathers all that
is found on pieces, with the facts of the rulebook.
"""
