"""What an outline covers, and whether a point is near it: curves as short straight lines."""

from collections.abc import Iterable
from math import inf, sqrt
from typing import NamedTuple

from pnp.geometry import Point, area
from pnp.rules.printing.box import Box, around
from pnp.scene.path import Path

STEPS = 8
"""How many lines a curve becomes: a quarter of a circle is off by half a per cent of its radius."""

Corners = tuple[tuple[float, float], ...]


class Polygon(NamedTuple):
    """One part of an outline: the corners that its lines run through, and the box around them."""

    corners: Corners
    box: Box

    @property
    def closed(self) -> "Polygon":
        """Return the part with a last line back to where it began."""
        return Polygon((*self.corners, self.corners[0]), self.box)


Outline = tuple[Polygon, ...]


def outline_of(path: Path) -> Outline:
    """Return an outline as polygons, part by part."""
    return tuple(polygon_of(part) for part in path.subpaths())


def polygon_of(part: Path) -> Polygon:
    """Return one part of an outline, which begins with its only move, as a polygon."""
    corners = tuple(part.chords(STEPS))
    return polygon((*corners, corners[0]) if part.ops.endswith("Z") else corners)


def polygon(corners: Iterable[tuple[float, float]]) -> Polygon:
    """Return the polygon of some corners."""
    points = tuple(corners)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Polygon(points, Box(min(xs), min(ys), max(xs), max(ys)))


def covers(outline: Outline, point: Point, even_odd: bool) -> bool:
    """Say whether a point is filled: by SVG's rules, where every part is closed."""
    px, py = point
    winding = crossings = 0
    for corners, (_, top, right, bottom) in outline:
        if px > right or not top <= py <= bottom:
            continue
        x, y = corners[-1]
        for x2, y2 in corners:
            if (y <= py) != (y2 <= py):
                ahead = (px - x) * (y2 - y) < (x2 - x) * (py - y)
                if ahead == (y2 > y):
                    winding += 1 if y2 > y else -1
                    crossings += 1
            x, y = x2, y2
    return bool(crossings % 2) if even_odd else winding != 0


def distance(outline: Outline, point: Point, most: float = inf) -> float:
    """Return how far a point is from the lines of an outline; ``inf`` where it is ``most``."""
    px, py = point
    nearest = most * most
    for corners, box in outline:
        if not (box.left - most <= px <= box.right + most):
            continue
        if not (box.top - most <= py <= box.bottom + most):
            continue
        x, y = corners[0]
        for x2, y2 in corners:
            dx, dy = x2 - x, y2 - y
            length = dx * dx + dy * dy
            t = ((px - x) * dx + (py - y) * dy) / length if length else 0.0
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            gx, gy = x + t * dx - px, y + t * dy - py
            gap = gx * gx + gy * gy
            nearest = gap if gap < nearest else nearest
            x, y = x2, y2
    return sqrt(nearest) if nearest < most * most else inf


def clear(outline: Outline, box: Box) -> bool:
    """Say whether no line of an outline may run through a box: all of it is inside, or outside."""
    left, top, right, bottom = box
    for corners, (x1, y1, x2, y2) in outline:
        if x1 > right or x2 < left or y1 > bottom or y2 < top:
            continue
        ax, ay = corners[-1]
        for bx, by in corners:
            if not (
                (ax < left and bx < left)
                or (ax > right and bx > right)
                or (ay < top and by < top)
                or (ay > bottom and by > bottom)
            ):
                return False
            ax, ay = bx, by
    return True


def filled(outline: Outline) -> float:
    """Return how much of its box an outline fills, from 0 to 1; holes turn the other way."""
    box = around(part.box for part in outline)
    room = box.width * box.height
    return abs(sum(area(part.corners) for part in outline)) / room if room else 0.0
