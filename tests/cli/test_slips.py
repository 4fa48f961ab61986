"""What newcomers get wrong in a game of their own, and the way out that pnp then names."""

import errno
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli.commands import main
from pnp.cli.console import unwritable
from tests.projects import change, owls, pnp

DATA, OWL = "card_data/owls/game.yaml", "templates/owl.svg"


def test_a_word_of_the_data_without_quotes_is_no_name(tmp_path: Path) -> None:
    change(owls(tmp_path), OWL, 'pnp:for="i in range(card.eyes)"', 'pnp:if="card.name == snowy"')
    found = pnp(tmp_path, "check").output
    assert found.startswith(f'error: {OWL}:5: "snowy"')
    assert found.endswith("'snowy'\n")


@pytest.mark.parametrize("output", ["card_data", "templates", "templates/kits", "fonts"])
def test_a_kit_is_never_written_among_the_data(tmp_path: Path, output: str) -> None:
    owls(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    found = pnp(tmp_path, "build", "--output", output)
    assert found.exit_code == 2
    assert f'"{output}"' in found.output
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_that_was_removed_under_the_shell_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    found = CliRunner().invoke(main, ["build"])
    assert found.exit_code == 2
    assert "the folder that this shell stands in was removed" in found.output


def test_one_thing_is_told_as_one(tmp_path: Path) -> None:
    change(owls(tmp_path), DATA, "qty: 4", "qty: 1")
    found = pnp(tmp_path, "build", "--component", "chip", "--format", "pdf")
    assert found.output.splitlines()[0] == "Owls: 1 piece on 1 sheet (1 side)"
    assert "1 face in place" in found.output


@pytest.mark.parametrize(
    ("number", "file", "output", "told"),
    [
        (
            errno.ENOSPC,
            None,
            "folder",
            "no space left on device\n"
            "  hint: free some space, or name another folder with --output",
        ),
        (
            errno.EACCES,
            "out/.owls.pnp-lock",
            "folder",
            "out: permission denied\n"
            "  hint: change its permissions, or name another folder with --output",
        ),
        (
            errno.EROFS,
            "owl.png",
            "file",
            "owl.png: read-only file system\n"
            "  hint: change its permissions, or name another file with --output",
        ),
        (errno.EISDIR, "owls", None, "owls: is a directory"),
        (errno.EIO, "out/owls", "folder", "out/owls: input/output error"),
    ],
)
def test_what_the_system_refuses_has_a_way_out(
    number: int, file: str | None, output: str | None, told: str
) -> None:
    assert str(unwritable(OSError(number, _said(number), file), output)) == told


def _said(number: int) -> str:
    said = {errno.ENOSPC: "No space left on device", errno.EACCES: "Permission denied"}
    said |= {errno.EROFS: "Read-only file system", errno.EISDIR: "Is a directory"}
    return said.get(number, "Input/output error")
