from pathlib import Path

import pytest

from pnp.data.game import Cut
from pnp.data.gamefile import game_file_model
from pnp.data.listing import as_text
from pnp.data.schema import json_schema
from pnp.geometry.plane import Size
from pnp.kinds.catalog import KINDS
from pnp.kinds.die import side_of
from pnp.kinds.piece import Panels
from pnp.kinds.spinner import Arrow
from pnp.kinds.tray import Floor, Tray
from tests.data.games import faults, load, write_game

YAML = "card_data/beasts/game.yaml"
FACE = "face: beasts/face.svg"

HEAD = """\
title: Beasts
players: 2
palette: {night: "#213"}
components:
"""

SIDES = """\
id,pips
top,1
front,2
right,3
back,5
left,4
bottom,6
"""


def game(root: Path, line: str, **files: str) -> Path:
    return write_game(root, f"{HEAD}  thing: {{{line}, {FACE}}}\n", **files)


# --- dice --------------------------------------------------------------------------------------

DIE = "kind: die, size: 18 x 18 mm, columns: {pips: int}, rows: sides.csv"


def test_a_die_is_one_piece_made_of_six_rows(tmp_path: Path) -> None:
    thing = load(game(tmp_path, DIE, sides_csv=SIDES)).component("thing")
    assert (thing.kind.name, thing.qty, thing.size) == ("die", 1, Size(18, 18))
    assert (thing.columns, thing.cut, thing.bleed) == ({}, Cut.OUTLINE, 1.0)
    assert [card.id for card in thing.cards] == ["thing"]
    assert thing.parts is not None
    assert thing.parts.columns == {"pips": "int"}
    assert [card.values["pips"] for card in thing.parts.cards] == [1, 2, 3, 5, 4, 6]


def test_rows_can_name_their_side_in_a_column_of_its_own(tmp_path: Path) -> None:
    rows = "id,side\n" + "".join(
        f"s{n},{side}\n"
        for n, side in enumerate(["left", "top", "front", "bottom", "right", "back"])
    )
    line = "kind: die, size: 18 x 18 mm, rows: sides.csv"
    parts = load(game(tmp_path, line, sides_csv=rows)).component("thing").parts
    assert parts is not None
    assert [side_of(card) for card in parts.cards][:2] == ["left", "top"]


def test_several_dice_are_counted_in_game_yaml(tmp_path: Path) -> None:
    found = load(game(tmp_path, f"{DIE}, qty: 3", sides_csv=SIDES))
    assert found.component("thing").qty == 3
    assert "  thing    3 die      18 x 18 mm" in as_text([found])


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        (
            SIDES.replace("bottom,6\n", ""),
            [
                'card_data/beasts/sides.csv:1: a die has six sides, this one has 5: "bottom" is'
                " missing",
                "  hint: write a row for each of top, front, right, back, left, bottom",
            ],
        ),
        (
            SIDES.replace("bottom,6", "botom,6"),
            [
                'card_data/beasts/sides.csv:7, column "id": "botom" is not a side of a die',
                '  hint: did you mean "bottom"?',
            ],
        ),
        (
            SIDES + "lid,7\n",
            [
                'card_data/beasts/sides.csv:8, column "id": "lid" is not a side of a die',
                "  hint: the sides are top, front, right, back, left, bottom",
            ],
        ),
        (
            SIDES.replace("id,pips", "id,pips,qty").replace("\n", ",1\n").replace("qty,1", "qty"),
            [
                'card_data/beasts/sides.csv:1, column "qty": the rows make one die together:'
                " a row has no qty",
                "  hint: delete the column; for more copies write qty in game.yaml",
            ],
        ),
        (
            "id,pips\n",
            [
                "card_data/beasts/sides.csv:1: a die has six sides, this one has none:"
                ' "top", "front", "right", "back", "left", "bottom" are missing',
                "  hint: write a row for each of top, front, right, back, left, bottom",
            ],
        ),
    ],
)
def test_a_die_without_its_six_sides_is_refused(
    tmp_path: Path, sides: str, message: list[str]
) -> None:
    assert faults(game(tmp_path, DIE, sides_csv=sides)) == message


def test_a_side_that_stands_twice_is_refused(tmp_path: Path) -> None:
    rows = "id,side\na,top\nb,front\nc,right\nd,back\ne,left\nf,top\n"
    line = "kind: die, size: 18 x 18 mm, rows: sides.csv"
    assert faults(game(tmp_path, line, sides_csv=rows)) == [
        'card_data/beasts/sides.csv:7, column "side": duplicate side "top"',
        '  hint: "a" is already at card_data/beasts/sides.csv:2',
    ]


@pytest.mark.parametrize(
    ("opposite", "message"),
    [
        ("{pips: [[1, 6], [2, 5], [4, 3]]}", []),
        (
            "{pips: [[1, 6], [2, 4]]}",
            [
                'card_data/beasts/sides.csv:3, column "pips": "2" is opposite "5"',
                f'  hint: {YAML}:5:105 says "4": swap the rows of two sides',
            ],
        ),
        (
            "{pips: [[1, 7]]}",
            [
                f'{YAML}:5:97: no side has the pips "7"',
                "  hint: the table has 1, 2, 3, 5, 4, 6",
            ],
        ),
        (
            "{id: [[top, botom]]}",
            [
                f'{YAML}:5:95: no side has the id "botom"',
                '  hint: did you mean "bottom"?',
            ],
        ),
    ],
)
def test_sides_lie_opposite_as_declared(tmp_path: Path, opposite: str, message: list[str]) -> None:
    folder = game(tmp_path, f"{DIE}, opposite: {opposite}", sides_csv=SIDES)
    if message:
        assert faults(folder) == message
    else:
        assert load(folder).component("thing").qty == 1


def test_a_die_is_a_cube(tmp_path: Path) -> None:
    line = DIE.replace("18 x 18", "18 x 20")
    assert faults(game(tmp_path, line, sides_csv=SIDES)) == [
        f"{YAML}:5:28: 18 x 20 mm is not a square",
        "  hint: write 18 x 18 mm",
    ]


# --- spinners ----------------------------------------------------------------------------------

SPINNER = "kind: spinner, size: 80 x 80 mm, columns: {title: text}, rows: results.csv"
RESULTS = "id,weight,title\nboo,1,Boo\ncandy,2.5,Candy\n"


def test_a_spinner_is_one_piece_with_segments_and_an_arrow(tmp_path: Path) -> None:
    line = f"{SPINNER}, arrow: beasts/back.svg, arrow-size: 60 x 16 mm"
    thing = load(game(tmp_path, line, results_csv=RESULTS)).component("thing")
    assert (thing.qty, thing.size, thing.cut) == (1, Size(80, 80), Cut.OUTLINE)
    assert thing.own == Arrow("beasts/back.svg", Size(60, 16))
    assert thing.parts is not None
    assert [card.values["weight"] for card in thing.parts.cards] == [1, 2.5]


def test_segments_need_no_weight(tmp_path: Path) -> None:
    thing = load(game(tmp_path, SPINNER, results_csv="id,title\na,A\nb,B\n")).component("thing")
    assert thing.own is None
    assert thing.parts is not None
    assert thing.parts.columns == {"title": "text"}


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (
            RESULTS.replace("boo,1", "boo,0"),
            [
                'card_data/beasts/results.csv:2, column "weight": the segment "boo" has the'
                " weight 0",
                "  hint: write a number above 0: a segment with 2 is twice as wide as one with 1",
            ],
        ),
        (
            RESULTS.replace("boo,1", "boo,-2"),
            [
                'card_data/beasts/results.csv:2, column "weight": the segment "boo" has the'
                " weight -2",
                "  hint: write a number above 0: a segment with 2 is twice as wide as one with 1",
            ],
        ),
        (
            RESULTS.replace("boo,1", "boo,much"),
            ['card_data/beasts/results.csv:2, column "weight": "much" is not a number'],
        ),
        (
            "id,weight,title\n",
            [
                "card_data/beasts/results.csv:1: a spinner needs two segments, this one has none",
                "  hint: write a row for each result",
            ],
        ),
        (
            "id,weight,title\nboo,1,Boo\n",
            [
                "card_data/beasts/results.csv:1: a spinner needs two segments, this one has 1",
                "  hint: write a row for each result",
            ],
        ),
    ],
)
def test_a_spinner_without_sound_segments_is_refused(
    tmp_path: Path, results: str, message: list[str]
) -> None:
    assert faults(game(tmp_path, SPINNER, results_csv=results)) == message


@pytest.mark.parametrize(
    ("keys", "missing"),
    [("arrow: beasts/back.svg", "arrow-size"), ("arrow-size: 60 x 16 mm", "arrow")],
)
def test_an_arrow_has_a_template_and_a_size(tmp_path: Path, keys: str, missing: str) -> None:
    assert faults(game(tmp_path, f"{SPINNER}, {keys}", results_csv=RESULTS)) == [
        f'{YAML}:5:10: the key "{missing}" is missing',
        "  hint: an arrow has a template and a size: arrow: my-game/arrow.svg,"
        " arrow-size: 60 x 16 mm",
    ]


def test_the_template_of_an_arrow_is_looked_for(tmp_path: Path) -> None:
    line = f"{SPINNER}, arrow: beasts/arow.svg, arrow-size: 60 x 16 mm"
    assert faults(game(tmp_path, line, results_csv=RESULTS))[0] == (
        f'{YAML}:5:94: "templates/beasts/arow.svg" does not exist'
    )


# --- tracks ------------------------------------------------------------------------------------

TRACK = "kind: track, size: 100 x 20 mm, rows: path.csv"
PATH = "id,x,y,note\na,10,10,Start\nb,30,10.5,\n"


def test_a_track_is_one_piece_with_positions(tmp_path: Path) -> None:
    thing = load(game(tmp_path, f"{TRACK}, overlap: 8 mm", path_csv=PATH)).component("thing")
    assert (thing.qty, thing.own, thing.cut) == (1, Panels(8), Cut.STRAIGHT)
    assert thing.parts is not None
    assert thing.parts.cards[1].values == {"x": 30, "y": 10.5, "note": ""}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (
            PATH.replace("b,30,10.5", "b,10,10"),
            [
                'card_data/beasts/path.csv:3, column "x": the position "b" is at the same place as'
                ' "a"',
                "  hint: that one is at card_data/beasts/path.csv:2",
            ],
        ),
        (
            PATH.replace("b,30", "b,130"),
            [
                'card_data/beasts/path.csv:3, column "x": the position "b" is outside the track',
                "  hint: the track is 100 x 20 mm: write 0 to 100",
            ],
        ),
        (
            PATH.replace("b,30", "b,"),
            [
                'card_data/beasts/path.csv:3, column "x": the cell is blank',
                "  hint: fill it",
            ],
        ),
        (
            "id,x\na,10\n",
            ['card_data/beasts/path.csv:1: the column "y" is missing'],
        ),
    ],
)
def test_a_track_without_sound_positions_is_refused(
    tmp_path: Path, path: str, message: list[str]
) -> None:
    assert faults(game(tmp_path, TRACK, path_csv=path)) == message


def test_a_track_without_positions_is_told(tmp_path: Path) -> None:
    folder = game(tmp_path, TRACK, path_csv="id,x,y\n")
    assert faults(folder) == [
        "card_data/beasts/path.csv:1: the track has no positions",
        "  hint: write a row for each",
    ]


# --- trays -------------------------------------------------------------------------------------

TRAY = "kind: tray, size: 60 x 60 mm, depth: 40 mm"


def test_a_tray_has_a_floor_and_walls(tmp_path: Path) -> None:
    line = f"{TRAY}, shape: coffin, flare: 2 mm, floor: beasts/back.svg, color: night"
    thing = load(game(tmp_path, line)).component("thing")
    assert (thing.qty, thing.size, thing.parts) == (1, Size(60, 60), None)
    assert thing.own == Tray(Floor.COFFIN, 40, 2, "beasts/back.svg", "#213")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (
            ", flare: 40 mm",
            [
                f"{YAML}:5:62: the walls cannot meet: they are 40 mm high and lean out by 40 mm",
                "  hint: write a smaller flare, or 0 mm for upright walls",
            ],
        ),
        (
            ", flare: 39 mm",
            [
                f"{YAML}:5:62: the walls front and right cannot meet: there is no room in the net"
                " for a tab between them",
                "  hint: write a smaller flare",
            ],
        ),
        (
            ", shape: coffn",
            [f'{YAML}:5:62: "coffn" should be "rectangle", "octagon" or "coffin"'],
        ),
        (
            ", color: nihgt",
            [
                f'{YAML}:5:62: "nihgt" is not in the palette',
                '  hint: did you mean "night"?',
            ],
        ),
        (
            ", floor: beasts/flor.svg",
            [f'{YAML}:5:62: "templates/beasts/flor.svg" does not exist'],
        ),
    ],
)
def test_a_tray_that_cannot_be_folded_is_refused(
    tmp_path: Path, keys: str, message: list[str]
) -> None:
    assert faults(game(tmp_path, TRAY + keys))[: len(message)] == message


@pytest.mark.parametrize("depth", ["0 mm", "400 mm"])
def test_walls_have_a_height(tmp_path: Path, depth: str) -> None:
    line = TRAY.replace("40 mm", depth)
    assert faults(game(tmp_path, line)) == [
        f"{YAML}:5:48: {depth} is out of range",
        "  hint: write 5 mm to 300 mm",
    ]


def test_a_floor_too_small_for_tabs_is_refused(tmp_path: Path) -> None:
    line = "kind: tray, shape: octagon, size: 6 x 6 mm, depth: 40 mm"
    assert faults(game(tmp_path, line)) == [
        f"{YAML}:5:45: the walls front and front-right cannot meet: there is no room in the net"
        " for a tab between them",
        "  hint: make the floor larger",
    ]


def test_the_schema_knows_the_kinds() -> None:
    schema = json_schema(game_file_model(KINDS.entries(())))
    models = schema["$defs"]
    assert models["DieEntry"]["properties"]["opposite"]["type"] == "object"
    assert "arrow-size" in models["SpinnerEntry"]["properties"]
    assert set(models["TrackEntry"]["required"]) == {"kind", "size", "rows", "face"}
    assert set(models["TrayEntry"]["required"]) == {"kind", "size", "depth", "face"}
