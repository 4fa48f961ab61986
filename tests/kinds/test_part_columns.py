"""What columns of dice, spinners and tracks may hold, and what is said of mistakes in them."""

from pathlib import Path

import pytest

from tests.make import svg, write
from tests.projects import pnp

SIDES = ("top", "bottom", "front", "back", "left", "right")


def die(root: Path, columns: str, cells: list[str], more: str = "") -> str:
    """Check a die with a further column; return what is said."""
    rows = ", ".join(f"{{id: {side}, {cell}}}" for side, cell in zip(SIDES, cells, strict=True))
    game = (
        "title: Wood\nplayers: 2\ncomponents:\n  luck: {kind: die, size: 16 x 16 mm,"
        f" columns: {{{columns}}}, face: side.svg, rows: [{rows}]{more}}}\n"
    )
    files = {"card_data/wood/game.yaml": game, "templates/side.svg": svg("", (16, 16))}
    return pnp(write(root, files), "check", "wood").output


@pytest.mark.parametrize("type_", ["text", '"text?"'])
def test_a_blank_side_is_that_of_the_id(type_: str, tmp_path: Path) -> None:
    assert "error" not in die(tmp_path, f"side: {type_}", ['side: ""'] * 6)


def test_a_side_that_is_none_is_told_at_its_cell(tmp_path: Path) -> None:
    told = die(tmp_path, "side: text", ["side: roof", *['side: ""'] * 5])
    assert 'column "side": "roof" is not a side of a die' in told


OPPOSITES = {
    "words for true and false": ("hit: bool", ["hit: yes", "hit: no"] * 3, "{hit: [[yes, no]]}"),
    "whole numbers with a point": ("n: number", ["n: 1.0", "n: 2.0"] * 3, "{n: [[1, 2]]}"),
    "numbers": ("n: int", ["n: 1", "n: 6"] * 3, "{n: [[1, 6]]}"),
}


@pytest.mark.parametrize("name", OPPOSITES)
def test_opposite_sides_are_named_as_tables_write_them(name: str, tmp_path: Path) -> None:
    columns, cells, pairs = OPPOSITES[name]
    assert "error" not in die(tmp_path, columns, cells, f", opposite: {pairs}")


@pytest.mark.parametrize(
    ("pairs", "message", "hint"),
    [
        ("{hitt: [[yes, no]]}", 'the sides have no column "hitt"', 'did you mean "hit"?'),
        ("{hit: [[yes, perhaps]]}", 'no side has the hit "perhaps"', "the table has yes, no"),
    ],
)
def test_opposite_sides_that_are_none_are_told(
    pairs: str, message: str, hint: str, tmp_path: Path
) -> None:
    told = die(tmp_path, "hit: bool", ["hit: yes", "hit: no"] * 3, f", opposite: {pairs}")
    assert message in told and f"hint: {hint}\n" in told


def part(root: Path, kind: str) -> str:
    game = f"title: Wood\nplayers: 2\ncomponents:\n  part: {{{kind}, face: part.svg}}\n"
    files = {"card_data/wood/game.yaml": game, "templates/part.svg": svg("", (60, 60))}
    return pnp(write(root, files), "check", "wood").output


def test_a_segment_without_a_weight_is_as_wide_as_one_with_one(tmp_path: Path) -> None:
    rows = '[{id: a, weight: 2}, {id: b, weight: ""}]'
    kind = 'kind: spinner, size: 60 x 60 mm, columns: {weight: "int?"}'
    told = part(tmp_path, f"{kind}, rows: {rows}")
    assert "error" not in told


def test_a_place_on_a_track_is_to_be_filled(tmp_path: Path) -> None:
    rows = '[{id: a, x: 1, y: 1}, {id: b, x: "", y: 2}]'
    told = part(tmp_path, f'kind: track, size: 60 x 60 mm, columns: {{x: "number?"}}, rows: {rows}')
    assert 'column "x": the cell is blank\n  hint: fill it\n' in told
