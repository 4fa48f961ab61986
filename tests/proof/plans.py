"""A planned kit with one of everything: cards with backs, tokens, standees, a board in panels."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Where
from pnp.data.game import Cut, Game
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Bleed, Layout, Sheet, pages
from pnp.kinds.piece import Panels, Piece
from pnp.proof.agreement import Agreement
from pnp.proof.cutmarks import corner_groups
from pnp.proof.placement import check_backs, check_panels, check_room
from pnp.proof.ticket import job_ticket
from pnp.scene.node import Group, Node, Shape
from pnp.scene.page import Page, Placement
from tests.make import card, component, game, layout, pieces
from tests.proof.kits import BOOK, deck, group

Pages = tuple[Page, ...]
Change = Callable[[Page], Page]


class Planned(NamedTuple):
    """A kit as it is planned, and what its maker was warned of."""

    game: Game
    pieces: tuple[Piece, ...]
    layout: Layout
    sheets: tuple[Sheet, ...]
    warned: tuple[Finding, ...]

    @property
    def pages(self) -> Pages:
        return pages(self.sheets, self.duplex)

    @property
    def duplex(self) -> bool:
        return any(sheet.back for sheet in self.sheets)

    @property
    def agreement(self) -> Agreement:
        ticket = job_ticket(self.game, self.pieces, self.layout.backs)
        return Agreement(ticket, self.layout, self.warned)


@cache
def planned(backs: Backs = Backs.LONG_EDGE, bleed: Bleed = Bleed.GAP) -> Planned:
    """Twelve cards; four round chips; two standees with folds; a board of two panels."""
    chips = component(
        "chip", Size(20, 20), [card("dot", 4)], kind="token", cut=Cut.OUTLINE, stock="board"
    )
    folds = [Path.line((0, 40), (25, 40))]
    tents = component("tent", Size(25, 80), [card("owl", 2)], kind="standee", stock="paper")
    board = component("map", Size(380, 250), [card("map")], kind="board", stock="sticker")
    board = replace(board, own=Panels(10.0), where=Where("card_data/test/game.yaml", 9))
    kit = (
        *deck(),
        *pieces(chips),
        *pieces(tents, creases=folds),
        *(replace(piece, panels=Panels(10.0)) for piece in pieces(board)),
    )
    chosen = replace(layout(backs=backs, bleed=bleed), margins=layout().margins)
    made = game(*{piece.component.name: piece.component for piece in kit}.values())
    sheets, found = impose(made, kit, chosen, BOOK)
    return Planned(made, kit, chosen, sheets, found)


def told(kit: Planned, changed: Pages) -> list[Finding]:
    """What the proof says of pages before any file is read."""
    turn = kit.layout.backs if kit.duplex else Backs.NONE
    found = [*kit.agreement.check_kit("kit.pdf", changed), *check_panels(changed)]
    found += [fault for page in changed for fault in check_room(page, kit.layout)]
    return [*found, *check_backs(changed, turn)]


def page_of(made: Pages, key: str) -> Page:
    return next(page for page in made if any(put.key == key for put in page.placements))


def on_page_of(key: str, change: Change) -> Callable[[Pages], Pages]:
    """Change the page that a key is on."""

    def changed(made: Pages) -> Pages:
        home = page_of(made, key)
        return tuple(change(page) if page is home else page for page in made)

    return changed


def put_of(page: Page, key: str) -> Placement:
    return next(put for put in page.placements if put.key == key)


def redrawn(page: Page, key: str, change: Callable[[Group], Group]) -> Page:
    """The page with the drawing under a key changed, and its slot as it was."""
    home = group(page, key)
    nodes = tuple(change(home) if node is home else node for node in page.nodes)
    return replace(page, nodes=nodes)


def moved(drawing: Group, place: Affine) -> Group:
    """A drawing moved over the paper."""
    return replace(drawing, place=place @ drawing.place)


def with_key(page: Page, key: str, new: str) -> Page:
    """The page with a placement under another key."""
    puts = tuple(p._replace(key=new) if p.key == key else p for p in page.placements)
    return redrawn(replace(page, placements=puts), key, lambda home: replace(home, key=new))


def exchanged(page: Page, first: str, second: str) -> Page:
    """The page with two faces under each other's keys, planned and drawn."""
    one, two = put_of(page, first), put_of(page, second)
    faces = {first: two.face, second: one.face}
    art = {first: group(page, second).nodes, second: group(page, first).nodes}
    puts = tuple(p._replace(face=faces.get(p.key, p.face)) for p in page.placements)
    page = replace(page, placements=puts)
    for key in faces:
        page = redrawn(page, key, lambda home, key=key: replace(home, nodes=art[key]))
    return page


def with_marks(page: Page, change: Callable[[Shape], Node | None], *, dashed: bool = False) -> Page:
    """The page with its crop marks and outlines changed, or its fold marks."""
    nodes: list[Node] = []
    for node in page.nodes:
        stroke = node.stroke if isinstance(node, Shape) else None
        if isinstance(node, Shape) and stroke and bool(stroke.dashes) is dashed:
            new = change(node)
            nodes += [new] if new else []
        else:
            nodes.append(node)
    return replace(page, nodes=tuple(nodes))


def with_corners(page: Page, change: Callable[[Shape], Shape | None]) -> Page:
    """The page with its marks at the corners of pieces changed: the white ones come first."""
    (home,) = corner_groups(page.nodes)
    new = replace(home, nodes=tuple(filter(None, (change(node) for node in home.nodes))))
    return replace(page, nodes=tuple(new if node is home else node for node in page.nodes))


def shape_moved(shape: Shape, x: float, y: float) -> Shape:
    return replace(shape, path=shape.path.placed(Affine.move(x, y)))


def without_subpath(shape: Shape, number: int) -> Shape:
    parts = [part for n, part in enumerate(shape.path.subpaths()) if n != number]
    return replace(shape, path=sum(parts, Path("", ())))
