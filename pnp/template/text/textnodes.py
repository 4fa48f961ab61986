"""Shaped pieces become text nodes at their size and place."""

from collections.abc import Sequence
from itertools import groupby

from pnp.geometry import Point
from pnp.scene.node import Text
from pnp.template.text.fontface import Font
from pnp.template.text.shape import Piece
from pnp.template.text.textstyle import TextStyle

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
        words = tuple([(x - start, piece.letters) for x, piece in pieces])
        nodes.append(Text(font.key, size, at, words, string, style.fill, style.stroke))
    return nodes


def _font(placed: PlacedPiece) -> Font:
    return placed[1].font
