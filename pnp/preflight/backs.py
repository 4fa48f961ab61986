"""Checks backs: cards of one deck must have equal backs, decks of one size different ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.base.diagnostics import Rule, Severity
from pnp.kinds.piece import Piece
from pnp.preflight.side import Violation
from pnp.scene.page import Face
from pnp.scene.sameness import look

COLUMN = "back"
"""The column that declares several backs in one deck."""

TELLTALE = Rule(
    "telltale-back",
    "All cards of a deck have the same back",
    Severity.ERROR,
    "A back that differs tells what is on the other side. Backs that differ on purpose are "
    "declared: by a column `back` of the deck, or by templates of their own.",
    "Laws of Duplicate Bridge 2017, law 1 C: the backs of all cards of a deck are identical",
    good='<text x="8" y="20" font-family="Alegreya Sans" font-size="6" fill="#fff">Owls</text>',
    bad='<text x="8" y="20" font-family="Alegreya Sans" font-size="6" fill="#fff" '
    'pnp:text="{{ card.name }}"/>',
)

ALIKE = Rule(
    "backs-alike",
    "Decks of one size have different backs",
    Severity.WARNING,
    "After the game somebody has to sort the cards again. Decks that look the same from behind "
    "get mixed up.",
    "pnp: decks are kept apart by their backs",
    good="two decks of 63 x 88 mm, `back: ghost-back.svg` and `back: house-back.svg`",
    bad="two decks of 63 x 88 mm, both with `back: back.svg`",
)

Digests = Mapping[Face, str]
"""A digest for each back, of what it looks like: equal digests mean equal drawings."""


def violations(pieces: Sequence[Piece]) -> Iterator[Violation]:
    """Yield the backs that differ within a deck, and those that two decks share."""
    decks = _decks(pieces)
    digests = _digests(decks)
    for deck in decks:
        yield from _telltales(deck, digests)
    for number, deck in enumerate(decks):
        yield from _mixed_up(deck, decks[:number], digests)


def _decks(pieces: Sequence[Piece]) -> list[list[Piece]]:
    decks: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.component.kind.shuffled:
            decks.setdefault(piece.component.name, []).append(piece)
    return [deck for deck in decks.values() if any(piece.back for piece in deck)]


def _digests(decks: Sequence[Sequence[Piece]]) -> Digests:
    backs = {piece.back for deck in decks for piece in deck if piece.back is not None}
    return {back: look(back.nodes) for back in backs}


def _telltales(deck: Sequence[Piece], digests: Digests) -> Iterator[Violation]:
    """Yield the cards whose back is drawn unlike most backs of the same declaration."""
    declared: dict[object, list[Piece]] = {}
    for piece in deck:
        declared.setdefault(_declared(piece), []).append(piece)
    for pieces in declared.values():
        drawn: dict[str, list[Piece]] = {}
        for piece in pieces:
            drawn.setdefault(digests[piece.back] if piece.back else "", []).append(piece)
        usual, *odd = sorted(drawn.values(), key=_copies, reverse=True)
        for piece in (piece for others in odd for piece in others):
            yield _telltale(piece, usual[0])


def _declared(piece: Piece) -> object:
    """Return how a card declares its back: its template, and its value in the column ``back``."""
    columns = piece.component.columns
    value = piece.card.values.get(COLUMN) if COLUMN in columns else None
    return (piece.card.back, value) if COLUMN in columns else piece.card.back


def _copies(pieces: Sequence[Piece]) -> int:
    return sum(piece.qty for piece in pieces)


def _telltale(piece: Piece, usual: Piece) -> Violation:
    message = f"is not drawn like that of {usual.id}: players can recognise the card"
    hint = (
        "draw the back without anything of the row, declare a column `back`, or allow it where "
        "the cards lie open"
    )
    deck, name = piece.component.name, f"the back of {piece.id}"
    return Violation(TELLTALE, "backs", 0.0, message, hint, deck, name, piece.card.where)


def _mixed_up(
    deck: Sequence[Piece], before: Iterable[Sequence[Piece]], digests: Digests
) -> Iterator[Violation]:
    """Yield a violation for each back that a deck shares with one before it, of its size.

    Of several with that back the first is named. A player aid is mixed up with nothing.
    """
    own = deck[0].component
    free = {digests[piece.back] for piece in deck if piece.back} if not own.aid else set[str]()
    for other in before:
        first = other[0].component
        shared = free & {digests[piece.back] for piece in other if piece.back}
        if shared and first.size == own.size and not first.aid:
            free -= shared
            message = f"has the same back as {first.name}, and the same size"
            hint = "draw another back for one of them, or allow it where they are one deck"
            yield Violation(ALIKE, first.name, 0.0, message, hint, own.name, own.name, own.where)
