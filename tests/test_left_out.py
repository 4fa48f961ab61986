"""What cannot be tested here is said, never passed over in silence."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

TESTS = "tests/export/test_pdf_tools.py"


def outcome(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests of programs where no program can be found."""
    known = {name: text for name, text in os.environ.items() if name != "PNP_REQUIRE_TOOLS"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, TESTS],
        cwd=ROOT,
        env={**known, "PATH": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


WAYS = [(), pytest.param(("-n", "2"), marks=pytest.mark.thorough)]
"""Options: in one process, and in several."""


@pytest.mark.parametrize("options", WAYS)
def test_tests_of_missing_programs_are_counted_once(options: tuple[str, ...]) -> None:
    said = outcome(*options).stdout
    lines = [line for line in said.splitlines() if line.startswith("left out: ")]
    assert lines and len(lines) == len({*lines})
    assert "left out: 1 test that needs qpdf; .ci/run installs it" in said
    assert "left out: 2 tests that need mutool; .ci/run installs it" in said
    assert "needs pdffonts and pdftotext and mutool; .ci/run installs them" in said


@pytest.mark.parametrize("options", WAYS)
def test_missing_programs_fail_where_they_are_required(options: tuple[str, ...]) -> None:
    done = outcome(*options, PNP_REQUIRE_TOOLS="1")
    assert done.returncode == 1
    assert "left out" not in done.stdout
