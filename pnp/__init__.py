"""Print-and-play kits from data files and SVG templates.

The flow, a room a step; an upper room imports lower ones only:

1. ``data`` reads game.yaml, its tables and boards: a ``Game``, every value with its place.
2. ``svg`` reads drawings and draws their elements, ``text`` sets their words, ``template`` binds
   the row's data to them; ``kinds`` makes ``Piece``s of the drawings, a module for each kind.
3. ``imposition`` lays pieces out on paper: ``Sheet``s of two sides, each a finished ``Page``.
4. ``preflight`` looks at the drawn faces, ``rulebook`` holds game and pieces against the rules:
   ``Finding``s.
5. ``export`` translates pages to PDF, SVG and PNG.
6. ``proof`` holds the pages against the game, then reads PDFs and SVG sheets back and compares.
7. ``output`` writes the kit's files, and swaps its folder in as a whole.

8. ``delta`` compares two kits: what to print since the last one, what to throw away.
9. ``destinations`` sends games elsewhere: to tables on the screen, print shops, cutters.

``build.build`` runs it all, ``build.build_each`` for several games at a time; ``kit.lay_out`` stops
before a file is written; ``check.inspect`` writes nothing; ``cli`` has the words for it. ``stats``
counts. ``show`` draws some cards as one picture, ``preview`` all of them in a browser.
``starters`` has what new games and new components begin with. ``printers`` measures where a
printer lays the back side, and knows those that were measured.

Types to know, in this order: ``data.game.Game`` and ``Component``, ``scene.node`` (``Group``,
``Shape``, ``Text``, ``Picture``), ``kinds.piece.Piece``, ``imposition.sheet.Sheet``,
``scene.page.Page``, ``base.diagnostics.Finding``. Everything is in millimetres with y down.
"""

__version__ = "0.1.0"
