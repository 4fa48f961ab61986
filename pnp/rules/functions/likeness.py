"""Which pieces look alike; an answer of no says which do not, or which do."""

from collections.abc import Mapping, Sequence

from pnp.content.game import Card
from pnp.rules.functions.drawn import sides
from pnp.rules.functions.grouping import component_rows
from pnp.rules.language.run import Run
from pnp.rules.language.values import Rows
from pnp.rules.language.verdict import Difference, Verdict

Alike = Mapping[object, Sequence[Card]]
"""Cards by the drawing of one of their sides."""


def same_drawing(run: Run, rows: object, side: object = "face", *, colours: object = 1) -> object:
    """Return whether a side is drawn the same on every card; without colours by its forms only."""
    deck = component_rows(rows)
    groups = sorted(_alike(run, deck, side, colours).values(), key=_copies, reverse=True)
    odd = [card for cards in groups[1:] for card in cards]
    text = f"the {side} of {{}} differs from the others"
    return Verdict(
        tuple(Difference(text.format(_name(deck, card)), _one(deck, card)) for card in odd)
    )


def distinct_drawing(
    run: Run, rows: object, side: object = "face", *, colours: object = 1
) -> object:
    """Return whether a side is drawn differently on every row."""
    deck = component_rows(rows)
    groups = _alike(run, deck, side, colours).values()
    pairs = [(first, card) for first, *others in groups for card in others]
    return Verdict(tuple(_equals(deck, side, *pair) for pair in pairs))


def _equals(deck: Rows, side: object, one: Card, other: Card) -> Difference:
    text = f"the {side}s of {_name(deck, one)} and {_name(deck, other)} are the same"
    return Difference(text, Rows(deck.component, (one, other)))


def _alike(run: Run, deck: Rows, side: object, colours: object) -> Alike:
    digester = run.kit.drawings if colours else run.kit.outlines
    drawn = sides(run, deck, side, lambda face: digester.digest(face.nodes))
    groups: dict[object, list[Card]] = {}
    for card, word in zip(deck.cards, drawn, strict=True):
        groups.setdefault(word, []).append(card)
    return groups


def _copies(cards: Sequence[Card]) -> int:
    return sum(card.qty for card in cards)


def _name(deck: Rows, card: Card) -> str:
    return f"{deck.component.name}/{card.id}"


def _one(deck: Rows, card: Card) -> Rows:
    return Rows(deck.component, (card,))
