"""Which colour lies behind a point of a face: what is painted there, from the top down."""

from collections.abc import Sequence

from pnp.color import WHITE, Color
from pnp.geometry import Affine, Point
from pnp.rules.printing.box import Box
from pnp.rules.printing.lines import Lines
from pnp.rules.printing.marks import Mark, Marker
from pnp.rules.printing.outlines import covers, distance
from pnp.rules.printing.shades import Shade, shade
from pnp.scene.image import Image, Samples, samples
from pnp.scene.node import Clip, Picture, Shape, Text
from pnp.scene.paint import Paint, Pattern
from pnp.scene.path import Path

OPAQUE = 0.98
"""What lies under so much paint is not seen."""


class Ground:
    """Tells the colours of drawings; outlines, pictures and patterns are read once."""

    def __init__(self, marker: Marker) -> None:
        self._marker = marker
        self._outlines: dict[int, tuple[Path, Lines]] = {}
        self._patterns: dict[Pattern, tuple[Mark, ...]] = {}
        self._pictures: dict[Image, Samples] = {}

    def color(self, marks: Sequence[Mark], point: Point) -> Color | None:
        """Return what marks paint at a point of white paper, None where a mask hides how much."""
        shades = []
        for mark in reversed(marks):
            if self._touches(mark, point):
                if mark.veil.masked:
                    return None
                found = self._shade(mark, point)
                if found is not None:
                    shades.append(Shade(found.color, found.opacity * mark.veil.opacity))
                    if shades[-1].opacity >= OPAQUE:
                        break
        return seen(shades)

    def covered(self, marks: Sequence[Mark], point: Point) -> bool:
        """Say whether one of some marks hides what lies below at a point."""
        shades = (self._shade(m, point) for m in marks if self._touches(m, point))
        return any(found is not None and found.opacity >= OPAQUE for found in shades)

    def _touches(self, mark: Mark, point: Point) -> bool:
        left, top, right, bottom = mark.box
        x, y = point
        inside = left <= x <= right and top <= y <= bottom
        return inside and all(self._shows(clip, at, point) for clip, at in mark.veil.clips)

    def _shows(self, clip: Clip, place: Affine, point: Point) -> bool:
        if not place.determinant:
            return False
        own = place.inverse().apply(*point)
        return covers(self.lines(clip.path).near(Box(*own, *own)), own, clip.even_odd)

    def _shade(self, mark: Mark, point: Point) -> Shade | None:
        """Return what a mark paints at a point of the face, None where that is nothing."""
        if not mark.place.determinant:
            return None
        own = mark.place.inverse().apply(*point)
        match mark.node:
            case Shape():
                return self._of_shape(mark.node, own)
            case Picture():
                return self._of_picture(mark.node, own)
            case Text():
                return None

    def _of_shape(self, node: Shape, point: Point) -> Shade | None:
        wide = node.stroke.width / 2 if node.stroke else 0.0
        lines = self.lines(node.path).near(Box(*point, *point).grown(wide))
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
            self._patterns[paint] = self._marker.marks(paint.nodes)
        return self._top(self._patterns[paint], inside)

    def _top(self, marks: Sequence[Mark], point: Point) -> Shade | None:
        """Return the shade of the uppermost mark at a point."""
        for mark in reversed(marks):
            if self._touches(mark, point) and (found := self._shade(mark, point)) is not None:
                return Shade(found.color, found.opacity * mark.veil.opacity)
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

    def lines(self, path: Path) -> Lines:
        """Return an outline to be asked; the path is kept, so that its identity stays its."""
        known = self._outlines.get(id(path))
        if known is None:
            known = self._outlines[id(path)] = path, Lines(path)
        return known[1]


def seen(shades: Sequence[Shade]) -> Color:
    """Return the colour of shades on white paper, the uppermost first."""
    color = WHITE
    for one in reversed(shades):
        color = one.over(color)
    return color
