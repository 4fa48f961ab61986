"""Whether a page shows where to cut and to fold, and nothing that lies over a piece."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.finding import Finding
from pnp.geometry import Affine, Rect, Sides
from pnp.proof.cutlines import (
    Cut,
    Warned,
    cell,
    crop_lines,
    fold_lines,
    joints,
    panel_lines,
)
from pnp.proof.cutmarks import Drawn, Run, check_marks, drawn_marks, mark_shapes, outline_shapes
from pnp.proof.faults import BACK, MARKS, PANEL, STRAY
from pnp.proof.mark import TOLERANCE, hull
from pnp.proof.ticket import Ticket
from pnp.scene.node import Group, Node, Picture, Shape
from pnp.scene.page import Page

MOST_ALIKE = 64
"""How many sheets that are filled and marked alike are remembered."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """Checks the marks of pages; sheets that are filled and marked alike are checked once."""

    ticket: Ticket
    margins: Sides
    warned: Warned
    _passed: dict[object, None] = field(default_factory=dict)

    def check(self, page: Page, grids: Mapping[str, tuple[int, int]]) -> Iterator[Finding]:
        """Yield what is wrong with the marks of a page.

        ``grids`` are the numbers of rows and columns of panels, by the key of the whole side.
        """
        cuts = [
            Cut(put, claim, grids.get(claim.key, (1, 1)))
            for put in page.placements
            if (claim := self.ticket.claim(put.key))
        ]
        beside = tuple(n for n in page.nodes if not (isinstance(n, Group) and n.key))
        found = [*_check_beside(beside, [cut.put.window for cut in cuts])]
        look = _look(page, cuts, beside)
        if look is None or look not in self._passed:
            marks = [*self._check(page, cuts, beside)]
            found += marks
            if look is not None and not marks:
                self._remember(look)
        for fault in found:
            yield Finding(fault.rule, f"{page.label}: {fault.message}")

    def _remember(self, look: object) -> None:
        if len(self._passed) >= MOST_ALIKE:
            self._passed.clear()
        self._passed[look] = None

    def _check(self, page: Page, cuts: Sequence[Cut], beside: Sequence[Node]) -> Iterator[Finding]:
        sides = [[cut for cut in cuts if cut.put.key.endswith(end)] for end in ("/face", "/back")]
        folded = all(sides)
        windows = [cut.put.window for cut in cuts]
        reach = _reach(page, cuts, self.margins)
        crops = drawn_marks(mark_shapes(beside, dashed=False))
        folds = drawn_marks(mark_shapes(beside, dashed=True))
        if folded:
            folds, found = _without_fold(folds, page)
            yield from found
        lines = [crop_lines(side, self.warned, folded) for side in sides]
        for cut in cuts:
            if cut.claim.panel is not None:
                strips, found = _strips(cut, crops, self.warned)
                yield from found
                lines.append(panel_lines(cut, page, self.margins, strips))
        yield from check_marks(crops, lines, windows, reach, "the crop mark")
        creased = [fold_lines(side, self.warned, folded) for side in sides]
        yield from check_marks(folds, creased, windows, reach, "the fold mark")
        yield from _check_outlines(cuts, outline_shapes(beside))


def _reach(page: Page, cuts: Sequence[Cut], margins: Sides) -> Rect:
    """Return what the printer reaches, for pieces that are turned over on both sides alike."""
    if not any(cut.claim.panel for cut in cuts):
        left, top, right, bottom = margins
        across, down = max(left, right), max(top, bottom)
        margins = Sides(across, down, across, down)
    return Rect.of(page.size).inset(margins)


def _look(page: Page, cuts: Sequence[Cut], beside: Sequence[Node]) -> object | None:
    """Return what the marks of a page follow from; None where that is long to compare."""
    if any(cut.claim.panel or cut.piece.creases or cut.piece.outline for cut in cuts):
        return None
    slots = tuple(
        (
            cut.put.slot,
            cut.put.window,
            cut.put.key.endswith("/back"),
            cut.piece.component.name,
        )
        for cut in cuts
    )
    shapes = tuple(node for node in beside if isinstance(node, Shape))
    return page.size, slots, shapes


def _without_fold(folds: Drawn, page: Page) -> tuple[Drawn, list[Finding]]:
    """Return the fold marks but the line in the middle that the sheet is folded along."""
    middle = Rect.of(page.size).center
    upright = [run for run in folds.upright if not _crosses(run, middle.x, page.size.height)]
    level = [run for run in folds.level if not _crosses(run, middle.y, page.size.width)]
    left = Drawn(upright, level, folds.slanted)
    lines = len(folds.upright) + len(folds.level) - len(upright) - len(level)
    fault = f"{lines} lines to fold along are in the middle of the sheet, not 1"
    return left, [] if lines == 1 else [Finding(BACK, fault)]


def _crosses(run: Run, middle: float, length: float) -> bool:
    return abs(run.at - middle) <= TOLERANCE and run.bottom - run.top > length / 2


def _strips(cut: Cut, crops: Drawn, warned: Warned) -> tuple[dict[str, float], list[Finding]]:
    """Return how wide the glue strips of a panel are, by the edges they are at, and what is wrong.

    A strip that was warned of is as wide as its crop marks say, none where there are no marks.
    """
    component = cut.piece.component
    overlap = component.overlap or 0.0
    strips: dict[str, float] = {}
    found: list[Finding] = []
    if not cut.put.window.contains(shown := cell(cut), TOLERANCE):
        message = f"{cut.put.key} does not show its part of the board, {shown.size}"
        found.append(Finding(PANEL, message))
    for edge, joint in joints(cut):
        outward = 1 if edge in ("right", "bottom") else -1
        runs = crops.upright if edge in ("left", "right") else crops.level
        if component.where not in warned.narrow:
            strips[edge] = overlap
            continue
        wide = [(run.at - joint) * outward for run in runs]
        marked = [width for width in wide if TOLERANCE < width <= overlap + TOLERANCE]
        if marked:
            strips[edge] = min(marked)
    return strips, found


def _check_outlines(cuts: Sequence[Cut], shapes: Sequence[Shape]) -> Iterator[Finding]:
    """Yield the first piece of a page whose outline is not drawn where it lies."""
    ops = "".join(shape.path.ops for shape in shapes)
    coords = [number for shape in shapes for number in shape.path.coords]
    for cut in cuts:
        outline = cut.piece.outline
        if outline is None or not cut.put.key.endswith("/face"):
            continue
        want = outline.placed(cut.put.slot.place)
        here, coords = coords[: len(want.coords)], coords[len(want.coords) :]
        same = ops.startswith(want.ops) and len(here) == len(want.coords)
        if not same or max(map(_away, here, want.coords)) > TOLERANCE:
            yield Finding(MARKS, f"the outline of {cut.put.key} is missing or not at its place")
            return
        ops = ops.removeprefix(want.ops)
    if ops:
        yield Finding(MARKS, "an outline is drawn that belongs to no piece")


def _away(first: float, second: float) -> float:
    return abs(first - second)


def _check_beside(beside: Sequence[Node], windows: Sequence[Rect]) -> Iterator[Finding]:
    """Yield what lies over a piece and is neither a mark nor an outline."""
    marks = {*mark_shapes(beside, dashed=False), *mark_shapes(beside, dashed=True)}
    marks |= {*outline_shapes(beside)}
    for node in beside:
        if node not in marks and any(_touches(node, Affine(), box) for box in windows):
            yield Finding(STRAY, "something that is no mark is drawn over a piece")


def _touches(node: Node, place: Affine, window: Rect) -> bool:
    """Say whether a drawing covers some of a window; of a text only its beginning is known."""
    if isinstance(node, Group):
        inner = place @ node.place
        return any(_touches(child, inner, window) for child in node.nodes)
    if isinstance(node, Shape):
        box = hull(node.path.coords, place)
    elif isinstance(node, Picture):
        box = place.box(node.box)
    else:
        box = Rect(*place.apply(*node.origin), 0, 0)
    return box is not None and _over(box, window)


def _over(box: Rect, window: Rect) -> bool:
    inside = window.inset(TOLERANCE)
    across = box.x < inside.right and box.right > inside.x
    return across and box.y < inside.bottom and box.bottom > inside.y
