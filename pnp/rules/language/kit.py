"""What expressions are asked about: the game's data, and its pieces as they are drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TypeVar, cast

from pnp.component.piece import Piece
from pnp.content.game import Card, Component, Game
from pnp.rules.language.graph import Graph
from pnp.rules.language.sites import Site
from pnp.rules.language.values import Rows, frozen, spelled
from pnp.scene.digest import Digester
from pnp.scene.face import Face

T = TypeVar("T")

Pieces = Sequence[Piece] | Callable[[], Sequence[Piece]]
"""All pieces of a game, or a function that draws them when the first fact asks for a drawing."""


class Kit:
    """A game as the rulebook sees it. Pieces are drawn when the first fact asks for them."""

    def __init__(self, game: Game, pieces: Pieces) -> None:
        self.game = game
        self._pieces = pieces
        self.drawings = Digester()
        self.outlines = Digester(colours=False)
        self._read: dict[tuple[int, object], tuple[Face, object]] = {}
        self._graphs: dict[tuple[int, ...], Graph] = {}
        self._parts: dict[str, Rows] = {}

    @cached_property
    def names(self) -> Mapping[str, object]:
        """Return what each plain name means: the components, ``play`` and ``players``."""
        rows = {spelled(c.name): Rows(c, c.cards) for c in self.game.components.values()}
        return rows | {"play": frozen(self.game.play), "players": self.game.players}

    @cached_property
    def sites(self) -> Mapping[str, Site]:
        """Return the boards by the names of their components."""
        components = self.game.components
        return {name: Site(components[name], board) for name, board in self.game.boards.items()}

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

    def graph(self, site: Site, spaces: Rows) -> Graph:
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
