"""Boards as expressions see them: spaces and links are rows with columns, like cards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.content.game import Card, Component
from pnp.content.kinds.board import Board, Link, Space
from pnp.rules.language.graph import Graph
from pnp.rules.language.source import ExpressionError
from pnp.rules.language.values import Rows, frozen


class Site:
    """A board with its spaces and links as rows; ``component`` is what is printed of it."""

    def __init__(self, component: Component, board: Board) -> None:
        self.component = component
        self.board = board

    @cached_property
    def spaces(self) -> Rows:
        """Return the spaces: columns id, kind, x, y (millimetres) and what the board gives them."""
        return self._rows("space", [_space(space) for space in self.board.spaces])

    @cached_property
    def links(self) -> Rows:
        """Return the links: columns id, start, end, kind."""
        return self._rows("link", [_link(n, link) for n, link in enumerate(self.board.links, 1)])

    def holds(self, rows: Rows) -> bool:
        """Say whether rows are those of this board: itself, or some of its spaces or links."""
        return any(rows.component is own.component for own in (self, self.spaces, self.links))

    def graph(self, spaces: Rows, links: Rows) -> Graph:
        """Return the graph of some spaces, and those of some links that join two of them."""
        ids = [card.id for card in spaces.cards]
        known = set(ids)
        return Graph(
            ids, [pair for pair in map(ends, links.cards) if known.issuperset(pair)], spaces
        )

    def _rows(self, word: str, cards: Sequence[Card]) -> Rows:
        component = replace(
            self.component, name=f"{self.component.name} {word}", columns={}, cards=tuple(cards)
        )
        return Rows(component, component.cards)


def site_of(sites: Mapping[str, Site], rows: Rows) -> Site:
    """Return the board that rows belong to.

    Raises:
        ExpressionError: they belong to none.
    """
    for site in sites.values():
        if site.holds(rows):
            return site
    hint = f"the boards are {', '.join(sites)}" if sites else "the game has no board with spaces"
    raise ExpressionError(f"{rows.component.name} is no board", hint)


def _space(space: Space) -> Card:
    own: Mapping[str, Any] = {name: frozen(value) for name, value in space.values.items()}
    values = {**own, "kind": space.kind, "x": space.at.x, "y": space.at.y}
    return Card(space.id, 1, values, space.where, "")


def _link(number: int, link: Link) -> Card:
    values = {"start": link.start, "end": link.end, "kind": link.kind}
    return Card(f"{link.start} to {link.end}", 1, values, link.where, "")


def ends(card: Card) -> tuple[str, str]:
    """Return the ids of the two spaces that a link joins."""
    return str(card.values["start"]), str(card.values["end"])
