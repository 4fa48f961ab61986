from pathlib import Path

import pytest

from pnp.base.diagnostics import Where
from pnp.data.boardfile import BoardFile
from pnp.data.game import Link, Space
from pnp.data.schema import json_schema
from pnp.geometry.plane import Point
from pnp.kinds.piece import Panels
from tests.data.games import faults, load, places, write_game

GAME = """\
title: Beasts
players: 2
components:
  map: {kind: board, size: 400 x 300 mm, board: board.yaml, face: beasts/face.svg}
"""

BOARD = """\
kinds: [house, yard]
spaces:
  - {id: gate, kind: house, x: 10, y: 20.5, colour: red, doors: [north, 3]}
  - {id: 07, kind: yard, x: 400, y: 0}
  - {id: den, kind: yard, x: 0, y: 300}
links:
  - [gate, 07]
  - {from: 07, to: den, kind: ford}
"""

FILE = "card_data/beasts/board.yaml"


def board_faults(root: Path, old: str, new: str, text: str = BOARD) -> list[str]:
    assert old in text
    return faults(write_game(root, GAME, board_yaml=text.replace(old, new)))


def test_a_board_is_spaces_and_links_with_their_places(tmp_path: Path) -> None:
    folder = write_game(tmp_path, GAME, board_yaml=BOARD)
    game = load(folder)
    board = game.boards["map"]
    assert board.component == "map"
    assert board.spaces[0] == Space(
        id="gate",
        kind="house",
        at=Point(10, 20.5),
        values={"colour": "red", "doors": ["north", 3]},
        where=Where(FILE, 3, 5),
    )
    assert [space.id for space in board.spaces] == ["gate", "07", "den"]
    assert board.links == (
        Link("gate", "07", "", Where(FILE, 7, 5)),
        Link("07", "den", "ford", Where(FILE, 8, 5)),
    )
    assert folder / "board.yaml" in game.files


def test_without_declared_kinds_a_space_has_any_or_none(tmp_path: Path) -> None:
    text = "spaces:\n  - {id: a, x: 1, y: 2}\n  - {id: b, x: 1, y: 2, kind: bog}\n"
    board = load(write_game(tmp_path, GAME, board_yaml=text)).boards["map"]
    assert [space.kind for space in board.spaces] == ["", "bog"]
    assert board.links == ()


def test_a_board_component_is_one_piece_that_may_fall_into_panels(tmp_path: Path) -> None:
    component = load(write_game(tmp_path, GAME, board_yaml=BOARD)).component("map")
    assert (component.kind.name, component.qty, component.own) == ("board", 1, Panels(10))
    assert [card.id for card in component.cards] == ["map"]


def test_a_mat_may_do_without_spaces_and_have_a_row_for_each_player(tmp_path: Path) -> None:
    text = """\
title: Beasts
players: 2
components:
  mat: {kind: mat, size: 30 x 20 cm, overlap: 0 mm, rows: [{id: red}], face: beasts/face.svg}
"""
    game = load(write_game(tmp_path, text))
    mat = game.component("mat")
    assert (mat.own, mat.stock, game.boards) == (Panels(0), "paper", {})
    assert [card.id for card in mat.cards] == ["red"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "{from: 07,",
            "{from: 7,",
            [
                f'{FILE}:8:12: the link leads to "7", which is not a space of the board',
                '  hint: did you mean "07"?',
            ],
        ),
        (
            "[gate, 07]",
            "[gaet, 07]",
            [
                f'{FILE}:7:6: the link leads to "gaet", which is not a space of the board',
                '  hint: did you mean "gate"?',
            ],
        ),
        (
            "[gate, 07]",
            "[moon, 07]",
            [
                f'{FILE}:7:6: the link leads to "moon", which is not a space of the board',
                "  hint: write the id of a space, or add the space",
            ],
        ),
        (
            "[gate, 07]",
            "[gate, gate]",
            [
                f'{FILE}:7:5: the link leads from "gate" to itself',
                "  hint: name another space, or delete the link",
            ],
        ),
        (
            "[gate, 07]",
            "[gate, 07, den]",
            [
                f"{FILE}:7:5: a link joins two spaces",
                "  hint: write their ids: [gate, yard]",
            ],
        ),
        (
            "[gate, 07]",
            "{from: 07, to: den, kind: ford}",
            [
                f'{FILE}:8:5: duplicate link from "07" to "den"',
                "  hint: the other is in line 7",
            ],
        ),
        (
            "id: den",
            "id: gate",
            [
                f'{FILE}:5:10: duplicate space id "gate"',
                "  hint: the other is in line 3",
                f'{FILE}:8:20: the link leads to "den", which is not a space of the board',
                "  hint: write the id of a space, or add the space",
            ],
        ),
        (
            "kind: house",
            "kind: hous",
            [
                f'{FILE}:3:22: "hous" is not one of the board\'s kinds',
                '  hint: did you mean "house"?',
            ],
        ),
        (
            "kind: house",
            "kind: lake",
            [
                f'{FILE}:3:22: "lake" is not one of the board\'s kinds',
                "  hint: they are house, yard",
            ],
        ),
        (
            "kind: house, ",
            "",
            [f'{FILE}:3:5: the key "kind" is missing', "  hint: write one of house, yard"],
        ),
        (
            "kinds: [house, yard]",
            "link-kinds: [path, bridge]",
            [
                f'{FILE}:7:5: the key "kind" is missing',
                "  hint: write {from: …, to: …, kind: …}, with one of path, bridge",
                f'{FILE}:8:31: "ford" is not one of the board\'s link-kinds',
                "  hint: they are path, bridge",
            ],
        ),
        (
            "x: 400",
            "x: 400.5",
            [
                f'{FILE}:4:29: the space "07" is outside the board',
                "  hint: the board is 400 x 300 mm: write 0 to 400",
            ],
        ),
        (
            "y: 300",
            "y: -1",
            [
                f'{FILE}:5:36: the space "den" is outside the board',
                "  hint: the board is 400 x 300 mm: write 0 to 300",
            ],
        ),
        ("x: 10", "x: ten", [f'{FILE}:3:32: "ten" is not a number']),
        ("x: 10", 'x: "10"', [f'{FILE}:3:32: "10" is not a number']),
        (
            "x: 10, ",
            "",
            [
                f'{FILE}:3:5: the key "x" is missing',
                "  hint: millimetres from the left edge of the board's trim",
            ],
        ),
        (
            "links:",
            "lines:",
            [f'{FILE}:6:1: the key "lines" is not known', '  hint: did you mean "links"?'],
        ),
    ],
)
def test_a_slip_in_the_board_is_refused(
    tmp_path: Path, old: str, new: str, message: list[str]
) -> None:
    assert board_faults(tmp_path, old, new) == message


def test_all_slips_are_told_at_once(tmp_path: Path) -> None:
    text = """\
kinds: [house]
spaces:
  - {id: a, kind: huose, x: 1, y: 1}
  - {id: b, kind: house, x: one, y: 1}
  - {id: c, kind: house, x: 999, y: 1}
links: [[a, b], [a, d], [c]]
"""
    assert places(write_game(tmp_path, GAME, board_yaml=text)) == [
        f"{FILE}:{place}" for place in ("3:19", "4:29", "5:29", "6:21", "6:25")
    ]


def test_a_space_may_lie_on_the_very_edge_of_a_board_in_inches(tmp_path: Path) -> None:
    text = BOARD.replace("x: 400", "x: 215.9").replace("y: 300", "y: 215.9")
    game = GAME.replace("400 x 300 mm", "8.5 x 8.5 in")  # 215.89999999999998 mm
    spaces = load(write_game(tmp_path, game, board_yaml=text)).boards["map"].spaces
    assert [space.at for space in spaces[1:]] == [Point(215.9, 0), Point(0, 215.9)]


def test_a_space_that_nobody_can_reach_is_named(tmp_path: Path) -> None:
    text = BOARD.replace("links:\n  - [gate, 07]\n", "starts: [gate]\nlinks:\n")
    hint = "  hint: link it to a space that can be reached, or add it to the starts"
    assert faults(write_game(tmp_path, GAME, board_yaml=text)) == [
        f'{FILE}:4:10: the space "07" cannot be reached from the starts',
        hint,
        f'{FILE}:5:10: the space "den" cannot be reached from the starts',
        hint,
    ]


def test_links_are_walked_both_ways_from_the_starts(tmp_path: Path) -> None:
    text = BOARD.replace("links:", "starts: [den]\nlinks:")
    assert len(load(write_game(tmp_path, GAME, board_yaml=text)).boards["map"].spaces) == 3


def test_a_start_is_a_space(tmp_path: Path) -> None:
    text = BOARD.replace("links:", "starts: [gate, dem]\nlinks:")
    told, hint = faults(write_game(tmp_path, GAME, board_yaml=text))
    assert told.startswith(f'{FILE}:6:16: "dem" ')
    assert '"den"' in hint


def test_a_board_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert faults(write_game(tmp_path, GAME)) == [
        'card_data/beasts/game.yaml:4:49: "board.yaml" does not exist',
        "  hint: put the board beside game.yaml",
    ]


def test_a_board_needs_its_file_and_an_overlap_that_a_panel_has_room_for(tmp_path: Path) -> None:
    text = GAME.replace("board: board.yaml", "overlap: 160 mm")
    missing, _, large, most = faults(write_game(tmp_path, text))
    assert missing.startswith('card_data/beasts/game.yaml:4:8: the key "board" ')
    assert large.startswith("card_data/beasts/game.yaml:4:51: 160 mm ")
    assert "150 mm" in most


@pytest.mark.parametrize(
    "text", ["- a\n", "spaces: 3\n", "spaces: [a, b]\nlinks: {a: b}\n", "spaces: []\n"]
)
def test_a_board_of_another_shape_is_an_error_and_no_crash(tmp_path: Path, text: str) -> None:
    assert all(
        line.startswith((FILE, "  hint"))
        for line in faults(write_game(tmp_path, GAME, board_yaml=text))
    )


def test_a_board_has_a_json_schema() -> None:
    schema = json_schema(BoardFile)
    assert set(schema["properties"]) == {"kinds", "link-kinds", "spaces", "links", "starts"}
    assert schema["$defs"]["SpaceEntry"]["additionalProperties"] is True
