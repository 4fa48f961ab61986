from pathlib import Path

import pytest

from pnp.data.game import Cut
from pnp.data.listing import as_text
from pnp.geometry.plane import Size
from pnp.kinds.box import TuckBox
from tests.data.games import faults, load, write_game

YAML = "card_data/beasts/game.yaml"

HEAD = """\
title: Beasts
players: 2
palette: {night: "#213"}
components:
"""

DECK = "  beast: {kind: deck, size: 63 x 88 mm, rows: beasts.csv, face: beasts/face.svg}\n"
GANG = "  gang: {kind: standee, size: poker, rows: [{id: a}], face: beasts/face.svg}\n"


def box_line(keys: str = "") -> str:
    return f"  den: {{kind: box, aid: true, holds: beast, face: beasts/face.svg{keys}}}\n"


def test_a_box_is_measured_from_its_deck_wherever_that_stands(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, HEAD + box_line(", color: night, font: Grenze") + DECK))
    assert list(game.components) == ["den", "beast"]
    den = game.component("den")
    assert den.size == pytest.approx(Size(63 + 1 + 0.6, 88 + 1 + 0.9))
    assert den.own == TuckBox("beast", pytest.approx(3 * 0.33 + 1 + 0.6), "#213", "Grenze")  # type: ignore[arg-type]
    assert (den.qty, den.cut, den.safe, den.aid) == (1, Cut.OUTLINE, 0, True)


def test_thickness_and_play_are_the_makers(tmp_path: Path) -> None:
    text = HEAD + DECK + box_line(", thickness: 0.5 mm, play: 2 mm")
    den = load(write_game(tmp_path, text)).component("den")
    assert den.size == pytest.approx(Size(63 + 2 + 0.6, 88 + 2 + 0.9))
    box = den.own_as(TuckBox)
    assert (box.depth, box.color) == (pytest.approx(3 * 0.5 + 2 + 0.6), "white")


def test_a_box_has_room_for_the_sleeves_of_its_deck(tmp_path: Path) -> None:
    deck = DECK.replace("size: 63 x 88 mm", "size: 63 x 88 mm, sleeve: standard")
    den = load(write_game(tmp_path, HEAD + deck + box_line())).component("den")
    assert den.size == pytest.approx(Size(66 + 1 + 0.6, 91 + 1 + 0.9))


def test_the_list_of_games_shows_how_large_the_front_is(tmp_path: Path) -> None:
    shown = as_text([load(write_game(tmp_path, HEAD + DECK + box_line()))])
    assert "  den      1 box      64.6 x 89.9 mm     aid" in shown


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            DECK + box_line().replace("holds: beast", "holds: baest"),
            [
                f'{YAML}:6:38: the box holds "baest", which is not a deck of the game',
                '  hint: did you mean "beast"?',
            ],
        ),
        (
            GANG + box_line().replace("holds: beast", "holds: den"),
            [
                f'{YAML}:6:38: the box holds "den", which is not a deck of the game',
                "  hint: the decks are none",
            ],
        ),
        (
            GANG + box_line().replace("holds: beast", "holds: gang"),
            [
                f'{YAML}:6:38: the box holds "gang", which is of the kind standee',
                "  hint: a box is made for a deck or for tiles",
            ],
        ),
        (
            DECK.replace("beasts.csv", "[{id: a, qty: 0}]") + box_line(),
            [
                f'{YAML}:5:3: "beast" has no cards',
                "  hint: write at least one row with a qty above 0",
            ],
        ),
        (
            DECK.replace("size: 63 x 88 mm", "size: pokre") + box_line(),
            [
                f'{YAML}:5:29: "pokre" is not a size: write 44 x 67 mm, or one of bridge, business,'
                " domino, euro, japanese, jumbo, micro, mini-euro, mini-us, poker, square,"
                ' standard, tarot, us-game (did you mean "poker"?)'
            ],
        ),
        (
            DECK + box_line(", thickness: 4 mm"),
            [f"{YAML}:6:79: 4 mm is out of range", "  hint: write 0.1 mm to 3 mm"],
        ),
        (
            DECK + box_line(", play: 0 mm"),
            [f"{YAML}:6:74: 0 mm is out of range", "  hint: write 0.5 mm to 5 mm"],
        ),
        (
            DECK + box_line(", color: nihgt"),
            [
                f'{YAML}:6:75: "nihgt" is not in the palette',
                '  hint: did you mean "night"?',
            ],
        ),
        (
            DECK + box_line(", size: 60 x 90 mm"),
            [f'{YAML}:6:68: the key "size" is not known', '  hint: did you mean "sides"?'],
        ),
        (
            DECK + box_line(", qqq: 60 mm"),
            [
                f'{YAML}:6:68: the key "qqq" is not known',
                "  hint: the keys are kind, title, stock, aid, bleed, sheets, holds, face, back,"
                " sides, left, right, lid, bottom, thickness, play, color, font",
            ],
        ),
        (
            DECK + box_line(", lid: beasts/nothing-of-that-kind.svg"),
            [
                f'{YAML}:6:73: "templates/beasts/nothing-of-that-kind.svg" does not exist',
                '  hint: did you mean "beasts/face.svg"?',
            ],
        ),
    ],
)
def test_a_box_that_cannot_be_made_is_refused(
    tmp_path: Path, lines: str, message: list[str]
) -> None:
    assert faults(write_game(tmp_path, HEAD + lines)) == message


def test_one_template_for_both_sides_or_one_for_each(tmp_path: Path) -> None:
    keys = ", sides: beasts/face.svg, right: beasts/back.svg, lid: beasts/face.svg"
    den = load(write_game(tmp_path, HEAD + DECK + box_line(keys))).component("den")
    assert den.own_as(TuckBox).templates == {
        "left": "beasts/face.svg",
        "right": "beasts/back.svg",
        "lid": "beasts/face.svg",
    }
