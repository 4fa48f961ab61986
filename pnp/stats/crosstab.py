"""Copies counted: distributions of single columns, and cross tables of those that a user names."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from pnp.base.diagnostics import nearest, quote, user_error
from pnp.base.slotted import slotted
from pnp.data.game import Card, Component, Game, Parts, Value

Path = tuple[str, ...]

Counts = dict[Value, int]
"""Copies by value."""


@slotted
class Crosstab:
    """The number of copies of a component for each combination of values of some columns.

    ``Crosstab(game, deck, deck, ("colour", "kind"), {("white", "zombie"): 2, …})``. ``rows`` are
    what is counted: the component's cards, or the parts that its piece is made of.
    """

    game: Game
    component: Component
    rows: Component | Parts
    columns: tuple[str, ...]
    counts: dict[Path, int]

    def values(self, place: int) -> list[str]:
        """Return the values of the column at an index: declared words in order, numbers sorted."""
        return _values(self.rows, self.columns[place])


def crosstabs(games: Sequence[Game], columns: Sequence[str]) -> list[Crosstab]:
    """Return a table for every component that has all the columns, its cards or else their parts.

    Raises:
        PnpError: no component has all of them.
    """
    owners = [(game, c) for game in games for c in game.components.values()]
    found = [(game, c, [rows for rows in _rows(c) if _has(rows, columns)]) for game, c in owners]
    tables = [_counted(game, c, rows[0], tuple(columns)) for game, c, rows in found if rows]
    if tables:
        return tables
    known = sorted({name for _, c in owners for rows in _rows(c) for name in _columns(rows)})
    strange = [name for name in columns if name not in known]
    if strange:
        hint = nearest(strange[0], known) or f"the columns are {', '.join(known)}"
        raise user_error(f"no component has a column {quote(strange[0])}", hint=hint)
    raise user_error(
        f"no component has all of {', '.join(columns)}", hint="name columns of one component"
    )


def as_data(tables: Sequence[Crosstab]) -> list[dict[str, Any]]:
    """Return tables as plain data."""
    return [
        {
            "game": table.game.key,
            "component": table.component.name,
            "columns": list(table.columns),
            "counts": [{"values": list(k), "qty": n} for k, n in table.counts.items()],
        }
        for table in tables
    ]


def as_text(tables: Sequence[Crosstab]) -> str:
    """Return tables as text: values of the last column across, combinations of the others down."""
    return "\n\n".join("\n".join(_lines(table)) for table in tables)


def aligned(lines: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield aligned lines of cells: the first column flush left, the others flush right."""
    widths = [max(len(str(cell)) for cell in column) for column in zip(*lines, strict=True)]
    for first, *others in lines:
        cells = [f"{cell!s:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        yield f"  {first!s:<{widths[0]}}  {'  '.join(cells)}".rstrip()


def in_words(value: Value) -> str:
    """Return a value as tables print it, on one line: "yes" for True, "nothing" for None."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value.split()) if isinstance(value, str) else str(value)


def distributions(component: Component) -> dict[str, Counts]:
    """Return the number of copies by value, for each column of words, whole numbers or booleans.

    ``{"colour": {"white": 9, "grey": 9}}``. For a piece made of several rows, such as a die, its
    rows are counted. A component with a single row has no distributions.
    """
    rows = component.parts or component
    return {
        column: _tally(rows.cards, column, kind)
        for column, kind in rows.columns.items()
        if len(rows.cards) > 1
        and (isinstance(kind, tuple) or kind.removesuffix("?") in ("int", "bool"))
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
    return (
        counts
        if isinstance(kind, tuple)
        else dict(sorted(counts.items(), key=lambda pair: _rank(pair[0])))
    )


def keyed(counts: Counts) -> dict[str, int]:
    """Return counts with the values as printed text."""
    return {in_words(value): number for value, number in counts.items()}


def _counted(
    game: Game, component: Component, rows: Component | Parts, columns: tuple[str, ...]
) -> Crosstab:
    counts = dict.fromkeys(product(*(_values(rows, column) for column in columns)), 0)
    for card in rows.cards:
        counts[tuple(_shown(card, column) for column in columns)] += card.qty
    return Crosstab(game, component, rows, columns, counts)


def _lines(table: Crosstab) -> Iterator[str]:
    *_, across = (table.values(place) for place in range(len(table.columns)))
    downs = list(dict.fromkeys(path[:-1] for path in table.counts))
    yield f"{table.game.key}: {table.component.name} by {', '.join(table.columns)}"
    body = [[table.counts[(*down, word)] for word in across] for down in downs]
    lines: list[list[object]] = [["", *across, "all"]]
    lines += [
        [" ".join(down) or table.component.name, *row, sum(row)]
        for down, row in zip(downs, body, strict=True)
        if any(row) or len(table.columns) <= 2
    ]
    sums = [sum(column) for column in zip(*body, strict=True)]
    yield from aligned([*lines, ["all", *sums, sum(sums)]] if len(downs) > 1 else lines)


def _rows(component: Component) -> list[Component | Parts]:
    """Return what may be counted: a component's cards, and what one is made of: a die's sides."""
    return [component, component.parts] if component.parts else [component]


def _has(rows: Component | Parts, columns: Sequence[str]) -> bool:
    return bool(rows.cards) and set(columns) <= set(_columns(rows))


def _columns(rows: Component | Parts) -> list[str]:
    named = (name for card in rows.cards for name in card.values)
    return list(dict.fromkeys([*rows.columns, *named, "id"]))


def _values(rows: Component | Parts, column: str) -> list[str]:
    kind = rows.columns.get(column)
    found: list[Value] = sorted((_value(card, column) for card in rows.cards), key=_rank)
    words = kind if isinstance(kind, tuple) else ()
    return list(dict.fromkeys([*words, *map(in_words, found)]))


def _value(card: Card, column: str) -> Value:
    return card.id if column == "id" else card.values.get(column)


def _shown(card: Card, column: str) -> str:
    return in_words(_value(card, column))


def _rank(value: Value) -> tuple[bool, float]:
    """Return the sort key of a value: numbers first, in order; words keep their rows' order."""
    number = isinstance(value, int | float)
    return not number, float(value) if isinstance(value, int | float) else 0.0
