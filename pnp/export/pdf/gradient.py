"""Gradients: ends and repeats settled, then written as shadings."""

from itertools import pairwise
from math import ceil, floor, hypot

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFAxialShading,
    PDFExponentialFunction,
    PDFRadialShading,
    PDFStitchingFunction,
)

from pnp.color import BLACK, Color
from pnp.geometry import Point, Rect
from pnp.scene.paint import Linear, Radial, Solid, Spread, Stop

MOST_PERIODS = 128
"""A gradient is repeated so often to each side at most: more would be finer than print."""

SMALLEST = 1e-9


def settled(paint: Linear | Radial, box: Rect) -> Linear | Radial | Solid:
    """Return the gradient with all repeats that a box needs written out.

    One without an extent gives its last colour, one without stops is clear: as SVG says.
    """
    if not paint.stops:
        return Solid(BLACK, 0)
    if len(paint.stops) == 1 or _is_flat(paint):
        return Solid(paint.stops[-1].color, paint.stops[-1].opacity)
    if paint.spread is Spread.PAD:
        return paint
    corners = _corners(paint, box)
    return _long_line(paint, corners) if isinstance(paint, Linear) else _wide(paint, corners)


def is_clear(paint: Linear | Radial) -> bool:
    """Say whether anything shines through."""
    return not paint.stops or any(stop.opacity < 1 for stop in paint.stops)


def opacities(paint: Linear | Radial) -> Linear | Radial:
    """Return the gradient whose greys are the opacities of this one."""
    stops = tuple(_grey(stop) for stop in paint.stops)
    return paint._replace(stops=stops)


def shading(paint: Linear | Radial) -> object:
    """Return the shading of a settled gradient, opaque."""
    extend = {"Extend": PDFArrayCompact(["true", "true"])}
    colors = _colors(paint.stops)
    if isinstance(paint, Linear):
        return PDFAxialShading(*paint.start, *paint.end, colors, "DeviceRGB", **extend)
    inner, outer = (*paint.focus, paint.focus_radius), (*paint.center, paint.radius)
    return PDFRadialShading(*inner, *outer, colors, "DeviceRGB", **extend)


def _colors(stops: tuple[Stop, ...]) -> object:
    """Return the function from 0 to 1 that gives the colours; stops at one place give a step."""
    first, last = stops[0], stops[-1]
    whole = [first._replace(offset=0.0), *stops, last._replace(offset=1.0)]
    steps = [(a, b) for a, b in pairwise(whole) if b.offset - a.offset > SMALLEST]
    parts = [PDFExponentialFunction(_share(a.color), _share(b.color), 1) for a, b in steps]
    if len(parts) == 1:
        return parts[0]
    bounds = [b.offset for _, b in steps[:-1]]
    domain = PDFArrayCompact([0, 1])
    return PDFStitchingFunction(parts, bounds, [0, 1] * len(parts), Domain=domain)


def _share(color: Color) -> list[float]:
    return [round(channel / 255, 4) for channel in color]


def _grey(stop: Stop) -> Stop:
    level = round(stop.opacity * 255)
    return Stop(stop.offset, Color(level, level, level))


def _is_flat(paint: Linear | Radial) -> bool:
    if abs(paint.place.determinant) < SMALLEST**2:
        return True
    if isinstance(paint, Linear):
        return hypot(paint.end.x - paint.start.x, paint.end.y - paint.start.y) < SMALLEST
    return paint.radius < SMALLEST


def _corners(paint: Linear | Radial, box: Rect) -> list[Point]:
    """Return the corners of a box in the gradient's own space."""
    back = paint.place.inverse()
    return [back.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


def _long_line(paint: Linear, corners: list[Point]) -> Linear:
    start, (dx, dy) = paint.start, (paint.end.x - paint.start.x, paint.end.y - paint.start.y)
    length = dx * dx + dy * dy
    times = [((x - start.x) * dx + (y - start.y) * dy) / length for x, y in corners]
    first = max(-MOST_PERIODS, min(0, floor(min(times))))
    last = min(MOST_PERIODS, max(1, ceil(max(times))))
    return paint._replace(
        start=Point(start.x + dx * first, start.y + dy * first),
        end=Point(start.x + dx * last, start.y + dy * last),
        stops=_repeated(paint, first, last),
        spread=Spread.PAD,
    )


def _wide(paint: Radial, corners: list[Point]) -> Radial:
    circles = (_circle(paint, period) for period in range(1, MOST_PERIODS))
    last, (center, radius) = next(
        ((n, circle) for n, circle in enumerate(circles, 1) if _holds(circle, corners)),
        (MOST_PERIODS, _circle(paint, MOST_PERIODS)),
    )
    stops = _repeated(paint, 0, last)
    return paint._replace(center=center, radius=radius, stops=stops, spread=Spread.PAD)


def _circle(paint: Radial, period: int) -> tuple[Point, float]:
    """Return the circle on which a period ends: period 0 ends on the focus."""
    (x, y), (cx, cy), start = paint.focus, paint.center, paint.focus_radius
    center = Point(x + (cx - x) * period, y + (cy - y) * period)
    return center, start + (paint.radius - start) * period


def _holds(circle: tuple[Point, float], corners: list[Point]) -> bool:
    center, radius = circle
    return all(hypot(x - center.x, y - center.y) <= radius for x, y in corners)


def _repeated(paint: Linear | Radial, first: int, last: int) -> tuple[Stop, ...]:
    """Return the stops of all periods between two, every other one mirrored on reflection."""
    stops = []
    for period in range(first, last):
        mirrored = paint.spread is Spread.REFLECT and period % 2
        for stop in reversed(paint.stops) if mirrored else paint.stops:
            at = 1 - stop.offset if mirrored else stop.offset
            stops.append(stop._replace(offset=(period - first + at) / (last - first)))
    return tuple(stops)
