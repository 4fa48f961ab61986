"""Where a page is cut and folded: the lines that follow from its slots, by geometry of its own."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from pnp.base.diagnostics import Where
from pnp.geometry.plane import Rect, Sides
from pnp.kinds.piece import Piece
from pnp.proof.ticket import Claim
from pnp.proof.traits import TOLERANCE
from pnp.scene.page import Page, Placement

HALF = 0.075
"""Half the width of a mark: at the very edge of the printable area it is moved inside by that."""

SHORTEST = 1.0
"""Where so many millimetres are free beyond a piece, there is a mark."""

STRIP = 3.2
"""How high the strip of a label or ruler is, in millimetres: no mark is promised in it."""

NEVER = (inf, inf)

ALWAYS = (-inf, -inf)

BEHIND_STRIP = STRIP + SHORTEST

BEHIND_STRIPS = 2 * STRIP + SHORTEST
"""What must be free for a mark where a label may be, and where a ruler may be beside it."""


class ExpectedLine(NamedTuple):
    """An upright line that is cut or folded, at an x; marks stand above and below a box.

    ``need`` is how many millimetres must be free between box and printable area, above and below,
    for a mark to be promised. A mark may be ``nudge`` millimetres off its line and off the box.
    """

    at: float
    box: Rect
    need: tuple[float, float]
    nudge: float
    key: str


class ExpectedLines(NamedTuple):
    """The lines of pieces that lie on one side of a fold; level ones have x and y swapped.

    ``boxes`` are what marks keep out of.
    """

    upright: Sequence[ExpectedLine]
    level: Sequence[ExpectedLine]
    boxes: Sequence[Rect]

    @property
    def directions(self) -> tuple[tuple[Sequence[ExpectedLine], Sequence[Rect]], ...]:
        """Return the lines of both directions with the boxes as these see them."""
        return (self.upright, self.boxes), (self.level, [swapped(box) for box in self.boxes])


class CutPlacement(NamedTuple):
    """A placement with the piece that is on it, and the number of rows and columns of panels."""

    put: Placement
    claim: Claim
    grid: tuple[int, int]

    @property
    def piece(self) -> Piece:
        """Return the piece that is cut out."""
        return self.claim.side.piece

    @property
    def straight(self) -> bool:
        """Say whether it is cut along its trim."""
        return self.piece.outline is None and not self.piece.component.kind.guide


class Warned(NamedTuple):
    """The places of components without room for marks, and of those with narrow glue strips."""

    unmarked: Collection[Where | None]
    narrow: Collection[Where | None]


def crop_lines(cuts: Sequence[CutPlacement], warned: Warned, folded: bool) -> ExpectedLines:
    """Return the lines along the trims of all pieces that are cut straight and lie whole."""
    upright: list[ExpectedLine] = []
    level: list[ExpectedLine] = []
    for cut in cuts:
        if not cut.straight or cut.claim.panel is not None:
            continue
        trim, window, key = cut.put.slot.rect, cut.put.window, cut.put.key
        clipped = cut.piece.component.where in warned.unmarked
        need = (NEVER if folded else (BEHIND_STRIP, BEHIND_STRIP)) if clipped else ALWAYS
        nudge = HALF if clipped else 0.0
        upright += [ExpectedLine(x, window, need, nudge, key) for x in (trim.x, trim.right)]
        level += [ExpectedLine(y, swapped(window), need, nudge, key) for y in (trim.y, trim.bottom)]
    return ExpectedLines(upright, level, [cut.put.window for cut in cuts])


def fold_lines(cuts: Sequence[CutPlacement], warned: Warned, folded: bool) -> ExpectedLines:
    """Return the lines along the level and upright creases of all pieces."""
    upright: list[ExpectedLine] = []
    level: list[ExpectedLine] = []
    for cut in cuts:
        sure = cut.straight and cut.claim.panel is None
        clipped = not sure or cut.piece.component.where in warned.unmarked
        need = (NEVER if folded else (BEHIND_STRIPS, BEHIND_STRIPS)) if clipped else ALWAYS
        for crease in cut.piece.creases if cut.put.key.endswith("/face") else ():
            pen = (0.0, 0.0)
            for op, coords in crease.placed(cut.put.slot.place).segments():
                end = (coords[-2], coords[-1]) if coords else pen
                if op == "L":
                    upright += _crease(pen, end, cut.put.window, need, cut.put.key)
                    turned = swapped(cut.put.window)
                    level += _crease(pen[::-1], end[::-1], turned, need, cut.put.key)
                pen = end
    return ExpectedLines(upright, level, [cut.put.window for cut in cuts])


def _crease(
    start: Sequence[float],
    end: Sequence[float],
    window: Rect,
    need: tuple[float, float],
    key: str,
) -> Iterator[ExpectedLine]:
    """Yield the line along an upright crease that crosses a window."""
    if abs(start[0] - end[0]) < 1e-6 and window.x < start[0] < window.right:
        yield ExpectedLine(start[0], window, need, HALF, key)


def panel_lines(
    cut: CutPlacement, page: Page, margins: Sides, strips: Mapping[str, float]
) -> ExpectedLines:
    """Return the lines around a panel and its glue strips.

    ``strips`` are the widths of the glue strips, by the edge that is joined. One that has no marks
    ends where the printer does not reach.
    """
    printable = Rect.of(page.size).inset(margins)
    whole, shown = cell(cut), cut.put.window
    joined = dict(joints(cut))
    overlap = cut.piece.panels.overlap if cut.piece.panels else 0.0
    growth = {edge: strips.get(edge, overlap) for edge in joined}
    piece = whole.inset(Sides(**{edge: -growth.get(edge, 0.0) for edge in Sides._fields}))
    box = shown.union(piece.intersection(printable) or shown)
    roomy = _roomy(cut)
    sure = {
        edge: SHORTEST + TOLERANCE if edge in roomy else BEHIND_STRIPS for edge in Sides._fields
    }
    reached = printable.inset(-TOLERANCE)
    key, unknown = cut.put.key, [edge for edge in joined if edge not in strips]
    upright = [
        ExpectedLine(x, box, (sure["top"], sure["bottom"]), HALF, key)
        for edge, x in (("left", piece.x), ("right", piece.right))
        if reached.x <= x <= reached.right and edge not in unknown
    ]
    level = [
        ExpectedLine(y, swapped(box), (sure["left"], sure["right"]), HALF, key)
        for edge, y in (("top", piece.y), ("bottom", piece.bottom))
        if reached.y <= y <= reached.bottom and edge not in unknown
    ]
    return ExpectedLines(upright, level, [shown])


def cell(cut: CutPlacement) -> Rect:
    """Return where a panel's own part of its board lies on the paper."""
    return cut.put.slot.place.box(cell_of(cut))


def cell_of(cut: CutPlacement) -> Rect:
    """Return a panel's own part of its board, from the board's top-left corner."""
    (row, column), (rows, columns) = cut.claim.panel or (0, 0), cut.grid
    width, height = cut.put.face.trim
    width, height = width / columns, height / rows
    return Rect(column * width, row * height, width, height)


def joints(cut: CutPlacement) -> Iterator[tuple[str, float]]:
    """Yield the edges of a panel on its paper that the next panel is glued over, and where."""
    (row, column), (rows, columns) = cut.claim.panel or (0, 0), cut.grid
    box = cell(cut)
    at = {"left": box.x, "top": box.y, "right": box.right, "bottom": box.bottom}
    for edge, follows in zip(_roomy(cut), (column + 1 < columns, row + 1 < rows), strict=True):
        if follows:
            yield edge, at[edge]


def _roomy(cut: CutPlacement) -> tuple[str, str]:
    """Return the edges on the paper that are a board's right and bottom: no label is there."""
    around = ("right", "bottom", "left", "top")
    quarter = cut.put.slot.turn // 90
    return around[quarter % 4], around[(quarter + 1) % 4]


def swapped(rect: Rect) -> Rect:
    """Return a rectangle with x and y exchanged, so that one rule serves both directions."""
    return Rect(rect.y, rect.x, rect.height, rect.width)
