"""Paints that repeat: begun near the shape, or of one colour where they are too fine to be seen."""

from collections.abc import Callable
from dataclasses import replace
from math import floor, hypot, isfinite

from pnp.base.color import Color, mixed
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.scene.node import Group, Linear, Paint, Pattern, Radial, Solid, SpreadMethod, Stop

MOST_PERIODS = 128
"""The most repeats of a gradient that are drawn: more of them in a shape are finer than print."""

MOST_TILES = 4000
"""The most tiles side by side in a shape: more of them are finer than print on any sheet."""

NEAR_TILES = 8
"""How many tiles away from its shape a pattern may begin."""

MOST_STRETCHED = 100.0
"""From this ratio on, the digits of a matrix in a file are too few for the colours of a line."""

NARROWEST = 0.01
"""The length of the shortest gradient, in user units; a shorter one looks like a step."""

SAMPLES = 64
"""At how many places along a gradient its colour is read for the mean."""


def near(paint: Linear | Radial, bounds: Callable[[], Rect | None]) -> Paint:
    """Return a gradient; one with extreme numbers is written anew for a shape with these bounds.

    One that repeats begins near the shape. If it repeats more than ``MOST_PERIODS`` times on the
    way through the shape, or if its rings do so before they hold the shape, the result is its mean
    colour. A line that is far from upright gets one without a skewed ``place``.
    """
    repeats, skewed = paint.spread is not SpreadMethod.PAD, _is_skewed(paint.place)
    box = bounds() if repeats or (skewed and isinstance(paint, Linear)) else None
    if box is None or not paint.place.determinant:
        return paint
    if isinstance(paint, Linear):
        return _line_near(paint, box, skewed)
    return paint if _holds(paint, box) else mean(paint.stops)


def begun_near(paint: Pattern, bounds: Callable[[], Rect | None]) -> Pattern:
    """Return a pattern that begins near a shape with these bounds.

    Some viewers round the size of a tile to whole pixels, which adds up on a long way. One with
    more than ``MOST_TILES`` side by side, on which viewers work for minutes, is made coarser.
    """
    box = bounds()
    if box is None or not paint.place.determinant:
        return paint
    back = paint.place.inverse()
    paint = _coarse_enough(paint, back.box(box))
    (x, y), tile = back.apply(*box.center), paint.tile
    tiles = x / tile.width, y / tile.height
    if max(map(abs, tiles)) <= NEAR_TILES or not all(map(isfinite, tiles)):
        return paint
    across, down = map(floor, tiles)
    moved = Affine.move(across * tile.width, down * tile.height)
    return replace(paint, place=paint.place @ moved)


def _coarse_enough(paint: Pattern, seen: Rect) -> Pattern:
    """Return a pattern with larger tiles if too many lie in what is seen of their space."""
    tile = paint.tile
    across = max(1.0, seen.width / tile.width / MOST_TILES)
    down = max(1.0, seen.height / tile.height / MOST_TILES)
    if across == down == 1.0 or not isfinite(across * down):
        return paint
    larger = Rect(0, 0, tile.width * across, tile.height * down)
    return replace(paint, nodes=(Group(paint.nodes, Affine.scale(across, down)),), tile=larger)


def _is_skewed(place: Affine) -> bool:
    """Say whether a map stretches one direction more than ``MOST_STRETCHED`` times another one."""
    a, b, c, d, *_ = place
    return a * a + b * b + c * c + d * d > MOST_STRETCHED * abs(place.determinant)


def _line_near(paint: Linear, box: Rect, skewed: bool) -> Paint:
    back, (x1, y1), (x2, y2) = paint.place.inverse(), paint.start, paint.end
    dx, dy = x2 - x1, y2 - y1
    if not dx * dx + dy * dy:
        return _solid(paint.stops[-1])
    across, down = ((x * dx + y * dy) / (dx * dx + dy * dy) for x, y in (back[:2], back[2:4]))
    middle = back.apply(*box.center)
    at = ((middle.x - x1) * dx + (middle.y - y1) * dy) / (dx * dx + dy * dy)
    half = (abs(across) * box.width + abs(down) * box.height) / 2
    if paint.spread is SpreadMethod.PAD:
        return _ending(paint, box, at, half, (across, down))
    if not isfinite(at) or not 2 * half <= MOST_PERIODS:
        return mean(paint.stops)
    if not skewed and abs(at) + half <= MOST_PERIODS:
        return paint
    first = 2 * floor((at - half) / 2)  # every other period of a reflected gradient is mirrored
    return _upright(paint, box, at - first, (across, down))


def _ending(
    paint: Linear, box: Rect, at: float, half: float, steepness: tuple[float, float]
) -> Paint:
    """Return a gradient that ends: one colour, if the shape is beyond an end."""
    if not isfinite(at) or at - half >= 1 or at + half <= 0:
        return _solid(paint.stops[-1 if at > 0 else 0])
    return _upright(paint, box, at, steepness)


def _upright(paint: Linear, box: Rect, at: float, steepness: tuple[float, float]) -> Paint:
    """Return the same gradient without a map of its own; ``at`` is its offset amid the box.

    ``steepness`` is by how much the offset grows with each unit across and down.
    """
    across, down = steepness
    square = across * across + down * down
    if not square:
        return _solid(_color_at(paint.stops, at % 1))
    dx, dy = across / square, down / square
    wider = max(1.0, NARROWEST / hypot(dx, dy))
    middle, (x, y) = (at - 0.5) / wider + 0.5 if wider > 1 else at, box.center
    dx, dy = dx * wider, dy * wider
    start = Point(x - dx * middle, y - dy * middle)
    end = Point(start.x + dx, start.y + dy)
    return paint._replace(start=start, end=end, place=IDENTITY)


def _solid(stop: Stop) -> Solid:
    return Solid(stop.color, stop.opacity)


def _holds(paint: Radial, box: Rect) -> bool:
    """Say whether the last ring that is drawn is around a box."""
    back = paint.place.inverse()
    corners = [back.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    (fx, fy), (cx, cy) = paint.focus, paint.center
    x, y = fx + (cx - fx) * MOST_PERIODS, fy + (cy - fy) * MOST_PERIODS
    radius = paint.focus_radius + (paint.radius - paint.focus_radius) * MOST_PERIODS
    return all(hypot(corner.x - x, corner.y - y) <= radius for corner in corners)


def mean(stops: tuple[Stop, ...]) -> Solid:
    """Return the colour that a gradient mixes to where it is too fine to be seen."""
    read = [_color_at(stops, (n + 0.5) / SAMPLES) for n in range(SAMPLES)]
    covered = sum(stop.opacity for stop in read)
    channels = [
        sum(stop.color[channel] * stop.opacity for stop in read) / (covered or 1.0)
        for channel in range(3)
    ]
    return Solid(Color(*map(round, channels)), covered / SAMPLES)


def _color_at(stops: tuple[Stop, ...], offset: float) -> Stop:
    before = stops[0]
    for stop in stops:
        if stop.offset > offset:
            break
        before = stop
    else:
        return before
    share = max(0.0, (offset - before.offset) / ((stop.offset - before.offset) or 1.0))
    opacity = before.opacity + (stop.opacity - before.opacity) * share
    return Stop(offset, mixed(before.color, stop.color, share), opacity)
