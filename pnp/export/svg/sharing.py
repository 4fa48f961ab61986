"""Which drawings a page shows more than once."""

from collections.abc import Iterator

from pnp.scene.node import Group, Node
from pnp.scene.paint import Paint, Pattern

Nodes = tuple[Node, ...]


def shared_contents(nodes: Nodes) -> frozenset[Nodes]:
    """Return the contents of groups that are met more than once.

    Contents, not groups: copies of a card are groups of their own, each with its key and place.
    """
    met: set[Nodes] = set()
    again: set[Nodes] = set()
    pending = [nodes]
    while pending:
        contents = pending.pop()
        if contents in met:
            again.add(contents)
            continue
        met.add(contents)
        pending.extend(inner for node in contents for inner in _contents(node))
    return frozenset(again)


def _contents(node: Node) -> Iterator[Nodes]:
    if isinstance(node, Group):
        yield node.nodes
        if node.mask:
            yield node.mask.nodes
        return
    yield from (paint.nodes for paint in _paints(node) if isinstance(paint, Pattern))


def _paints(node: Node) -> Iterator[Paint | None]:
    fill, stroke = getattr(node, "fill", None), getattr(node, "stroke", None)
    yield fill
    yield stroke.paint if stroke else None
