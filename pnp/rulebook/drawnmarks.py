"""What stands on a drawn face, mark by mark: each text, shape and picture with its ids and place.

A mark has the ids of its element and of those around it, of the symbol that it belongs to, and of
the ``use`` that shows the symbol.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from fnmatch import translate
from functools import cached_property, lru_cache
from itertools import count, takewhile
from typing import NamedTuple, overload

from pnp.base.diagnostics import Where
from pnp.geometry.plane import IDENTITY, Affine, Bounds, Point
from pnp.geometry.polygon import COARSE
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Picture, Provenance, Shape, Text
from pnp.scene.page import Face

_WILD = re.compile(r"[*?[]")

Kinds = tuple[type[Node], ...]
EVERY_KIND: Kinds = (Shape, Text, Picture)


class SymbolUse(NamedTuple):
    """One time that a symbol is drawn: its id, and a number that no other use on the face has.

    ``user`` is the ``use``, or the element around it where it draws nothing but the symbol.
    """

    name: str
    number: int
    user: Provenance | None


@dataclass(eq=False)  # not frozen: faces have thousands of them, each made in half the time
class DrawnMark:
    """Something drawn: its node, the map to its face, and the ids that it goes by.

    ``provenance`` is what drew it on the face: for a part of a symbol the outermost ``use``.
    ``uses`` are the symbols that it belongs to, the outermost first.
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
    def painter(self) -> Provenance | None:
        """Return what to change if its colour is wrong: the element of a symbol that says it."""
        element = self.node.provenance
        for use in reversed(self.uses):
            painter = element.painter if element else None
            if painter is not None and use.name in painter.ids:
                return painter
            element = use.user
        return self.uses[-1].user if len(self.uses) > 1 else self.provenance

    def user_of(self, names: frozenset[str]) -> Provenance | None:
        """Return what to change if it is not to be there: the ``use`` of a symbol of such a name.

        For what is no symbol, and is only part of one, it is the outermost ``use``.
        """
        for use in self.uses:
            if use.name in names:
                return use.user
        return self.provenance

    def inside_of(self, names: frozenset[str]) -> Provenance | None:
        """Return which element of a symbol of such a name it is or belongs to, in its own file."""
        inner = [*(use.user for use in self.uses), self.node.provenance][1:]
        found = (part for use, part in zip(self.uses, inner, strict=True) if use.name in names)
        return next(found, self.provenance)

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
        if own is None or not own.ids:
            return self.ids
        inner = own.ids.index(self.symbol) if self.symbol in own.ids else len(own.ids)
        return self.ids.union(own.ids[:inner])


class FaceMarks(Sequence[DrawnMark]):
    """All that stands on a face, in the order in which it is drawn, found by its ids."""

    def __init__(self, marks: Iterable[DrawnMark]) -> None:
        self._marks = tuple(marks)
        self._by_id: dict[str, list[DrawnMark]] = {}
        self._matching: dict[tuple[str, Kinds], Sequence[DrawnMark]] = {}
        for mark in self._marks:
            for id_ in mark.ids:
                self._by_id.setdefault(id_, []).append(mark)

    @overload
    def __getitem__(self, at: int) -> DrawnMark: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[DrawnMark]: ...
    def __getitem__(self, at: int | slice) -> DrawnMark | Sequence[DrawnMark]:
        """Return the mark at a place in the order of drawing."""
        return self._marks[at]

    def __len__(self) -> int:
        """Return how many marks there are."""
        return len(self._marks)

    @property
    def ids(self) -> Set[str]:
        """Return all ids that marks go by."""
        return self._by_id.keys()

    def matching(self, role: str, kind: Kinds = EVERY_KIND) -> Sequence[DrawnMark]:
        """Return the marks of some kinds that a role names.

        A role is an id, a pattern with ``*``, or several of them with spaces between, as
        ``moon eye``: what goes by all of them. ``*`` is everything.
        """
        if (role, kind) not in self._matching:
            found = self._found(role)
            seen = found if kind == EVERY_KIND else [m for m in found if isinstance(m.node, kind)]
            self._matching[role, kind] = seen
        return self._matching[role, kind]

    def _found(self, role: str) -> Sequence[DrawnMark]:
        names = sorted((self._named(one) for one in role.split() if one != "*"), key=self._uses)
        if not names:
            return self._marks
        first, *others = names
        if len(first) == 1:
            (id_,) = first
            found: Sequence[DrawnMark] = self._by_id.get(id_, ())
        else:
            found, others = self._marks, names
        for wanted in others:
            found = [mark for mark in found if not wanted.isdisjoint(mark.ids)]
        return found

    def _uses(self, names: frozenset[str]) -> int:
        """Return how many marks go by some ids, those that go by several of them counted often."""
        return sum(len(self._by_id.get(name, ())) for name in names)

    def namesakes(self, id_: str, least: int) -> list[DrawnMark]:
        """Return the marks with the id that begins as another one does, ``least`` letters or more.

        Of ids in their order the two beside its place have most letters in common with it.
        """
        ids = self._sorted_ids
        at = bisect_left(ids, id_)
        alike = [(letters_alike(other, id_), other) for other in ids[max(0, at - 1) : at + 1]]
        letters, nearest = max(alike, default=(0, ""))
        return list(self._by_id[nearest]) if letters >= least else []

    @cached_property
    def _sorted_ids(self) -> Sequence[str]:
        return sorted(self._by_id)

    def _named(self, pattern: str) -> frozenset[str]:
        """Return the ids that a pattern names."""
        return names_like(self._by_id, pattern)


def marks_of(face: Face) -> FaceMarks:
    """Return all that stands on a face."""
    found: list[DrawnMark] = []
    _gather(face.nodes, IDENTITY, _Inside(), count(), found)
    return FaceMarks(found)


def _gather(
    nodes: Sequence[Node],
    place: Affine,
    inside: _Inside,
    numbers: Iterator[int],
    found: list[DrawnMark],
) -> None:
    """Add the marks of nodes; a generator inside another for each group takes twice as long."""
    for node in nodes:
        own = node.provenance
        ids = inside.ids_with(own)
        if not isinstance(node, Group):
            found.append(DrawnMark(node, place, ids, inside.uses, inside.site or own))
            continue
        if node.name is None:
            inner = inside._replace(ids=ids, around=own or inside.around)
        else:
            site, user = inside.site or inside.around, inside.around
            use = SymbolUse(node.name, next(numbers), user)
            known = inside.ids | {node.name}
            inner = _Inside(known, (*inside.uses, use), own, site, node.name)
        _gather(node.nodes, place @ node.place, inner, numbers, found)


def letters_alike(one: str, other: str) -> int:
    """Return with how many equal letters two ids begin."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def names_like(ids: Iterable[str], pattern: str) -> frozenset[str]:
    """Return those of some ids that match a pattern; a name without ``*`` matches itself."""
    if not _WILD.search(pattern):
        return frozenset({pattern})
    matches = _compiled(pattern)
    return frozenset(id_ for id_ in ids if matches(id_))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Callable[[str], object]:
    return re.compile(translate(pattern)).match


def template_of(face: Face) -> Sequence[Where]:
    """Return the first line of the template that drew a face; nothing for an empty one."""
    files = (mark.provenance.where.file for mark in marks_of(face) if mark.provenance)
    return tuple(Where(file, 1) for file in [next(files, None)] if file is not None)
