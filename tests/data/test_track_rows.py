"""A track's rows are its positions."""

from pathlib import Path

from tests.data.games import faults, write_game

GAME = """\
title: Beasts
players: 2
components:
  path: {kind: track, size: 100 x 20 mm, rows: path.csv, face: beasts/face.svg}
"""


def test_a_track_without_positions_is_told(tmp_path: Path) -> None:
    folder = write_game(tmp_path, GAME, path_csv="id,x,y\n")
    assert faults(folder) == [
        "card_data/beasts/path.csv:1: a track has positions, and this one none",
        "  hint: write a row for each",
    ]
