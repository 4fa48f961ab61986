"""A cache of bounded size, for what data may bring in any number."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


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
