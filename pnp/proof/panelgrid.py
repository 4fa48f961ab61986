"""Where the panels of a board meet, found from what each of them shows.

It shares nothing with imposition. Lengths are millimetres on the board, y down.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.geometry.plane import ROUNDING, Rect
from pnp.kinds.piece import Panels
from pnp.proof.traits import TOLERANCE
from pnp.scene.page import Placement

SPARED = 1.0
"""How far a joint keeps off what a template keeps whole."""

PAST = 3.0
"""How far the drawing of a panel begins before its joint, at most."""

Stretch = tuple[float, float]


class PanelGrid(NamedTuple):
    """The edges of the columns and rows of panels, those of the board itself included.

    ``PanelGrid((0, 150, 300), (0, 200))`` are two panels side by side.
    """

    across: tuple[float, ...]
    down: tuple[float, ...]

    def cell(self, row: int, column: int) -> Rect:
        """Return a panel's part of the board, without glue strips."""
        left, top = self.across[column], self.down[row]
        return Rect(left, top, self.across[column + 1] - left, self.down[row + 1] - top)

    def is_last(self, row: int, column: int) -> tuple[bool, bool]:
        """Tell whether no panel follows in the row, and none in the column."""
        return column + 2 == len(self.across), row + 2 == len(self.down)


def panel_grid(panels: Mapping[tuple[int, int], Placement], declared: Panels) -> PanelGrid:
    """Return the grid of a board's panels by (row, column); joints keep off some places of it."""
    past = min(PAST, declared.overlap / 2) if declared.overlap else PAST
    shown = {at: put.slot.place.inverse().box(put.window) for at, put in panels.items()}
    size = next(iter(panels.values())).face.trim
    columns = {column: (box.x, box.right) for (_, column), box in shown.items()}
    rows = {row: (box.y, box.bottom) for (row, _), box in shown.items()}
    return PanelGrid(
        _edges(size.width, columns, [(kept.x, kept.right) for kept in declared.keep], past),
        _edges(size.height, rows, [(kept.y, kept.bottom) for kept in declared.keep], past),
    )


def _edges(
    length: float, shown: Mapping[int, Stretch], keep: Sequence[Stretch], past: float
) -> tuple[float, ...]:
    """Return the edges of panels whose drawings are these stretches of the board, by number.

    ``past`` is how far the drawing of a panel goes on past its joint, at most.
    """
    parts = 1 + max(shown)
    joints = [
        _joint(length * number / parts, shown.get(number - 1), shown.get(number), keep, past)
        for number in range(1, parts)
    ]
    return 0.0, *joints, length


def _joint(
    even: float,
    before: Stretch | None,
    after: Stretch | None,
    keep: Sequence[Stretch],
    past: float,
) -> float:
    """Return the place of the joint of two panels, of which each shows a little of the other.

    It divides the board evenly, or lies just beside something kept; None is a missing panel.
    """
    beside = [at for start, end in keep for at in (start - SPARED, end + SPARED)]
    free = [at for at in beside if not any(_crosses(at, kept) for kept in keep)]
    if after is None:
        return even
    begin, end = after[0], before[1] if before else after[0] + 2 * PAST
    fitting = [
        at
        for at in (even, *free)
        if max(begin, end - PAST) - TOLERANCE <= at <= min(begin + PAST, end) + TOLERANCE
    ]
    if even in fitting and not any(_crosses(even, kept) for kept in keep):
        return even

    def off(at: float) -> float:
        """Return how far a joint is from where either drawing puts it; paper may shorten one."""
        return min(abs(begin + PAST - at), abs(end - past - at))

    return min(fitting, key=off, default=even)


def _crosses(at: float, kept: Stretch) -> bool:
    return kept[0] - SPARED + ROUNDING < at < kept[1] + SPARED - ROUNDING
