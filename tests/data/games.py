"""Small games for the tests of this folder, and what is wrong with them."""

from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.kinds.catalog import KINDS

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
    folder = root / "card_data" / "beasts"
    folder.mkdir(parents=True, exist_ok=True)
    templates = root / "templates" / "beasts"
    templates.mkdir(parents=True, exist_ok=True)
    for name in ("face.svg", "back.svg"):
        (templates / name).write_text("<svg/>")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    for name, content in {"beasts_csv": ROWS, **files}.items():
        stem, _, suffix = name.rpartition("_")
        data = content.encode() if isinstance(content, str) else content
        (folder / f"{stem}.{suffix}").write_bytes(data)
    return folder


def load(folder: Path) -> Game:
    """Return the game of a folder inside a project."""
    return load_game(folder, Project(folder.parent.parent), KINDS)


def faults(folder: Path) -> list[str]:
    """Return what is wrong with a game, line by line, hints included."""
    with pytest.raises(PnpError) as caught:
        load(folder)
    return str(caught.value).splitlines()
