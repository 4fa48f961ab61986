"""How many of what: tables with bars, and the same as data."""

from dataclasses import replace
from textwrap import dedent

from pnp.data.game import Parts
from pnp.stats import count
from tests.rulebook.games import COINS, FRIGHT, GHOULS, component, game


def test_text_has_bars_and_a_cross_table():
    assert count.as_text([FRIGHT]) == dedent("""\
        Fright: 26 pieces
          ghoul-deck   6  ██████
          coin        20  ████████████████████
          mat (aid)    4  ████

        ghoul-deck by colour
          red   5  █████
          blue  1  █

        ghoul-deck by kind
          bat  2  ██
          cat  3  ███
          rat  1  █

        ghoul-deck by points
          1  2  ██
          2  3  ███
          3  1  █

        ghoul-deck by colour and kind
                bat  cat  rat  all
          red     2    3    0    5
          blue    0    0    1    1
          all     2    3    1    6""")


def test_long_bars_are_scaled_and_none_vanishes():
    many = component("many", [("one", 900, {})], line=1)
    few = component("few", [("one", 1, {})], line=2)
    lines = count.as_text([game(many, few)]).split("\n")
    assert lines[1:] == ["  many  900  " + "█" * 30, "  few     1  █"]


def test_data_has_every_distribution():
    (data,) = count.as_data([FRIGHT])
    assert (data["key"], data["pieces"]) == ("fright", 26)
    assert data["components"][0] == {
        "name": "ghoul-deck",
        "title": "Ghoul-Deck",
        "kind": "deck",
        "aid": False,
        "qty": 6,
        "different": 3,
        "columns": {
            "colour": {"red": 5, "blue": 1},
            "kind": {"bat": 2, "cat": 3, "rat": 1},
            "points": {"1": 2, "2": 3, "3": 1},
        },
        "crossed": {
            "columns": ["colour", "kind"],
            "counts": {
                "red": {"bat": 2, "cat": 3, "rat": 0},
                "blue": {"bat": 0, "cat": 0, "rat": 1},
            },
        },
    }
    assert data["components"][1]["crossed"] is None


def test_blank_and_yes_no_values_have_names():
    cards = [("a", 1, {"wild": True, "size": 9}), ("b", 2, {"wild": None, "size": 10})]
    columns = {"wild": "bool?", "size": "int", "name": "text?"}
    made = count.distributions(component("deck", cards, line=1, columns=columns))
    assert made == {"wild": {True: 1, None: 2}, "size": {9: 1, 10: 2}}
    text = count.as_text([game(component("deck", cards, line=1, columns=columns))])
    assert "  yes      1  █\n  nothing  2  ██" in text


def test_a_component_of_one_row_has_no_distribution():
    assert count.distributions(COINS) == {}
    assert count.crossed(COINS) is None
    assert count.crossed(GHOULS) is not None


def test_a_piece_made_of_several_rows_is_one_and_its_rows_are_counted():
    sides = component("side", [(n, 1, {"pips": len(n)}) for n in ("a", "b", "cc")], line=40)
    whole = component("die", [("die", 1, {})], line=40, kind="die")
    die = replace(whole, parts=Parts({"pips": "int"}, sides.cards))
    assert count.distributions(die) == {"pips": {1: 2, 2: 1}}
    (shown,) = count.as_data([game(die)])
    assert (shown["pieces"], shown["components"][0]["qty"]) == (1, 1)
