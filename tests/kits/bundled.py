"""The bundled games, as the tests of finished kits see them: loaded, laid out, drawn."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import pytest
from lxml import etree

from pnp.base.diagnostics import Where
from pnp.cli.options import options
from pnp.data.game import Card, Component, Game
from pnp.imposition.impose import single
from pnp.imposition.plan import GUTTERFOLD, OUTLINE, PANELS, plan
from pnp.kinds.box import TuckBox
from pnp.kinds.catalog import BUILT_IN, KINDS
from pnp.kinds.guide import Plan, page_cards, pages
from pnp.kinds.kind import board_values, shared_values
from pnp.kinds.spinner import Arrow
from pnp.kinds.tray import Tray
from pnp.kit import Kit, Options, lay_out
from pnp.scene.page import Drawing, Ink, Page
from pnp.template.render import Templates
from tests.conftest import ROOT
from tests.kits.drawings import Drawn, Row, drawn_rows
from tests.make import bundled as game
from tests.make import face as face_of
from tests.make import leaves

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
"""The game that every run of the tests lays out, builds, and opens in the programs of printers.
The others take many minutes, as guides do with all that is in them: they are thorough tests."""

EACH_GAME = [pytest.param(key, marks=() if key == FIRST else pytest.mark.thorough) for key in GAMES]
"""Each game as a parameter of a test."""

BUILDS = [
    pytest.param(
        (key, variant), marks=() if (key, variant) == (FIRST, "a4") else pytest.mark.thorough
    )
    for key in GAMES
    for variant in (VARIANTS if key == FIRST else ("a4",))
]
"""Each game with the ways it is built in. `.ci/run` builds every game on every paper besides."""


class Sample(NamedTuple):
    """A template that shows the row of a component as its sample."""

    template: str
    game: str
    component: str
    row: str

    def __str__(self) -> str:
        return self.template.removesuffix(".svg")


def chosen(*, paper: str | None = "a4", backs: str = "long-edge", **more: object) -> Options:
    """Return options as the command line gives them, but for what is said here."""
    usual = {"margin": "5 mm", "bleed": "gap", "gutter": "0 mm", "ink": "full"}
    return options(**{**usual, "paper": paper, "backs": backs, **more})  # type: ignore[arg-type]


@cache
def kit(key: str, ink: Ink = Ink.FULL) -> Kit:
    """Return a bundled game on sheets of A4."""
    return lay_out(game(key), chosen(ink=ink.value), lambda step: None)


QUICK = "headstone"
"""The component of the first game whose template is quickly opened by other programs."""


def each(found: Iterable[Sample]) -> list[Any]:
    """Return samples as parameters of a test; but for a quick one of the first game, thorough."""
    return [
        pytest.param(
            sample,
            id=str(sample),
            marks=() if sample.component == QUICK else pytest.mark.thorough,
        )
        for sample in found
    ]


def samples() -> list[Sample]:
    """Return every template that shows a sample, with the first bundled game that has its row."""
    found: dict[str, Sample] = {}
    for key in GAMES:
        for name in (*_named(game(key)), *SHARED):
            root = etree.parse(ROOT / "templates" / name).getroot()
            component, _, row = root.get("{urn:pnp:template}sample", "").partition("/")
            if component in game(key).components:
                found.setdefault(name, Sample(name, key, component, row))
    return sorted(found.values())


def built(sample: Sample) -> Drawing:
    """Return what the kit shows of the sample's row; a net shows it as one of its parts."""
    made = kit(sample.game)
    row = rows(sample)[0]
    drawing = drawn(row, sample, Ink.FULL, made.templates)
    pieces = [piece for piece in made.pieces if piece.component.name == row.component.name]
    inked = [set(leaves(side.nodes)) for p in pieces for side in (p.face, p.back) if side]
    assert any(inked_there >= set(leaves(drawing.nodes)) for inked_there in inked)
    return drawing


def rows(sample: Sample) -> list[Row]:
    """Return what the template is drawn for; what it shows comes first."""
    component = game(sample.game).components[sample.component]
    if component.kind.name == "guide":
        found = [Row(component, card) for card in _cards(component, sample)]
    else:
        alone = [Row(component, card) for card in component.cards]
        found = recorded(sample.game).get(sample.template, alone)
    shown = (sample.component, sample.row)
    return sorted(found, key=lambda row: (row.component.name, row.card.id) != shown)


@cache
def recorded(key: str) -> Drawn:
    """Return what the templates of a bundled game are drawn for."""
    return drawn_rows(game(key), kit(key).templates)


def drawn(row: Row, sample: Sample, ink: Ink, templates: Templates) -> Drawing:
    """Return a row drawn by these templates."""
    seen = values(row, sample, ink, templates)
    return templates.get(sample.template).draw(seen, ink, row.card.where)


def values(row: Row, sample: Sample, ink: Ink, templates: Templates) -> dict[str, object]:
    """Return what the template of a row sees, a guide its plan too: that of the row's page."""
    component, card, told_besides = row
    seen = {**told_besides, **_values(row, sample, ink)}
    if component.kind.name == "guide":
        number, page = next(
            at for own, at in _told(sample.game, component.name) if own.id == card.id
        )
        seen["plan"] = _pages(component, seen, sample, ink, templates, number)[page]
    return seen


def on_page(drawing: Drawing, room: float = 0) -> Page:
    """Return a drawing on a page that shows so many millimetres around its trim."""
    face = replace(face_of(drawing.size, room, drawing.nodes, Where("drawing")), safe=0)
    return single(face, "card/one#1/face")


def _values(row: Row, sample: Sample, ink: Ink) -> dict[str, object]:
    """Return what the template of a row sees; a guide sees its plan besides."""
    component, card, owner = row.component, row.card, game(sample.game)
    values = shared_values(owner, component, ink)
    values["card"] = {**card.values, "id": card.id, "qty": card.qty}
    if component.name in owner.boards:
        values["board"] = board_values(owner.boards[component.name])
    return values


def _cards(component: Component, sample: Sample) -> Iterable[Card]:
    """Return the rows of a component, of a guide as many as the sample's template makes pages."""
    if component.kind.name != "guide" or component.name != sample.component:
        return component.cards
    return [card for card, _ in _told(sample.game, component.name)]


@cache
def _told(key: str, name: str) -> list[tuple[Card, tuple[int, int]]]:
    """Return a guide's pages as rows of their own: which page of which plan each shows.

    After the pages of the kit come those of kits that have everything a guide may tell of.
    """
    component, templates = game(key).components[name], kit(key).templates
    card = component.cards[0]
    sample = Sample(card.face, key, name, card.id)
    values = _values(Row(component, card), sample, Ink.FULL)
    places = [
        (number, page)
        for number in range(len(_plans(key, Ink.FULL)))
        for page, _ in enumerate(_pages(component, values, sample, Ink.FULL, templates, number))
    ]
    return list(zip(page_cards(card, len(places)), places, strict=True))


def _pages(
    component: Component,
    values: Mapping[str, object],
    sample: Sample,
    ink: Ink,
    templates: Templates,
    number: int,
) -> list[Plan]:
    """Return what a guide sees on each page of the plan of a number, the same on each of them."""

    def draw(told: Plan) -> Drawing:
        return template.draw({**values, "plan": told}, ink, component.where)

    made = _MADE_UP.setdefault(templates, {})
    if (key := (sample, ink, number)) not in made:
        template = templates.get(sample.template)
        told = _plans(sample.game, ink)[number]
        made[key] = [*pages(told, draw, sample.template, component.where)]
    return made[key]


_MADE_UP: WeakKeyDictionary[Templates, dict[tuple[Sample, Ink, int], list[Plan]]] = (
    WeakKeyDictionary()
)


@cache
def _plans(key: str, ink: Ink) -> tuple[Plan, ...]:
    """Return the plan of a bundled game on A4, and plans that have everything."""
    made = kit(key, ink)
    guides = {own.name for own in made.game.components.values() if own.kind.name == "guide"}
    sheets = [sheet for sheet in made.sheets if guides.isdisjoint(sheet.components)]
    whole = plan(made.game, sheets, chosen().layout, ink)
    return (whole, *_with_everything(whole))


def topics() -> list[str]:
    """Return what a guide may have to explain, in the order of the work."""
    own = {
        topic
        for kind in map(KINDS.named, BUILT_IN)
        for topic in (kind.cutting, kind.assembly)
        if topic
    }
    return [
        topic.name for topic in sorted({GUTTERFOLD, OUTLINE, PANELS, *own}, key=lambda t: t.order)
    ]


def _with_everything(whole: Plan) -> Iterator[Plan]:
    """Yield a plan of more steps than one page holds, with all the help there is.

    After it comes a short one, of other paper on which backs stand beside their faces, with a copy
    of each component on its sheet.
    """
    steps = [{**step, "number": n} for n, step in enumerate(islice(cycle(whole["steps"]), 30), 1)]
    for step in steps[len(whole["steps"]) :]:
        step["papers"] = []  # they are drawn in the first round
    own = [{"topic": topic, "words": "", "titles": [], "sheet": None} for topic in topics()]
    package = {
        "topic": "coaster",
        "words": "Glue it on cork.",
        "titles": ["Coasters"],
        "sheet": None,
    }
    everything = {**whole, "steps": steps, "help": [*own, package]}
    yield everything
    contents = {c["component"]: c for step in whole["steps"] for c in step["contents"]}
    folded = [
        {**step, "turn": "gutterfold", "contents": [*contents.values()]}
        for step in whole["steps"][:1]
    ]
    yield {**everything, "paper": "letter", "backs": "gutterfold", "steps": folded}


def _named(owner: Game) -> list[str]:
    """Return the names of all templates that rows of a game are drawn with."""
    components = owner.components.values()
    cards = [card for component in components for card in component.cards]
    owned = [component.own for component in components]
    arrows = [own.face for own in owned if isinstance(own, Arrow)]
    floors = [own.floor for own in owned if isinstance(own, Tray)]
    panels = [name for own in owned if isinstance(own, TuckBox) for name in own.templates.values()]
    faces = [name for card in cards for name in (card.face, card.back)]
    names = [*faces, *arrows, *floors, *panels]
    return list(dict.fromkeys(filter(None, names)))
