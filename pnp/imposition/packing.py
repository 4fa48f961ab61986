"""Guillotine packing: blocks of equal pieces, separated by straight cuts from edge to edge.

Written here because packing libraries (rectpack) place single rectangles, not grids with gaps, and
do not leave cuts that go through.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pnp.geometry.plane import Point, Rect, Size
from pnp.imposition.grid import Grid, fitting, on_paper


class Measure(NamedTuple):
    """The size of the pieces in a block: trim, bleed, and the gap between two. Millimetres."""

    trim: Size
    bleed: float
    between: float


class Block(NamedTuple):
    """A grid of pieces of one measure; ``number`` is its index in the list given to ``pack``."""

    number: int
    grid: Grid
    bleed: float

    @property
    def box(self) -> Rect:
        """Return the block's box on the paper, with bleed."""
        return self.grid.rect.inset(-self.bleed)


class PackStrategy(NamedTuple):
    """A way to pack: the block with the highest ``worth`` is placed first.

    The rest of the sheet is divided into rows if ``rows`` is true, else into columns. ``gap`` is
    the space between blocks in millimetres.
    """

    worth: Callable[[Block], tuple[float, ...]]
    rows: bool
    gap: float


def pack(
    measures: Sequence[Measure], counts: Sequence[int], room: Rect, way: PackStrategy
) -> list[list[Block]] | None:
    """Return the blocks of each sheet, or None if a piece does not fit into the room.

    ``counts`` has the number of pieces of each measure.
    """
    left = list(counts)
    sheets: list[list[Block]] = []
    while any(left):
        before = list(left)
        blocks = list(_filled(room, measures, left, way))
        if not blocks:
            return None
        again = _repeats(before, left)
        left = [now - again * (was - now) for was, now in zip(before, left, strict=True)]
        sheets += [blocks] * (1 + again)
    return sheets


def _repeats(before: Sequence[int], left: Sequence[int]) -> int:
    """Return how many more sheets can be filled in the same way, which is fast for large decks."""
    taken = ((was - now, now) for was, now in zip(before, left, strict=True))
    return min(now // used for used, now in taken if used)


def _filled(
    room: Rect, measures: Sequence[Measure], left: list[int], way: PackStrategy
) -> Iterator[Block]:
    """Yield the blocks in a room; ``left``, the pieces still to place, is reduced."""
    block = max(_blocks(room, measures, left, way), key=way.worth, default=None)
    if block is None:
        return
    left[block.number] -= block.grid.places
    yield block
    for rest in _rests(room, block.box, way):
        yield from _filled(rest, measures, left, way)


def _blocks(
    room: Rect, measures: Sequence[Measure], left: Sequence[int], way: PackStrategy
) -> Iterator[Block]:
    """Yield the largest block of each measure and turn that fits into a room, at its top left."""
    for (number, (trim, bleed, between)), turn in product(enumerate(measures), (0, 90)):
        each = on_paper(trim, turn)
        columns, rows = fitting(room.size, each, outer=bleed, between=between)
        first, second = (columns, rows) if way.rows else (rows, columns)
        first = min(first, left[number])
        if first and second:
            second = min(second, left[number] // first)
            columns, rows = (first, second) if way.rows else (second, first)
            at = Point(room.x + bleed, room.y + bleed)
            yield Block(number, Grid(columns, rows, at, trim, turn, between), bleed)


def _rests(room: Rect, box: Rect, way: PackStrategy) -> tuple[Rect, Rect]:
    """Return the rest of a room beside and below a block in its top-left corner."""
    right, below = box.right + way.gap, box.bottom + way.gap
    high, wide = (box.height, room.width) if way.rows else (room.height, box.width)
    beside = Rect(right, room.y, room.right - right, high)
    under = Rect(room.x, below, wide, room.bottom - below)
    return (beside, under) if way.rows else (under, beside)
