"""The benchmark measures what it says: small runs of it, and no word about how fast anything is."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="wait4 is a call of POSIX systems")

STAGES = """start, reading, drawing, layout, print rules, writing PDF, agreement, proof,
overview, manifest, rest"""
LONG = 1e12
"""Seconds that no build takes: the ratio to it is nothing."""


def script(name: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "tests" / "benchmarks" / name, *map(str, arguments)]
    surroundings = os.environ | environment
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)


def test_a_deck_is_measured_with_its_stages_and_against_kept_results(tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    timings = {"cpu": [LONG], "wall": [LONG], "peak": [1.0]}
    kept = {"lines": {"deck 9": {"timings": timings, "stages": {"proof": LONG}}}}
    before.write_text(json.dumps(kept), encoding="utf-8")
    options = ("--quick", "--stages", "--only", "deck 9", "--against", before, "--keep", after)
    ran = script("cards.py", *options)
    assert (ran.returncode, ran.stderr) == (0, "")
    figures = next(line.split()[2:] for line in ran.stdout.splitlines() if line[:6] == "deck 9")
    assert (figures[1::3], figures[2::3][:2]) == (["1e+12", "1e+12", "1"], ["0.00", "0.00"])
    assert float(figures[8]) > 10, "Python and its libraries alone take more than 10 MB"
    stages = re.findall(r"^  (\w+(?: \w+)?) +([\d.]+)", ran.stdout, re.MULTILINE)
    assert [name for name, _ in stages] == re.split(r",\s", STAGES)
    result = json.loads(after.read_text(encoding="utf-8"))["lines"]["deck 9"]
    assert set(result["timings"]) == {"cpu", "wall", "peak"}
    assert len(result["timings"]["cpu"]) == 1


def test_the_games_of_another_checkout_are_built_by_the_pnp_that_is_measured(
    tmp_path: Path,
) -> None:
    other = tmp_path / "other"
    shutil.copytree(ROOT / "card_data" / "halloween", other / "card_data" / "halloween")
    (other / "templates").symlink_to(ROOT / "templates")
    (other / "pnp").mkdir()
    (other / "pnp" / "__main__.py").write_text("raise SystemExit(7)", encoding="utf-8")
    options = ("--quick", "--games", other, "--only", "check halloween")
    ran = script("cards.py", *options, "--keep", tmp_path / "kept.json")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_line_that_does_not_exist_is_answered_with_those_that_do(tmp_path: Path) -> None:
    ran = script("cards.py", "--only", "dekc*", "--keep", tmp_path / "kept.json")
    assert ran.returncode == 1
    assert ran.stderr.startswith("no line is called dekc*: canvas 9, ")
    assert "check halloween" in ran.stderr


def test_a_stage_whose_function_is_gone_is_named(tmp_path: Path) -> None:
    (tmp_path / "pnp").mkdir()
    (tmp_path / "pnp" / "__init__.py").touch()
    ran = script("stages.py", "--check", PYTHONPATH=str(tmp_path))
    assert ran.returncode == 2
    assert "\n  pnp.data.load:load_game\n" in ran.stderr


@pytest.mark.thorough
@pytest.mark.needs("chromium")
@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_the_live_view_is_measured_in_a_browser() -> None:
    ran = script("preview.py", "--only", "halloween", "--saves", "1")
    assert (ran.returncode, ran.stderr) == (0, "")
    figures = re.findall(r"^  (\w+ ?\w+) +([\d.]+) +([\d.]+) +([\d.]+)", ran.stdout, re.MULTILINE)
    assert [name.strip() for name, *_ in figures] == [
        "first screen",
        "cell",
        "template",
        "its others",
    ]
    assert all(float(wall) > 0 for _, wall, _, _ in figures)
