"""Markers: arrow heads and other drawings at the vertices of an outline (SVG 2, section 11.6)."""

from collections.abc import Callable, Iterator, Sequence
from math import atan2, degrees, pi
from typing import NamedTuple

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.scene.node import Clip, Group, Node
from pnp.svg.measure import parse_angle
from pnp.svg.paintservers import context_style, parse_url
from pnp.svg.parse import Element
from pnp.svg.pathdata import vertex_ends
from pnp.svg.renderer import (
    Fragment,
    Renderer,
    ResolvedElement,
    Ruler,
    fitted,
    joined,
    view_box,
)

PROPERTIES = ("marker-start", "marker-mid", "marker-end")

USUAL = 3.0
"""The width and the height of a marker that has none, in its units."""

MOST_MARKERS = 2_000
"""More markers on one outline than anyone draws."""

KEYWORDS = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}
"""The words for ``refX`` and ``refY``, as shares of the view box."""


SHORTEST = 1e-6
"""A shorter line, in user units, has no direction."""


class Vertex(NamedTuple):
    """A place for a marker: its directions, in radians, are those of the lines before and after."""

    at: Point
    before: float
    after: float

    @property
    def middle(self) -> float:
        """Return the direction halfway between the two, by the shorter turn."""
        turn = (self.after - self.before) % (2 * pi)
        return self.before + (turn - 2 * pi if turn > pi else turn) / 2


def markers(element: ResolvedElement, path: Path, renderer: Renderer) -> Fragment:
    """Return the drawings at the vertices of an element's outline, in its user space."""
    names = [name for name in PROPERTIES if element.style[name] != "none"]
    places = vertices(path, _ends(element)) if names else []
    if len(places) > MOST_MARKERS:
        element.fault(names[0], f"the outline has more than {MOST_MARKERS:,} vertices to mark")
        places = []
    chosen = {"marker-start": places[:1], "marker-mid": places[1:-1], "marker-end": places[-1:]}
    drawn: list[Fragment] = []
    for name in names if places else ():
        drawn += _of_property(element, name, chosen[name], renderer)
    return joined(drawn, element.where)


def _of_property(
    element: ResolvedElement, name: str, places: Sequence[Vertex], renderer: Renderer
) -> Iterator[Fragment]:
    href = parse_url(element.style[name])
    target = None if href is None else renderer.referred(element, name, href, "marker")
    if target is None:
        return
    with renderer.following(target, element):
        draw = _marker(element, target, renderer)
        if draw is not None:
            yield from (draw(vertex, name) for vertex in places)


def _marker(
    element: ResolvedElement, target: Element, renderer: Renderer
) -> Callable[[Vertex, str], Fragment] | None:
    """Return a function that draws a marker at a vertex, None if it has no extent."""
    marker = renderer.resolve(target, renderer.context_of(target))
    scale = 1.0
    if marker.attrs.get("markerUnits", "strokeWidth") == "strokeWidth":
        scale = element.measured(element.style["stroke-width"])
    size = Size(_side(marker, "markerWidth", "x"), _side(marker, "markerHeight", "y"))
    element.findings += marker.findings
    if min(*size, scale) <= 0:
        return None
    content, corner = _content(marker, size, element, renderer)

    def draw(vertex: Vertex, name: str) -> Fragment:
        turn = Affine.turn(degrees(_turn(marker, vertex, name)))
        place = Affine.move(*vertex.at) @ turn @ Affine.scale(scale)
        return content.placed(place @ Affine.move(-corner.x, -corner.y))

    return draw


def _side(marker: ResolvedElement, name: str, axis: str) -> float:
    ruler = Ruler(marker.context.viewport, axis, marker.style.size)
    text = marker.attrs.get(name, "")
    return marker.understood(name, USUAL, ruler.length, text) if text else USUAL


def _content(
    marker: ResolvedElement, size: Size, element: ResolvedElement, renderer: Renderer
) -> tuple[Fragment, Point]:
    """Return a marker's drawing in its viewport, and its reference point there."""
    window, seen, place = Rect.of(size), view_box(marker), IDENTITY
    context = marker.inner._replace(viewport=marker.inner.viewport.sized(size))
    if seen is not None:
        aspect = marker.attrs.get("preserveAspectRatio", "xMidYMid")
        place = fitted(marker, seen, window, aspect)
        context = context._replace(viewport=context.viewport.sized(seen.size))
    context = context._replace(style=context_style(context.style, element, marker.source))
    drawn = renderer.draw_shared_children(marker, context)
    box = seen or window
    corner = place.apply(_reference(marker, "refX", box.x, box.width),
                         _reference(marker, "refY", box.y, box.height))  # fmt: skip
    moved = drawn if place == IDENTITY else drawn.placed(place)
    if marker.cascaded.get("overflow", "hidden") in ("visible", "auto") or not moved.nodes:
        return moved, corner
    nodes: tuple[Node, ...] = (Group(moved.grouped, clip=Clip(Path.rect(window))),)
    cut = Fragment(nodes, drawn.findings, (), moved.weight + 1, moved.growth)
    return cut, corner


def _reference(marker: ResolvedElement, name: str, start: float, whole: float) -> float:
    text = marker.attrs.get(name, "0").strip()
    if text in KEYWORDS:
        return start + KEYWORDS[text] * whole
    axis = "x" if name == "refX" else "y"
    ruler = Ruler(marker.context.viewport, axis, marker.style.size)
    return marker.understood(name, 0.0, ruler.length, text)


def _turn(marker: ResolvedElement, vertex: Vertex, name: str) -> float:
    """Return the turn of a marker at a vertex, clockwise in radians."""
    text = marker.attrs.get("orient", "0").strip()
    directions = {"marker-start": vertex.after, "marker-end": vertex.before}
    if text == "auto":
        return directions.get(name, vertex.middle)
    if text == "auto-start-reverse":
        return directions.get(name, vertex.middle) + (pi if name == "marker-start" else 0.0)
    return marker.understood("orient", 0.0, parse_angle, text) * pi / 180


def _ends(element: ResolvedElement) -> frozenset[int] | None:
    """Return which segments of a path end at a vertex: arcs are several curves; None is all."""
    data = element.attrs.get("d", "")
    return vertex_ends(data) if element.source.tag == "path" and {*data} & {*"aA"} else None


class _Segment(NamedTuple):
    """A straight line or a curve, and its directions at both ends, None if it has no length."""

    start: Point
    end: Point
    leaving: float | None
    arriving: float | None


def vertices(path: Path, ends: frozenset[int] | None = None) -> list[Vertex]:
    """Return the vertices of an outline with their directions (SVG 2, section 11.6.4)."""
    found: list[Vertex] = []
    for start, segments in _subpaths(path, ends):
        found += _of_subpath(start, segments)
    return found


def _of_subpath(start: Point, segments: Sequence[_Segment]) -> Iterator[Vertex]:
    closed = bool(segments) and segments[-1].end == start and len(segments) > 1
    arriving: list[float | None] = [None, *(each.arriving for each in segments)]
    leaving: list[float | None] = [*(each.leaving for each in segments), None]
    if closed:
        arriving[0], leaving[-1] = arriving[-1], leaving[0]
    points = [start, *(each.end for each in segments)]
    for number, point in enumerate(points):
        before, after = arriving[number], leaving[number]
        one = before if before is not None else after if after is not None else 0.0
        yield Vertex(point, one, after if after is not None else one)


def _subpaths(
    path: Path, ends: frozenset[int] | None
) -> Iterator[tuple[Point, Sequence[_Segment]]]:
    """Yield the start and the segments of each subpath; parts of an arc are one segment."""
    start = pen = Point(0.0, 0.0)
    segments: list[_Segment] = []
    begun = joins = False
    for number, (op, c) in enumerate(path.segments(), 1):
        if op == "M":
            if begun:
                yield start, segments
            start, segments, begun = Point(c[0], c[1]), [], True
            pen = start
            continue
        segment = _segment(pen, op, c, start)
        if joins:
            last = segments.pop()
            segment = _Segment(last.start, segment.end, last.leaving, segment.arriving)
        segments.append(segment)
        joins, pen = ends is not None and number not in ends, segment.end
    if begun:
        yield start, segments


def _segment(pen: Point, op: str, c: Sequence[float], start: Point) -> _Segment:
    if op == "Z":
        way = _direction(pen, start)
        return _Segment(pen, start, way, way)
    end = Point(c[-2], c[-1])
    points = [pen, *(Point(*c[at : at + 2]) for at in range(0, len(c), 2))]
    leaving = next((way for p in points[1:] if (way := _direction(pen, p)) is not None), None)
    back = (way for p in reversed(points[:-1]) if (way := _direction(p, end)) is not None)
    return _Segment(pen, end, leaving, next(back, None))


def _direction(start: Point, end: Point) -> float | None:
    dx, dy = end.x - start.x, end.y - start.y
    return None if abs(dx) + abs(dy) < SHORTEST else atan2(dy, dx)
