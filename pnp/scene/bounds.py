"""Bounding boxes of drawings: computed on demand, never stored beside the drawing.

Three boxes of the same nodes differ on purpose:

- ``path_bounds`` and ``node_bounds`` are exact and ignore strokes, clips and filters: SVG's object
  bounding box, by which gradients and masks are placed;
- ``node_reach`` includes strokes and clips; it is fast, never too small and often too large: the
  ``BBox`` of a PDF's form XObjects;
- ``ink_bounds`` is the painted area of one leaf, without the tips of mitre joins; preflight
  computes it for every mark of a kit.

The proof, which reads a written file back, measures both the file and the scene by ``Bounds.hull``.
"""

from collections.abc import Callable, Iterable
from math import sqrt
from typing import assert_never

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds, Rect
from pnp.scene.node import Group, Join, Node, Paint, Picture, Shape, Solid, Stroke, Text

CORNER = 1.5
"""How far a stroke with square caps reaches past its outline, in half widths: √2, rounded up."""

_ZERO = 1e-12
"""A coefficient below this counts as 0, which leaves a polynomial of a lower degree."""

TextBox = Callable[[Text], Rect | None]
"""Returns the box of a text in its own space, None if it is empty; the caller has the fonts."""


def path_bounds(path: Path, place: Affine = IDENTITY) -> Rect | None:
    """Return the exact box around an outline mapped by ``place``, or None if it has no point."""
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


def node_bounds(node: Node, text_box: TextBox, place: Affine = IDENTITY) -> Rect | None:
    """Return the box around a node mapped by ``place``, without its strokes and effects."""
    match node:
        case Group():
            inner = place @ node.place
            return union(node_bounds(child, text_box, inner) for child in node.nodes)
        case Shape():
            return path_bounds(node.path, place)
        case Picture():
            return place.box(node.filtered or node.box)
        case Text():
            box = text_box(node)
            return None if box is None else place.box(box)
        case _:
            assert_never(node)


def node_reach(node: Node, text_box: TextBox, place: Affine = IDENTITY) -> Rect | None:
    """Return a box that contains all that a node draws, or None if it draws nothing."""
    match node:
        case Group():
            return _group_reach(node, text_box, place @ node.place)
        case Shape():
            return _placed(_with_line(_hull(node.path.coords), node.stroke), place)
        case Text():
            return _placed(_with_line(text_box(node), node.stroke), place)
        case Picture():
            return place.box(node.box)
        case _:
            assert_never(node)


def _group_reach(group: Group, text_box: TextBox, place: Affine) -> Rect | None:
    box = union(node_reach(node, text_box, place) for node in group.nodes)
    if box is None or group.clip is None:
        return box
    window = _placed(_hull(group.clip.path.coords), place)
    return box.intersection(window) if window else None


def _hull(coords: tuple[float, ...]) -> Rect | None:
    """Return the box around all points: a curve stays within the hull of its control points."""
    return Rect.around(coords[::2], coords[1::2]) if coords else None


def _with_line(box: Rect | None, stroke: Stroke | None) -> Rect | None:
    if box is None or stroke is None:
        return box
    corner = max(CORNER, stroke.miter) if stroke.join is Join.MITER else CORNER
    return box.inset(-stroke.width / 2 * corner)


def _placed(box: Rect | None, place: Affine) -> Rect | None:
    return box and place.box(box)


def ink_bounds(node: Shape | Text | Picture, text_ink: Callable[[Text], Bounds]) -> Bounds:
    """Return the box of what a leaf paints in its own space, ``NOWHERE`` if it paints nothing.

    ``text_ink`` returns the box of a text's glyph outlines.
    """
    match node:
        case Shape():
            return _outline_ink(node)
        case Text():
            visible = _visible(node.fill) or _visible(node.stroke and node.stroke.paint)
            return text_ink(node) if visible and node.string.strip() else NOWHERE
        case Picture():
            return Bounds.of(node.box) if min(node.box.size) > 0 else NOWHERE
        case _:
            assert_never(node)


def _outline_ink(shape: Shape) -> Bounds:
    stroke = shape.stroke if shape.stroke and _visible(shape.stroke.paint) else None
    if stroke is None and not _visible(shape.fill):
        return NOWHERE
    box = Bounds.hull(shape.path.coords)
    return box.grown(stroke.width / 2) if stroke else box


def _visible(paint: Paint | None) -> bool:
    return paint is not None and not (isinstance(paint, Solid) and paint.opacity <= 0)


def union(boxes: Iterable[Rect | None]) -> Rect | None:
    """Return the box around all boxes but None, or None if there is no other."""
    whole: Rect | None = None
    for box in boxes:
        if box is not None:
            whole = box if whole is None else whole.union(box)
    return whole


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the ends of a cubic curve along one axis, and its extrema between them."""
    a, b, c = 3 * (p3 - 3 * p2 + 3 * p1 - p0), 6 * (p2 - 2 * p1 + p0), 3 * (p1 - p0)
    times = [t for t in _roots(a, b, c) if 0 < t < 1]
    return [p0, p3, *(_bezier(p0, p1, p2, p3, t) for t in times)]


def _roots(a: float, b: float, c: float) -> list[float]:
    if abs(a) < _ZERO:
        return [-c / b] if abs(b) > _ZERO else []
    inside = b * b - 4 * a * c
    return [] if inside < 0 else [(-b + s * sqrt(inside)) / (2 * a) for s in (-1, 1)]


def _bezier(p0: float, p1: float, p2: float, p3: float, t: float) -> float:
    u = 1 - t
    return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
