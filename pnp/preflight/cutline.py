"""Sample points along the cut of a side, with their outward normals."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from pnp.geometry.plane import Point
from pnp.geometry.polygon import Corners, area
from pnp.preflight.side import CutFrame

SAMPLES = 6
"""How many points of a straight side are sampled; an outline gets three times as many."""


class CutPoint(NamedTuple):
    """A point of the cut and the unit normal that points out of the piece."""

    at: Point
    out: Point

    def past(self, by: float) -> Point:
        """Return the point ``by`` millimetres outside the cut; inside for a negative number."""
        return Point(self.at.x + by * self.out.x, self.at.y + by * self.out.y)


def edges(frame: CutFrame) -> Iterator[list[CutPoint]]:
    """Yield the sample points of each straight side of the cut, or of each part of its outline."""
    if not frame.outline:
        first, *rest = frame.trim.corners
        for start, end in pairwise((first, *rest, first)):
            yield _along((start, end), SAMPLES, 1)
    for part in frame.outline:
        yield _along(part.corners, 3 * SAMPLES, 1 if area(part.corners) >= 0 else -1)


def _along(corners: Corners, count: int, turn: int) -> list[CutPoint]:
    """Return points at even distances along lines; ``turn`` is 1 if clockwise, else -1."""
    lines = [(hypot(x2 - x, y2 - y), (x, y), (x2, y2)) for (x, y), (x2, y2) in pairwise(corners)]
    step = sum(length for length, *_ in lines) / count
    found, gone, due = list[CutPoint](), 0.0, step / 2
    for length, (x, y), (x2, y2) in lines:
        dx, dy = (x2 - x) / (length or 1), (y2 - y) / (length or 1)
        while due < gone + length:
            at = Point(x + dx * (due - gone), y + dy * (due - gone))
            found.append(CutPoint(at, Point(turn * dy, -turn * dx)))
            due += step
        gone += length
    return found
