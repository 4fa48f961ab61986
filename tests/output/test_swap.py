"""A kit takes its place as a whole, and nothing of anybody's is lost on the way."""

import json
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.output.swap import recover, swapped_in


def kit(folder: Path, **files: str) -> Path:
    """Write a kit whose manifest lists its files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    listed = {"files": [{"path": name} for name in files]}
    (folder / "manifest.json").write_text(json.dumps(listed))
    return folder


def rebuild(folder: Path, **files: str) -> None:
    with swapped_in(folder) as fresh:
        kit(fresh, **files)


def held(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def test_the_first_kit_makes_its_folder(tmp_path: Path) -> None:
    rebuild(tmp_path / "out" / "game", a="new")
    assert held(tmp_path / "out") == {"game/a": "new"}


def test_files_the_new_kit_does_not_make_are_gone(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1", b="1")
    rebuild(old, a="2")
    assert held(tmp_path) == {"game/a": "2"}


def test_files_of_somebody_else_stay(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / "notes").mkdir()
    (old / "notes" / "mine.txt").write_text("mine")
    rebuild(old, a="2")
    assert held(tmp_path) == {"game/a": "2", "game/notes/mine.txt": "mine"}


def test_without_a_manifest_nothing_is_ours_to_remove(tmp_path: Path) -> None:
    old = tmp_path / "game"
    old.mkdir()
    (old / "thesis.txt").write_text("precious")
    rebuild(old, a="2")
    assert held(old) == {"a": "2", "thesis.txt": "precious"}


def test_a_build_that_fails_leaves_the_old_kit_whole(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1", b="1")
    with pytest.raises(ValueError, match="no"), swapped_in(old) as fresh:
        (fresh / "a").write_text("half")
        raise ValueError("no")
    assert held(tmp_path) == {"game/a": "1", "game/b": "1"}


def test_a_swap_cut_short_is_mended(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    old.rename(tmp_path / ".game.old")
    kit(tmp_path / ".game.new", a="2")
    recover(tmp_path / "game")
    assert held(tmp_path) == {"game/a": "1"}


def test_what_a_finished_swap_left_is_cleared(tmp_path: Path) -> None:
    kit(tmp_path / "game", a="2")
    kit(tmp_path / ".game.old", a="1")
    rebuild(tmp_path / "game", a="3")
    assert held(tmp_path) == {"game/a": "3"}


def test_a_second_build_of_the_same_kit_is_told_to_wait(tmp_path: Path) -> None:
    with swapped_in(tmp_path / "game") as fresh:
        (fresh / "a").write_text("first")
        with pytest.raises(PnpError) as stopped, swapped_in(tmp_path / "game"):
            pass
    assert str(stopped.value) == (
        'another build is writing "game"\n  hint: build again when it is done'
    )
    assert held(tmp_path) == {"game/a": "first"}


def test_a_lock_that_a_killed_build_left_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / ".game.lock").touch()
    rebuild(tmp_path / "game", a="1")
    assert held(tmp_path) == {"game/a": "1"}


def test_somebody_s_link_to_a_folder_stays(tmp_path: Path) -> None:
    elsewhere = tmp_path / "photos"
    elsewhere.mkdir()
    old = kit(tmp_path / "game", a="1")
    (old / "mine").symlink_to(elsewhere)
    rebuild(old, a="2")
    assert (old / "mine").readlink() == elsewhere
