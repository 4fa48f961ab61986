"""Elliptical arcs become cubic curves."""

from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import NamedTuple

from pnp.geometry import Affine, Point

Curve = tuple[float, float, float, float, float, float]
"""Two control points and the end."""


class Arc(NamedTuple):
    """An arc as path data gives it; ``turn`` is the ellipse's clockwise turn in degrees."""

    start: Point
    end: Point
    rx: float
    ry: float
    turn: float
    large: bool
    sweep: bool


def arc_curves(arc: Arc) -> list[Curve]:
    """Return the curves that draw an arc, each at most a quarter turn (SVG 2, B.2.4)."""
    if arc.start == arc.end:
        return []
    place, begin, span = _on_unit_circle(arc)
    pieces = max(1, ceil(abs(span) / (pi / 2) - 1e-9))
    step = span / pieces
    curves = [_curve(place, begin + i * step, step) for i in range(pieces)]
    return [*curves[:-1], (*curves[-1][:4], *arc.end)]


def _on_unit_circle(arc: Arc) -> tuple[Affine, float, float]:
    """Return the map from the unit circle, where on it the arc begins, and how far it goes."""
    turned = Affine.turn(arc.turn)
    back = turned.inverse().apply((arc.start.x - arc.end.x) / 2, (arc.start.y - arc.end.y) / 2)
    rx, ry = arc.rx, arc.ry
    too_small = max(1.0, hypot(back.x / rx, back.y / ry))
    rx, ry = rx * too_small, ry * too_small
    ux, uy = back.x / rx, back.y / ry
    far = sqrt(max(0.0, 1 / (ux * ux + uy * uy) - 1)) * (-1 if arc.large == arc.sweep else 1)
    mx, my = far * uy, -far * ux
    begin, end = atan2(uy - my, ux - mx), atan2(-uy - my, -ux - mx)
    span = (end - begin) % (2 * pi) if arc.sweep else -((begin - end) % (2 * pi))
    middle = Affine.move((arc.start.x + arc.end.x) / 2, (arc.start.y + arc.end.y) / 2)
    return middle @ turned @ Affine.scale(rx, ry) @ Affine.move(mx, my), begin, span


def _curve(place: Affine, begin: float, step: float) -> Curve:
    """Return the curve of one piece of the unit circle, mapped to where it is."""
    reach, end = 4 / 3 * tan(step / 4), begin + step
    one = place.apply(cos(begin) - reach * sin(begin), sin(begin) + reach * cos(begin))
    two = place.apply(cos(end) + reach * sin(end), sin(end) - reach * cos(end))
    return (*one, *two, *place.apply(cos(end), sin(end)))
