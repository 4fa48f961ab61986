"""Computes the cut and fold lines of a page from its slots, independently of imposition.

All lengths are millimetres, y down.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import compress
from math import inf
from typing import NamedTuple

from pnp.base.diagnostics import Where
from pnp.geometry.plane import ROUNDING, Rect, Sides
from pnp.kinds.piece import Piece
from pnp.proof.panelgrid import PanelGrid
from pnp.proof.ticket import Claim, side_of
from pnp.proof.traits import TOLERANCE
from pnp.scene.page import Page, Placement

HALF = 0.075
"""Half the width of a mark: at the edge of the printable area it is moved inside by that."""

SHORTEST = 1.0
"""The least free length beyond a piece that has a mark."""

LEAST_OFF = 0.5
"""Millimetres: the narrowest strip of paper that can be cut off."""

STRIP = 3.2
"""The height of the strip of a label or ruler: no mark is required in it."""

NEVER = (inf, inf)
ALWAYS = (-inf, -inf)
BEHIND_STRIP = STRIP + SHORTEST
BEHIND_STRIPS = 2 * STRIP + SHORTEST
"""The free length that requires a mark: beside a label, and beside a label and a ruler."""


class ExpectedLine(NamedTuple):
    """A vertical line at x = ``at`` that is cut or folded; its marks are above and below ``box``.

    ``need`` is the free length between box and printable area, above and below, from which a mark
    is required. A mark may be up to ``nudge`` off the line and off the box.
    """

    at: float
    box: Rect
    need: tuple[float, float]
    nudge: float
    key: str


class ExpectedLines(NamedTuple):
    """The vertical and horizontal lines of pieces on one side of a fold; marks stay off ``boxes``.

    Horizontal (``level``) lines have x and y swapped.
    """

    upright: Sequence[ExpectedLine]
    level: Sequence[ExpectedLine]
    boxes: Sequence[Rect]

    @property
    def directions(self) -> tuple[tuple[Sequence[ExpectedLine], Sequence[Rect]], ...]:
        """Return the lines of each direction with the boxes, swapped as the lines are."""
        return (self.upright, self.boxes), (self.level, [swapped(box) for box in self.boxes])


class CutPlacement(NamedTuple):
    """A placement with its claim, and how the whole is divided if it is a panel."""

    put: Placement
    claim: Claim
    grid: PanelGrid | None

    @property
    def piece(self) -> Piece:
        """Return the piece of the placement."""
        return self.claim.side.piece


class Warned(NamedTuple):
    """The places of components that imposition warned of: no room for marks, narrow glue strips."""

    unmarked: Collection[Where | None]
    narrow: Collection[Where | None]


def crop_lines(cuts: Sequence[CutPlacement], warned: Warned, folded: bool) -> ExpectedLines:
    """Return the lines along the trims of the pieces that are cut straight, panels left out."""
    upright: list[ExpectedLine] = []
    level: list[ExpectedLine] = []
    for cut in cuts:
        if not cut.piece.cut_straight or cut.claim.panel is not None:
            continue
        trim, window, key = cut.put.slot.rect, cut.put.window, cut.put.key
        clipped = cut.piece.component.where in warned.unmarked
        need = (NEVER if folded else (BEHIND_STRIP, BEHIND_STRIP)) if clipped else ALWAYS
        nudge = HALF if clipped else 0.0
        upright += [ExpectedLine(x, window, need, nudge, key) for x in (trim.x, trim.right)]
        level += [ExpectedLine(y, swapped(window), need, nudge, key) for y in (trim.y, trim.bottom)]
    return ExpectedLines(upright, level, [cut.put.window for cut in cuts])


CORNER = 3.0
QUARTER = 0.25
BLACK_WIDE, WHITE_WIDE = 0.15, 0.35
ON_EDGE = 1.0
NARROW = 0.1
"""Marks at corners: their length, the most that they take of an edge, the widths of black and of
the white below; and the length of those on an edge that two pieces share, with the black's width.
"""

Ends = tuple[float, ...]
"""The ends of a line, upper left one first, to a hundredth of a millimetre."""


class ExpectedCorners(NamedTuple):
    """The marks at the corners of pieces: those beside the edges, and those on edges."""

    beside: set[Ends]
    common: set[Ends]


class CutSides(NamedTuple):
    """What is cut out along some of its ``sides``, as ``Sides`` names them, and its window."""

    rect: Rect
    window: Rect
    sides: Collection[str] = Sides._fields


def corner_lines(cuts: Sequence[CutPlacement], panels: Sequence[CutSides]) -> ExpectedCorners:
    """Return the marks along the edges of faces that are cut straight, and of panels."""
    found = ExpectedCorners(set(), set())
    whole = [
        CutSides(cut.put.slot.rect, cut.put.window)
        for cut in cuts
        if cut.piece.cut_straight and cut.claim.panel is None and side_of(cut.put) == "face"
    ]
    for rect, window, sides in (*whole, *panels):
        _add_corners(rect, window, [side in sides for side in ("left", "right")], found)
        across = [side in sides for side in ("top", "bottom")]
        _add_corners(swapped(rect), swapped(window), across, found, level=True)
    return found


def _add_corners(
    trim: Rect, window: Rect, cut: Sequence[bool], found: ExpectedCorners, *, level: bool = False
) -> None:
    """Add the marks of the upright edges; those of ``level`` ones have x and y swapped.

    ``cut`` tells whether the first edge has marks, and whether the second one has.
    """
    length = min(CORNER, trim.height * QUARTER)
    edges = (
        (trim.x, -WHITE_WIDE / 2, trim.x - window.x),
        (trim.right, WHITE_WIDE / 2, window.right - trim.right),
    )
    for x, off, room in compress(edges, cut):
        alone = room >= WHITE_WIDE - ROUNDING
        marks, by = (found.beside, off) if alone else (found.common, 0)
        reach = length if alone else min(ON_EDGE, length)
        for y in (trim.y, trim.bottom - reach):
            marks.add(ends(x + by, y, x + by, y + reach, level=level))


def ends(x1: float, y1: float, x2: float, y2: float, *, level: bool = False) -> Ends:
    """Return the ends of a line for comparison; ``level`` swaps x and y back.

    The millionth keeps apart numbers from rounding either way that end in half a hundredth.
    """
    first, last = sorted([(y1, x1), (y2, x2)] if level else [(x1, y1), (x2, y2)])
    return tuple(round(value + ROUNDING, 2) for value in (*first, *last))


def fold_lines(cuts: Sequence[CutPlacement], warned: Warned, folded: bool) -> ExpectedLines:
    """Return the lines along the horizontal and vertical creases of all pieces."""
    upright: list[ExpectedLine] = []
    level: list[ExpectedLine] = []
    for cut in cuts:
        free = cut.piece.cut_straight and cut.claim.panel is None
        clipped = not free or cut.piece.component.where in warned.unmarked
        need = (NEVER if folded else (BEHIND_STRIPS, BEHIND_STRIPS)) if clipped else ALWAYS
        for crease in cut.piece.creases if side_of(cut.put) == "face" else ():
            for stroke in crease.placed(cut.put.slot.place).strokes():
                if stroke.ops == "ML":
                    start, end = stroke.coords[:2], stroke.coords[2:]
                    upright += _crease(start, end, cut.put.window, need, cut.put.key)
                    turned = swapped(cut.put.window)
                    level += _crease(start[::-1], end[::-1], turned, need, cut.put.key)
    return ExpectedLines(upright, level, [cut.put.window for cut in cuts])


def _crease(
    start: Sequence[float], end: Sequence[float], window: Rect, need: tuple[float, float], key: str
) -> Iterator[ExpectedLine]:
    """Yield the line along a vertical crease that crosses a window."""
    if abs(start[0] - end[0]) < ROUNDING and window.x < start[0] < window.right:
        yield ExpectedLine(start[0], window, need, HALF, key)


def panel_lines(
    cut: CutPlacement, page: Page, margins: Sides, strips: Mapping[str, float]
) -> ExpectedLines:
    """Return the lines around a panel and its glue strips.

    ``strips`` are the widths of the glue strips, by joined edge; a strip without an entry has no
    marks, and reaches the edge of the printable area.
    """
    printable = Rect.of(page.size).inset(margins)
    shown, joined = cut.put.window, dict(joints(cut))
    piece = _with_strips(cut, strips)
    box = shown.union(piece.intersection(printable) or shown)
    roomy = _roomy(cut)
    sure = {
        edge: SHORTEST + TOLERANCE if edge in roomy else BEHIND_STRIPS for edge in Sides._fields
    }
    glued = _glued(cut)
    inner = (LEAST_OFF + ROUNDING if edge in glued else -TOLERANCE for edge in Sides._fields)
    marked = printable.inset(Sides(*inner))
    key, unknown = cut.put.key, [edge for edge in joined if edge not in strips]
    upright = [
        ExpectedLine(x, box, (sure["top"], sure["bottom"]), HALF, key)
        for edge, x in (("left", piece.x), ("right", piece.right))
        if marked.x <= x <= marked.right and edge not in unknown
    ]
    level = [
        ExpectedLine(y, swapped(box), (sure["left"], sure["right"]), HALF, key)
        for edge, y in (("top", piece.y), ("bottom", piece.bottom))
        if marked.y <= y <= marked.bottom and edge not in unknown
    ]
    return ExpectedLines(upright, level, [shown])


def panel_sides(
    cut: CutPlacement, page: Page, margins: Sides, strips: Mapping[str, float]
) -> CutSides:
    """Return what is printed of a panel and its glue strips, and the sides that are cut.

    A strip is not cut off where the printable area ends, or so near to it that nobody could.
    """
    printable, piece = Rect.of(page.size).inset(margins), _with_strips(cut, strips)
    off = {
        "left": piece.x - printable.x,
        "top": piece.y - printable.y,
        "right": printable.right - piece.right,
        "bottom": printable.bottom - piece.bottom,
    }
    glued = _glued(cut)
    sides = [edge for edge, free in off.items() if edge not in glued or free > LEAST_OFF + ROUNDING]
    return CutSides(piece.intersection(printable) or piece, cut.put.window, sides)


def _with_strips(cut: CutPlacement, strips: Mapping[str, float]) -> Rect:
    """Return a panel's part of its board with its glue strips, on the paper."""
    overlap = cut.piece.panels.overlap if cut.piece.panels else 0.0
    growth = {edge: strips.get(edge, overlap) for edge, _ in joints(cut)}
    return cell(cut).inset(Sides(**{edge: -growth.get(edge, 0.0) for edge in Sides._fields}))


def _glued(cut: CutPlacement) -> list[str]:
    """Return the edges of a panel that have a glue strip."""
    wide = cut.piece.panels is not None and cut.piece.panels.overlap > 0
    return [edge for edge, _ in joints(cut)] if wide else []


def cell(cut: CutPlacement) -> Rect:
    """Return a panel's part of its board, without glue strips, on the paper."""
    whole = Rect.of(cut.put.face.trim)
    part = whole if cut.grid is None else cut.grid.cell(*(cut.claim.panel or (0, 0)))
    return cut.put.slot.place.box(part)


def joints(cut: CutPlacement) -> Iterator[tuple[str, float]]:
    """Yield the edges of a panel that the next panel is glued over, with their x or y on paper."""
    if cut.grid is None or cut.claim.panel is None:
        return
    box = cell(cut)
    at = {"left": box.x, "top": box.y, "right": box.right, "bottom": box.bottom}
    for edge, last in zip(_roomy(cut), cut.grid.is_last(*cut.claim.panel), strict=True):
        if not last:
            yield edge, at[edge]


def _roomy(cut: CutPlacement) -> tuple[str, str]:
    """Return the edges on the paper of a board's right and bottom, where no label is."""
    around = ("right", "bottom", "left", "top")
    quarter = cut.put.slot.turn // 90
    return around[quarter % 4], around[(quarter + 1) % 4]


def swapped(rect: Rect) -> Rect:
    """Return a rectangle with x and y swapped, so that one rule serves both directions."""
    return Rect(rect.y, rect.x, rect.height, rect.width)
