"""A printed deck to plant faults in: each card has its own colour and its own words."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from pnp.base.color import Color
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Layout, pages
from pnp.kinds.piece import Piece
from pnp.proof.prove import Proof, Prover
from pnp.scene.node import Group, Node, Shape, Solid
from pnp.scene.page import Face, Page, Placement
from pnp.text.fontbook import FontBook
from pnp.text.style import TextStyle
from pnp.text.typeset import line
from tests import make
from tests.conftest import ROOT
from tests.make import HERE, card, component, game, layout

SIZE = Size(44, 67)
BOOK = FontBook([ROOT / "fonts"])


def face(words: str, shade: int) -> Face:
    ground = make.filled(Solid(Color(shade, 80, 200 - shade)), *Rect.of(SIZE).inset(-3))
    dot = Shape(Outline.ellipse((20 + shade / 20, 30), 5, 8), Solid(Color(0, shade, 0)))
    style = TextStyle(("Alegreya Sans",), 5, fill=Solid(Color(255, 255, 255)))
    text = line(BOOK, words, style, Point(5, 60), HERE)
    return make.face(SIZE, nodes=(ground, Group((dot,), Affine.turn(20)), *text.nodes))


@cache
def deck() -> tuple[Piece, ...]:
    """Six different cards, twice each, with three different backs."""
    cards = [card(f"row-{n}", 2, back="back.svg") for n in range(6)]
    made = component("deck", SIZE, cards)
    backs = [face(f"back {n}", 150 + 10 * n) for n in range(3)]
    return tuple(
        Piece(made, row, face(f"face {n}", 10 * n), backs[n % 3]) for n, row in enumerate(cards)
    )


@cache
def printed(backs: Backs = Backs.LONG_EDGE) -> tuple[Layout, tuple[Page, ...]]:
    chosen = layout(backs=backs)
    cards = deck()
    sheets, _ = impose(game(cards[0].component), cards, chosen, BOOK)
    return chosen, pages(sheets, backs is not Backs.NONE)


def write(made: tuple[Page, ...], path: Path, turn: Backs = Backs.LONG_EDGE) -> Path:
    duplex = turn if turn in (Backs.LONG_EDGE, Backs.SHORT_EDGE) else Backs.NONE
    write_pdf(made, path, BOOK, Info("Test", "Nobody", "", "pnp", duplex))
    return path


def proof_of(
    drawn: tuple[Page, ...], folder: Path, *, planned: tuple[Page, ...] | None = None
) -> Proof:
    """The proof of a file that shows ``drawn`` against a plan, which is the same by default."""
    chosen, _ = printed()
    return Prover(chosen, BOOK).prove(
        write(drawn, folder / "deck.pdf"), planned or drawn, chosen.backs
    )


def with_group(page: Page, key: str, *groups: Node) -> Page:
    """The page with the drawing of one placement replaced by others, or by none."""
    nodes: list[Node] = []
    for node in page.nodes:
        nodes += groups if isinstance(node, Group) and node.key == key else [node]
    return replace(page, nodes=tuple(nodes))


def group(page: Page, key: str) -> Group:
    return next(node for node in page.nodes if isinstance(node, Group) and node.key == key)


def shifted(placed: Group, x: float, y: float) -> Group:
    return replace(placed, place=Affine.move(x, y) @ placed.place)


def with_slot(page: Page, key: str, x: float, y: float, turn: int = 0) -> Page:
    """The page planned and drawn with one placement somewhere else."""
    moved, nodes = [], list(page.nodes)
    for placed in page.placements:
        if placed.key != key:
            moved.append(placed)
            continue
        slot = placed.slot._replace(
            at=Point(placed.slot.at.x + x, placed.slot.at.y + y), turn=placed.slot.turn + turn
        )
        there = Placement(slot, placed.face, key, placed.window.shifted(x, y))
        moved.append(there)
        home = next(n for n in nodes if isinstance(n, Group) and n.key == key)
        again = slot.place @ placed.slot.place.inverse() if turn else Affine.move(x, y)
        nodes[nodes.index(home)] = replace(home, place=again @ (home.place or IDENTITY))
    return replace(page, placements=tuple(moved), nodes=tuple(nodes))
