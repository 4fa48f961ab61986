"""Print-and-play kits from data files and SVG templates.

The flow, a room a step; an upper room imports lower ones only:

1. ``content`` reads game.yaml, its tables and boards: a ``Game``, every value with its place.
2. ``template`` parses SVG drawings once; ``component`` draws rows with them: ``Piece``s, a
   module a kind where it is more than a flat card (die, box, spinner, …).
3. ``imposition`` lays pieces out on paper: ``Sheet``s of two sides, each a finished ``Page``.
4. ``rules`` holds game and pieces against the rulebook: ``Result``s, and ``Finding``s.
5. ``export`` translates pages to PDF, SVG and PNG.
6. ``proof`` reads the PDF back and compares it with the pages.
7. ``output`` writes the kit's files, and swaps its folder in as a whole.

``build.build`` runs it all; ``kit.lay_out`` stops before a file is written; ``inspection.inspect``
checks only; ``series`` builds several games side by side; ``cli`` has the words for it. Types to
know: ``content.game``, ``scene.node``, ``component.piece``, ``scene.page``, ``finding``. ``scene``
is what a finished drawing is. Everything is in millimetres with y down.
"""

__version__ = "0.1.0"
