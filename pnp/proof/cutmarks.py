"""Checks the marks, fold lines and outlines of a page, and that nothing else covers a piece."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain, pairwise
from math import inf
from typing import NamedTuple

from pnp.base.bounded import Bounded
from pnp.base.color import BLACK, WHITE, Color
from pnp.base.diagnostics import Finding
from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, ROUNDING, Affine, Bounds, Rect, Sides
from pnp.proof.cutlines import (
    BLACK_WIDE,
    HALF,
    NARROW,
    SHORTEST,
    WHITE_WIDE,
    CutPlacement,
    CutSides,
    Ends,
    ExpectedCorners,
    ExpectedLine,
    ExpectedLines,
    Warned,
    cell,
    corner_lines,
    crop_lines,
    ends,
    fold_lines,
    joints,
    panel_lines,
    panel_sides,
    swapped,
)
from pnp.proof.foldlines import check_fold_lines, fold_groups, is_fold, is_line
from pnp.proof.panelgrid import PanelGrid
from pnp.proof.rules import BACK, MARKS, PANEL, STRAY
from pnp.proof.ticket import Ticket, side_of
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.node import Group, Node, Picture, Shape, Solid, Text
from pnp.scene.page import Page

WIDEST_GROUND = 0.5
"""The most width, in millimetres, of the white line under an outline."""

_LINES = re.compile(r"(?:ML)+")


class DrawnRun(NamedTuple):
    """A drawn mark: a vertical line at x = ``at`` from ``top`` to ``bottom``, in millimetres."""

    at: float
    top: float
    bottom: float


class DrawnMarks(NamedTuple):
    """The crop or the fold marks of a page; horizontal (``level``) ones have x and y swapped.

    ``slanted`` is the number of lines in other directions.
    """

    upright: list[DrawnRun]
    level: list[DrawnRun]
    slanted: int


def mark_shapes(nodes: Sequence[Node], dashed: bool) -> tuple[Shape, ...]:
    """Return the shapes that are straight marks: dashed for folds, solid for cuts."""
    return tuple(
        node
        for node in nodes
        if isinstance(node, Shape)
        and is_line(node, BLACK, dashed=dashed)
        and _LINES.fullmatch(node.path.ops)
    )


def outline_shapes(nodes: Sequence[Node]) -> tuple[Shape, ...]:
    """Return the shapes that are outlines to cut along."""
    shapes = _not_lines(nodes)
    return tuple(shape for shape in shapes if is_line(shape, BLACK, dashed=False))


def outline_grounds(nodes: Sequence[Node]) -> tuple[Group, ...]:
    """Return the white lines below outlines: each has the path of the shape that follows.

    They are wider, and clipped to what is outside of the outlines.
    """
    return tuple(
        under
        for under, over in pairwise(nodes)
        if isinstance(under, Group) and isinstance(over, Shape) and _is_ground(under, over.path)
    )


def _not_lines(nodes: Sequence[Node]) -> list[Shape]:
    shapes = [node for node in nodes if isinstance(node, Shape)]
    return [shape for shape in shapes if not _LINES.fullmatch(shape.path.ops)]


def _is_ground(group: Group, outlines: Path) -> bool:
    """Tell whether a group is white beside outlines, on the side that is cut away."""
    clip, drawn = group.clip, group.nodes
    if clip is None or not clip.even_odd or len(drawn) != 1 or group.place != IDENTITY:
        return False
    (white,) = drawn
    corners = clip.path.coords[:8]
    least, around = Bounds.hull(outlines.coords).grown(HALF + NARROW), Bounds.hull(corners)
    return (
        isinstance(white, Shape)
        and white.fill is None
        and white.stroke is not None
        and white.stroke.paint == Solid(WHITE)
        and not white.stroke.dashes
        and 2 * HALF + 2 * NARROW - TOLERANCE <= white.stroke.width <= WIDEST_GROUND
        and white.path == outlines
        and clip.path.ops == "MLLLZ" + outlines.ops
        and clip.path.coords[8:] == outlines.coords
        and corners == tuple(chain.from_iterable(around.corners))
        and least.within(around) == least
    )


def drawn_marks(shapes: Sequence[Shape]) -> DrawnMarks:
    """Return the straight lines of shapes as marks."""
    drawn = DrawnMarks([], [], 0)
    for shape in shapes:
        numbers = iter(shape.path.coords)
        for x1, y1, x2, y2 in zip(numbers, numbers, numbers, numbers, strict=True):
            if abs(x1 - x2) <= TOLERANCE:
                drawn.upright.append(DrawnRun(x1, min(y1, y2), max(y1, y2)))
            elif abs(y1 - y2) <= TOLERANCE:
                drawn.level.append(DrawnRun(y1, min(x1, x2), max(x1, x2)))
            else:
                drawn = drawn._replace(slanted=drawn.slanted + 1)
    return drawn


def corner_groups(nodes: Sequence[Node]) -> tuple[Group, ...]:
    """Return the groups that hold lines alone: the marks at the corners of pieces."""
    return tuple(
        node
        for node in nodes
        if isinstance(node, Group)
        and not is_fold(node)
        and node.key is None
        and node.place == IDENTITY
        and node.nodes
        and all(isinstance(part, Shape) and _LINES.fullmatch(part.path.ops) for part in node.nodes)
    )


def _shapes(group: Group) -> list[Shape]:
    return [node for node in group.nodes if isinstance(node, Shape)]


def _check_corners(groups: Sequence[Group], wanted: ExpectedCorners) -> Iterator[Finding]:
    """Yield marks at the corners of pieces that are missing, or that should not be there."""
    drawn: dict[tuple[Color, float], set[Ends]] = {}
    for group in groups:
        for shape in group.nodes:
            color, width, lines = _drawn_lines(shape)
            drawn.setdefault((color, width), set()).update(lines)
    for what, color, width, lines in (
        ("white", WHITE, WHITE_WIDE, wanted.beside),
        ("black", BLACK, BLACK_WIDE, wanted.beside),
        ("white", WHITE, 3 * NARROW, wanted.common),
        ("black", BLACK, NARROW, wanted.common),
    ):
        there = drawn.pop((color, width), set())
        if lost := lines - there:
            x, y, *_ = min(lost)
            others = f"; so are {len(lost) - 1} more" if len(lost) > 1 else ""
            yield Finding(MARKS, f"a {what} mark at the corner {x:g}, {y:g} mm is missing{others}")
        if more := there - lines:
            x, y, *_ = min(more)
            yield Finding(MARKS, f"a {what} mark at {x:g}, {y:g} mm is at no corner of a piece")
    if drawn:
        yield Finding(STRAY, "lines are drawn beside the pieces that are no marks")


def _drawn_lines(shape: Node) -> tuple[Color, float, set[Ends]]:
    if not isinstance(shape, Shape) or shape.stroke is None:
        return BLACK, 0.0, set()
    numbers = iter(shape.path.coords)
    lines = {ends(*line) for line in zip(numbers, numbers, numbers, numbers, strict=True)}
    paint = shape.stroke.paint
    if not isinstance(paint, Solid) or shape.stroke.dashes or shape.fill is not None:
        return BLACK, 0.0, lines
    return paint.color, shape.stroke.width, lines


def check_marks(
    drawn: DrawnMarks,
    groups: Sequence[ExpectedLines],
    windows: Sequence[Rect],
    reach: Rect,
    what: str,
) -> Iterator[Finding]:
    """Yield marks that are at no line, and required ones that are missing; ``what`` names them.

    ``groups`` has one entry for each side of a fold. ``windows`` are the visible parts of all
    placements, ``reach`` is the printable area.
    """
    off = [f"{what} that is neither upright nor level is off every edge"] * drawn.slanted
    lost: list[str] = []
    for level, runs in enumerate((drawn.upright, drawn.level)):
        directions = [lines.directions[level] for lines in groups]
        every = [line for lines, _ in directions for line in lines]
        ends = [swapped(window) for window in windows] if level else windows
        named = f"{what} at {'xy'[level]}"
        off += _wrong(runs, every, ends, named)
        for lines, boxes in directions:
            edge = swapped(reach) if level else reach
            for line, way in _missing(lines, boxes, runs, edge):
                side = ("above", "below", "left of", "right of")[2 * level + way]
                lost.append(f"{named} {line.at:.1f} mm {side} {line.key} is missing")
    for first, *more in filter(None, (off, lost)):
        others = f"; so are {len(more)} more" if more else ""
        yield Finding(MARKS, f"{first}{others}")


def _wrong(
    runs: Sequence[DrawnRun], lines: Sequence[ExpectedLine], windows: Sequence[Rect], what: str
) -> Iterator[str]:
    """Yield a message for each drawn mark that is at no line, or that runs into a drawing."""
    for run in runs:
        if not any(_at(run, line) and (_up(run, line) or _down(run, line)) for line in lines):
            off = min((abs(run.at - line.at) for line in lines), default=inf)
            away = (
                f"{off:.2f} mm from the nearest edge"
                if TOLERANCE < off < inf
                else "at no edge of a piece"
            )
            yield f"{what} {run.at:.1f} mm is {away}"
        elif any(_enters(run, window) for window in windows):
            yield f"{what} {run.at:.1f} mm is drawn into a face"


def _at(run: DrawnRun, line: ExpectedLine) -> bool:
    return abs(run.at - line.at) <= line.nudge + TOLERANCE


def _up(run: DrawnRun, line: ExpectedLine) -> bool:
    return abs(run.bottom - line.box.y) <= line.nudge + TOLERANCE


def _down(run: DrawnRun, line: ExpectedLine) -> bool:
    return abs(run.top - line.box.bottom) <= line.nudge + TOLERANCE


def _enters(run: DrawnRun, window: Rect) -> bool:
    beside = run.at <= window.x + TOLERANCE or run.at >= window.right - TOLERANCE
    inside = min(run.bottom, window.bottom) - max(run.top, window.y)
    return not beside and inside > TOLERANCE


def _missing(
    lines: Sequence[ExpectedLine], boxes: Sequence[Rect], runs: Sequence[DrawnRun], reach: Rect
) -> Iterator[tuple[ExpectedLine, int]]:
    """Yield the lines that lack a required mark, with 0 above the box, 1 below it."""
    long = [run for run in runs if run.bottom - run.top >= SHORTEST - TOLERANCE]
    for line in lines:
        found = [run for run in long if _at(run, line)]
        for way, (there, free) in enumerate(zip((_up, _down), _free(line, boxes), strict=True)):
            end = (line.box.y - reach.y, reach.bottom - line.box.bottom)[way]
            required = free >= SHORTEST + TOLERANCE if free < inf else end >= line.need[way]
            if required and not any(there(run, line) for run in found):
                yield line, way


def _free(line: ExpectedLine, boxes: Sequence[Rect]) -> tuple[float, float]:
    """Return the free lengths along a line to the next box above and below; inf without one."""
    above = below = inf
    for box in boxes:
        if box.x - HALF < line.at < box.right + HALF:
            if box.y < line.box.y - ROUNDING:
                above = min(above, line.box.y - min(box.bottom, line.box.y))
            if box.bottom > line.box.bottom + ROUNDING:
                below = min(below, max(box.y, line.box.bottom) - line.box.bottom)
    return above, below


MOST_ALIKE = 64
"""The most sheet layouts in the cache of ``Cutting``."""


@slotted
class Cutting:
    """Checks the marks of pages; of sheets with equal slots and marks only the first.

    On stock that is ``precut`` nothing tells where to cut.
    """

    ticket: Ticket
    margins: Sides
    warned: Warned
    precut: bool = False
    _passed: Bounded[object, None] = field(default_factory=lambda: Bounded(MOST_ALIKE))

    def check(self, page: Page, grids: Mapping[str, PanelGrid]) -> Iterator[Finding]:
        """Yield the findings about the marks of a page.

        ``grids`` tell how sides in panels are divided, by the key of the whole side.
        """
        cuts = [
            CutPlacement(put, claim, grids.get(claim.key))
            for put in page.placements
            if (claim := self.ticket.claim(put.key))
        ]
        beside = tuple(n for n in page.nodes if not (isinstance(n, Group) and n.key))
        found = [*_check_beside(beside, [*map(_seen, cuts)])]
        look = _look(page, cuts, beside)
        if look is None or look not in self._passed:
            marks = [*self._check(page, cuts, beside)]
            found += marks
            if look is not None and not marks:
                self._passed.keep(look, None)
        for fault in found:
            yield Finding(fault.rule, f"{page.label}: {fault.message}")

    def _check(
        self, page: Page, cuts: Sequence[CutPlacement], beside: Sequence[Node]
    ) -> Iterator[Finding]:
        sides = [[cut for cut in cuts if side_of(cut.put) == side] for side in ("face", "back")]
        folded = all(sides)
        windows = [cut.put.window for cut in cuts]
        reach = _reach(page, cuts, self.margins)
        crops = drawn_marks(mark_shapes(beside, dashed=False))
        folds = drawn_marks(mark_shapes(beside, dashed=True))
        if folded:
            folds, found = _without_fold(folds, page)
            yield from found
        groups = corner_groups(beside)
        corners = drawn_marks([line for group in groups for line in _shapes(group)])
        knifed = [] if self.precut else cuts
        lines = [] if self.precut else [crop_lines(side, self.warned, folded) for side in sides]
        panels: list[CutSides] = []
        for cut in cuts:
            if cut.claim.panel is not None:
                strips, found = _strips(cut, crops, corners, self.warned)
                yield from found
                lines.append(panel_lines(cut, page, self.margins, strips))
                panels.append(panel_sides(cut, page, self.margins, strips))
        yield from check_marks(crops, lines, windows, reach, "the crop mark")
        creased = [fold_lines(side, self.warned, folded) for side in sides]
        yield from check_marks(folds, creased, windows, reach, "the fold mark")
        yield from check_fold_lines(cuts, fold_groups(beside))
        yield from _check_outlines(knifed, outline_shapes(beside), outline_grounds(beside))
        yield from _check_corners(groups, corner_lines(knifed, panels))


def _reach(page: Page, cuts: Sequence[CutPlacement], margins: Sides) -> Rect:
    """Return the printable area, with symmetric margins unless the page has panels."""
    if not any(cut.claim.panel for cut in cuts):
        left, top, right, bottom = margins
        across, down = max(left, right), max(top, bottom)
        margins = Sides(across, down, across, down)
    return Rect.of(page.size).inset(margins)


def _look(page: Page, cuts: Sequence[CutPlacement], beside: Sequence[Node]) -> object | None:
    """Return a cache key for the marks of a page, None where comparing it would be slow."""
    if any(cut.claim.panel or cut.piece.creases or cut.piece.outline for cut in cuts):
        return None
    slots = tuple(
        (cut.put.slot, cut.put.window, side_of(cut.put), cut.piece.component.name) for cut in cuts
    )
    shapes = tuple(node for node in beside if isinstance(node, Shape))
    return page.size, slots, shapes, corner_groups(beside)


def _without_fold(folds: DrawnMarks, page: Page) -> tuple[DrawnMarks, list[Finding]]:
    """Return the fold marks without the gutterfold's own, and a finding if that is not one line."""
    middle = Rect.of(page.size).center
    upright = [run for run in folds.upright if not _crosses(run, middle.x, page.size.height)]
    level = [run for run in folds.level if not _crosses(run, middle.y, page.size.width)]
    left = DrawnMarks(upright, level, folds.slanted)
    lines = len(folds.upright) + len(folds.level) - len(upright) - len(level)
    fault = f"{lines} lines to fold along are in the middle of the sheet, not 1"
    return left, [] if lines == 1 else [Finding(BACK, fault)]


def _crosses(run: DrawnRun, middle: float, length: float) -> bool:
    return abs(run.at - middle) <= TOLERANCE and run.bottom - run.top > length / 2


def _strips(
    cut: CutPlacement, crops: DrawnMarks, corners: DrawnMarks, warned: Warned
) -> tuple[dict[str, float], list[Finding]]:
    """Return the widths of a panel's glue strips, by edge, and findings.

    A strip that imposition warned of is as wide as its crop marks say, or else those at its
    corners; it has no entry without any.
    """
    component = cut.piece.component
    overlap = cut.piece.panels.overlap if cut.piece.panels else 0.0
    strips: dict[str, float] = {}
    found: list[Finding] = []
    if not cut.put.window.contains(shown := cell(cut), TOLERANCE):
        message = f"{cut.put.key} does not show its part of the board, {shown.size}"
        found.append(Finding(PANEL, message))
    for edge, joint in joints(cut):
        outward = 1 if edge in ("right", "bottom") else -1
        level = edge in ("top", "bottom")
        if component.where not in warned.narrow:
            strips[edge] = overlap
            continue
        for marks in (crops, corners):
            runs = marks.level if level else marks.upright
            wide = [(run.at - joint) * outward for run in runs]
            marked = [width for width in wide if TOLERANCE < width <= overlap + TOLERANCE]
            if marked:
                strips[edge] = min(marked)
                break
    return strips, found


def _check_outlines(
    cuts: Sequence[CutPlacement], shapes: Sequence[Shape], grounds: Sequence[Group]
) -> Iterator[Finding]:
    """Yield a finding for the first piece whose outline is not drawn at its place.

    ``grounds`` are the white lines below the outlines.
    """
    ops = "".join(shape.path.ops for shape in shapes)
    coords = [number for shape in shapes for number in shape.path.coords]
    for cut in cuts:
        outline = cut.piece.outline
        if outline is None or side_of(cut.put) != "face":
            continue
        want = outline.placed(cut.put.slot.place)
        here, coords = coords[: len(want.coords)], coords[len(want.coords) :]
        same = ops.startswith(want.ops) and len(here) == len(want.coords)
        if not same or apart(here, want.coords) > TOLERANCE:
            yield Finding(MARKS, f"the outline of {cut.put.key} is missing or not at its place")
            return
        ops = ops.removeprefix(want.ops)
    if ops:
        yield Finding(MARKS, "an outline is drawn that belongs to no piece")
    elif len(grounds) < len(shapes):
        yield Finding(MARKS, "an outline has no white beside it on the side that is cut away")


def _seen(cut: CutPlacement) -> Rect:
    """Return the window without what the next panel covers when it is glued over it."""
    window = cut.put.window
    left, top, right, bottom = window.x, window.y, window.right, window.bottom
    for edge, joint in joints(cut):
        match edge:
            case "left":
                left = joint
            case "top":
                top = joint
            case "right":
                right = joint
            case _:
                bottom = joint
    return Rect(left, top, right - left, bottom - top)


def _check_beside(beside: Sequence[Node], windows: Sequence[Rect]) -> Iterator[Finding]:
    """Yield a finding for each node over a piece that is no mark, fold or outline."""
    marks: set[Node] = {*mark_shapes(beside, dashed=False), *mark_shapes(beside, dashed=True)}
    marks |= {*outline_shapes(beside), *outline_grounds(beside)}
    marks |= {*corner_groups(beside), *fold_groups(beside)}
    covered = [Bounds.of(window.inset(TOLERANCE)) for window in windows]
    for node in beside:
        if node not in marks and any(
            box.meets(window) for box in _boxes(node, Affine()) for window in covered
        ):
            yield Finding(STRAY, "something other than a mark is drawn over a piece")


def _boxes(node: Node, place: Affine) -> Iterator[Bounds]:
    """Yield what each shape, picture and text of a node covers, of a text the line it stands on."""
    match node:
        case Group():
            inner = place @ node.place
            for child in node.nodes:
                yield from _boxes(child, inner)
        case Shape():
            yield Bounds.hull(node.path.coords, place)
        case Picture():
            yield Bounds.of(place.box(node.box))
        case Text():
            (x, y), starts = node.origin, [start * node.size for start, _ in node.words]
            yield Bounds.hull((x, y, x + max(starts, default=0.0), y), place)
