"""What is written aside appears as a whole or not at all, and killed runs are cleared up after."""

import os
import sys
from pathlib import Path

import pytest

from pnp.base.scratch import PREFIX, clear_abandoned, filled, scratch


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_folder_is_gone_afterwards_whatever_happens(tmp_path: Path) -> None:
    with scratch(tmp_path) as folder:
        (folder / "a").write_text("half")
    with pytest.raises(KeyboardInterrupt), scratch(tmp_path):
        raise KeyboardInterrupt
    assert names(tmp_path) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        with scratch(tmp_path) as folder:
            (folder / "a").write_text("half")
            os._exit(9)
    os.waitpid(child, 0)
    assert len(names(tmp_path)) == 1
    with scratch(tmp_path):
        assert len(names(tmp_path)) == 1
    assert names(tmp_path) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_what_another_run_uses_stays(tmp_path: Path) -> None:
    with scratch(tmp_path) as folder:
        child = os.fork()
        if child == 0:
            clear_abandoned(tmp_path)
            os._exit(0 if folder.is_dir() else 1)
        assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("name", [f"{PREFIX}mine", f"{PREFIX}12345678", ".pnp-lock"])
@pytest.mark.parametrize("lock", [None, "mine"])
def test_what_only_looks_like_a_leftover_stays(name: str, lock: str | None, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    if lock is not None:
        (tmp_path / name / "pnp-lock").write_text(lock)
    clear_abandoned(tmp_path)
    assert names(tmp_path) == {name}


def test_a_link_to_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "pnp-lock").write_bytes(b"pnp holds this while it writes beside it\n")
    (tmp_path / f"{PREFIX}12345678").symlink_to(tmp_path / "photos")
    clear_abandoned(tmp_path)
    assert names(tmp_path) == {"photos", f"{PREFIX}12345678"}


def test_a_folder_is_filled_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), filled(tmp_path / "new") as folder:
        (folder / "a").write_text("half")
        raise KeyboardInterrupt
    assert names(tmp_path) == set()
    with filled(tmp_path / "new") as folder:
        (folder / "a").write_text("whole")
    assert names(tmp_path / "new") == {"a"}
