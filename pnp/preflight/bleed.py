"""Checks that art which reaches the cut continues into the bleed."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pnp.base.diagnostics import Rule, Severity
from pnp.geometry.plane import Bounds, Point
from pnp.geometry.polygon import Corners, area
from pnp.preflight.backdrop import BARE, HANDMADE, from_paper, grounded
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation

SAMPLES = 6
"""How many points of a straight side are sampled; an outline gets three times as many."""


class CutPoint(NamedTuple):
    """A point of the cut and the unit normal that points out of the piece."""

    at: Point
    out: Point

    def past(self, by: float) -> Point:
        """Return the point ``by`` millimetres outside the cut; inside for a negative number."""
        return Point(self.at.x + by * self.out.x, self.at.y + by * self.out.y)


def edges(frame: CutFrame) -> Iterator[list[CutPoint]]:
    """Yield the sample points of each straight side of the cut, or of each part of its outline.

    A part without a length, as what is scaled to nothing, has none.
    """
    if not frame.outline:
        first, *rest = frame.trim.corners
        for start, end in pairwise((first, *rest, first)):
            yield _along((start, end), SAMPLES, 1)
    for part in frame.outline:
        if points := _along(part.corners, 3 * SAMPLES, 1 if area(part.corners) >= 0 else -1):
            yield points


def _along(corners: Corners, count: int, turn: int) -> list[CutPoint]:
    """Return points at even distances along lines; ``turn`` is 1 if clockwise, else -1."""
    lines = [(hypot(x2 - x, y2 - y), (x, y), (x2, y2)) for (x, y), (x2, y2) in pairwise(corners)]
    step = sum(length for length, *_ in lines) / count
    found, gone, due = list[CutPoint](), 0.0, step / 2
    for length, (x, y), (x2, y2) in lines:
        dx, dy = (x2 - x) / (length or 1), (y2 - y) / (length or 1)
        while due < gone + length:
            at = Point(x + dx * (due - gone), y + dy * (due - gone))
            found.append(CutPoint(at, Point(turn * dy, -turn * dx)))
            due += step
        gone += length
    return found


GROUND = (0.5, 1.2, 2.0)
"""Distances inside the cut, in millimetres. Paint at all three is a ground, which is meant to run
over the cut; a line, which may end anywhere, is narrower."""

ENOUGH = 1.5
"""How far past the cut, in millimetres, art must run if the bleed is that wide: cuts by hand drift
by 1 to 2 mm."""

PAINTED = 10.0
"""The least distance (CIEDE2000) of a ground from white paper."""

STEP = 0.02
"""The precision, in millimetres, to which the end of the art is searched."""

RULE = Rule(
    "no-bleed",
    "Art that reaches the cut runs on past it",
    Severity.WARNING,
    "A knife lands a little beside the line. Where the ground ends at the line a white sliver "
    "stays on one side of the card; where it runs on, nobody sees the slip. White needs no bleed.",
    "ernierasta, pnp-howto: 2 to 3 mm of bleed round every card; The Game Crafter, help article "
    "392: cuts drift",
    good='<rect x="-3" y="-3" width="46" height="66" fill="#264"/>',
    bad='<rect x="-3" y="-3" width="46" height="66" fill="#fff"/>'
    '<rect x="0" y="0" width="40" height="60" fill="#264"/>',
)


def violations(view: SideView) -> Iterator[Violation]:
    """Yield one violation if art ends too soon: for the edge of the cut where it ends soonest."""
    frame = view.frame
    if frame.bleed < HANDMADE * 2 or not frame.component.kind.close_cut or grounded(view):
        return
    reach = [_reach(view, side) for side in edges(frame)]
    least = min((one for one in reach if one is not None), default=None)
    if least is not None:
        message = (
            f"art ends {max(0.0, least):.1f} mm past the cut, its bleed is {frame.bleed:g} mm: a"
            " slip of the knife leaves a white edge"
        )
        hint = "run the art on to the edge of the bleed, or end it well inside the card"
        yield Violation(RULE, frame.side, -least, message, hint)


def _reach(view: SideView, side: Sequence[CutPoint]) -> float | None:
    """Return how far past the cut art runs on one side, in millimetres; None where far enough.

    A side fails if half of its points do: single details, such as a leaf, may end anywhere.
    """
    near = Bounds.hull(
        [c for edge in side for by in (-max(GROUND), _required(view.frame)) for c in edge.past(by)]
    )
    ops = tuple(view.below(len(view.ops), near))[::-1]
    bare = list[CutPoint]()
    for number, edge in enumerate(side):
        if 2 * (number - len(bare)) > len(side):
            return None
        if _is_bare(view, ops, edge):
            bare.append(edge)
    return min(_end(view, ops, edge) for edge in bare) if 2 * len(bare) >= len(side) else None


def _is_bare(view: SideView, ops: Sequence[PaintOp], edge: CutPoint) -> bool:
    """Return whether there is a ground inside the cut, and white paper outside of it."""
    if _paint(view, ops, edge.past(_required(view.frame)), unknown=PAINTED) >= BARE:
        return False
    return all(_paint(view, ops, edge.past(-deep), unknown=0) >= PAINTED for deep in GROUND)


def _paint(view: SideView, ops: Sequence[PaintOp], point: Point, *, unknown: float) -> float:
    """Return the distance (CIEDE2000) of a point from white paper; ``unknown`` under a mask."""
    color = view.reader.ground.color(ops, point)
    return unknown if color is None else from_paper(color)


def _required(frame: CutFrame) -> float:
    return min(frame.bleed, ENOUGH) - HANDMADE


def _end(view: SideView, ops: Sequence[PaintOp], edge: CutPoint) -> float:
    """Return how far past a point of the cut the art ends, in millimetres, by bisection."""
    low, high = -min(GROUND), _required(view.frame)
    while high - low > STEP:
        middle = (low + high) / 2
        painted = _paint(view, ops, edge.past(middle), unknown=PAINTED) >= BARE
        low, high = (middle, high) if painted else (low, middle)
    return low
