"""What nobody foresaw: a fault of the program itself, full memory, streams that take nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from pnp.data import listing
from tests.conftest import ROOT
from tests.projects import change, owls, pnp


class PanicError(BaseException):
    """Stands for what a library of Rust's raises: no Exception."""


FAULTS = (
    ValueError("one\ntwo\x1b[2J"),
    RecursionError(),
    KeyError("x"),
    EOFError(),
    PanicError("called `Option::unwrap()`"),
)


def failing(error: BaseException, monkeypatch: pytest.MonkeyPatch, *words: str) -> Result:
    def fail(*_: object) -> str:
        raise error

    monkeypatch.setattr(listing, "as_text", fail)
    return pnp(ROOT, *words, "games")


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_fault_of_pnp_is_one_line_and_a_code_of_its_own(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = failing(error, monkeypatch)
    line, end = found.stderr.split("\n")
    assert (found.exit_code, found.stdout, end) == (70, "", "")
    assert line.startswith("error: pnp ")
    assert f"({type(error).__name__}: " in line
    assert ", pnp/cli/commands.py:" in line
    assert line.isprintable()
    assert "report it in an issue of pnp's repository, with what `pnp --debug …` prints" in line


def test_debug_shows_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failing(KeyError("x"), monkeypatch, "--debug")
    assert found.exit_code == 70
    assert "Traceback (most recent call last)" in found.stderr
    assert ", in fail" in found.stderr


def test_a_fault_in_another_process_comes_with_its_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def findings_that_fail(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("pnp.build.diagnosed", findings_that_fail)
    found = pnp(owls(tmp_path), "--debug", "build")
    assert found.exit_code == 70
    assert "findings_that_fail" in found.stderr
    assert not (tmp_path / "output" / "owls").exists()


def test_full_memory_is_no_fault_of_pnp(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failing(MemoryError(), monkeypatch)
    assert (found.exit_code, found.stderr) == (
        2,
        "error: the memory is full\n  hint: close other programs, or make a part\n",
    )


def run(folder: Path, shell: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a shell, in which $pnp is the program."""
    env = os.environ | {"pnp": f"{sys.executable} -m pnp", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", shell], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", ["games", "check --json", "show owl/barn -o -", "build x 2>&1"])
def test_nobody_has_to_read_to_the_end(tmp_path: Path, words: str) -> None:
    """The reader is gone before the first line; the exit code is as if it were there."""
    found = run(owls(tmp_path), f"$pnp {words} | true; echo ${{PIPESTATUS[0]}}")
    assert (found.stdout, found.stderr) == (f"{2 if 'x' in words else 0}\n", "")


@pytest.mark.parametrize(
    "streams",
    [
        ">&- 2>&- <&-",
        *(pytest.param(s, marks=pytest.mark.thorough) for s in ("<&-", ">&-", "2>&-")),
    ],
)
def test_a_stream_may_be_closed(tmp_path: Path, streams: str) -> None:
    found = run(owls(tmp_path), f"$pnp build {streams}")
    assert (found.returncode, found.stderr) == (0, "")
    assert (tmp_path / "output" / "owls" / "manifest.json").exists()


def test_letters_that_a_stream_lacks_are_escaped(tmp_path: Path) -> None:
    change(owls(tmp_path), "card_data/owls/game.yaml", "title: Owls", "title: Käuzchen 🦉")
    found = run(tmp_path, "PYTHONIOENCODING=latin-1 $pnp games --json | iconv -f latin1")
    assert (found.returncode, found.stderr) == (0, "")
    assert "Käuzchen \\ud83e\\udd89" in found.stdout
    assert "Käuzchen 🦉" in str(json.loads(found.stdout))
