from pathlib import Path

import pytest

from pnp.data.game import Game, SetupGrid, SetupPlace
from pnp.geometry.plane import Point, Size
from tests.data.games import faults, load, write_game

GAME = """\
title: Beasts
players: 2
play: {grid: [3, 2], lairs: [[10, 20], [30, 40]], den: 7}
setup:
%s
components:
  beast: {kind: deck, size: 20 x 30 mm, rows: beasts.csv, face: beasts/face.svg}
  map: {kind: board, size: 400 x 300 mm, board: board.yaml, face: beasts/face.svg}
  path:
    kind: track
    size: 100 x 20 mm
    columns: {x: number, y: number}
    rows: [{id: 0, x: 10, y: 10}, {id: 1, x: 20, y: 10}]
    face: beasts/face.svg
"""

BOARD = """\
kinds: [house, yard]
spaces:
  - {id: 07, kind: house, x: 10, y: 20, turn: 90}
  - {id: den, kind: yard, x: 40, y: 50}
  - {id: fen, kind: yard, x: 60, y: 50}
"""


def game(root: Path, *entries: str) -> Game:
    lines = "\n".join(f"  - {entry}" for entry in entries)
    return load(write_game(root, GAME % lines, board_yaml=BOARD))


def test_an_entry_names_pieces_and_how_they_lie(tmp_path: Path) -> None:
    first, second = game(
        tmp_path,
        "{put: beast/w*, each: 1, up: face, aside: true}",
        "{put: [beast], shuffled: true, in: path}",
    ).setup
    assert tuple(map(str, first.put)) == ("beast/w*",)
    assert (first.each, first.up, first.aside) == (1, "face", True)
    assert (second.shuffled, second.held, second.places, second.grid) == (True, "path", (), None)
    assert first.takes("beast", "wolf") and not first.takes("beast", "hare")
    assert second.takes("beast", "hare") and not second.takes("map", "map")


def test_places_are_spaces_kinds_points_and_spots(tmp_path: Path) -> None:
    entries = game(
        tmp_path,
        "{put: beast, on: map, at: [07, yard, [1, 2.5]]}",
        "{put: beast, on: map, at: den}",
        "{put: beast, on: map, at: play.lairs}",
        "{put: beast, on: path, at: [1]}",
    ).setup
    assert entries[0].places == (
        SetupPlace(Point(10, 20), 90, "07"),
        SetupPlace(Point(40, 50), space="den"),
        SetupPlace(Point(60, 50), space="fen"),
        SetupPlace(Point(1, 2.5)),
    )
    assert [place.at for place in entries[1].places] == [Point(40, 50)]
    assert [place.at for place in entries[2].places] == [Point(10, 20), Point(30, 40)]
    assert [place.at for place in entries[3].places] == [Point(20, 10)]


def test_a_grid_is_taken_from_play_and_lies_in_the_middle(tmp_path: Path) -> None:
    free, on = game(
        tmp_path,
        "{put: beast, grid: play.grid}",
        "{put: beast, grid: [2, 1], gap: [10, 0], on: map}",
    ).setup
    assert free.grid == SetupGrid(3, 2, Size(2, 2)) and free.places == ()
    assert on.grid is None
    assert [place.at for place in on.places] == [Point(185, 150), Point(215, 150)]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("{put: best}", '5:11: nothing is called "best"\n  hint: did you mean "beast"?'),
        ("{put: beast/wulf}", 'nothing is called "beast/wulf"\n  hint: did you mean "beast/wolf"?'),
        ("{put: beast, on: mop, at: den}", '"mop" is no component\n  hint: did you mean "map"?'),
        ("{put: beast, in: bowl}", '"bowl" is no component'),
        (
            "{put: beast, on: map, at: dan}",
            '"dan" is no space of "map"\n  hint: did you mean "den"?',
        ),
        ("{put: beast, on: map, at: [[1, 301]]}", '[1, 301] is no point on "map"'),
        ("{put: beast, on: map, at: [[1, .nan]]}", 'is no point on "map"'),
        ("{put: beast, on: map}", 'where on "map" is not said\n  hint: write at:'),
        ("{put: beast, at: den}", '"at" is for places on a component'),
        (
            "{put: beast, grid: play.gird}",
            '"play.gird" does not exist\n  hint: did you mean "grid',
        ),
        ("{put: beast, grid: play.den}", "the grid is not two numbers"),
        ("{put: beast, grid: [0, 3]}", "the grid is not two numbers"),
        ("{put: beast, grid: [101, 3]}", "the grid is not two numbers"),
        ("{put: beast, grid: [2, 3], gap: [1]}", "the gap is not one or two numbers"),
        ("{put: beast, up: down}", '"down"'),
        ("{put: beast, each: 0}", "0"),
        ("{put: beast, puts: 1}", '"puts" is not known'),
    ],
)
def test_what_is_not_there_is_told_at_its_place(tmp_path: Path, entry: str, message: str) -> None:
    found = faults(write_game(tmp_path, GAME % f"  - {entry}", board_yaml=BOARD))
    assert message in "\n".join(found)
    assert sum("hint:" not in line for line in found) == 1  # each fault is told once
