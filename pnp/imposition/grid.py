"""N-up grids: equal slots in columns and rows, with room for bleed, crop marks and labels.

``fields`` yields the usable areas of a paper, ``largest_grid`` fills one with slots, and
``frame_for`` chooses the best, giving up bleed, marks and label where there is no room.
"""

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from pnp.geometry.plane import IDENTITY, ROUNDING, SAVED, Point, Rect, Sides, Size
from pnp.imposition.precut import Precut
from pnp.imposition.rules import DRIFT
from pnp.imposition.sheet import Backs, Bleed, FlipAxis, Layout, mirror_of, printable_on_both
from pnp.scene.page import Slot


class Grid(NamedTuple):
    """Columns and rows of slots; ``grid.places`` is 9 for 3 x 3. Lengths in millimetres.

    ``at`` is the top-left corner of the first trim, ``between`` the gap of two trims. ``trim`` is
    the size of the upright piece, which is turned clockwise by ``turn`` degrees (0 or 90).
    ``below`` is the gap between rows, None if it is that between columns.
    """

    columns: int
    rows: int
    at: Point
    trim: Size
    turn: int
    between: float
    below: float | None = None

    @property
    def gaps(self) -> Size:
        """Return the gap between two columns, and that between two rows."""
        return Size(self.between, self.between if self.below is None else self.below)

    @property
    def pitch(self) -> Size:
        """Return the distance from one trim's start to the next one's, across and down."""
        width, height = on_paper(self.trim, self.turn)
        across, down = self.gaps
        return Size(width + across, height + down)

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
        (width, height), pitch = on_paper(self.trim, self.turn), self.pitch
        across, down = (self.columns - 1) * pitch.width, (self.rows - 1) * pitch.height
        return Rect(self.at.x, self.at.y, across + width, down + height)


def on_paper(trim: Size, turn: int) -> Size:
    """Return the size of a piece as it lies on the paper, turned by 0 or 90 degrees."""
    return trim.turned if turn else trim


def fitting(room: Size, each: Size, *, outer: float, between: float) -> tuple[int, int]:
    """Return how many columns and rows of pieces fit into a room with ``outer`` mm around them."""
    columns, rows = (
        max(0, floor((length - 2 * outer + between + ROUNDING) / (size + between)))
        for length, size in zip(room, each, strict=True)
    )
    return columns, rows


def largest_grid(area: Rect, trim: Size, *, outer: float, between: float) -> Grid | None:
    """Return the largest centred grid in an area, or None if not one piece fits.

    ``between`` is the gap between two trims, ``outer`` the space around all of them, in
    millimetres. Pieces are turned if more of them fit that way.
    """
    upright = _grid(area, trim, 0, outer, between)
    turned = _grid(area, trim, 90, outer, between)
    best = turned if turned.places > upright.places else upright
    return best if best.places else None


def _grid(area: Rect, trim: Size, turn: int, outer: float, between: float) -> Grid:
    columns, rows = fitting(area.size, on_paper(trim, turn), outer=outer, between=between)
    grid = Grid(columns, rows, area.center, trim, turn, between)
    across, down = columns * grid.pitch.width - between, rows * grid.pitch.height - between
    return grid._replace(at=Point(grid.at.x - across / 2, grid.at.y - down / 2))


STRIP = 3.2
"""Height of the strips for label and ruler in millimetres: one line of type of 6.5 pt."""

FOLD_CLEAR = 5.0
"""Clearance on both sides of a gutterfold's fold in millimetres: thick paper folds in a curve."""


class UsableArea(NamedTuple):
    """The area of a sheet for faces, and the strips outside it for ``label`` and ``ruler``, if any.

    ``mirror`` is the axis by which backs are mirrored, None without backs. In a gutterfold the
    area is one half of the paper, and the backs lie in the other half.
    """

    area: Rect
    label: Rect | None
    ruler: Rect | None
    mirror: FlipAxis | None


def fields(
    layout: Layout, backs: Backs, strip: float = STRIP, marks: float = 0.0
) -> Iterator[UsableArea]:
    """Yield the usable areas of the paper: with label and ruler above and below, or at the sides.

    ``strip`` is the height of label and ruler, ``marks`` the length of crop marks that may lie in
    the clearance of a fold, both in millimetres.
    """
    folded = backs is Backs.GUTTERFOLD
    correction = IDENTITY if folded else layout.correction
    for mirror in tuple(FlipAxis) if folded else (mirror_of(layout.paper, backs),):
        printable = printable_on_both(layout.paper, layout.margins, mirror, correction)
        for taken in (Sides(0, strip, 0, strip), Sides(strip, 0, strip, 0)):
            area = printable.inset(taken)
            if folded and mirror is not None:
                area = _half(area, layout.paper, mirror, FOLD_CLEAR - marks)
            yield UsableArea(area, *_strips(printable, taken), mirror)


def _half(area: Rect, paper: Size, mirror: FlipAxis, clear: float) -> Rect:
    """Return the half of an area above or left of the fold through the middle of the paper."""
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


MARK_ROOM = 1.5
"""Room reserved for a crop mark in millimetres: a ruler cannot be aligned with a shorter one."""

MARK_SHORTEST = 1.0
"""The shortest crop mark that is drawn, in millimetres, if there is no more room."""


class GridFrame(NamedTuple):
    """A grid in its usable area: ``frame.grid.places`` slots, centred in ``frame.field.area``.

    ``bleed`` is how much of the bleed is kept on each outer side, in millimetres.
    """

    grid: Grid
    field: UsableArea
    bleed: Sides

    @property
    def mark_room(self) -> tuple[float, float]:
        """Return the room for crop marks in millimetres: at the sides, and above and below."""
        beside, above = _left_over(self.grid.rect, self.field.area)
        return beside - self.bleed.left, above - self.bleed.top


class _FrameRoom(NamedTuple):
    """The free space around the outer trims, and the height of the label's strip beyond it."""

    outer: float
    strip: float


def frame_for(
    layout: Layout, backs: Backs, trim: Size, *, bleed: float, copies: int
) -> GridFrame | None:
    """Return the grid with the fewest sheets for so many copies, or None if not one piece fits.

    Marks are shortened if that saves a sheet. Bleed, then marks, then label are given up only if a
    piece does not fit otherwise; if pieces are butted, also to save a sheet.
    """
    if layout.precut is not None:
        return _precut(layout.precut, layout, backs, trim, bleed)
    tiers = [
        [_frame(layout, backs, trim, _FrameRoom(outer, STRIP), bleed) for outer in outers]
        for outers in ((bleed + MARK_ROOM, bleed + MARK_SHORTEST), (MARK_ROOM,), (0.0,))
    ]
    choices = [frames for each in tiers if (frames := [frame for frame in each if frame])]
    if not choices:
        return _frame(layout, backs, trim, _FrameRoom(0, 0), bleed)
    frames = choices[0] if layout.bleed is Bleed.GAP else [f for each in choices for f in each]
    return min(frames, key=lambda frame: ceil(copies / frame.grid.places))


def _precut(
    precut: Precut, layout: Layout, backs: Backs, trim: Size, bleed: float
) -> GridFrame | None:
    """Return the frame of a stock that is cut already, None if it is not made for that piece."""
    turns = [turn for turn in (0, 90) if _alike(on_paper(trim, turn), precut.piece)]
    whole, middle = precut.whole, Rect.of(layout.paper).center
    at = Point(middle.x - whole.width / 2, middle.y - whole.height / 2)
    across, down = precut.gaps
    for field in (*fields(layout, backs), *fields(layout, backs, strip=0.0)):
        for turn in turns:
            grid = Grid(precut.columns, precut.rows, at, trim, turn, across, down)
            if backs is not Backs.GUTTERFOLD and field.area.inset(-ROUNDING).contains(grid.rect):
                return GridFrame(grid, field, _outer_bleed(grid.rect, field.area, bleed))
    return None


def _alike(one: Size, other: Size) -> bool:
    return all(abs(a - b) <= SAVED for a, b in zip(one, other, strict=True))


def bleed_kept(free: float, bleed: float) -> float:
    """Return how much bleed fits into ``free`` beside a mark; a mark yields to what a cut needs."""
    if free >= bleed + MARK_SHORTEST - ROUNDING:
        return bleed
    needed = min(bleed, DRIFT)
    if free >= needed + MARK_SHORTEST - ROUNDING:
        return max(needed, free - MARK_ROOM)
    return min(bleed, free)


def without_marks(beside: float, above: float) -> str:
    """Return in words where the room for crop marks is too short; empty if there is enough."""
    rooms = {"beside it": beside, "above and below it": above}
    return " and ".join(place for place, room in rooms.items() if room < MARK_SHORTEST - ROUNDING)


def between(layout: Layout, bleed: float) -> float:
    """Return the gap between two neighbouring trims in millimetres."""
    return 2 * bleed + layout.gutter if layout.bleed is Bleed.GAP else 0.0


def windows(grid: Grid, count: int, *, outer: Sides, bleed: float) -> tuple[Rect, ...]:
    """Return the window of each of the first ``count`` faces: its trim and the bleed that is kept.

    Butted pieces have no bleed towards a neighbour. Towards an empty slot they keep it, except at
    the end of an unfinished row, where it would run into the bleed of the row above.
    """
    near = Size(*(min(bleed, gap / 2) for gap in grid.gaps))
    return tuple(
        slot.rect.inset(
            Sides(*(-by for by in _slot_bleed(grid, number, count, bleed, outer, near)))
        )
        for number, slot in enumerate(grid.slots[:count])
    )


def _slot_bleed(
    grid: Grid, number: int, count: int, whole: float, outer: Sides, near: Size
) -> Sides:
    """Return the bleed of one slot.

    ``outer`` is that towards the paper's edge, ``near`` towards a neighbour, ``whole`` towards an
    empty slot.
    """
    row, column = divmod(number, grid.columns)
    right = near.width if number + 1 < count or row else whole
    bottom = near.height if number + grid.columns < count else whole
    return Sides(
        left=near.width if column else outer.left,
        top=near.height if row else outer.top,
        right=right if column + 1 < grid.columns else outer.right,
        bottom=bottom if row + 1 < grid.rows else outer.bottom,
    )


def _frame(
    layout: Layout, backs: Backs, trim: Size, room: _FrameRoom, bleed: float
) -> GridFrame | None:
    """Return the frame with the most slots that leaves that room, or None if nothing fits."""
    apart = between(layout, bleed)
    frames = [
        GridFrame(grid, field, _outer_bleed(grid.rect, field.area, bleed))
        for field in fields(layout, backs, room.strip, min(room.outer, MARK_SHORTEST))
        if (grid := largest_grid(field.area, trim, outer=room.outer, between=apart))
    ]
    return max(frames, key=lambda frame: frame.grid.places, default=None)


def _outer_bleed(used: Rect, area: Rect, bleed: float) -> Sides:
    across, down = (bleed_kept(free, bleed) for free in _left_over(used, area))
    return Sides(across, down, across, down)


def _left_over(used: Rect, area: Rect) -> tuple[float, float]:
    return (area.width - used.width) / 2, (area.height - used.height) / 2
