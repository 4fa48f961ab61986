"""Every bundled game builds and checks clean, in every way it can be printed."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from math import sqrt

import pytest

from pnp.base.diagnostics import Severity
from pnp.base.units import POINTS_PER_MM
from pnp.build import Build
from pnp.geometry.plane import IDENTITY, Affine
from pnp.scene.node import Group, Node, Text
from pnp.scene.page import Face, Ink
from tests.kits.bundled import BUILDS, EACH_GAME, game, kit
from tests.kits.conftest import Built

LEAST_TYPE = 6.0
"""Points: what a reader makes out at arm's length."""


@pytest.fixture(params=BUILDS, ids="-".join)
def made(request: pytest.FixtureRequest, built_kit: Built) -> Build:
    """A bundled game in one variant."""
    return built_kit(*request.param)


def test_a_kit_is_free_of_errors_and_proved(made: Build) -> None:
    assert [str(f) for f in made.findings if f.severity is Severity.ERROR] == []
    assert [str(f) for f in made.proof.findings] == []
    assert made.outcome.exit_code() == 0


def planned(made: Build) -> dict[str, int]:
    """How many pieces each component has: as the data say, and a guide as many as its pages."""
    pages = Counter(piece.component.name for piece in made.kit.pieces)
    return {
        component.name: pages[component.name] if component.kind.guide else component.qty
        for component in made.kit.game.components.values()
    }


def test_a_manifest_counts_what_the_data_says(made: Build) -> None:
    held = json.loads((made.folder / "manifest.json").read_text())
    counted = {entry["name"]: entry["qty"] for entry in held["components"]}
    assert counted == planned(made)
    assert held["proof"]["passed"]
    assert {entry["path"] for entry in held["files"]} < {*made.files}


def test_every_piece_is_on_the_sheets(made: Build) -> None:
    printed: dict[str, int] = {}
    for sheet in made.kit.sheets:
        for name, qty in sheet.contents:
            printed[name] = printed.get(name, 0) + qty
    booklets = {one.name: one for one in made.kit.game.components.values() if one.kind.booklet}
    whole = {name: booklet.cards[0].qty for name, booklet in booklets.items()}
    assert printed == {**planned(made), **whole}, "a booklet is counted, not its pages"


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("key", EACH_GAME)
def test_faces_are_sound(key: str, ink: Ink) -> None:
    for piece in kit(key, ink).pieces:
        for side in filter(None, (piece.face, piece.back)):
            assert [str(finding) for finding in side.findings] == []
            assert side.trim == piece.face.trim
            assert list(too_small(side)) == [], piece.id


@pytest.mark.parametrize("key", EACH_GAME)
def test_pieces_of_a_component_are_of_one_size(key: str) -> None:
    for name in game(key).components:
        assert len({p.trim for p in kit(key).pieces if p.component.name == name}) == 1


def too_small(side: Face) -> Iterator[str]:
    """Yield every run of text that is set smaller than people read."""
    for text, place in texts(side.nodes, IDENTITY):
        points = text.size * sqrt(abs(place.a * place.d - place.b * place.c)) * POINTS_PER_MM
        if points < LEAST_TYPE - 0.005:
            yield f"{text.string!r} is set in {points:.2f} pt"


def texts(nodes: Iterable[Node], place: Affine) -> Iterator[tuple[Text, Affine]]:
    for node in nodes:
        if isinstance(node, Group):
            yield from texts(node.nodes, place @ node.place)
        elif isinstance(node, Text):
            yield node, place
