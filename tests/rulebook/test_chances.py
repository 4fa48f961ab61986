"""Exact chances: held against counting every hand there is."""

from fractions import Fraction
from itertools import combinations

import pytest

from pnp.base.diagnostics import PnpError
from pnp.base.odds import chance, mean_number
from tests.rulebook.games import value_of


def every_hand(kind: int, others: int, hand: int) -> list[int]:
    """Return how many of the kind every possible hand holds."""
    deck = [1] * kind + [0] * others
    return [sum(cards) for cards in combinations(deck, hand)]


@pytest.mark.parametrize("kind", range(6))
@pytest.mark.parametrize("hand", range(7))
def test_a_chance_is_the_share_of_all_hands(kind, hand):
    hands = every_hand(kind, 6 - kind, hand)
    for least in range(hand + 2):
        share = Fraction(sum(number >= least for number in hands), len(hands))
        assert chance(6, kind, hand, least) == share
    assert mean_number(6, kind, hand) == Fraction(sum(hands), len(hands))


VALUES = [
    ('odds(ghoul_deck, kind == "cat", hand=2)', Fraction(4, 5)),
    ('odds(ghoul_deck, kind == "cat", hand=2, at_least=2)', Fraction(1, 5)),
    ('odds(ghoul_deck, kind == "cat", hand=6, at_least=3)', 1),
    ('odds(ghoul_deck, kind == "cat", hand=2, at_least=0)', 1),
    ('odds(ghoul_deck, kind == "cat", hand=0)', 0),
    ('odds(ghoul_deck, kind == "dog", hand=3)', 0),
    ('expected(ghoul_deck, kind == "cat", hand=3)', Fraction(3, 2)),
    ('odds(ghoul_deck, kind == "cat", hand=2) == 4 / 5', True),
    ('odds(ghoul_deck, kind == "rat", hand=1) == 1 / 6', True),
    ('1 / 6 == odds(ghoul_deck, kind == "rat", hand=1)', True),
    ('odds(ghoul_deck, kind == "cat", hand=2) >= 0.5', True),
    ('1 - odds(ghoul_deck, kind == "cat", hand=2)', Fraction(1, 5)),
    ('odds(ghoul_deck, kind == "rat", hand=1) * 6 == 1', True),
    ('round(100 * odds(ghoul_deck, kind == "rat", hand=1), 1)', Fraction(167, 10)),
    ('text(odds(ghoul_deck, kind == "rat", hand=1))', "0.166667"),
    ('odds(rows(ghoul_deck, colour == "red"), kind == "cat", hand=1)', Fraction(3, 5)),
    ('odds({"copper": 7, "estate": 3}, it == "copper", hand=5, at_least=5)', Fraction(1, 12)),
    ('expected({"copper": 7, "estate": 3}, it in {"estate"}, hand=5)', Fraction(3, 2)),
    ("odds([a + b for a in range(1, 7) for b in range(1, 7)], it > 9, hand=1)", Fraction(1, 6)),
    ("odds(ghoul_deck.points, it == 2, hand=2)", Fraction(4, 5)),
    ("odds(tally(ghoul_deck.points), it == 2, hand=2)", Fraction(4, 5)),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_value(text, value):
    assert value_of(text) == value


REFUSED = [
    (
        'odds(ghoul_deck, kind == "cat", hand=7)',
        "a hand of 7 cannot be drawn from 6 cards of ghoul-deck",
        None,
    ),
    ('odds(ghoul_deck, kind == "cat")', "hand is nothing", "write hand=7, a whole number"),
    (
        'odds(ghoul_deck, kind == "cat", hand=2, at_least=0.5)',
        "at_least is 0.5",
        "write at_least=7, a whole number; // divides without a rest",
    ),
    ('odds(ghoul_deck, kind == "cat", hnad=7)', 'odds() takes no "hnad"', 'did you mean "hand"?'),
    (
        "odds(ghoul_deck, hand=2)",
        "odds() does not take 1 argument",
        'write odds(deck, kind == "bat", hand=7, at_least=1)',
    ),
    (
        'expected(ghoul_deck, kind == "cat", hand=-1)',
        "a hand of -1 cannot be drawn from 6 cards of ghoul-deck",
        None,
    ),
    ("odds([1, 2], it == 1, hand=3)", "a hand of 3 cannot be drawn from 2 members", None),
    (
        "odds({1: 2.5}, it == 1, hand=1)",
        "{1: 2.5} does not say how many there are of each",
        "write {'red': 7, 'blue': 3}",
    ),
    (
        "odds({1: 10 ** 9}, it == 1, hand=1)",
        "1000000000 members are too many, 10000 are the most",
        None,
    ),
    ("odds(4, it == 1, hand=1)", "4 is not a list", "a list, a set, a column or a component is"),
]


@pytest.mark.parametrize(("text", "message", "hint"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refused(text, message, hint):
    with pytest.raises(PnpError) as caught:
        value_of(text)
    (problem,) = caught.value.problems
    assert (problem.message.split("\n")[0], problem.hint) == (message, hint)


def test_powers_of_a_chance_do_not_grow_without_end():
    chance = 'odds(ghoul_deck, kind == "rat", hand=1)'
    assert value_of(f"((({chance} ** 64) ** 64) ** 64) ** 64") == 0
