"""Builds that are killed at random moments leave whole kits, and nothing after the next build."""

import os
from pathlib import Path

import pytest

from tests.output.kills import run


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_no_kill_breaks_a_kit_or_leaves_anything(tmp_path: Path) -> None:
    assert list(run(tmp_path, 12, seed=7)) == []
