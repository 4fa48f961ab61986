"""Statements about the paths of a board; one that is false says where."""

from collections.abc import Iterator

from pnp.errors import nearest
from pnp.rules.functions.grouping import component_rows
from pnp.rules.functions.topology import board_of, graph_of
from pnp.rules.language.graph import Graph, Node
from pnp.rules.language.run import Run
from pnp.rules.language.show import show
from pnp.rules.language.sites import Site, ends, site_of
from pnp.rules.language.source import ExpressionError
from pnp.rules.language.values import Rows
from pnp.rules.language.verdict import Difference, Verdict

LEAST_RING = 3
"""Fewer spaces make no ring."""


def is_ring(run: Run, value: object) -> object:
    """Return whether the spaces are one closed ring."""
    whole = graph_of(run, value)
    run.charge(whole.weight)
    return Verdict((*_off_ring(whole), *_apart(whole)))


def connected(run: Run, value: object) -> object:
    """Return whether every space can be reached from every other."""
    whole = graph_of(run, value)
    run.charge(whole.weight)
    return Verdict(tuple(_apart(whole)))


def separates(run: Run, cut: object, one: object, other: object) -> object:
    """Return whether there is no way between two groups of spaces without some links or spaces.

    Where there is no way to begin with, nothing separates.
    """
    taken, near, far = (component_rows(rows) for rows in (cut, one, other))
    site = site_of(run.kit.sites, taken)
    whole = graph_of(run, site.spaces)
    run.charge(2 * whole.weight)
    if not _way(whole, near, far):
        return Verdict((Difference("there is no way between them to begin with", near),))
    left = _without(whole, site, taken)
    if way := _way(left, near, far):
        text = f"{show(way[0])} and {show(way[1])} are still joined"
        return Verdict((Difference(text, whole.rows(way)),))
    return Verdict()


def bijection(run: Run, value: object, one: object, other: object) -> object:
    """Return whether each space of a kind is linked to one of another kind, and the reverse."""
    site = board_of(run, value)
    whole = graph_of(run, site.spaces)
    run.charge(whole.weight)
    first, second = _of_kind(site, one), _of_kind(site, other)
    return Verdict((*_unpaired(whole, first, second), *_unpaired(whole, second, first)))


def _off_ring(whole: Graph) -> Iterator[Difference]:
    if len(whole.nodes) < LEAST_RING:
        yield Difference(f"{len(whole.nodes)} spaces are no ring", whole.rows(whole.nodes))
        return
    for node in whole.nodes:
        number = len(whole.neighbours(node))
        if number != 2:
            text = f"{show(node)} is linked to {number} spaces of the ring, which takes 2"
            yield Difference(text, whole.rows([node]))


def _apart(whole: Graph) -> Iterator[Difference]:
    """Yield for each group of spaces but the largest that no link leads to it."""
    largest, *rest = whole.parts() or [set()]
    for part in rest:
        first = next(node for node in whole.nodes if node in part)
        home = next(node for node in whole.nodes if node in largest)
        yield Difference(f"there is no way from {show(home)} to {show(first)}", whole.rows(part))


def _without(whole: Graph, site: Site, taken: Rows) -> Graph:
    if taken.component is site.spaces.component:
        return whole.without(nodes=[card.id for card in taken.cards])
    return whole.without(links=[ends(card) for card in taken.cards])


def _way(whole: Graph, near: Rows, far: Rows) -> tuple[Node, Node] | None:
    """Return two spaces, one of each group, between which there is a way."""
    for card in near.cards:
        away = whole.steps(card.id) if card.id in whole.net else {}
        for other in far.cards:
            if other.id in away:
                return card.id, other.id
    return None


def _of_kind(site: Site, kind: object) -> Rows:
    kinds = sorted({str(card.values["kind"]) for card in site.spaces.cards})
    if kind not in kinds:
        hint = nearest(str(kind), kinds) or f"the kinds are {', '.join(kinds)}"
        raise ExpressionError(f"{site.component.name} has no space of kind {show(kind)}", hint)
    cards = (card for card in site.spaces.cards if card.values["kind"] == kind)
    return Rows(site.spaces.component, tuple(cards))


def _unpaired(whole: Graph, one: Rows, other: Rows) -> Iterator[Difference]:
    """Yield each space of a group that is linked to none or several of another group."""
    wanted = {card.id for card in other.cards}
    for card in one.cards:
        number = len(wanted.intersection(map(str, whole.neighbours(card.id))))
        if number != 1:
            text = f"{card.id} is linked to {number} spaces of kind {other.cards[0].values['kind']}"
            yield Difference(text, Rows(one.component, (card,)))
