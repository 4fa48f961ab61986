"""What becomes of facts, and how a broken one is explained."""

from dataclasses import replace

import pytest
import yaml

from pnp.base.color import BLACK, Color
from pnp.base.diagnostics import Where
from pnp.data.game import Setup
from pnp.data.wanted import Wanted
from pnp.rulebook.contract import Status
from pnp.rulebook.judge import check
from tests.rulebook.games import COINS, GHOULS, MAT, bar, game, piece, word

GAME_YAML = """\
title: Fright
players: 2-4
play:
  grid: [2, 3]
  hand: 3
"""


@pytest.fixture
def facts(tmp_path):
    """Return a function that checks facts over the small game, or over another deck of it."""

    def check_facts(*rows, deck=GHOULS, pieces=(), setup=()):
        (tmp_path / "game.yaml").write_text(GAME_YAML, "utf-8")
        path = tmp_path / "rulebook.yaml"
        known = {"tier": "stated", "says": "A fact.", "where": "Contents"}
        numbered = [{"id": f"F-{i}", **known, **row} for i, row in enumerate(rows, 1)]
        path.write_text(yaml.safe_dump({"game": "Fright", "checks": numbered}), "utf-8")
        return check(replace(game(deck, COINS, MAT, rulebook=path), setup=setup), pieces)

    return check_facts


def with_card(number: int, **changes):
    """Return the deck with one row changed: ``qty``, or values."""
    cards = list(GHOULS.cards)
    qty = changes.pop("qty", cards[number].qty)
    cards[number] = replace(cards[number], qty=qty, values={**cards[number].values, **changes})
    return replace(GHOULS, cards=tuple(cards))


def drawn(*, back_of_cat: float = 9, colour: Color = BLACK):
    """Return the deck drawn: faces with their names, all backs alike but the cat's."""
    for card in GHOULS.cards:
        width = back_of_cat if card.id == "cat" else 9
        yield piece(GHOULS, card, face=[word(card.id)], back=[bar(width, colour)])


MESSAGES = [
    # scalars
    ({"check": "count(coin) == 21"}, "count(coin) is 20, the rulebook says 21"),
    ({"check": "21 == count(coin)"}, "count(coin) is 20, the rulebook says 21"),
    ({"check": "count(coin)", "equals": 21}, "count(coin) is 20, the rulebook says 21"),
    (
        {"check": "count(coin) == 21", "tier": "derived", "arithmetic": "3 x 7"},
        "count(coin) is 20, the rulebook implies 21",
    ),
    (
        {"check": "count(coin) >= 21", "tier": "choice", "pick": "count(coin)"},
        "count(coin) is 20, the rules allow at least 21",
    ),
    ({"check": "count(coin) < 20"}, "count(coin) is 20, the rulebook says less than 20"),
    ({"check": "count(coin) <= 19"}, "count(coin) is 20, the rulebook says at most 19"),
    ({"check": "21 < count(coin)"}, "count(coin) is 20, the rulebook says more than 21"),
    ({"check": "count(coin) != 20"}, "count(coin) is 20, the rulebook says anything but 20"),
    ({"check": "count(coin) in [1, 2]"}, "count(coin) is 20, the rulebook says one of [1, 2]"),
    ({"check": "5 in players"}, "5 is not in players: [2, 3, 4]"),
    ({"check": "play.hand not in players"}, "play.hand is 3, which is in players: [2, 3, 4]"),
    (
        {"check": "max(players) * 6 <= count(coin)"},
        "max(players) * 6 is 24, it must be at most count(coin), which is 20",
    ),
    ({"check": "1 < play.hand < 3"}, "play.hand is 3, the rulebook says less than 3"),
    ({"check": "play.grid == [2, 4]"}, "play.grid is [2, 3], the rulebook says [2, 4]"),
    # parts
    ({"check": "play.hand == 3 and count(coin) == 9"}, "count(coin) is 20, the rulebook says 9"),
    (
        {"check": "play.hand == 4 or count(coin) == 9"},
        "play.hand is 3, the rulebook says 4; count(coin) is 20, the rulebook says 9",
    ),
    ({"check": "not play.hand"}, "play.hand is 3, and must not be"),
    (
        {"check": "play.hand == 4 if players else play.hand == 5"},
        "play.hand is 3, the rulebook says 4",
    ),
    # loops
    (
        {"check": "n * play.hand <= 9", "for": {"n": "players"}},
        "with n = 4, n * play.hand is 12, the rulebook says at most 9",
    ),
    (
        {"check": "all(card.points < 3 for card in ghoul_deck)"},
        "with card = rat, card.points is 3, the rulebook says less than 3",
    ),
    (
        {"check": "all(n == 0 for n in range(9))"},
        "with n = 1, n is 1, the rulebook says 0; with n = 2, n is 2, the rulebook says 0; "
        "with n = 3, n is 3, the rulebook says 0; and 5 more",
    ),
    (
        {"check": "all(ghoul_deck, points < 3)"},
        "rat: points is 3, the rulebook says less than 3",
    ),
    (
        {"check": "exists(ghoul_deck, points > 3)"},
        "exists(ghoul_deck, points > 3) is false",
    ),
    (
        {"check": 'odds(ghoul_deck, kind == "rat", hand=2) >= 0.5'},
        'odds(ghoul_deck, kind == "rat", hand=2) is 0.333333, the rulebook says at least 0.5',
    ),
    # distributions
    (
        {"check": 'groupby(ghoul_deck, "colour")', "equals": {"red": 4, "blue": 1}},
        "ghoul-deck has 5 × red, the rulebook says 4",
    ),
    (
        {"check": 'groupby(ghoul_deck, "points")', "equals": {1: 2, 2: 3, 3: 2}},
        "ghoul-deck has 1 × points 3, the rulebook says 2",
    ),
    (
        {
            "check": 'groupby(ghoul_deck, "colour", "kind")',
            "equals": {"red": {"bat": 2, "cat": 2, "dog": 1}, "blue": {"rat": 1}},
        },
        "ghoul-deck: red has 3 × cat, the rulebook says 2; "
        "ghoul-deck: red has 0 × dog, the rulebook says 1",
    ),
    (
        {"check": 'groupby(ghoul_deck, "colour")', "equals": {"red": 5}},
        "ghoul-deck has 1 × blue, the rulebook says none",
    ),
    (
        {"check": 'groupby(ghoul_deck, "colour", sum="points")', "equals": {"red": 8, "blue": 4}},
        "ghoul-deck: the sum of points for blue is 3, the rulebook says 4",
    ),
    (
        {
            "check": 'groupby(ghoul_deck, "kind", set="points")',
            "equals": {"bat": [1], "cat": [2], "rat": [4]},
        },
        "ghoul-deck: the set of points for rat is {3}, the rulebook says {4}",
    ),
    (
        {"check": "{n: n * n for n in players}", "equals": {2: 4, 3: 9, 4: 15, 5: 25}},
        "{n: n * n for n in players}[4] is 16, the rulebook says 15; "
        "{n: n * n for n in players} has no 5, the rulebook says 25",
    ),
    (
        {"check": "set(ghoul_deck.colour)", "equals": ["red", "green"]},
        'set(ghoul_deck.colour) has "blue", the rulebook says {green, red}; '
        'set(ghoul_deck.colour) lacks "green", the rulebook says {green, red}',
    ),
]


@pytest.mark.parametrize(("row", "message"), MESSAGES, ids=[row["check"] for row, _ in MESSAGES])
def test_a_broken_fact_says_what_was_found(facts, row, message):
    (result,) = facts(row)
    assert (result.status, result.message) == (Status.FAIL, message)


def test_a_kept_fact_passes_at_its_own_line(facts):
    (result,) = facts({"check": "count(coin)", "equals": 20})
    assert (result.status, result.message) == (Status.PASS, "")
    assert (result.places[0].file, result.places[0].line) == ("rulebook.yaml", 2)
    assert result.finding is None


def test_a_set_equals_a_list_in_any_order(facts):
    (result,) = facts({"check": "set(ghoul_deck.kind)", "equals": ["rat", "cat", "bat"]})
    assert result.status is Status.PASS


def test_a_choice_inside_its_range_is_reported_as_the_makers(facts):
    row = {"check": "count(coin) >= 10", "tier": "choice", "pick": 'text(count(coin)) + " coins"'}
    (result,) = facts(row)
    assert (result.status, result.message) == (Status.CHOICE, "the maker's choice: 20 coins")


def test_a_broken_fact_is_an_error_named_like_the_fact(facts):
    (result,) = facts({"check": "count(ghoul_deck, kind == 'cat') == 2"})
    assert str(result.finding) == (
        "card_data/fright/ghoul-deck.csv:3: error [F-1] count(ghoul_deck, kind == 'cat') is 3, "
        "the rulebook says 2 (Contents)"
    )


@pytest.mark.parametrize(
    ("expression", "places"),
    [
        ('count(ghoul_deck, kind == "cat") == 2', ["card_data/fright/ghoul-deck.csv:3"]),
        (
            'sum(rows(ghoul_deck, colour == "red").points) == 2',
            ["card_data/fright/ghoul-deck.csv:2", "card_data/fright/ghoul-deck.csv:3"],
        ),
        ("all(c.points < 3 for c in ghoul_deck)", ["card_data/fright/ghoul-deck.csv:4"]),
        ("all(ghoul_deck, points < 3)", ["card_data/fright/ghoul-deck.csv:4"]),
        ('odds(ghoul_deck, kind == "rat", hand=2) == 1', ["card_data/fright/game.yaml:10"]),
        ("sum(ghoul_deck.points) == 9", ["card_data/fright/game.yaml:10"]),
        ('count(ghoul_deck, kind == "dog") == 1', ["card_data/fright/game.yaml:10"]),
        ("count(coin) == 9", ["card_data/fright/coin.csv:2"]),
        ("width(ghoul_deck) == 63", ["card_data/fright/game.yaml:10"]),
        ("play.hand == 5", ["game.yaml:5:3"]),
        ("play.grid[1] == 5", ["game.yaml:4:3"]),
        ("max(players) == 5", ["game.yaml:2:1"]),
        ("1 == 2", ["card_data/fright/game.yaml:1"]),
    ],
)
def test_a_broken_fact_points_at_what_it_rests_on(facts, expression, places):
    (result,) = facts({"check": expression})
    assert [str(place) for place in result.places] == places


def test_a_distribution_points_at_the_rows_that_differ(facts):
    row = {"check": 'groupby(ghoul_deck, "colour", "kind")'}
    row["equals"] = {"red": {"bat": 2, "cat": 2}, "blue": {"rat": 1}}
    (result,) = facts(row)
    assert [place.line for place in result.places] == [3]


def test_a_value_that_is_missing_points_at_the_rows_of_its_group(facts):
    row = {"check": 'groupby(ghoul_deck, "colour", "kind")'}
    row["equals"] = {"red": {"bat": 2, "cat": 3}, "blue": {"rat": 1, "cat": 1}}
    (result,) = facts(row)
    assert [place.line for place in result.places] == [4]


def test_facts_about_a_whole_deck_point_at_the_row_that_another_fact_blames(facts):
    results = facts(
        {"check": "count(ghoul_deck) == 6"},
        {"check": "sum(ghoul_deck.points) == 11"},
        {"check": 'groupby(ghoul_deck, "kind")', "equals": {"bat": 2, "cat": 3, "rat": 1}},
        {"check": "pieces() == 26"},
        deck=with_card(1, qty=4),
    )
    assert [str(result.places[0]) for result in results] == [
        "card_data/fright/ghoul-deck.csv:3"
    ] * 4


def test_drawings_are_compared_by_what_is_drawn(facts):
    same = {"check": 'len(set(drawing(ghoul_deck, "back"))) == 1'}
    (kept,) = facts(same, pieces=list(drawn()))
    (broken,) = facts(same, pieces=list(drawn(back_of_cat=8)))
    assert (kept.status, broken.status) == (Status.PASS, Status.FAIL)
    assert broken.message == ('len(set(drawing(ghoul_deck, "back"))) is 2, the rulebook says 1')


def test_an_outline_leaves_colours_out(facts):
    backs = list(drawn())[:2] + list(drawn(colour=Color(200, 0, 0)))[2:]
    results = facts(
        {"check": 'len(set(drawing(ghoul_deck, "back"))) == 2'},
        {"check": 'len(set(outline(ghoul_deck, "back"))) == 1'},
        pieces=backs,
    )
    assert [result.status for result in results] == [Status.PASS] * 2


def test_texts_on_a_side_are_read(facts):
    (result,) = facts(
        {"check": "texts(ghoul_deck)", "equals": [["bat"]] * 2 + [["cat"]] * 3 + [["rat"]]},
        pieces=list(drawn()),
    )
    assert result.status is Status.PASS


def test_a_side_that_is_not_there_is_nothing(facts):
    bare = [replace(one, back=None) for one in drawn()]
    (result,) = facts({"check": 'set(drawing(ghoul_deck, "back")) == {None}'}, pieces=bare)
    assert result.status is Status.PASS


def test_the_form_that_is_cut_is_compared(facts):
    from pnp.geometry.path import Path

    pieces = [replace(one, outline=Path.polygon([(0, 0), (9, 0), (0, 9)])) for one in drawn()]
    pieces[0] = replace(pieces[0], outline=None)
    (result,) = facts({"check": "len(set(cut(ghoul_deck))) == 2"}, pieces=pieces)
    assert result.status is Status.PASS


def test_nothing_is_drawn_until_a_fact_asks(facts):
    asked = []

    def draw(component):
        asked.append(component)
        return list(drawn())

    facts({"check": "count(coin) == 20"}, pieces=draw)
    assert not asked
    facts({"check": "texts(ghoul_deck)"}, {"check": "cut(ghoul_deck)"}, pieces=draw)
    assert asked == ["ghoul-deck"]


def test_an_expression_without_a_value_breaks_its_own_fact_alone(facts):
    first, kept, broken, last = facts(
        {"check": "count(ghol_deck) == 6"},
        {"check": "count(coin) == 20"},
        {"check": "count(coin) == 21"},
        {"check": "1 / 0"},
    )
    assert [one.status for one in (first, kept, broken, last)] == [
        *(Status.FAIL, Status.PASS, Status.FAIL, Status.FAIL)
    ]
    assert first.message == (
        'this cannot be evaluated: nothing here is called "ghol_deck" (did you mean "ghoul_deck"?)'
    )
    assert first.places[0].file.endswith("rulebook.yaml")
    assert "zero" in last.message


def test_a_loop_over_what_is_no_list_is_told(facts):
    (result,) = facts({"check": "n", "for": {"n": "play.hand"}})
    assert "3 is not a list" in result.message


DECK_AND_HAND = {"check": "count(ghoul_deck) == 7 * play.hand"}


def test_a_number_that_the_rulebook_states_is_blamed_last(facts):
    (alone,) = facts(DECK_AND_HAND)
    assert [place.file for place in alone.places] == ["game.yaml", "card_data/fright/game.yaml"]
    for stated in ({"check": "play.hand == 3 and 5 > 4"}, {"check": "play.hand", "equals": 3}):
        known, _ = facts(DECK_AND_HAND, stated)
        assert known.places == alone.places[::-1]


def test_what_more_of_the_broken_facts_blame_comes_first(facts):
    first, _ = facts(DECK_AND_HAND, {"check": "count(ghoul_deck) == 21"})
    assert first.places[0].file == "card_data/fright/game.yaml"


def test_a_name_used_twice_stands_for_its_rows_and_keys(facts):
    cats = 'rows(ghoul_deck, kind == "cat")'
    (result,) = facts({"let": {"cats": cats}, "check": "count(cats) == 2 or sum(cats.points) == 4"})
    assert result.message == (
        "count(cats) is 3, the rulebook says 2; sum(cats.points) is 6, the rulebook says 4"
    )
    assert [str(place) for place in result.places] == ["card_data/fright/ghoul-deck.csv:3"]
    (result,) = facts({"let": {"cards": "play.hand"}, "check": "cards == 4"})
    assert result.message == "cards is 3, the rulebook says 4"
    assert (result.places[0].file, result.places[0].line) == ("game.yaml", 5)


def test_a_name_may_use_those_of_the_turn_and_those_above_it(facts):
    lets = {"all_hands": "n * play.hand", "left": "count(coin) - all_hands"}
    row = {"for": {"n": "players"}, "let": lets, "check": "left >= 9"}
    (result,) = facts(row)
    assert result.message == "with n = 4, left is 8, the rulebook says at least 9"
    row = {"let": {"hand": "play.hand"}, "check": "hand < 9", "tier": "choice", "pick": "hand"}
    (result,) = facts(row)
    assert (result.status, result.message) == (Status.CHOICE, "the maker's choice: 3")


def test_a_name_that_cannot_be_worked_out_is_told_where_it_stands(facts):
    (result,) = facts({"let": {"a": "b + 1", "b": "2"}, "check": "a == 3"})
    assert result.message.startswith('this cannot be evaluated: nothing here is called "b"')
    assert (result.places[0].line, result.places[0].column) == (5, 8)


@pytest.mark.parametrize(
    "row",
    [
        {"check": "all(n > 1 for n in [])"},
        {"let": {"none": "[]"}, "check": "all(n > 1 for n in none)"},
        {"check": "all(rows(coin, colour == 'tin'), qty > 1)"},
        {"check": "n > 1", "for": {"n": "set()"}},
        {"check": "all(n > 1 for n in m)", "for": {"m": "[[], []]"}},
        {"check": "count(coin) == 20 if 'guide' in aids() else True"},
    ],
)
def test_a_fact_that_finds_nothing_in_the_kit_is_not_tested(facts, row):
    stated, derived = facts(row, {**row, "tier": "derived", "arithmetic": "none"})
    assert stated.status is derived.status is Status.UNTESTED
    assert stated.broken and stated.finding.message.startswith("the kit has nothing to check it on")
    assert not derived.broken and derived.finding is None


@pytest.mark.parametrize(
    "row",
    [
        {"check": "all(n > 1 for m in [[], [2]] for n in m)"},
        {"check": "all(all(n > 1 for n in m) for m in [[], [2]])"},
        {"check": "count(coin) == 20 and all(n > 1 for n in [])"},
        {"check": "all(n > 1 for n in m)", "for": {"m": "[[], [2]]"}},
        {"check": "groupby(rows(coin, qty > 90), 'colour')", "equals": {}},
    ],
)
def test_a_fact_that_finds_something_in_the_kit_is_tested(facts, row):
    (result,) = facts(row)
    assert result.status is Status.PASS


@pytest.mark.parametrize(
    ("check", "value"), [("count(coin)", "20"), ("'coin'", '"coin"'), ("3 / 2", "1.5")]
)
def test_a_check_that_is_no_yes_or_no_is_refused(facts, check, value):
    (result,) = facts({"check": check})
    told = f"the check gives {value}, which is neither true nor false"
    hint = f"compare it, as in {check} == {value}, or add equals:"
    assert result.message == f"this cannot be evaluated: {told} ({hint})"


@pytest.mark.parametrize(
    ("check", "value"),
    [
        ("count(coin) == 20, count(coin) == 9", "[true, false]"),
        ("[n == 2 for n in play.grid]", "[true, false]"),
        ("[count(coin) == 20]", "[true]"),
    ],
)
def test_a_list_of_yes_and_no_is_refused(facts, check, value):
    (result,) = facts({"check": check})
    told = f"the check gives {value}, which is neither true nor false"
    hint = "write all(…) around it, or and between its parts"
    assert result.message == f"this cannot be evaluated: {told} ({hint})"


@pytest.mark.parametrize("check", ["play.grid", "[]", "coin", 'groupby(coin, "colour")', "None"])
def test_anything_else_that_is_no_yes_or_no_is_refused(facts, check):
    (result,) = facts({"check": check})
    assert result.status is Status.FAIL
    assert "which is neither true nor false (compare it, as in" in result.message


@pytest.mark.parametrize(
    "row",
    [
        {"check": "0.1 + 0.1 + 0.1 == 0.3"},
        {"check": "sum([0.1, 0.1, 0.1])", "equals": 0.3},
        {"check": "sum([0.1, 0.1, 0.1]) <= 0.3 and not 0.1 + 0.2 > 0.3 and not 0.1 + 0.2 != 0.3"},
        {"check": "[0.1 + 0.2, 1] == [0.3, 1]"},
        {"check": "(0.1 + 0.2) * 10 == 3 and 1 / 3 * 3 == 1"},
        {"check": "0.3 < 0.300001 and 10 ** 15 + 1 != 10 ** 15"},
    ],
)
def test_fractions_are_what_they_are_written_as(facts, row):
    (result,) = facts(row)
    assert result.status is Status.PASS


def test_a_pile_that_lies_wrongly_is_blamed_at_its_own_entry(facts):
    first, second = Where("game.yaml", 7), Where("game.yaml", 8)
    setup = (
        Setup((Wanted("ghoul-deck", "bat"),), first, up="back"),
        Setup((Wanted("ghoul-deck"),), second, up="face"),
    )
    fact = {"check": 'all(pile.up == "back" for pile in laid(ghoul_deck))'}
    (broken,) = facts(fact, setup=setup)
    assert broken.places[0] == second
    assert broken.message.startswith("with pile = [cat, ")
    assert facts(fact, setup=setup[:1])[0].status is Status.PASS
