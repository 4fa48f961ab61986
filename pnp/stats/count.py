"""The tables of `pnp count`: distributions with bars, a cross table, or odds of opening hands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.base.diagnostics import counted
from pnp.data.game import Component, Game, Value
from pnp.stats import crosstab, hands
from pnp.stats.crosstab import Counts, aligned, crossed, distributions, keyed

LONGEST_BAR = 30
"""The most blocks in a bar; a table whose counts are all lower has one block per copy."""

BLOCK = "█"


class CountTables(NamedTuple):
    """The result of `pnp count`; each format is computed when it is called."""

    as_text: Callable[[], str]
    as_data: Callable[[], list[dict[str, Any]]]


def shown(games: Sequence[Game], *, by: str | None, odds: int | None, dealt: bool) -> CountTables:
    """Return a cross table ``by`` columns, else the odds of a hand, else all distributions.

    ``odds`` is the size of the hand; ``dealt`` takes it from the game's ``play.hand``.
    """
    if by is not None:
        tables = crosstab.crosstabs(games, [name.strip() for name in by.split(",")])
        return CountTables(lambda: crosstab.as_text(tables), lambda: crosstab.as_data(tables))
    if odds is not None or dealt:
        found = hands.opening_hands(games, odds)
        return CountTables(lambda: hands.as_text(found), lambda: hands.as_data(found))
    return CountTables(lambda: as_text(games), lambda: as_data(games))


def as_data(games: Sequence[Game]) -> list[dict[str, Any]]:
    """Return each game's components with their distributions as plain data."""
    return [
        {
            "key": game.key,
            "title": game.title,
            "pieces": _pieces(game),
            "components": [_entry(component) for component in game.components.values()],
        }
        for game in games
    ]


def as_text(games: Sequence[Game]) -> str:
    """Return each game's components and distributions as tables with bars."""
    return "\n\n".join("\n".join(_game_lines(game)) for game in games)


def _pieces(game: Game) -> int:
    return sum(component.qty for component in game.components.values() if not component.aid)


def _entry(component: Component) -> dict[str, Any]:
    table = crossed(component)
    return {
        "name": component.name,
        "title": component.title,
        "kind": component.kind.name,
        "aid": component.aid,
        "qty": component.qty,
        "different": len(component.cards),
        "columns": {name: keyed(counts) for name, counts in distributions(component).items()},
        "crossed": table
        and {
            "columns": [table[0], table[1]],
            "counts": {str(word): keyed(counts) for word, counts in table[2].items()},
        },
    }


def _game_lines(game: Game) -> Iterator[str]:
    yield f"{game.title}: {counted(_pieces(game), 'piece')}"
    components = list(game.components.values())
    names = {c.name: f"{c.name} (aid)" if c.aid else c.name for c in components}
    yield from _bars({names[c.name]: c.qty for c in components})
    for component in components:
        for column, counts in distributions(component).items():
            yield f"\n{component.name} by {column}"
            yield from _bars(keyed(counts))
        if table := crossed(component):
            yield f"\n{component.name} by {table[0]} and {table[1]}"
            yield from _table(table[2])


def _bars(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield a line for each name: its count, and a bar in proportion."""
    names = max(map(len, counts), default=0)
    most = max(counts.values(), default=0)
    digits, scale = len(str(most)), min(1.0, LONGEST_BAR / max(most, 1))
    for name, number in counts.items():
        bar = BLOCK * max(round(number * scale), min(number, 1))
        yield f"  {name:<{names}}  {number:>{digits}}  {bar}".rstrip()


def _table(rows: Mapping[Value, Counts]) -> Iterator[str]:
    """Yield the lines of a cross table with row and column totals."""
    heads = [str(word) for word in next(iter(rows.values()))]
    body = [[*counts.values(), sum(counts.values())] for counts in rows.values()]
    totals = [sum(column) for column in zip(*body, strict=True)]
    names = [str(word) for word in rows]
    lines: list[list[object]] = [["", *heads, "all"]]
    lines += [[name, *numbers] for name, numbers in zip(names, body, strict=True)]
    lines += [["all", *totals]]
    yield from aligned(lines)
