"""Several workers: a kit is made once, and what is written or left out is as with one."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.workers import group


@pytest.mark.parametrize(
    ("test", "together"),
    [
        ("kits/test_guide.py::test_it[ghoulash]", "tests/kits/ghoulash"),
        ("kits/test_boards.py::test_it[ghoulash-full]", "tests/kits/ghoulash"),
        ("kits/test_boards.py::test_it[full-ghoulash]", "tests/kits/ghoulash"),
        ("kits/test_inkscape.py::test_it[halloween/standee]", "tests/kits/halloween"),
        ("rulebook/test_bundled.py::test_it[halloween]", "tests/rulebook/halloween"),
        (
            "rulebook/test_bundled.py::test_it[haunted-halloween-HH-02]",
            "tests/rulebook/haunted-halloween",
        ),
        ("data/test_text.py::test_it[a ghoulashes' word]", "tests/data/test_text.py"),
        ("data/test_text.py::test_it", "tests/data/test_text.py"),
        ("test_readme.py::test_it", "tests/test_readme.py"),
    ],
)
def test_tests_of_a_game_are_together_and_others_by_module(test: str, together: str) -> None:
    assert group(f"tests/{test}") == together


def test_golden_files_are_written_by_one_worker_alone() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "2", "--accept", __file__],
        cwd=ROOT,
        env={name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (pytest.ExitCode.USAGE_ERROR, "")
    assert "--accept writes golden files one at a time: leave out -n" in run.stderr
