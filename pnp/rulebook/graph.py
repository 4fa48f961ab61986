"""Boards as expression values: tables of spaces and links, and graphs with their paths.

Written here because graph libraries take longer to load than a whole game takes to check, for two
searches of a few lines.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from pnp.data.game import Board, Card, Component, Link, Space
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.values import Rows, frozen

Node = Hashable
"""A space: its id, or (column, row) in a grid."""


class Graph:
    """Spaces and links between them; ``spaces`` are their rows, None for a grid."""

    def __init__(
        self, nodes: Iterable[Node], links: Iterable[tuple[Node, Node]], spaces: Rows | None = None
    ) -> None:
        self.nodes = tuple(dict.fromkeys(nodes))
        self.links = tuple(links)
        self.spaces = spaces
        self._steps: dict[Node, Mapping[Node, int]] = {}

    def __str__(self) -> str:
        return f"a graph of {len(self.nodes)} spaces"

    @cached_property
    def net(self) -> Mapping[Node, tuple[Node, ...]]:
        """Return the spaces that are linked to each, in the order of the links."""
        beside: dict[Node, dict[Node, None]] = {node: {} for node in self.nodes}
        for start, end in self.links:
            beside[start][end] = beside[end][start] = None
        return {node: tuple(others) for node, others in beside.items()}

    @property
    def weight(self) -> int:
        """Return the number of spaces and links: the steps that a search costs."""
        return len(self.nodes) + len(self.links)

    def neighbours(self, node: Node) -> tuple[Node, ...]:
        """Return the spaces that are linked to one."""
        return self.net[node]

    def steps(self, node: Node) -> Mapping[Node, int]:
        """Return the distance in links from a space to each that can be reached, cached."""
        if node not in self._steps:
            away = {node: 0}
            waiting = deque([node])
            while waiting:
                near = waiting.popleft()
                for other in self.net[near]:
                    if other not in away:
                        away[other] = away[near] + 1
                        waiting.append(other)
            self._steps[node] = away
        return self._steps[node]

    def knows(self, node: Node) -> bool:
        """Return whether the distances from a space are cached."""
        return node in self._steps

    def parts(self) -> list[set[Node]]:
        """Return the connected components, the largest first."""
        parts: list[set[Node]] = []
        for node in self.nodes:
            if not any(node in part for part in parts):
                parts.append(set(self.steps(node)))
        return sorted(parts, key=len, reverse=True)

    def without(
        self, nodes: Iterable[Node] = (), links: Iterable[tuple[Node, Node]] = ()
    ) -> "Graph":
        """Return the graph without some spaces and links."""
        gone, cut = set(nodes), {frozenset(link) for link in links}
        left = [link for link in self.links if not gone & {*link} and frozenset(link) not in cut]
        return Graph([node for node in self.nodes if node not in gone], left, self.spaces)

    def rows(self, nodes: Iterable[Node]) -> Rows | None:
        """Return the rows of some spaces, None for a grid."""
        wanted = set(nodes)
        if self.spaces is None:
            return None
        cards = tuple(card for card in self.spaces.cards if card.id in wanted)
        return Rows(self.spaces.component, cards)


def grid(columns: int, rows: int) -> Graph:
    """Return a grid of spaces from (1, 1) on, each linked to its up to four neighbours."""
    nodes = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    beside = (((c, r), other) for c, r in nodes for other in ((c + 1, r), (c, r + 1)))
    known = set(nodes)
    return Graph(nodes, [pair for pair in beside if pair[1] in known])


def walks(graph: Graph, start: Node) -> Iterator[bool]:
    """Yield for each step of a depth-first search: True when the path has visited every space."""
    # Yields each step, so that the caller can charge it to the budget.
    trail: list[Node] = [start]
    waiting: list[list[Node]] = [_fewest_first(graph, start, trail)]
    while waiting:
        yield len(trail) == len(graph.nodes)
        if waiting[-1]:
            trail.append(waiting[-1].pop())
            waiting.append(_fewest_first(graph, trail[-1], trail))
        else:
            waiting.pop()
            trail.pop()


def _fewest_first(graph: Graph, node: Node, trail: Sequence[Node]) -> list[Node]:
    """Return the unvisited neighbours, most ways out first: ``pop`` gives Warnsdorff's choice."""

    def ways(other: Node) -> int:
        return -sum(1 for further in graph.neighbours(other) if further not in trail)

    return sorted((n for n in graph.neighbours(node) if n not in trail), key=ways)


class BoardTable:
    """A board component with its spaces and links as rows."""

    def __init__(self, component: Component, board: Board) -> None:
        self.component = component
        self.board = board

    @cached_property
    def spaces(self) -> Rows:
        """Return the spaces: columns id, kind, x, y (millimetres, y down), and the board's own."""
        return self._inside("space", tuple(map(_space, self.board.spaces)))

    @cached_property
    def links(self) -> Rows:
        """Return the links: columns id, from and to (also called start and end), kind."""
        return self._inside("link", tuple(map(_link, self.board.links)))

    def _inside(self, word: str, cards: tuple[Card, ...]) -> Rows:
        """Return rows of the board, all of which together stand in its own file."""
        owner = replace(self.component, where=self.board.where)
        return Rows.inside(owner, word, {}, cards)

    def holds(self, rows: Rows) -> bool:
        """Return whether rows are of this board: itself, or some of its spaces or links."""
        return any(rows.component is own.component for own in (self, self.spaces, self.links))

    def graph(self, spaces: Rows, links: Rows) -> Graph:
        """Return the graph of some spaces and the links between them, of those given."""
        ids = [card.id for card in spaces.cards]
        known = set(ids)
        return Graph(
            ids, [pair for pair in map(ends, links.cards) if known.issuperset(pair)], spaces
        )


def site_of(sites: Mapping[str, BoardTable], rows: Rows) -> BoardTable:
    """Return the board that rows belong to."""
    for site in sites.values():
        if site.holds(rows):
            return site
    hint = f"the boards are {', '.join(sites)}" if sites else "the game has no board with spaces"
    raise ExpressionError(f"{rows.component.name} is not a board", hint)


def _space(space: Space) -> Card:
    own: Mapping[str, Any] = {name: frozen(value) for name, value in space.values.items()}
    values = {**own, "kind": space.kind, "x": space.at.x, "y": space.at.y}
    return Card(space.id, 1, values, space.where, "")


def _link(link: Link) -> Card:
    values = {"from": link.start, "to": link.end, "kind": link.kind}
    values |= {"start": link.start, "end": link.end}
    return Card(f"{link.start} to {link.end}", 1, values, link.where, "")


def ends(card: Card) -> tuple[str, str]:
    """Return the ids of the two spaces that a link joins."""
    return str(card.values["start"]), str(card.values["end"])
