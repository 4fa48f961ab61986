"""Small games for the tests of this folder, and what is wrong with them."""

from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from tests.make import load, write

GAME = """\
title: Beasts
players: 2-4
components:
  beast:
    kind: deck
    size: poker
    columns: {name: text, teeth: int, mood: [calm, cross]}
    rows: beasts.csv
    face: beasts/face.svg
"""

ROWS = """\
id,qty,name,teeth,mood
wolf,2,Wolf,42,cross
hare,1,Hare,28,calm
"""


def write_game(root: Path, text: str = GAME, **files: str | bytes) -> Path:
    """Return the folder of a game that was written into a project; ``beasts_csv`` is a file."""
    files = {"game_yaml": text, "beasts_csv": ROWS, **files}
    written = {".".join(name.rsplit("_", 1)): content for name, content in files.items()}
    write(root / "templates/beasts", {"face.svg": "<svg/>", "back.svg": "<svg/>"})
    return write(root / "card_data/beasts", written)


def faults(folder: Path) -> list[str]:
    """Return what is wrong with a game, line by line, hints included."""
    with pytest.raises(PnpError) as caught:
        load(folder)
    return str(caught.value).splitlines()


def places(folder: Path) -> list[str]:
    """Return where a game is wrong."""
    with pytest.raises(PnpError) as caught:
        load(folder)
    return [str(problem.where) for problem in caught.value.problems]
