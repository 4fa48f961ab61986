"""Equal places in columns and rows."""

from math import floor
from typing import NamedTuple

from pnp.geometry import Point, Rect, Size
from pnp.scene.page import Slot

SLACK = 1e-6
"""Rounding in millimetres that must not cost a column."""


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
    return max(0, floor((length + between + SLACK) / (each + between)))
