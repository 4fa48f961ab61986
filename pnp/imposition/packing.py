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
    the space between blocks in millimetres. ``whole`` keeps all pieces of a measure in one block,
    and leaves room empty rather; a sheet with room for none of these is packed as without it.
    """

    worth: Callable[[Block], tuple[float, ...]]
    rows: bool
    gap: float
    whole: bool = False


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
        if not blocks and way.whole:
            blocks = list(_filled(room, measures, left, way._replace(whole=False)))
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
    found = (_whole_blocks if way.whole else _blocks)(room, measures, left, way)
    block = max(found, key=way.worth, default=None)
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
    for one in _candidates(room, measures, left):
        first, second = one.most if way.rows else one.most[::-1]
        first = min(first, one.left)
        if first and second:
            second = min(second, one.left // first)
            yield one.block(*((first, second) if way.rows else (second, first)))


def _whole_blocks(
    room: Rect, measures: Sequence[Measure], left: Sequence[int], way: PackStrategy
) -> Iterator[Block]:
    """Yield the blocks that hold all pieces left of a measure, those longest on the way first."""
    found = [
        one.block(columns, one.left // columns)
        for one in _candidates(room, measures, left)
        for columns in range(1, min(one.most[0], one.left) + 1)
        if one.left % columns == 0 and one.left // columns <= one.most[1]
    ]
    yield from sorted(found, key=lambda b: -(b.box.width if way.rows else b.box.height))


class _Candidate(NamedTuple):
    """The pieces of one measure, turned or not, and how many fit into a room across and down."""

    number: int
    measure: Measure
    turn: int
    left: int
    most: tuple[int, int]
    room: Rect

    def block(self, columns: int, rows: int) -> Block:
        """Return a block of them at the top left of the room."""
        trim, bleed, between = self.measure
        at = Point(self.room.x + bleed, self.room.y + bleed)
        return Block(self.number, Grid(columns, rows, at, trim, self.turn, between), bleed)


def _candidates(
    room: Rect, measures: Sequence[Measure], left: Sequence[int]
) -> Iterator[_Candidate]:
    """Yield how many pieces of each measure that are left fit into a room, upright and turned."""
    for (number, measure), turn in product(enumerate(measures), (0, 90)):
        if not left[number]:
            continue
        trim, bleed, between = measure
        most = fitting(room.size, on_paper(trim, turn), outer=bleed, between=between)
        yield _Candidate(number, measure, turn, left[number], most, room)


def _rests(room: Rect, box: Rect, way: PackStrategy) -> tuple[Rect, Rect]:
    """Return the rest of a room beside and below a block in its top-left corner."""
    right, below = box.right + way.gap, box.bottom + way.gap
    high, wide = (box.height, room.width) if way.rows else (room.height, box.width)
    beside = Rect(right, room.y, room.right - right, high)
    under = Rect(room.x, below, wide, room.bottom - below)
    return (beside, under) if way.rows else (under, beside)
