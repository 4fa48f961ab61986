"""Every file of the four kits, in three variants, has the bytes that were accepted last.

``bytes.sha256`` lists them as ``sha256sum`` does: ``--accept`` writes it anew, after a change of
art, text or layout that is meant. A change of code that means to keep all sheets leaves it alone.

Sets have another order where the sums are written than where they are held, as in two runs of pnp.
"""

import hashlib
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.kits.bundled import GAMES

ACCEPTED = Path(__file__).parent / "bytes.sha256"
PINNED = ROOT / ".ci" / "pinned.txt"

VARIANTS = {
    "a4-long-edge-full": (),
    "letter-gutterfold-low": ("--paper", "letter", "--backs", "gutterfold", "--ink", "low"),
    "a3-none-butt": ("--paper", "a3", "--backs", "none", "--bleed", "butt"),
}


def pinned() -> dict[str, str]:
    lines = (line for line in PINNED.read_text("utf-8").splitlines() if line[0] != "#")
    return {name: pin for name, _, pin in (line.partition("==") for line in lines)}


def sums(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


@pytest.fixture(scope="module")
def accepted(request: pytest.FixtureRequest) -> dict[str, str]:
    lines = ACCEPTED.read_text("utf-8").splitlines() if ACCEPTED.exists() else []
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


@pytest.mark.thorough
def test_the_bytes_are_those_of_the_pinned_versions() -> None:
    assert {name: version(name) for name in pinned()} == pinned()


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_kit_keeps_its_bytes(
    game: str,
    variant: str,
    tmp_path: Path,
    accepted: dict[str, str],
    pytestconfig: pytest.Config,
) -> None:
    command = [sys.executable, "-m", "pnp", "build", game, *VARIANTS[variant]]
    seed = "1" if pytestconfig.getoption("accept") else "2"
    built = subprocess.run(
        [*command, "--output", str(tmp_path / variant)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    found = sums(tmp_path)
    mine = f"{variant}/{game}/"
    if pytestconfig.getoption("accept"):
        others = {path: sha for path, sha in accepted.items() if not path.startswith(mine)}
        accepted.clear()
        accepted |= others | found
        lines = (f"{sha}  {path}\n" for path, sha in sorted(accepted.items()))
        ACCEPTED.write_text("".join(lines), "utf-8")
    assert {path: sha for path, sha in accepted.items() if path.startswith(mine)} == found
