"""How large a drawing with text in it is, as SVG measures it for ``objectBoundingBox``."""

from collections.abc import Iterable

from pnp.geometry import Rect
from pnp.scene.bounds import node_bounds, union
from pnp.scene.node import Node, Text
from pnp.template.text.fonts import FontBook


def drawn_bounds(nodes: Iterable[Node], book: FontBook) -> Rect | None:
    """Return the box around what nodes draw: outlines without strokes, letters with their cells."""
    return union(node_bounds(node, lambda text: cell(text, book)) for node in nodes)


def cell(text: Text, book: FontBook) -> Rect:
    """Return the box of a run from the ascent to the descent (SVG 2, section 8.10)."""
    font, origin = book.font(text.font), text.origin
    ends = [glyph.x + font.advance(glyph.gid) * text.size for glyph in text.glyphs]
    top = origin.y - font.ascent * text.size
    height = (font.ascent + abs(font.descent)) * text.size
    return Rect(origin.x, top, max(ends, default=0.0), height)
