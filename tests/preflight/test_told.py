"""Who tells what the print rules found: the build, its manifest, and the check for scripts."""

import json
from pathlib import Path

import pytest

from tests.projects import change, owls, pnp


@pytest.fixture
def pale(tmp_path: Path) -> Path:
    project = owls(tmp_path)
    change(project, "templates/owl.svg", 'id="name"', 'id="name" fill="#c8b48c"')
    return project


def test_a_build_tells_and_goes_on(pale: Path) -> None:
    result = pnp(pale, "build", "--format", "svg")
    assert result.exit_code == 0
    assert "warning [low-contrast] owl/barn" in result.output
    manifest = json.loads(
        (pale / "output/owls/parts/svg/manifest.json").read_text(encoding="utf-8")
    )
    assert [finding["rule"] for finding in manifest["findings"]] == ["low-contrast"]
    assert pnp(pale, "build", "--format", "svg", "--strict").exit_code == 1


def test_a_part_of_a_kit_is_looked_at_alone(pale: Path) -> None:
    result = pnp(pale, "build", "--format", "svg", "--component", "chip")
    assert "low-contrast" not in result.output


def _line_of_name(project: Path) -> int:
    """Return the line where the tag of the element for the name ends, as XML counts it."""
    text = (project / "templates/owl.svg").read_text("utf-8")
    return text[: text.index(">", text.index('id="name"'))].count("\n") + 1


def test_a_check_tells_scripts(pale: Path) -> None:
    result = pnp(pale, "check", "--only", "low-contrast", "--json")
    assert result.exit_code == 0
    (entry,) = json.loads(result.output)
    assert (entry["status"], entry["tier"]) == ("warning", "print")
    assert (entry["file"], entry["line"]) == ("templates/owl.svg", _line_of_name(pale))
    (run,) = json.loads(pnp(pale, "check", "--format", "sarif").output)["runs"]
    assert [found["level"] for found in run["results"]] == ["warning"]
