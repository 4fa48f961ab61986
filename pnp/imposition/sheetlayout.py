"""What lies on one sheet: copies in their slots, and the field around them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.geometry.plane import Point, Rect, Sides
from pnp.imposition.batch import Copy
from pnp.imposition.fitting import GridFrame, windows
from pnp.imposition.grid import Grid, UsableArea
from pnp.imposition.packing import Block
from pnp.imposition.sheet import Bleed
from pnp.imposition.split import Panel
from pnp.scene.bounds import union
from pnp.scene.page import Slot


class Place(NamedTuple):
    """A copy in its slot; its face is shown as far as the window goes."""

    slot: Slot
    copy: Copy
    window: Rect

    def shifted(self, x: float, y: float) -> "Place":
        """Return the place moved over the paper, in millimetres."""
        at = Point(self.slot.at.x + x, self.slot.at.y + y)
        return Place(self.slot._replace(at=at), self.copy, self.window.shifted(x, y))


class SheetLayout(NamedTuple):
    """The places of one sheet in their field; ``panel`` says which part of a board it is."""

    places: tuple[Place, ...]
    field: UsableArea
    panel: Panel | None = None


def framed(copies: Sequence[Copy], frame: GridFrame, bleed: float, style: Bleed) -> SheetLayout:
    """Return copies in the first slots of a frame."""
    places = _in_grid(frame.grid, copies, frame.bleed, bleed, style)
    return SheetLayout(places, frame.field)


def blocked(
    blocks: Iterable[tuple[Block, Sequence[Copy]]], field: UsableArea, style: Bleed
) -> SheetLayout:
    """Return copies in blocks, all together in the middle of a field."""
    places = [
        place
        for block, copies in blocks
        for bleed in [block.measure.bleed]
        for place in _in_grid(block.grid, copies, Sides.all(bleed), bleed, style)
    ]
    box, middle = union(place.window for place in places) or field.area, field.area.center
    x, y = middle.x - box.center.x, middle.y - box.center.y
    return SheetLayout(tuple(place.shifted(x, y) for place in places), field)


def _in_grid(
    grid: Grid, copies: Sequence[Copy], outer: Sides, bleed: float, style: Bleed
) -> tuple[Place, ...]:
    shown = windows(grid, len(copies), outer=outer, bleed=bleed, style=style)
    return tuple(map(Place, grid.slots[: len(copies)], copies, shown))
