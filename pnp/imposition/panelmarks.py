"""What is drawn beside a panel: glue strips, arrows where the next panel's edge goes, a key."""

from collections.abc import Iterator
from itertools import product

from pnp.color import BLACK, Color
from pnp.geometry import Affine, Point, Rect, Size
from pnp.imposition.frame import MARK_SHORTEST
from pnp.imposition.label import LABEL_SIZE, along, label_style
from pnp.imposition.panel import GlueStrip, Panel, Side
from pnp.scene.node import Group, Node, Shape
from pnp.scene.paint import Solid, Stroke
from pnp.scene.path import Path
from pnp.template.text.fonts import FontBook
from pnp.template.text.typeset import line

GLUE = Solid(Color(230, 230, 230))
"""Glue is grey: 10 % black."""

KEY_LINE = Stroke(Solid(BLACK), 0.1)

_CELL = 1.5
"""How much wider than high a panel is in the key."""

_HEAD = Path.polygon([(0, -0.2), (-0.5, -MARK_SHORTEST), (0.5, -MARK_SHORTEST)])
"""An arrow that points down at 0, 0."""

_BELOW_MIDDLE = 0.3
"""How far a baseline lies below the middle of its letters: a share of the em."""

_SLACK = 1e-6


def draw_panel(panel: Panel, area: Rect, book: FontBook) -> Iterator[Node]:
    """Yield the glue strips of a panel as far as they can be printed, and arrows at its joints."""
    for strip in panel.strips:
        if grey := _grey(strip, panel.window, area):
            yield Shape(Path.rect(grey), GLUE)
            yield from _words(strip, grey, book)
        yield from _arrows(strip, panel, area)


def outer_box(panel: Panel, area: Rect) -> Rect:
    """Return what drawing and strips take of the printed paper; marks stand outside."""
    return panel.window.union(panel.cut.intersection(area) or panel.window)


def draw_key(panel: Panel, strip: Rect) -> tuple[Rect, Node]:
    """Return what the key leaves of the label's strip, and the key: the board, this panel black.

    The key is turned as the board is on this paper, whichever way the label is read.
    """
    length, height = max(strip.size), min(strip.size)
    inner = Affine.turn(panel.turn).box(Rect(0, 0, panel.columns * _CELL, panel.rows))
    width = height * _across(inner.size, strip)
    box = along(strip).box(Rect(length - width, 0, width, height)).inset(KEY_LINE.width / 2)
    left = along(strip).box(Rect(0, 0, length - width - height, height))
    place = _onto(inner, box) @ Affine.turn(panel.turn) @ Affine.scale(_CELL, 1)
    numbers = product(range(panel.rows), range(panel.columns))
    shapes = tuple(_cell(panel, row, column, place) for row, column in numbers)
    return left, Group(shapes)


def _across(size: Size, strip: Rect) -> float:
    """Return how far a key of this shape reaches along a strip that it fills: times its height."""
    upright = strip.height > strip.width
    return size.height / size.width if upright else size.width / size.height


def _onto(inner: Rect, box: Rect) -> Affine:
    scale = Affine.scale(box.width / inner.width, box.height / inner.height)
    return Affine.move(box.x, box.y) @ scale @ Affine.move(-inner.x, -inner.y)


def _cell(panel: Panel, row: int, column: int, place: Affine) -> Shape:
    own = (row, column) == (panel.row, panel.column)
    outline = Path.rect(place.box(Rect(column, row, 1, 1)))
    return Shape(outline, Solid(BLACK) if own else None, KEY_LINE)


def _grey(strip: GlueStrip, window: Rect, area: Rect) -> Rect | None:
    """Return the part of a strip that is printed grey: the drawing runs on into it a little."""
    x, y, right, bottom = _edges(strip.rect.intersection(area) or Rect(0, 0, 0, 0))
    match strip.side:
        case Side.RIGHT:
            x = window.right
        case Side.LEFT:
            right = window.x
        case Side.BOTTOM:
            y = window.bottom
        case Side.TOP:
            bottom = window.y
    wide = right - x > _SLACK and bottom - y > _SLACK
    return Rect(x, y, right - x, bottom - y) if wide else None


def _edges(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x, rect.y, rect.right, rect.bottom


def _words(strip: GlueStrip, grey: Rect, book: FontBook) -> Iterator[Node]:
    """Yield what to glue over a strip, where it is wide enough to say so."""
    length, height = max(grey.size), min(grey.size)
    if height >= LABEL_SIZE:
        baseline = Point(length / 2, height / 2 + LABEL_SIZE * _BELOW_MIDDLE)
        style = label_style(LABEL_SIZE)
        text = line(book, f"glue under {strip.under}", style, baseline, anchor="middle")
        yield Group(text.nodes, place=along(grey))


def _arrows(strip: GlueStrip, panel: Panel, area: Rect) -> Iterator[Node]:
    """Yield a small arrow at each end of a joint, where there is room for one."""
    box, joint = outer_box(panel, area), strip.joint
    if strip.side in (Side.LEFT, Side.RIGHT):
        room = (box.y - area.y, area.bottom - box.bottom)
        ends = ((Point(joint, box.y), 0), (Point(joint, box.bottom), 180))
    else:
        room = (box.x - area.x, area.right - box.right)
        ends = ((Point(box.x, joint), 270), (Point(box.right, joint), 90))
    for free, (point, turn) in zip(room, ends, strict=True):
        if free >= MARK_SHORTEST - _SLACK:
            yield Shape(_HEAD.placed(Affine.move(*point) @ Affine.turn(turn)), Solid(BLACK))
