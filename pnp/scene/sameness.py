"""Whether two drawings are the same, in four senses, from the cheapest to the most expensive.

- **Contents.** A node is equal only to itself, so two tuples of nodes are equal if they hold the
  same objects. Contents are the key of whatever is made once for each drawing: faces, groups on
  sheets, forms of a PDF, thumbnails, marks of a proof. Equal contents are the same drawing.
  Unequal ones may still look the same: two rows that fill in a template alike share only the
  nodes that the template's memo shares.
- **look(nodes)** is a digest, as ``"e4485ed81f75aae5b7693bb9"``. Drawings with equal digests look
  the same to a thousandth of a millimetre, however they were made; keys and names of groups do
  not count. The manifest, the rulebook and the rules for backs compare looks.
- **form(nodes)** is the same without colours: drawings with equal digests differ only in paint.
- **subject(nodes)** is a digest of the words, outlines and images that are drawn, whatever their
  place, size and colour: of what a player learns from a card. Text that is wrapped anew is the
  same text, an outline stretched is the same outline; one of another form is not.

Each digest of a node is computed once in a run and kept as long as the node.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from weakref import WeakKeyDictionary

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine
from pnp.scene.image import Image
from pnp.scene.node import (
    Blend,
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
    Text,
)
from pnp.scene.page import Page

Contents = tuple[Node, ...]
"""The nodes of a group, a face or a page, as a key: equal if they are the same objects."""

DECIMALS = 3
"""Lengths are compared to a thousandth of a millimetre."""

GRAINS = 10**DECIMALS
"""Coordinates of outlines become whole thousandths: ``round`` to decimals is five times slower."""


def look(nodes: Iterable[Node]) -> str:
    """Return a digest of what nodes look like, drawn one after the other."""
    return _LOOKS.digest(nodes)


def form(nodes: Iterable[Node]) -> str:
    """Return a digest of what nodes look like, colours ignored.

    A raster image counts with its colours: they are its drawing.
    """
    return _FORMS.digest(nodes)


def subject(nodes: Iterable[Node]) -> str:
    """Return a digest of what nodes show, whatever its place, size and colour.

    The order of drawing does not count, except that of words.
    """
    words, total = _shown_by(nodes)
    return _digest("".join(words.split()), total)


_SHOWN: WeakKeyDictionary[Node, tuple[str, int]] = WeakKeyDictionary()
"""The words of a node, and the sum of the digests of its outlines and images.

A sum does not depend on the order, and that of a group follows from those of its nodes.
"""

LARGEST_SUM = 1 << 128


def _shown_by(nodes: Iterable[Node]) -> tuple[str, int]:
    words, total = [], 0
    for node in nodes:
        shown = _SHOWN.get(node)
        if shown is None:
            shown = _SHOWN[node] = _shown(node)
        words.append(shown[0])
        total += shown[1]
    return "".join(words), total % LARGEST_SUM


def _shown(node: Node) -> tuple[str, int]:
    match node:
        case Group():
            return _shown_by(node.nodes)
        case Text():
            return node.string, 0
        case Picture():
            return "", int(_digest(node.image.digest), 16)
        case Shape():
            visible = node.fill is not None or node.stroke is not None
            return "", int(_digest(_proportions(node.path)), 16) if visible else 0


SHARES = 100
"""Points of an outline are compared to a hundredth of its width and height."""

OFF_TIES = 0.318
"""Added before rounding, so that the commonest shares (halves, quarters) are not on a boundary."""


def _proportions(path: Path) -> tuple[object, ...]:
    """Return an outline's operators, and its points as shares of its width and height."""
    shares: list[object] = []
    for values in (path.coords[::2], path.coords[1::2]):
        low = min(values, default=0.0)
        extent = max(values, default=0.0) - low
        steps = SHARES / extent if extent > 1 / GRAINS else 0.0
        offset = OFF_TIES - low * steps
        shares.append([int(value * steps + offset) for value in values])
    return path.ops, *shares


class _Digester:
    """Digests of drawings. Those of nodes are cached, as drawings share many of them."""

    def __init__(self, *, colours: bool) -> None:
        self.colours = colours
        self._cached: WeakKeyDictionary[Node, str] = WeakKeyDictionary()

    def digest(self, nodes: Iterable[Node]) -> str:
        """Return the digest of nodes drawn one after the other."""
        return _digest("drawing", *self._flat(nodes))

    def _flat(self, nodes: Iterable[Node]) -> list[str]:
        """Return the digest of every node; of a group that changes nothing, those of its nodes."""
        digests: list[str] = []
        for node in nodes:
            if isinstance(node, Group) and _is_plain(node):
                digests += self._flat(node.nodes)
            else:
                digest = self._cached.get(node)
                if digest is None:
                    digest = self._cached[node] = _digest(*self._parts(node))
                digests.append(digest)
        return digests

    def _parts(self, node: Node) -> tuple[object, ...]:
        form, kind = self._form, type(node).__name__
        match node:
            case Group():
                around = form(node.place), form(node.clip), form(node.mask), form(node.opacity)
                plain = node.blend is Blend.NORMAL and not node.isolated
                mixed = () if plain else (node.blend.value, node.isolated)
                return kind, *around, self.digest(node.nodes), *mixed
            case Shape():
                return kind, form(node.path), node.even_odd, form(node.fill), form(node.stroke)
            case Text():
                place = form((node.size, node.origin))
                return kind, node.font, place, _glyphs(node), form(node.fill), form(node.stroke)
            case Picture():
                return kind, form(node.image), form(node.box)

    def _form(self, value: object) -> object:
        """Return a part of a node as plain data: numbers rounded, paint ignored if asked for."""
        match value:
            case None:
                return None
            case float():
                return round(value, DECIMALS) + 0.0
            case Affine():
                return "Affine", *[round(factor, DECIMALS) + 0.0 for factor in value]
            case Solid() | Linear() | Radial() if not self.colours:
                return "paint"
            case Solid():
                return _solid(value)
            case Enum():
                return value.value
            case int():
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


@lru_cache(1024)
def _solid(paint: Solid) -> object:
    """Return a colour as plain data, as numbers rounded."""
    (red, green, blue), opacity = paint
    levels = (round(float(level), DECIMALS) + 0.0 for level in (red, green, blue))
    return "Solid", ("Color", *levels), round(float(opacity), DECIMALS) + 0.0


def _glyphs(text: Text) -> list[int]:
    """Return id and place of each glyph, flat: places are whole thousandths of a millimetre."""
    grains = text.size * GRAINS
    flat: list[int] = []
    for start, letters in text.words:
        for gid, x, y, _ in letters.glyphs:
            flat += gid, round((start + x) * grains), round(y * grains) if y else 0
    return flat


def _is_plain(group: Group) -> bool:
    free = group.clip is None and group.mask is None and group.opacity == 1.0
    free = free and group.blend is Blend.NORMAL and not group.isolated
    return free and group.place == IDENTITY


def _digest(*parts: object) -> str:
    return blake2b(repr(parts).encode(), digest_size=12).hexdigest()


_LOOKS, _FORMS = _Digester(colours=True), _Digester(colours=False)


class RoughForms:
    """A cheap test before ``form``: drawings with different rough forms have different forms.

    A rough form lists the string of every text and the operators of every outline. Those of groups
    are cached.
    """

    def __init__(self) -> None:
        self._cached: dict[Node, list[str]] = {}

    def of(self, nodes: Sequence[Node]) -> list[str]:
        """Return the rough form of a drawing, such as ``["MLLLZ", "Owl"]``."""
        parts: list[str] = []
        for node in nodes:
            if isinstance(node, Group):
                if node not in self._cached:
                    self._cached[node] = self.of(node.nodes)
                parts += self._cached[node]
            elif isinstance(node, Text):
                parts.append(node.string)
            elif isinstance(node, Shape):
                parts.append(node.path.ops)
        return parts


class SharedNodes:
    """``nodes`` occur in several drawings; ``holders`` are other groups that contain such nodes."""

    def __init__(self, drawings: Iterable[Sequence[Node]]) -> None:
        self.nodes: set[Node] = set()
        self.holders: set[Node] = set()
        self._around: dict[Node, Group | None] = {}
        for nodes in drawings:
            fresh: dict[Node, Group | None] = {}
            self._visit(nodes, None, fresh)
            self._around |= fresh

    def _visit(
        self, nodes: Sequence[Node], around: Group | None, fresh: dict[Node, Group | None]
    ) -> bool:
        """Say whether an earlier drawing has one of the nodes.

        Those that none has are added to ``fresh``, with the group that they are in.
        """
        shared = False
        for node in nodes:
            if node in self._around:
                self._share(node)
                shared = True
            else:
                fresh[node] = around
                if isinstance(node, Group) and self._visit(node.nodes, node, fresh):
                    self.holders.add(node)
                    shared = True
        return shared

    def _share(self, node: Node) -> None:
        """Add a node that is drawn again; the groups around its first place hold it, too."""
        if node in self.nodes:
            return
        self.nodes.add(node)
        group = self._around[node]
        while group is not None and group not in self.holders:
            self.holders.add(group)
            group = self._around[group]


def shared_contents(pages: Iterable[Page], least_saved: int = 0) -> frozenset[Contents]:
    """Return contents that repeat, where writing them once saves over ``least_saved`` numbers.

    Contents, not groups: each copy of a card is a group of its own, with its key and place.
    """
    counts: dict[Contents, int] = {}
    waiting = [page.nodes for page in pages]
    while waiting:
        for nodes in _contents(waiting.pop()):
            if nodes not in counts:
                waiting.append(nodes)
            counts[nodes] = counts.get(nodes, 0) + 1
    again = ((nodes, count - 1) for nodes, count in counts.items() if count > 1)
    return frozenset(nodes for nodes, more in again if _is_longer(nodes, least_saved / more))


def _contents(nodes: Contents) -> Iterator[Contents]:
    """Yield the contents of the groups, masks and patterns directly below some nodes."""
    for node in nodes:
        if isinstance(node, Group):
            yield node.nodes
            if node.mask is not None:
                yield node.mask.nodes
        elif not isinstance(node, Picture):
            yield from _tiles(node.fill)
            if node.stroke is not None:
                yield from _tiles(node.stroke.paint)


def _tiles(paint: Paint | None) -> Iterator[Contents]:
    if isinstance(paint, Pattern):
        yield paint.nodes


def _is_longer(nodes: Contents, least: float) -> bool:
    """Tell whether it takes roughly more numbers than that to write nodes."""
    left = least
    waiting = [*nodes]
    while waiting and left >= 0:
        match waiting.pop():
            case Group(nodes=inside):
                left -= 8
                waiting += inside
            case Shape(path=path):
                left -= 4 + len(path.coords)
            case Text() as text:
                left -= 12 + len(text.string)
            case Picture():
                left -= 8
    return left < 0
