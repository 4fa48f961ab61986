"""Chooses the tables of `pnp count`: distributions, a cross table, or odds."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pnp.data.game import Game
from pnp.stats import count, crosstab, hands


class CountTables(NamedTuple):
    """The result of `pnp count`; each format is computed when it is called."""

    as_text: Callable[[], str]
    as_data: Callable[[], list[dict[str, Any]]]


def shown(games: Sequence[Game], *, by: str | None, odds: int | None, dealt: bool) -> CountTables:
    """Return a cross table ``by`` columns, else the odds of a hand, else all distributions.

    ``odds`` is the size of the hand; ``dealt`` takes it from the game's ``play.hand``.

    Raises:
        PnpError: no component has the columns, or no game has such a hand.
    """
    if by is not None:
        tables = crosstab.crosstabs(games, [name.strip() for name in by.split(",")])
        return CountTables(lambda: crosstab.as_text(tables), lambda: crosstab.as_data(tables))
    if odds is not None or dealt:
        found = hands.opening_hands(games, odds)
        return CountTables(lambda: hands.as_text(found), lambda: hands.as_data(found))
    return CountTables(lambda: count.as_text(games), lambda: count.as_data(games))
