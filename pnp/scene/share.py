"""Which drawings stand in a file once and are called by name: those that are met again."""

from collections.abc import Iterable, Iterator

from pnp.scene.node import Group, Node, Paint, Pattern, Picture, Shape, Text
from pnp.scene.page import Page

Nodes = tuple[Node, ...]


def shared_contents(pages: Iterable[Page], least_saved: int = 0) -> frozenset[Nodes]:
    """Return the contents of groups that are met again and save more than so many numbers.

    Contents, not groups: copies of a card are groups of their own, each with its key and place.
    """
    met: dict[Nodes, int] = {}
    waiting = [page.nodes for page in pages]
    while waiting:
        for nodes in _contents(waiting.pop()):
            if nodes not in met:
                waiting.append(nodes)
            met[nodes] = met.get(nodes, 0) + 1
    again = ((nodes, count - 1) for nodes, count in met.items() if count > 1)
    return frozenset(nodes for nodes, more in again if more * _length(nodes) > least_saved)


def _contents(nodes: Nodes) -> Iterator[Nodes]:
    """Yield what is drawn in groups, masks and patterns right below some nodes."""
    for node in nodes:
        if isinstance(node, Group):
            yield node.nodes
            if node.mask is not None:
                yield node.mask.nodes
        elif not isinstance(node, Picture):
            yield from _tiles(node.fill)
            if node.stroke is not None:
                yield from _tiles(node.stroke.paint)


def _tiles(paint: Paint | None) -> Iterator[Nodes]:
    if isinstance(paint, Pattern):
        yield paint.nodes


def _length(nodes: Nodes) -> int:
    """Return about how many numbers it takes to write nodes."""
    return sum(map(_node_length, nodes))


def _node_length(node: Node) -> int:
    match node:
        case Group():
            return 8 + _length(node.nodes)
        case Shape():
            return 4 + len(node.path.coords)
        case Text():
            return 12 + len(node.string)
        case Picture():
            return 8
