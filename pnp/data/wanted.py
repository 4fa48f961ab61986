"""Patterns for the pieces of a game, as ``graveyard/white-*``: for build, show and set-up."""

from fnmatch import fnmatchcase
from typing import NamedTuple


class Wanted(NamedTuple):
    """Pieces whose component and row match two patterns: ``graveyard`` and ``white-*``.

    ``card`` is None if all pieces of the component are wanted.
    """

    component: str
    card: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Wanted":
        """Return what a word means: ``graveyard``, or ``graveyard/white-*``."""
        component, slash, card = text.partition("/")
        return cls(component, card if slash else None)

    def __str__(self) -> str:
        return self.component if self.card is None else f"{self.component}/{self.card}"

    def takes(self, component: str, card: str) -> bool:
        """Tell whether a row is wanted."""
        mine = fnmatchcase(component, self.component)
        return mine and (self.card is None or fnmatchcase(card, self.card))
