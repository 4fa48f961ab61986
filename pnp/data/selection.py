"""A part of a game: the pieces that patterns name, as ``graveyard/white-*``, for build and show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import NamedTuple

from pnp.base.diagnostics import PnpError, nearest, quote, user_error
from pnp.data.game import Card, Component, Game


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

    def takes(self, component: Component, card: Card) -> bool:
        """Tell whether a row is wanted."""
        mine = fnmatchcase(component.name, self.component)
        return mine and (self.card is None or fnmatchcase(card.id, self.card))


def selected(game: Game, only: Sequence[Wanted] | None) -> Game:
    """Return a game with those of its components and rows that are wanted; None is all.

    Raises:
        PnpError: nothing matches one of the patterns; holds all such errors.
    """
    if only is None:
        return game
    rows = [(component, card) for component in game.components.values() for card in component.cards]
    problems = [
        problem
        for wanted in only
        if not any(wanted.takes(*row) for row in rows)
        for problem in _nothing(game, wanted).problems
    ]
    if problems:
        raise PnpError(problems)
    return replace(game, components={part.name: part for part in _parts(game, only)})


def _parts(game: Game, only: Sequence[Wanted]) -> Iterator[Component]:
    for component in game.components.values():
        cards = [c for c in component.cards if any(each.takes(component, c) for each in only)]
        if cards:
            yield replace(component, cards=tuple(cards))


def _nothing(game: Game, wanted: Wanted) -> PnpError:
    """Return the error that nothing matches a pattern, with what is nearest to it."""
    components = game.components.values()
    cards = [f"{component.name}/{card.id}" for component in components for card in component.cards]
    what, known = ("component", [*game.components]) if wanted.card is None else ("card", cards)
    rows = [name for name in cards if fnmatchcase(name.partition("/")[2], wanted.component)]
    home = rows[0].partition("/")[0] if wanted.card is None and rows else None
    meant = f"did you mean {quote(f'{home}/{wanted.component}')}?" if home else None
    hint = meant or nearest(str(wanted), known) or f"it has {', '.join(game.components)}"
    return user_error(f"{game.key} has no {what} {quote(wanted)}", game.where, hint)
