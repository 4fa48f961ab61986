"""Where a kit is never written, as a user meets it."""

import json
import os
import sys
from contextlib import chdir
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
