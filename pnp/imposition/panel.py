"""One part of a board that is larger than the paper, as it lies on its sheet."""

from enum import StrEnum
from typing import NamedTuple

from pnp.geometry import Rect


class Side(StrEnum):
    """A side of a panel on its paper."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"


class GlueStrip(NamedTuple):
    """Paper beyond a joint that the next panel is glued over; ``under`` is that panel's name."""

    rect: Rect
    side: Side
    under: str

    @property
    def joint(self) -> float:
        """Return where the next panel's edge goes: the x or y of the strip's inner edge."""
        match self.side:
            case Side.LEFT:
                return self.rect.right
            case Side.TOP:
                return self.rect.bottom
            case Side.RIGHT:
                return self.rect.x
            case Side.BOTTOM:
                return self.rect.y


class Panel(NamedTuple):
    """A panel on its paper, in millimetres. It is named by row (a letter) and column: ``A1``.

    ``trim`` is its part of the board, ``window`` what is shown of the drawing. There are ``rows``
    and ``columns`` of panels; ``row`` and ``column`` count from 0, as the board is read. On the
    paper the board is turned clockwise by ``turn`` degrees.
    """

    name: str
    row: int
    column: int
    rows: int
    columns: int
    trim: Rect
    window: Rect
    strips: tuple[GlueStrip, ...]
    turn: int

    @property
    def last(self) -> bool:
        """Say whether the board is whole with this panel."""
        return (self.row, self.column) == (self.rows - 1, self.columns - 1)

    @property
    def cut(self) -> Rect:
        """Return what is cut out: the trim and the glue strips."""
        cut = self.trim
        for strip in self.strips:
            cut = cut.union(strip.rect)
        return cut

    @property
    def words(self) -> str:
        """Return the panel's name, and what is glued over it."""
        over = " and ".join(strip.under for strip in self.strips)
        under = f", under {over}" if over else ""
        return f"panel {self.name} of {self.columns} x {self.rows}{under}"


def panel_name(row: int, column: int) -> str:
    """Return the name of a panel from its row and column, counted from 0."""
    return f"{'ABCDEF'[row]}{column + 1}"
