"""Equal slots in columns and rows, and the area of a sheet that they may take."""

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from pnp.geometry.plane import Point, Rect, Sides, Size
from pnp.geometry.tolerance import ROUNDING
from pnp.imposition.duplex import FlipAxis, mirror_of, printable_on_both
from pnp.imposition.sheet import Backs, Layout
from pnp.scene.page import Slot


class Grid(NamedTuple):
    """Columns and rows of slots. Lengths in millimetres.

    ``at`` is the top-left corner of the first trim, ``pitch`` the way from one trim to the next.
    ``trim`` is the piece's own size; on paper it is turned clockwise by ``turn`` degrees.
    """

    columns: int
    rows: int
    at: Point
    pitch: Size
    trim: Size
    turn: int

    @property
    def places(self) -> int:
        """Return how many slots there are."""
        return self.columns * self.rows

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Return the slots row by row from the top left."""
        (x, y), (across, down) = self.at, self.pitch
        return tuple(
            Slot(Point(x + column * across, y + row * down), self.trim, self.turn)
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @property
    def rect(self) -> Rect:
        """Return the box around all trims."""
        width, height = self.trim.turned if self.turn else self.trim
        across, down = (self.columns - 1) * self.pitch.width, (self.rows - 1) * self.pitch.height
        return Rect(self.at.x, self.at.y, across + width, down + height)


def largest_grid(area: Rect, trim: Size, *, outer: float, between: float) -> Grid | None:
    """Return the largest centred grid in an area, or None when not one piece fits.

    ``between`` lies between two trims, ``outer`` is left free around all of them. Pieces are
    turned when more of them fit that way.
    """
    upright = _grid(area, trim, 0, outer, between)
    turned = _grid(area, trim, 90, outer, between)
    best = turned if turned.places > upright.places else upright
    return best if best.places else None


def _grid(area: Rect, trim: Size, turn: int, outer: float, between: float) -> Grid:
    width, height = trim.turned if turn else trim
    columns = _fitting(area.width - 2 * outer, width, between)
    rows = _fitting(area.height - 2 * outer, height, between)
    pitch = Size(width + between, height + between)
    taken = Size(columns * pitch.width - between, rows * pitch.height - between)
    middle = area.center
    at = Point(middle.x - taken.width / 2, middle.y - taken.height / 2)
    return Grid(columns, rows, at, pitch, trim, turn)


def _fitting(length: float, each: float, between: float) -> int:
    return max(0, floor((length + between + ROUNDING) / (each + between)))


STRIP = 3.2
"""Height of the strips for label and ruler in millimetres: one line of type of 6.5 pt."""

FOLD_CLEAR = 5.0
"""What stays free on both sides of the fold of a gutterfold: thick paper does not fold sharply."""


class UsableArea(NamedTuple):
    """Where faces lie. ``label`` and ``ruler`` are strips outside it; None where there is no room.

    ``mirror`` says how backs lie to their faces, None where there are no backs. In a gutterfold
    the field is one half of the paper, and the backs lie in the other.
    """

    area: Rect
    label: Rect | None
    ruler: Rect | None
    mirror: FlipAxis | None


def fields(
    layout: Layout, backs: Backs, strip: float = STRIP, marks: float = 0.0
) -> Iterator[UsableArea]:
    """Yield the ways to use the paper, with strips of a height in millimetres: below, or beside.

    Marks of a length may stand in what is kept clear on both sides of a fold.
    """
    ways = tuple(FlipAxis) if backs is Backs.GUTTERFOLD else (mirror_of(layout.paper, backs),)
    for mirror in ways:
        printable = printable_on_both(layout.paper, layout.margins, mirror)
        for taken in (Sides(0, strip, 0, strip), Sides(strip, 0, strip, 0)):
            area = printable.inset(taken)
            if backs is Backs.GUTTERFOLD and mirror is not None:
                area = _half(area, layout.paper, mirror, FOLD_CLEAR - marks)
            yield UsableArea(area, *_strips(printable, taken), mirror)


def _half(area: Rect, paper: Size, mirror: FlipAxis, clear: float) -> Rect:
    """Return the half above or left of the fold, in the middle of the paper."""
    middle = Rect.of(paper).center
    if mirror is FlipAxis.SIDEWAYS:
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
