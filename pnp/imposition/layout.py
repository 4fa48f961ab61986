"""Which copies lie on which sheet: in grids of their own, shared, or split into panels."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, product
from math import ceil
from typing import NamedTuple

from pnp.base.diagnostics import Finding, PnpError
from pnp.geometry.plane import Rect, Size
from pnp.imposition import panels
from pnp.imposition.batch import Batch, Copy, OutputFile, batches
from pnp.imposition.fitting import (
    MARK_ROOM,
    MARK_SHORTEST,
    GridFrame,
    between,
    frame_of,
    given_up,
    too_large,
)
from pnp.imposition.grid import UsableArea, fields
from pnp.imposition.packing import Block, Measure, PackStrategy, pack
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.sheetlayout import SheetLayout, blocked, framed
from pnp.imposition.split import Split, split
from pnp.kinds.piece import Piece


class CopyGroup(NamedTuple):
    """Copies of one size and bleed, in millimetres."""

    trim: Size
    bleed: float
    copies: tuple[Copy, ...]


class PackingResult(NamedTuple):
    """The blocks of each sheet, in a field."""

    sheets: list[list[Block]]
    field: UsableArea


def mix(lots: Sequence[CopyGroup], layout: Layout, backs: Backs) -> list[SheetLayout] | None:
    """Return the fewest sheets that hold the copies with all bleed and marks.

    None where a piece does not fit that way.
    """
    alike = _alike(lots)
    measures = [Measure(*size, between(layout, size[1])) for size in alike]
    counts = [len(copies) for copies in alike.values()]
    found = (
        PackingResult(sheets, field)
        for field, way in product(_fields(layout, backs), _WAYS)
        if (sheets := pack(measures, counts, _room(field, way), _spaced(way, layout))) is not None
    )
    best = _fewest(found, bound(lots, layout, backs))
    if best is None:
        return None
    waiting = [deque(copies) for copies in alike.values()]
    return [blocked(_dealt(blocks, waiting), best.field, layout.bleed) for blocks in best.sheets]


def _fewest(found: Iterable[PackingResult], enough: int) -> PackingResult | None:
    """Return what takes the fewest sheets; the search ends where there are few enough."""
    best: PackingResult | None = None
    for packed in found:
        if best is None or len(packed.sheets) < len(best.sheets):
            best = packed
        if len(best.sheets) <= enough:
            break
    return best


def bound(lots: Sequence[CopyGroup], layout: Layout, backs: Backs) -> int:
    """Return the least number of sheets that the area of all slots, with their gaps, asks for."""
    needed = sum(len(lot.copies) * _slot_area(lot, layout) for lot in lots)
    rooms = [field.area.inset(MARK_ROOM - layout.gutter / 2) for field in _fields(layout, backs)]
    there = max(map(_area, rooms))
    return ceil(needed / there - 1e-9) if there > 0 else 0


def _alike(lots: Sequence[CopyGroup]) -> dict[tuple[Size, float], list[Copy]]:
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


def _fields(layout: Layout, backs: Backs) -> Iterator[UsableArea]:
    return fields(layout, backs, marks=MARK_SHORTEST)


def _room(field: UsableArea, way: PackStrategy) -> Rect:
    """Return the room for bleed, with marks around it as long as those between blocks."""
    return field.area.inset(min(way.gap, MARK_ROOM))


def _spaced(way: PackStrategy, layout: Layout) -> PackStrategy:
    return way._replace(gap=max(way.gap, layout.gutter))


def _slot_area(lot: CopyGroup, layout: Layout) -> float:
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
    PackStrategy(worth, rows, gap)
    for gap in (2 * MARK_ROOM, MARK_SHORTEST)
    for worth in (_covers_most, _tallest, _longest, _largest)
    for rows in (True, False)
)
"""In the order of liking: marks of full length first, then what leaves the least over."""


class ComponentRun(NamedTuple):
    """Copies of one component that are dealt into the grid of their size."""

    batch: Batch
    frame: GridFrame
    copies: tuple[Copy, ...]

    @property
    def lot(self) -> CopyGroup:
        """Return the copies with their size, whatever they are dealt into."""
        return CopyGroup(self.batch.trim, self.batch.bleed, self.copies)

    @property
    def full(self) -> "ComponentRun":
        """Return the copies that fill whole sheets."""
        return self._replace(copies=self.copies[: self._whole])

    @property
    def rest(self) -> "ComponentRun":
        """Return the copies that do not fill a sheet."""
        return self._replace(copies=self.copies[self._whole :])

    @property
    def _whole(self) -> int:
        places = self.frame.grid.places
        return len(self.copies) // places * places


class SharingResult(NamedTuple):
    """The spreads of one file, and the batches on them that lie in a grid of their own."""

    spreads: tuple[SheetLayout, ...]
    grids: tuple[tuple[Batch, GridFrame], ...]


def deal(found: Iterable[tuple[Batch, GridFrame]], layout: Layout, backs: Backs) -> SharingResult:
    """Return the spreads of one file.

    Sheets that a component fills stay its own. What is left of the components shares sheets where
    that saves some. Whole components are taken apart only where the sheets are still more than
    one above what the area of the pieces asks for.
    """
    owns = [ComponentRun(b, frame, part.copies) for b, frame in found for part in b.components]
    dealt = min(_alone(owns, layout), _rests_shared(owns, layout, backs), key=_sheets)
    lots = [own.lot for own in owns]
    if _sheets(dealt) > bound(lots, layout, backs) + 1:
        mixed = mix(lots, layout, backs)
        if mixed is not None and len(mixed) < _sheets(dealt):
            return SharingResult(tuple(mixed), ())
    return dealt


def _sheets(dealt: SharingResult) -> int:
    return len(dealt.spreads)


def _alone(owns: Sequence[ComponentRun], layout: Layout) -> SharingResult:
    """Return all copies in grids."""
    spreads = tuple(_grids(owns, layout))
    return SharingResult(
        spreads, tuple(dict.fromkeys((o.batch, o.frame) for o in owns if o.copies))
    )


def _rests_shared(owns: Sequence[ComponentRun], layout: Layout, backs: Backs) -> SharingResult:
    """Return full sheets in grids, and what is left of the components on shared ones.

    The fullest rests are asked first: each that costs no sheet keeps a grid of its own.
    """
    sharing = [own for own in owns if own.rest.copies and mix([own.rest.lot], layout, backs)]
    mixed = _mixed(sharing, layout, backs)
    for own in sorted(sharing, key=lambda own: -len(own.rest.copies) / own.frame.grid.places):
        others = [other for other in sharing if other is not own]
        fewer = _mixed(others, layout, backs)
        if len(fewer) < len(mixed):
            sharing, mixed = others, fewer
    alone = _alone([own.full if own in sharing else own for own in owns], layout)
    return SharingResult((*alone.spreads, *mixed), alone.grids)


def _mixed(sharing: Iterable[ComponentRun], layout: Layout, backs: Backs) -> list[SheetLayout]:
    return mix([own.rest.lot for own in sharing], layout, backs) or []


def _grids(owns: Iterable[ComponentRun], layout: Layout) -> Iterator[SheetLayout]:
    """Yield the sheets in grids; components of one size share them only where that saves one."""
    for (batch, frame), group in groupby(owns, key=lambda own: (own.batch, own.frame)):
        for copies in _streams(list(group)):
            for start in range(0, len(copies), frame.grid.places):
                load = copies[start : start + frame.grid.places]
                yield framed(load, frame, batch.bleed, layout.bleed)


def _streams(parts: Sequence[ComponentRun]) -> list[tuple[Copy, ...]]:
    """Return the copies that are dealt one after the other; each stream begins a sheet."""
    rests = [part.rest.copies for part in parts if part.rest.copies]
    pooled = tuple(chain.from_iterable(rests))
    if not rests or ceil(len(pooled) / parts[0].frame.grid.places) == len(rests):
        return [part.copies for part in parts]
    return [*(part.full.copies for part in parts), pooled]


class LaidOut(NamedTuple):
    """The spreads of one file, and what there was no room for."""

    spreads: tuple[SheetLayout, ...]
    findings: tuple[Finding, ...]


class _Fit(NamedTuple):
    """How the pieces of one file fit: batches in grids, and boards in panels."""

    framed: list[tuple[Batch, GridFrame]]
    splits: list[tuple[Piece, Split]]
    problems: list[Finding]


def lay(
    sorted_out: Mapping[OutputFile, Sequence[Piece]], layout: Layout
) -> dict[OutputFile, LaidOut]:
    """Return what lies on the sheets of each file.

    Raises:
        PnpError: pieces are too large for the paper; all of them are told at once.
    """
    fits = {paper: _fit(pieces, layout, paper.backs) for paper, pieces in sorted_out.items()}
    if problems := [problem for fit in fits.values() for problem in fit.problems]:
        raise PnpError(problems)
    return {paper: _laid(fit, layout, paper.backs) for paper, fit in fits.items()}


def _fit(pieces: Sequence[Piece], layout: Layout, backs: Backs) -> _Fit:
    fit = _Fit([], [], [])
    for batch in batches(pieces):
        if frame := frame_of(batch, layout, backs):
            fit.framed.append((batch, frame))
        else:
            problems = _split_all(batch.pieces, layout, backs, fit.splits)
            fit.problems.extend(dict.fromkeys(problems))
    return fit


def _split_all(
    pieces: Iterable[Piece], layout: Layout, backs: Backs, splits: list[tuple[Piece, Split]]
) -> Iterator[Finding]:
    """Put the splits of pieces that the paper cannot hold into a list; yield why one cannot be."""
    for piece in pieces:
        if piece.panels is None:
            yield too_large(piece, layout, backs)
            continue
        try:
            splits.append((piece, split(piece, layout)))
        except PnpError as error:
            yield from error.problems


def _laid(fit: _Fit, layout: Layout, backs: Backs) -> LaidOut:
    dealt = deal(fit.framed, layout, backs)
    findings = [found for grid in dealt.grids for found in given_up(*grid, layout)]
    spreads = list(dealt.spreads)
    for piece, parts in fit.splits:
        spreads += panels.spreads(piece, parts)
        findings += panels.given_up(piece, parts, layout)
    return LaidOut(tuple(spreads), tuple(findings))
