"""Copies of several sizes on one sheet, in rows or columns that a knife can follow."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from pnp.geometry import Rect, Size
from pnp.imposition.batch import Copy
from pnp.imposition.field import Field, fields
from pnp.imposition.frame import MARK_ROOM, MARK_SHORTEST, between
from pnp.imposition.packing import Block, Measure, Way, pack
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.spread import Spread, blocked


class Lot(NamedTuple):
    """Copies of one size and bleed, in millimetres."""

    trim: Size
    bleed: float
    copies: tuple[Copy, ...]


class Packed(NamedTuple):
    """The blocks of each sheet, in a field."""

    sheets: list[list[Block]]
    field: Field


def mix(lots: Sequence[Lot], layout: Layout, backs: Backs) -> list[Spread] | None:
    """Return the fewest sheets that hold the copies with all bleed and marks.

    None where a piece does not fit that way.
    """
    alike = _alike(lots)
    measures = [Measure(*size, between(layout, size[1])) for size in alike]
    counts = [len(copies) for copies in alike.values()]
    found = (
        Packed(sheets, field)
        for field, way in product(_fields(layout, backs), _WAYS)
        if (sheets := pack(measures, counts, _room(field, way), _spaced(way, layout))) is not None
    )
    best = _fewest(found, bound(lots, layout, backs))
    if best is None:
        return None
    waiting = [deque(copies) for copies in alike.values()]
    return [blocked(_dealt(blocks, waiting), best.field, layout.bleed) for blocks in best.sheets]


def _fewest(found: Iterable[Packed], enough: int) -> Packed | None:
    """Return what takes the fewest sheets; the search ends where there are few enough."""
    best: Packed | None = None
    for packed in found:
        if best is None or len(packed.sheets) < len(best.sheets):
            best = packed
        if len(best.sheets) <= enough:
            break
    return best


def bound(lots: Sequence[Lot], layout: Layout, backs: Backs) -> int:
    """Return the least number of sheets that the area of all slots, with their gaps, asks for."""
    needed = sum(len(lot.copies) * _slot_area(lot, layout) for lot in lots)
    rooms = [field.area.inset(MARK_ROOM - layout.gutter / 2) for field in _fields(layout, backs)]
    there = max(map(_area, rooms))
    return ceil(needed / there - 1e-9) if there > 0 else 0


def _alike(lots: Sequence[Lot]) -> dict[tuple[Size, float], list[Copy]]:
    """Return the copies by size and bleed, in order."""
    alike: dict[tuple[Size, float], list[Copy]] = {}
    for lot in lots:
        alike.setdefault((lot.trim, lot.bleed), []).extend(lot.copies)
    return alike


def _dealt(
    blocks: Sequence[Block], waiting: Sequence[deque[Copy]]
) -> Iterator[tuple[Block, Sequence[Copy]]]:
    """Yield each block with its copies: size by size, in the order in which a sheet is read."""
    for block in sorted(blocks, key=lambda block: (block.number, block.box.y, block.box.x)):
        queue = waiting[block.number]
        yield block, [queue.popleft() for _ in range(block.grid.places)]


def _fields(layout: Layout, backs: Backs) -> Iterator[Field]:
    return fields(layout, backs, marks=MARK_SHORTEST)


def _room(field: Field, way: Way) -> Rect:
    """Return the room for bleed, with marks around it as long as those between blocks."""
    return field.area.inset(min(way.gap, MARK_ROOM))


def _spaced(way: Way, layout: Layout) -> Way:
    return way._replace(gap=max(way.gap, layout.gutter))


def _slot_area(lot: Lot, layout: Layout) -> float:
    apart = between(layout, lot.bleed)
    return (lot.trim.width + apart) * (lot.trim.height + apart)


def _area(rect: Rect) -> float:
    return max(0.0, rect.width) * max(0.0, rect.height)


def _covers_most(block: Block) -> tuple[float, ...]:
    return (_area(block.box),)


def _tallest(block: Block) -> tuple[float, ...]:
    return block.measure.turned(block.grid.turn).height, _area(block.box)


def _longest(block: Block) -> tuple[float, ...]:
    return max(block.measure.trim), _area(block.box)


def _largest(block: Block) -> tuple[float, ...]:
    return _area(Rect.of(block.measure.trim)), _area(block.box)


_WAYS = tuple(
    Way(worth, rows, gap)
    for gap in (2 * MARK_ROOM, MARK_SHORTEST)
    for worth in (_covers_most, _tallest, _longest, _largest)
    for rows in (True, False)
)
"""In the order of liking: marks of full length first, then what leaves the least over."""
