"""The odds of a hand that is drawn from a shuffled deck, without replacement.

All arguments are numbers of cards: the deck, those of a kind in it, and the hand.
"""

from fractions import Fraction
from math import comb


def chance(deck: int, kind: int, hand: int, least: int) -> Fraction:
    """Return the probability that a hand has at least ``least`` cards of a kind.

    ``chance(deck=10, kind=2, hand=5, least=1)`` is 7/9.
    """
    ways = (comb(kind, k) * comb(deck - kind, hand - k) for k in range(least, min(kind, hand) + 1))
    return Fraction(sum(ways), comb(deck, hand))


def mean_number(deck: int, kind: int, hand: int) -> Fraction:
    """Return the expected number of cards of a kind in a hand."""
    return Fraction(kind * hand, deck)
