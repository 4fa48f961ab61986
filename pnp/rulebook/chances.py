"""Exact probabilities of hands drawn from a shuffled deck (hypergeometric distribution)."""

from fractions import Fraction
from math import comb

from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.values import Rows, show


def at_least(deck: int, kind: int, hand: int, least: int) -> Fraction:
    """Return the probability that a hand has at least ``least`` cards of a kind.

    All four are numbers of cards; ``kind`` is how many the deck has. The hand is drawn without
    replacement: ``at_least(deck=10, kind=2, hand=5, least=1)`` is 7/9.
    """
    ways = (comb(kind, k) * comb(deck - kind, hand - k) for k in range(least, min(kind, hand) + 1))
    return Fraction(sum(ways), comb(deck, hand))


def mean(deck: int, kind: int, hand: int) -> Fraction:
    """Return the expected number of cards of a kind in a hand."""
    return Fraction(kind * hand, deck)


def odds(
    run: Evaluation, deck: Rows, matching: Rows, *, hand: object = None, at_least: object = 1
) -> object:
    """Return the probability that a hand has at least ``at_least`` of the matching cards."""
    number, least = _hand(run, deck, hand), _whole(at_least, "at_least")
    run.spend(number * max(1, number - least))
    return _at_least(len(deck), len(matching), number, max(0, least))


def expected(run: Evaluation, deck: Rows, matching: Rows, *, hand: object = None) -> object:
    """Return the expected number of matching cards in a hand."""
    return mean(len(deck), len(matching), _hand(run, deck, hand))


_at_least = at_least


def _hand(run: Evaluation, deck: Rows, hand: object) -> int:
    run.record(deck)
    number = _whole(hand, "hand")
    if not 0 <= number <= len(deck) or not len(deck):
        raise ExpressionError(
            f"a hand of {number} cannot be drawn from {len(deck)} cards of {deck.component.name}"
        )
    return number


def _whole(value: object, name: str) -> int:
    if isinstance(value, int):
        return value
    raise ExpressionError(f"{name} is {show(value)}", f"write {name}=7, a whole number")
