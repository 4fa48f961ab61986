"""One evaluation: what it asks about, its budget of steps, and the rows that it rests on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar, cast

from pnp.data.game import Card, Component, Game
from pnp.kinds.piece import Piece
from pnp.rulebook.grammar import ExpressionError, Source
from pnp.rulebook.graph import BoardTable, Graph
from pnp.rulebook.values import Row, Rows, frozen, ordered, show, spelled
from pnp.scene.page import Face

T = TypeVar("T")

Pieces = Sequence[Piece] | Callable[[], Sequence[Piece]]
"""All pieces of a game, or a function that draws them when the first fact asks for a drawing."""


class FactContext:
    """A game as the rulebook sees it. Pieces are drawn when the first fact asks for them."""

    def __init__(self, game: Game, pieces: Pieces) -> None:
        self.game = game
        self._pieces = pieces
        self._read: dict[tuple[int, object], tuple[Face, object]] = {}
        self._graphs: dict[tuple[int, ...], Graph] = {}
        self._parts: dict[str, Rows] = {}

    @cached_property
    def names(self) -> Mapping[str, object]:
        """Return what each plain name means: the components, ``play`` and ``players``."""
        rows = {spelled(c.name): Rows(c, c.cards) for c in self.game.components.values()}
        return rows | {"play": frozen(self.game.play), "players": self.game.players}

    @cached_property
    def sites(self) -> Mapping[str, BoardTable]:
        """Return the boards by the names of their components."""
        components = self.game.components
        return {
            name: BoardTable(components[name], board) for name, board in self.game.boards.items()
        }

    def parts(self, component: Component) -> Rows | None:
        """Return the rows of which one piece of a component is made, None where it has none."""
        if component.parts is None:
            return None
        if component.name not in self._parts:
            parts = component.parts
            name = f"{component.name} part"
            made = replace(component, name=name, columns=parts.columns, cards=parts.cards)
            self._parts[component.name] = Rows(made, parts.cards)
        return self._parts[component.name]

    def graph(self, site: BoardTable, spaces: Rows) -> Graph:
        """Return the graph of some spaces of a board with all their links, made once."""
        key = tuple(map(id, spaces.cards))
        if key not in self._graphs:
            self._graphs[key] = site.graph(spaces, site.links)
        return self._graphs[key]

    @cached_property
    def pieces(self) -> Mapping[tuple[str, str], Piece]:
        """Return every piece as drawn, by the names of its component and its row."""
        pieces = self._pieces() if callable(self._pieces) else self._pieces
        return {(piece.component.name, piece.card.id): piece for piece in pieces}

    def read(self, face: Face, reader: Callable[[Face], T]) -> T:
        """Return what a reader finds on a face; the same face is read once."""
        key = id(face), reader
        if key not in self._read:
            self._read[key] = face, reader(face)
        return cast(T, self._read[key][1])

    def piece(self, component: Component, card: Card) -> Piece | None:
        """Return a row as drawn, or None where it was not."""
        return self.pieces.get((component.name, card.id))


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


class Evaluation:
    """One evaluation: what it asks, what it may still spend, what it has looked at."""

    def __init__(self, kit: FactContext, source: Source) -> None:
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
