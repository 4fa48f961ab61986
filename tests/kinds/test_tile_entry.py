from pathlib import Path

from tests.data.games import faults, load, write_game

YAML = "card_data/beasts/game.yaml"

HEAD = """\
title: Beasts
players: 2
components:
"""


def test_a_tile_has_two_sides(tmp_path: Path) -> None:
    text = f"""{HEAD}  house:
    kind: tile
    size: 58 x 58 mm
    rows: beasts.csv
    face: beasts/face.svg
    back: beasts/back.svg
"""
    house = load(write_game(tmp_path, text)).component("house")
    assert (house.kind.name, house.qty) == ("tile", 3)
    assert {card.back for card in house.cards} == {"beasts/back.svg"}


def test_a_tile_with_one_side_is_refused(tmp_path: Path) -> None:
    text = f"{HEAD}  house: {{kind: tile, size: square, rows: beasts.csv, face: beasts/face.svg}}\n"
    assert faults(write_game(tmp_path, text)) == [
        f'{YAML}:4:10: "house" is a tile with one side: the key "back" is missing',
        "  hint: name a template: back: my-game/back.svg, or write kind: token",
    ]


def test_one_of_several_sources_of_tiles_without_a_back_is_refused(tmp_path: Path) -> None:
    text = f"""{HEAD}  house:
    kind: tile
    size: 58 x 58 mm
    cards:
      - {{rows: beasts.csv, face: beasts/face.svg, back: beasts/back.svg}}
      - {{rows: [{{id: hut}}], face: beasts/face.svg}}
"""
    assert faults(write_game(tmp_path, text)) == [
        f'{YAML}:9:9: "house" is a tile with one side: the key "back" is missing',
        "  hint: name a template: back: my-game/back.svg, or write kind: token",
    ]


def test_cards_that_fit_their_sleeve_are_taken(tmp_path: Path) -> None:
    deck = "  beast: {kind: deck, size: poker, sleeve: standard, rows: beasts.csv"
    game = load(write_game(tmp_path, f"{HEAD}{deck}, face: beasts/face.svg}}\n"))
    assert game.component("beast").qty == 3


def test_cards_that_do_not_fit_their_sleeve_are_refused(tmp_path: Path) -> None:
    deck = "  beast: {kind: deck, size: mini-euro, sleeve: standard, rows: beasts.csv"
    assert faults(write_game(tmp_path, f"{HEAD}{deck}, face: beasts/face.svg}}\n")) == [
        f"{YAML}:4:48: cards of 44 x 67 mm do not fit a standard sleeve, which is made for"
        " 63 x 88 mm",
        "  hint: write sleeve: mini-euro",
    ]
