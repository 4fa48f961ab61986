"""The colour of a paint at a point of its shape."""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

from pnp.color import Color
from pnp.geometry import Point
from pnp.scene.paint import Linear, Paint, Pattern, Radial, Solid, Spread, Stop


class Shade(NamedTuple):
    """A colour and its opacity, from 0 to 1."""

    color: Color
    opacity: float

    def over(self, ground: Color) -> Color:
        """Return the colour that is seen where the shade lies on a ground."""
        return self.color if self.opacity >= 1 else mixed(ground, self.color, self.opacity)


def shade(paint: Paint, point: Point) -> Shade | None:
    """Return the shade of a paint at a point, None where a pattern has to be asked instead."""
    match paint:
        case Solid():
            return Shade(paint.color, paint.opacity)
        case Linear() | Radial():
            return _along(paint.stops, _spread(_offset(paint, point), paint.spread))
        case Pattern():
            return None


def mixed(one: Color, other: Color, share: float) -> Color:
    """Return a colour between two; ``share`` is how much of the other one is in it."""
    return Color(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))


def _offset(paint: Linear | Radial, point: Point) -> float:
    """Return how far along a gradient a point is: 0 at its start, 1 at its end."""
    if not paint.place.determinant:
        return 1.0
    x, y = paint.place.inverse().apply(*point)
    if isinstance(paint, Linear):
        (x1, y1), (x2, y2) = paint.start, paint.end
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        return ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 1.0
    return _outward(paint, x - paint.focus.x, y - paint.focus.y)


def _outward(paint: Radial, x: float, y: float) -> float:
    """Return how far a point, seen from the focus, is on its way to the circle."""
    reach = hypot(x, y)
    if not reach or not paint.radius:
        return 0.0 if paint.radius else 1.0
    dx, dy = paint.focus.x - paint.center.x, paint.focus.y - paint.center.y
    half = (x * dx + y * dy) / reach
    inside = half * half - (dx * dx + dy * dy - paint.radius**2)
    whole = sqrt(max(0.0, inside)) - half
    start = paint.focus_radius
    return (reach - start) / (whole - start) if whole > start else 1.0


def _spread(offset: float, spread: Spread) -> float:
    if spread is Spread.REPEAT:
        return offset % 1
    if spread is Spread.REFLECT:
        return 1 - abs(offset % 2 - 1)
    return min(1.0, max(0.0, offset))


def _along(stops: Sequence[Stop], offset: float) -> Shade:
    before = stops[0]
    for stop in stops:
        if offset < stop.offset:
            gap = stop.offset - before.offset
            share = (offset - before.offset) / gap if gap else 1.0
            opacity = before.opacity + (stop.opacity - before.opacity) * share
            return Shade(mixed(before.color, stop.color, share), opacity)
        before = stop
    return Shade(before.color, before.opacity)
