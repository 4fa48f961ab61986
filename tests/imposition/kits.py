"""Kits on sheets, and what is drawn there beside the pieces."""

from collections.abc import Iterator, Sequence

from pnp.geometry.plane import Rect, Sides
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Layout, Sheet
from pnp.kinds.piece import Piece
from pnp.scene.node import Group, Shape
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.make import game


def made(kit: Sequence[Piece], chosen: Layout, book: FontBook) -> tuple[Sheet, ...]:
    """The sheets of a kit; its game has the components that its pieces are of."""
    components = {piece.component.name: piece.component for piece in kit}
    return impose(game(*components.values()), kit, chosen, book)[0]


def marks(page: Page) -> list[Rect]:
    """The box of every straight line that stands on a page outside its placements and groups."""
    found = []
    for shape in page.nodes:
        if isinstance(shape, Shape) and set(shape.path.ops) == {"M", "L"}:
            half = shape.stroke.width / 2 if shape.stroke else 0.0
            points = shape.path.points()
            for a, b in zip(points[::2], points[1::2], strict=True):
                x, y = min(a.x, b.x), min(a.y, b.y)
                upright = a.x == b.x
                spread = Sides(half, 0, half, 0) if upright else Sides(0, half, 0, half)
                line = Rect(x, y, abs(a.x - b.x), abs(a.y - b.y))
                found.append(line.inset(Sides(*(-s for s in spread))))
    return found


def beside(page: Page) -> Iterator[Group]:
    """The groups that are no placements and no marks at corners: label and ruler."""
    groups = (node for node in page.nodes if isinstance(node, Group) and node.key is None)
    return (group for group in groups if group not in corners(page))


def corners(page: Page) -> list[Group]:
    """The groups of marks at the corners of pieces: nothing but lines."""
    return [
        node
        for node in page.nodes
        if isinstance(node, Group)
        and node.key is None
        and all(isinstance(part, Shape) and part.fill is None for part in node.nodes)
    ]
