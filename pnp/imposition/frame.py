"""A grid on its paper: room for bleed, crop marks and labels around equal slots."""

from math import ceil
from typing import NamedTuple

from pnp.geometry import Rect, Sides, Size
from pnp.imposition.grid import Grid, largest_grid
from pnp.imposition.sheet import Bleed

MARK_ROOM = 1.5
"""Room kept for a crop mark, in millimetres: a shorter one guides no ruler."""

MARK_SHORTEST = 1.0
"""Where only this much is left, a mark is still drawn; less is no mark."""

STRIP = 3.2
"""Height of the strips for label and ruler in millimetres: one line of type of 6.5 pt."""


class Frame(NamedTuple):
    """A grid and what surrounds it. Lengths in millimetres.

    ``area`` is where marks may be. ``bleed`` is what is kept of the outer bleed on each side.
    ``label`` and ``ruler`` are the strips for those; None where there is no room for them.
    """

    grid: Grid
    area: Rect
    bleed: Sides
    label: Rect | None
    ruler: Rect | None

    @property
    def mark_room(self) -> tuple[float, float]:
        """Return the lengths left for crop marks: beside the grid, and above and below it."""
        beside, above = _left_over(self.grid.rect, self.area)
        return beside - self.bleed.left, above - self.bleed.top


class _Room(NamedTuple):
    """What must stay free around the outer trims; the label's strip lies beyond it."""

    outer: float
    strip: float


def frame_for(
    printable: Rect, trim: Size, copies: int, *, bleed: float, style: Bleed, gutter: float = 0.0
) -> Frame | None:
    """Return the frame that so many copies are dealt into, or None when not one piece fits.

    With gaps every bleed is kept: room is given up (first bleed, then marks and label) only for a
    piece that else would not fit. Butted, it is given up also where that saves a sheet.
    """
    between = 2 * bleed + gutter if style is Bleed.GAP else 0.0
    rooms = (_Room(bleed + MARK_ROOM, STRIP), _Room(MARK_ROOM, STRIP), _Room(0, STRIP))
    found = [_frame(printable, trim, room, bleed, between) for room in rooms]
    frames = [frame for frame in found if frame is not None]
    if not frames:
        return _frame(printable, trim, _Room(0, 0), bleed, between)
    if style is Bleed.GAP:
        return frames[0]
    return min(frames, key=lambda frame: ceil(copies / frame.grid.places))


def windows(frame: Frame, count: int, bleed: float, style: Bleed) -> tuple[Rect, ...]:
    """Return how much is shown of each of the first faces: its trim and the bleed it keeps.

    Butted pieces have no bleed towards a neighbour. Towards empty slots they have theirs, but for
    the end of an unfinished row: there it would run into the bleed of the row above.
    """
    near = 0.0 if style is Bleed.BUTT else bleed
    return tuple(
        _grown(slot.rect, _kept(frame, number, count, bleed, near))
        for number, slot in enumerate(frame.grid.slots[:count])
    )


def _kept(frame: Frame, number: int, count: int, bleed: float, near: float) -> Sides:
    """Return the bleed of one slot: towards the paper's edge, a neighbour, or an empty slot."""
    columns, outer = frame.grid.columns, frame.bleed
    row, column = divmod(number, columns)
    right = near if number + 1 < count or row else bleed
    bottom = near if number + columns < count else bleed
    return Sides(
        left=near if column else outer.left,
        top=near if row else outer.top,
        right=right if column + 1 < columns else outer.right,
        bottom=bottom if row + 1 < frame.grid.rows else outer.bottom,
    )


def _grown(rect: Rect, by: Sides) -> Rect:
    return rect.inset(Sides(-by.left, -by.top, -by.right, -by.bottom))


def _frame(printable: Rect, trim: Size, room: _Room, bleed: float, between: float) -> Frame | None:
    """Return the frame with that room and the most slots; the label lies below, or beside."""
    found = []
    for strip in (Sides(0, room.strip, 0, room.strip), Sides(room.strip, 0, room.strip, 0)):
        area = printable.inset(strip)
        if grid := largest_grid(area, trim, outer=room.outer, between=between):
            label, ruler = _strips(printable, strip)
            found.append(Frame(grid, area, _outer_bleed(grid.rect, area, bleed), label, ruler))
    return max(found, key=lambda frame: frame.grid.places, default=None)


def _strips(printable: Rect, strip: Sides) -> tuple[Rect | None, Rect | None]:
    """Return the strips for label and ruler: bottom and top, or left and right."""
    x, y, width, height = printable
    if strip.top:
        low = Rect(x, printable.bottom - strip.bottom, width, strip.bottom)
        return low, Rect(x, y, width, strip.top)
    if strip.left:
        high = Rect(printable.right - strip.right, y, strip.right, height)
        return Rect(x, y, strip.left, height), high
    return None, None


def _outer_bleed(used: Rect, area: Rect, bleed: float) -> Sides:
    """Return how much bleed is kept: what the marks leave, or all where no mark fits anyway."""
    across, down = (
        max(0.0, min(bleed, free - MARK_ROOM if free >= MARK_SHORTEST else free))
        for free in _left_over(used, area)
    )
    return Sides(across, down, across, down)


def _left_over(used: Rect, area: Rect) -> tuple[float, float]:
    return (area.width - used.width) / 2, (area.height - used.height) / 2
