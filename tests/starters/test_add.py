"""``pnp add``: all of a component or nothing, and everything else stays byte for byte."""

import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli.commands import main
from pnp.kinds.catalog import KINDS
from pnp.starters.add import TO_ADD
from tests.cli.test_commands import held
from tests.conftest import ROOT
from tests.projects import GAME, owls, pnp

GAME_FILE = "card_data/owls/game.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


def refused(project: Path, *words: str) -> str:
    """Run ``pnp add``; it has to be refused, and to write nothing."""
    before = held(project)
    result = pnp(project, "add", *words)
    assert result.exit_code == 2, result.output
    assert held(project) == before
    return result.output


def game_yaml(project: Path, text: str, encoding: str = "utf-8") -> bytes:
    """Write a project's game.yaml; return its bytes."""
    data = text.encode(encoding)
    (project / GAME_FILE).write_bytes(data)
    return data


def added(project: Path, name: str = "chest") -> bytes:
    """Add a token; return the bytes of game.yaml then."""
    result = pnp(project, "add", "token", name)
    assert result.exit_code == 0, result.output
    assert f"{name} " in pnp(project, "games").output
    return (project / GAME_FILE).read_bytes()


def test_a_build_has_a_component_of_each_kind_at_once(tmp_path: Path) -> None:
    pnp(tmp_path, "new", "game")
    project = tmp_path / "game"
    for kind in TO_ADD:
        result = pnp(project, "add", kind, f"own-{kind}")
        assert result.exit_code == 0, result.output
        assert all((project / line).is_file() for line in result.output.splitlines()[:-1])
    assert pnp(project, "check").output == "Game: all 3 checked facts hold\n"
    built = pnp(project, "build", "--strict")
    assert built.exit_code == 0, built.output


def test_the_kinds_to_add_are_told(tmp_path: Path) -> None:
    assert set(TO_ADD) <= set(KINDS.all)
    assert {path.name for path in (ROOT / "pnp/starters/components").iterdir()} == set(TO_ADD)
    help_text = " ".join((main.commands["add"].help or "").split())
    assert f"KIND is {', '.join(TO_ADD[:-1])} or {TO_ADD[-1]};" in help_text


def test_a_component_is_added_once(project: Path) -> None:
    added(project)
    output = refused(project, "deck", "chest")
    assert f"{GAME_FILE}:" in output
    assert "there is a component chest already" in output


@pytest.mark.parametrize("file", ["card_data/owls/gem.csv", "templates/owls/gem.svg"])
def test_no_file_is_replaced(project: Path, file: str) -> None:
    (project / file).parent.mkdir(parents=True, exist_ok=True)
    (project / file).write_text("mine")
    assert f"{file}: the file exists already" in refused(project, "token", "gem")


@pytest.mark.parametrize("name", ["Gem", "a_b", "-a", "a--b", "../x", "x" * 61, "émile"])
def test_a_name_that_no_component_can_have_is_refused(project: Path, name: str) -> None:
    assert "cannot be used as a name" in refused(project, "--", "token", name)


@pytest.mark.parametrize("name", ["play", "players", "palette", "ink"])
def test_a_name_that_facts_have_for_something_else_is_refused(project: Path, name: str) -> None:
    said = refused(project, "token", name)
    assert f'"{name}" is ' in said
    assert f"as in {name}-card" in said


@pytest.mark.parametrize("name", ["con", "aux", "com1"])
def test_a_name_that_windows_keeps_for_a_device_is_refused(project: Path, name: str) -> None:
    said = refused(project, "token", name)
    assert f'"{name}" cannot name files on every system' in said
    assert f"but not {name}-1" in said


def test_an_unknown_kind_is_refused(project: Path) -> None:
    assert 'did you mean "token"?' in refused(project, "tokens", "gem")
    assert "the kinds to add are deck, tile" in refused(project, "spinner", "wheel")


def test_outside_a_project_nothing_is_added(tmp_path: Path) -> None:
    assert "there is no project here" in refused(tmp_path, "deck", "gem")


def test_one_of_several_games_is_named(project: Path) -> None:
    other = project / "card_data/larks"
    other.mkdir()
    (other / "game.yaml").write_text(
        GAME.replace("rows: owl.csv", "rows: [{id: x, name: x, eyes: 1}]")
    )
    assert "--game and one of larks, owls" in refused(project, "token", "gem")
    told = refused(project, "token", "gem", "--game", "lark")
    assert 'the project has no game "lark"' in told
    assert pnp(project, "add", "token", "gem", "--game", "larks").exit_code == 0
    assert (other / "gem.csv").is_file()
    assert (project / "templates/larks/gem.svg").is_file()
    assert pnp(other, "add", "token", "jet").exit_code == 0
    assert (other / "jet.csv").is_file()


def test_a_key_that_yaml_would_not_take_for_text_is_quoted(tmp_path: Path) -> None:
    folder = tmp_path / "card_data/@ owls #1"
    owls(tmp_path)
    (tmp_path / "card_data/owls").rename(folder)
    assert pnp(tmp_path, "add", "token", "gem").exit_code == 0
    assert '    face: "@ owls #1/gem.svg"\n' in (folder / "game.yaml").read_text()
    assert pnp(tmp_path, "games").exit_code == 0


def test_names_that_stand_for_others_in_the_files_can_be_used(project: Path) -> None:
    added(project, "my-game")
    assert b"face: owls/my-game.svg" in added(project, "my-part")


ENTRY = """\
  chest:
    kind: token
    size: 20 x 20 mm
    bleed: 2 mm
    safe: 1 mm
    cut: outline # along the circle that the template draws
    columns: {worth: int}
    rows: chest.csv
    face: owls/chest.svg
"""

CHIP = "{kind: token, size: 20 x 20 mm, bleed: 2 mm, face: chip.svg, rows: [{id: dot}]}"

OVER_LINES = CHIP.replace(", ", ",\n").replace("}]}", "\n}]}")

HEAD = "title: Owls\nplayers: 2\n"

PLACES = {
    "at the end": (f"{HEAD}components:\n  chip: {CHIP}\n", ""),
    "before other keys": (f"components:\n  chip: {CHIP}\n", HEAD),
    "before a comment on other keys": (f"components:\n  chip: {CHIP}\n", f"\n# the rest\n{HEAD}"),
    "behind its own comments": (
        f"{HEAD}components: # all\n  # one\n  chip: {CHIP} # x\n  # y\n",
        "",
    ),
    "before blank lines": (f"{HEAD}components:\n\n  chip: {CHIP}\n", "\n\n"),
    "behind braces over lines": (
        f"components:\n  chip: {OVER_LINES}\n",
        HEAD,
    ),
    "behind a block of text": (
        "components:\n  chip:\n    kind: token\n    size: 20 x 20 mm\n    face: chip.svg\n"
        "    bleed: 2 mm\n    rows:\n      - id: dot\n        words: |\n          # one\n\n"
        "          two\n",
        f"\n{HEAD}",
    ),
    "behind an alias": (
        f"{HEAD}play: {{one: &one [{{id: dot}}]}}\ncomponents:\n  chip:\n    kind: token\n"
        "    size: 20 x 20 mm\n    bleed: 2 mm\n    face: chip.svg\n    rows: *one\n",
        "",
    ),
    "in a document with marks": (f"---\n{HEAD}components:\n  chip: {CHIP}\n", "...\n"),
    "with tabs where they may be": (f"{HEAD}components:\t# all\n  chip:\t{CHIP}\t\n", ""),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_entry_is_inserted_and_the_rest_stays(place: str, project: Path) -> None:
    before, after = PLACES[place]
    game_yaml(project, before + after)
    assert added(project).decode() == before + ENTRY + after


def test_the_file_s_own_indentation_is_kept(project: Path) -> None:
    before = f"{HEAD}components:\n    chip: {CHIP}\n"
    game_yaml(project, before)
    deeper = "".join(
        line.replace("    ", "        ", 1) if line.startswith("    ") else f"  {line}"
        for line in ENTRY.splitlines(keepends=True)
    )
    assert added(project).decode() == before + deeper


def test_a_file_without_a_last_line_end_stays_without(project: Path) -> None:
    before = f"{HEAD}components:\n  chip: {CHIP}"
    game_yaml(project, before)
    assert added(project).decode() == f"{before}\n{ENTRY.rstrip()}"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_line_ends_and_encoding_are_kept(project: Path, encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    text = f"title: Øwls 🦉\nplayers: 2\ncomponents:\n  chip: {CHIP}\n".replace("\n", "\r\n")
    before = game_yaml(project, mark + text, encoding)
    codec = encoding.removesuffix("-sig")
    more = ENTRY.replace("\n", "\r\n").encode("utf-16-le" if codec == "utf-16" else codec)
    assert added(project) == before + more


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (f"{HEAD}components: {{chip: {CHIP}}}\n", ":3:1", "no component can be added here"),
        (f"{{title: Owls, players: 2, components: {{chip: {CHIP}}}}}\n", ":1:", "no component"),
        (f"{HEAD}", ":1", 'the key "components" is missing'),
        (f"{HEAD}components:\n", ":3:1", "no component can be added here"),
        (f"{HEAD}components: [a]\n", ":3:1", "no component can be added here"),
        (f"{HEAD}components:\n  ? chip\n  : {CHIP}\n", ":4:", "no component can be added here"),
        (f"{HEAD}components:\n\tchip: {CHIP}\n", ":4:1", "cannot start any token"),
        ("[]\n", ":1", 'the key "components" is missing'),
        (f"play: &c\n  chip: {CHIP}\n{HEAD}components: *c\n", ":5:1", "no component can be added"),
    ],
)
def test_a_file_without_a_place_is_refused_with_the_line(
    text: str, place: str, words: str, project: Path
) -> None:
    game_yaml(project, text)
    output = refused(project, "token", "chest")
    assert f"{GAME_FILE}{place}" in output
    assert words in output
    assert "hint:" in output


def test_nothing_is_left_where_a_file_cannot_be_written(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device", str(path))

    before = held(project)
    monkeypatch.setattr(Path, "replace", full)
    result = pnp(project, "add", "token", "gem")
    assert result.exit_code == 2
    assert held(project) == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks no folders")
def test_components_that_are_added_at_once_are_all_there(project: Path) -> None:
    names = [f"part-{number}" for number in range(6)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "pnp", "add", "deck", name],
            cwd=project,
            stdout=subprocess.DEVNULL,
        )
        for name in names
    ]
    assert [each.wait() for each in running] == [0] * len(names)
    told = pnp(project, "games").output
    assert all(name in told for name in names)
