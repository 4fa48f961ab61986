"""Checks the folds that are printed on pieces, independently of imposition."""

from collections.abc import Iterator, Sequence
from math import dist

from pnp.base.color import BLACK, WHITE, Color
from pnp.base.diagnostics import Finding
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Point
from pnp.proof.cutlines import CutPlacement
from pnp.proof.rules import MARKS
from pnp.proof.ticket import side_of
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.node import Group, Node, Shape, Solid

WIDEST = 0.3
"""The most width, in millimetres, of a line that is a mark or a fold."""

SEEN = 2.0
"""The least length of what is printed of a fold at either end, in millimetres."""


def is_line(shape: Shape, color: Color, *, dashed: bool) -> bool:
    """Tell whether a shape is a thin line of a color and nothing else."""
    stroke = shape.stroke
    return (
        shape.fill is None
        and stroke is not None
        and stroke.paint == Solid(color)
        and stroke.width <= WIDEST
        and bool(stroke.dashes) is dashed
    )


def is_fold(group: Group) -> bool:
    """Tell whether a group is folds on a piece: white lines, and black dashes over the same."""
    if group.place != IDENTITY or len(group.nodes) != 2:
        return False
    light, dashes = group.nodes
    return (
        isinstance(light, Shape)
        and isinstance(dashes, Shape)
        and light.path == dashes.path
        and is_line(light, WHITE, dashed=False)
        and is_line(dashes, BLACK, dashed=True)
    )


def fold_groups(nodes: Sequence[Node]) -> tuple[Group, ...]:
    """Return the groups that are folds on a piece."""
    return tuple(node for node in nodes if isinstance(node, Group) and is_fold(node))


def check_fold_lines(cuts: Sequence[CutPlacement], groups: Sequence[Group]) -> Iterator[Finding]:
    """Yield a finding for the first piece whose folds are not printed on it as they should.

    ``groups`` are the folds that are drawn, those of each piece in one.
    """
    drawn = iter(groups)
    for cut in cuts:
        folds = cut.piece.printed_folds if side_of(cut.put) == "face" else ()
        if folds and (fault := _fault(cut, folds, next(drawn, None))):
            yield Finding(MARKS, fault)
            return
    if next(drawn, None) is not None:
        yield Finding(MARKS, "folds are drawn that belong to no piece")


def _fault(cut: CutPlacement, folds: Sequence[Path], group: Group | None) -> str:
    """Return what is wrong with the folds on a piece, or ""."""
    drawn = group.nodes[0] if group else None
    lines = [*drawn.path.strokes()] if isinstance(drawn, Shape) else []
    placed = [fold.placed(cut.put.slot.place) for fold in folds]
    if not all(_shown(fold, lines) for fold in placed):
        return f"a fold of {cut.put.key} is not printed at both ends"
    if not all(any(_lies_on(line, fold) for fold in placed) for line in lines):
        return f"a line on {cut.put.key} is drawn as a fold, and is none"
    clip = group.clip if group else None
    if clip is None or clip.path.coords != Path.rect(cut.put.window).coords:
        return f"the folds of {cut.put.key} are drawn past what its sheet shows of it"
    return ""


def _shown(fold: Path, lines: Sequence[Path]) -> bool:
    """Tell whether lines show a fold: a straight one at both ends, a curve as a whole."""
    tips = [tip for line in lines if _lies_on(line, fold) for tip in _tips(line)]
    return all(any(dist(end, tip) <= TOLERANCE for tip in tips) for end in _tips(fold))


def _lies_on(line: Path, fold: Path) -> bool:
    """Tell whether a line is part of a straight fold, long enough to be seen, or a whole curve."""
    if fold.ops != "ML" or line.ops != "ML":
        return line.ops == fold.ops and apart(line.coords, fold.coords) <= TOLERANCE
    length = dist(*_tips(line))
    seen = min(SEEN, dist(*_tips(fold)))
    return length >= seen - TOLERANCE and all(_is_near(tip, fold) for tip in _tips(line))


def _is_near(spot: Point, fold: Path) -> bool:
    """Tell whether a point lies on a straight fold."""
    start, end = _tips(fold)
    length, across, down = dist(start, end), spot.x - start.x, spot.y - start.y
    x, y = (end.x - start.x) / length, (end.y - start.y) / length
    off, along = across * y - down * x, across * x + down * y
    return abs(off) <= TOLERANCE and -TOLERANCE <= along <= length + TOLERANCE


def _tips(stroke: Path) -> tuple[Point, Point]:
    """Return both ends of a stroke."""
    start, *_, end = stroke.points()
    return start, end
