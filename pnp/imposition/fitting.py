"""A grid on its paper: room for bleed, crop marks and labels, and what is given up for a fit."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Problem
from pnp.base.sizes import PAPERS
from pnp.geometry.plane import Rect, Sides, Size
from pnp.geometry.tolerance import ROUNDING
from pnp.imposition import rules
from pnp.imposition.batch import Batch
from pnp.imposition.grid import STRIP, Grid, UsableArea, fields, largest_grid
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kinds.piece import Piece

MARK_ROOM = 1.5
"""Room kept for a crop mark, in millimetres: a shorter one guides no ruler."""

MARK_SHORTEST = 1.0
"""Where only this much is left, a mark is still drawn; less is no mark."""


class GridFrame(NamedTuple):
    """A grid in its field. ``bleed`` is what is kept of the outer bleed on each side, in mm."""

    grid: Grid
    field: UsableArea
    bleed: Sides

    @property
    def mark_room(self) -> tuple[float, float]:
        """Return the lengths left for crop marks: beside the grid, and above and below it."""
        beside, above = _left_over(self.grid.rect, self.field.area)
        return beside - self.bleed.left, above - self.bleed.top


class _FrameRoom(NamedTuple):
    """What must stay free around the outer trims; the label's strip lies beyond it."""

    outer: float
    strip: float


def frame_for(
    layout: Layout, backs: Backs, trim: Size, *, bleed: float, copies: int
) -> GridFrame | None:
    """Return the frame that so many copies are dealt into, or None when not one piece fits.

    Marks are made shorter where that saves a sheet. With gaps every bleed is kept: room is given up
    (first bleed, then marks and label) only for a piece that else would not fit. Butted, it is
    given up also where that saves a sheet.
    """
    found = [
        [_frame(layout, backs, trim, _FrameRoom(outer, STRIP), bleed) for outer in outers]
        for outers in ((bleed + MARK_ROOM, bleed + MARK_SHORTEST), (MARK_ROOM,), (0.0,))
    ]
    choices = [frames for each in found if (frames := [frame for frame in each if frame])]
    if not choices:
        return _frame(layout, backs, trim, _FrameRoom(0, 0), bleed)
    frames = choices[0] if layout.bleed is Bleed.GAP else [f for each in choices for f in each]
    return min(frames, key=lambda frame: ceil(copies / frame.grid.places))


def bleed_kept(free: float, bleed: float) -> float:
    """Return how much bleed is kept: what the marks leave, or all where no mark fits anyway."""
    if free >= bleed + MARK_SHORTEST - ROUNDING:
        return bleed
    return max(0.0, min(bleed, free - MARK_ROOM if free >= MARK_SHORTEST else free))


def between(layout: Layout, bleed: float) -> float:
    """Return the way from one trim to its neighbour's in millimetres."""
    return 2 * bleed + layout.gutter if layout.bleed is Bleed.GAP else 0.0


def windows(
    grid: Grid, count: int, *, outer: Sides, bleed: float, style: Bleed
) -> tuple[Rect, ...]:
    """Return how much is shown of each of the first faces: its trim and the bleed it keeps.

    Butted pieces have no bleed towards a neighbour. Towards empty slots they have theirs, but for
    the end of an unfinished row: there it would run into the bleed of the row above.
    """
    near = 0.0 if style is Bleed.BUTT else bleed
    return tuple(
        _grown(slot.rect, _kept(grid, number, count, Sides.all(bleed), outer, near))
        for number, slot in enumerate(grid.slots[:count])
    )


def _kept(grid: Grid, number: int, count: int, whole: Sides, outer: Sides, near: float) -> Sides:
    """Return the bleed of one slot: towards the paper's edge, a neighbour, or an empty slot."""
    row, column = divmod(number, grid.columns)
    right = near if number + 1 < count or row else whole.right
    bottom = near if number + grid.columns < count else whole.bottom
    return Sides(
        left=near if column else outer.left,
        top=near if row else outer.top,
        right=right if column + 1 < grid.columns else outer.right,
        bottom=bottom if row + 1 < grid.rows else outer.bottom,
    )


def _grown(rect: Rect, by: Sides) -> Rect:
    return rect.inset(Sides(-by.left, -by.top, -by.right, -by.bottom))


def _frame(
    layout: Layout, backs: Backs, trim: Size, room: _FrameRoom, bleed: float
) -> GridFrame | None:
    """Return the frame with that room and the most slots; the label lies below, or beside."""
    apart = between(layout, bleed)
    found = [
        GridFrame(grid, field, _outer_bleed(grid.rect, field.area, bleed))
        for field in fields(layout, backs, room.strip, min(room.outer, MARK_SHORTEST))
        if (grid := largest_grid(field.area, trim, outer=room.outer, between=apart))
    ]
    return max(found, key=lambda frame: frame.grid.places, default=None)


def _outer_bleed(used: Rect, area: Rect, bleed: float) -> Sides:
    across, down = (bleed_kept(free, bleed) for free in _left_over(used, area))
    return Sides(across, down, across, down)


def _left_over(used: Rect, area: Rect) -> tuple[float, float]:
    return (area.width - used.width) / 2, (area.height - used.height) / 2


def frame_of(batch: Batch, layout: Layout, backs: Backs) -> GridFrame | None:
    """Return the frame for a batch, or None when its pieces are too large for the paper."""
    return frame_for(layout, backs, batch.trim, bleed=batch.bleed, copies=batch.qty)


def given_up(batch: Batch, frame: GridFrame, layout: Layout) -> Iterator[Finding]:
    """Yield what there is no room for around the pieces of a batch."""
    for piece in _one_each(batch):
        component, kept = piece.component, min(frame.bleed)
        if kept < batch.bleed - ROUNDING:
            yield rules.bleed_clipped(component, kept, layout.paper_name)
        sides = _without_marks(frame) if piece.cut_straight else ""
        if sides:
            yield rules.marks_clipped(component, sides, layout.paper_name)
        if frame.field.label is None:
            yield rules.label_left_out(component, layout.paper_name)


def too_large(piece: Piece, layout: Layout, backs: Backs) -> Problem:
    """Return why a piece cannot be printed, and on which paper it can."""
    width, height = max((field.area.size for field in fields(layout, backs, 0.0)), key=min)
    twice = " of each side" if backs is Backs.GUTTERFOLD else ""
    message = (
        f"{piece.component.name} is {piece.trim}, but {layout.paper_name} with these margins"
        f" can print {Size(max(0.0, width), max(0.0, height))}{twice}"
    )
    return Problem(message, piece.component.where, _larger_paper(piece, layout, backs))


def _larger_paper(piece: Piece, layout: Layout, backs: Backs) -> str:
    batch = Batch(piece.trim, piece.face.bleed, (piece,))
    for name, paper in sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height):
        if frame_of(batch, replace(layout, paper=paper), backs):
            return f"{name} is large enough"
    if backs is Backs.GUTTERFOLD:
        return "make it smaller, or print its back with --backs long-edge"
    across = layout.margins.left + layout.margins.right + piece.trim.width
    down = layout.margins.top + layout.margins.bottom + piece.trim.height
    return f"make it smaller, or print on paper of at least {Size(across, down)}"


def _without_marks(frame: GridFrame) -> str:
    places = zip(("beside it", "above and below it"), frame.mark_room, strict=True)
    return " and ".join(place for place, room in places if room < MARK_SHORTEST - ROUNDING)


def _one_each(batch: Batch) -> list[Piece]:
    return [part.pieces[0] for part in batch.components]
