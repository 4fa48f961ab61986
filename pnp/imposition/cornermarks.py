"""Marks at the corners of each piece, which stay beside it however the sheet is cut up.

Marks in the margin are cut away with it: whoever cuts the rows apart first has none left for the
columns. These lie along the edges of the piece itself, on the side that is cut away, so that every
cut finds its two marks until it is made, in any order. They are black between white: one of the two
is seen on any ground, on stripes of both too.

Where pieces touch there is no such side; then a short mark lies on the common edge. So it does on
the outer edge of a glue strip.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from pnp.base.color import BLACK, WHITE, Color
from pnp.geometry.path import Path
from pnp.geometry.plane import ROUNDING, Point, Rect, Sides
from pnp.imposition.marks import HALO, THIN, CutEdge
from pnp.imposition.sheetlayout import GlueStrip, Panel, PanelSide
from pnp.scene.node import Group, Shape, Solid, Stroke

LENGTH = 3.0
"""Millimetres: long enough to lay a ruler along."""

SHARE = 0.25
"""Of an edge, the most that a mark takes at each end: half of the edge stays free."""

ON_EDGE = 1.0
"""Millimetres: the length of a mark on the common edge of two pieces, both of which keep half."""

NARROW = 0.1
"""Millimetres: the width of the black line of such a mark, and of the white on either side."""

LEAST_OFF = 0.5
"""Millimetres: what is narrower nobody cuts off, and a strip that ends there ends with the area."""

BESIDE = THIN + 2 * HALO
"""Millimetres: the width of a mark beside a piece, with its white."""


class CornerMark(NamedTuple):
    """A mark along an edge, from its end inward; ``out`` is the way off the piece, of length 1.

    ``room`` is the width of what is cut away beside it, in millimetres.
    """

    start: Point
    end: Point
    out: Point
    room: float

    def moved(self, by: float) -> tuple[float, ...]:
        """Return the ends of the mark, moved off the piece."""
        x, y = self.out.x * by, self.out.y * by
        return self.start.x + x, self.start.y + y, self.end.x + x, self.end.y + y

    def short(self) -> tuple[float, ...]:
        """Return the ends of the mark if it lies on the edge itself."""
        way = hypot(self.end.x - self.start.x, self.end.y - self.start.y)
        share = min(1.0, ON_EDGE / way)
        x, y = self.end.x - self.start.x, self.end.y - self.start.y
        return self.start.x, self.start.y, self.start.x + x * share, self.start.y + y * share


@lru_cache(maxsize=32)
def corner_marks(straight: tuple[CutEdge, ...]) -> tuple[Group, ...]:
    """Return the marks of all pieces that are cut straight, as one group; nothing without any.

    Cached, so that sheets with the same slots share one group.
    """
    return _drawn([mark for edge in straight for mark in _marks(edge)])


def panel_marks(panel: Panel, area: Rect) -> tuple[Group, ...]:
    """Return the marks of a panel with its glue strips, as far as they lie in the printable area.

    A strip that reaches the end of the area has none there: it ends with the paper.
    """
    shown = panel.cut.intersection(area) or panel.window
    uncut = _uncut(panel, area)
    marks = _marks(CutEdge(shown, panel.window))
    return _drawn([mark for mark in marks if _side(mark.out) not in uncut])


def panel_cut(panel: Panel, area: Rect) -> Rect:
    """Return the box that a panel is cut along; outside of the area where it is not cut."""
    growth = dict.fromkeys(_uncut(panel, area), -2 * LEAST_OFF)
    return panel.cut.inset(Sides(*(growth.get(side, 0.0) for side in _AROUND)))


def _uncut(panel: Panel, area: Rect) -> list[PanelSide]:
    """Return the sides on which a panel's glue strip ends with the area."""
    return [strip.side for strip in panel.strips if _left(strip, area) <= LEAST_OFF + ROUNDING]


def _left(strip: GlueStrip, area: Rect) -> float:
    """Return how much of an area is left beyond a strip."""
    left, top, right, bottom = strip.rect.x, strip.rect.y, strip.rect.right, strip.rect.bottom
    rest = (left - area.x, top - area.y, area.right - right, area.bottom - bottom)
    return dict(zip(_AROUND, rest, strict=True))[strip.side]


_AROUND = (PanelSide.LEFT, PanelSide.TOP, PanelSide.RIGHT, PanelSide.BOTTOM)
"""The sides in the order of ``Sides``."""


def _side(out: Point) -> PanelSide:
    """Return the side of a piece that lies that way."""
    if out.x:
        return PanelSide.LEFT if out.x < 0 else PanelSide.RIGHT
    return PanelSide.TOP if out.y < 0 else PanelSide.BOTTOM


def _drawn(marks: Sequence[CornerMark]) -> tuple[Group, ...]:
    beside = [mark.moved(BESIDE / 2) for mark in marks if mark.room >= BESIDE - ROUNDING]
    common = list(dict.fromkeys(mark.short() for mark in marks if mark.room < BESIDE - ROUNDING))
    drawn = (
        *_stroked(beside, WHITE, BESIDE),
        *_stroked(beside, BLACK, THIN),
        *_stroked(common, WHITE, 3 * NARROW),
        *_stroked(common, BLACK, NARROW),
    )
    return (Group(drawn),) if drawn else ()


def _marks(edge: CutEdge) -> Iterator[CornerMark]:
    """Yield the two marks of each side of a piece."""
    trim, window = edge.trim, edge.window
    left, top, right, bottom = trim.x, trim.y, trim.right, trim.bottom
    across, down = min(LENGTH, trim.width * SHARE), min(LENGTH, trim.height * SHARE)
    for x, out, room in ((left, -1, left - window.x), (right, 1, window.right - right)):
        for y, way in ((top, down), (bottom, -down)):
            yield CornerMark(Point(x, y), Point(x, y + way), Point(out, 0), room)
    for y, out, room in ((top, -1, top - window.y), (bottom, 1, window.bottom - bottom)):
        for x, way in ((left, across), (right, -across)):
            yield CornerMark(Point(x, y), Point(x + way, y), Point(0, out), room)


def _stroked(lines: Sequence[tuple[float, ...]], color: Color, width: float) -> tuple[Shape, ...]:
    if not lines:
        return ()
    coords = tuple(coord for line in lines for coord in line)
    return (Shape(Path("ML" * len(lines), coords), stroke=Stroke(Solid(color), width)),)
