"""The contours of an outline for a knife: what they cut off, and whether two run alike."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from pnp.geometry.path import Path
from pnp.geometry.plane import ALONG_EDGE, SAVED, Point
from pnp.geometry.polygon import Polygon, area, distance, followed, is_closed, polygon

OFF = 0.5
"""Millimetres that two lines may be apart and still be one for a knife: a hand cuts no finer."""


class _Lines:
    """The lines of some contours, in strips across the longer side of the box around them.

    ``contours`` are their corners; those of a closed one end with the first. A point is held
    against the lines of its strip alone: a traced outline has thousands.
    """

    def __init__(self, contours: Iterable[Sequence[Point]]) -> None:
        lines = [line for corners in contours for line in pairwise(corners)]
        xs, ys = zip(*chain.from_iterable(lines), strict=True)
        across, along = max(xs) - min(xs), max(ys) - min(ys)
        self._side = int(along > across)
        self._step = max(2 * OFF, max(across, along) / len(lines))
        self._strips: dict[int, list[Polygon]] = defaultdict(list)
        for line in lines:
            low, high = sorted(point[self._side] for point in line)
            for number in self._numbers(low, high):
                self._strips[number].append(polygon(line))

    def near(self, point: Point, most: float) -> bool:
        """Return whether a point is less than ``most`` away from a line."""
        at = point[self._side]
        strips = (self._strips.get(number, ()) for number in self._numbers(at - most, at + most))
        return distance(tuple(chain.from_iterable(strips)), point, most) < most

    def enclose(self, point: Point) -> bool:
        """Return whether a point lies inside: a ray from it crosses an odd number of lines."""
        side, other = self._side, 1 - self._side
        (number,) = self._numbers(point[side], point[side])
        ahead = 0
        for (a, b), _ in self._strips.get(number, ()):
            if (a[side] <= point[side]) != (b[side] <= point[side]):
                share = (point[side] - a[side]) / (b[side] - a[side])
                ahead += a[other] + share * (b[other] - a[other]) > point[other]
        return ahead % 2 == 1

    def _numbers(self, low: float, high: float) -> range:
        """Return the numbers of the strips between two places along the longer side."""
        return range(int(low // self._step), int(high // self._step) + 1)


class _Contour:
    """A contour that encloses an area, and what lies on either side of it."""

    def __init__(self, corners: Sequence[Point]) -> None:
        self._lines = _Lines([_around(corners)])

    def encloses(self, point: Point) -> bool:
        """Tell whether a point lies inside, and not about on the edge."""
        return self._lines.enclose(point) and not self._lines.near(point, ALONG_EDGE)

    def leaves_out(self, point: Point) -> bool:
        """Tell whether a point lies outside, and not about on the edge."""
        return not self._lines.enclose(point) and not self._lines.near(point, ALONG_EDGE)


@lru_cache(maxsize=64)
def cut_off(outline: Path) -> Point | None:
    """Return a point where an outline that encloses an area makes two pieces of it, or None.

    The largest contour is the piece. Holes and slits in it leave it whole: those that begin at its
    edge, too, but none that crosses it from edge to edge.
    """
    areas = {part: corners for part, corners in followed(outline) if _is_area(part, corners)}
    piece = max(areas, key=lambda part: abs(area(areas[part])))
    edge = _Contour(areas[piece])
    holes = {part: _Contour(corners) for part, corners in areas.items() if part != piece}
    for part, corners in followed(outline):
        if part == piece:
            continue
        others = [hole for other, hole in holes.items() if other != part]
        along = _with_middles(corners, closed="Z" in part.ops)
        place = _outside(along, edge) or _inside(along, others) if part in holes else None
        if place := place or _across(along, edge, closed=part in holes):
            return place
    return None


def _is_area(part: Path, corners: Sequence[Point]) -> bool:
    return is_closed(part) and abs(area(corners)) > SAVED


def _around(corners: Sequence[Point]) -> list[Point]:
    return [*corners, corners[0]]


def _with_middles(corners: Sequence[Point], *, closed: bool) -> list[Point]:
    """Return corners, each followed by the middle of the line to the next one."""
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    points: list[Point] = []
    for one, next_ in zip(corners, ends, strict=False):
        points += (one, Point((one.x + next_.x) / 2, (one.y + next_.y) / 2))
    return points if closed else [*points, corners[-1]]


def _outside(points: Sequence[Point], edge: _Contour) -> Point | None:
    """Return a point that lies outside an edge, and not about on it."""
    return next(filter(edge.leaves_out, points), None)


def _inside(points: Sequence[Point], holes: Sequence[_Contour]) -> Point | None:
    """Return a point of a contour that lies in a hole: an island, which falls out with it."""
    for hole in holes:
        if _outside(points, hole) is None:
            return next(filter(hole.encloses, points), None)
    return None


def _across(points: Sequence[Point], edge: _Contour, *, closed: bool) -> Point | None:
    """Return a point of a line that crosses a piece from edge to edge, or None.

    A slit comes from the edge at one end at most, a hole touches the edge in one stretch at most.
    """
    inside = [edge.encloses(point) for point in points]
    if closed and not all(inside):
        begin = inside.index(False)
        points = [*points[begin:], *points[: begin + 1]]
        inside = [*inside[begin:], *inside[: begin + 1]]
    entered = [at for at in range(1, len(inside)) if inside[at] and not inside[at - 1]]
    crossings = [at for at in entered if not all(inside[at:])]
    return points[crossings[0]] if len(crossings) > int(closed) else None


@lru_cache(maxsize=64)
def alike(one: Path, other: Path) -> bool:
    """Return whether two outlines run along each other, wherever they begin and whichever way."""
    return _runs_along(one, other) and _runs_along(other, one)


def _runs_along(one: Path, other: Path) -> bool:
    lines = _Lines(
        _around(corners) if is_closed(part) else corners for part, corners in followed(other)
    )
    return all(lines.near(point, OFF) for _, corners in followed(one) for point in corners)
