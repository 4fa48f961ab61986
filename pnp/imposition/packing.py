"""Blocks of equal pieces packed into sheets, so that straight cuts from edge to edge free them.

Ours, as packing libraries (rectpack) place single rectangles, and leave no cut that goes through.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import floor
from typing import NamedTuple

from pnp.geometry.plane import Point, Rect, Size
from pnp.geometry.tolerance import ROUNDING
from pnp.imposition.grid import Grid


class Measure(NamedTuple):
    """The size of pieces that are packed: their trim, their bleed, and what lies between two."""

    trim: Size
    bleed: float
    between: float

    def turned(self, turn: int) -> Size:
        """Return the trim as it lies on the paper."""
        return self.trim.turned if turn else self.trim

    def fitting(self, room: Size, turn: int) -> tuple[int, int]:
        """Return how many columns and rows fit, with their bleed, into a room."""
        size = self.turned(turn)
        return self._along(room.width, size.width), self._along(room.height, size.height)

    def _along(self, length: float, each: float) -> int:
        free = length - 2 * self.bleed + self.between + ROUNDING
        return max(0, floor(free / (each + self.between)))


class Block(NamedTuple):
    """A grid of pieces of one measure, the one with that number in the list of wanted ones."""

    number: int
    measure: Measure
    grid: Grid

    @property
    def box(self) -> Rect:
        """Return what the block takes on the paper, bleed included."""
        return self.grid.rect.inset(-self.measure.bleed)


class PackStrategy(NamedTuple):
    """A way to pack: which block comes first, how a sheet is divided, what lies between blocks.

    ``rows`` divides into rows first, else columns come first. ``gap`` is millimetres.
    """

    worth: Callable[[Block], tuple[float, ...]]
    rows: bool
    gap: float


def pack(
    measures: Sequence[Measure], counts: Sequence[int], room: Rect, way: PackStrategy
) -> list[list[Block]] | None:
    """Return the blocks of each sheet, or None when a piece does not fit into the room."""
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
    """Return how often more a sheet can be filled in the same way: large decks are soon done."""
    taken = ((was - now, now) for was, now in zip(before, left, strict=True))
    return min(now // used for used, now in taken if used)


def _filled(
    room: Rect, measures: Sequence[Measure], left: list[int], way: PackStrategy
) -> Iterator[Block]:
    """Yield blocks for a room, taking their pieces from what is left."""
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
    """Yield the largest block of each measure and turn that fits into the top left of a room."""
    for (number, measure), turn in product(enumerate(measures), (0, 90)):
        columns, rows = measure.fitting(room.size, turn)
        first, second = (columns, rows) if way.rows else (rows, columns)
        first = min(first, left[number])
        if first and second:
            second = min(second, left[number] // first)
            columns, rows = (first, second) if way.rows else (second, first)
            yield Block(number, measure, _grid(measure, turn, columns, rows, room))


def _grid(measure: Measure, turn: int, columns: int, rows: int, room: Rect) -> Grid:
    width, height = measure.turned(turn)
    pitch = Size(width + measure.between, height + measure.between)
    at = Point(room.x + measure.bleed, room.y + measure.bleed)
    return Grid(columns, rows, at, pitch, measure.trim, turn)


def _rests(room: Rect, box: Rect, way: PackStrategy) -> tuple[Rect, Rect]:
    """Return what is left of a room beside a block in its corner, and below it."""
    right, below = box.right + way.gap, box.bottom + way.gap
    high, wide = (box.height, room.width) if way.rows else (room.height, box.width)
    beside = Rect(right, room.y, room.right - right, high)
    under = Rect(room.x, below, wide, room.bottom - below)
    return (beside, under) if way.rows else (under, beside)
