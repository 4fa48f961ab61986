"""Crop marks, fold ticks and outlines: where to cut (solid) and where to fold (dashed)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from pnp.color import BLACK
from pnp.geometry import Point, Rect
from pnp.imposition.frame import MARK_SHORTEST
from pnp.scene.node import Shape
from pnp.scene.page import Placement
from pnp.scene.paint import Solid, Stroke
from pnp.scene.path import Path

THIN = 0.15
"""Width of a mark in millimetres: the community's 0.4 pt, still seen and soon cut away."""

LENGTH = 4.0
DASHES = (0.8, 0.5)
CUT = Stroke(Solid(BLACK), THIN)
FOLD = Stroke(Solid(BLACK), THIN, dashes=DASHES)

_SLACK = 1e-6


class Line(NamedTuple):
    """An upright line to cut or fold along: where it stands, and the window that it crosses."""

    x: float
    window: Rect


class Run(NamedTuple):
    """A mark: upright, from ``top`` down to ``bottom``."""

    x: float
    top: float
    bottom: float


class Edge(NamedTuple):
    """What is cut out straight: its trim on the paper, and the window it is shown in."""

    trim: Rect
    window: Rect


@lru_cache(maxsize=32)
def crop_marks(
    straight: tuple[Edge, ...], windows: tuple[Rect, ...], area: Rect
) -> tuple[Shape, ...]:
    """Return the marks at all straight cuts, outside every window, as one shape or none.

    Sheets that are filled alike get the very same shape.
    """
    upright = [Line(x, edge.window) for edge in straight for x in (edge.trim.x, edge.trim.right)]
    level = [
        Line(y, _swapped(edge.window)) for edge in straight for y in (edge.trim.y, edge.trim.bottom)
    ]
    return _drawn(upright, level, windows, area, CUT)


def fold_marks(
    folds: Iterable[tuple[Placement, Path]], windows: Sequence[Rect], area: Rect
) -> tuple[Shape, ...]:
    """Return dashed ticks where level and upright creases meet the edge, as one shape or none."""
    upright: list[Line] = []
    level: list[Line] = []
    for placement, crease in folds:
        for start, end in _straight(crease.placed(placement.slot.place)):
            if abs(start.x - end.x) < _SLACK:
                upright += _across(start.x, placement.window)
            elif abs(start.y - end.y) < _SLACK:
                level += _across(start.y, _swapped(placement.window))
    return _drawn(upright, level, windows, area, FOLD)


def _across(x: float, window: Rect) -> list[Line]:
    """Return the line where it crosses the window: a panel shows a part of a board's creases."""
    return [Line(x, window)] if window.x < x < window.right else []


def outlines(cuts: Iterable[tuple[Placement, Path]]) -> tuple[Shape, ...]:
    """Return the outlines to cut along, as one shape or none."""
    return _stroked([outline.placed(placement.slot.place) for placement, outline in cuts], CUT)


def _drawn(
    upright: Iterable[Line],
    level: Iterable[Line],
    windows: Sequence[Rect],
    area: Rect,
    stroke: Stroke,
) -> tuple[Shape, ...]:
    runs = _runs(upright, windows, area)
    across = _runs(level, [_swapped(window) for window in windows], _swapped(area))
    lines = [Path.line((x, top), (x, bottom)) for x, top, bottom in runs]
    lines += [Path.line((left, y), (right, y)) for y, left, right in across]
    return _stroked(lines, stroke)


def _stroked(paths: Sequence[Path], stroke: Stroke) -> tuple[Shape, ...]:
    if not paths:
        return ()
    ops = "".join(path.ops for path in paths)
    return (Shape(Path(ops, tuple(c for path in paths for c in path.coords)), stroke=stroke),)


def _runs(lines: Iterable[Line], windows: Sequence[Rect], area: Rect) -> list[Run]:
    """Return the marks above and below the windows, each once, as far as there is room.

    What lies in the paper's margin has none: the printer does not reach it.
    """

    @cache
    def crossing(x: float) -> list[Rect]:
        return [w for w in windows if w.x - THIN / 2 < x < w.right + THIN / 2]

    found: dict[tuple[float, ...], Run] = {}
    within = (line for line in lines if area.x - _SLACK <= line.x <= area.right + _SLACK)
    for x, window in within:
        for run in _beyond(x, window, crossing(x), area):
            if run.bottom - run.top >= MARK_SHORTEST - _SLACK:
                found.setdefault(tuple(round(value, 4) for value in run), run)
    return list(found.values())


def _beyond(x: float, window: Rect, crossing: Sequence[Rect], area: Rect) -> Iterator[Run]:
    """Yield the mark above a window and the one below it, stopped by other windows."""
    inside = min(max(x, area.x + THIN / 2), area.right - THIN / 2)
    above = [window.y - min(w.bottom, window.y) for w in crossing if w.y < window.y - _SLACK]
    room = min([window.y - area.y, LENGTH, *map(_own_part, above)])
    yield Run(inside, window.y - room, window.y)
    bottom = window.bottom
    below = [max(w.y, bottom) - bottom for w in crossing if w.bottom > bottom + _SLACK]
    room = min([area.bottom - bottom, LENGTH, *map(_own_part, below)])
    yield Run(inside, bottom, bottom + room)


def _own_part(gap: float) -> float:
    """Return how far a mark goes towards a neighbour: half way, to be told from the neighbour's."""
    return min(gap, max(gap / 2, MARK_SHORTEST))


def _straight(path: Path) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of each straight part of a path."""
    pen = Point(0, 0)
    for op, coords in path.segments():
        if op != "Z":
            end = Point(coords[-2], coords[-1])
            if op == "L":
                yield pen, end
            pen = end


def _swapped(rect: Rect) -> Rect:
    """Return a rectangle with x and y exchanged, so that one rule serves both directions."""
    return Rect(rect.y, rect.x, rect.height, rect.width)
