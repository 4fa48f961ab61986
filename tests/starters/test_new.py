"""``pnp new``: each small game is finished, without a warning, and an editor knows its files."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from pnp.data.document import read_document
from pnp.data.project import Project
from pnp.preview.desk import Desk
from pnp.starters.new import STARTERS
from tests.cli.test_commands import held
from tests.conftest import ROOT
from tests.kits.bundled import chosen
from tests.projects import pnp


@pytest.fixture(scope="module", params=STARTERS)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "owl-night"
    made = pnp(folder.parent, "new", "owl-night", "--from", request.param)
    assert made.exit_code == 0, made.output
    return folder


def test_its_facts_hold_and_nothing_is_found(project: Path) -> None:
    result = pnp(project, "check", "--json")
    told = json.loads(result.output)
    assert {entry["status"] for entry in told} == {"pass"}
    assert 3 <= len(told) <= 6
    assert result.exit_code == 0


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_build_has_no_warnings(project: Path, ink: str, tmp_path: Path) -> None:
    result = pnp(project, "build", "--strict", "--ink", ink, "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "warning [" not in result.output
    assert "proof passed" in result.output


def test_each_component_can_be_shown(project: Path, tmp_path: Path) -> None:
    (game,) = json.loads(pnp(project, "games", "--json").output)
    for component in game["components"]:
        if component["kind"] != "guide":
            file = tmp_path / f"{component['name']}.png"
            result = pnp(project, "show", component["name"], "-o", str(file), "--dpi", "20")
            assert (result.exit_code, file.exists()) == (0, True), result.output


def test_the_live_view_has_nothing_to_tell(project: Path) -> None:
    desk = Desk(project / "card_data/owl-night", Project(project), chosen())
    desk.redraw()
    assert desk.state["problems"] == []
    assert len(desk.state["components"]) >= 3


def test_its_key_is_in_every_file_and_name(project: Path) -> None:
    assert (project / "card_data/owl-night/game.yaml").is_file()
    for name, data in held(project).items():
        assert "my-game" not in name
        assert b"my-game" not in data.lower().replace(b" ", b"-")


def test_an_editor_finds_a_schema_for_each_data_file(project: Path) -> None:
    settings = json.loads((project / ".vscode/settings.json").read_text("utf-8"))
    known = settings["yaml.schemas"]
    for file in (project / "card_data/owl-night").glob("*.yaml"):
        name = file.relative_to(project)
        (schema,) = [one for one, patterns in known.items() if name.match(patterns)]
        first = file.read_text("utf-8").splitlines()[0]
        (told,) = re.findall(r"\$schema=(\S+)", first)
        assert (file.parent / told).resolve() == (project / schema).resolve()
        assert json.loads((project / schema).read_text("utf-8"))["properties"]


def test_what_is_made_is_not_kept_by_git(project: Path) -> None:
    assert "output/" in (project / ".gitignore").read_text("utf-8").split()


def test_its_readme_fits_on_a_screen_and_its_commands_run(tmp_path: Path) -> None:
    pnp(tmp_path, "new", "owls")
    text = (tmp_path / "owls/README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 12
    commands = [shlex.split(line) for line in re.findall(r"^    pnp (.*?)  ", text, re.M)]
    assert [words[0] for words in commands] == ["preview", "show", "check", "add", "build"]
    for name, *words in commands[1:]:
        filled = ["more" if word == "NAME" else word for word in words]
        result = pnp(tmp_path / "owls", name, *filled)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("folder", "key"), [("Owl Night", "owl-night"), ("Ünder_the 2nd MOON!", "under-the-2nd-moon")]
)
def test_a_key_is_made_of_the_folder_s_name(folder: str, key: str, tmp_path: Path) -> None:
    assert pnp(tmp_path, "new", folder).exit_code == 0
    assert pnp(tmp_path / folder, "games").output.startswith(f"{key}: ")
    assert pnp(tmp_path / folder, "check").exit_code == 0


@pytest.mark.parametrize(
    ("folder", "enters"), [("-d2", "cd ./-d2 && "), ("an owl", "cd 'an owl' && ")]
)
def test_the_next_step_can_be_pasted(folder: str, enters: str, tmp_path: Path) -> None:
    for words in (("new", "--"), ("customise", "--", "halloween")):
        made = pnp(tmp_path, *words, folder)
        assert enters in made.output.splitlines()[-1]
        shutil.rmtree(tmp_path / folder)


@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("market-day", "Market Day"),
        ("owls", "Owls"),
        ("Tea for_two", "Tea for two"),
        ("Ünder_the 2nd MOON!", "Ünder the 2nd MOON"),
        ("the-owl's-nest", "The Owl's Nest"),
        ("茶-tea", "Tea"),
        ("2048", "2048"),
        ("null", "Null"),
        ("a-very-long-night-among-the-owls", "A Very Long Night Among"),
        ("x" * 50, "X" + "x" * 23),
    ],
)
def test_the_game_has_the_title_of_its_folder_s_name(
    folder: str, title: str, tmp_path: Path
) -> None:
    assert pnp(tmp_path, "new", folder).exit_code == 0
    found = pnp(tmp_path / folder, "check")
    assert (found.exit_code, found.output) == (0, f"{title}: all 3 checked facts hold\n")


@pytest.mark.parametrize("starter", STARTERS)
def test_a_long_title_fits_into_every_drawing(starter: str, tmp_path: Path) -> None:
    folder = "WWWW MMMM WWWW MMMM WWWW"
    assert pnp(tmp_path, "new", folder, "--from", starter).exit_code == 0
    found = pnp(tmp_path / folder, "check")
    assert (found.exit_code, "facts hold" in found.output) == (0, True), found.output


def test_a_name_without_letters_is_refused(tmp_path: Path) -> None:
    result = pnp(tmp_path, "new", "!!")
    assert result.exit_code == 2
    assert "gives no name for a game" in result.output
    assert held(tmp_path) == {}


def test_a_link_to_itself_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    made = pnp(tmp_path, "new", "loop/owls")
    assert (made.exit_code, made.output.startswith("error: loop/owls: ")) == (2, True)


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "owls").mkdir()
    (tmp_path / "owls/mine.txt").write_text("mine")
    for place in "owls", "owls/mine.txt":
        result = pnp(tmp_path, "new", place)
        assert result.exit_code == 2
        assert "has files already" in result.output
    assert held(tmp_path) == {"owls/mine.txt": b"mine"}


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "owls").mkdir()
    assert pnp(tmp_path / "owls", "new", ".").exit_code == 0
    assert (tmp_path / "owls/card_data/owls/game.yaml").is_file()


def test_a_colour_of_a_data_file_is_one_of_the_palette(project: Path) -> None:
    """Whoever changes the palette changes the game: templates take their colours from there."""
    game = read_document(project / "card_data/owl-night/game.yaml", "game.yaml").data
    used = set()
    for template in (project / "templates/owl-night").glob("*.svg"):
        text = template.read_text("utf-8")
        used |= set(re.findall(r"palette\.(\w+)", text))
        for said in re.findall(r'pnp:palette="([^"]*)"', text):
            used |= {entry.split()[0] for entry in said.split(";")}
    assert used
    assert used <= set(game["palette"])


def test_a_wheel_takes_the_starters_along() -> None:
    """The wheel holds the package's folder; nothing there may be a file that git ignores."""
    build = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'packages = ["pnp"]' in build
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    folder = ROOT / "pnp/starters"
    for path in folder.rglob("*"):
        hidden = path.name.startswith(".") or f"{path.name}/" in ignored
        assert not hidden or path.name == "__pycache__", path


def test_plain_yaml_readers_read_the_same(project: Path) -> None:
    file = project / "card_data/owl-night/game.yaml"
    told = yaml.safe_load(file.read_text("utf-8"))
    assert list(told["components"]) == list(read_document(file, "x").data["components"])


@pytest.mark.parametrize("name", ["CON", "aux", "nul", "prn", "com1", "LPT9"])
def test_a_name_that_windows_keeps_is_refused_before_anything_is_written(
    name: str, tmp_path: Path
) -> None:
    result = pnp(tmp_path, "new", name)
    assert (result.exit_code, [*tmp_path.iterdir()]) == (2, [])
    assert f'"{name.lower()}" cannot name a kit on every system' in result.output
