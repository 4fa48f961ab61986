"""The colour at a point of a face, composited from the paint operations there."""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

from pnp.base.color import WHITE, Color, mixed
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Bounds, Point
from pnp.geometry.polygon import LazyOutline, covers, distance
from pnp.preflight.paintops import PaintFlattener, PaintOp
from pnp.scene.image import Image, Samples, samples
from pnp.scene.node import (
    Clip,
    Linear,
    Paint,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    SpreadMethod,
    Stop,
    Text,
)


class Shade(NamedTuple):
    """A colour and its opacity, from 0 to 1: ``Shade(Color(255, 255, 255), 0.25)``."""

    color: Color
    opacity: float

    def over(self, ground: Color) -> Color:
        """Return this shade composited over an opaque colour."""
        return self.color if self.opacity >= 1 else mixed(ground, self.color, self.opacity)


def shade(paint: Paint, point: Point) -> Shade | None:
    """Return the shade of a paint at a point, None for a pattern: ``ColorSampler`` has those."""
    match paint:
        case Solid():
            return Shade(paint.color, paint.opacity)
        case Linear() | Radial():
            return _along(paint.stops, _spread(_offset(paint, point), paint.spread))
        case Pattern():
            return None


def _offset(paint: Linear | Radial, point: Point) -> float:
    """Return the gradient offset at a point: 0 at the first stop, 1 at the last; may be outside."""
    if not paint.place.determinant:
        return 1.0
    x, y = paint.place.inverse().apply(*point)
    if isinstance(paint, Linear):
        (x1, y1), (x2, y2) = paint.start, paint.end
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        return ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 1.0
    return _outward(paint, x - paint.focus.x, y - paint.focus.y)


def _outward(paint: Radial, x: float, y: float) -> float:
    """Return the offset of a radial gradient at a point, given relative to the focus."""
    reach = hypot(x, y)
    if not reach or not paint.radius:
        return 0.0 if paint.radius else 1.0
    dx, dy = paint.focus.x - paint.center.x, paint.focus.y - paint.center.y
    half = (x * dx + y * dy) / reach
    inside = half * half - (dx * dx + dy * dy - paint.radius**2)
    whole = sqrt(max(0.0, inside)) - half
    start = paint.focus_radius
    return (reach - start) / (whole - start) if whole > start else 1.0


def _spread(offset: float, spread: SpreadMethod) -> float:
    if spread is SpreadMethod.REPEAT:
        return offset % 1
    if spread is SpreadMethod.REFLECT:
        return 1 - abs(offset % 2 - 1)
    return min(1.0, max(0.0, offset))


def _along(stops: Sequence[Stop], offset: float) -> Shade:
    before = stops[0]
    for stop in stops:
        if offset < stop.offset:
            gap = stop.offset - before.offset
            share = (offset - before.offset) / gap if gap else 1.0
            opacity = before.opacity + (stop.opacity - before.opacity) * share
            return Shade(mixed(before.color, stop.color, share), opacity)
        before = stop
    return Shade(before.color, before.opacity)


OPAQUE = 0.98
"""The least opacity of paint that hides what is below it."""


class ColorSampler:
    """Samples the colour of paint operations at a point.

    Flattened outlines, decoded pictures and pattern tiles are kept. For example,
    ``sampler.color(ops, Point(31.5, 44))`` gives ``Color(122, 43, 214)``. Text is not sampled.
    """

    def __init__(self, flattener: PaintFlattener) -> None:
        self._flattener = flattener
        self._outlines: dict[int, tuple[Path, LazyOutline]] = {}
        self._patterns: dict[Pattern, tuple[PaintOp, ...]] = {}
        self._pictures: dict[Image, Samples] = {}

    def color(self, ops: Sequence[PaintOp], point: Point) -> Color | None:
        """Return the colour of ops at a point, on white paper; None where a masked op is on top."""
        shades = []
        for op in reversed(ops):
            if self._touches(op, point):
                if op.state.masked:
                    return None
                found = self._shade(op, point)
                if found is not None:
                    shades.append(Shade(found.color, found.opacity * op.state.opacity))
                    if shades[-1].opacity >= OPAQUE:
                        break
        return composited(shades)

    def covered(self, ops: Sequence[PaintOp], point: Point) -> bool:
        """Return whether one of the ops is opaque at a point."""
        shades = (self._shade(m, point) for m in ops if self._touches(m, point))
        return any(found is not None and found.opacity >= OPAQUE for found in shades)

    def _touches(self, op: PaintOp, point: Point) -> bool:
        left, top, right, bottom = op.box
        x, y = point
        inside = left <= x <= right and top <= y <= bottom
        return inside and all(self._shows(clip, at, point) for clip, at in op.state.clips)

    def _shows(self, clip: Clip, place: Affine, point: Point) -> bool:
        if not place.determinant:
            return False
        own = place.inverse().apply(*point)
        return covers(self.lines(clip.path).near(Bounds.at(own)), own, clip.even_odd)

    def _shade(self, op: PaintOp, point: Point) -> Shade | None:
        """Return the shade of an op at a point of the face; None where it paints nothing."""
        if not op.place.determinant:
            return None
        own = op.place.inverse().apply(*point)
        match op.node:
            case Shape():
                return self._of_shape(op.node, own)
            case Picture():
                return self._of_picture(op.node, own)
            case Text():
                return None

    def _of_shape(self, node: Shape, point: Point) -> Shade | None:
        wide = node.stroke.width / 2 if node.stroke else 0.0
        lines = self.lines(node.path).near(Bounds.at(point).grown(wide))
        if node.stroke is not None and distance(lines, point, wide) < wide:
            return self._of_paint(node.stroke.paint, point)
        if node.fill is not None and covers(lines, point, node.even_odd):
            return self._of_paint(node.fill, point)
        return None

    def _of_paint(self, paint: Paint, point: Point) -> Shade | None:
        if not isinstance(paint, Pattern):
            return shade(paint, point)
        if not paint.place.determinant or not paint.tile.width or not paint.tile.height:
            return None
        x, y = paint.place.inverse().apply(*point)
        tile = paint.tile
        inside = Point(tile.x + (x - tile.x) % tile.width, tile.y + (y - tile.y) % tile.height)
        if paint not in self._patterns:
            self._patterns[paint] = self._flattener.flatten(paint.nodes)
        return self._top(self._patterns[paint], inside)

    def _top(self, ops: Sequence[PaintOp], point: Point) -> Shade | None:
        """Return the shade of the topmost op at a point, None without one."""
        for op in reversed(ops):
            if self._touches(op, point) and (found := self._shade(op, point)) is not None:
                return Shade(found.color, found.opacity * op.state.opacity)
        return None

    def _of_picture(self, node: Picture, point: Point) -> Shade:
        if node.image not in self._pictures:
            self._pictures[node.image] = samples(node.image)
        pixels, box = self._pictures[node.image], node.box
        across = min(pixels.width - 1, max(0, int((point.x - box.x) / box.width * pixels.width)))
        down = min(pixels.height - 1, max(0, int((point.y - box.y) / box.height * pixels.height)))
        at, deep = down * pixels.width + across, len(pixels.mode)
        channels = tuple(pixels.data[at * deep : (at + 1) * deep]) * (4 - deep if deep == 1 else 1)
        opacity = 1.0 if pixels.alpha is None else pixels.alpha[at] / 255
        return Shade(Color(*channels), opacity)

    def lines(self, path: Path) -> LazyOutline:
        """Return a path, flattened on demand and cached by ``id(path)``."""
        # The cache holds the path too: else its id could be reused for another path.
        known = self._outlines.get(id(path))
        if known is None:
            known = self._outlines[id(path)] = path, LazyOutline(path)
        return known[1]


def composited(shades: Sequence[Shade]) -> Color:
    """Return shades composited over white paper; the first is the topmost."""
    color = WHITE
    for one in reversed(shades):
        color = one.over(color)
    return color
