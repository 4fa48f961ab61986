"""Small games for the tests: components, cards, faces, pieces, papers, and projects on disk."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.base.color import Color
from pnp.base.diagnostics import Where
from pnp.data.game import Card, Component, Cut, Game
from pnp.data.project import Project
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Sides, Size
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.scene.node import Group, Node, Shape, Solid
from pnp.scene.page import Face

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


def leaves(nodes: Sequence[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Group):
            yield from leaves(node.nodes)
        else:
            yield node


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files into a folder, by their paths in it; return the folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root
