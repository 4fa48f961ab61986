"""How large a drawing is: computed from it, never stored beside it."""

from collections.abc import Callable, Iterable
from math import sqrt
from typing import assert_never

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.node import Group, Node, Picture, Shape, Text


def path_bounds(path: Path, place: Affine = IDENTITY) -> Rect | None:
    """Return the exact box around an outline where it is placed, or None when it has no point."""
    xs, ys, pen, start = [], [], (0.0, 0.0), (0.0, 0.0)
    for op, c in path.placed(place).segments():
        if op == "C":
            xs += _extremes(pen[0], c[0], c[2], c[4])
            ys += _extremes(pen[1], c[1], c[3], c[5])
        elif op != "Z":
            xs.append(c[0])
            ys.append(c[1])
        pen = (c[-2], c[-1]) if c else start
        start = pen if op == "M" else start
    if not xs:
        return None
    return Rect.around(xs, ys)


def node_bounds(
    node: Node, text_box: Callable[[Text], Rect | None], place: Affine = IDENTITY
) -> Rect | None:
    """Return the box around a node where it is placed; strokes, clips and masks are not regarded.

    ``text_box`` measures a run of text, for which fonts are needed.
    """
    match node:
        case Group():
            inner = place @ node.place
            return union(node_bounds(child, text_box, inner) for child in node.nodes)
        case Shape():
            return path_bounds(node.path, place)
        case Picture():
            return place.box(node.box)
        case Text():
            box = text_box(node)
            return None if box is None else place.box(box)
        case _:
            assert_never(node)


def union(boxes: Iterable[Rect | None]) -> Rect | None:
    """Return the box around all boxes that exist, or None when there is none."""
    whole: Rect | None = None
    for box in boxes:
        if box is not None:
            whole = box if whole is None else whole.union(box)
    return whole


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the ends of a cubic curve in one axis, and its turning points between them."""
    a, b, c = 3 * (p3 - 3 * p2 + 3 * p1 - p0), 6 * (p2 - 2 * p1 + p0), 3 * (p1 - p0)
    times = [t for t in _roots(a, b, c) if 0 < t < 1]
    return [p0, p3, *(_bezier(p0, p1, p2, p3, t) for t in times)]


def _roots(a: float, b: float, c: float) -> list[float]:
    if abs(a) < 1e-12:
        return [-c / b] if abs(b) > 1e-12 else []
    inside = b * b - 4 * a * c
    return [] if inside < 0 else [(-b + s * sqrt(inside)) / (2 * a) for s in (-1, 1)]


def _bezier(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    u = 1 - t
    return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
