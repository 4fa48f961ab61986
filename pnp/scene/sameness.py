"""When two drawings are the same: the one place that knows.

There are three answers, from the cheapest to the dearest:

- **Contents.** A node equals itself alone, so a tuple of nodes equals a tuple of the very same
  nodes. Contents are a key for whatever is made once for each drawing: faces, groups on sheets,
  forms of a PDF, thumbnails, marks of a proof. Equal contents are the same drawing. Unequal ones
  may still look the same: two rows that fill in a template alike share their nodes as far as the
  template's memo sees it.
- **look(nodes)** is a short word, ``"e4485ed81f75aae5b7693bb9"``. Equal words are drawings that
  look the same to a thousandth of a millimetre, however they came about; keys and names of groups
  do not count. The manifest, the rulebook and the rules for backs compare looks.
- **form(nodes)** is the same without colours: equal words differ in nothing but paint.

A node is read once in a run for each of the two words, and forgotten with the node.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from hashlib import blake2b
from weakref import WeakKeyDictionary

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY
from pnp.scene.image import Image
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
    Text,
)
from pnp.scene.page import Page

Contents = tuple[Node, ...]
"""What a group, a face or a page draws: a key that is equal for the very same nodes."""

DECIMALS = 3
"""Places are compared to a thousandth of a millimetre."""

GRAINS = 10**DECIMALS
"""Outlines are counted in whole thousandths: rounding to decimals takes five times as long."""


def look(nodes: Iterable[Node]) -> str:
    """Return a word for what nodes look like, drawn one after the other."""
    return _LOOKS.digest(nodes)


def form(nodes: Iterable[Node]) -> str:
    """Return a word for what nodes look like but for their colours.

    A picture is its own form, as its colours cannot be told from its drawing.
    """
    return _FORMS.digest(nodes)


class _Digester:
    """Digests of drawings, each node read once: drawings share their equal parts."""

    def __init__(self, *, colours: bool) -> None:
        self.colours = colours
        self._known: WeakKeyDictionary[Node, str] = WeakKeyDictionary()

    def digest(self, nodes: Iterable[Node]) -> str:
        """Return the digest of nodes drawn one after the other."""
        return _word("drawing", *self._flat(nodes))

    def _flat(self, nodes: Iterable[Node]) -> Iterator[str]:
        """Yield the digest of every node; a group that changes nothing is its nodes."""
        for node in nodes:
            if isinstance(node, Group) and _is_plain(node):
                yield from self._flat(node.nodes)
            else:
                word = self._known.get(node)
                if word is None:
                    word = self._known[node] = _word(*self._parts(node))
                yield word

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


_LOOKS, _FORMS = _Digester(colours=True), _Digester(colours=False)


class RoughForms:
    """A cheap part of ``form``: drawings whose rough forms differ have different forms.

    It is every text and the operators of every outline; a group is read once.
    """

    def __init__(self) -> None:
        self._known: dict[Node, list[str]] = {}

    def of(self, nodes: Sequence[Node]) -> list[str]:
        """Return the rough form of a drawing, such as ``["MLLLZ", "Owl"]``."""
        found: list[str] = []
        for node in nodes:
            if isinstance(node, Group):
                if node not in self._known:
                    self._known[node] = self.of(node.nodes)
                found += self._known[node]
            elif isinstance(node, Text):
                found.append(node.string)
            elif isinstance(node, Shape):
                found.append(node.path.ops)
        return found


class SharedNodes:
    """The nodes that several drawings have, and the groups of one drawing that hold some."""

    def __init__(self, drawings: Iterable[Sequence[Node]]) -> None:
        self.nodes: set[Node] = set()
        self.holders: set[Node] = set()
        self._met: set[Node] = set()
        for nodes in drawings:
            fresh: list[Node] = []
            self._meet(nodes, fresh)
            self._met.update(fresh)

    def _meet(self, nodes: Sequence[Node], fresh: list[Node]) -> bool:
        """Say whether one of some nodes was met before; append those that were not."""
        some = False
        for node in nodes:
            if node in self._met:
                self.nodes.add(node)
                some = True
            else:
                fresh.append(node)
                if isinstance(node, Group) and self._meet(node.nodes, fresh):
                    self.holders.add(node)
                    some = True
        return some


def shared_contents(pages: Iterable[Page], least_saved: int = 0) -> frozenset[Contents]:
    """Return the contents of groups that are met again and save more than so many numbers.

    Contents, not groups: copies of a card are groups of their own, each with its key and place.
    """
    met: dict[Contents, int] = {}
    waiting = [page.nodes for page in pages]
    while waiting:
        for nodes in _contents(waiting.pop()):
            if nodes not in met:
                waiting.append(nodes)
            met[nodes] = met.get(nodes, 0) + 1
    again = ((nodes, count - 1) for nodes, count in met.items() if count > 1)
    return frozenset(nodes for nodes, more in again if more * _length(nodes) > least_saved)


def _contents(nodes: Contents) -> Iterator[Contents]:
    """Yield what is drawn in groups, masks and patterns right below some nodes."""
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


def _length(nodes: Contents) -> int:
    """Return about how many numbers it takes to write nodes."""
    return sum(map(_node_length, nodes))


def _node_length(node: Node) -> int:
    match node:
        case Group():
            return 8 + _length(node.nodes)
        case Shape():
            return 4 + len(node.path.coords)
        case Text():
            return 12 + len(node.string)
        case Picture():
            return 8
