"""Small games for the tests: components, cards, faces, pieces, papers, and projects on disk."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp.base.color import Color
from pnp.base.diagnostics import Where
from pnp.data.game import Card, Component, Cut, Game
from pnp.data.load import load_game
from pnp.data.project import SHARE, Project
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import IDENTITY, Affine, Rect, Sides, Size
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.scene.node import Group, Node, Paint, Shape, Solid
from pnp.scene.page import Face
from pnp.template.render import Templates
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
    aid: bool = False,
    corner: float = 0,
    columns: Mapping[str, str | tuple[str, ...]] | None = None,
    where: Where = HERE,
) -> Component:
    return Component(
        name=name,
        kind=KINDS.named(kind),
        title=name.title(),
        size=size,
        corner=corner,
        stock=stock,
        aid=aid,
        cut=cut,
        columns=columns or {},
        cards=tuple(cards),
        where=where,
        bleed=bleed,
        safe=3.0,
        own=own,
    )


def card(row: str, qty: int = 1, back: str | None = None) -> Card:
    return Card(row, qty, {}, Where("card_data/test/deck.csv", 2), "face.svg", back)


def filled(paint: Paint, x: float, y: float, width: float, height: float) -> Shape:
    """Return a filled rectangle."""
    return Shape(Outline.rect(Rect(x, y, width, height)), paint)


def face(
    trim: Size, bleed: float = 3.0, nodes: Sequence[Node] | None = None, where: Where = HERE
) -> Face:
    """Return a face of these nodes, by default of one field that fills its bleed."""
    field = Rect.of(trim).inset(-bleed)
    art = [filled(Solid(RED), *field)] if nodes is None else nodes
    return Face(trim, bleed, 3.0, tuple(art), where)


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


def game(*made: Component, **more: Any) -> Game:
    """A game of these components; ``more`` are fields that are not as usual."""
    usual = Game(
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
    return replace(usual, **more)


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


def leaves(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield what is drawn, without the groups around it."""
    return (node for node, _ in walk(nodes) if not isinstance(node, Group))


def walk(nodes: Iterable[Node], place: Affine = IDENTITY) -> Iterator[tuple[Node, Affine]]:
    """Yield every node after the group that holds it, with the place of its coordinates."""
    for node in nodes:
        inside = place @ node.place if isinstance(node, Group) else place
        yield node, inside
        if isinstance(node, Group):
            yield from walk(node.nodes, inside)


def svg(body: str, size: tuple[float, float] = (40, 40), view_box: str | None = None) -> str:
    """Return a template of a size in millimetres; the body begins on its second line."""
    width, height = size
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xmlns:pnp="urn:pnp:template" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="{view_box or f"0 0 {width:g} {height:g}"}">\n{body}\n</svg>\n'
    )


def load(folder: Path) -> Game:
    """Return the game of a folder ``card_data/<game>`` inside a project."""
    return load_game(folder, Project(folder.parent.parent), KINDS)


@cache
def bundled(key: str) -> Game:
    """Return a game that the program brings along."""
    return load(SHARE / "card_data" / key)


@cache
def templates(root: Path = SHARE) -> Templates:
    """Return the templates of a project, with the fonts that it sees; one library for all tests."""
    project = Project(root)
    return Templates(project, FontBook(project.folders("fonts")))


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files into a folder, by their paths in it; return the folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root
