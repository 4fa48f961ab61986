"""The proof: pages compared with the game's data, and the written files compared with the pages.

``agreement`` does the first, from the pages alone; ``prove`` does the second. ``expected``
computes the marks of a planned page from its nodes, ``interpreter`` those of a printed one from the
file's operators, with no code of the PDF writer, and ``compare`` holds them against each other.
``svgsheets`` reads the SVG sheets back, with no code of the SVG writer, and compares them with the
pages, node by node.
"""
