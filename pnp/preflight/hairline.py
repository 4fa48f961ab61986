"""Checks for lines that are too thin to print."""

from collections.abc import Iterator

from pnp.base.diagnostics import Rule, Severity
from pnp.base.units import MM_PER_POINT
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation
from pnp.scene.node import Picture, Shape

LEAST = 0.25 * MM_PER_POINT
"""The least width of a line in millimetres, as print shops and makers of kits agree."""

THOUSANDTHS = 0.001
"""Tolerance in millimetres: 0.25 pt is 0.0882 mm, and templates round it to three decimals."""

RULE = Rule(
    "hairline",
    "Lines are wide enough to print",
    Severity.WARNING,
    "A line of less than 0.25 pt (0.09 mm) breaks up or vanishes, most of all a light one on dark "
    "ground and on an inkjet printer.",
    "Jukebox Print, What is the smallest font size I should use: strokes of 0.25 pt or more",
    good='<path d="M6 30H34" stroke="#222" stroke-width="0.2"/>',
    bad='<path d="M6 30H34" stroke="#222" stroke-width="0.05"/>',
)


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the lines that are too thin, except a stroke in the fill's own paint."""
    return view.violations(_violation)


def _violation(_frame: CutFrame, op: PaintOp) -> Violation | None:
    width = _width(op)
    if width is None or not 0 < width < LEAST - THOUSANDTHS:
        return None
    return Violation(
        RULE,
        "thin",
        -width,
        f"a line is {width:.3f} mm wide, less than {LEAST:.3f} mm (0.25 pt)",
        "give it a stroke-width of 0.1 mm or more, or leave it out",
    )


def _width(op: PaintOp) -> float | None:
    node = op.node
    if isinstance(node, Picture) or node.stroke is None or node.stroke.paint == node.fill:
        return None
    if isinstance(node, Shape) and node.fill is None and len(node.path.ops) < 2:
        return None
    return node.stroke.width * op.place.stretch
