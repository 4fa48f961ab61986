"""Caches for what data may bring in any number: of a bounded size, or as old as their keys."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
V = TypeVar("V")


def kept_with_it(function: Callable[[K], V]) -> Callable[[K], V]:
    """Return a function whose answers are known as long as there is what they are about.

    ``lru_cache`` would keep the thing itself: of an element, all of a file that was forgotten.
    """
    known = WeakKeyDictionary[K, V]()

    @wraps(function)
    def answer(about: K) -> V:
        if about not in known:
            known[about] = function(about)
        return known[about]

    return answer


class Bounded(dict[K, V]):
    """A cache that is emptied when it holds ``most`` entries.

    This costs less for each entry than knowing which was used last, and what is still wanted is
    soon known again.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        """Add an entry, and return its value."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value
