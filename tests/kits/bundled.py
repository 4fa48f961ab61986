"""The bundled games, as the tests of finished kits see them: loaded, laid out, drawn."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pnp.choices import options
from pnp.component.board import board_values
from pnp.component.faces import shared_values
from pnp.content.game import Card, Component, Game, Kind
from pnp.content.load import load_game
from pnp.content.project import Project
from pnp.errors import Where
from pnp.imposition.plan import plan
from pnp.imposition.single import single
from pnp.kit import Kit, Options, lay_out
from pnp.scene.face import Face
from pnp.scene.page import Page
from pnp.template.drawing import Drawing, Ink
from pnp.template.library import Templates
from pnp.template.text.fonts import FontBook
from tests.conftest import ROOT
from tests.imposition.kits import leaves

GAMES = tuple(sorted(path.parent.name for path in (ROOT / "card_data").glob("*/game.yaml")))

SHARED = tuple(sorted(path.name for path in (ROOT / "templates").glob("*.svg")))
"""Templates for everybody's games; each bundled game may have its own instead."""


VARIANTS: Mapping[str, Mapping[str, str]] = {
    "a4": {},
    "letter": {"paper": "letter"},
    "a4-letter": {"paper": "a4-letter", "backs": "none"},
    "short-edge": {"backs": "short-edge"},
    "low-ink": {"ink": "low"},
}
"""Ways to build a kit, by what is chosen otherwise than by default."""

FIRST = "halloween"
"""The game whose templates are opened in Inkscape and whose sheets are drawn by two renderers."""

BUILDS = tuple(
    (key, variant) for key in GAMES for variant in (VARIANTS if key == FIRST else ("a4",))
)
"""Each game with the ways it is built in. `.ci/run` builds every game on every paper besides."""


class Sample(NamedTuple):
    """A template that shows the row of a component as its sample."""

    template: str
    game: str
    component: str
    row: str

    def __str__(self) -> str:
        return self.template.removesuffix(".svg")


@cache
def game(key: str) -> Game:
    """Return a bundled game."""
    return load_game(ROOT / "card_data" / key, Project(ROOT))


def chosen(*, paper: str = "a4", backs: str = "long-edge", **more: object) -> Options:
    """Return options as the command line gives them, but for what is said here."""
    usual = {"margin": "5 mm", "bleed": "gap", "gutter": "0 mm", "ink": "full"}
    return options(**{**usual, "paper": paper, "backs": backs, **more})  # type: ignore[arg-type]


@cache
def kit(key: str, ink: Ink = Ink.FULL) -> Kit:
    """Return a bundled game on sheets of A4."""
    return lay_out(game(key), chosen(ink=ink.value), lambda step: None)


def samples() -> list[Sample]:
    """Return every template that shows a sample, with the first bundled game that has its row."""
    templates = Templates(Project(ROOT), FontBook(()))
    found: dict[str, Sample] = {}
    for key in GAMES:
        for name in (*_named(game(key)), *SHARED):
            component, _, row = (templates.get(name).sample or "").partition("/")
            if component in game(key).components:
                found.setdefault(name, Sample(name, key, component, row))
    return sorted(found.values())


def built(sample: Sample) -> Drawing:
    """Return what the kit shows of the sample's row; a box shows it as a part of its net."""
    made = kit(sample.game)
    row = rows(sample)[0]
    drawing = drawn(row, sample, Ink.FULL, made.templates)
    pieces = [piece for piece in made.pieces if piece.card is row[1]]
    inked = [set(leaves(side.nodes)) for p in pieces for side in (p.face, p.back) if side]
    assert any(inked_there >= set(leaves(drawing.nodes)) for inked_there in inked)
    return drawing


def rows(sample: Sample) -> list[tuple[Component, Card]]:
    """Return the rows that the template draws, with their components; what it shows comes first."""
    components = game(sample.game).components
    everything = [
        (component, card) for component in components.values() for card in component.cards
    ]
    mine = [(own, card) for own, card in everything if sample.template in (card.face, card.back)]
    shown = (sample.component, sample.row)
    return sorted(
        mine or [(own, card) for own, card in everything if own.name == sample.component],
        key=lambda row: (row[0].name, row[1].id) != shown,
    )


def drawn(
    row: tuple[Component, Card], sample: Sample, ink: Ink, templates: Templates, **more: object
) -> Drawing:
    """Return a row drawn by these templates; they see ``more`` beside the row and the game."""
    (component, card), owner = row, game(sample.game)
    values = {**shared_values(owner, component, ink), **_plan(sample, component, ink), **more}
    values["card"] = {**card.values, "id": card.id, "qty": card.qty}
    if component.name in owner.boards:
        values["board"] = board_values(owner.boards[component.name])
    return templates.get(sample.template).draw(values, ink, card.where)


def on_page(drawing: Drawing, room: float = 0) -> Page:
    """Return a drawing on a page that shows so many millimetres around its trim."""
    face = Face(drawing.size, room, 0, drawing.nodes, Where("drawing"))
    return single(face, "card/one#1/face")


def _plan(sample: Sample, component: Component, ink: Ink) -> Mapping[str, object]:
    """Return what only a guide sees."""
    if component.kind is not Kind.GUIDE:
        return {}
    whole = kit(sample.game, ink)
    sheets = [sheet for sheet in whole.sheets if component.name not in dict(sheet.contents)]
    return {"plan": plan(whole.game, sheets, chosen().layout, ink)}


def _named(owner: Game) -> list[str]:
    """Return the names of all templates that rows of a game are drawn with."""
    cards = [card for component in owner.components.values() for card in component.cards]
    return list(dict.fromkeys(name for card in cards for name in (card.face, card.back) if name))
