"""The values of expressions: rows, records, grouped counts, and verdicts with their reasons."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

from pnp.base.diagnostics import Where, nearest
from pnp.base.slotted import slotted
from pnp.data.game import Card, Component
from pnp.rulebook.grammar import ExpressionError


@lru_cache(maxsize=1024)
def spelled(name: str) -> str:
    """Return a component's or column's name as an identifier: ``dark-lord`` gives dark_lord."""
    return name.replace("-", "_").replace(" ", "_")


@slotted(eq=False)
class Row:
    """One card of a component, whatever its quantity: ``Row(graveyard, white_zombie)``."""

    component: Component
    card: Card

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self.card is other.card

    def __hash__(self) -> int:
        return hash((self.component.name, self.card.id))

    def columns(self) -> Mapping[str, object]:
        """Return the row's values by column, with ``id`` and ``qty``; names as identifiers."""
        values = {spelled(name): value for name, value in self.card.values.items()}
        return values | {"id": self.card.id, "qty": self.card.qty}

    def column(self, name: str) -> object:
        """Return the value in a column, None for an empty cell."""
        if name in self.card.values:
            return self.card.values[name]
        values = self.columns()
        if name not in values and name not in column_names(self.component):
            raise no_column(self.component, name)
        return values.get(name)


@slotted(eq=False)
class Rows:
    """Cards of a component; iteration and length count printed copies.

    With ``qty`` 2 and 1 in two rows, ``len(Rows(graveyard, cards))`` is 3, and ``column("colour")``
    is ``("white", "white", "grey")``.
    """

    component: Component
    cards: tuple[Card, ...]

    @classmethod
    def inside(
        cls, component: Component, word: str, columns: Mapping[str, Any], cards: tuple[Card, ...]
    ) -> "Rows":
        """Return rows that a component has besides its own: its parts, its board's spaces."""
        name = f"{component.name} {word}"
        return cls(replace(component, name=name, columns=columns, cards=cards), cards)

    def __iter__(self) -> Iterator[Row]:
        return (row for row in self.once() for _ in range(row.card.qty))

    def __len__(self) -> int:
        return sum(card.qty for card in self.cards)

    def once(self) -> Iterator[Row]:
        """Yield every row once, whatever its quantity."""
        return (Row(self.component, card) for card in self.cards)

    def column(self, name: str) -> tuple[object, ...]:
        """Return the values in a column, one for each printed copy."""
        if name not in column_names(self.component):
            raise no_column(self.component, name)
        values = (value for row in self.once() for value in [row.column(name)] * row.card.qty)
        return ColumnValues(self, name, values)


class ColumnValues(tuple[object, ...]):
    """The values in a column of some rows, one for each printed copy."""

    rows: Rows
    name: str

    def __new__(cls, rows: Rows, name: str, values: Iterable[object]) -> Self:
        """Return the values with their rows and the name of the column."""
        made = super().__new__(cls, values)
        made.rows, made.name = rows, name
        return made


class Multiset(tuple[object, ...]):
    """Members of no component, each as often as it is there: a start hand, the sums of two dice."""

    __slots__ = ()


class DrawnText(str):
    """A text as it is drawn; ``places`` are the elements that write it."""

    __slots__ = ("places",)

    def __new__(cls, text: str, places: tuple[Where, ...]) -> Self:
        """Return the text with its places."""
        made = super().__new__(cls, text)
        made.places = places
        return made

    places: tuple[Where, ...]


class Record(dict[object, object]):
    """A mapping whose keys can be read as attributes: ``play.grid``.

    ``called`` is what an expression calls it.
    """

    called = "this"

    def column(self, name: str) -> object:
        """Return the value of a key, given as an identifier."""
        names = {spelled(str(key)): value for key, value in self.items()}
        if name in names:
            return names[name]
        near = nearest(name, names)
        known = f"it has {', '.join(names)}" if names else "it is empty"
        raise ExpressionError(f'{self.called} has no "{name}"', near or known)


class Pile(Record):
    """How some rows lie before the first turn; ``places`` is the entry of the set-up for them."""

    places: tuple[Where, ...] = ()


class GroupedCounts(dict[object, object]):
    """The result of ``groupby()``: copies counted by the values of a column, with the rows counted.

    ``groupby(graveyard, "colour", "kind")`` is ``{"white": {"zombie": 2, "bat": 3}, …}``: under
    each value there is a ``GroupedCounts`` of the next column. With ``of``, such as
    ``("sum", "points")`` or ``("set", "kind")``, another column is aggregated instead of counted.
    """

    def __init__(
        self, rows: Rows, column: str, of: tuple[str, str] | None, entries: Mapping[object, object]
    ) -> None:
        super().__init__(entries)
        self.rows = rows
        self.column = column
        self.of = of

    def behind(self, key: object) -> Rows:
        """Return the rows that were counted for a value."""
        cards = [row.card for row in self.rows.once() if row.column(self.column) == key]
        return Rows(self.rows.component, tuple(cards))


def column_names(component: Component) -> frozenset[str]:
    """Return the columns of a component, as identifiers."""
    names = {name for card in component.cards for name in card.values}
    return frozenset(map(spelled, {"id", "qty", *component.columns, *names}))


def no_column(component: Component, name: str) -> ExpressionError:
    """Return the error for an unknown column, with the nearest known one as a hint."""
    known = sorted(column_names(component))
    hint = nearest(name, known) or f"its columns are {', '.join(known)}"
    return ExpressionError(f'{component.name} has no column "{name}"', hint)


def frozen(value: object, called: str = "this") -> object:
    """Return plain data as an expression value: lists as tuples, mappings as records.

    ``called`` is what an expression calls it.
    """
    if isinstance(value, Mapping):
        record = Record(
            {key: frozen(entry, f"{called}.{spelled(str(key))}") for key, entry in value.items()}
        )
        record.called = called
        return record
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


@slotted
class Difference:
    """One difference from what was expected, in words, with the rows at fault if they are known.

    ``Difference("graveyard: white has 3 × zombie, the rulebook says 2", rows)``.
    """

    text: str
    rows: Rows | None = None


@slotted(eq=False)
class Verdict:
    """A truth value with its reasons: true if there are no differences.

    ``Verdict((Difference("there is no way from gate to house-1", rows),))`` is false.
    """

    against: tuple[Difference, ...] = ()

    def __bool__(self) -> bool:
        return not self.against

    def __eq__(self, other: object) -> bool:
        return bool(self) == other

    def __hash__(self) -> int:
        return hash(bool(self))


LONGEST_SHOWN = 120
"""The most characters of a value in a message."""


def ordered(values: frozenset[object]) -> list[object]:
    """Return the members of a set in a deterministic order: numbers first, then texts."""
    return sorted(values, key=lambda value: (type(value).__name__ == "str", _sortable(value)))


def _sortable(value: object) -> tuple[float, str]:
    return (value, "") if isinstance(value, int | float) else (0.0, show(value))


def show(value: object, *, quoted: bool = True) -> str:
    """Return a value as text for a message, shortened to ``LONGEST_SHOWN``."""
    return shorten(_shown(value, LONGEST_SHOWN, quoted), LONGEST_SHOWN)


LONGEST_CODE = 60
"""The most characters of a value in a hint."""


def code(value: object) -> str | None:
    """Return a value as an expression writes it; None if that is long, or not possible."""
    text = _code(value)
    return text if text is not None and len(text) <= LONGEST_CODE else None


def _code(value: object) -> str | None:
    match value:
        case None:
            return "null"
        case bool() | Verdict():
            return "true" if value else "false"
        case int() | float() | Fraction():
            return _shown(value, LONGEST_CODE)
        case str():
            return json.dumps(str(value), ensure_ascii=False)
        case frozenset() if not value:
            return "set()"
        case Rows() | Row() | Pile():
            return None
        case Mapping():
            pairs = [(_code(key), _code(entry)) for key, entry in value.items()]
            whole = [None if None in pair else f"{pair[0]}: {pair[1]}" for pair in pairs]
            return _bracketed("{}", whole)
        case frozenset():
            return _bracketed("{}", [_code(member) for member in ordered(value)])
        case Sequence():
            return _bracketed("[]", [_code(member) for member in value])
    return None


def _bracketed(brackets: str, parts: Sequence[str | None]) -> str | None:
    written = [part for part in parts if part is not None]
    if len(written) < len(parts):
        return None
    return f"{brackets[0]}{', '.join(written)}{brackets[1]}"


def shorten(text: str, longest: int) -> str:
    """Return a text, cut with an ellipsis to ``longest`` characters."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _shown(value: object, room: int, quoted: bool = False) -> str:
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "nothing"}[value]
        case Verdict():
            return "true" if value else "false"
        case Fraction():
            return f"{float(value):.6g}"
        case float():
            return f"{value:.6g}"
        case str():
            line = value.replace("\n", "\\n")
            return f'"{line}"' if quoted else line
        case slice():
            ends = [value.start, value.stop, value.step]
            return ":".join("" if end is None else _shown(end, room) for end in ends)
        case Rows() | Row():
            return value.component.name if isinstance(value, Rows) else value.card.id
        case Pile():
            return _shown(value["cards"], room)
        case Mapping():
            pairs = (f"{_shown(k, room)}: {_shown(v, room)}" for k, v in value.items())
            return "{" + _joined(pairs, room) + "}"
        case frozenset():
            return "{" + _joined((_shown(v, room) for v in ordered(value)), room) + "}"
        case Sequence():
            return "[" + _joined((_shown(v, room) for v in value), room) + "]"
    return str(value)


def _joined(parts: Iterator[str], room: int) -> str:
    """Return parts joined with commas, stopping where there is no room for more."""
    taken: list[str] = []
    for part in parts:
        taken.append(part)
        room -= len(part)
        if room < 0:
            break
    return ", ".join(taken)
