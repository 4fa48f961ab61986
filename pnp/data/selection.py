"""A part of a game: the pieces that patterns name, for build and show."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from pnp.base.diagnostics import PnpError, meant, nearest, quote, user_error
from pnp.data.game import Component, Game
from pnp.data.wanted import Wanted


def selected(game: Game, only: Sequence[Wanted] | None) -> Game:
    """Return a game with those of its components and rows that are wanted; None is all.

    Raises:
        PnpError: nothing matches one of the patterns; holds all such errors.
    """
    if only is None:
        return game
    rows = [(part.name, card.id) for part in game.components.values() for card in part.cards]
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
        name = component.name
        cards = [c for c in component.cards if any(each.takes(name, c.id) for each in only)]
        if cards:
            yield replace(component, cards=tuple(cards))


def _own(game: Game, wanted: Wanted) -> str | None:
    """Return the id of a component that is nearest to one it lacks, else its ids.

    None if the game has no such component, or if it alone is wanted.
    """
    component = game.components.get(wanted.component)
    if component is None or wanted.card is None:
        return None
    ids = [card.id for card in component.cards]
    pattern = any(sign in wanted.card for sign in "*?[")
    near = None if pattern else meant(nearest(wanted.card, ids))
    if near is not None:
        return f"did you mean {quote(f'{component.name}/{near}')}?"
    return f"it has {', '.join(card.id for card in component.cards[:MOST_IDS])}" + (
        ", …" if len(component.cards) > MOST_IDS else ""
    )


MOST_IDS = 12
"""How many ids a message lists."""


def _nothing(game: Game, wanted: Wanted) -> PnpError:
    """Return the error that nothing matches a pattern, with what is nearest to it."""
    components = game.components.values()
    cards = [f"{component.name}/{card.id}" for component in components for card in component.cards]
    what, known = ("component", [*game.components]) if wanted.card is None else ("card", cards)
    rows = [name for name in cards if fnmatchcase(name.partition("/")[2], wanted.component)]
    home = rows[0].partition("/")[0] if wanted.card is None and rows else None
    at_home = f"did you mean {quote(f'{home}/{wanted.component}')}?" if home else None
    hint = at_home or _own(game, wanted) or nearest(str(wanted), known)
    hint = hint or f"it has {', '.join(game.components)}"
    return user_error(f"{game.key} has no {what} {quote(wanted)}", hint=hint)
