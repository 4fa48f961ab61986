"""Copies counted by the values of columns."""

from pnp.content.game import Card
from pnp.rules.language.operators import number
from pnp.rules.language.run import Run
from pnp.rules.language.show import show
from pnp.rules.language.source import ExpressionError
from pnp.rules.language.values import Rows, Tally, column_names, no_column, spelled

Measure = tuple[str, str]
"""What is taken of each group, ``sum`` or ``set``, and of which column."""


def groupby(run: Run, rows: object, *columns: object, **options: object) -> object:
    """Return how many copies have each value of a column, nested for each further column.

    With ``sum`` the values of that column are added up instead, with ``set`` they are gathered.
    """
    rows = component_rows(rows)
    run.see(rows)
    names = [_column(rows, column) for column in columns]
    if len(options) > 1:
        raise ExpressionError("groupby() takes sum or set, not both")
    for word, column in options.items():
        return _tally(run, rows, names, (word, _column(rows, column)))
    return _tally(run, rows, names, None)


def component_rows(value: object) -> Rows:
    """Return a value that is rows of a component.

    Raises:
        ExpressionError: it is something else.
    """
    if isinstance(value, Rows):
        return value
    raise ExpressionError(
        f"{show(value)} is not a component", "write the name of a component, unquoted"
    )


def _tally(run: Run, rows: Rows, columns: list[str], measure: Measure | None) -> Tally:
    run.charge(len(rows.cards))
    first, *rest = columns
    groups: dict[object, list[Card]] = {}
    for row in rows.once():
        groups.setdefault(row.column(first), []).append(row.card)
    entries: dict[object, object] = {}
    for key, cards in groups.items():
        inner = Rows(rows.component, tuple(cards))
        entries[key] = _tally(run, inner, rest, measure) if rest else _measured(inner, measure)
    return Tally(rows, first, measure, entries)


def _measured(rows: Rows, measure: Measure | None) -> object:
    if measure is None:
        return len(rows)
    word, column = measure
    values = rows.column(column)
    return sum(map(number, values)) if word == "sum" else frozenset(values)


def _column(rows: Rows, name: object) -> str:
    if not isinstance(name, str):
        raise ExpressionError(
            f"{show(name)} is not a column's name", 'write the name in quotes: "points"'
        )
    if spelled(name) in column_names(rows.component):
        return spelled(name)
    raise no_column(rows.component, name)
