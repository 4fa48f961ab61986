"""Nets of any shape: panels that are folded at each other, and tabs at the edges that meet.

The outside of the finished body is seen. Panels and the edges of each are in clockwise order; edge
0 runs from a panel's first corner to its second.
"""

from collections.abc import Mapping, Sequence
from math import hypot, radians, tan
from typing import NamedTuple

from pnp.geometry import Affine, Point, Rect, Size
from pnp.scene.path import Path


class Edge(NamedTuple):
    """One edge of a panel, by the panel's name and the edge's number."""

    panel: str
    number: int


class Slope(NamedTuple):
    """How far a tab reaches (millimetres), and its slope at either end (degrees off its edge)."""

    reach: float
    start: float
    end: float


class Panel(NamedTuple):
    """A panel. ``corners`` are millimetres from the net's top-left corner, clockwise.

    ``place`` puts a drawing on it, upright as the body stands; ``window`` is where that shows:
    past the panel's edges where they are no folds.
    """

    corners: tuple[Point, ...]
    place: Affine
    window: Path

    def edge(self, number: int) -> tuple[Point, Point]:
        """Return both ends of an edge, clockwise."""
        return self.corners[number], self.corners[(number + 1) % len(self.corners)]

    def placed(self, place: Affine) -> "Panel":
        """Return the panel at another place of the net."""
        corners = tuple(place.apply(*corner) for corner in self.corners)
        return Panel(corners, place @ self.place, self.window.placed(place))


class Tab(NamedTuple):
    """A tab at an edge: it is glued inside another panel, along the edge that meets its own.

    ``reach`` is how far it stands out from its edge in millimetres; ``path`` begins with the edge's
    first end and ends with the other.
    """

    edge: Edge
    mate: Edge
    path: Path
    reach: float


class Seam(NamedTuple):
    """Two edges that meet: the one with the tab, the one that it is glued at, and its slope."""

    edge: Edge
    mate: Edge
    slope: Slope


class Unfolded(NamedTuple):
    """A net. ``outline`` is cut, ``creases`` are folded back."""

    trim: Size
    panels: Mapping[str, Panel]
    tabs: tuple[Tab, ...]
    outline: Path
    creases: tuple[Path, ...]


def unfolded(
    panels: Mapping[str, Panel],
    folds: Sequence[Edge],
    border: Sequence[Edge],
    seams: Sequence[Seam],
) -> Unfolded:
    """Return the net of panels that lie anywhere in the plane.

    ``folds`` names each edge at which two panels hang together once; ``border`` names all others,
    clockwise round the net, each next to the one before.
    """
    slopes = {seam.edge: seam.slope for seam in seams}
    runs = {edge: _run(panels[edge.panel].edge(edge.number), slopes.get(edge)) for edge in border}
    points = [point for run in runs.values() for point in run]
    left, top = (min(axis) for axis in zip(*points, strict=True))
    right, bottom = (max(axis) for axis in zip(*points, strict=True))
    place = Affine.move(-left, -top)
    moved = {name: panel.placed(place) for name, panel in panels.items()}
    return Unfolded(
        trim=Size(right - left, bottom - top),
        panels=moved,
        tabs=tuple(
            Tab(
                seam.edge,
                seam.mate,
                Path.polygon(runs[seam.edge]).placed(place),
                seam.slope.reach,
            )
            for seam in seams
        ),
        outline=Path.polygon([point for edge, run in runs.items() for point in _open(run)]).placed(
            place
        ),
        creases=tuple(
            Path.line(*moved[edge.panel].edge(edge.number)) for edge in (*folds, *slopes)
        ),
    )


def square(box: Rect, spill: float, folded: Sequence[int]) -> Panel:
    """Return an upright rectangle as a panel; its art spills over all edges that are not folds."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    top, right, bottom, left = (0.0 if edge in folded else spill for edge in range(4))
    window = Rect(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)
    moved = Affine.move(box.x, box.y)
    return Panel(tuple(Point(*corner) for corner in corners), moved, Path.rect(window))


def _run(ends: tuple[Point, Point], slope: Slope | None) -> list[Point]:
    """Return the corners of the line along an edge, round its tab where it has one."""
    start, end = ends
    if slope is None:
        return [start, end]
    length = hypot(end.x - start.x, end.y - start.y)
    along = Point((end.x - start.x) / length, (end.y - start.y) / length)
    first = slope.reach / tan(radians(slope.start))
    last = length - slope.reach / tan(radians(slope.end))
    return [start, *(_beside(start, along, run, slope.reach) for run in (first, last)), end]


def _beside(start: Point, along: Point, run: float, out: float) -> Point:
    """Return the point so far along a line and so far to its left."""
    return Point(start.x + along.x * run + along.y * out, start.y + along.y * run - along.x * out)


def _open(run: Sequence[Point]) -> Sequence[Point]:
    """Return a run without its last corner, at which the next run begins."""
    return run[:-1]
