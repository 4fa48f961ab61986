"""The state of an evaluation: its context, its scopes, its budget of steps, the rows it read."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

from pnp.base.diagnostics import PnpError, Where
from pnp.base.slotted import slotted
from pnp.data.game import Card, Component, Game
from pnp.kinds.piece import Piece
from pnp.rulebook.grammar import ExpressionError, FactExpression, Source
from pnp.rulebook.graph import BoardTable, Graph
from pnp.rulebook.printed import printed_forms
from pnp.rulebook.sites import SiteAt, sites_of
from pnp.rulebook.values import Row, Rows, frozen, ordered, show, spelled
from pnp.scene.page import Face, Ink

T = TypeVar("T")

SETTINGS: Mapping[str, str] = {
    "ink": "the ink of the build",
    "play": "what is under play: in game.yaml",
    "palette": "the palette",
    "players": "the numbers of players",
}
"""The names that every game has in expressions, and what they are."""

_READINGS: WeakKeyDictionary[Face, dict[object, object]] = WeakKeyDictionary()
"""What readers found on each face; facts, games and redrawings ask for the same faces again."""

Pieces = Sequence[Piece] | Callable[[str], Sequence[Piece]]
"""All pieces of a game, or a function that draws those of a component, called once for each one
that a fact looks at."""


class DrawingError(PnpError):
    """A component cannot be drawn: no fault of the fact that asked for its drawings."""


class AskedId(NamedTuple):
    """An id that facts ask of the drawings of a component's side; of the aids, both are empty."""

    component: str
    side: str
    role: str


class FactContext:
    """A game as expressions read it: its names, boards and drawn pieces, each derived once.

    For example ``FactContext(game, pieces).names`` holds ``{"graveyard": Rows(…), "players": …}``.
    """

    def __init__(self, game: Game, pieces: Pieces, ink: Ink = Ink.FULL) -> None:
        self.game = game
        self.ink = ink
        self._pieces = pieces
        self._drawn: dict[str, Mapping[str, Piece]] = {}
        self._graphs: dict[tuple[int, ...], Graph] = {}
        self._parts: dict[str, Rows] = {}
        self._sites: dict[int, SiteAt] = {}
        self._kept: dict[Hashable, object] = {}
        self.asked: dict[AskedId, bool] = {}

    @cached_property
    def names(self) -> Mapping[str, object]:
        """Return the values of the global names: components, ``play``, ``palette``, ``players``.

        ``ink`` is the ink in which the pieces are drawn: "full" or "low".
        """
        rows = {spelled(c.name): Rows(c, c.cards) for c in self.game.components.values()}
        settings = {"play": self.game.play, "palette": self.game.palette}
        return (
            {"ink": self.ink.value}
            | {name: each for name, each in rows.items() if name not in self.shared}
            | {name: frozen(value, name) for name, value in settings.items()}
            | {"players": self.game.players}
        )

    @cached_property
    def shared(self) -> Mapping[str, str]:
        """Return the names that several components have in expressions; each with one of them."""
        others: dict[str, str] = {}
        found: dict[str, str] = {}
        for component in self.game.components.values():
            name = spelled(component.name)
            if name in others:
                found[name] = others[name]
            others.setdefault(name, f"the component {component.name}")
        return found

    def cells_of(self, text: object) -> Sequence[Where]:
        """Return the cell of the table of texts that has a text of the data, if it is translated.

        Of a list of texts, it is those of all of them.
        """
        if not self._translated or text is None:
            return ()
        texts = text if isinstance(text, tuple) else (text,)
        forms = (form for each in texts for form in printed_forms(str(each)))
        found = dict.fromkeys(self._translated.get(form) for form in forms)
        return tuple(where for where in found if where is not None)

    @cached_property
    def _translated(self) -> Mapping[str, Where]:
        translation = self.game.translation
        cells = translation.cells if translation else {}
        return {form: where for words, where in cells.items() for form in printed_forms(words)}

    @cached_property
    def sites(self) -> Mapping[str, BoardTable]:
        """Return the boards by the names of their components."""
        components = self.game.components
        return {
            name: BoardTable(components[name], board) for name, board in self.game.boards.items()
        }

    def parts(self, component: Component) -> Rows | None:
        """Return the rows that make up one piece of a component, such as a die's sides, or None."""
        parts, name = component.parts, component.name
        if parts is not None and name not in self._parts:
            self._parts[name] = Rows.inside(component, "part", parts.columns, parts.cards)
        return self._parts.get(name)

    @cached_property
    def _wholes(self) -> Mapping[str, Component]:
        """Return the component that parts or spaces belong to, by the name that theirs has."""
        parts = {f"{name} part": c for name, c in self.game.components.items() if c.parts}
        return parts | {site.spaces.component.name: site.component for site in self.sites.values()}

    def whole_of(self, rows: Rows | Row) -> Component | None:
        """Return the component whose piece shows some parts or spaces; None for other rows."""
        return self._wholes.get(rows.component.name)

    def site_at(self, rows: Rows | Row) -> SiteAt:
        """Return the function that finds the part or the space at a point of its piece."""
        key = id(rows.component)
        if key not in self._sites:
            whole = self._wholes[rows.component.name]
            self._sites[key] = sites_of(whole, rows.component.cards)
        return self._sites[key]

    def graph(self, site: BoardTable, spaces: Rows) -> Graph:
        """Return the graph of some spaces of a board with all their links, cached."""
        key = tuple(map(id, spaces.cards))
        if key not in self._graphs:
            self._graphs[key] = site.graph(spaces, site.links)
        return self._graphs[key]

    def ask(self, component: str, side: str, role: str, *, found: bool) -> None:
        """Keep that a fact asks a drawing for a role, and whether a face has it so far."""
        key = AskedId(component, side, role)
        self.asked[key] = self.asked.get(key, False) or found

    def read(self, face: Face, reader: Callable[[Face], T]) -> T:
        """Return ``reader(face)``, kept as long as the face: a face never changes."""
        known = _READINGS.setdefault(face, {})
        if reader not in known:
            known[reader] = reader(face)
        return cast(T, known[reader])

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what a function returns, made once for a key."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])

    def piece(self, component: Component, card: Card) -> Piece | None:
        """Return the drawn piece of a row, or None.

        Raises:
            DrawingError: the component cannot be drawn.
        """
        if component.name not in self._drawn:
            self._drawn[component.name] = {p.card.id: p for p in self._pieces_of(component.name)}
        return self._drawn[component.name].get(card.id)

    def faces(self) -> Iterator[Face]:
        """Yield the faces and backs of all pieces that were drawn so far."""
        for pieces in self._drawn.values():
            for piece in pieces.values():
                yield from (face for face in (piece.face, piece.back) if face is not None)

    def _pieces_of(self, name: str) -> Sequence[Piece]:
        if not callable(self._pieces):
            return [piece for piece in self._pieces if piece.component.name == name]
        try:
            return self._pieces(name)
        except PnpError as error:
            raise DrawingError(error.problems) from None


_PLAIN = (str, int, float, type(None))

STEPS = 200_000
"""The most steps that one evaluation may take."""


@slotted
class Scope:
    """Names bound in a part of an expression: loop variables, or the columns of a row."""

    names: Mapping[str, object] = field(default_factory=dict)
    row: Row | None = None
    outer: "Scope | None" = None

    def inner(self, names: Mapping[str, object], row: Row | None = None) -> "Scope":
        """Return a scope inside this one."""
        return Scope(names, row, self)

    def turn(self) -> str:
        """Return the loop values in words, the outermost first: ``n = 2, color = red``.

        Rows of conditions and lets are left out.
        """
        scopes = reversed([scope for scope in self.chain() if scope.row is None])
        names = {name: value for scope in scopes for name, value in scope.names.items()}
        loops = {name: value for name, value in names.items() if not isinstance(value, Let)}
        return ", ".join(f"{name} = {show(value, quoted=False)}" for name, value in loops.items())

    def chain(self) -> Iterator["Scope"]:
        """Yield this scope and those around it, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer


class Evaluation:
    """One evaluation of an expression: its context, the steps left, the rows read so far.

    ``read`` is the evidence for explanations, by ``id`` of the card. For example, after
    ``evaluate(run, root, Scope())`` of ``count(graveyard)`` it holds every row of the graveyard.
    ``drawn`` are the places of the templates' elements that were looked at, in their order, and
    those of what says in the data that they are drawn. ``painted`` are the components that were
    drawn by the templates of whole sides.
    ``tested`` and ``untested`` count the calls of ``all()`` with members, and those with none.

    Without ``evidence`` only these are kept: enough to tell whether a fact holds, which most do.
    """

    def __init__(self, kit: FactContext, source: Source, *, evidence: bool = True) -> None:
        self.kit = kit
        self.source = source
        self.evidence = evidence
        self.left = STEPS
        self.read: dict[int, tuple[Component, Card]] = {}
        self.drawn: dict[Where, None] = {}
        self.painted: dict[Where, Component] = {}
        self.tested = self.untested = 0

    def take(self, other: "Evaluation") -> None:
        """Record as evidence what another evaluation read."""
        self.read.update(other.read)
        self.drawn.update(other.drawn)
        self.painted.update(other.painted)
        self.tested += other.tested
        self.untested += other.untested

    def spend(self, steps: int) -> None:
        """Subtract steps from the budget."""
        self.left -= steps
        if self.left < 0:
            hint = "count or group rows with count() and groupby() instead of loops inside loops"
            raise ExpressionError(f"the expression takes more than {STEPS} steps", hint)

    def record(self, rows: Rows) -> None:
        """Record rows as evidence for explanations; costs one step per printed copy."""
        self.spend(len(rows))
        if self.evidence:
            self.read.update((id(card), (rows.component, card)) for card in rows.cards)

    def test(self, members: int) -> None:
        """Record that an ``all()`` ran over so many members."""
        self.tested += members > 0
        self.untested += not members

    def built(self, value: object) -> object:
        """Return a new value; costs one step per member, at any depth, and one per character."""
        self._spend_on(value)
        return value

    def members(self, value: object) -> Iterator[object]:
        """Yield the members that a loop runs over, a row once per copy; costs one step each."""
        for member in self.listed(value):
            self.spend(1)
            yield member

    def listed(self, value: object) -> Iterable[object]:
        """Return the members of a collection, in a fixed order."""
        if isinstance(value, frozenset):
            return ordered(value)
        if isinstance(value, tuple | Mapping | Rows | range):
            return value
        raise ExpressionError(
            f"{show(value)} is not a list", "a list, a set, a column or a component is"
        )

    def _spend_on(self, value: object) -> None:
        self.spend(len(value) if isinstance(value, str) else 1)
        if isinstance(value, _PLAIN):  # most are, and to ask for a mapping takes longer
            return
        if isinstance(value, Mapping):
            self._spend_on(tuple(value.items()))
        elif isinstance(value, tuple | frozenset):
            for member in value:
                self._spend_on(member)


class Let:
    """A name under ``let:``, whose expression is worked out when it is first asked for.

    ``scope`` holds the loop values of the turn, and the names above it.
    """

    def __init__(self, expression: FactExpression, scope: Scope) -> None:
        self.expression = expression
        self.scope = scope
        self.known: tuple[object, Evaluation] | None = None


def bound(target: object, member: object) -> dict[str, object]:
    """Return a loop target's names, bound to the values of a member.

    ``bound(("a", "b"), (1, 2))`` is ``{"a": 1, "b": 2}``.
    """
    if isinstance(target, str):
        return {target: member}
    parts = target if isinstance(target, tuple) else ()
    if not isinstance(member, tuple) or len(member) != len(parts):
        raise ExpressionError(
            f"the loop needs {len(parts)} values for its names and gets {show(member)}"
        )
    names: dict[str, object] = {}
    for part, value in zip(parts, member, strict=True):
        names |= bound(part, value)
    return names
