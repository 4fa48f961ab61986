"""Outlines as polygons, their curves flattened: area, distance, point in polygon, crossings.

``Path.chords`` flattens all curves; ``FINE`` and ``COARSE`` are its numbers of lines for a curve.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import NamedTuple

from pnp.geometry.path import Path
from pnp.geometry.plane import ALONG_EDGE, SAVED, Bounds, Point, Rect, Size

FINE = 16
"""The most straight lines for a curve that a knife follows."""

EXACT = SAVED / 5
"""Millimetres that lines may be off such a curve to be fewer: a traced outline has thousands."""

COARSE = 8
"""Straight lines for a curve that is only seen: a quarter of a circle is off by 0.5 % of its
radius."""

Chord = tuple[Point, Point]

Corners = tuple[tuple[float, float], ...]


def area(corners: Sequence[tuple[float, float]]) -> float:
    """Return the area inside corners, negative if they run counter-clockwise (y is down)."""
    ring = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(x * y2 - x2 * y for (x, y), (x2, y2) in ring) / 2


def overlap_depth(one: Corners, other: Corners) -> float:
    """Return how deep two rectangles, upright or turned, overlap; 0 or less if they are apart."""
    return _depth(one, other, (one[:3], other[:3]))


def convex_depth(one: Corners, other: Corners) -> float:
    """Return how deep two convex polygons overlap; 0 or less if they are apart."""
    return _depth(one, other, [(*corners, corners[0]) for corners in (one, other)])


def _depth(one: Corners, other: Corners, lines: Iterable[Corners]) -> float:
    """Return the least overlap of two convex polygons along the normals of some of their sides.

    The separating axis theorem: they are apart if their projections on the normal of one of their
    sides are.
    """
    depths = []
    for corners in lines:
        for (x, y), (x2, y2) in pairwise(corners):
            length = hypot(x2 - x, y2 - y) or 1.0
            normal = ((y - y2) / length, (x2 - x) / length)
            (low, high), (from_, to) = _projection(one, normal), _projection(other, normal)
            depths.append(min(high, to) - max(low, from_))
    return min(depths)


def convex_hull(points: Iterable[tuple[float, float]]) -> Corners:
    """Return the corners of the smallest convex polygon around some points (Andrew's algorithm)."""
    rising = sorted({Point(*point) for point in points})
    return (*_half_hull(rising), *_half_hull(rising[::-1]))


def _half_hull(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _side(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept[:-1] or kept


def _projection(corners: Corners, normal: tuple[float, float]) -> tuple[float, float]:
    along = [x * normal[0] + y * normal[1] for x, y in corners]
    return min(along), max(along)


@lru_cache(maxsize=64)
def crossing(outline: Path) -> Point | None:
    """Return a point where a subpath of an outline touches or crosses itself, or None.

    Each subpath is tested by itself: a slit may begin at the edge.
    """
    for part, corners in followed(outline):
        point = _crossing_in(_chords(corners, closed=is_closed(part)))
        if point is not None:
            return point
    return None


@lru_cache(maxsize=64)
def encloses(outline: Path) -> bool:
    """Return whether a knife that follows the outline cuts out an area."""
    closed = (corners for part, corners in followed(outline) if is_closed(part))
    return any(abs(area(corners)) > SAVED for corners in closed)


@lru_cache(maxsize=64)
def leaves(outline: Path, trim: Size) -> Point | None:
    """Return a point of an outline outside the trim, or None."""
    room = Rect.of(trim)
    points = (point for _, corners in followed(outline) for point in corners)
    return next((p for p in points if not room.contains(Rect(p.x, p.y, 0, 0), ALONG_EDGE)), None)


@lru_cache(maxsize=4)
def followed(outline: Path) -> Sequence[tuple[Path, Sequence[Point]]]:
    """Return the subpaths of an outline, each with its corners; an outline is asked about often."""
    return tuple((part, _corners(part)) for part in outline.subpaths())


def is_closed(part: Path) -> bool:
    """Return whether a subpath ends where it begins, as exactly as hands draw."""
    return "Z" in part.ops or not _apart(*_ends(part), ALONG_EDGE)


def _corners(part: Path) -> list[Point]:
    """Return the corners of a flattened subpath, each point that repeats its neighbour left out.

    What is drawn beyond the beginning of a closed one is left out, too.
    """
    corners: list[Point] = []
    for x, y in part.chords(FINE, EXACT):
        point = Point(x, y)
        if not corners or _apart(corners[-1], point, SAVED):
            corners.append(point)
    while len(corners) > 3 and is_closed(part) and not _apart(corners[0], corners[-1], ALONG_EDGE):
        corners.pop()
    return corners


def _ends(part: Path) -> tuple[Point, Point]:
    return Point(*part.coords[:2]), Point(*part.coords[-2:])


def _apart(a: Point, b: Point, most: float) -> bool:
    return max(abs(a.x - b.x), abs(a.y - b.y)) > most


def _chords(corners: Sequence[Point], *, closed: bool) -> list[Chord]:
    """Return the lines between neighbouring corners, as a knife follows them."""
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    return list(zip(corners, ends, strict=False))


class _ChordRun(NamedTuple):
    """Lines that follow each other, the number of the first, and the box around them."""

    first: int
    chords: Sequence[Chord]
    box: Bounds


RUN = 12
"""Lines of a run: runs far from each other are told apart by their boxes."""


def _crossing_in(chords: Sequence[Chord]) -> Point | None:
    """Return a point that two lines share which are no neighbours, or None."""
    starts = range(0, len(chords), RUN)
    runs = [_ChordRun(at, chords[at : at + RUN], _around(chords[at : at + RUN])) for at in starts]
    together = (
        _crossing_between(one, other, len(chords) - 1)
        for at, one in enumerate(runs)
        for other in runs[at:]
        if one.box.meets(other.box)
    )
    return next((point for point in together if point is not None), None)


def _around(chords: Sequence[Chord]) -> Bounds:
    hull = Bounds.hull([each for chord in chords for point in chord for each in point])
    return hull.grown(SAVED)  # a straight line has no area to share


def _crossing_between(one: _ChordRun, other: _ChordRun, last: int) -> Point | None:
    left, top, right, bottom = other.box
    for number, chord in enumerate(one.chords, one.first):
        (ax, ay), (bx, by) = chord
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue  # far from all of the other run
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        for other_number, other_chord in enumerate(other.chords, other.first):
            if other_number - number <= 1 or other_number - number == last:
                continue  # the same, neighbours, or a pair that was looked at
            point = _crossing_of(chord, other_chord)
            if point is not None:
                return point
    return None


def _crossing_of(one: Chord, other: Chord) -> Point | None:
    """Return the point that two lines share, their ends included, or None."""
    (a, b), (c, d) = one, other
    if min(a.y, b.y) > max(c.y, d.y) or min(c.y, d.y) > max(a.y, b.y):
        return None
    if min(a.x, b.x) > max(c.x, d.x) or min(c.x, d.x) > max(a.x, b.x):
        return None
    from_a, from_b = _side(c, d, a), _side(c, d, b)
    if from_a * from_b > 0 or _side(a, b, c) * _side(a, b, d) > 0:
        return None
    if from_a == from_b:
        return sorted((a, b, c, d))[1]
    share = from_a / (from_a - from_b)
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def _side(a: Point, b: Point, point: Point) -> float:
    """Return the side of a line on which a point lies, as the sign; 0 on the line."""
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)


class Polygon(NamedTuple):
    """A flattened subpath: its corners, and the box around them."""

    corners: Corners
    box: Bounds

    @property
    def closed(self) -> "Polygon":
        """Return the polygon with its first corner repeated at the end."""
        return Polygon((*self.corners, self.corners[0]), self.box)


Outline = tuple[Polygon, ...]


def outline_of(path: Path) -> Outline:
    """Return an outline as polygons, one for each subpath."""
    return tuple(polygon_of(part) for part in path.subpaths())


def polygon_of(part: Path) -> Polygon:
    """Return a subpath, which begins with its only move, as a polygon."""
    corners = tuple(part.chords(COARSE))
    return polygon((*corners, corners[0]) if part.ops.endswith("Z") else corners)


def polygon(corners: Iterable[tuple[float, float]]) -> Polygon:
    """Return the polygon of some corners."""
    points = tuple(corners)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Polygon(points, Bounds(min(xs), min(ys), max(xs), max(ys)))


def covers(outline: Outline, point: Point, even_odd: bool) -> bool:
    """Say whether a point is filled by SVG's ``fill-rule``; open subpaths count as closed."""
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
    """Return a point's distance from the lines of an outline; ``inf`` if it is ``most`` or more."""
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


def clear(outline: Outline, box: Bounds) -> bool:
    """Say whether an outline surely has no line in a box: the box is all inside or all outside."""
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
    """Return the share of its box that an outline fills, 0 to 1, if holes run the other way."""
    box = Bounds.around(part.box for part in outline)
    room = box.width * box.height
    return abs(sum(area(part.corners) for part in outline)) / room if room else 0.0


class LazyOutline:
    """An outline whose subpaths are flattened when they are first needed."""

    def __init__(self, path: Path) -> None:
        self._parts = [(part, Bounds.hull(part.coords)) for part in path.subpaths()]
        self._polygons: dict[int, Polygon] = {}

    def near(self, box: Bounds) -> Outline:
        """Return the polygons whose boxes touch a box; no other covers any point of it."""
        left, top, right, bottom = box
        return tuple(
            self._polygon(number, part)
            for number, (part, (x1, y1, x2, y2)) in enumerate(self._parts)
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2
        )

    def _polygon(self, number: int, part: Path) -> Polygon:
        flattened = self._polygons.get(number)
        if flattened is None:
            flattened = self._polygons[number] = polygon_of(part)
        return flattened
