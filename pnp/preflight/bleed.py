"""Art that ends at the cut, where it should run on."""

from collections.abc import Iterator, Sequence

from pnp.base.diagnostics import Rule, Severity
from pnp.geometry.plane import Bounds, Point
from pnp.preflight.backdrop import BARE, HANDMADE, from_paper, grounded
from pnp.preflight.cutline import CutPoint, edges
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation

GROUND = (0.5, 1.2, 2.0)
"""What is painted so far inside the cut, in millimetres, is meant to run over it: a line, which
may end anywhere, is narrower."""

ENOUGH = 1.5
"""How far past the cut, in millimetres, art runs at least where the bleed is that wide: cuts by
hand drift by 1 to 2 mm."""

PAINTED = 10.0
"""How far (CIEDE2000) from white paper the colour of a ground is."""

STEP = 0.02
"""To so many millimetres the end of the art is looked for."""

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


def flaws(view: SideView) -> Iterator[Violation]:
    """Yield the side of a face on which art ends soonest, if it does."""
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
    """Return how far art runs past one side of the cut, None where that has art and bleed enough.

    Most of a side has to be short of it: a leaf or a line may end anywhere.
    """
    near = Bounds.hull(
        [c for edge in side for by in (-max(GROUND), _asked(view.frame)) for c in edge.past(by)]
    )
    marks = tuple(view.below(len(view.marks), near))[::-1]
    bare = list[CutPoint]()
    for number, edge in enumerate(side):
        if 2 * (number - len(bare)) > len(side):
            return None
        if _is_bare(view, marks, edge):
            bare.append(edge)
    return min(_end(view, marks, edge) for edge in bare) if 2 * len(bare) >= len(side) else None


def _is_bare(view: SideView, marks: Sequence[PaintOp], edge: CutPoint) -> bool:
    """Say whether there is a ground inside the cut, and white paper outside of it."""
    if _paint(view, marks, edge.past(_asked(view.frame)), unknown=PAINTED) >= BARE:
        return False
    return all(_paint(view, marks, edge.past(-deep), unknown=0) >= PAINTED for deep in GROUND)


def _paint(view: SideView, marks: Sequence[PaintOp], point: Point, *, unknown: float) -> float:
    """Return how far from paper the colour at a point is; ``unknown`` where a mask hides it."""
    color = view.reader.ground.color(marks, point)
    return unknown if color is None else from_paper(color)


def _asked(frame: CutFrame) -> float:
    return min(frame.bleed, ENOUGH) - HANDMADE


def _end(view: SideView, marks: Sequence[PaintOp], edge: CutPoint) -> float:
    """Return where the art ends at a point of the cut, in millimetres outside of it."""
    low, high = -min(GROUND), _asked(view.frame)
    while high - low > STEP:
        middle = (low + high) / 2
        painted = _paint(view, marks, edge.past(middle), unknown=PAINTED) >= BARE
        low, high = (middle, high) if painted else (low, middle)
    return low
