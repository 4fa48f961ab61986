"""Where a kit is never written, as a user meets it."""

import json
import os
import sys
from contextlib import chdir
from errno import EACCES
from pathlib import Path

import pytest

from pnp.output.target import is_within
from tests.projects import change, owls, pnp

ELSEWHERE = "  hint: name another folder with --output\n"


def refused(project: Path, *words: str) -> str:
    """Return what a build says that is refused, and see that nothing is touched."""
    top = next(each for each in project.parents if each.name.startswith("test_"))
    before = {path: path.lstat().st_mtime_ns for path in top.rglob("*")}
    found = pnp(project, "build", *words)
    assert found.exit_code == 2, found.output
    assert {path: path.lstat().st_mtime_ns for path in top.rglob("*")} == before
    return found.output


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a kit, a part of it, and an export."""
    project = owls(tmp_path_factory.mktemp("kits"))
    for words in (("build",), ("build", "--component", "chip"), ("export", "vtt")):
        made = pnp(project, *words)
        assert made.exit_code == 0, made.output
    return project


@pytest.mark.parametrize("words", [(), ("--component", "chip")])
def test_a_project_named_like_its_game_is_no_kit(tmp_path: Path, words: tuple[str, ...]) -> None:
    project = owls(tmp_path / "owls")
    assert refused(project, "--output", "..", *words) == (
        'error: "../owls" cannot be the kit\'s folder: it contains "card_data/owls/game.yaml"\n'
        + ELSEWHERE
    )


def test_nor_is_a_folder_around_the_project(tmp_path: Path) -> None:
    project = owls(tmp_path / "owls" / "mine")
    assert 'it contains "mine/card_data/owls/game.yaml"' in refused(project, "-o", "../..")


def test_nor_a_link_to_it(tmp_path: Path) -> None:
    project = owls(tmp_path / "mine")
    (tmp_path / "kits").mkdir()
    (tmp_path / "kits" / "owls").symlink_to(project)
    assert "cannot be the kit's folder" in refused(project, "-o", "../kits")


@pytest.mark.parametrize("kind", ["card_data", "templates", "fonts"])
def test_nor_a_link_into_its_sources(tmp_path: Path, kind: str) -> None:
    project = owls(tmp_path / "mine")
    (project / kind / "deep").mkdir(parents=True)
    (tmp_path / "kits").symlink_to(project / kind / "deep")
    assert refused(project, "-o", "../kits").startswith('error: "../kits" contains ')


def test_nor_the_bundled_games(tmp_path: Path) -> None:
    from pnp.data.project import SHARE

    project = owls(tmp_path / "mine")
    assert "templates" in refused(project, "-o", str(SHARE / "templates"))


def test_folders_are_told_by_what_they_are_not_by_their_names(tmp_path: Path) -> None:
    """As on a file system that takes no notice of case; here a link has the other name."""
    (tmp_path / "Owls" / "fonts").mkdir(parents=True)
    (tmp_path / "owls").symlink_to(tmp_path / "Owls")
    assert is_within(tmp_path / "owls" / "fonts" / "new", tmp_path / "Owls" / "fonts")
    assert is_within(tmp_path / "owls", tmp_path / "Owls")
    assert not is_within(tmp_path / "Owls", tmp_path / "owls" / "fonts")


@pytest.mark.parametrize("inside", [".", "svg/faces"])
def test_the_folder_you_are_in_is_not_replaced(tmp_path: Path, inside: str) -> None:
    project = owls(tmp_path / "mine")
    pnp(project, "build")
    kit = project / "output" / "owls"
    output = os.path.relpath(project / "output", kit / inside)
    assert refused(kit / inside, "-o", output) == (
        f'error: "{output}/owls" is the folder you are in\n'
        "  hint: leave the folder first, or name another folder with --output\n"
    )


@pytest.mark.parametrize("words", [(), ("--component", "chip")])
def test_what_lies_in_a_kit_s_folder_is_named(tmp_path: Path, words: tuple[str, ...]) -> None:
    project = owls(tmp_path / "mine")
    pnp(project, "build", *words)
    folder = project / "output" / "owls" / ("parts/chip" if words else ".")
    (folder / "svg" / "mine.svg").write_text("mine")
    shown = (folder / "svg" / "mine.svg").relative_to(project).as_posix()
    assert refused(project, *words).startswith(f"error: {shown}: ")


INTO = (
    ("show", "owl/barn", "-o", "owls-kit.pdf"),
    ("show", "owl/barn", "-o", "svg/faces/new.png"),
    ("show", "owl/barn", "-o", "parts/new.png"),
    ("diff", "output/owls", "output/owls", "-o", "new.html"),
    ("calibrate", "-o", "new.pdf"),
    ("build", "-o", ""),
    ("export", "vtt", "-o", "svg"),
    ("new", "game"),
    ("customise", "halloween", "game"),
)


@pytest.mark.parametrize("made", ["output/owls", "output/owls-vtt", "output/owls/parts/chip"])
@pytest.mark.parametrize("command", INTO, ids=" ".join)
def test_nothing_else_is_written_into_a_kit_or_an_export(
    kits: Path, made: str, command: tuple[str, ...]
) -> None:
    *words, name = command
    before = {path: path.lstat().st_mtime_ns for path in kits.rglob("*")}
    found = pnp(kits, *words, f"{made}/{name}")
    assert found.exit_code == 2, found.output
    there = "is" if (kits / made / name).is_file() else "would be"
    folder = "chip" if made.endswith("chip") else Path(made).name
    assert f' {there} inside the kit or export "{folder}"\n  hint: name a place' in found.output
    assert {path: path.lstat().st_mtime_ns for path in kits.rglob("*")} == before


FILES = (
    (("show", "owl/barn", "-o"), "x.png"),
    (("diff", "output/owls", "output/owls", "-o"), "x.html"),
    (("calibrate", "-o"), "x.pdf"),
)


@pytest.mark.parametrize(("words", "name"), FILES, ids=lambda value: value[0])
def test_a_file_that_cannot_be_written_has_the_name_that_the_user_gave(
    kits: Path, tmp_path: Path, words: tuple[str, ...], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = os.path.relpath(tmp_path / name, kits)
    (tmp_path / name).mkdir()
    found = pnp(kits, *words, file)
    told = f"error: {file}: is a directory\n  hint: name another file with --output\n"
    assert (found.exit_code, found.output) == (2, told)

    def denied(dir: Path, prefix: str) -> str:
        raise PermissionError(EACCES, "Permission denied", str(dir / f"{prefix}a1b2c3d4"))

    monkeypatch.setattr("pnp.base.scratch.mkdtemp", denied)  # root may write into any folder
    found = pnp(kits, *words, file)
    told = f"error: {Path(file).parent}: permission denied\n  hint: change its permissions, or "
    assert (found.exit_code, found.output) == (2, f"{told}name another file with --output\n")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_kit_of_parts_alone_is_one_too(tmp_path: Path) -> None:
    pnp(owls(tmp_path), "build", "--component", "chip")
    found = pnp(tmp_path, "show", "owl/barn", "-o", "output/owls/new.png")
    assert (found.exit_code, 'inside the kit or export "owls"' in found.output) == (2, True)
    beside = pnp(tmp_path, "show", "owl/barn", "-o", "output/new.png")
    assert beside.exit_code == 0, beside.output


def test_a_manifest_that_is_kept_elsewhere_makes_no_kit_of_its_folder(tmp_path: Path) -> None:
    project = owls(tmp_path)
    assert pnp(project, "build").exit_code == 0
    (project / "manifest.json").write_bytes((project / "output/owls/manifest.json").read_bytes())
    for words in (["build"], ["show", "owl/barn", "-o", "new.png"], ["export", "vtt"]):
        assert (found := pnp(project, *words)).exit_code == 0, found.output


def test_kits_may_be_built_into_a_folder_called_parts(tmp_path: Path) -> None:
    project = owls(tmp_path)
    for words in (["build", "-o", "parts"], ["build", "-o", "parts"], ["build"]):
        assert (found := pnp(project, *words)).exit_code == 0, found.output


@pytest.mark.parametrize("link", ["parts", "parts/chip"])
def test_a_part_is_never_written_through_a_link(tmp_path: Path, link: str) -> None:
    project = owls(tmp_path / "mine")
    path = project / "output" / "owls" / link
    path.parent.mkdir(parents=True)
    path.symlink_to(tmp_path)
    assert refused(project, "--component", "chip") == (
        f'error: "{path.name}" in the output path is a link\n  hint: move it away\n'
    )


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    project = owls(tmp_path / "mine")
    (project / "loop").symlink_to("loop")
    assert "loop" in refused(project, "-o", "loop")


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_a_folder_that_cannot_be_written_is_told_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = owls(tmp_path / "mine")
    change(project, "templates/owl.svg", "card.name", "card.nmae")  # told only when it is drawn
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != project)  # root may all
    assert refused(project) == (
        "error: output: permission denied\n"
        "  hint: change its permissions, or name another folder with --output\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="names are always UTF-8 there")
def test_a_project_in_a_folder_that_is_no_utf8_is_built(tmp_path: Path) -> None:
    project = owls(tmp_path / os.fsdecode(b"\xff"))
    found = pnp(project, "build")
    assert found.exit_code == 0, found.output
    assert "proof passed" in found.output
    with chdir(tmp_path):
        assert pnp(tmp_path, "build", f"./{project.name}", "-o", project.name).exit_code == 0


BAD_KEYS = ["con", "AUX.x", "owls.", "a\x1bb", "a\x9bb", 'a"b', "a\nb"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such folder there")
@pytest.mark.parametrize("key", [*BAD_KEYS, os.fsdecode(b"\xff")])
def test_a_key_that_cannot_name_a_kit_everywhere_is_refused(tmp_path: Path, key: str) -> None:
    project = owls(tmp_path / "mine")
    (project / "card_data" / "owls").rename(project / "card_data" / key)
    told = refused(project)
    assert "cannot name a kit on every system\n  hint: give the folder another name" in told
    assert told.isascii()
    assert told.replace("\n", "").isprintable()
    assert ("Windows keeps this one for a device, but not " in told) == (key in BAD_KEYS[:2])


def test_a_key_in_another_script_is_fine(tmp_path: Path) -> None:
    project = owls(tmp_path / "mine")
    (project / "card_data" / "owls").rename(project / "card_data" / "Eulen für 2 (é)")
    for _ in range(2):
        assert pnp(project, "build").exit_code == 0
    kit = project / "output" / "Eulen für 2 (é)"
    listed = json.loads((kit / "manifest.json").read_text("utf-8"))["files"]
    assert "Eulen für 2 (é)-kit.pdf" in {entry["path"] for entry in listed}
