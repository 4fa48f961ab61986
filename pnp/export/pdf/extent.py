"""How far nodes may reach: quick boxes that are never too small, for what a PDF wants boxed."""

from collections.abc import Iterable

from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.bounds import union
from pnp.scene.node import Group, Join, Node, Picture, Shape, Stroke, Text
from pnp.text.fontbook import FontBook

CORNER = 1.5
"""How far a square end reaches past an outline, in half widths, and a little more."""


def extent(nodes: Iterable[Node], book: FontBook, place: Affine = IDENTITY) -> Rect | None:
    """Return a box that holds everything that is drawn, or None when nothing is."""
    return union(_reach(node, book, place) for node in nodes)


def _reach(node: Node, book: FontBook, place: Affine) -> Rect | None:
    match node:
        case Group():
            return _group(node, book, place @ node.place)
        case Shape():
            return _placed(_with_line(_hull(node.path.coords), node.stroke), place)
        case Text():
            return _placed(_with_line(_letters(node, book), node.stroke), place)
        case Picture():
            return place.box(node.box)


def _group(group: Group, book: FontBook, place: Affine) -> Rect | None:
    box = extent(group.nodes, book, place)
    if box is None or group.clip is None:
        return box
    window = _placed(_hull(group.clip.path.coords), place)
    return box.intersection(window) if window else None


def _hull(coords: tuple[float, ...]) -> Rect | None:
    """Return the box around all points: curves stay within their controls."""
    if not coords:
        return None
    return Rect.around(coords[::2], coords[1::2])


def _letters(text: Text, book: FontBook) -> Rect | None:
    """Return the box around all glyphs, each taken as large as the font's largest."""
    if not text.glyphs:
        return None
    largest = book.font(text.font).bbox
    xs, ys = [glyph.x for glyph in text.glyphs], [glyph.y for glyph in text.glyphs]
    return Rect(
        text.origin.x + min(xs) + largest.x * text.size,
        text.origin.y + min(ys) + largest.y * text.size,
        max(xs) - min(xs) + largest.width * text.size,
        max(ys) - min(ys) + largest.height * text.size,
    )


def _with_line(box: Rect | None, stroke: Stroke | None) -> Rect | None:
    if box is None or stroke is None:
        return box
    corner = max(CORNER, stroke.miter) if stroke.join is Join.MITER else CORNER
    return box.inset(-stroke.width / 2 * corner)


def _placed(box: Rect | None, place: Affine) -> Rect | None:
    return box and place.box(box)
