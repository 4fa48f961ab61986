"""The fold of a gutterfold: a dashed line across the middle of the sheet, and what to do there."""

from pnp.geometry import Point, Rect, Size
from pnp.imposition.duplex import Mirror
from pnp.imposition.field import Field
from pnp.imposition.label import LABEL_SIZE, along, label_style
from pnp.imposition.marks import FOLD
from pnp.scene.node import Group, Node, Shape
from pnp.scene.path import Path
from pnp.template.text.fonts import FontBook
from pnp.template.text.typeset import line

WORDS = "fold here, glue, then cut"

_ABOVE = 1.2
"""How far the words stand above the line, in millimetres."""


def draw_fold(paper: Size, field: Field, book: FontBook) -> tuple[Node, ...]:
    """Return the fold line from edge to edge of the field, and the words beside it."""
    (x, y), area = Rect.of(paper).center, field.area
    if field.mirror is Mirror.SIDEWAYS:
        fold = Path.line((x, area.y), (x, area.bottom))
        strip = Rect(x, area.y, 0, area.height)
    else:
        fold = Path.line((area.x, y), (area.right, y))
        strip = Rect(area.x, y, area.width, 0)
    text = line(book, WORDS, label_style(LABEL_SIZE), Point(0, -_ABOVE))
    return Shape(fold, stroke=FOLD), Group(text.nodes, place=along(strip))
