"""What stands on a drawn face, mark by mark: each text, shape and picture with its ids and place.

A mark has the ids of its element and of those around it, of the symbol that it belongs to, and of
the ``use`` that shows the symbol.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import count
from typing import NamedTuple

from pnp.base.diagnostics import Where
from pnp.geometry.plane import IDENTITY, Affine, Bounds, Point
from pnp.geometry.polygon import COARSE
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Picture, Provenance, Shape, Text
from pnp.scene.page import Face

_WILD = re.compile(r"[*?[]")


class SymbolUse(NamedTuple):
    """One time that a symbol is drawn: its id, and a number that no other use on the face has."""

    name: str
    number: int


@dataclass(frozen=True, eq=False)
class DrawnMark:
    """Something drawn: its node, the map to its face, and the ids that it goes by.

    ``provenance`` is what to change if it is wrong: for a part of a symbol the ``use``. ``uses``
    are the symbols that it belongs to, the outermost first.
    """

    node: Shape | Text | Picture
    place: Affine
    ids: frozenset[str]
    uses: tuple[SymbolUse, ...]
    provenance: Provenance | None

    @cached_property
    def centre(self) -> Point:
        """Return the middle of the mark on its face; of a text, that of its baseline."""
        node = self.node
        if isinstance(node, Text):
            start, letters = node.words[-1] if node.words else (0.0, None)
            end = start + (letters.glyphs[-1].x if letters and letters.glyphs else 0)
            return self.place.apply(node.origin.x + node.size * end / 2, node.origin.y)
        box = path_bounds(node.path) if isinstance(node, Shape) else node.box
        return self.place.apply(*(box.center if box else Point(0, 0)))

    @property
    def corners(self) -> Sequence[tuple[float, float]]:
        """Return the corners of a shape, its curves flattened, or of a picture; none of a text."""
        if isinstance(self.node, Shape):
            return tuple(self.node.path.placed(self.place).chords(COARSE))
        if isinstance(self.node, Picture):
            return tuple(self.place.apply(*corner) for corner in Bounds.of(self.node.box).corners)
        return ()


class _Inside(NamedTuple):
    """Where nodes are: the ids and uses around them, the element around, the ``use`` outermost.

    ``symbol`` is the id that the ``use`` names: what stands around it in its file is not here.
    """

    ids: frozenset[str] = frozenset()
    uses: tuple[SymbolUse, ...] = ()
    around: Provenance | None = None
    site: Provenance | None = None
    symbol: str | None = None

    def ids_with(self, own: Provenance | None) -> frozenset[str]:
        """Return the ids of a node and of all around it where it is drawn."""
        if own is None:
            return self.ids
        inner = own.ids.index(self.symbol) if self.symbol in own.ids else len(own.ids)
        return self.ids.union(own.ids[:inner])


def marks_of(face: Face) -> Sequence[DrawnMark]:
    """Return all that stands on a face, in the order in which it is drawn."""
    return tuple(_walk(face.nodes, IDENTITY, _Inside(), count()))


def _walk(
    nodes: Sequence[Node], place: Affine, inside: _Inside, numbers: Iterator[int]
) -> Iterator[DrawnMark]:
    for node in nodes:
        own = node.provenance
        ids = inside.ids_with(own)
        if not isinstance(node, Group):
            yield DrawnMark(node, place, ids, inside.uses, inside.site or own)
            continue
        if node.name is None:
            inner = inside._replace(ids=ids, around=own or inside.around)
        else:
            site, use = inside.site or inside.around, SymbolUse(node.name, next(numbers))
            known = inside.ids | {node.name}
            inner = _Inside(known, (*inside.uses, use), own, site, node.name)
        yield from _walk(node.nodes, place @ node.place, inner, numbers)


def matching(marks: Iterable[DrawnMark], role: str) -> list[DrawnMark]:
    """Return the marks that a role names.

    A role is an id, a pattern with ``*``, or several of them with spaces between, as ``moon eye``:
    what goes by all of them. ``*`` is everything.
    """
    found = list(marks)
    for one in role.split():
        if one != "*":
            wanted = names_like(found, one)
            found = [mark for mark in found if not wanted.isdisjoint(mark.ids)]
    return found


def names_like(marks: Iterable[DrawnMark], pattern: str) -> frozenset[str]:
    """Return the ids of some marks that match a pattern."""
    if not _WILD.search(pattern):
        return frozenset({pattern})
    known = frozenset[str]().union(*(mark.ids for mark in marks))
    return frozenset(id_ for id_ in known if fnmatchcase(id_, pattern))


def template_of(face: Face) -> Sequence[Where]:
    """Return the first line of the template that drew a face; nothing for an empty one."""
    files = (mark.provenance.where.file for mark in marks_of(face) if mark.provenance)
    return tuple(Where(file, 1) for file in [next(files, None)] if file is not None)
