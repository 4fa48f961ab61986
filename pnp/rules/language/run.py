"""One evaluation of an expression: its budget, and the rows that it rests on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pnp.content.game import Card, Component
from pnp.rules.language.kit import Kit
from pnp.rules.language.show import ordered, show
from pnp.rules.language.source import ExpressionError, Source
from pnp.rules.language.values import Row, Rows

STEPS = 200_000
"""How many steps one expression may take."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Names that hold in a part of an expression: loop variables, or the columns of a row."""

    names: Mapping[str, object] = field(default_factory=dict)
    row: Row | None = None
    outer: "Scope | None" = None

    def inner(self, names: Mapping[str, object], row: Row | None = None) -> "Scope":
        """Return a scope inside this one."""
        return Scope(names, row, self)

    def chain(self) -> Iterator["Scope"]:
        """Yield this scope and those around it, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer


class Run:
    """One evaluation: what it asks, what it may still spend, what it has looked at."""

    def __init__(self, kit: Kit, source: Source) -> None:
        self.kit = kit
        self.source = source
        self.left = STEPS
        self.seen: dict[int, tuple[Component, Card]] = {}

    def charge(self, steps: int) -> None:
        """Take steps from the budget.

        Raises:
            ExpressionError: it is used up.
        """
        self.left -= steps
        if self.left < 0:
            hint = "count or group rows with count() and groupby() instead of loops inside loops"
            raise ExpressionError(f"the expression takes more than {STEPS} steps", hint)

    def see(self, rows: Rows) -> None:
        """Remember rows that the value rests on; each is paid for by its printed copies."""
        self.charge(len(rows))
        self.seen.update((id(card), (rows.component, card)) for card in rows.cards)

    def built(self, value: object) -> object:
        """Return a new collection, paid for by everything in it."""
        self._pay(value)
        return value

    def members(self, value: object) -> Iterator[object]:
        """Yield what a loop runs over in a fixed order; a row comes once for each copy."""
        for member in self.listed(value):
            self.charge(1)
            yield member

    def listed(self, value: object) -> Iterable[object]:
        """Return what a collection holds, in a fixed order.

        Raises:
            ExpressionError: the value is no collection.
        """
        if isinstance(value, frozenset):
            return ordered(value)
        if isinstance(value, tuple | Mapping | Rows | range):
            return value
        raise ExpressionError(
            f"{show(value)} is not a list", "a list, a set, a column or a component is"
        )

    def _pay(self, value: object) -> None:
        self.charge(len(value) if isinstance(value, str) else 1)
        if isinstance(value, Mapping):
            self._pay(tuple(value.items()))
        elif isinstance(value, tuple | frozenset):
            for member in value:
                self._pay(member)


def bound(target: object, member: object) -> dict[str, object]:
    """Return the names that a loop's target takes from a member: one name, or a tuple of them.

    Raises:
        ExpressionError: the member does not hold as many values as there are names.
    """
    if isinstance(target, str):
        return {target: member}
    parts = target if isinstance(target, tuple) else ()
    if not isinstance(member, tuple) or len(member) != len(parts):
        raise ExpressionError(
            f"the loop wants {len(parts)} values at a time and gets {show(member)}"
        )
    names: dict[str, object] = {}
    for part, value in zip(parts, member, strict=True):
        names |= bound(part, value)
    return names
