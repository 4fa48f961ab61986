"""What a drawing looks like as one short word: equal words, equal drawings."""

from collections.abc import Iterable, Iterator
from enum import Enum
from hashlib import blake2b

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY
from pnp.scene.image import Image
from pnp.scene.node import Group, Linear, Mask, Node, Pattern, Picture, Radial, Shape, Solid, Text

DECIMALS = 3
"""Places are compared to a thousandth of a millimetre."""

GRAINS = 10**DECIMALS
"""Outlines are counted in whole thousandths: rounding to decimals takes five times as long."""


class Digester:
    """Digests of drawings. One object is read once: drawings share their equal parts.

    Without ``colours`` only forms count: drawings that differ in nothing but paint are equal. A
    picture is its own form, as its colours cannot be told from its drawing.
    """

    def __init__(self, *, colours: bool = True) -> None:
        self.colours = colours
        self._known: dict[Node, str] = {}

    def digest(self, nodes: Iterable[Node]) -> str:
        """Return the digest of nodes drawn one after the other."""
        return _word("drawing", *self._flat(nodes))

    def _flat(self, nodes: Iterable[Node]) -> Iterator[str]:
        """Yield the digest of every node; a group that changes nothing is its nodes."""
        for node in nodes:
            if isinstance(node, Group) and _is_plain(node):
                yield from self._flat(node.nodes)
            else:
                if node not in self._known:
                    self._known[node] = _word(*self._parts(node))
                yield self._known[node]

    def _parts(self, node: Node) -> Iterator[object]:
        yield type(node).__name__
        match node:
            case Group():
                yield from (self._form(node.place), self._form(node.clip), self._form(node.mask))
                yield from (self._form(node.opacity), self.digest(node.nodes))
            case Shape():
                yield from (self._form(node.path), node.even_odd)
                yield from (self._form(node.fill), self._form(node.stroke))
            case Text():
                glyphs = [(g.gid, g.x, g.y) for g in node.glyphs]
                yield from (node.font, self._form((node.size, node.origin, *glyphs)))
                yield from (self._form(node.fill), self._form(node.stroke))
            case Picture():
                yield from (self._form(node.image), self._form(node.box))

    def _form(self, value: object) -> object:
        """Return a part of a node as plain data: numbers rounded, paint dropped if need be."""
        match value:
            case Solid() | Linear() | Radial() if not self.colours:
                return "paint"
            case Enum():
                return value.value
            case float() | int():
                return round(float(value), DECIMALS) + 0.0
            case Image():
                return value.digest
            case Mask():
                return self.digest(value.nodes), self._form(value.region), value.luminance
            case Pattern():
                return self.digest(value.nodes), self._form(value.tile), self._form(value.place)
            case Path():
                return value.ops, [round(number * GRAINS) for number in value.coords]
            case tuple():
                return type(value).__name__, *map(self._form, value)
        return value


def _is_plain(group: Group) -> bool:
    free = group.clip is None and group.mask is None and group.opacity == 1.0
    return free and group.place == IDENTITY


def _word(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()
