"""Checks for thin, even borders along the cut, on which a slipped cut shows most."""

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import NamedTuple

from pnp.base.diagnostics import Rule, Severity
from pnp.base.vision import difference
from pnp.geometry.plane import Bounds, Point
from pnp.geometry.polygon import filled, outline_of
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Shape

THIN = 3.0
"""Borders narrower than this are thin, in millimetres: the most that cuts of a press drift. Source:
The Game Crafter, see ``RULE``."""

EVEN = 0.3
"""The most, in millimetres, that the four sides of an even border differ."""

LEAST = 0.1
"""A shape that ends this near the cut, in millimetres, ends at the cut."""

NEAR = 2 * THIN
"""Only shapes whose boxes are this near the cut, in millimetres, are examined."""

SEEN = 10.0
"""The least difference (CIEDE2000) of border and inside at which the border is visible."""

FORM = 0.08
"""The most that the form of a border differs from the piece's, as a share of its bounding box."""

RULE = Rule(
    "thin-border",
    "No thin, even border runs along the cut",
    Severity.WARNING,
    "Cuts drift. On an even border of 1.5 mm half a millimetre is seen at once: one side is "
    "twice as wide as the other. Art that runs off the edge, or a wide or uneven border, hides "
    "it.",
    "The Game Crafter, help article 392: drift",
    good='<rect x="4" y="4" width="32" height="52" fill="#264"/>',
    bad='<rect x="1.5" y="1.5" width="37" height="57" fill="#264"/>',
)


class _Gaps(NamedTuple):
    """The distances of a shape from the cut on each side, in millimetres; negative outside."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def even(self) -> bool:
        """Return whether the gaps are equal, and thin."""
        return min(self) > LEAST and max(self) < THIN and max(self) - min(self) <= EVEN


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the narrowest thin border of a side, if it has one."""
    if not view.frame.component.kind.close_cut:
        return
    cut = _cut(view.frame)
    near = [op for layer in view.layers for op in layer.cached(_near)]
    found = [(min(gaps), op) for op in near if (gaps := _border(view, cut, op)) is not None]
    if found:
        gap, op = min(found, key=itemgetter(0))
        yield Violation(
            RULE,
            view.frame.side,
            -gap,
            f"an even border of {gap:.1f} mm runs along the cut, narrower than {THIN:g} mm",
            "run the ground out over the edge, or make the border 3 mm wide or more",
        ).of(op)


def _near(frame: CutFrame, ops: Iterable[PaintOp]) -> list[PaintOp]:
    """Return the ops whose boxes are near the cut on all four sides."""
    # The box of a curve may be too large: ``_border`` measures those that are left.
    cut = _cut(frame)
    return [op for op in ops if _close(cut, op.box)]


def _close(cut: Bounds, box: Bounds) -> bool:
    return (
        abs(box.left - cut.left) < NEAR
        and abs(box.right - cut.right) < NEAR
        and abs(box.top - cut.top) < NEAR
        and abs(box.bottom - cut.bottom) < NEAR
    )


def _border(view: SideView, cut: Bounds, op: PaintOp) -> _Gaps | None:
    """Return the gaps between a shape and the cut if they make a thin, even, visible border."""
    node = op.node
    own = path_bounds(node.path, op.place) if isinstance(node, Shape) else None
    if own is None or not isinstance(node, Shape):
        return None
    wide = 0.0 if node.stroke is None else node.stroke.width * op.place.stretch / 2
    gaps = _gaps(cut, Bounds.of(own).grown(wide))
    if gaps.even and _alike(view, op) and _visible(view, cut, gaps):
        return gaps
    return None


def _cut(frame: CutFrame) -> Bounds:
    return Bounds.around(part.box for part in frame.outline) if frame.outline else frame.trim


def _gaps(cut: Bounds, box: Bounds) -> _Gaps:
    return _Gaps(
        box.left - cut.left, box.top - cut.top, cut.right - box.right, cut.bottom - box.bottom
    )


def _alike(view: SideView, op: PaintOp) -> bool:
    """Return whether a shape has the form of the piece, only smaller."""
    assert isinstance(op.node, Shape)
    outline = view.frame.outline
    share = filled(outline) if outline else 1.0
    return abs(filled(outline_of(op.node.path.placed(op.place))) - share) <= FORM


def _visible(view: SideView, cut: Bounds, gaps: _Gaps) -> bool:
    """Return whether border and inside differ in colour, at the middle of all four sides."""
    x, y = (cut.left + cut.right) / 2, (cut.top + cut.bottom) / 2
    sides = [
        (Point(cut.left + gaps.left / 2, y), Point(cut.left + gaps.left + 0.1, y)),
        (Point(x, cut.top + gaps.top / 2), Point(x, cut.top + gaps.top + 0.1)),
        (Point(cut.right - gaps.right / 2, y), Point(cut.right - gaps.right - 0.1, y)),
        (Point(x, cut.bottom - gaps.bottom / 2), Point(x, cut.bottom - gaps.bottom - 0.1)),
    ]
    return all(_apart(view, *pair) for pair in sides)


def _apart(view: SideView, outside: Point, inside: Point) -> bool:
    one, other = (view.reader.ground.color(view.ops, at) for at in (outside, inside))
    return one is not None and other is not None and difference(one, other) >= SEEN
