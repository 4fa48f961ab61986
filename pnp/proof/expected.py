"""The marks that a planned page must show, computed from its scene."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from pnp.geometry.plane import IDENTITY, Affine, Bounds
from pnp.proof.traits import Mark, clipped, cut
from pnp.scene.node import Group, Node, Paint, Picture, Shape, Solid, Text
from pnp.scene.page import Page

Keyed = tuple[str | None, Mark]

MOST_FACES = 256
"""The most faces in the cache. Copies of a face are near each other; a kit may have thousands."""


class ExpectedMarks:
    """Computes the marks of planned pages; the marks of a face are cached for each turn.

    ``ExpectedMarks().marks(page)`` gives ``[("deck/owl#1/face", Mark("fill", "#ffffff", …)), …]``.
    """

    def __init__(self) -> None:
        self._faces: dict[tuple[object, ...], list[Keyed]] = {}

    def marks(self, page: Page) -> list[Keyed]:
        """Return each mark of a page with its innermost key, or None, in drawing order."""
        found: list[Keyed] = []
        self._add(found, page.nodes, IDENTITY, None, None)
        return found

    def _placed(self, group: Group, place: Affine, clip: Bounds | None) -> Iterator[Keyed]:
        """Yield the marks of a group that has a key."""
        a, b, c, d, e, f = place
        turn = (group.nodes, a, b, c, d)
        if turn not in self._faces:
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            found: list[Keyed] = []
            self._add(found, group.nodes, Affine(a, b, c, d), None, None)
            self._faces[turn] = found
        for key, mark in self._faces[turn]:
            yield key or group.key, mark.moved(e, f, clip)

    def _add(
        self, found: list[Keyed], nodes: Sequence[Node], place: Affine, clip: Bounds | None,
        key: str | None,
    ) -> None:  # fmt: skip
        for node in nodes:
            if isinstance(node, Group):
                inner = place @ node.place
                visible = _clip(node, inner, clip)
                if node.key is None:
                    self._add(found, node.nodes, inner, visible, key)
                else:
                    found += self._placed(node, inner, visible)
            else:
                found += [(key, mark) for mark in _marks(node, place, clip)]


def _marks(node: Shape | Text | Picture, place: Affine, clip: Bounds | None) -> Iterator[Mark]:
    """Yield the marks of one leaf node."""
    match node:
        case Shape():
            yield from _shape(node, cut(Bounds.hull(node.path.coords, place), clip))
        case Text():
            start = Bounds.at(place.apply(*node.origin))
            paint = node.fill or (node.stroke.paint if node.stroke else None)
            yield Mark("text", _color(paint), cut(start, clip) or start, node.string)
        case Picture():
            yield Mark("image", None, cut(Bounds.of(node.box).placed(place), clip))
        case _:
            assert_never(node)


def _clip(group: Group, place: Affine, outer: Bounds | None) -> Bounds | None:
    """Return the clip box inside a group: its own clip within the outer one."""
    if group.clip is None:
        return outer
    return clipped(Bounds.hull(group.clip.path.coords, place), outer)


def _shape(shape: Shape, box: Bounds | None) -> Iterator[Mark]:
    if not shape.path.ops:
        return
    if shape.fill is not None:
        yield Mark("fill", _color(shape.fill), box)
    if shape.stroke is not None:
        yield Mark("stroke", _color(shape.stroke.paint), box)


def _color(paint: Paint | None) -> str | None:
    return paint.color.hex if isinstance(paint, Solid) else None
