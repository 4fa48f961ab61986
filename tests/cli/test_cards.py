"""``pnp build --card``: some cards are a part of a kit, with counts and a proof of their own."""

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from tests.projects import change, owls, pnp


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


def built(project: Path, *words: str) -> dict[str, Any]:
    """Return the manifest of the only part that a build makes."""
    result = pnp(project, "build", *words)
    assert result.exit_code == 0, result.output
    (found,) = (project / "output/owls").rglob("manifest.json")
    return json.loads(found.read_text(encoding="utf-8"))


def test_only_the_cards_of_a_pattern_are_printed_and_proved(project: Path) -> None:
    made = built(project, "--card", "owl/b*")
    pieces = {piece["id"]: piece["qty"] for piece in made["pieces"]}
    assert pieces == {"owl/barn": 3, "owl/blind": 1}
    assert made["proof"] == made["proof"] | {"passed": True, "faces": 4, "backs": 4, "findings": []}
    assert made["components"][0]["qty"] == 4
    assert [sheet["contents"] for sheet in made["sheets"]] == [{"owl": 4}]
    assert made["options"]["components"] == ["owl/b*"]


def test_several_patterns_and_components_are_one_part(project: Path) -> None:
    made = built(project, "--card", "owl/snow", "--card", "owl/bl*", "--component", "chip")
    assert [piece["id"] for piece in made["pieces"]] == ["owl/snow", "owl/blind", "chip/dot"]
    assert made["proof"]["faces"] == 2 + 1 + 4


def test_a_kit_is_left_as_it_is_and_the_card_is_drawn_as_in_it(project: Path) -> None:
    whole = built(project, "--component", "owl")
    kit = project / "output/owls/parts"
    assert pnp(project, "build", "--card", "owl/snow").exit_code == 0
    part = json.loads((kit / "owl.snow/manifest.json").read_text(encoding="utf-8"))
    assert [piece["id"] for piece in part["pieces"]] == ["owl/snow"]
    assert part["pieces"][0] == next(p for p in whole["pieces"] if p["id"] == "owl/snow")


def test_the_guide_of_a_part_counts_its_cards(project: Path) -> None:
    entry = "  how: {kind: guide, stock: paper, size: 190 x 250 mm, face: guide.svg}\n  chip:"
    change(project, "card_data/owls/game.yaml", "  chip:", entry)
    assert pnp(project, "build", "--card", "owl/snow", "--component", "how").exit_code == 0
    (file,) = project.rglob("owls-kit.pdf")
    with pypdfium2.PdfDocument(file) as pdf:
        assert "2 × Owl" in pdf[0].get_textpage().get_text_range()
