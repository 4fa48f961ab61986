"""Moves large scales from groups into what they hold: files keep few decimals of a length.

A dot drawn at 0.0001234 in a group that is scaled up by 10 000 belongs at 1.234 mm. A file with
four decimals has 0.0001 and the scale, which draw it 0.2 mm from there.
"""

from dataclasses import replace
from operator import is_
from weakref import WeakKeyDictionary

from pnp.base.bounded import Bounded
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.node import (
    Group,
    Linear,
    Mask,
    Node,
    Paint,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    Stroke,
    Text,
)

COARSE = 16.0
"""Maps that together scale up by more than this make the rounding of lengths in files visible."""

_LEVEL = 1.01
"""A single map that scales up by no more than this is left as it is."""

MOST_FACTORS = 64
"""The most different factors in the cache: data may bring any number."""


class Refiner:
    """Returns drawings without maps that scale up.

    It makes them larger by a factor, which is 1 outside. One object stays one object, and the same
    object if nothing changes in it.
    """

    def __init__(self, factor: float = 1.0) -> None:
        self._factor, self._place = factor, Affine.scale(factor)
        self._drawn: WeakKeyDictionary[Node, Node] = WeakKeyDictionary()
        self._tiled: WeakKeyDictionary[Pattern, Pattern] = WeakKeyDictionary()
        self._others: Bounded[float, Refiner] = Bounded(MOST_FACTORS)

    def nodes(self, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        """Return nodes made larger; the same tuple if they need no change."""
        made = tuple(map(self._node, nodes))
        return nodes if all(map(is_, made, nodes)) else made

    def _node(self, node: Node) -> Node:
        known = self._drawn.get(node)
        if known is None:
            known = self._grown(node)
            if known is not node:
                self._drawn[node] = known
        return known

    def _grown(self, node: Node) -> Node:
        match node:
            case Group():
                return self._group(node)
            case Picture():
                return node if self._factor == 1.0 else replace(node, box=self._rect(node.box))
            case Shape() | Text():
                return self._painted(node)

    def _painted(self, node: Shape | Text) -> Shape | Text:
        fill, stroke = self._filling(node.fill), self._stroke(node.stroke)
        if self._factor == 1.0 and fill is node.fill and stroke is node.stroke:
            return node
        if isinstance(node, Shape):
            return replace(node, path=self._path(node.path), fill=fill, stroke=stroke)
        size, origin = node.size * self._factor, self._point(node.origin)
        return replace(node, size=size, origin=origin, fill=fill, stroke=stroke)

    def _group(self, group: Group) -> Group:
        place, inside = self._split(group.place)
        clip, mask = group.clip, group.mask
        if clip is not None:
            clip = clip._replace(path=inside._path(clip.path))
        if mask is not None:
            region = inside._rect(mask.region)
            mask = replace(mask, nodes=inside.nodes(mask.nodes), region=region)
        nodes = inside.nodes(group.nodes)
        if place is group.place and nodes is group.nodes and _same(mask, group.mask):
            return group
        return replace(group, nodes=nodes, place=place, clip=clip, mask=mask)

    def _split(self, place: Affine) -> "tuple[Affine, Refiner]":
        """Return a map in two parts: what is left of it, and the factor for what it maps."""
        whole = self._place @ place
        factor = whole.stretch if whole.stretch > _LEVEL else 1.0
        if factor == self._factor == 1.0:
            return place, self
        inside = self._others.get(factor)
        if inside is None:
            inside = self._others.keep(factor, Refiner(factor))
            inside._others = self._others
        return whole @ Affine.scale(1 / factor), inside

    def _stroke(self, stroke: Stroke | None) -> Stroke | None:
        paint = None if stroke is None else self._paint(stroke.paint)
        if stroke is None or paint is None or (self._factor == 1.0 and paint is stroke.paint):
            return stroke
        dashes = tuple(dash * self._factor for dash in stroke.dashes)
        width, offset = stroke.width * self._factor, stroke.dash_offset * self._factor
        return stroke._replace(paint=paint, width=width, dashes=dashes, dash_offset=offset)

    def _filling(self, paint: Paint | None) -> Paint | None:
        return None if paint is None else self._paint(paint)

    def _paint(self, paint: Paint) -> Paint:
        if isinstance(paint, Solid):
            return paint
        place, inside = self._split(paint.place)
        if place is paint.place and not isinstance(paint, Pattern):
            return paint
        match paint:
            case Linear():
                start, end = inside._point(paint.start), inside._point(paint.end)
                return paint._replace(start=start, end=end, place=place)
            case Radial():
                return paint._replace(
                    center=inside._point(paint.center),
                    radius=paint.radius * inside._factor,
                    focus=inside._point(paint.focus),
                    focus_radius=paint.focus_radius * inside._factor,
                    place=place,
                )
            case Pattern():
                return self._pattern(paint, place, inside)

    def _pattern(self, pattern: Pattern, place: Affine, inside: "Refiner") -> Pattern:
        known = self._tiled.get(pattern)
        if known is None:
            nodes, tile = inside.nodes(pattern.nodes), inside._rect(pattern.tile)
            if place is pattern.place and nodes is pattern.nodes:
                return pattern
            known = self._tiled[pattern] = Pattern(nodes, tile, place)
        return known

    def _path(self, path: Path) -> Path:
        return path if self._factor == 1.0 else path.placed(self._place)

    def _point(self, point: Point) -> Point:
        return Point(point.x * self._factor, point.y * self._factor)

    def _rect(self, rect: Rect) -> Rect:
        return Rect(*(side * self._factor for side in rect))


def _same(one: Mask | None, other: Mask | None) -> bool:
    return one is other or (one is not None and other is not None and one.nodes is other.nodes)
