"""The outline that a ``textPath`` sets its text along."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import NamedTuple

from pnp.geometry.path import Path
from pnp.geometry.plane import Point
from pnp.svg.measure import parse_user_length
from pnp.svg.pathdata import parse_path
from pnp.svg.renderer import Renderer, ResolvedElement
from pnp.svg.shapes import OUTLINES, outline, with_transform

STEPS = 32
"""Straight pieces for one curve: the error is far below what print shows."""


class Spot(NamedTuple):
    """A point on an outline and its direction there, in degrees clockwise."""

    x: float
    y: float
    turn: float


class TextPath:
    """An outline as straight pieces; ``start`` is where the text begins, as a length along it."""

    def __init__(self, pieces: Sequence[tuple[Point, Point]]) -> None:
        self._pieces: list[tuple[Point, Point]] = []
        self._ends: list[float] = []
        self.start = 0.0
        length = 0.0
        for one, other in pieces:
            step = hypot(other.x - one.x, other.y - one.y)
            if step > 0:
                length += step
                self._pieces.append((one, other))
                self._ends.append(length)

    @property
    def length(self) -> float:
        """Return the length of the whole outline."""
        return self._ends[-1] if self._ends else 0.0

    def ended(self, distance: float) -> Point:
        """Return the point at a distance, or the end of the outline beyond it."""
        spot = self.at(min(max(distance, 0.0), self.length))
        return Point(0.0, 0.0) if spot is None else Point(spot.x, spot.y)

    def at(self, distance: float) -> Spot | None:
        """Return the point at a distance along the outline, None beyond its ends."""
        if not 0 <= distance <= self.length or not self._pieces:
            return None
        number = min(bisect_left(self._ends, distance), len(self._ends) - 1)
        one, other = self._pieces[number]
        before = self._ends[number - 1] if number else 0.0
        share = (distance - before) / (self._ends[number] - before)
        dx, dy = other.x - one.x, other.y - one.y
        return Spot(one.x + dx * share, one.y + dy * share, degrees(atan2(dy, dx)))


def path_of(element: ResolvedElement, renderer: Renderer) -> TextPath | None:
    """Return the outline that a ``textPath`` names or has, None with a finding if there is none."""
    shape = _shape(element, renderer)
    if shape is None:
        return None
    path, drawn = shape
    pieces = straight(path)
    if element.attrs.get("side") == "right":
        pieces = [(other, one) for one, other in reversed(pieces)]
    along = TextPath(pieces)
    whole, scale = along.length, 1.0
    if drawn is not None and drawn.length("pathLength", "d") > 0:
        scale = whole / drawn.length("pathLength", "d")
    text = element.attrs.get("startOffset", "0")
    offset = element.understood(
        "startOffset", 0.0, parse_user_length, text, whole, element.style.size
    )
    along.start = offset if text.endswith("%") else offset * scale
    return along


def _shape(
    element: ResolvedElement, renderer: Renderer
) -> tuple[Path, ResolvedElement | None] | None:
    if "path" in element.attrs:
        path = element.understood("path", None, parse_path, element.attrs["path"])
        return None if path is None else (path, None)
    target = renderer.referred(element, "href", element.attrs.get("href", ""), *OUTLINES)
    if target is None:
        return None
    shape = renderer.resolve(target, renderer.context_of(target))
    drawn = outline(shape)
    return None if drawn is None else (with_transform(shape, drawn), shape)


def straight(path: Path) -> list[tuple[Point, Point]]:
    """Return an outline as straight lines, from the start of each to its end."""
    pieces: list[tuple[Point, Point]] = []
    for part in path.subpaths():
        points = [Point(x, y) for x, y in part.chords(STEPS)]
        pieces += pairwise([*points, points[0]] if part.ops.endswith("Z") else points)
    return pieces
