"""The marks that a planned page must show, read off its scene."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from pnp.geometry import IDENTITY, Affine, Rect
from pnp.proof.mark import Mark, cut, hull
from pnp.scene.node import Group, Node, Picture, Shape, Text
from pnp.scene.page import Page
from pnp.scene.paint import Paint, Solid

Keyed = tuple[str | None, Mark]


def page_marks(page: Page) -> list[Keyed]:
    """Return each planned mark of a page with the key that it stands under, in drawing order."""
    found: list[Keyed] = []
    _add(found, page.nodes, IDENTITY, None, None)
    return found


def _add(
    found: list[Keyed], nodes: Iterable[Node], place: Affine, clip: Rect | None, key: str | None
) -> None:
    for node in nodes:
        match node:
            case Group():
                inner = place @ node.place
                _add(found, node.nodes, inner, _clip(node, inner, clip), node.key or key)
            case Shape():
                box = cut(hull(node.path.coords, place), clip)
                found += [(key, mark) for mark in _shape(node, box)]
            case Text():
                start = Rect(*place.apply(*node.origin), 0, 0)
                paint = node.fill or (node.stroke.paint if node.stroke else None)
                box = cut(start, clip) or start
                found.append((key, Mark("text", _color(paint), box, node.string)))
            case Picture():
                found.append((key, Mark("image", None, cut(place.box(node.box), clip))))
            case _:
                assert_never(node)


def _clip(group: Group, place: Affine, outer: Rect | None) -> Rect | None:
    """Return what can be seen of a group's inside."""
    if group.clip is None:
        return outer
    own = hull(group.clip.path.coords, place) or Rect(0, 0, 0, 0)
    return cut(own, outer) or Rect(own.x, own.y, 0, 0)


def _shape(shape: Shape, box: Rect | None) -> Iterator[Mark]:
    if not shape.path.ops:
        return
    if shape.fill is not None:
        yield Mark("fill", _color(shape.fill), box)
    if shape.stroke is not None:
        yield Mark("stroke", _color(shape.stroke.paint), box)


def _color(paint: Paint | None) -> str | None:
    return paint.color.hex if isinstance(paint, Solid) else None
