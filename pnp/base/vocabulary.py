"""Finds the known word that is nearest to a mistyped one, also among thousands of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import pairwise

from pnp.base.bounded import Bounded

CLOSE = 0.5
"""The least likeness of two words of which one may be meant by the other, as difflib counts it."""

FEW = 100
"""The words of which each is compared letter by letter."""

MOST_COMPARED = 32
"""Of more words, those that are: they share most pairs of letters with the one in question."""

MOST_SHARED = 4_000
"""The words that pairs of letters are looked up in, the rarest pairs first."""


class Vocabulary:
    """Known words; of some thousand questions, each is answered in about a millisecond."""

    def __init__(self, words: Iterable[object]) -> None:
        self._words = list(map(str, words))
        self._known = Bounded[str, str | None](1000)

    def closest(self, word: str) -> str | None:
        """Return the known word that is nearest to a mistyped one, or None if none is near.

        One that differs in capitals alone is the nearest.
        """
        if word not in self._known:
            alike = self._by_case.get(word.casefold())
            self._known.keep(word, alike or _closest(word, self._candidates(word)))
        return self._known[word]

    @cached_property
    def _by_case(self) -> dict[str, str]:
        return {word.casefold(): word for word in reversed(self._words)}

    @cached_property
    def _pairs(self) -> list[frozenset[str]]:
        return list(map(_pairs_of, self._words))

    @cached_property
    def _sharing(self) -> dict[str, list[int]]:
        """Return the indexes of the words that have each pair of letters."""
        sharing: dict[str, list[int]] = {}
        for index, pairs in enumerate(self._pairs):
            for pair in pairs:
                sharing.setdefault(pair, []).append(index)
        return sharing

    def _candidates(self, word: str) -> Iterator[str]:
        """Yield the words to compare with one, those that share most with it first."""
        if len(self._words) <= FEW:
            yield from self._words
            return
        pairs = _pairs_of(word)
        shared, left = Counter[int](), MOST_SHARED
        for found in sorted((self._sharing.get(pair, []) for pair in sorted(pairs)), key=len):
            shared.update(found[: max(left, 0)])
            left -= len(found)

        def likeness(index: int) -> float:
            return shared[index] / (len(pairs) + len(self._pairs[index]))

        for index in nlargest(MOST_COMPARED, shared, key=likeness):
            yield self._words[index]


@lru_cache(maxsize=16)
def vocabulary(words: tuple[str, ...]) -> Vocabulary:
    """Return a vocabulary; many words are often asked for among the same known ones."""
    return Vocabulary(words)


def _pairs_of(word: str) -> frozenset[str]:
    """Return the pairs of letters of a word, whose ends count as spaces."""
    padded = f" {word.casefold()} "
    return frozenset(map("".join, pairwise(padded)))


def _closest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that is most like a word, None if none is close.

    It is what ``difflib.get_close_matches`` returns, without comparing what cannot be nearer.
    """
    best = CLOSE, ""
    matcher = SequenceMatcher[str](b=word)
    for other in candidates:
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() >= best[0] and matcher.quick_ratio() >= best[0]:
            best = max(best, (matcher.ratio(), other))
    return best[1] or None
