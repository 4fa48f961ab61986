"""The functions of expressions on what is drawn, by the ids of the elements that drew it.

They take the rows of a component, for each copy; and the parts of a piece or the spaces of a board,
of which they look at what is drawn there. Instead of a side they take a panel of a box. What they
look at is recorded, so that a broken fact points at the template's line; so are the ids that they
ask for.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import hypot
from operator import attrgetter, itemgetter

from pnp.base.color import parse_color
from pnp.base.diagnostics import Where
from pnp.base.hues import hue_name
from pnp.data.game import Card, Component
from pnp.geometry.plane import Affine, Point
from pnp.geometry.polygon import Corners, convex_hull, covers
from pnp.rulebook.counting import column_of, component_rows
from pnp.rulebook.drawings import on_each_copy, sides
from pnp.rulebook.drawnmarks import (
    EVERY_KIND,
    DrawnMark,
    Kinds,
    letters_alike,
    marks_of,
    names_like,
    template_of,
)
from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.printed import joined, joined_words, plain_text, printed_forms, squeezed
from pnp.rulebook.sites import SiteAt, panels_of
from pnp.rulebook.values import (
    Difference,
    DrawnText,
    Row,
    Rows,
    Verdict,
    show,
)
from pnp.scene.node import Paint, Picture, Provenance, Shape, Solid, Text
from pnp.scene.page import Face

_NUMBER = re.compile(r"\d+")

LOOKED_UP = 4
"""Steps that it takes to look for a cell of a row among the texts of its card."""

LEAST_ALIKE = 4
"""With how many letters two ids begin alike at least if they are those of neighbors."""

Read = Callable[[Sequence[DrawnMark]], object]
"""What a function makes of the marks of one face that its role names."""

Blame = Callable[[DrawnMark], Provenance | None]
"""Which element to change if a mark is wrong."""


def words(run: Evaluation, rows: object, role: object, side: object = "face") -> object:
    """Return for each copy the text that the element with an id draws; nothing without it."""
    return _each(run, rows, side, role, _read, (Text,), blame=attrgetter("node.provenance"))


def drawn(run: Evaluation, rows: object, role: object, side: object = "face") -> object:
    """Return for each copy the ids that are drawn on a side and match a pattern with ``*``.

    Of a role with several parts, ``card-bat numeral-*``, they match the last one.
    """
    pattern = str(role).split()[-1] if str(role).split() else ""

    def ids(marks: Sequence[DrawnMark]) -> object:
        known = frozenset[str]().union(*{mark.ids for mark in marks})
        return known & names_like(known, pattern)

    return _each(run, rows, side, role, ids)


def symbols(run: Evaluation, rows: object, role: object, side: object = "face") -> object:
    """Return for each copy how often a side draws a symbol, by the id that ``<use>`` refers to."""
    name = str(role).split()[-1] if str(role).split() else ""

    def number(marks: Sequence[DrawnMark]) -> object:
        return len({use for mark in marks for use in mark.uses if use.name == name})

    return _each(run, rows, side, role, number)


def marks(run: Evaluation, rows: object, role: object, side: object = "face") -> object:
    """Return for each copy how many texts, shapes and pictures the elements with an id draw."""
    return _each(run, rows, side, role, len)


def colours(run: Evaluation, rows: object, role: object = "*", side: object = "face") -> object:
    """Return for each copy the names of the colours that the elements with an id paint with."""

    def names(marks: Sequence[DrawnMark]) -> object:
        return frozenset(name for mark in marks for name in _painted(mark))

    return _each(run, rows, side, role, names, blame=attrgetter("painter"))


def letter_size(run: Evaluation, rows: object, role: object, side: object = "face") -> object:
    """Return for each copy the size of the largest letters of an element; nothing without it."""

    def largest(marks: Sequence[DrawnMark]) -> object:
        sizes = (m.node.size * m.place.stretch for m in marks if isinstance(m.node, Text))
        return max(sizes, default=None)

    return _each(run, rows, side, role, largest, (Text,))


def beside(run: Evaluation, rows: object, role: object, *symbols: object) -> object:
    """Return for each copy the symbol, of those named, that is nearest to an element with an id."""
    wanted = frozenset(map(str, symbols))

    def nearest(face: Face) -> object:
        all_marks = run.kit.read(face, marks_of)
        own = all_marks.matching(str(role))
        near = [mark for mark in all_marks if mark.ids & wanted]
        _point(run, face, own)
        pairs = [(_apart(one, other), other) for one in own for other in near]
        if not pairs:
            return None
        mark = min(pairs, key=lambda pair: pair[0])[1]
        return min(mark.ids & wanted)

    return on_each_copy(run, rows, "face", nearest)


def hulls(run: Evaluation, parts: Rows, role: object) -> Sequence[Corners]:
    """Return for each of some parts or spaces the convex polygon around what an id draws there."""
    found = _each(run, parts, "face", role, _hull, (Shape, Picture))
    return found if isinstance(found, tuple) else ()


def _hull(marks: Sequence[DrawnMark]) -> Corners:
    return convex_hull(point for mark in marks for point in mark.corners)


def shows(run: Evaluation, rows: object, *columns: object, side: object = "face") -> object:
    """Return whether each card writes its values of some columns, and no other row's.

    A text may stand anywhere on the side, broken into lines, in other letters; a number is a text
    of its own. Empty cells ask for nothing.
    """
    deck = component_rows(rows)
    names = [column_of(deck, column) for column in columns]
    written = sides(run, deck, side, lambda face: face)
    run.spend(LOOKED_UP * len(deck.cards) * len(names))
    run.test(len(deck.cards))
    said = {name: _texts_of(deck, name) for name in names}
    against: list[Difference] = []
    for row, face in zip(deck.once(), written, strict=True):
        texts = _elements(run, face)
        for difference, mark in _unshown(deck, row, said, texts):
            against.append(difference)
            if isinstance(face, Face):
                marks = [] if mark is None else [mark]
                run.drawn.update(dict.fromkeys(_cells(run, marks)))
                _point(run, face, marks)
    return Verdict(tuple(against))


def _elements(run: Evaluation, face: object) -> dict[str, DrawnMark]:
    """Return the texts of a face by element, squeezed, each with its first mark."""
    if not isinstance(face, Face):
        return {}
    texts = [mark for mark in run.kit.read(face, marks_of) if isinstance(mark.node, Text)]
    found: dict[str, DrawnMark] = {}
    for _, group in groupby(texts, key=lambda mark: mark.provenance):
        marks = list(group)
        found.setdefault(squeezed(joined(_placed_texts(marks))), marks[0])
    return found


Said = dict[str, dict[str, tuple[int, Row]]]
"""The texts of a column as printed: how each is written, with its row and the row's number."""


def _texts_of(deck: Rows, name: str) -> Said:
    """Return the texts of a column; of rows with the same text the last."""
    said: Said = {}
    for number, row in enumerate(deck.once()):
        text = row.column(name)
        if isinstance(text, str):
            for form in printed_forms(text):
                said.setdefault(form, {})[text] = number, row
    return said


def _unshown(
    deck: Rows, row: Row, said: Mapping[str, Said], texts: dict[str, DrawnMark]
) -> Iterator[tuple[Difference, DrawnMark | None]]:
    """Yield what a side does not say of its row, and what it says of another."""
    own = {form for name in said for form in printed_forms(str(row.column(name)))}
    everything, here = "".join(texts), Rows(deck.component, (row.card,))
    for name, others in said.items():
        value = row.column(name)
        told = printed_forms(str(value))
        found = [
            (number, text, other, mark)
            for words, mark in texts.items()
            if words in others and words not in own
            for text, (number, other) in others[words].items()
        ]
        foreign = [one[1:] for one in sorted(found, key=itemgetter(0))]
        anywhere = isinstance(value, str) and any(form in everything for form in told)
        if value not in (None, "") and not anywhere and told.isdisjoint(texts):
            instead = foreign[0][2] if foreign else None
            yield (
                Difference(f"{row.card.id} does not show its {name}, {show(value)}", here),
                instead,
            )
        for text, other, mark in foreign:
            message = f"{row.card.id} shows {show(text)}, the {name} of {other.card.id}"
            yield Difference(message, here), mark


def printed(run: Evaluation, role: object) -> object:
    """Return the texts that elements with an id draw on the aids, once for each different one."""
    aids = [c for c in run.kit.game.components.values() if c.aid]
    told = dict.fromkeys(
        text for card, face in _faces_of(run, aids) for text in _told(run, card, face, str(role))
    )
    run.kit.ask("", "", str(role), found=bool(told))
    run.test(len(told))
    if not told:
        _point_at_namesake(run, aids, str(role))
    for aid in aids if not told else ():
        run.record(Rows(aid, aid.cards))
    return tuple(told)


def _point_at_namesake(run: Evaluation, aids: Sequence[Component], role: str) -> None:
    """Record where a text is drawn whose id begins as one that is missing, as step-2 of step-3.

    What is gone has no place; its namesakes stand beside it, on the face that has most of them.
    Where no text has such an id, it is a picture: floor-cards of floor-move.
    """
    if not run.evidence:
        return
    for kind in ((Text,), (Shape, Picture)):
        best: tuple[tuple[int, int], Face, DrawnMark] | None = None
        for _, face in _faces_of(run, aids):
            first: dict[str, DrawnMark] = {}
            for mark in run.kit.read(face, marks_of):
                if isinstance(mark.node, kind):
                    first |= dict.fromkeys(mark.ids - first.keys(), mark)
            alike = {id_: letters_alike(id_, role) for id_ in first}
            namesakes = [id_ for id_, letters in alike.items() if letters >= LEAST_ALIKE]
            if namesakes:
                nearest = max(sorted(namesakes), key=alike.__getitem__)
                found = alike[nearest], len(namesakes)
                if best is None or found > best[0]:
                    best = found, face, first[nearest]
        if best is not None:
            _point(run, best[1], [best[2]])
            return


def numbers(run: Evaluation, text: object) -> object:
    """Return the whole numbers in a text, in their order; of a list, those in all its texts."""
    run.drawn.update(dict.fromkeys(run.kit.cells_of(text)))
    if isinstance(text, tuple):
        return tuple(number for part in text for number in _numbers(part))
    return _numbers(text)


def plain(run: Evaluation, text: object) -> object:
    """Return a text as it is printed: without its markup, on one line."""
    if not isinstance(text, str):
        raise ExpressionError(f"{show(text)} is not a text", "a column or a setting may hold one")
    return plain_text(text)


def colour(run: Evaluation, value: object) -> object:
    """Return the name of a colour such as ``"#d8422f"``, or nothing if it is none of those."""
    return hue_name(parse_color(str(value))[0])


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
    read: Read,
    kind: Kinds = EVERY_KIND,
    blame: Blame | None = None,
) -> object:
    """Return ``read(marks)`` for each copy, of the marks with an id; records where they are.

    For parts of a piece and spaces of a board, it is of the marks there. ``blame`` gives the
    element of a mark that is to be changed; without it, that is the one that draws the id.
    """

    def point(face: Face, marks: Sequence[DrawnMark]) -> None:
        if run.evidence:
            run.drawn.update(dict.fromkeys(_cells(run, marks) if kind == (Text,) else ()))
            _point(run, face, marks, blame or _drawing(marks, str(role)))

    def named(face: Face) -> Sequence[DrawnMark]:
        seen = run.kit.read(face, marks_of).matching(str(role), kind)
        return seen if panel is None else [m for m in seen if covers((panel,), m.centre, False)]

    def of(face: Face) -> object:
        marks = named(face)
        run.kit.ask(owner, str(side), str(role), found=bool(marks))
        if marks:
            point(face, marks)
        else:
            _point_around(run, face, str(role))
        return read(marks)

    if not isinstance(rows, Rows | Row):
        rows = component_rows(rows)
    whole = run.kit.whole_of(rows)
    owner = (whole or rows.component).name
    panel = panels_of(rows.component).get(str(side))
    if whole is None:
        return on_each_copy(run, rows, side if panel is None else "face", of)
    run.record(rows if isinstance(rows, Rows) else Rows(rows.component, (rows.card,)))
    piece = Rows(whole, whole.cards[:1])
    (face,) = sides(run, piece, side, lambda face: face) or (None,)
    if not isinstance(face, Face):
        return None if isinstance(rows, Row) else (None,) * len(rows)
    marks = named(face)
    run.kit.ask(owner, str(side), str(role), found=bool(marks))
    key = id(rows.component), face, str(role), str(side), kind
    at_sites = run.kit.kept(key, lambda: _by_site(run.kit.site_at(rows), marks))

    def at(card: Card) -> object:
        here = at_sites.get(card.id, ())
        point(face, here or marks[:1])
        return read(here)

    return at(rows.card) if isinstance(rows, Row) else tuple(map(at, rows.cards))


def _drawing(marks: Sequence[DrawnMark], role: str) -> Blame:
    """Return what blames the element that draws the last id of a role."""
    (*_, last) = ("", *role.split())
    names = names_like((id_ for mark in marks for id_ in mark.ids), last)
    return lambda mark: mark.user_of(names)


def _by_site(site_at: SiteAt, marks: Sequence[DrawnMark]) -> Mapping[str, Sequence[DrawnMark]]:
    """Return the marks at each part or space, by its id."""
    found: dict[str, list[DrawnMark]] = {}
    whole: dict[object, list[DrawnMark]] = {}
    for mark in marks:  # a symbol is where its middle is
        whole.setdefault(mark.uses[0] if mark.uses else mark, []).append(mark)
    for together in whole.values():
        site = site_at(_middle(together))
        if site is not None:
            found.setdefault(site.id, []).extend(together)
    return found


def _faces_of(run: Evaluation, components: Sequence[Component]) -> Sequence[tuple[Card, Face]]:
    """Return the different faces and backs of some components, each with its first row."""
    cards = [(component, card) for component in components for card in component.cards]
    pieces = [(card, run.kit.piece(owner, card)) for owner, card in cards]
    found: dict[Face, Card] = {}
    for card, piece in pieces:
        for face in (piece.face, piece.back) if piece is not None else ():
            if face is not None:
                found.setdefault(face, card)
    return tuple((card, face) for face, card in found.items())


def _told(run: Evaluation, card: Card, face: Face, role: str) -> Iterator[DrawnText]:
    """Yield the text that an element writes on a face, if it does; records where it is.

    Of a face that several templates draw, as the panels of a box, it is the text of each. A text
    that is a cell of the row stands there, and only then in the template.
    """
    by_file: dict[str, list[DrawnMark]] = {}
    for mark in run.kit.read(face, marks_of).matching(role):
        file = mark.provenance.where.file if mark.provenance else ""
        by_file.setdefault(file, []).append(mark)
    for marks in by_file.values():
        text = _read(marks)
        if not text:
            continue
        cells = [value for value in card.values.values() if isinstance(value, str)]
        is_cell = any(squeezed(text) in printed_forms(cell) for cell in cells)
        of_row = [card.where] if is_cell else []
        of_row = [*_cells(run, marks), *of_row]
        run.drawn.update(dict.fromkeys(of_row))
        _point(run, face, marks)
        places = dict.fromkeys(mark.provenance.where for mark in marks if mark.provenance)
        yield DrawnText(text, (*of_row, *places))


def _point(
    run: Evaluation,
    face: Face,
    marks: Sequence[DrawnMark],
    blame: Blame = attrgetter("provenance"),
) -> None:
    """Record the elements to blame for marks; the file of a face's template if there are none.

    The elements of a template come before those of the symbols that it uses.
    """
    if not run.evidence:
        return
    own: dict[Provenance, None] = {}
    inner: dict[Provenance, None] = {}
    for mark in marks:
        element = blame(mark)
        if element is not None:
            (own if element is mark.provenance else inner)[element] = None
    places = dict.fromkeys(element.where for element in (*own, *inner))
    run.drawn.update(places or dict.fromkeys(run.kit.read(face, template_of)))


def _point_around(run: Evaluation, face: Face, role: str) -> None:
    """Record what is drawn in which a part is missing: the ``bat`` of a missing ``bat star``.

    Of a symbol that is what it draws itself, in its own file. What is missing in no other part may
    be another one of its kind instead: the ``sign-closed`` of a missing ``sign-open``.
    """
    if not run.evidence:
        return
    *around, last = ("", *role.split())
    on_face = run.kit.read(face, marks_of)
    if not any(around):
        _point(run, face, on_face.namesakes(last, LEAST_ALIKE), blame=attrgetter("provenance"))
        return
    marks = on_face.matching(" ".join(around))
    names = names_like((id_ for mark in marks for id_ in mark.ids), around[-1])
    _point(run, face, marks, lambda mark: mark.inside_of(names))


def _cells(run: Evaluation, marks: Sequence[DrawnMark]) -> Sequence[Where]:
    """Return the cells of the table of texts that have the words of some marks, if translated."""
    if run.kit.game.translation is None:
        return ()
    elements = (mark.node.provenance for mark in marks if isinstance(mark.node, Text))
    said = (cell for element in elements if element for cell in element.said)
    return tuple(dict.fromkeys((*said, *run.kit.cells_of(_read(marks)))))


def _read(marks: Sequence[DrawnMark]) -> str | None:
    """Return the texts of some marks joined, letters that are drawn twice for a halo once."""
    texts = [mark for mark in marks if isinstance(mark.node, Text)]
    if not texts:
        return None
    elements = groupby(texts, key=attrgetter("provenance"))
    by_element = [joined(_placed_texts(group)) for _, group in elements]
    return joined_words(text for text, _ in groupby(by_element))


def _placed_texts(marks: Iterable[DrawnMark]) -> Iterator[tuple[Text, Affine]]:
    """Yield the texts of some marks, each with the map to its face."""
    return ((mark.node, mark.place) for mark in marks if isinstance(mark.node, Text))


def _painted(mark: DrawnMark) -> Iterator[str]:
    if not isinstance(mark.node, Picture):
        stroke = mark.node.stroke
        for paint in (mark.node.fill, stroke and stroke.paint):
            yield from _names(paint)


def _names(paint: Paint | None) -> Iterator[str]:
    name = hue_name(paint.color) if isinstance(paint, Solid) else None
    if name is not None:
        yield name


def _middle(marks: Sequence[DrawnMark]) -> Point:
    """Return the middle of the box around the centres of some marks."""
    centres = [mark.centre for mark in marks]
    xs, ys = [centre.x for centre in centres], [centre.y for centre in centres]
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def _apart(one: DrawnMark, other: DrawnMark) -> float:
    here, there = one.centre, other.centre
    return hypot(here.x - there.x, here.y - there.y)
