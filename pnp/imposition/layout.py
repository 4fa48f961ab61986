"""``lay``: decides which copies go on which sheet: in grids, mixed in blocks, or as panels.

Each component fills grids of equal slots. What does not fill a sheet may share sheets with the
remainders of other components, packed in blocks. Boards larger than the paper become panels.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, product
from math import ceil
from operator import attrgetter
from typing import NamedTuple

from pnp.base.diagnostics import Finding, PnpError, unusable
from pnp.base.units import PAPERS
from pnp.geometry.plane import ROUNDING, Rect, Size
from pnp.imposition import panels, rules, signature
from pnp.imposition.grid import (
    MARK_ROOM,
    MARK_SHORTEST,
    GridFrame,
    UsableArea,
    between,
    fields,
    frame_for,
    on_paper,
    without_marks,
)
from pnp.imposition.packing import Block, Measure, PackStrategy, pack
from pnp.imposition.sheet import Backs, Layout, OutputFile
from pnp.imposition.sheetlayout import Batch, Copy, SheetLayout, batches, blocked, framed
from pnp.kinds.piece import Piece

_EXCESS = 1e-9
"""Tolerance as a share of a sheet, so that a rounding error does not cost one."""


class Mix(NamedTuple):
    """Sheets that are shared by pieces of several sizes, and the number of blocks on them."""

    sheets: list[SheetLayout]
    blocks: int

    @property
    def effort(self) -> tuple[int, int]:
        """Return what is to be printed and cut: the less, the better."""
        return len(self.sheets), self.blocks


def mix(wanted: Sequence[Batch], layout: Layout, backs: Backs) -> Mix | None:
    """Return the fewest sheets found for the copies in blocks, with all bleed and marks.

    Of ways with equally few sheets it is one with the fewest blocks: pieces that are torn apart are
    cut twice. Blocks lie ``APART`` from each other, up to ``WIDELY`` where there is room; closer
    only if that saves more than one sheet. Return None if a piece does not fit that way.
    """
    alike, enough = _alike(wanted), least_sheets(wanted, layout, backs)
    best = _fewest(alike, layout, backs, APART, enough)
    if best is None or len(best.sheets) > enough + 1:
        close = _fewest(alike, layout, backs, CLOSE, enough)
        if best is None or (close is not None and len(close.sheets) < len(best.sheets) - 1):
            best = close
    if best is None:
        return None
    if best.way.gap == APART:
        best = _wider(best, alike, layout, backs)
    waiting = [deque(copies) for copies in alike.values()]
    shared = [blocked(_dealt(blocks, waiting), best.field) for blocks in best.sheets]
    return Mix(shared, best.effort[1])


Alike = dict[tuple[Size, float], list[Copy]]
"""The copies to pack, by trim size and bleed, in order."""


class PackedSheets(NamedTuple):
    """A usable area, the blocks of each sheet in it, and the way that they are packed."""

    field: UsableArea
    sheets: list[list[Block]]
    way: PackStrategy

    @property
    def effort(self) -> tuple[int, int]:
        """Return the number of sheets, and that of the blocks to cut apart."""
        return len(self.sheets), sum(map(len, self.sheets))


def _wider(tight: PackedSheets, alike: Alike, layout: Layout, backs: Backs) -> PackedSheets:
    """Return a packing with the widest gaps that cost neither a sheet nor a block more."""
    for gap in WIDELY:
        for wide in _packed(alike, layout, backs, gap, whole=tight.way.whole):
            if wide.effort <= tight.effort:
                return wide
    return tight


def _fewest(
    alike: Alike, layout: Layout, backs: Backs, gap: float, enough: int
) -> PackedSheets | None:
    """Return the packing with the fewest sheets, and of these one with few blocks, if any is found.

    Whole blocks are tried last, and only if others are torn: they seldom need fewer sheets.
    """
    best: PackedSheets | None = None
    for packed in _packed(alike, layout, backs, gap, whole=False):
        if best is None or len(packed.sheets) < len(best.sheets):
            best = packed
        if len(best.sheets) <= enough:
            break
    if best is None or best.effort[1] == len(alike):
        return best
    for packed in _packed(alike, layout, backs, gap, whole=True):
        best = min(best, packed, key=attrgetter("effort"))
        if best.effort <= (enough, len(alike)):
            break
    return best


def _packed(
    alike: Alike, layout: Layout, backs: Backs, gap: float, *, whole: bool
) -> Iterator[PackedSheets]:
    """Yield the sheets of each way to pack blocks ``gap`` millimetres apart."""
    for field, (worth, rows) in product(_fields(layout, backs), _WAYS):
        packed = _pack(alike, layout, field, PackStrategy(worth, rows, gap, whole))
        if packed is not None:
            yield packed


def _pack(
    alike: Alike, layout: Layout, field: UsableArea, way: PackStrategy
) -> PackedSheets | None:
    """Return the sheets of one way to pack; blocks are at least a gutter apart."""
    measures = [Measure(*size, between(layout, size[1])) for size in alike]
    counts = [len(copies) for copies in alike.values()]
    room = field.area.inset(min(way.gap, MARK_ROOM))
    sheets = pack(measures, counts, room, way._replace(gap=max(way.gap, layout.gutter)))
    return None if sheets is None else PackedSheets(field, sheets, way)


def least_sheets(wanted: Sequence[Batch], layout: Layout, backs: Backs) -> int:
    """Return a lower bound for the number of sheets: the area of all slots with their gaps."""
    needed = sum(len(batch.copies) * _slot_area(batch, layout) for batch in wanted)
    rooms = [field.area.inset(MARK_ROOM - layout.gutter / 2) for field in _fields(layout, backs)]
    there = max(map(_area, rooms))
    return ceil(needed / there - _EXCESS) if there > 0 else 0


def _alike(wanted: Sequence[Batch]) -> Alike:
    alike: Alike = {}
    for batch in wanted:
        alike.setdefault((batch.trim, batch.bleed), []).extend(batch.copies)
    return alike


def _dealt(
    blocks: Sequence[Block], waiting: Sequence[deque[Copy]]
) -> Iterator[tuple[Block, Sequence[Copy]]]:
    """Yield each block with its copies: size by size, from top to bottom and left to right."""
    for block in sorted(blocks, key=lambda block: (block.number, block.box.y, block.box.x)):
        queue = waiting[block.number]
        yield block, [queue.popleft() for _ in range(block.grid.places)]


def _fields(layout: Layout, backs: Backs) -> Iterator[UsableArea]:
    return fields(layout, backs, marks=MARK_SHORTEST)


def _slot_area(batch: Batch, layout: Layout) -> float:
    apart = between(layout, batch.bleed)
    return (batch.trim.width + apart) * (batch.trim.height + apart)


def _area(rect: Rect) -> float:
    return max(0.0, rect.width) * max(0.0, rect.height)


def _covers_most(block: Block) -> tuple[float, ...]:
    return (_area(block.box),)


def _tallest(block: Block) -> tuple[float, ...]:
    return on_paper(block.grid.trim, block.grid.turn).height, _area(block.box)


def _longest(block: Block) -> tuple[float, ...]:
    return max(block.grid.trim), _area(block.box)


def _largest(block: Block) -> tuple[float, ...]:
    return _area(Rect.of(block.grid.trim)), _area(block.box)


_WAYS = tuple(product((_covers_most, _tallest, _longest, _largest), (True, False)))
"""What makes a block come first, and whether the rest becomes rows; the least waste first."""

APART = 2 * MARK_ROOM
"""The gap between blocks in millimetres: a cut between two of them spoils neither."""

WIDELY = (4 * APART, 2 * APART)
"""Wider gaps, in millimetres: no mark of a block is taken for one of its neighbour's."""

CLOSE = MARK_SHORTEST
"""The gap between blocks that are packed as closely as their marks allow."""


class FramedBatch(NamedTuple):
    """Copies of one size and bleed, and the frame of the grid that fits them."""

    batch: Batch
    frame: GridFrame

    @property
    def size(self) -> tuple[Size, float]:
        """Return trim and bleed: copies that share them can share a grid."""
        return self.batch.trim, self.batch.bleed

    @property
    def full(self) -> "FramedBatch":
        """Return the copies that fill whole sheets."""
        return self._with(self.batch.copies[: self._whole])

    @property
    def rest(self) -> "FramedBatch":
        """Return the remaining copies, which do not fill a sheet."""
        return self._with(self.batch.copies[self._whole :])

    @property
    def _whole(self) -> int:
        places = self.frame.grid.places
        return len(self.batch.copies) // places * places

    def _with(self, copies: tuple[Copy, ...]) -> "FramedBatch":
        return self._replace(batch=self.batch._replace(copies=copies))


class LaidOut(NamedTuple):
    """The layouts of one file's sheets, and the findings about what there was no room for."""

    sheets: tuple[SheetLayout, ...]
    findings: tuple[Finding, ...]


def deal(framed: Sequence[FramedBatch], layout: Layout, backs: Backs, spared: int = 2) -> LaidOut:
    """Distribute the batches of one file over sheets.

    Full sheets hold one component each. The remainders share sheets if that saves any. Whole
    components are mixed only if there are still ``spared`` or more sheets above the lower bound.
    """
    parts = [FramedBatch(part, each.frame) for each in framed for part in each.batch.components]
    in_grids, sheets = parts, list(_grids(parts, layout))
    if layout.precut is not None:
        given = (finding for each in framed for finding in given_up(each, layout))
        return LaidOut(tuple(sheets), tuple(given))
    others, shared = _rests_shared(parts, layout, backs)
    if len(fewer := [*_grids(others, layout), *shared]) < len(sheets):
        in_grids, sheets = others, fewer
    whole = [part.batch for part in parts]
    if len(sheets) >= least_sheets(whole, layout, backs) + spared:
        mixed = mix(whole, layout, backs)
        if mixed is not None and len(mixed.sheets) < len(sheets):
            return LaidOut(tuple(mixed.sheets), ())
    sizes = {part.size for part in in_grids if part.batch.copies}
    kept = (each for each in framed if each.size in sizes)
    findings = (finding for each in kept for finding in given_up(each, layout))
    return LaidOut(tuple(sheets), tuple(findings))


def _rests_shared(
    parts: Sequence[FramedBatch], layout: Layout, backs: Backs
) -> tuple[list[FramedBatch], list[SheetLayout]]:
    """Return what stays in grids, and the sheets shared by the remainders of the components.

    Greedy, fullest remainder first: it leaves the shared pool for a separate grid if the pool then
    needs fewer sheets, so that the total does not grow, and no more blocks.
    """
    sharing = [p for p in parts if p.rest.batch.copies and mix([p.rest.batch], layout, backs)]
    mixed = _mixed(sharing, layout, backs)
    for part in sorted(sharing, key=_fullness):
        others = [other for other in sharing if other is not part]
        fewer = _mixed(others, layout, backs)
        sheets, blocks = fewer.effort
        if (sheets + 1, blocks + 1) <= mixed.effort:
            sharing, mixed = others, fewer
    return [part.full if part in sharing else part for part in parts], mixed.sheets


def _fullness(part: FramedBatch) -> float:
    """Return a sort key: batches with a fuller last sheet sort first."""
    return -len(part.rest.batch.copies) / part.frame.grid.places


def _mixed(sharing: Iterable[FramedBatch], layout: Layout, backs: Backs) -> Mix:
    return mix([part.rest.batch for part in sharing], layout, backs) or Mix([], 0)


def _grids(parts: Iterable[FramedBatch], layout: Layout) -> Iterator[SheetLayout]:
    """Yield the sheets in grids; components of one size share a sheet only if that saves one."""
    for _, group in groupby(parts, key=lambda part: part.size):
        alike = list(group)
        frame = alike[0].frame
        for copies in _streams(alike):
            for start in range(0, len(copies), frame.grid.places):
                on_sheet = copies[start : start + frame.grid.places]
                yield framed(on_sheet, frame, alike[0].batch.bleed)


def _streams(parts: Sequence[FramedBatch]) -> list[tuple[Copy, ...]]:
    """Return the runs of copies that fill slots one after the other; each begins a new sheet."""
    rests = [part.rest.batch.copies for part in parts if part.rest.batch.copies]
    pooled = tuple(chain.from_iterable(rests))
    if not rests or ceil(len(pooled) / parts[0].frame.grid.places) == len(rests):
        return [part.batch.copies for part in parts]
    return [*(part.full.batch.copies for part in parts), pooled]


class Fit(NamedTuple):
    """How pieces fit the paper: batches in grids, boards in panels, and pages of a booklet."""

    grids: list[FramedBatch]
    boards: list[tuple[Piece, panels.Split]]
    pages: list[Piece]


def lay(
    sorted_out: Mapping[OutputFile, Sequence[Piece]], layout: Layout
) -> dict[OutputFile, LaidOut]:
    """Return the sheet layouts of each file.

    Raises:
        PnpError: pieces are too large for the paper; reports every one of them.
    """
    problems: list[Finding] = []
    fits = {
        file: [_fit(group, layout, file.backs, problems) for group in _sharing_groups(pieces)]
        for file, pieces in sorted_out.items()
    }
    if problems:
        raise PnpError(problems)
    return {
        file: _joined([_laid(fit, layout, file.backs) for fit in each])
        for file, each in fits.items()
    }


def _sharing_groups(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Return the pieces that may be on the same sheets, in the order of each one's first."""
    groups: dict[str | None, list[Piece]] = {}
    for piece in pieces:
        component = piece.component
        host = component.name if component.kind.booklet else component.sheets_of
        groups.setdefault(host, []).append(piece)
    return list(groups.values())


def _joined(parts: Sequence[LaidOut]) -> LaidOut:
    """Return the sheets of all groups, panels of boards last."""
    sheets = chain.from_iterable(part.sheets for part in parts)
    return LaidOut(
        tuple(sorted(sheets, key=lambda sheet: sheet.panel is not None)),
        tuple(chain.from_iterable(part.findings for part in parts)),
    )


def _fit(pieces: Sequence[Piece], layout: Layout, backs: Backs, problems: list[Finding]) -> Fit:
    """Return how pieces fit the paper; append the errors of those that do not to ``problems``."""
    fit = Fit([], [], [])
    if pieces[0].component.kind.booklet:
        fit.pages.extend(pieces)
        problems += signature.unfit(pieces, layout, backs)
        return fit
    for batch in batches(pieces):
        if frame := batch.frame(layout, backs):
            fit.grids.append(FramedBatch(batch, frame))
        elif backs is Backs.GUTTERFOLD and batch.frame(layout, Backs.LONG_EDGE):
            problems += dict.fromkeys(too_large(piece, layout, backs) for piece in batch.pieces)
        else:
            printed = [_printed(piece, backs) for piece in batch.pieces]
            problems += dict.fromkeys(_split_all(printed, layout, backs, fit.boards))
    return fit


def _printed(piece: Piece, backs: Backs) -> Piece:
    """Return a piece with the sides that are printed."""
    return replace(piece, back=None) if backs is Backs.NONE else piece


def _split_all(
    pieces: Iterable[Piece], layout: Layout, backs: Backs, splits: list[tuple[Piece, panels.Split]]
) -> Iterator[Finding]:
    """Append the splits of pieces larger than the paper; yield the errors of those without one.

    Precut stock takes no panels.
    """
    for piece in pieces:
        if piece.panels is None or layout.precut is not None:
            yield too_large(piece, layout, backs)
            continue
        try:
            splits.append((piece, panels.split(piece, layout)))
        except PnpError as error:
            yield from error.problems


def _laid(fit: Fit, layout: Layout, backs: Backs) -> LaidOut:
    if fit.pages:
        folded = signature.sheets(fit.pages, layout, backs)
        return LaidOut(tuple(folded), tuple(signature.findings(fit.pages, folded, layout, backs)))
    hosted = any(part.batch.copies[0].piece.component.sheets_of for part in fit.grids)
    dealt = deal(fit.grids, layout, backs, spared=1 if hosted else 2)
    sheets, findings = list(dealt.sheets), list(dealt.findings)
    for piece, parts in fit.boards:
        sheets += panels.panel_sheets(piece, parts)
        findings += panels.given_up(piece, parts, layout)
    return LaidOut(tuple(sheets), tuple(findings))


def given_up(framed_batch: FramedBatch, layout: Layout) -> Iterator[Finding]:
    """Yield a finding for each component whose bleed, crop marks or label have no room."""
    batch, frame = framed_batch
    for part in batch.components:
        piece = part.copies[0].piece
        component, kept = piece.component, min(frame.bleed)
        if kept < batch.bleed - ROUNDING:
            yield rules.bleed_clipped(component, kept, layout.paper_name)
        marked = piece.cut_straight and not layout.precut
        sides = without_marks(*frame.mark_room) if marked else ""
        if sides:
            yield rules.marks_clipped(component, sides, layout.paper_name)
        if frame.field.label is None:
            yield rules.label_left_out(component, layout.paper_name)


def too_large(piece: Piece, layout: Layout, backs: Backs) -> Finding:
    """Return the error for a piece larger than the paper; the hint names a paper that fits."""
    if layout.precut is not None:
        if backs is Backs.GUTTERFOLD and _fits(piece, layout, Backs.LONG_EDGE):
            message = f"{piece.component.name} has a back, and precut stock cannot be folded"
            hint = "print the backs on its other side with --backs long-edge, or --backs none"
            return unusable(message, piece.component.where, hint)
        message = f"{piece.component.name} is {piece.trim}, but the stock is {layout.precut}"
        hint = "name what fits it with --component; backs go on its other side, not beside"
        return unusable(message, piece.component.where, hint)
    width, height = max((field.area.size for field in fields(layout, backs, 0.0)), key=min)
    twice = " of each side" if backs is Backs.GUTTERFOLD else ""
    message = (
        f"{piece.component.name} is {piece.trim}, but {layout.paper_name} with these margins"
        f" can print {Size(max(0.0, width), max(0.0, height))}{twice}"
    )
    hint = _larger_paper(piece, layout, backs)
    if piece.component.aid:
        hint += "; or leave this aid out, and name the others with --component"
    return unusable(message, piece.component.where, hint)


def _larger_paper(piece: Piece, layout: Layout, backs: Backs) -> str:
    for name, paper in sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height):
        if _fits(piece, replace(layout, paper=paper), backs):
            turned = backs is Backs.GUTTERFOLD and _fits(piece, layout, Backs.LONG_EDGE)
            other = f"; or {_TURNED}" if turned else ""
            return f"{name} is large enough{other}"
    if backs is Backs.GUTTERFOLD:
        return f"make it smaller, or {_TURNED}"
    across = layout.margins.left + layout.margins.right + piece.trim.width
    down = layout.margins.top + layout.margins.bottom + piece.trim.height
    return f"make it smaller, or print on paper of at least {Size(across, down)}"


_TURNED = "print its back with --backs long-edge"


def _fits(piece: Piece, layout: Layout, backs: Backs) -> bool:
    frame = frame_for(layout, backs, piece.trim, bleed=piece.face.bleed, copies=1)
    return frame is not None
