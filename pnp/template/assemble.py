"""Shaped pieces become text nodes at their size and place."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from pnp.geometry import Point
from pnp.scene.node import Glyph, Text
from pnp.template.fontface import Font
from pnp.template.shape import Piece
from pnp.template.textstyle import TextStyle

PlacedPiece = tuple[float, Piece]
"""How far along the line a piece begins, as a fraction of the em, and the piece."""


def text_nodes(
    placed: Sequence[PlacedPiece], size: float, origin: Point, style: TextStyle
) -> list[Text]:
    """Return one text node for each stretch of a line in one font; millimetres."""
    nodes = []
    for font, stretch in groupby(placed, key=_font):
        pieces = list(stretch)
        start = pieces[0][0]
        at = Point(origin.x + start * size, origin.y)
        string = "".join([piece.text for _, piece in pieces])
        glyphs = _glyphs(pieces, start, size)
        nodes.append(Text(font.key, size, at, glyphs, string, style.fill, style.stroke))
    return nodes


def _font(placed: PlacedPiece) -> Font:
    return placed[1].font


def _glyphs(pieces: Iterable[PlacedPiece], start: float, size: float) -> tuple[Glyph, ...]:
    """Return glyphs in millimetres; ``tuple.__new__`` halves the time, and this is the hot loop."""
    new = tuple.__new__
    return tuple(
        [
            new(Glyph, (gid, (x - start + gx) * size, gy * size, said))
            for x, piece in pieces
            for gid, gx, gy, said in piece.glyphs
        ]
    )
