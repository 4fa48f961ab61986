"""A kit takes its place as a whole, and nothing of anybody's is lost on the way."""

import json
from pathlib import Path

import pytest

from pnp.output.swap import mend, swapped_in


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
    mend(tmp_path / "game")
    assert held(tmp_path) == {"game/a": "1"}


def test_what_a_finished_swap_left_is_cleared(tmp_path: Path) -> None:
    kit(tmp_path / "game", a="2")
    kit(tmp_path / ".game.old", a="1")
    rebuild(tmp_path / "game", a="3")
    assert held(tmp_path) == {"game/a": "3"}
