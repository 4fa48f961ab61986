"""Print-and-play kits from data files and SVG templates.

The flow, a room a step; an upper room imports lower ones only:

1. ``content`` reads game.yaml and its tables: a ``Game``, every value with its place.
2. ``template`` parses SVG drawings once; ``component`` draws each row with them: ``Piece``.
3. ``imposition`` lays pieces out on paper: ``Sheet``, two sides, each a finished ``Page``.
4. ``export`` translates pages to PDF, SVG and PNG; ``output`` swaps the kit's folder in.
5. ``proof`` reads the PDF back and compares it with the pages.
6. ``rules`` hold game and pieces against the rulebook, and yield ``Finding``s.

``build.build`` runs it all; ``kit.lay_out`` stops before a file is written; ``inspection.inspect``
checks only. Types to know: ``content.game``, ``scene.node``, ``component.piece``, ``scene.page``.
Everything is in millimetres with y down.
"""

__version__ = "0.1.0"
