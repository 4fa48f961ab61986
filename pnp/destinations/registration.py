"""Registration marks of Silhouette: what a machine's camera looks for on a printed sheet."""

from typing import NamedTuple

from pnp.base.color import BLACK
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect, Size
from pnp.scene.node import Shape, Solid, Stroke

MARK_INSET = 10.0
"""Millimetres from the paper's edge to the marks: the least that Silhouette Studio takes."""


class MarkStyle(NamedTuple):
    """How marks are drawn, in millimetres.

    ``square`` is the side of the one at the top left; 0 is an angle there, and one more at the
    bottom right. ``arm`` and ``line`` are length and width of the lines of an angle; if the square
    is ``stroked``, such a line runs round it too.
    """

    square: float
    arm: float
    line: float
    stroked: bool = False


THREE = MarkStyle(square=5.0, arm=20.0, line=0.3)
"""As fablabnbg/inkscape-silhouette draws them; thicker lines are less accurate."""

FOUR = MarkStyle(square=0.0, arm=20.0, line=0.3)
"""Four corners, for machines that look for them (Cameo 5 alpha, Cameo Pro MK-II), as drawn there
too; not tried on a machine."""

CARD_MAKER = MarkStyle(square=5.0, arm=7.65, line=1.06, stroked=True)
"""As measured on the pages that Alan-Cha/silhouette-card-maker prints on, at 600 dpi."""


def registration_marks(paper: Size, style: MarkStyle = THREE) -> dict[str, Shape]:
    """Return the marks by the names that programs know them by."""
    near, right, low = MARK_INSET, paper.width - MARK_INSET, paper.height - MARK_INSET
    line, arm = Stroke(Solid(BLACK), style.line), style.arm
    top_left = Shape(_angle(Point(near, near), arm, arm), stroke=line)
    marks = {
        "regmark-tl": _square(style, line) if style.square else top_left,
        "regmark-tr": Shape(_angle(Point(right, near), -arm, arm), stroke=line),
        "regmark-bl": Shape(_angle(Point(near, low), arm, -arm), stroke=line),
    }
    if not style.square:
        marks["regmark-br"] = Shape(_angle(Point(right, low), -arm, -arm), stroke=line)
    return marks


def _square(style: MarkStyle, line: Stroke) -> Shape:
    path = Path.rect(Rect(MARK_INSET, MARK_INSET, style.square, style.square))
    return Shape(path, Solid(BLACK), line if style.stroked else None)


def _angle(corner: Point, across: float, down: float) -> Path:
    return Path("MLL", (corner.x + across, corner.y, *corner, corner.x, corner.y + down))
