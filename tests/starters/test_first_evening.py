"""What pnp/starters/README.md shows: each of its commands, and each file as it is told to be."""

import re
from difflib import ndiff
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.conftest import ROOT
from tests.guides import Step, blocks, follow
from tests.projects import pnp

PAGE = (ROOT / "pnp/starters/README.md").read_text(encoding="utf-8")

NOTICED, MOST_APART = 40, 0.005
"""Of 255 in a pixel, and of all pixels: libraries of another version may smooth otherwise."""

BEGIN = "pnp new owl-night\n"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Step], dict[str, str]]:
    """The project of the page, what was run in it, and the files it began with."""
    folder = tmp_path_factory.mktemp("evening")
    first, going, *_ = blocks(PAGE)
    assert (first.text, going.text) == (BEGIN, "cd owl-night\n")
    assert pnp(folder, *BEGIN.split()[1:]).exit_code == 0
    project = folder / "owl-night"
    begun = {
        path.relative_to(project).as_posix(): path.read_text("utf-8")
        for path in project.rglob("*.*")
        if path.is_file()
    }
    rest = PAGE.split("cd owl-night\n```\n", 1)[1]
    return project, [*follow(rest, project)], begun


def test_every_command_says_what_the_page_shows(
    evening: tuple[Path, list[Step], dict[str, str]],
) -> None:
    _, steps, _ = evening
    commands = [step.command.split()[1] for step in steps]
    assert commands == ["show", "show", "check", "check", "add", "build"]
    assert [step.said for step in steps] == [step.shown for step in steps]


def test_the_reader_writes_one_row_and_changes_a_few_lines(
    evening: tuple[Path, list[Step], dict[str, str]],
) -> None:
    _, _, begun = evening
    written = {block.path: block.text for block in blocks(PAGE) if block.path}
    changes = {path: _changes(begun[path], text) for path, text in written.items()}
    assert {path.rpartition("/")[2]: len(lines) for path, lines in changes.items()} == {
        "pond.csv": 1,
        "rulebook.yaml": 2 * 7,
    }


def test_the_pictures_are_those_that_the_commands_make(
    evening: tuple[Path, list[Step], dict[str, str]], pytestconfig: pytest.Config
) -> None:
    project, _, _ = evening
    names = re.findall(r"!\[[^\]]+\]\(\.\./\.\./\.readme/(\S+)\)", PAGE)
    assert names == ["pond.png", "toad.png"]
    for name in names:
        kept = ROOT / ".readme" / name
        if pytestconfig.getoption("accept"):
            kept.write_bytes((project / name).read_bytes())
        with Image.open(project / name) as made, Image.open(kept) as shown:
            assert made.size == shown.size
            apart = ImageChops.difference(made.convert("RGB"), shown.convert("RGB")).convert("L")
            assert sum(apart.histogram()[NOTICED:]) <= made.width * made.height * MOST_APART, name


def _changes(before: str, after: str) -> list[str]:
    lines = ndiff(before.splitlines(), after.splitlines())
    return [line for line in lines if line.startswith(("+", "-"))]


def test_every_file_that_is_named_is_there(
    evening: tuple[Path, list[Step], dict[str, str]],
) -> None:
    project, _, _ = evening
    (listed,) = (block.text for block in blocks(PAGE) if block.language == "" and not block.path)
    for line in listed.splitlines():
        assert (project / line.split()[0]).exists()
    (printed,) = re.findall(r"Print `(\S+)`", PAGE)
    assert (project / printed).is_file()
    assert 'id="heron"' in (project / "templates/owl-night/animals.svg").read_text("utf-8")
