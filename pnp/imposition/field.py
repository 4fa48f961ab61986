"""The part of a sheet that pieces and their marks may take, beside the strips for its words."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.geometry import Rect, Sides, Size
from pnp.imposition.duplex import Mirror, mirror_of, printable_on_both
from pnp.imposition.sheet import Backs, Layout

STRIP = 3.2
"""Height of the strips for label and ruler in millimetres: one line of type of 6.5 pt."""

FOLD_CLEAR = 5.0
"""What stays free on both sides of the fold of a gutterfold: thick paper does not fold sharply."""


class Field(NamedTuple):
    """Where faces lie. ``label`` and ``ruler`` are strips outside it; None where there is no room.

    ``mirror`` says how backs lie to their faces, None where there are no backs. In a gutterfold
    the field is one half of the paper, and the backs lie in the other.
    """

    area: Rect
    label: Rect | None
    ruler: Rect | None
    mirror: Mirror | None


def fields(
    layout: Layout, backs: Backs, strip: float = STRIP, marks: float = 0.0
) -> Iterator[Field]:
    """Yield the ways to use the paper, with strips of a height in millimetres: below, or beside.

    Marks of a length may stand in what is kept clear on both sides of a fold.
    """
    ways = tuple(Mirror) if backs is Backs.GUTTERFOLD else (mirror_of(layout.paper, backs),)
    for mirror in ways:
        printable = printable_on_both(layout.paper, layout.margins, mirror)
        for taken in (Sides(0, strip, 0, strip), Sides(strip, 0, strip, 0)):
            area = printable.inset(taken)
            if backs is Backs.GUTTERFOLD and mirror is not None:
                area = _half(area, layout.paper, mirror, FOLD_CLEAR - marks)
            yield Field(area, *_strips(printable, taken), mirror)


def _half(area: Rect, paper: Size, mirror: Mirror, clear: float) -> Rect:
    """Return the half above or left of the fold, in the middle of the paper."""
    middle = Rect.of(paper).center
    if mirror is Mirror.SIDEWAYS:
        return Rect(area.x, area.y, middle.x - clear - area.x, area.height)
    return Rect(area.x, area.y, area.width, middle.y - clear - area.y)


def _strips(printable: Rect, taken: Sides) -> tuple[Rect | None, Rect | None]:
    """Return the strips for label and ruler: bottom and top, or left and right."""
    x, y, width, height = printable
    if taken.top:
        low = Rect(x, printable.bottom - taken.bottom, width, taken.bottom)
        return low, Rect(x, y, width, taken.top)
    if taken.left:
        high = Rect(printable.right - taken.right, y, taken.right, height)
        return Rect(x, y, taken.left, height), high
    return None, None
