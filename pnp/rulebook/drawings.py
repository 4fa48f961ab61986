"""The functions of expressions on drawn pieces: sizes, texts, symbols, equal drawings."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from pnp.base.diagnostics import Where
from pnp.data.game import Card, Component
from pnp.kinds.piece import SIDES, Piece
from pnp.kinds.standee import foot_height
from pnp.rulebook.counting import component_rows
from pnp.rulebook.drawnmarks import template_of
from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.printed import joined, joined_words
from pnp.rulebook.sites import panels_of
from pnp.rulebook.values import Difference, Row, Rows, Verdict, show
from pnp.scene.node import Shape, texts_in
from pnp.scene.page import Face
from pnp.scene.sameness import form, look


def size(run: Evaluation, rows: object) -> object:
    """Return width and height of a component's trim, in millimetres."""
    return tuple(_whole(run, rows).size)


def width(run: Evaluation, rows: object) -> object:
    """Return the width of a component's trim in millimetres."""
    return _whole(run, rows).size.width


def height(run: Evaluation, rows: object) -> object:
    """Return the height of a component's trim in millimetres."""
    return _whole(run, rows).size.height


def foot(run: Evaluation, rows: object) -> object:
    """Return width and depth of a standee's base, which both its feet make, in millimetres."""
    component = _whole(run, rows)
    return component.size.width, 2 * foot_height(component)


def drawing(run: Evaluation, rows: object, side: object = "face") -> object:
    """Return for each copy a digest of a side's drawing: equal digests mean equal drawings."""
    return _whole_sides(run, rows, side, lambda face: look(face.nodes))


def outline(run: Evaluation, rows: object, side: object = "face") -> object:
    """Return for each copy a digest of a side's drawing without its colours."""
    return _whole_sides(run, rows, side, lambda face: form(face.nodes))


def texts(run: Evaluation, rows: object, side: object = "face") -> object:
    """Return for each copy the texts that are drawn on a side, in drawing order."""
    return _whole_sides(run, rows, side, lambda face: run.kit.read(face, _words))


def wording(run: Evaluation, rows: object, side: object = "face") -> object:
    """Return for each copy the text runs on a side, joined with spaces.

    Lines and changes of font are joined as they are read; hyphens of divided words are left out.
    """
    return _whole_sides(run, rows, side, lambda face: run.kit.read(face, _wording))


def lettering(run: Evaluation, rows: object, side: object = "face") -> object:
    """Return for each copy the texts on a side with their font sizes in millimetres."""
    return _whole_sides(run, rows, side, lambda face: run.kit.read(face, _sizes))


def cut(run: Evaluation, rows: object) -> object:
    """Return for each copy a digest of the cut form: its trim size and its cut outline."""
    deck = component_rows(rows)
    run.record(deck)
    return _copies(deck, [_form(run, _piece(run, deck, card)) for card in deck.cards])


def _whole(run: Evaluation, rows: object) -> Component:
    found = component_rows(rows)
    run.record(found)
    return found.component


def _form(run: Evaluation, piece: Piece) -> object:
    if piece.outline is None:
        return str(piece.trim)
    return f"{piece.trim}, {form([Shape(piece.outline)])}"


def _whole_sides(
    run: Evaluation, rows: object, side: object, read: Callable[[Face], object]
) -> object:
    """Return ``read(side)`` for each copy; records the templates.

    A template that draws two components is not to blame if they look alike: what names it is.
    """
    component = (rows if isinstance(rows, Row) else component_rows(rows)).component

    def of(face: Face) -> object:
        for place in run.kit.read(face, template_of) if run.evidence else ():
            other = run.painted.setdefault(place, component)
            if other is not component:
                run.drawn.update(dict.fromkeys((component.where, other.where)))
            run.drawn[place] = None
        return read(face)

    return on_each_copy(run, rows, side, of)


def sides(
    run: Evaluation, rows: Rows, side: object, read: Callable[[Face], object]
) -> tuple[object, ...]:
    """Return ``read(side)`` once for each row, None for a row without that side."""
    if side not in SIDES:
        names = ", ".join(panels_of(rows.component))
        hint = f"; what asks for an id also takes the panels {names}" if names else ""
        raise ExpressionError(f"{show(side)} is not a side", f'write "face" or "back"{hint}')
    run.record(rows)
    pieces = [_piece(run, rows, card) for card in rows.cards]
    for piece in pieces:
        _point_at_nothing(run, piece, side == "back")
    return tuple(_side(piece, side == "back", read) for piece in pieces)


def on_each_copy(
    run: Evaluation, value: object, side: object, read: Callable[[Face], object]
) -> object:
    """Return ``read(side)`` for each printed copy of some rows, or the one value of a ``Row``."""
    if isinstance(value, Row):
        return sides(run, Rows(value.component, (value.card,)), side, read)[0]
    rows = component_rows(value)
    return _copies(rows, sides(run, rows, side, read))


def _point_at_nothing(run: Evaluation, piece: Piece, back: bool) -> None:
    """Record the template of a side on which nothing is drawn that could be pointed at."""
    face, template = (piece.back, piece.card.back) if back else (piece.face, piece.card.face)
    if face is not None and not face.nodes and template:
        run.drawn[Where(f"templates/{template}", 1)] = None


def _side(piece: Piece, back: bool, read: Callable[[Face], object]) -> object:
    face = piece.back if back else piece.face
    return None if face is None else read(face)


def _copies(rows: Rows, values: Sequence[object]) -> object:
    pairs = zip(rows.cards, values, strict=True)
    return tuple(value for card, value in pairs for _ in range(card.qty))


def _piece(run: Evaluation, rows: Rows, card: Card) -> Piece:
    piece = run.kit.piece(rows.component, card)
    if piece is None:
        raise ExpressionError(f"{rows.component.name}/{card.id} is not drawn")
    return piece


def _words(face: Face) -> tuple[str, ...]:
    return tuple(text.string for text, _ in texts_in(face.nodes))


def _wording(face: Face) -> str:
    by_element = groupby(texts_in(face.nodes), key=lambda pair: pair[0].provenance or pair[0])
    return joined_words(joined(texts) for _, texts in by_element)


def _sizes(face: Face) -> tuple[tuple[str, float], ...]:
    return tuple((text.string, text.size * place.stretch) for text, place in texts_in(face.nodes))


Alike = Mapping[object, Sequence[Card]]
"""Cards by the digest of one of their sides."""


def same_drawing(
    run: Evaluation, rows: object, side: object = "face", *, colours: object = 1
) -> object:
    """Return whether a side is drawn equally on every card; ``colours=0`` ignores colours."""
    deck = component_rows(rows)
    groups = sorted(
        _alike(run, deck, side, colours).values(),
        key=lambda cards: sum(card.qty for card in cards),
        reverse=True,
    )
    odd = [card for cards in groups[1:] for card in cards]
    text = f"the {side} of {{}} differs from the others"
    return Verdict(
        tuple(
            Difference(text.format(_name(deck, card)), Rows(deck.component, (card,)))
            for card in odd
        )
    )


def distinct_drawing(
    run: Evaluation, rows: object, side: object = "face", *, colours: object = 1
) -> object:
    """Return whether no two rows have equal drawings on a side; ``colours=0`` ignores colours."""
    deck = component_rows(rows)
    groups = _alike(run, deck, side, colours).values()
    pairs = [(first, card) for first, *others in groups for card in others]
    return Verdict(tuple(_equals(deck, side, *pair) for pair in pairs))


def _equals(deck: Rows, side: object, one: Card, other: Card) -> Difference:
    text = f"the {side}s of {_name(deck, one)} and {_name(deck, other)} are the same"
    return Difference(text, Rows(deck.component, (one, other)))


def _alike(run: Evaluation, deck: Rows, side: object, colours: object) -> Alike:
    run.test(len(deck.cards))
    digest = look if colours else form
    drawn = sides(run, deck, side, lambda face: digest(face.nodes))
    groups: dict[object, list[Card]] = {}
    for card, word in zip(deck.cards, drawn, strict=True):
        groups.setdefault(word, []).append(card)
    return groups


def _name(deck: Rows, card: Card) -> str:
    return f"{deck.component.name}/{card.id}"
