"""The bundled games in their other languages: whole, true to the rulebook, and fit for print."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from pnp.base.diagnostics import Finding, Severity
from pnp.build import build
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.kinds.catalog import KINDS
from pnp.kit import draw
from pnp.preflight.coverage import coverage
from pnp.rulebook.judge import check
from pnp.rulebook.report import failures
from pnp.scene.node import Text
from pnp.scene.sameness import look
from pnp.template.render import Templates
from tests.conftest import ROOT
from tests.kits.bundled import FIRST, GAMES, chosen, game
from tests.make import leaves

BOX = "tuck-box"

LANGUAGES = [(key, language) for key in GAMES for language in game(key).languages[1:]]

EACH_LANGUAGE = [
    pytest.param(*one, marks=() if one[0] == FIRST else pytest.mark.thorough) for one in LANGUAGES
]


def translated(key: str, language: str) -> Game:
    return load_game(ROOT / "card_data" / key, Project(ROOT), KINDS, language)


def told(findings: Iterable[Finding]) -> list[str]:
    return [str(finding) for finding in findings]


@pytest.mark.parametrize(("key", "language"), EACH_LANGUAGE)
def test_every_text_is_translated_and_fits_and_the_facts_hold(key: str, language: str) -> None:
    made = translated(key, language)
    drawn = draw(made)
    said = coverage(made, drawn.pieces, drawn.templates)
    assert said is not None
    assert said.lacking == ()
    assert told((*said.findings, *drawn.findings)) == []
    assert told(failures(check(made, drawn.pieces))) == []


def test_a_game_in_another_language_has_the_same_pieces() -> None:
    for key, language in LANGUAGES:
        one, other = game(key), translated(key, language)
        for component in one.components.values():
            rows = [(card.id, card.qty) for card in component.cards]
            assert rows == [(card.id, card.qty) for card in other.component(component.name).cards]


def test_flaps_say_where_glue_goes_in_the_language() -> None:
    (box,) = (p for p in draw(translated("halloween", "de")).pieces if p.component.name == BOX)
    said = [node.string for node in leaves(box.face.nodes) if isinstance(node, Text)]
    assert "kleben" in said
    assert "glue" not in said


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "language"), LANGUAGES)
def test_drawn_beside_the_english_one_it_looks_as_if_drawn_alone(key: str, language: str) -> None:
    def looks(templates: Templates | None) -> list[tuple[str, str]]:
        pieces = draw(made, templates=templates).pieces
        sides = ((p.id, side) for p in pieces for side in (p.face, p.back) if side is not None)
        return [(id_, look(side.nodes)) for id_, side in sides]

    made = translated(key, language)
    english = draw(game(key)).templates
    assert looks(english.in_language(made.language, made.translation)) == looks(None)


@pytest.mark.thorough
@pytest.mark.parametrize("way", [{"ink": "low"}, {"backs": "gutterfold"}], ids=str)
@pytest.mark.parametrize(("key", "language"), LANGUAGES)
def test_a_translated_kit_is_free_of_errors_and_proved(
    key: str, language: str, way: dict[str, str], tmp_path: Path
) -> None:
    options = chosen(**way, formats=["pdf"], language=language)
    made = build(ROOT / "card_data" / key, Project(ROOT), options, tmp_path, lambda step: None)
    assert made.proof.line().startswith("proof passed")
    assert told(f for f in made.findings if f.severity is Severity.ERROR) == []
