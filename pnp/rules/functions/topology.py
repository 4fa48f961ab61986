"""What expressions can ask of boards: who is linked to whom, and how far it is."""

from collections.abc import Sequence

from pnp.errors import nearest
from pnp.rules.functions.grouping import component_rows
from pnp.rules.language.graph import Graph, Node, grid, walks
from pnp.rules.language.run import Run
from pnp.rules.language.show import show
from pnp.rules.language.sites import Site, site_of
from pnp.rules.language.source import ExpressionError
from pnp.rules.language.values import Row, Rows

LARGEST_GRID = 10_000
"""Spaces in a grid."""


def board_of(run: Run, value: object) -> Site:
    """Return the board that a value is, or is a part of.

    Raises:
        ExpressionError: it is none.
    """
    return site_of(run.kit.sites, component_rows(value))


def spaces_of(run: Run, value: object) -> Rows:
    """Return all spaces of a board."""
    return board_of(run, value).spaces


def links_of(run: Run, value: object) -> Rows:
    """Return all links of a board."""
    return board_of(run, value).links


def graph(run: Run, spaces: object, links: object) -> object:
    """Return the graph of some spaces and links of a board."""
    some, ways = component_rows(spaces), component_rows(links)
    run.see(some)
    run.see(ways)
    return site_of(run.kit.sites, some).graph(some, ways)


def square_grid(run: Run, columns: object, rows: object) -> object:
    """Return the graph of a grid."""
    if not isinstance(columns, int) or not isinstance(rows, int):
        raise TypeError
    if not 0 < columns * rows <= LARGEST_GRID or columns < 1:
        raise ExpressionError(f"{show((columns, rows))} is no size of a grid")
    run.charge(columns * rows)
    return grid(columns, rows)


def graph_of(run: Run, value: object) -> Graph:
    """Return the graph that a value stands for: a graph, a board, or spaces with all their links.

    Raises:
        ExpressionError: the value is nothing of the kind.
    """
    if isinstance(value, Graph):
        return value
    if not isinstance(value, Rows):
        hint = "write a board, its spaces() or a graph()"
        raise ExpressionError(f"{show(value)} is no board", hint)
    site = site_of(run.kit.sites, value)
    spaces = site.spaces if value.component is site.component else value
    if spaces.component is not site.spaces.component:
        hint = "write graph(spaces(board), links(board, …))"
        raise ExpressionError(f"{show(value)} has no spaces", hint)
    run.see(spaces)
    return run.kit.graph(site, spaces)


def node_of(whole: Graph, value: object) -> Node:
    """Return the space that a value names.

    Raises:
        ExpressionError: the graph has no such space.
    """
    node = value.card.id if isinstance(value, Row) else value
    if node not in whole.net:
        hint = nearest(str(node), map(str, whole.nodes)) or "a space is named by its id"
        raise ExpressionError(f"there is no space {show(node)} here", hint)
    return node


def degree(run: Run, value: object, space: object) -> object:
    """Return how many spaces are linked to one."""
    return len(_neighbours(run, value, space))


def degrees(run: Run, value: object) -> object:
    """Return how many spaces are linked to each, by id."""
    whole = graph_of(run, value)
    run.charge(whole.weight)
    return {node: len(whole.neighbours(node)) for node in whole.nodes}


def neighbours(run: Run, value: object, space: object) -> object:
    """Return the ids of the spaces that are linked to one."""
    return frozenset(_neighbours(run, value, space))


def distance(run: Run, value: object, start: object, end: object) -> object:
    """Return the least number of steps between two spaces, None where there is no way."""
    whole = graph_of(run, value)
    return _steps(run, whole, start).get(node_of(whole, end))


def reachable(run: Run, value: object, start: object) -> object:
    """Return the ids of the spaces that can be reached from one, itself included."""
    return frozenset(_steps(run, graph_of(run, value), start))


def within(run: Run, value: object, start: object, steps: object) -> object:
    """Return the ids of the spaces that are at most so many steps away, the start included."""
    if not isinstance(steps, int):
        raise TypeError
    away = _steps(run, graph_of(run, value), start)
    return frozenset(node for node, number in away.items() if number <= steps)


def diameter(run: Run, value: object) -> object:
    """Return the greatest distance between two spaces, None where some cannot be reached."""
    whole = graph_of(run, value)
    longest = 0
    for node in whole.nodes:
        away = _steps(run, whole, node)
        if len(away) < len(whole.nodes):
            return None
        longest = max(longest, *away.values())
    return longest


def tour(run: Run, value: object, start: object) -> object:
    """Return whether a walk from a space can meet every space once."""
    whole = graph_of(run, value)
    for found in walks(whole, node_of(whole, start)):
        run.charge(1)
        if found:
            return True
    return False


def _neighbours(run: Run, value: object, space: object) -> Sequence[Node]:
    whole = graph_of(run, value)
    return whole.neighbours(node_of(whole, space))


def _steps(run: Run, whole: Graph, start: object) -> dict[Node, int]:
    node = node_of(whole, start)
    run.charge(1 if whole.knows(node) else whole.weight)
    return dict(whole.steps(node))
