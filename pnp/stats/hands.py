"""Odds of opening hands: exact probabilities, for each number of players."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pnp.base.diagnostics import user_error
from pnp.base.odds import chance, mean_number
from pnp.base.slotted import slotted
from pnp.data.game import Component, Game
from pnp.stats.crosstab import aligned, distributions, keyed

MOST_COPIES = 3
"""Tables show the probabilities of at least 1, 2, … up to this many cards of a kind."""


@slotted
class Hand:
    """An opening hand: ``size`` cards of a deck for each player.

    ``players`` are the numbers of players for which the deck is large enough.
    """

    game: Game
    deck: Component
    size: int
    players: tuple[int, ...]


@slotted
class Chances:
    """The odds of one kind of card: those ``cards`` of the deck whose ``column`` has ``value``.

    ``one`` are the probabilities that a hand has at least 1, 2, 3 of them; ``expected`` is their
    expected number. ``table`` has, for each number of players, the probability that any player has
    at least one, and the expected number in all hands together.
    """

    column: str
    value: str
    cards: int
    one: tuple[Fraction, ...]
    expected: Fraction
    table: Mapping[int, tuple[Fraction, Fraction]]


def opening_hands(games: Sequence[Game], size: int | None = None) -> list[Hand]:
    """Return the opening hands of games: of ``size`` cards, or as their ``play.hand`` defines.

    ``play.hand`` is a number of cards from each deck that is large enough, or numbers by the name
    of the deck, or by the number of players.

    Raises:
        PnpError: no game has such a hand.
    """
    hands = [hand for game in games for hand in _of_game(game, size)]
    if hands:
        return hands
    if size is not None:
        raise user_error(f"no deck has {size} cards", hint="ask for a smaller hand")
    hint = "write play: {hand: 7}, or {hand: {treat: 3, trick: 2}}; or ask with --odds 7"
    raise user_error("no game says how many cards a player is dealt", hint=hint)


def chances(hand: Hand) -> Iterator[Chances]:
    """Yield the odds of every value of every column in the deck's distributions."""
    for column, counts in distributions(hand.deck).items():
        for value, cards in keyed(counts).items():
            yield _chances(hand, column, value, cards)


def as_data(hands: Sequence[Hand]) -> list[dict[str, Any]]:
    """Return hands as plain data; probabilities are exact fractions as text: "7/9"."""
    return [
        {
            "game": hand.game.key,
            "deck": hand.deck.name,
            "hand": hand.size,
            "players": list(hand.players),
            "chances": [_entry(kind) for kind in chances(hand)],
        }
        for hand in hands
    ]


def as_text(hands: Sequence[Hand]) -> str:
    """Return hands as text, with probabilities in percent."""
    return "\n\n".join("\n".join(_lines(hand)) for hand in hands)


def _of_game(game: Game, size: int | None) -> Iterator[Hand]:
    dealt = game.play.get("hand") if size is None else size
    for deck in game.components.values():
        if deck.kind.shuffled and not deck.aid and deck.qty:
            yield from _of_deck(game, deck, dealt)


def _of_deck(game: Game, deck: Component, dealt: object) -> Iterator[Hand]:
    if isinstance(dealt, Mapping) and deck.name in dealt:
        dealt = dealt[deck.name]
    if isinstance(dealt, Mapping):
        sizes = {n: dealt.get(n) for n in game.players}
        for size in dict.fromkeys(sizes.values()):
            players = tuple(n for n in game.players if sizes[n] == size)
            yield from _fitting(game, deck, size, players)
    else:
        yield from _fitting(game, deck, dealt, game.players)


def _fitting(game: Game, deck: Component, size: object, players: tuple[int, ...]) -> Iterator[Hand]:
    if isinstance(size, int) and 0 < size <= deck.qty:
        yield Hand(game, deck, size, tuple(n for n in players if n * size <= deck.qty))


def _chances(hand: Hand, column: str, value: str, cards: int) -> Chances:
    deck, size = hand.deck.qty, hand.size
    return Chances(
        column,
        value,
        cards,
        tuple(chance(deck, cards, size, k) for k in range(1, MOST_COPIES + 1)),
        mean_number(deck, cards, size),
        {
            n: (chance(deck, cards, n * size, 1), mean_number(deck, cards, n * size))
            for n in hand.players
        },
    )


def _entry(kind: Chances) -> dict[str, Any]:
    return {
        "column": kind.column,
        "value": kind.value,
        "cards": kind.cards,
        "at_least": {str(k): str(share) for k, share in enumerate(kind.one, 1)},
        "expected": str(kind.expected),
        "somebody": {str(n): str(share) for n, (share, _) in kind.table.items()},
        "expected_of_all": {str(n): str(number) for n, (_, number) in kind.table.items()},
    }


def _lines(hand: Hand) -> Iterator[str]:
    yield f"{hand.game.key}: an opening hand of {hand.size} from {hand.deck.qty} × {hand.deck.name}"
    kinds = list(chances(hand))
    for column in dict.fromkeys(kind.column for kind in kinds):
        heads = [f"{k} or more" for k in range(1, MOST_COPIES + 1)]
        somebody = [f"any of {n}" for n in hand.players]
        lines: list[list[object]] = [[f"by {column}", "cards", *heads, "on average", *somebody]]
        lines += [_row(kind) for kind in kinds if kind.column == column]
        yield from aligned(lines)


def _row(kind: Chances) -> list[object]:
    somebody = [_percent(share) for share, _ in kind.table.values()]
    average = f"{float(kind.expected):.2f}"
    return [kind.value, kind.cards, *map(_percent, kind.one), average, *somebody]


def _percent(share: Fraction) -> str:
    return f"{float(share):.1%}"
