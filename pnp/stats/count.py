"""Distributions of a game: copies by component and by column value, as tables with bars."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.base.diagnostics import counted
from pnp.data.game import Card, Component, Game, Value
from pnp.stats.crosstab import aligned, in_words

LONGEST_BAR = 30
"""The most blocks in a bar; a table whose counts are all lower has one block per copy."""

BLOCK = "█"

Counts = dict[Value, int]


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


def distributions(component: Component) -> dict[str, Counts]:
    """Return the number of copies by value, for each column of words, whole numbers or booleans.

    ``{"colour": {"white": 9, "grey": 9}}``. For a piece made of several rows, such as a die, its
    rows are counted. A component with a single row has no distributions.
    """
    rows = component.parts or component
    return {
        column: _tally(rows.cards, column, kind)
        for column, kind in rows.columns.items()
        if len(rows.cards) > 1 and (isinstance(kind, tuple) or kind in ("int", "bool"))
    }


def crossed(component: Component) -> tuple[str, str, dict[Value, Counts]] | None:
    """Return the cross table of the first two word columns, with their names; None without two."""
    words = [(name, kind) for name, kind in component.columns.items() if isinstance(kind, tuple)]
    if len(words) < 2:
        return None
    (down, rows), (across, columns) = words[:2]
    return (
        down,
        across,
        {word: _tally(_with(component, down, word), across, columns) for word in rows},
    )


def _with(component: Component, column: str, word: Value) -> list[Card]:
    return [card for card in component.cards if card.values.get(column) == word]


def _tally(cards: Sequence[Card], column: str, kind: str | tuple[str, ...]) -> Counts:
    """Return copies by value: words in their declared order and none left out, numbers sorted."""
    counts: Counts = dict.fromkeys(kind, 0) if isinstance(kind, tuple) else {}
    for card in cards:
        value = card.values.get(column)
        counts[value] = counts.get(value, 0) + card.qty
    return counts if isinstance(kind, tuple) else dict(sorted(counts.items(), key=_rank))


def _rank(pair: tuple[Value, int]) -> float:
    return float(pair[0]) if isinstance(pair[0], int | float) else float("inf")


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


def keyed(counts: Counts) -> dict[str, int]:
    """Return counts with the values as printed text."""
    return {in_words(value): number for value, number in counts.items()}


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
