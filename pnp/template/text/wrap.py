"""Where lines end: numbers only, any unit."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

SLACK = 1e-9
"""By how much a line may exceed its width: the error of adding fractions."""

HALVINGS = 8
"""How finely a balanced width is searched: to 1/256 of the line's width."""


class Measures(NamedTuple):
    """Where each unbreakable unit begins and ends when all stand on one endless line.

    ``tails`` is where it ends when the line does: past ``ends`` by the hyphen it then gets.
    """

    starts: Sequence[float]
    ends: Sequence[float]
    tails: Sequence[float]


def fill(measures: Measures, width: float) -> list[int]:
    """Return the index after each line's last unit, when each line takes as many as it can.

    A unit wider than the line has a line of its own.
    """
    starts, ends, tails = measures
    breaks: list[int] = []
    first, count = 0, len(ends)
    while first < count:
        limit = starts[first] + width + SLACK
        after = max(bisect_right(ends, limit, first), first + 1)
        while first + 1 < after < count and tails[after - 1] > limit:
            after -= 1
        breaks.append(after)
        first = after
    return breaks


def balance(measures: Measures, width: float) -> list[int]:
    """Return breaks like ``fill``, as many lines, but the lines about equally long."""
    breaks = fill(measures, width)
    low, high = 0.0, width
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        narrower = fill(measures, middle)
        if len(narrower) > len(breaks) or _widest(measures) > middle:
            low = middle
        else:
            high, breaks = middle, narrower
    return breaks


def _widest(measures: Measures) -> float:
    return max(t - s for s, t in zip(measures.starts, measures.tails, strict=True))
