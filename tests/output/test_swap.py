"""A kit takes its place as a whole, and nothing of anybody's is lost on the way."""

import hashlib
import json
import os
import sys
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.output.swap import LABEL, MARK, recover, swapped_in
from pnp.output.target import Target


def kit(folder: Path, **files: str) -> Path:
    """Write a kit whose manifest lists its files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    listed = [
        {"path": name, "sha256": hashlib.sha256(text.encode()).hexdigest()}
        for name, text in files.items()
    ]
    manifest = {"program": {"name": "pnp"}, "files": listed}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def rebuild(folder: Path, part: str | None = None, **files: str) -> None:
    with swapped_in(Target(folder, folder, part)) as fresh:
        kit(fresh, **files)


def refused(folder: Path, part: str | None = None) -> str:
    """Return what is said when a folder is not replaced, and see that nothing is touched."""
    before = everything(folder.parent)
    with pytest.raises(PnpError) as stopped:
        rebuild(folder, part, a="2")
    assert everything(folder.parent) == before
    return str(stopped.value).replace(folder.as_posix(), "kit")


def everything(folder: Path) -> dict[str, bytes | str]:
    return {
        path.relative_to(folder).as_posix(): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else "a folder"
        for path in sorted(folder.rglob("*"))
    }


def held(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def work(beside: Path, name: str, part: str | None = None, of: str = "game") -> Path:
    """Make a work folder as a killed build leaves it."""
    folder = beside / name
    folder.mkdir()
    (folder / LABEL).write_text(json.dumps({"program": "pnp", "kit": of, "part": part}))
    return folder


def test_the_first_kit_makes_its_folder(tmp_path: Path) -> None:
    rebuild(tmp_path / "out" / "game", a="new")
    assert held(tmp_path / "out") == {"game/a": "new"}


def test_files_the_new_kit_does_not_make_are_gone(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1", b="1")
    rebuild(old, a="2")
    assert held(tmp_path) == {"game/a": "2"}


STRANGER = (
    "kit/{}: the file was not made by a build\n"
    "  hint: move it away, or name another folder with --output"
)


def test_a_file_of_somebody_else_is_named_and_stays(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / "notes").mkdir()
    (old / "notes" / "mine.txt").write_text("mine")
    assert refused(old) == STRANGER.format("notes/mine.txt")


def test_a_folder_without_a_manifest_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "overview.png").write_text("precious")
    assert refused(tmp_path / "game") == STRANGER.format("overview.png")


@pytest.mark.parametrize("text", ["{}", "[", '{"files": []}', "[[" * 50_000])
def test_a_manifest_of_another_program_makes_nothing_ours(tmp_path: Path, text: str) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / "manifest.json").write_text(text)
    assert refused(old) == STRANGER.format("a")


def test_a_file_that_its_user_changed_is_named_and_stays(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1", b="1")
    (old / "b").write_text("drawn over")
    assert refused(old) == (
        "kit/b: the file was changed since it was built\n"
        "  hint: move it away to keep it, or delete it to have it rebuilt"
    )
    (old / "b").unlink()
    rebuild(old, a="2", b="2")
    assert held(old) == {"a": "2", "b": "2"}


def test_a_file_that_comes_while_the_kit_is_built_is_met_too(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    with (
        pytest.raises(PnpError, match="not made"),
        swapped_in(Target(old, old)) as fresh,
    ):
        kit(fresh, a="2")
        (old / "mine.txt").write_text("mine")
    assert held(tmp_path) == {"game/a": "1", "game/mine.txt": "mine"}


def test_a_file_that_comes_at_the_last_moment_is_met_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = kit(tmp_path / "game", a="1")
    rename = Path.rename

    def late(path: Path, to: Path) -> Path:
        if path == old:
            (old / "mine.txt").write_text("mine")
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", late)
    with pytest.raises(PnpError, match=r"game/mine\.txt: "):
        rebuild(old, a="2")
    assert held(tmp_path) == {"game/a": "1", "game/mine.txt": "mine"}


@pytest.mark.parametrize("name", ["mine", "a"])
def test_a_link_is_somebody_s(tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "photos"
    elsewhere.mkdir()
    (elsewhere / "a").write_text("1")
    old = kit(tmp_path / "game", a="1")
    (old / name).unlink(missing_ok=True)
    (old / name).symlink_to(elsewhere / "a" if name == "a" else elsewhere)
    assert refused(old) == STRANGER.format(name)


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "desktop.ini"])
def test_what_file_managers_drop_stops_nobody_and_stays(tmp_path: Path, name: str) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / name).write_text("view")
    rebuild(old, a="2")
    assert held(old) == {"a": "2", name: "view"}


def test_an_empty_folder_of_somebody_stays(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / ".git" / "refs").mkdir(parents=True)
    rebuild(old, a="2")
    assert (old / ".git" / "refs").is_dir()


def test_a_name_that_the_file_system_took_apart_is_known(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", **{"e\u0301.pdf": "1"})
    text = (old / "manifest.json").read_text().replace("e\\u0301", "\\u00e9")
    (old / "manifest.json").write_text(text)
    rebuild(old, a="2")
    assert held(old) == {"a": "2"}


def test_parts_stay_when_the_whole_kit_is_built(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    rebuild(old, "chip", b="1")
    assert held(old) == {"a": "1", "parts/chip/b": "1"}
    (old / "parts" / "mine.txt").write_text("mine")
    rebuild(old, a="2")
    assert held(tmp_path) == {
        "game/a": "2",
        "game/parts/chip/b": "1",
        "game/parts/mine.txt": "mine",
    }


def test_a_part_takes_the_place_of_itself_alone(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / "mine.txt").write_text("mine")
    rebuild(old, "chip", b="1", c="1")
    rebuild(old, "owl", b="1")
    rebuild(old, "chip", b="2")
    assert held(tmp_path) == {
        "game/a": "1",
        "game/mine.txt": "mine",
        "game/parts/chip/b": "2",
        "game/parts/owl/b": "1",
    }


@pytest.mark.parametrize("name", ["mine.txt", "parts/mine.txt"])
def test_a_part_replaces_nothing_of_somebody_s(tmp_path: Path, name: str) -> None:
    rebuild(tmp_path / "game", "chip", b="1")
    path = tmp_path / "game" / "parts" / "chip" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    assert refused(tmp_path / "game", "chip") == STRANGER.format(f"parts/chip/{name}")


def test_a_build_that_fails_leaves_the_old_kit_whole(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1", b="1")
    with pytest.raises(ValueError, match="no"), swapped_in(Target(old, old)) as fresh:
        (fresh / "a").write_text("half")
        raise ValueError("no")
    assert held(tmp_path) == {"game/a": "1", "game/b": "1"}


def test_a_file_that_the_system_refuses_is_named_where_it_would_lie(tmp_path: Path) -> None:
    shown = Path("output/game")
    with pytest.raises(OSError) as stopped, swapped_in(Target(tmp_path / "game", shown)) as fresh:
        raise OSError(28, "No space left on device", str(fresh / "a.pdf"))
    assert stopped.value.filename == str(shown / "a.pdf")


def test_a_swap_cut_short_is_mended(tmp_path: Path) -> None:
    left = work(tmp_path, ".game.pnp-12345678")
    kit(left / "old", a="1")
    kit(left / "new", a="2")
    recover(tmp_path / "game")
    assert held(tmp_path) == {"game/a": "1"}


@pytest.mark.parametrize(
    "name", [".game.old", ".game.new", ".game.lock", ".game.pnp-mine", ".game.pnp-12345678"]
)
def test_what_only_looks_like_a_leftover_stays(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "mine.txt").write_text("mine")
    rebuild(tmp_path / "game", a="1")
    assert held(tmp_path) == {"game/a": "1", f"{name}/mine.txt": "mine"}


def test_the_work_folder_of_another_kit_stays(tmp_path: Path) -> None:
    """A key may end as the name of a work folder does."""
    other = work(tmp_path, ".game.pnp-12345678", of="game.pnp-12345678")
    rebuild(tmp_path / "game", a="1")
    assert (other / LABEL).is_file()


@pytest.mark.parametrize("part", ["..", "../..", "a/b", "/", ""])
def test_a_label_leads_nowhere_else(tmp_path: Path, part: str) -> None:
    left = work(tmp_path, ".game.pnp-12345678", part)
    kit(left / "old", a="1")
    rebuild(tmp_path / "game", a="2")
    assert held(left) == {"old/a": "1", LABEL: (left / LABEL).read_text()}


def test_a_label_that_nests_too_deep_stays(tmp_path: Path) -> None:
    left = work(tmp_path, ".game.pnp-12345678")
    (left / LABEL).write_text("[" * 100_000)
    rebuild(tmp_path / "game", a="1")
    assert (left / LABEL).is_file()


def test_a_second_build_of_the_same_kit_is_told_to_wait(tmp_path: Path) -> None:
    target = Target(tmp_path / "game", tmp_path / "game")
    with swapped_in(target) as fresh:
        (fresh / "a").write_text("first")
        for part in None, "chip":
            with pytest.raises(PnpError) as stopped:
                rebuild(target.kit, part)
            assert str(stopped.value) == (
                'another build is writing "game"\n  hint: build again when it is done'
            )
    assert held(tmp_path) == {"game/a": "first"}


@pytest.mark.parametrize("said", [b"", MARK])
def test_a_lock_that_a_killed_build_left_stops_nobody(tmp_path: Path, said: bytes) -> None:
    (tmp_path / ".game.pnp-lock").write_bytes(said)
    rebuild(tmp_path / "game", a="1")
    assert held(tmp_path) == {"game/a": "1"}


def test_a_file_of_somebody_else_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / ".game.pnp-lock").write_text("mine")
    assert refused(tmp_path / "game") == (
        '".game.pnp-lock" beside the kit has the name of a lock file, but is not one\n'
        "  hint: move it away, or name another folder with --output"
    )


def test_a_lock_is_never_looked_for_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").touch()
    (tmp_path / ".game.pnp-lock").symlink_to(tmp_path / "mine.txt")
    assert "but is not one" in refused(tmp_path / "game")


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
@pytest.mark.parametrize("part", [None, pytest.param("chip", marks=pytest.mark.thorough)])
def test_a_build_killed_at_any_step_leaves_one_whole_kit(tmp_path: Path, part: str | None) -> None:
    """Every step on the file system is the last one once; another build then clears up."""
    whole = [{"a": one, "parts/chip/b": other} for one in "12" for other in "12"]
    step, killed = 0, True
    while killed:
        step += 1
        out = tmp_path / str(step)
        rebuild(out / "game", a="1")
        rebuild(out / "game", "chip", b="1")
        killed = _killed_at(step, out / "game", part)
        recover(out / "game")
        assert held(out / "game") in whole, step
        rebuild(out / "game", a="3")
        assert {path.name for path in out.iterdir()} == {"game"}, step
        assert held(out / "game")["a"] == "3"
        assert held(out / "game")["parts/chip/b"] in "12"
    assert step > 40


def _killed_at(step: int, folder: Path, part: str | None) -> bool:
    """Rebuild in a process that ends before one step on the file system; say whether it did."""
    child = os.fork()
    if child == 0:
        left = step

        def count(event: str, _: object) -> None:
            nonlocal left
            if event in ("open", "shutil.rmtree") or event.startswith("os."):
                left -= 1
                if left == 0:
                    os._exit(9)

        sys.addaudithook(count)
        try:
            rebuild(folder, part, **({"a": "2"} if part is None else {"b": "2"}))
            os._exit(0)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 9)
    return code == 9


@pytest.mark.parametrize("place", ["game", "game/parts"])
def test_a_disk_inside_a_kit_is_found_before_anything_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / "parts" / "b").mkdir(parents=True)
    monkeypatch.setattr(Path, "is_mount", lambda path: path == tmp_path / place)
    assert "is a disk of its own, which cannot be replaced" in refused(old)


@pytest.mark.skipif(sys.platform == "win32" or not os.geteuid(), reason="root may write anywhere")
def test_a_read_only_folder_of_the_old_kit_goes_with_it(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    (old / "svg").mkdir()
    (old / "svg").chmod(0o500)
    rebuild(old, a="2")
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_a_half_built_kit_whose_label_was_removed_goes(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    left = tmp_path / ".game.pnp-a1b2c3d4"
    (left / "new" / "svg").mkdir(parents=True)
    rebuild(old, a="2")
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_an_old_kit_without_a_label_stays(tmp_path: Path) -> None:
    old = kit(tmp_path / "game", a="1")
    left = tmp_path / ".game.pnp-a1b2c3d4"
    kit(left / "old", a="0")
    rebuild(old, a="2")
    assert (left / "old" / "a").read_text() == "0"
