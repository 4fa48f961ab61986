"""Draws folds on the pieces, where the marks beside them are cut away or cannot show them."""

from collections.abc import Iterable, Iterator
from math import dist

from pnp.base.color import BLACK, WHITE
from pnp.geometry.path import NO_PATH, Path
from pnp.kinds.piece import Piece
from pnp.scene.node import Clip, Group, Shape, Solid, Stroke
from pnp.scene.page import Placement

WIDTH = 0.2
DASHES = (0.8, 0.8)

END = 3 * DASHES[0] + 2 * DASHES[1]
"""What is printed of a straight fold at either end, in millimetres: three dashes, two gaps."""

LONG = 3 * END
"""The length of a straight fold, in millimetres, from which on its middle is left free."""


def piece_folds(placed: Iterable[tuple[Placement, Piece]]) -> Iterator[Group]:
    """Yield the printed folds of each piece, as far as its placement shows the piece.

    They are white with black dashes, which are seen on any ground. A straight one has them at its
    ends only, where a ruler is laid: between them they would stay on the finished piece.
    """
    for placement, piece in placed:
        if folds := piece.printed_folds:
            path = sum(map(_ends, folds), NO_PATH).placed(placement.slot.place)
            light = Shape(path, stroke=Stroke(Solid(WHITE), WIDTH))
            dashes = Shape(path, stroke=Stroke(Solid(BLACK), WIDTH, dashes=DASHES))
            yield Group((light, dashes), clip=Clip(Path.rect(placement.window)))


def _ends(fold: Path) -> Path:
    """Return what is printed of a fold: its ends if it is straight and long, else the whole."""
    if fold.ops != "ML":
        return fold
    start, end = fold.points()
    length = dist(start, end)
    if length < LONG:
        return fold
    x, y = (END * (b - a) / length for a, b in zip(start, end, strict=True))
    first = Path.line(start, (start.x + x, start.y + y))
    return first + Path.line(end, (end.x - x, end.y - y))
