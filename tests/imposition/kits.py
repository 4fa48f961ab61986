"""Games, pieces and papers for the tests: small, made in place, nothing read from files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.base.color import Color
from pnp.base.diagnostics import Where
from pnp.data.game import Card, Component, Cut, Game
from pnp.data.project import Project
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Sides, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Bleed, Layout, Sheet
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.scene.node import Group, Node, Shape, Solid
from pnp.scene.page import Face, Page
from pnp.text.fontbook import FontBook

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
RED = Color(200, 30, 30)
EVEN = Sides.all(5)
HERE = Where("card_data/test/game.yaml", 7, 5)


def component(
    name: str,
    size: Size,
    cards: Sequence[Card] = (),
    *,
    kind: str = "deck",
    stock: str = "card",
    bleed: float = 3.0,
    cut: Cut = Cut.STRAIGHT,
    own: object = None,
) -> Component:
    return Component(
        name=name,
        kind=KINDS.named(kind),
        title=name.title(),
        size=size,
        corner=0,
        stock=stock,
        aid=False,
        cut=cut,
        columns={},
        cards=tuple(cards),
        where=HERE,
        bleed=bleed,
        safe=3.0,
        own=own,
    )


def card(row: str, qty: int = 1, back: str | None = None) -> Card:
    return Card(row, qty, {}, Where("card_data/test/deck.csv", 2), "face.svg", back)


def face(trim: Size, bleed: float = 3.0) -> Face:
    art = Shape(Outline.rect(Rect.of(trim).inset(-bleed)), fill=Solid(RED))
    return Face(trim, bleed, 3.0, (art,), HERE)


def pieces(
    made: Component, *, backs: bool = False, creases: Sequence[Outline] = ()
) -> tuple[Piece, ...]:
    """One piece a row, each with a drawing of its own."""
    size = made.size
    outline = None
    if made.cut is Cut.OUTLINE:
        middle = Rect.of(size).center
        outline = Outline.ellipse(middle, size.width / 2, size.height / 2)
    return tuple(
        Piece(
            made,
            row,
            face(size, made.bleed),
            face(size, made.bleed) if backs else None,
            outline,
            tuple(creases),
        )
        for row in made.cards
    )


def deck(
    name: str, size: Size, quantities: Sequence[int], *, backs: bool = True, bleed: float = 3.0
) -> tuple[Piece, ...]:
    cards = [card(f"row-{n}", qty) for n, qty in enumerate(quantities)]
    return pieces(component(name, size, cards, bleed=bleed), backs=backs)


def game(*made: Component) -> Game:
    return Game(
        key="test",
        title="Test",
        designer="Nobody",
        version="1.0",
        players=(2, 3),
        play={"rounds": 3},
        palette={"red": "#c00"},
        components={each.name: each for each in made},
        rulebook=None,
        project=Project(Path()),
        where=Where("card_data/test/game.yaml"),
        files=(),
    )


def made(kit: Sequence[Piece], chosen: Layout, book: FontBook) -> tuple[Sheet, ...]:
    """The sheets of a kit; its game has the components that its pieces are of."""
    components = {piece.component.name: piece.component for piece in kit}
    return impose(game(*components.values()), kit, chosen, book)[0]


def layout(
    paper: Size = A4,
    *,
    margins: Sides = EVEN,
    backs: Backs = Backs.LONG_EDGE,
    bleed: Bleed = Bleed.GAP,
    gutter: float = 0.0,
    name: str = "a4",
) -> Layout:
    return Layout(paper, name, margins, backs, bleed, gutter)


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
    """The groups that are no placements: label and ruler."""
    return (node for node in page.nodes if isinstance(node, Group) and node.key is None)


def leaves(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Group):
            yield from leaves(node.nodes)
        else:
            yield node
