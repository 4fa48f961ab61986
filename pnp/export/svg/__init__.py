"""The SVG back end: a page in millimetres, drawn once and used often.

``page`` makes the file and is the one door to svgwrite; ``nodes`` draws the four kinds of node,
``text`` writes runs of glyphs, ``definitions`` holds what is defined once and referred to,
``notation`` writes numbers.
"""

from pnp.export.svg.page import svg_text, write_svg

__all__ = ["svg_text", "write_svg"]
