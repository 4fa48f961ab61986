"""Damaged input does no harm, and the judge of it can find fault."""

import os
import socket
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.data import listing
from tests.bounded import unmeasured
from tests.conftest import ROOT
from tests.fuzz.attempt import SECONDS, Attempt, attempt, tried
from tests.fuzz.subjects import corpus, subjects


def fuzzed(seed: str, inputs: int) -> subprocess.CompletedProcess[str]:
    # in a process of its own, which has no threads and measures nothing; a machine may be slow
    words = ["--seed", seed, "--inputs", str(inputs), "--seconds", "15"]
    command = [sys.executable, "-m", "tests.fuzz", *words]
    return subprocess.run(
        command, cwd=ROOT, env=unmeasured(), capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("seed", "inputs"),
    [
        ("quick", 50),
        pytest.param("readme", 200, marks=pytest.mark.thorough),
        pytest.param("thorough", 1000, marks=pytest.mark.thorough),
    ],
)
def test_damaged_input_does_no_harm(seed: str, inputs: int) -> None:
    found = fuzzed(seed, inputs)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_number_of_a_seed_is_always_the_same_input() -> None:
    known, files = dict(subjects()), corpus()
    for number in range(len(known)):
        assert attempt("a", number, known, files) == attempt("a", number, known, files)


def fail() -> None:
    raise KeyError("x")


def end() -> None:
    os.abort()


def write() -> None:
    Path("card_data", "new.txt").write_text("x")


def remove() -> None:
    Path("card_data", "table", "rows.csv").unlink()


def call() -> None:
    socket.socket().connect(("127.0.0.1", 9))


def warn() -> None:
    warnings.warn("odd", UserWarning, stacklevel=1)


def ring() -> None:
    sys.stdout.write("\x07")


def litter() -> None:
    Path(os.environ["TMPDIR"], "left").write_text("x")


def grow() -> None:
    b"x" * (1100 << 20)


def work() -> None:
    while True:
        pass


PLANTED = {
    fail: "exit code 70",
    end: "exit code -6",
    write: "it wrote ",
    remove: "it changed card_data/table/rows.csv",
    call: "it tried socket.connect",
    warn: "a Python warning",
    ring: "stdout has the control character '\\x07'",
    litter: "it left tmp/left behind",
    grow: "MB of memory",
    work: "exit code -24",
}


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.__name__)
def test_a_fault_is_found(
    fault: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_text(_: object) -> str:
        fault()
        return "fine"

    monkeypatch.setattr(listing, "as_text", as_text)
    seconds = 0.5 if fault is work else SECONDS
    verdict = tried(Attempt("a", 0, "csv", "x", ("games",), corpus()), tmp_path, seconds)
    assert PLANTED[fault] in "\n".join(verdict.faults)


def test_what_is_not_json_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "as_data", lambda _: float("nan"))
    verdict = tried(Attempt("a", 0, "csv", "x", ("games", "--json"), corpus()), tmp_path)
    assert verdict.faults == ["stdout is not JSON: NaN is not JSON"]
