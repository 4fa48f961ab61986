"""Compares gradients by their colours: along their own line, and over the area that they paint."""

from collections.abc import Iterator
from math import floor, sqrt

from pnp.proof.traits import Area, ColorRamp

LEVELS = 4.0
"""The most that a colour may differ, of 255: files have four decimals, and many stops."""

BESIDE = 4e-3
"""How far beside a place on a gradient its colour is also accepted: of its length."""

FLAT = 1e-12
"""An area that is scaled by less than this is a line."""

GRID = 7
"""A gradient is compared at this number of points each way."""

Color = tuple[float, float, float]


def ramp_fault(kind: str, want: ColorRamp, have: ColorRamp, area: Area) -> str | None:
    """Return how a gradient differs from the planned one in an area, in words."""
    if len(want.coords) != len(have.coords):
        return f"a {kind} has a gradient of another form"
    if abs(want.place.determinant) < 1e-18 or abs(have.place.determinant) < 1e-18:
        return None if want.stops[-1] == have.stops[-1] else f"a {kind} has another gradient"
    to, at = want.place.inverse(), have.place.inverse()
    for x, y in _points(want, area):
        t, other = along(want, *to.apply(x, y)), along(have, *at.apply(x, y))
        if (t is None) != (other is None):
            return f"a {kind} has a gradient in another place"
        if t is None or other is None:
            continue
        if not _close(want, t, color_at(have, other)):
            return f"a {kind} has other colours in its gradient"
    return None


def _points(shade: ColorRamp, area: Area) -> Iterator[tuple[float, float]]:
    """Yield a grid over the area, and the points of the gradient's line beside each stop.

    Beside a turned mark, in the upright box around it, a gradient may end.
    """
    box, place = area
    steps = [(n + 0.5) / GRID for n in range(GRID)]
    for across in steps:
        for down in steps:
            yield place.apply(box.left + across * box.width, box.top + down * box.height)
    wide = 2 if len(shade.coords) == 4 else 3
    (x, y), (x2, y2) = shade.coords[:2], shade.coords[wide : wide + 2]
    if wide == 3:
        x, y, x2, y2 = x2, y2, x2 + shade.coords[5], y2
    if abs(place.determinant) < FLAT:
        return
    back = place.inverse()
    for offset, _ in shade.stops:
        for t in (offset - 2 * BESIDE, offset + 2 * BESIDE):
            point = shade.place.apply(x + t * (x2 - x), y + t * (y2 - y))
            own = back.apply(*point)
            if box.left <= own.x <= box.right and box.top <= own.y <= box.bottom:
                yield point


def _close(want: ColorRamp, t: float, have: Color) -> bool:
    """Return whether a colour is one that the gradient has at a place or just beside it."""
    near = [color_at(want, t + beside) for beside in (-BESIDE, 0.0, BESIDE)]
    ends = zip(*near, strict=True)
    return all(
        min(levels) - LEVELS <= level <= max(levels) + LEVELS
        for levels, level in zip(ends, have, strict=True)
    )


def along(shade: ColorRamp, x: float, y: float) -> float | None:
    """Return how far along a gradient a point is: 0 at its start, 1 at its end; None beside it."""
    if len(shade.coords) == 4:
        x1, y1, x2, y2 = shade.coords
        dx, dy = x2 - x1, y2 - y1
        return ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    x1, y1, r1, x2, y2, r2 = shade.coords
    dx, dy, dr = x2 - x1, y2 - y1, r2 - r1
    px, py = x - x1, y - y1
    a, b, c = dx * dx + dy * dy - dr * dr, px * dx + py * dy + r1 * dr, px * px + py * py - r1 * r1
    if abs(a) < 1e-12:
        found = [c / (2 * b)] if abs(b) > 1e-12 else []
    elif b * b < a * c:
        found = []
    else:
        root = sqrt(b * b - a * c)
        found = [(b + root) / a, (b - root) / a]
    return max((t for t in found if r1 + t * dr >= 0), default=None)


def color_at(shade: ColorRamp, t: float) -> Color:
    """Return the colour of a gradient at a place along it."""
    if shade.spread == "repeat":
        t -= floor(t)
    elif shade.spread == "reflect":
        t = abs(t - 2 * floor((t + 1) / 2))
    before = shade.stops[0]
    if t < before[0]:
        return before[1]
    for stop in shade.stops[1:]:
        if t < stop[0]:
            share = (t - before[0]) / (stop[0] - before[0])
            first, last = before[1], stop[1]
            return (
                first[0] + share * (last[0] - first[0]),
                first[1] + share * (last[1] - first[1]),
                first[2] + share * (last[2] - first[2]),
            )
        before = stop
    return before[1]
