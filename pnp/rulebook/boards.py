"""The functions of expressions on boards: links, distances, paths, connectivity, overlaps."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pnp.base.diagnostics import nearest
from pnp.geometry.plane import Bounds
from pnp.geometry.polygon import Polygon, convex_depth, polygon
from pnp.rulebook import roles
from pnp.rulebook.counting import component_rows
from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.graph import BoardTable, Graph, Node, ends, grid, site_of, walks
from pnp.rulebook.operators import number, whole
from pnp.rulebook.values import Difference, Row, Rows, Verdict, show

LARGEST_GRID = 10_000
"""The most spaces in a grid."""


def board_of(run: Evaluation, value: object) -> BoardTable:
    """Return the board of a value: the board itself, or some of its spaces or links."""
    return site_of(run.kit.sites, component_rows(value))


def spaces_of(run: Evaluation, value: object) -> Rows:
    """Return all spaces of a board."""
    return board_of(run, value).spaces


def links_of(run: Evaluation, value: object) -> Rows:
    """Return all links of a board."""
    return board_of(run, value).links


def graph(run: Evaluation, spaces: object, links: object) -> object:
    """Return the graph of some spaces and links of a board."""
    some, ways = component_rows(spaces), component_rows(links)
    run.record(some)
    run.record(ways)
    return site_of(run.kit.sites, some).graph(some, ways)


def square_grid(run: Evaluation, columns: object, rows: object) -> object:
    """Return the graph of a grid, whose spaces are (column, row) from (1, 1)."""
    columns, rows = whole(columns), whole(rows)
    if columns is None or rows is None:
        raise TypeError
    if not 0 < columns * rows <= LARGEST_GRID or columns < 1:
        raise ExpressionError(f"{show((columns, rows))} is not a size for a grid")
    run.spend(columns * rows)
    return grid(columns, rows)


def graph_of(run: Evaluation, value: object) -> Graph:
    """Return the graph of a value: a graph, a board, or spaces with all links between them."""
    if isinstance(value, Graph):
        return value
    if not isinstance(value, Rows):
        hint = "write a board, its spaces() or a graph()"
        raise ExpressionError(f"{show(value)} is not a board", hint)
    site = site_of(run.kit.sites, value)
    spaces = site.spaces if value.component is site.component else value
    if spaces.component is not site.spaces.component:
        hint = "write graph(spaces(board), links(board, …))"
        raise ExpressionError(f"{show(value)} has no spaces", hint)
    run.record(spaces)
    return run.kit.graph(site, spaces)


def node_of(whole: Graph, value: object) -> Node:
    """Return the space that a value names."""
    node = value.card.id if isinstance(value, Row) else value
    if node not in whole.net:
        hint = nearest(str(node), map(str, whole.nodes)) or "a space is named by its id"
        raise ExpressionError(f"there is no space {show(node)} here", hint)
    return node


def degree(run: Evaluation, value: object, space: object) -> object:
    """Return how many spaces are linked to one."""
    return len(_neighbours(run, value, space))


def degrees(run: Evaluation, value: object) -> object:
    """Return how many spaces are linked to each, by id."""
    whole = graph_of(run, value)
    run.spend(whole.weight)
    return {node: len(whole.neighbours(node)) for node in whole.nodes}


def neighbours(run: Evaluation, value: object, space: object) -> object:
    """Return the ids of the spaces that are linked to one."""
    return frozenset(_neighbours(run, value, space))


def distance(run: Evaluation, value: object, start: object, end: object) -> object:
    """Return the length of the shortest path between two spaces, None without one."""
    whole = graph_of(run, value)
    return _steps(run, whole, start).get(node_of(whole, end))


def reachable(run: Evaluation, value: object, start: object) -> object:
    """Return the ids of the spaces that can be reached from a space, itself included."""
    return frozenset(_steps(run, graph_of(run, value), start))


def within(run: Evaluation, value: object, start: object, steps: object) -> object:
    """Return the ids of the spaces that are at most so many steps away, the start included."""
    most = whole(steps)
    if most is None:
        raise TypeError
    away = _steps(run, graph_of(run, value), start)
    return frozenset(node for node, number in away.items() if number <= most)


def diameter(run: Evaluation, value: object) -> object:
    """Return the greatest distance between two spaces, None if they are not all connected."""
    whole = graph_of(run, value)
    longest = 0
    for node in whole.nodes:
        away = _steps(run, whole, node)
        if len(away) < len(whole.nodes):
            return None
        longest = max(longest, *away.values())
    return longest


def tour(run: Evaluation, value: object, start: object) -> object:
    """Return whether a path from a space visits every space once (a Hamiltonian path)."""
    whole = graph_of(run, value)
    for found in walks(whole, node_of(whole, start)):
        run.spend(1)
        if found:
            return True
    return False


TOUCHING = 0.05
"""Millimetres that two spaces may reach into one another without overlapping."""


def overlaps(run: Evaluation, value: object, what: object) -> object:
    """Return each two spaces that overlap, seen as the convex polygons around them.

    They are as large as an element with an id draws them; or as upright pieces of a size, width and
    height in millimetres, that lie on them.
    """
    site, given = board_of(run, value), component_rows(value)
    spaces = site.spaces if given.component is site.component else given
    look = Evaluation(run.kit, run.source)
    places = [*zip(spaces.once(), _places(look, spaces, what), strict=True)]
    run.spend(len(places))
    found = [
        (one, other)
        for (one, here), (other, there) in combinations(places, 2)
        if here.box.meets(there.box) and convex_depth(here.corners, there.corners) > TOUCHING
    ]
    met = {row.card.id: row.card for pair in found for row in pair}
    run.record(Rows(spaces.component, tuple(met.values())) if met else spaces)
    if 2 * len(met) > len(places):  # it is the drawing that makes them too large
        run.take(look)
    return tuple(found)


def _places(run: Evaluation, spaces: Rows, what: object) -> Iterator[Polygon]:
    """Yield what each space takes."""
    if isinstance(what, tuple):
        if len(what) != len(spaces.component.size):
            raise ExpressionError(f"{show(what)} is not a size", "write size(deck), or [20, 30]")
        width, height = (float(number(length)) for length in what)
        for row in spaces.once():
            x, y = float(number(row.column("x"))), float(number(row.column("y")))
            around = Bounds(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            yield polygon(around.corners)
        return
    for row, hull in zip(spaces.once(), roles.hulls(run, spaces, what), strict=True):
        if not hull:
            message = f"nothing with the id {show(what)} is drawn at {row.card.id}"
            raise ExpressionError(message, "name an element that draws every one of the spaces")
        yield polygon(hull)


def _neighbours(run: Evaluation, value: object, space: object) -> Sequence[Node]:
    whole = graph_of(run, value)
    return whole.neighbours(node_of(whole, space))


def _steps(run: Evaluation, whole: Graph, start: object) -> dict[Node, int]:
    node = node_of(whole, start)
    run.spend(1 if whole.knows(node) else whole.weight)
    return dict(whole.steps(node))


LEAST_RING = 3
"""The fewest spaces of a ring."""


def is_ring(run: Evaluation, value: object) -> object:
    """Return whether the spaces are one closed ring."""
    whole = graph_of(run, value)
    run.spend(whole.weight)
    return Verdict((*_off_ring(whole), *_apart(whole)))


def connected(run: Evaluation, value: object) -> object:
    """Return whether every space can be reached from every other."""
    whole = graph_of(run, value)
    run.spend(whole.weight)
    return Verdict(tuple(_apart(whole)))


def separates(run: Evaluation, cut: object, one: object, other: object) -> object:
    """Return whether removing some links or spaces disconnects two groups of spaces.

    False if the two are not connected to begin with.
    """
    taken, near, far = (component_rows(rows) for rows in (cut, one, other))
    site = site_of(run.kit.sites, taken)
    whole = graph_of(run, site.spaces)
    run.spend(2 * whole.weight)
    if not _way(whole, near, far):
        return Verdict((Difference("there is no way between them to begin with", near),))
    left = _without(whole, site, taken)
    if way := _way(left, near, far):
        text = f"{show(way[0])} and {show(way[1])} are still joined"
        return Verdict((Difference(text, whole.rows(way)),))
    return Verdict()


def bijection(run: Evaluation, value: object, one: object, other: object) -> object:
    """Return whether each space of a kind is linked to one of another kind, and the reverse."""
    site = board_of(run, value)
    whole = graph_of(run, site.spaces)
    run.spend(whole.weight)
    first, second = _of_kind(site, one), _of_kind(site, other)
    return Verdict((*_unpaired(whole, first, second), *_unpaired(whole, second, first)))


def _off_ring(whole: Graph) -> Iterator[Difference]:
    if len(whole.nodes) < LEAST_RING:
        yield Difference(
            f"{len(whole.nodes)} spaces are too few for a ring", whole.rows(whole.nodes)
        )
        return
    for node in whole.nodes:
        number = len(whole.neighbours(node))
        if number != 2:
            text = f"{show(node)} is linked to {number} spaces of the ring, which takes 2"
            yield Difference(text, whole.rows([node]))


def _apart(whole: Graph) -> Iterator[Difference]:
    """Yield a difference for each connected component but the largest."""
    largest, *rest = whole.parts() or [set()]
    for part in rest:
        first = next(node for node in whole.nodes if node in part)
        home = next(node for node in whole.nodes if node in largest)
        yield Difference(f"there is no way from {show(home)} to {show(first)}", whole.rows(part))


def _without(whole: Graph, site: BoardTable, taken: Rows) -> Graph:
    if taken.component is site.spaces.component:
        return whole.without(nodes=[card.id for card in taken.cards])
    return whole.without(links=[ends(card) for card in taken.cards])


def _way(whole: Graph, near: Rows, far: Rows) -> tuple[Node, Node] | None:
    """Return two connected spaces, one of each group, or None."""
    for card in near.cards:
        away = whole.steps(card.id) if card.id in whole.net else {}
        for other in far.cards:
            if other.id in away:
                return card.id, other.id
    return None


def _of_kind(site: BoardTable, kind: object) -> Rows:
    kinds = sorted({str(card.values["kind"]) for card in site.spaces.cards})
    if kind not in kinds:
        hint = nearest(str(kind), kinds) or f"the kinds are {', '.join(kinds)}"
        raise ExpressionError(f"{site.component.name} has no space of kind {show(kind)}", hint)
    cards = (card for card in site.spaces.cards if card.values["kind"] == kind)
    return Rows(site.spaces.component, tuple(cards))


def _unpaired(whole: Graph, one: Rows, other: Rows) -> Iterator[Difference]:
    """Yield a difference for each space that is not linked to exactly one of another group."""
    wanted = {card.id for card in other.cards}
    for card in one.cards:
        number = len(wanted.intersection(map(str, whole.neighbours(card.id))))
        if number != 1:
            text = f"{card.id} is linked to {number} spaces of kind {other.cards[0].values['kind']}"
            yield Difference(text, Rows(one.component, (card,)))
