"""What the guides show is what runs: their game, their facts, their tables, their commands."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from pnp.base.diagnostics import Where
from pnp.data.document import parse_document, read_document
from pnp.data.game import Game
from pnp.kinds.catalog import BUILT_IN, KINDS
from pnp.kinds.kind import shared_values
from pnp.kit import draw
from pnp.rulebook.contract import schema_of
from pnp.rulebook.evaluate import evaluate
from pnp.rulebook.evaluation import Evaluation, FactContext, Scope
from pnp.rulebook.functions import FUNCTIONS
from pnp.rulebook.grammar import Source, parse
from pnp.rulebook.values import show
from pnp.scene.page import Ink
from pnp.template.binding import CONTROLS, OF_TEXT, ROLES
from pnp.template.expression import compile_text, scope
from tests.guides import ROOT, Step, blocks, follow, read, rows
from tests.make import load

DATA, TEMPLATES = read("card_data/README.md"), read("templates/README.md")


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Step]]:
    """A project made by following both guides, and what was run in it."""
    project = tmp_path_factory.mktemp("guides")
    return project, [*follow(TEMPLATES, project), *follow(DATA, project)]


@pytest.fixture(scope="module")
def game(steps: tuple[Path, list[Step]]) -> Game:
    return load(steps[0] / "card_data/moth-lane")


def test_every_command_says_what_the_guide_shows(steps: tuple[Path, list[Step]]) -> None:
    told = [step for step in steps[1] if step.shown]
    assert [step.said for step in told] == [step.shown for step in told]
    assert len(told) >= 6


def test_every_block_of_data_is_sound() -> None:
    for guide in (DATA, TEMPLATES):
        for block in blocks(guide):
            if block.language == "yaml" and not block.text.startswith("#"):
                parse_document(block.text, "guide.yaml")
            if block.language == "json":
                json.loads(block.text)


def test_the_table_of_functions_is_whole_and_each_example_gives_its_value(game: Game) -> None:
    kit = FactContext(game, draw(game).pieces)
    table = rows(DATA, "### Functions", 3)
    assert [_value(kit, call) for call, _, _ in table] == [value for _, _, value in table]
    shown = {name for name in FUNCTIONS for call, _, _ in table if f"{name}(" in call}
    assert shown == set(FUNCTIONS)


def _value(kit: FactContext, text: str) -> str:
    source = Source.of(text, Where("guide"), None)
    return show(evaluate(Evaluation(kit, source), parse(source).root, Scope()))


def test_every_expression_of_a_template_gives_its_value(game: Game) -> None:
    moth = game.components["moth"]
    card = moth.cards[0]
    values = scope(
        {
            "card": {**card.values, "id": card.id, "qty": card.qty},
            **shared_values(game, moth, Ink.FULL),
        }
    )
    examples = rows(TEMPLATES, "### Expressions", 2)
    for text, value in examples:
        assert compile_text(text, Where("guide"))(values) == value
    named = " ".join(cell for cell, _, _ in rows(TEMPLATES, "## Names and expressions", 3))
    assert [name for name in shared_values(game, moth, Ink.FULL) if name not in named] == []


def test_the_templates_guide_names_every_attribute_of_its_namespace() -> None:
    named = " ".join(cell for cell, _ in rows(TEMPLATES, "## What to write", 2))
    assert [name for name in (*CONTROLS, *OF_TEXT) if f"pnp:{name}=" not in named] == []
    assert [role for role in ROLES if f'pnp:role="{role}"' not in named] == []


def test_the_tables_of_keys_are_those_of_the_files() -> None:
    assert rows(DATA, "## The keys of a fact", 2) == _keys("rulebook", "CheckedFact")
    assert rows(DATA, "### game.yaml", 2) == _keys("game", None)
    assert rows(DATA, "### Set-up", 2) == _keys("game", "SetupEntry")
    assert rows(DATA, "### Boards", 2) == _keys("board", None)
    assert rows(DATA, "### Links", 2) == _keys("board", "NamedLink")


def test_the_table_of_components_has_each_key_of_each_kind() -> None:
    kinds: dict[tuple[str, str], list[str]] = {}
    every = list(BUILT_IN)
    for kind in map(KINDS.named, BUILT_IN):
        for key, meaning in _keys("game", kind.entry.__name__):
            kinds.setdefault((key, meaning), []).append(kind.name)
    expected = [
        [key, "every kind" if of == every else ", ".join(of), meaning]
        for (key, meaning), of in kinds.items()
    ]
    assert rows(DATA, "### Components", 3) == expected


_schema = cache(schema_of)


def _keys(document: str, model: str | None) -> list[list[str]]:
    schema = _schema(document)
    part: Mapping[str, Mapping[str, Mapping[str, str]]] = (
        schema if model is None else schema["$defs"][model]
    )
    return [[key, field.get("description", "")] for key, field in part["properties"].items()]


@pytest.mark.parametrize("name", ["game", "board", "rulebook"])
def test_every_file_fits_the_schema_that_an_editor_holds_it_against(
    name: str, steps: tuple[Path, list[Step]]
) -> None:
    schema = json.loads((steps[0] / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    data = (ROOT / "card_data", steps[0] / "card_data")
    files = [file for folder in data for file in folder.glob(f"*/{name}.yaml")]
    assert len(files) >= 2
    for file in files:
        told = Draft202012Validator(schema).iter_errors(_plain(read_document(file, file.name).data))
        assert [error.message for error in told] == [], file


def _plain(data: object) -> object:
    """Return data as an editor reads it: in JSON every key is text."""
    return json.loads(json.dumps(data))
