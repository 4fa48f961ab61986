"""Whether crop marks, fold marks and outlines are where a page is cut and folded."""

import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from pnp.color import BLACK
from pnp.finding import Finding
from pnp.geometry import Rect
from pnp.proof.cutlines import HALF, SHORTEST, Line, Lines, swapped
from pnp.proof.faults import MARKS
from pnp.proof.mark import TOLERANCE
from pnp.scene.node import Node, Shape
from pnp.scene.paint import Solid

WIDEST = 0.3
"""The width of a line in millimetres that is a mark, at the most."""

_LINES = re.compile(r"(?:ML)+")


class Run(NamedTuple):
    """A drawn mark: upright at ``at``, from ``top`` down to ``bottom``."""

    at: float
    top: float
    bottom: float


class Drawn(NamedTuple):
    """The marks of one sort on a page; level ones have x and y swapped. ``slanted`` are neither."""

    upright: list[Run]
    level: list[Run]
    slanted: int


def mark_shapes(nodes: Sequence[Node], dashed: bool) -> tuple[Shape, ...]:
    """Return the shapes among nodes that are straight marks: dashed for folds, solid for cuts."""
    return tuple(
        node
        for node in nodes
        if isinstance(node, Shape) and _is_mark(node, dashed) and _LINES.fullmatch(node.path.ops)
    )


def outline_shapes(nodes: Sequence[Node]) -> tuple[Shape, ...]:
    """Return the shapes among nodes that are outlines to cut along."""
    return tuple(
        node
        for node in nodes
        if isinstance(node, Shape)
        and _is_mark(node, dashed=False)
        and not _LINES.fullmatch(node.path.ops)
    )


def _is_mark(shape: Shape, dashed: bool) -> bool:
    stroke = shape.stroke
    return (
        shape.fill is None
        and stroke is not None
        and stroke.paint == Solid(BLACK)
        and stroke.width <= WIDEST
        and bool(stroke.dashes) is dashed
    )


def drawn_marks(shapes: Sequence[Shape]) -> Drawn:
    """Return the straight lines of shapes as marks."""
    drawn = Drawn([], [], 0)
    for shape in shapes:
        numbers = iter(shape.path.coords)
        for x1, y1, x2, y2 in zip(numbers, numbers, numbers, numbers, strict=True):
            if abs(x1 - x2) <= TOLERANCE:
                drawn.upright.append(Run(x1, min(y1, y2), max(y1, y2)))
            elif abs(y1 - y2) <= TOLERANCE:
                drawn.level.append(Run(y1, min(x1, x2), max(x1, x2)))
            else:
                drawn = drawn._replace(slanted=drawn.slanted + 1)
    return drawn


def check_marks(
    drawn: Drawn, groups: Sequence[Lines], windows: Sequence[Rect], reach: Rect, what: str
) -> Iterator[Finding]:
    """Yield marks that are at no line, and promised ones that are missing; ``what`` names them.

    Pieces on both sides of a fold are in ``groups`` of their own. ``windows`` is all that shows
    a drawing. Printers reach as far as ``reach``.
    """
    off = [f"{what} that is neither upright nor level is off every edge"] * drawn.slanted
    lost: list[str] = []
    for level, runs in enumerate((drawn.upright, drawn.level)):
        directions = [lines.directions[level] for lines in groups]
        every = [line for lines, _ in directions for line in lines]
        ends = [swapped(window) for window in windows] if level else windows
        named = f"{what} at {'xy'[level]}"
        off += _wrong(runs, every, ends, named)
        for lines, boxes in directions:
            edge = swapped(reach) if level else reach
            for line, way in _missing(lines, boxes, runs, edge):
                side = ("above", "below", "left of", "right of")[2 * level + way]
                lost.append(f"{named} {line.at:.1f} mm {side} {line.key} is missing")
    for first, *more in filter(None, (off, lost)):
        others = f"; so are {len(more)} more" if more else ""
        yield Finding(MARKS, f"{first}{others}")


def _wrong(
    runs: Sequence[Run], lines: Sequence[Line], windows: Sequence[Rect], what: str
) -> Iterator[str]:
    """Yield in words the drawn marks that no line calls for, or that run into a drawing."""
    for run in runs:
        if not any(_at(run, line) and (_up(run, line) or _down(run, line)) for line in lines):
            off = min((abs(run.at - line.at) for line in lines), default=inf)
            away = (
                f"{off:.2f} mm from the nearest edge"
                if TOLERANCE < off < inf
                else "at no edge of a piece"
            )
            yield f"{what} {run.at:.1f} mm is {away}"
        elif any(_enters(run, window) for window in windows):
            yield f"{what} {run.at:.1f} mm is drawn into a face"


def _at(run: Run, line: Line) -> bool:
    return abs(run.at - line.at) <= line.nudge + TOLERANCE


def _up(run: Run, line: Line) -> bool:
    return abs(run.bottom - line.box.y) <= line.nudge + TOLERANCE


def _down(run: Run, line: Line) -> bool:
    return abs(run.top - line.box.bottom) <= line.nudge + TOLERANCE


def _enters(run: Run, window: Rect) -> bool:
    beside = run.at <= window.x + TOLERANCE or run.at >= window.right - TOLERANCE
    inside = min(run.bottom, window.bottom) - max(run.top, window.y)
    return not beside and inside > TOLERANCE


def _missing(
    lines: Sequence[Line], boxes: Sequence[Rect], runs: Sequence[Run], reach: Rect
) -> Iterator[tuple[Line, int]]:
    """Yield the lines without a mark that has room: 0 is above the box, 1 is below it."""
    long = [run for run in runs if run.bottom - run.top >= SHORTEST - TOLERANCE]
    for line in lines:
        found = [run for run in long if _at(run, line)]
        for way, (there, free) in enumerate(zip((_up, _down), _free(line, boxes), strict=True)):
            end = (line.box.y - reach.y, reach.bottom - line.box.bottom)[way]
            promised = free >= SHORTEST + TOLERANCE if free < inf else end >= line.need[way]
            if promised and not any(there(run, line) for run in found):
                yield line, way


def _free(line: Line, boxes: Sequence[Rect]) -> tuple[float, float]:
    """Return how far it is along a line to the next box above and below; inf where none is."""
    above = below = inf
    for box in boxes:
        if box.x - HALF < line.at < box.right + HALF:
            if box.y < line.box.y - 1e-6:
                above = min(above, line.box.y - min(box.bottom, line.box.y))
            if box.bottom > line.box.bottom + 1e-6:
                below = min(below, max(box.y, line.box.bottom) - line.box.bottom)
    return above, below
