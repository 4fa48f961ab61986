"""The functions of expressions on what is drawn, by the ids of the elements that drew it.

A text, a shape or a picture has the ids of its element and of those around it, of the symbol that
it belongs to, and of the ``use`` that shows the symbol. What these functions look at is recorded,
so that a broken fact points at the template's line.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import groupby
from math import hypot
from typing import NamedTuple

from pnp.base.color import Color, parse_color
from pnp.base.diagnostics import Where
from pnp.base.slotted import slotted
from pnp.base.vision import difference
from pnp.geometry.plane import IDENTITY, Affine, Point
from pnp.rulebook.drawings import joined_words, on_each_copy
from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.values import Rows, show
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Paint, Picture, Provenance, Shape, Solid, Text
from pnp.scene.page import Face

NAMED = {
    "black": ("#000000", "#1c1636", "#231a33", "#1c0f36"),
    "white": ("#ffffff", "#f6efdf"),
    "gray": ("#808080", "#a3a19e", "#5c5c62"),
    "red": ("#d8422f", "#c8102e", "#e0301e", "#b3202a"),
    "orange": ("#f0801a", "#f58a1f", "#ff8c1a", "#e58a33"),
    "yellow": ("#f7cc45", "#ffd83a", "#ffe000"),
    "green": ("#4c9f62", "#2f8a54", "#4caf50", "#1e7a34", "#8fbf3f", "#b4ea2e"),
    "blue": ("#1e4f8f", "#2f6fd0", "#1f6fe0", "#2f93cf"),
    "purple": ("#6b4ba1", "#4b2e83", "#7a3fb0", "#5b2a96"),
    "pink": ("#ff4f86", "#f28cb1", "#e83f8c"),
    "brown": ("#6b4226", "#8a5a34", "#5a3a22"),
}
"""Samples of the colours that people call by these names in print."""

FARTHEST = 20.0
"""The greatest distance (CIEDE2000) from a sample at which a colour still has its name."""

_WILD = re.compile(r"[*?[]")

_MARKUP = re.compile(r"\*+|:[\w-]+:")

_NUMBER = re.compile(r"\d+")


@slotted
class _DrawnPart:
    """Something drawn: its node, the map to its face, and the ids that it goes by.

    ``provenance`` is what to change if it is wrong: for a part of a symbol the ``use``.
    """

    node: Shape | Text | Picture
    place: Affine
    ids: frozenset[str]
    provenance: Provenance | None

    @property
    def centre(self) -> Point:
        """Return the middle of the mark on its face; of a text, its beginning."""
        node = self.node
        if isinstance(node, Text):
            return self.place.apply(*node.origin)
        box = path_bounds(node.path) if isinstance(node, Shape) else node.box
        return self.place.apply(*(box.center if box else Point(0, 0)))


class _Inside(NamedTuple):
    """Where nodes are: the ids around them, the element around, and the ``use`` of their symbol.

    ``symbol`` is the id that the ``use`` names: what stands around it in its file is not here.
    """

    ids: frozenset[str] = frozenset()
    around: Provenance | None = None
    site: Provenance | None = None
    symbol: str | None = None

    def ids_with(self, own: Provenance | None) -> frozenset[str]:
        """Return the ids of a node and of all around it where it is drawn."""
        if own is None:
            return self.ids
        inner = own.ids.index(self.symbol) if self.symbol in own.ids else len(own.ids)
        return self.ids.union(own.ids[:inner])


def words(run: Evaluation, rows: object, role: object, side: object = "face") -> object:
    """Return for each copy the text that the element with an id draws; nothing without it."""
    return _each(run, rows, side, role, _read, (Text,))


def drawn(run: Evaluation, rows: object, pattern: object, side: object = "face") -> object:
    """Return for each copy the ids that are drawn on a side and match a pattern with ``*``."""

    def ids(marks: Sequence[_DrawnPart]) -> object:
        found = (id_ for mark in marks for id_ in mark.ids)
        return frozenset(id_ for id_ in found if fnmatchcase(id_, str(pattern)))

    return _each(run, rows, side, pattern, ids)


def colours(run: Evaluation, rows: object, role: object = "*", side: object = "face") -> object:
    """Return for each copy the names of the colours that the elements with an id paint with."""
    return _each(
        run, rows, side, role, lambda marks: frozenset(c for m in marks for c in _painted(m))
    )


def beside(run: Evaluation, rows: object, role: object, *symbols: object) -> object:
    """Return for each copy the symbol, of those named, that is nearest to an element with an id."""
    wanted = frozenset(map(str, symbols))

    def nearest(face: Face) -> object:
        own = _matching(_marks(run, face), str(role))
        near = [mark for mark in _marks(run, face) if mark.ids & wanted]
        _point(run, face, own)
        pairs = [(_apart(one, other), other) for one in own for other in near]
        if not pairs:
            return None
        mark = min(pairs, key=lambda pair: pair[0])[1]
        return min(mark.ids & wanted)

    return on_each_copy(run, rows, "face", nearest)


def printed(run: Evaluation, role: object) -> object:
    """Return the texts that elements with an id draw on the aids, once for each different page."""
    aids = [c for c in run.kit.game.components.values() if c.aid]
    faces = {
        face: None
        for aid in aids
        for card in aid.cards
        for piece in [run.kit.piece(aid, card)]
        if piece is not None
        for face in (piece.face, piece.back)
        if face is not None
    }
    run.test(len(faces))
    found = [(face, _matching(_marks(run, face), str(role))) for face in faces]
    told = dict.fromkeys(_read(marks) for _, marks in found if marks)
    for face, marks in found:
        if marks:
            _point(run, face, marks)
    for aid in aids if not told else ():
        run.record(Rows(aid, aid.cards))
    return tuple(text for text in told if text)


def numbers(run: Evaluation, text: object) -> object:
    """Return the whole numbers in a text, in their order; of a list, those in all its texts."""
    if isinstance(text, tuple):
        return tuple(number for part in text for number in _numbers(part))
    return _numbers(text)


def plain(run: Evaluation, text: object) -> object:
    """Return a text as it is printed: without its markup, on one line."""
    if not isinstance(text, str):
        raise ExpressionError(f"{show(text)} is not a text", "a column or a setting may hold one")
    return " ".join(_MARKUP.sub("", text).split())


def colour(run: Evaluation, value: object) -> object:
    """Return the name of a colour such as ``"#d8422f"``, or nothing if it is none of those."""
    return _name(parse_color(str(value))[0])


def _numbers(text: object) -> tuple[int, ...]:
    if text is None:
        return ()
    if not isinstance(text, str):
        raise ExpressionError(f"{show(text)} is not a text", "words() and printed() give texts")
    return tuple(int(digits) for digits in _NUMBER.findall(text))


def _each(
    run: Evaluation,
    rows: object,
    side: object,
    role: object,
    read: Callable[[Sequence[_DrawnPart]], object],
    kind: tuple[type, ...] = (Shape, Text, Picture),
) -> object:
    """Return ``read(marks)`` for each copy, of the marks with an id; records where they are."""

    def of(face: Face) -> object:
        marks = _matching(_marks(run, face), str(role))
        marks = [mark for mark in marks if isinstance(mark.node, kind)]
        _point(run, face, marks)
        return read(marks)

    return on_each_copy(run, rows, side, of)


def _point(run: Evaluation, face: Face, marks: Sequence[_DrawnPart]) -> None:
    """Record the elements that drew marks; the file of a face's template if there are none."""
    places = dict.fromkeys(mark.provenance.where for mark in marks if mark.provenance)
    if not places:
        first = next((m.provenance for m in _marks(run, face) if m.provenance), None)
        places = {} if first is None else {Where(first.where.file, 1): None}
    run.drawn.update(places)


def _marks(run: Evaluation, face: Face) -> Sequence[_DrawnPart]:
    return run.kit.read(face, _all_marks)


def _all_marks(face: Face) -> Sequence[_DrawnPart]:
    return tuple(_walk(face.nodes, IDENTITY, _Inside()))


def _walk(nodes: Sequence[Node], place: Affine, inside: _Inside) -> Iterator[_DrawnPart]:
    for node in nodes:
        own = node.provenance
        ids = inside.ids_with(own)
        if not isinstance(node, Group):
            yield _DrawnPart(node, place, ids, inside.site or own)
        elif node.name is None:
            inner = _Inside(ids, own or inside.around, inside.site, inside.symbol)
            yield from _walk(node.nodes, place @ node.place, inner)
        else:
            site = inside.site or inside.around
            inner = _Inside(inside.ids | {node.name}, own, site, node.name)
            yield from _walk(node.nodes, place @ node.place, inner)


def _matching(marks: Sequence[_DrawnPart], role: str) -> list[_DrawnPart]:
    if role == "*":
        return list(marks)
    if _WILD.search(role):
        return [mark for mark in marks if any(fnmatchcase(id_, role) for id_ in mark.ids)]
    return [mark for mark in marks if role in mark.ids]


def _read(marks: Sequence[_DrawnPart]) -> str | None:
    """Return the texts of some marks joined, letters that are drawn twice for a halo once."""
    texts = [(m.node.string, m.provenance) for m in marks if isinstance(m.node, Text)]
    if not texts:
        return None
    by_element = [joined_words(t for t, _ in run) for _, run in groupby(texts, key=lambda t: t[1])]
    return joined_words(text for text, _ in groupby(by_element))


def _painted(mark: _DrawnPart) -> Iterator[str]:
    if not isinstance(mark.node, Picture):
        stroke = mark.node.stroke
        for paint in (mark.node.fill, stroke and stroke.paint):
            yield from _names(paint)


def _names(paint: Paint | None) -> Iterator[str]:
    name = _name(paint.color) if isinstance(paint, Solid) else None
    if name is not None:
        yield name


_KNOWN: Mapping[str, tuple[Color, ...]] = {
    name: tuple(parse_color(sample)[0] for sample in samples) for name, samples in NAMED.items()
}


@lru_cache(maxsize=4096)
def _name(color: Color) -> str | None:
    apart, name = min(
        (difference(color, sample), name) for name, samples in _KNOWN.items() for sample in samples
    )
    return name if apart <= FARTHEST else None


def _apart(one: _DrawnPart, other: _DrawnPart) -> float:
    here, there = one.centre, other.centre
    return hypot(here.x - there.x, here.y - there.y)
