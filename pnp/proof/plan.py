"""The marks that a planned page must show, read off its scene."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from pnp.geometry import IDENTITY, Affine, Rect
from pnp.proof.mark import Mark, cut, hull
from pnp.scene.node import Group, Node, Picture, Shape, Text
from pnp.scene.page import Page
from pnp.scene.paint import Paint, Solid

Keyed = tuple[str | None, Mark]


def page_marks(page: Page) -> Iterator[Keyed]:
    """Yield each planned mark of a page with the key that it stands under, in drawing order."""
    yield from _marks(page.nodes, IDENTITY, None, None)


def _marks(
    nodes: Iterable[Node], place: Affine, clip: Rect | None, key: str | None
) -> Iterator[Keyed]:
    for node in nodes:
        match node:
            case Group():
                yield from _group(node, place, clip, key)
            case Shape():
                box = cut(hull(node.path.placed(place).coords), clip)
                yield from ((key, mark) for mark in _shape(node, box))
            case Text():
                start = Rect(*place.apply(*node.origin), 0, 0)
                paint = node.fill or (node.stroke.paint if node.stroke else None)
                yield key, Mark("text", _color(paint), cut(start, clip) or start, node.string)
            case Picture():
                yield key, Mark("image", None, cut(place.box(node.box), clip))
            case _:
                assert_never(node)


def _group(group: Group, place: Affine, clip: Rect | None, key: str | None) -> Iterator[Keyed]:
    inner = place @ group.place
    if group.clip is not None:
        own = hull(group.clip.path.placed(inner).coords) or Rect(0, 0, 0, 0)
        clip = cut(own, clip) or Rect(own.x, own.y, 0, 0)
    yield from _marks(group.nodes, inner, clip, group.key or key)


def _shape(shape: Shape, box: Rect | None) -> Iterator[Mark]:
    if not shape.path.ops:
        return
    if shape.fill is not None:
        yield Mark("fill", _color(shape.fill), box)
    if shape.stroke is not None:
        yield Mark("stroke", _color(shape.stroke.paint), box)


def _color(paint: Paint | None) -> str | None:
    return paint.color.hex if isinstance(paint, Solid) else None
