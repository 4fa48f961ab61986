"""Copies by columns that the user names."""

from dataclasses import replace
from textwrap import dedent

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Parts
from pnp.stats.crosstab import as_data, as_text, crosstabs, distributions
from tests.rulebook.games import FRIGHT, component, game


def text(*columns, of=FRIGHT):
    return as_text(crosstabs([of], columns))


def test_one_column_is_a_line():
    assert text("kind") == dedent("""\
        fright: ghoul-deck by kind
                      bat  cat  rat  all
          ghoul-deck    2    3    1    6""")


def test_two_columns_are_a_table_with_sums():
    assert text("colour", "points") == dedent("""\
        fright: ghoul-deck by colour, points
                1  2  3  all
          red   2  3  0    5
          blue  0  0  1    1
          all   2  3  1    6""")


def test_more_columns_stand_down_where_there_are_copies():
    assert text("colour", "kind", "points") == dedent("""\
        fright: ghoul-deck by colour, kind, points
                    1  2  3  all
          red bat   2  0  0    2
          red cat   0  3  0    3
          blue rat  0  0  1    1
          all       2  3  1    6""")


def test_every_component_with_the_column_is_counted():
    assert [table.component.name for table in crosstabs([FRIGHT], ["colour"])] == [
        "ghoul-deck",
        "coin",
    ]


def test_rows_are_a_column_too():
    assert "bat  cat  rat" in text("colour", "id").split("\n")[1]


def test_values_without_a_name_get_one():
    cards = [("a", 2, {"wild": True}), ("b", 1, {"wild": None}), ("c", 4, {"wild": False})]
    made = game(component("deck", cards, line=1, columns={"wild": "bool?"}))
    assert text("wild", of=made).split("\n")[1].split() == ["no", "yes", "nothing", "all"]


def die():
    """Return a die with three sides, two of which have one pip."""
    cards = [(name, 1, {"pips": len(name)}) for name in ("a", "b", "cc")]
    whole = component("die", [("die", 1, {})], line=40, kind="die")
    return replace(whole, parts=Parts({"pips": "int"}, component("side", cards, line=40).cards))


def test_what_a_piece_is_made_of_is_counted_too():
    assert text("pips", of=game(die())) == dedent("""\
        fright: die by pips
               1  2  all
          die  2  1    3""")
    (both,) = crosstabs([game(die())], ["id", "pips"])
    assert both.counts["cc", "2"] == 1


def test_a_piece_that_is_made_of_several_rows_is_one_by_its_id():
    (whole,) = crosstabs([game(die())], ["id"])
    assert whole.counts == {("die",): 1}


def test_every_column_with_a_distribution_is_one_to_count_by():
    made = game(die(), *FRIGHT.components.values())
    for each in made.components.values():
        for column, counts in distributions(each).items():
            tables = {table.component.name: table for table in crosstabs([made], [column])}
            assert sum(tables[each.name].counts.values()) == sum(counts.values())


def test_a_column_of_parts_is_named_where_one_is_misspelt():
    with pytest.raises(PnpError, match='did you mean "pips"'):
        crosstabs([game(die())], ["pip"])


def test_data():
    (data,) = as_data(crosstabs([FRIGHT], ["colour", "kind"]))
    assert (data["game"], data["component"]) == ("fright", "ghoul-deck")
    assert data["columns"] == ["colour", "kind"]
    assert {"values": ["red", "cat"], "qty": 3} in data["counts"]
    assert sum(entry["qty"] for entry in data["counts"]) == 6


@pytest.mark.parametrize(
    ("columns", "missing", "way_out"),
    [
        (["colur"], "colur", '"colour"'),
        (["colour", "knd"], "knd", '"kind"'),
        ([""], "", "colour, id, kind, points"),
    ],
)
def test_a_column_that_is_not_there_is_told(columns, missing, way_out):
    with pytest.raises(PnpError) as caught:
        crosstabs([FRIGHT], columns)
    (problem,) = caught.value.problems
    assert problem.message.endswith(f'"{missing}"')
    assert way_out in (problem.hint or "")


def test_columns_of_two_components_are_no_table():
    other = component("other", [("one", 1, {"size": "big"})], line=9)
    with pytest.raises(PnpError, match="no component has all of colour, size"):
        crosstabs([game(other, *FRIGHT.components.values())], ["colour", "size"])
