"""The commands as a user meets them: words, files and exit codes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pnp.cli.commands import main
from pnp.output import files
from tests.bounded import unmeasured
from tests.conftest import ROOT
from tests.projects import change, owls, pnp

COMMANDS = tuple(main.commands)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


def held(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_does(command: str, tmp_path: Path) -> None:
    result = pnp(tmp_path, command, "--help")
    assert result.exit_code == 0
    first = result.output.splitlines()[2].strip()
    assert first[0].isupper()


HEAVY = (
    "click jinja2 lxml PIL pikepdf pydantic pypdfium2 reportlab svgwrite uharfbuzz yaml "
    "html http.client multiprocessing urllib.request"
)
"""The libraries that take a while to load."""

TO_READ = "click pydantic yaml"
TO_DRAW = f"{TO_READ} jinja2 lxml uharfbuzz"
TO_PRINT = f"{TO_DRAW} PIL pypdfium2 reportlab"
TO_EXCHANGE = "svgwrite http.client urllib.request"
"""What writes SVG could also fetch style sheets from the web."""

UNUSUAL = (
    "data.boardfile data.workbook delta.edition delta.updatesheet kinds.booklet kinds.box "
    "kinds.gameboard kinds.guide kinds.track svg.filters"
)
"""Modules for what few games have, and the owls have not."""


@pytest.mark.parametrize(
    ("words", "needed", "idle"),
    [
        ("--help", "click", "data geometry.polygon kinds scene text"),
        ("games", TO_READ, "imposition preflight rulebook svg template text"),
        ("completion bash", "click yaml", "imposition kinds preflight rulebook svg template text"),
        ("check", TO_DRAW, "export output proof.prove stats"),
        (
            "show owl/barn -o owl.svg",
            f"{TO_DRAW} {TO_EXCHANGE}",
            "export.pdf proof rulebook.contract",
        ),
        ("show owl/barn -o owl.png", TO_PRINT, "export.svg markup proof rulebook.contract"),
        (
            "build --format pdf",
            f"{TO_PRINT} pikepdf",
            "export.svg markup proof.svgsheets rulebook.explanation stats",
        ),
        ("build", f"{TO_PRINT} pikepdf {TO_EXCHANGE}", "rulebook.explanation stats"),
    ],
)
def test_a_command_loads_what_it_needs(project: Path, words: str, needed: str, idle: str) -> None:
    """``idle`` are rooms and modules of the program that are not loaded."""
    loaded = loaded_by(project, words)
    assert {name for name in HEAVY.split() if name in loaded} <= set(needed.split())
    names = {f"pnp.{name}" for name in f"{idle} {UNUSUAL}".split()}
    assert loaded & names == set()


def test_a_game_without_a_rulebook_loads_no_language_of_facts(project: Path) -> None:
    (project / "card_data" / "owls" / "rulebook.yaml").unlink()
    assert "pnp.rulebook.contract" not in loaded_by(project, "build --format pdf")


def loaded_by(project: Path, words: str) -> set[str]:
    """Return the names of all modules that a command loads in a process of its own.

    What Python has loaded before does not count: a measurement of coverage brings modules, too.
    """
    tell = "import atexit, sys; old = {*sys.modules}; "
    tell += "atexit.register(lambda: print(*(sys.modules.keys() - old), file=sys.stderr))"
    run = f"{tell}; from pnp.__main__ import main; main()"
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    result = subprocess.run(
        [sys.executable, "-c", run, *words.split()],
        cwd=project,
        env=path,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return set(result.stderr.split())


def test_games_lists_the_project_s_games(project: Path) -> None:
    assert pnp(project, "games").output == (
        "owls: Owls, by Nobody, 2-3 players\n"
        "  owl     6 deck     40 x 60 mm\n"
        "  chip    4 token    20 x 20 mm\n"
    )


def test_games_lists_bundled_games_outside_a_project(tmp_path: Path) -> None:
    keys = [game["key"] for game in json.loads(pnp(tmp_path, "games", "--json").output)]
    assert "halloween" in keys


def test_a_build_outside_a_project_asks_for_the_game(tmp_path: Path) -> None:
    result = pnp(tmp_path, "build")
    assert result.exit_code == 2
    assert "pnp build --all; the games are ghoulash, girls-vs-ghouls" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_build_makes_a_whole_kit(project: Path) -> None:
    result = pnp(project, "build")
    assert result.exit_code == 0, result.output
    kit = project / "output" / "owls"
    assert {path.name for path in kit.iterdir()} == {
        "owls-kit.pdf",
        "owls-card-long-edge.pdf",
        "owls-card-one-side.pdf",
        "svg",
        "overview.png",
        "manifest.json",
    }
    assert {path.name for path in (kit / "svg" / "faces").iterdir()} == {
        "owl-barn-face.svg",
        "owl-barn-back.svg",
        "owl-snow-face.svg",
        "owl-blind-face.svg",
        "chip-dot-face.svg",
    }
    assert "proof passed" in result.output


def test_the_manifest_says_what_is_in_the_kit(project: Path) -> None:
    pnp(project, "build")
    data = json.loads((project / "output" / "owls" / "manifest.json").read_text("utf-8"))
    no = {"aid": False, "guide": False, "booklet": False}
    assert data["components"] == [
        {"name": "owl", "kind": "deck", **no, "shuffled": True, "qty": 6, "faces": 4},
        {"name": "chip", "kind": "token", **no, "shuffled": False, "qty": 4, "faces": 1},
    ]
    assert data["proof"]["passed"]
    assert data["findings"] == []
    assert {"card_data/owls/owl.csv", "templates/owl.svg"} <= {f["path"] for f in data["inputs"]}
    listed = {entry["path"] for entry in data["files"]}
    assert listed == set(held(project / "output" / "owls")) - {"manifest.json"}
    assert not any(path.startswith("/") for path in listed)
    pieces = {piece["id"]: piece for piece in data["pieces"]}
    assert pieces["owl/barn"]["back"] == pieces["owl/snow"]["back"]
    assert pieces["owl/barn"]["face"] != pieces["owl/snow"]["face"]
    assert pieces["owl/barn"]["data"] != pieces["owl/snow"]["data"]


def test_two_builds_give_the_same_bytes(project: Path) -> None:
    pnp(project, "build", "-o", "one", "--format", "pdf", "--format", "svg", "--format", "png")
    pnp(project, "build", "-o", "two", "--format", "pdf", "--format", "svg", "--format", "png")
    assert held(project / "one") == held(project / "two")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("--component", "chip"), "chip"),
        (("--component", "owl", "--component", "chip"), "chip+owl"),
        (("--format", "pdf"), "pdf"),
        (("--format", "png", "--dpi", "60"), "png-60"),
        (("--component", "chip", "--format", "svg"), "chip_svg"),
    ],
)
def test_a_part_of_a_kit_leaves_the_whole_kit(
    project: Path, words: tuple[str, ...], name: str
) -> None:
    kit = project / "output" / "owls"
    pnp(project, "build")
    before = held(kit)
    result = pnp(project, "build", *words)
    assert result.exit_code == 0, result.output
    assert result.output.endswith(f" in output/owls/parts/{name}\n")
    assert {
        path: data for path, data in held(kit).items() if not path.startswith("parts/")
    } == before
    part = held(kit / "parts" / name)
    listed = json.loads(part["manifest.json"])["files"]
    assert {entry["path"] for entry in listed} == set(part) - {"manifest.json"}
    pnp(project, "build")
    assert held(kit) == {**before, **{f"parts/{name}/{path}": part[path] for path in part}}


def test_a_part_has_what_was_asked_for(project: Path) -> None:
    pnp(project, "build", "--component", "chip", "--format", "svg")
    faces = project / "output" / "owls" / "parts" / "chip_svg" / "svg" / "faces"
    assert [path.name for path in faces.iterdir()] == ["chip-dot-face.svg"]


def test_pdf_svg_and_more_is_the_whole_kit(project: Path) -> None:
    formats = [word for form in ("png", "svg", "pdf") for word in ("--format", form)]
    pnp(project, "build", *formats, "--dpi", "20")
    kit = project / "output" / "owls"
    assert (kit / "owls-kit.pdf").is_file()
    assert (kit / "png").is_dir()
    assert not (kit / "parts").exists()


def test_faces_whose_names_run_together_keep_a_file_each(project: Path) -> None:
    """The components ``owl`` and ``owl-big`` have the rows ``big-one`` and ``one``."""
    change(project, "card_data/owls/owl.csv", "barn,3", "big-one,3")
    chip = "  chip: {kind: token, size: 20 x 20 mm, bleed: 2 mm, face: chip.svg, rows: "
    change(project, "card_data/owls/game.yaml", chip, chip.replace("chip:", "owl-big:"))
    change(project, "card_data/owls/game.yaml", "id: dot", "id: one")
    assert pnp(project, "build").exit_code == 0
    faces = project / "output" / "owls" / "svg" / "faces"
    assert {path.name for path in faces.iterdir()} == {
        "owl+big-one+face.svg",
        "owl-big+one+face.svg",
        "owl-big-one-back.svg",
        "owl-snow-face.svg",
        "owl-blind-face.svg",
    }


def test_pictures_at_a_chosen_resolution(project: Path) -> None:
    pnp(project, "build", "--format", "png", "--dpi", "127")
    faces = project / "output" / "owls" / "parts" / "png-127" / "png" / "faces"
    picture = faces / "chip-dot-face.png"
    header = picture.read_bytes()[16:24]
    # 24 mm with the bleed at 127 dpi, which is 5 pixels a millimetre
    assert [int.from_bytes(header[i : i + 4], "big") for i in (0, 4)] == [120, 120]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "200 x 250 mm"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "none"])
def test_every_paper_and_turn_is_proved(project: Path, paper: str, backs: str) -> None:
    result = pnp(project, "build", "--paper", paper, "--backs", backs, "--format", "pdf")
    assert result.exit_code == 0, result.output
    assert "proof passed" in result.output


def test_a_changed_row_is_named_with_its_fact(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "snow,2", "snow,3")
    result = pnp(project, "check")
    assert result.exit_code == 1
    assert "OW-1" in result.output
    facts = {fact["id"]: fact for fact in json.loads(pnp(project, "check", "--json").output)}
    assert facts["OW-1"]["status"] == "fail"
    assert facts["OW-3"]["status"] == "play"
    keys = {"id", "tier", "status", "says", "where", "message", "file", "line"}
    assert keys <= set(facts["OW-1"])


def test_a_broken_fact_still_builds_and_says_so(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "snow,2", "snow,3")
    result = pnp(project, "build")
    assert result.exit_code == 1
    data = json.loads((project / "output" / "owls" / "manifest.json").read_text("utf-8"))
    assert [finding["rule"] for finding in data["findings"]] == ["OW-1", "OW-2"]


def test_text_that_does_not_fit_is_a_finding(project: Path) -> None:
    long = "The Very Long Named Owl of the Northern Forests and of the Southern Ones as Well"
    change(project, "card_data/owls/owl.csv", "Snowy Owl", long)
    result = pnp(project, "build")
    assert result.exit_code == 1
    assert "[text-overflow]" in result.output
    assert "card_data/owls/owl.csv:3" in result.output


def test_warnings_count_under_strict_only(project: Path) -> None:
    change(
        project, "card_data/owls/owl.csv", "blind,1,Blind Owl,0\n", "blind,1,Blind Owl,0\nx,0,X,1\n"
    )
    assert pnp(project, "build").exit_code == 0
    assert pnp(project, "build", "--strict").exit_code == 1


BAD = [
    ("card_data/owls/owl.csv", "snow,2", "snow,two", ["build", "check", "count"]),
    ("card_data/owls/owl.csv", "snow,2", "snow,", ["build", "check", "count"]),
    ("card_data/owls/owl.csv", "name,eyes", "nmae,eyes", ["build", "check", "count"]),
    ("card_data/owls/owl.csv", "snow,", "barn,", ["build", "check", "count"]),
    ("card_data/owls/owl.csv", "Snowy", "Sno\0wy", ["build", "check", "count"]),
    ("card_data/owls/game.yaml", "kind: deck", "kind: dekc", ["build", "check", "count"]),
    ("card_data/owls/game.yaml", "owl.csv", "../../owl.csv", ["build", "check", "count"]),
    ("card_data/owls/game.yaml", "owl.csv", "/etc/passwd", ["build", "check", "count"]),
    ("card_data/owls/game.yaml", "owl.svg", "awl.svg", ["build", "check"]),
    ("templates/owl.svg", "card.name", "card.nmae", ["build", "check"]),
    ("templates/owl.svg", "</svg>", "", ["build", "check"]),
    ("templates/owl.svg", 'width="40mm"', 'width="41mm"', ["build", "check"]),
]


@pytest.mark.parametrize(("name", "old", "new", "commands"), BAD)
def test_bad_input_is_named_and_nothing_is_lost(
    project: Path, name: str, old: str, new: str, commands: list[str]
) -> None:
    pnp(project, "build")
    before = held(project / "output")
    change(project, name, old, new)
    for command in commands:
        result = pnp(project, command)
        assert result.exit_code == 2, result.output
        assert result.output.startswith("error: ")
        assert "Traceback" not in result.output
        assert Path(name).name in result.output
    assert held(project / "output") == before


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--margin", "nan mm"),
        ("--dpi", "inf"),
        ("--dpi", "0"),
        ("--output", "a\x1bb"),
        ("--format", "gif"),
    ],
)
def test_a_value_that_an_option_does_not_take_is_told(
    project: Path, option: str, value: str
) -> None:
    before = sorted(project.rglob("*"))
    result = pnp(project, "build", option, value)
    assert result.exit_code == 2
    assert option in result.output
    assert "Traceback" not in result.output
    assert sorted(project.rglob("*")) == before


@pytest.mark.parametrize("size", ["0", "nan", "9" * 30])
def test_a_hand_that_nobody_can_hold_is_told(project: Path, size: str) -> None:
    result = pnp(project, "count", "--odds", size)
    assert result.exit_code == 2
    assert size in result.output
    assert "Traceback" not in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
@pytest.mark.parametrize(
    ("blocks", "words", "file"),
    [
        (2, (), "output/owls/owls-kit.pdf"),
        (16, (), "output/owls/svg/sheets/card-long-edge-1-front.svg"),
        (2, ("--format", "png"), "output/owls/parts/png-300/png/faces/owl-barn-face.png"),
    ],
)
def test_a_file_that_the_disk_cannot_take_is_named(
    project: Path, blocks: int, words: tuple[str, ...], file: str
) -> None:
    limited = f'ulimit -f {blocks}; exec "$0" -m pnp build "$@"'
    run = ["bash", "-c", limited, sys.executable, *words]
    environment = {**unmeasured(), "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        run, cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (
        2,
        f"error: {file}: file too large\n"
        "  hint: let files be larger (ulimit -f), or name another folder with --output\n",
    )
    assert [*(project / "output").iterdir()] == []


def test_output_that_cannot_be_written_is_told(project: Path) -> None:
    (project / "output").write_text("in the way")
    result = pnp(project, "build")
    assert result.exit_code == 2
    assert "output" in result.output


def test_a_file_in_the_output_s_path_is_named(project: Path) -> None:
    (project / "kits").write_text("in the way")
    result = pnp(project, "build", "-o", "kits/owls")
    assert result.exit_code == 2
    assert result.output == ('error: "kits" in the output path is a file\n  hint: move it away\n')


def test_a_kit_s_folder_may_be_a_link(project: Path) -> None:
    (project / "output").mkdir()
    (project / "elsewhere").mkdir()
    (project / "output" / "owls").symlink_to(project / "elsewhere")
    for _ in range(2):
        assert pnp(project, "build").exit_code == 0
    assert (project / "output" / "owls").is_symlink()
    assert (project / "elsewhere" / "manifest.json").is_file()


def test_without_pdf_and_svg_nothing_is_called_proved(project: Path) -> None:
    result = pnp(project, "build", "--format", "png", "--dpi", "20")
    assert result.exit_code == 0
    assert "not proved: neither PDF nor SVG was asked for" in result.output


def test_svg_sheets_alone_are_proved(project: Path) -> None:
    result = pnp(project, "build", "--format", "svg")
    assert "proof passed: 3 SVG sheets read back, 10 faces in place, 6 backs" in result.output


def test_ctrl_c_is_no_finding(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.build.build", interrupted)
    result = pnp(project, "build")
    assert result.exit_code == 130
    assert result.output == "stopped: a kit that was not finished is unchanged\n"


def test_the_next_command_can_be_pasted(tmp_path: Path) -> None:
    result = pnp(tmp_path, "customise", "halloween", "my game")
    assert result.output.endswith("cd 'my game' && pnp build\n")


def test_a_bundled_game_is_copied_and_built_there(tmp_path: Path) -> None:
    assert pnp(tmp_path, "customise", "halloween", "mygame").exit_code == 0
    mine = tmp_path / "mygame"
    change(mine, "card_data/halloween/game.yaml", "title: Halloween", "title: Hallowoon")
    assert pnp(mine, "games").output.startswith("halloween: Hallowoon")
    assert pnp(mine, "build", "--component", "headstone").exit_code == 0


@pytest.mark.parametrize("document", ["game", "board", "rulebook"])
def test_a_schema_for_the_editor(tmp_path: Path, document: str) -> None:
    schema = json.loads(pnp(tmp_path, "schema", document).output)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("words", "sound"),
    [
        ("games", "owls: Owls"),
        ("games --json", '"key": "owls"'),
        ("count", "Owls: 10 pieces"),
        ("count --by eyes", "owl"),
        ("check", "Owls: all 2 checked facts hold"),
        ("check --json", '"id": "OW-1"'),
        ("check --only OW-1", "Owls: the checked fact holds"),
        ("check --language en", "Owls: all 2 checked facts hold"),
    ],
)
def test_a_game_that_cannot_be_read_does_not_hide_the_others(
    project: Path, words: str, sound: str
) -> None:
    copied = (project / "card_data/owls/game.yaml").read_text("utf-8")
    (project / "card_data/bats").mkdir()
    (project / "card_data/bats/game.yaml").write_text(copied.replace("kind: deck", "kind: dekc"))
    result = pnp(project, *words.split())
    assert result.exit_code == 2
    assert sound in result.stdout
    assert result.stderr.startswith('error: card_data/bats/game.yaml:7:5: "dekc" is not a known')
    assert result.stderr.count("error: ") == len(result.stderr.splitlines()) // 2


def test_a_game_with_a_space_in_its_name_is_quoted_in_a_hint(project: Path) -> None:
    (project / "card_data/owls").rename(project / "card_data/my owls")
    shutil.copytree(project / "card_data/my owls", project / "card_data/two")
    told = pnp(project, "export", "vtt")
    assert told.output.endswith("hint: write pnp export vtt 'my owls'\n")
    assert "one of 'my owls', two\n" in pnp(project, "add", "deck", "bats").output


def test_two_projects_whose_games_have_one_name_are_not_built_into_one_folder(
    tmp_path: Path,
) -> None:
    for name in ("one", "two"):
        owls(tmp_path / name)
    result = pnp(tmp_path, "build", "./one", "./two")
    assert (result.exit_code, result.output) == (
        2,
        'error: two of the games are called "owls"\n'
        "  hint: build them one by one, each with an --output of its own\n",
    )
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("change_it", ["saved", "replaced", "deleted"])
@pytest.mark.parametrize("file", ["card_data/owls/owl.csv", "templates/owl.svg"])
def test_a_file_that_changes_during_a_build_stops_it(
    project: Path, monkeypatch: pytest.MonkeyPatch, change_it: str, file: str
) -> None:
    assert pnp(project, "build").exit_code == 0
    before = held(project / "output")
    path = project / file
    write_svgs = files._write_svgs

    def meanwhile(*args: Any) -> None:
        write_svgs(*args)
        if change_it == "replaced":  # by one that is older than the build
            (older := path.with_name("older")).write_bytes(path.read_bytes())
            os.utime(older, (0, 0))
            older.replace(path)
        elif change_it == "saved":
            path.write_text(path.read_text(encoding="utf-8").replace("Barn", "Corn"), "utf-8")
        else:
            path.unlink()

    monkeypatch.setattr(files, "_write_svgs", meanwhile)
    result = pnp(project, "build")
    assert result.exit_code == 2
    told = "deleted" if change_it == "deleted" else "saved"
    assert f"{file}: the file was {told} while the kit was built" in result.output
    assert held(project / "output") == before


def test_a_file_of_a_clock_that_is_ahead_is_no_change(project: Path) -> None:
    ahead = 2**32
    os.utime(project / "card_data" / "owls" / "owl.csv", (ahead, ahead))
    assert pnp(project, "build").exit_code == 0


@pytest.mark.parametrize("goal", ["rulebook.yaml", "gone.yaml", "../../../gone.yaml"])
def test_a_rulebook_that_is_a_link_to_nothing_is_told(project: Path, goal: str) -> None:
    rulebook = project / "card_data" / "owls" / "rulebook.yaml"
    rulebook.unlink()
    rulebook.symlink_to(goal)
    for command in ("build", "check"):
        result = pnp(project, command)
        assert result.exit_code == 2
        assert "rulebook.yaml" in result.output


def apart(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process with another environment."""
    return subprocess.run(
        [sys.executable, "-m", "pnp", *words],
        cwd=project,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_a_build_takes_nothing_from_a_home(project: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".reportlab_mods").write_text("raise SystemExit(3)")
    (home / ".reportlab_settings").write_text("shapeChecking = 0\\npageCompression = 0\\n")
    assert apart(project, "build", "-o", "usual").returncode == 0
    for name, place in (("mine", home), ("none", home / ".reportlab_mods")):
        made = apart(project, "build", "-o", name, HOME=str(place), RL_pageCompression="0")
        assert made.returncode == 0, made.stderr
        pdfs = [folder / "owls" / "owls-kit.pdf" for folder in (project / "usual", project / name)]
        assert pdfs[0].read_bytes() == pdfs[1].read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has names in Unicode")
def test_a_name_that_a_locale_does_not_have_is_told(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "rows: owl.csv", "rows: öwl.csv")
    (project / "card_data" / "owls" / "owl.csv").rename(project / "card_data" / "owls" / "öwl.csv")
    assert apart(project, "check", LC_ALL="C", PYTHONUTF8="1").returncode == 0
    told = apart(project, "check", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert told.returncode == 2, told.stderr
    assert "this locale cannot name the file" in told.stderr
    assert "game.yaml:12" in told.stderr


def test_a_full_disk_is_told_by_customise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copy", full)
    result = pnp(tmp_path, "customise", "halloween", "mine")
    assert result.exit_code == 2
    assert "mine: no space left on device" in result.output
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("damage", ["", "{", "closed"])
def test_a_kit_whose_manifest_is_lost_is_left_alone(project: Path, damage: str) -> None:
    assert pnp(project, "build").exit_code == 0
    kit = project / "output" / "owls"
    manifest = kit / "manifest.json"
    if damage == "closed":
        manifest.unlink()
        manifest.mkdir()
    else:
        manifest.write_text(damage, encoding="utf-8")
    before = held(kit)
    result = pnp(project, "build")
    assert result.exit_code == 2
    assert "output/owls/manifest.json: it cannot be read" in result.output
    assert "move the folder output/owls away as a whole" in result.output
    shown = pnp(project, "show", "owl/barn", "-o", "output/owls/x.png")
    assert shown.exit_code == 2
    assert held(kit) == before


@pytest.mark.parametrize("key", ["title", "designer", "version"])
def test_words_of_a_line_cannot_forge_lines(project: Path, key: str) -> None:
    file = project / "card_data" / "owls" / "game.yaml"
    lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith(key)]
    forged = rf'{key}: "Owls\n  proof passed: 99 PDFs\nerror: run this"'
    file.write_text("\n".join([forged, *lines]), "utf-8")
    for command in ("build", "games", "check", "count"):
        result = pnp(project, command)
        assert result.exit_code == 2
        assert "game.yaml:1:" in result.output
        assert "is more than one line" in result.output
        assert not any(
            line.startswith(("  proof", "error: run")) for line in result.output.split("\n")
        )


def test_a_title_may_be_a_block_of_yaml(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "title: Owls", "title: |\n  Night Owls")
    assert pnp(project, "games").output.startswith("owls: Night Owls, by Nobody")
