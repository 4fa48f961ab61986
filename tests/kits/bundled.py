"""The bundled games, as the tests of finished kits see them: loaded, laid out, drawn."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from pnp.choices import options
from pnp.component.compose import KINDS
from pnp.component.faces import Faces, Side, shared_values
from pnp.content.game import Card, Component, Game, Kind
from pnp.content.load import load_game
from pnp.content.project import Project
from pnp.imposition.plan import plan
from pnp.imposition.single import single
from pnp.kit import Kit, Options, lay_out
from pnp.scene.face import Face
from pnp.scene.page import Page
from pnp.template.drawing import Ink
from pnp.template.fonts import FontBook
from pnp.template.library import Templates
from tests.conftest import ROOT

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


def built(sample: Sample) -> Face:
    """Return the side of the sample's row that the kit holds."""
    name = f"{sample.component}/{sample.row}"
    piece = next(piece for piece in kit(sample.game).pieces if piece.id == name)
    side = piece.face if piece.card.face == sample.template else piece.back
    assert side is not None
    return side


def rows(sample: Sample) -> list[Card]:
    """Return the rows of the sample's component, the one it shows first."""
    return sorted(_component(sample).cards, key=lambda card: card.id != sample.row)


def drawn(
    sample: Sample, card: Card, ink: Ink, templates: Templates, more: Mapping[str, object]
) -> Side:
    """Return a row drawn by these templates; they see ``more`` beside the row and the game."""
    component, owner = _component(sample), game(sample.game)
    values = {**shared_values(owner, component, ink), **_plan(sample, ink), **more}
    trim = KINDS[component.kind].trim(component)
    return Faces(component, trim, templates, ink, values).draw(card, sample.template)


def on_wide_page(face: Face, bleed: float) -> Page:
    """Return a face on a page that shows as much around its trim."""
    return single(replace(face, bleed=bleed), "card/one#1/face")


def _plan(sample: Sample, ink: Ink) -> Mapping[str, object]:
    """Return what only a guide sees."""
    component, whole = _component(sample), kit(sample.game, ink)
    if component.kind is not Kind.GUIDE:
        return {}
    sheets = [sheet for sheet in whole.sheets if component.name not in dict(sheet.contents)]
    return {"plan": plan(whole.game, sheets, chosen().layout, ink)}


def _component(sample: Sample) -> Component:
    return game(sample.game).component(sample.component)


def _named(owner: Game) -> list[str]:
    """Return the names of all templates that rows of a game are drawn with."""
    cards = [card for component in owner.components.values() for card in component.cards]
    return list(dict.fromkeys(name for card in cards for name in (card.face, card.back) if name))
