"""Checks for straight edges of art beside the cut, which show how far a knife slipped."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pnp.base.diagnostics import Rule, Severity
from pnp.base.vision import difference
from pnp.geometry.plane import Bounds, Point
from pnp.geometry.polygon import COARSE, area
from pnp.preflight.backdrop import BARE, from_paper
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation
from pnp.scene.node import Shape

NEAR = 0.5
"""How far from the cut, in millimetres, an edge of art is beside it: less than a knife slips."""

SHARE = 0.5
"""Of a straight side of the cut: art along less of it is a detail, which may end anywhere."""

STRAIGHT = 10.0
"""The least length in millimetres of a straight side. A curved cut has none."""

LONG = 100.0
"""How far past a side, in millimetres, the ends of lines beside it are looked for."""

SAMPLES = 8
"""At how many lines of an edge its colours are looked at."""

STEP = 0.1
"""How far to both sides of an edge, in millimetres, its colours are looked at."""

SEEN = 10.0
"""The least difference (CIEDE2000) of the colours at which an edge is visible."""

RULE = Rule(
    "edge-line",
    "No line runs right beside the cut",
    Severity.WARNING,
    "Cuts drift by more than half a millimetre. A line that runs along the cut, a little inside or "
    "a little outside, is then whole on one card, a sliver on the next, and gone on a third.",
    "The Game Crafter, help article 392: drift",
    good='<path d="M37 0V60" stroke="#222" stroke-width="0.3"/>',
    bad='<path d="M39.7 0V60" stroke="#222" stroke-width="0.3"/>',
)


class CutSide(NamedTuple):
    """A straight side of the cut: its start, the unit vector along it, and its length (mm)."""

    start: Point
    way: Point
    length: float

    @classmethod
    def between(cls, start: Point, end: Point) -> "CutSide":
        """Return the side from a corner to the next."""
        length = hypot(end.x - start.x, end.y - start.y)
        return cls(start, Point((end.x - start.x) / length, (end.y - start.y) / length), length)

    @property
    def out(self) -> Point:
        """Return the unit normal on the left of the way; outside on a clockwise cut."""
        return Point(self.way.y, -self.way.x)

    def beside(self, past: float) -> Bounds:
        """Return a box around all that is beside the side, and so far past its ends."""
        ends = (*self.at(-past, 0.0), *self.at(self.length + past, 0.0))
        return Bounds.hull(ends).grown(NEAR)

    def seen(self, x: float, y: float) -> Point:
        """Return a point as distances along the side, and past it."""
        start, way, _ = self
        dx, dy = x - start.x, y - start.y
        return Point(dx * way.x + dy * way.y, dx * way.y - dy * way.x)

    def shared(self, a: Point, b: Point) -> float:
        """Return how long a line, given as ``seen``, goes beside the side, in millimetres."""
        return max(0.0, min(max(a.x, b.x), self.length) - max(min(a.x, b.x), 0.0))

    def at(self, along: float, past: float) -> Point:
        """Return the point that is ``seen`` at these distances."""
        x = self.start.x + along * self.way.x + past * self.out.x
        return Point(x, self.start.y + along * self.way.y + past * self.out.y)


class EdgeLine(NamedTuple):
    """Edges of a shape along a side of the cut, each as two points as the side sees them.

    ``wide`` is half of a stroke's width in millimetres, 0 for the edge of a fill.
    """

    op: PaintOp
    side: CutSide
    runs: tuple[tuple[Point, Point], ...]
    wide: float

    @property
    def past(self) -> float:
        """Return the mean distance past the cut, in millimetres; negative inside."""
        return sum(a.y + b.y for a, b in self.runs) / (2 * len(self.runs))


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the edge of art that is nearest beside the cut of a side, if there is one."""
    if not view.frame.component.kind.close_cut:
        return
    found = [line for layer in view.layers for line in layer.cached(_lines)]
    shown = [line for line in found if _visible(view, line)]
    if shown:
        line = min(shown, key=lambda one: abs(one.past))
        where = "outside" if line.past > 0 else "inside"
        yield Violation(
            RULE,
            view.frame.side,
            -abs(line.past),
            f"an edge of the art runs along the cut, {abs(line.past):.1f} mm {where}: each slip of"
            " the knife shows",
            f"move it {NEAR:g} mm or more inside, or run the ground on over the cut",
        ).of(line.op)


def _lines(frame: CutFrame, ops: Iterable[PaintOp]) -> list[EdgeLine]:
    """Return the shapes' edges that run along a side of the cut."""
    sides = _long_sides(frame)
    return [line for op in ops if isinstance(op.node, Shape) for line in _beside(sides, op)]


@lru_cache(maxsize=8)  # the cards of a deck have one frame
def _long_sides(frame: CutFrame) -> Sequence[tuple[CutSide, Bounds]]:
    """Return the sides of the cut on which edges are looked for, each with its strip."""
    return [(side, side.beside(LONG)) for side in _sides(frame) if side.length >= STRAIGHT]


def _sides(frame: CutFrame) -> Iterator[CutSide]:
    trim = frame.trim.corners
    for corners in [part.corners for part in frame.outline] or [(*trim, trim[0])]:
        clockwise = corners if area(corners) >= 0 else corners[::-1]  # a back's is mirrored
        for (x, y), (x2, y2) in pairwise(clockwise):
            if (x, y) != (x2, y2):
                yield CutSide.between(Point(x, y), Point(x2, y2))


def _beside(sides: Sequence[tuple[CutSide, Bounds]], op: PaintOp) -> Iterator[EdgeLine]:
    """Yield the edges of a shape along the sides, each with its strip."""
    assert isinstance(op.node, Shape)
    near = [(side, strip) for side, strip in sides if _may_run(side, strip, op.box)]
    if not near:
        return  # hardly any shape is flattened
    wide = op.node.stroke.width * op.place.stretch / 2 if op.node.stroke else 0.0
    near = [(side, strip.grown(wide)) for side, strip in near]
    path = op.node.path.placed(op.place)
    chains = list(path.chains(COARSE, [strip for _, strip in near]))
    for side, strip in near:
        runs = tuple(run for chain in chains for run in _runs(side, strip, chain, NEAR + wide))
        if sum(side.shared(*run) for run in runs) >= SHARE * side.length:
            yield EdgeLine(op, side, runs, wide)


def _may_run(side: CutSide, strip: Bounds, box: Bounds) -> bool:
    """Say whether a shape in a box may run beside a side for long enough."""
    if not strip.meets(box):
        return False
    common, way = side.beside(0.0).within(box), side.way
    return common.width * abs(way.x) + common.height * abs(way.y) >= SHARE * side.length


def _runs(
    side: CutSide, strip: Bounds, corners: Iterable[tuple[float, float]], reach: float
) -> Iterator[tuple[Point, Point]]:
    """Yield the lines between corners in a box that are within reach of a side, as it sees them."""
    left, top, right, bottom = strip
    last = None
    for x, y in corners:
        here = side.seen(x, y) if left <= x <= right and top <= y <= bottom else None
        if here is not None and abs(here.y) >= reach:
            here = None
        if last is not None and here is not None:
            yield last, here
        last = here


def _visible(view: SideView, line: EdgeLine) -> bool:
    """Return whether colours differ across most of an edge."""
    runs = [run for run in line.runs if line.side.shared(*run)]
    chosen = runs[:: 1 + len(runs) // SAMPLES]
    marks = [Point(_middle(line.side, *run), (run[0].y + run[1].y) / 2) for run in chosen]
    return 2 * sum(_shows(view, line, mark) for mark in marks) > len(marks)


def _middle(side: CutSide, a: Point, b: Point) -> float:
    """Return where along a side the middle of a line is, of its part beside the side."""
    return (min(max(a.x, b.x), side.length) + max(min(a.x, b.x), 0.0)) / 2


def _shows(view: SideView, line: EdgeLine, mark: Point) -> bool:
    """Say whether an edge shows at one point: a stroke has two edges, a fill one.

    Art that ends on white paper is another rule's, ``no-bleed``; a line shows on its inner side.
    """
    for edge in {mark.y - line.wide, mark.y + line.wide}:
        inner, outer = (line.side.at(mark.x, edge + by) for by in (-STEP, STEP))
        one, other = (view.reader.ground.color(view.ops, at) for at in (inner, outer))
        if one is None or other is None or abs(edge) >= NEAR or from_paper(other) < BARE:
            continue
        if difference(one, other) >= SEEN:
            return True
    return False
