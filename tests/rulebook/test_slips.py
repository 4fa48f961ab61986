"""Slips of whoever writes facts: what would hold by mistake fails, and messages say what to do."""

from dataclasses import replace

import pytest
import yaml

from pnp.base.diagnostics import PnpError
from pnp.rulebook.contract import Status, load_contract
from pnp.rulebook.explanation import as_text, explained
from pnp.rulebook.judge import check
from tests.rulebook.games import COINS, GHOULS, MAT, TOWN, board, component, game, piece, value_of
from tests.rulebook.games import town as town_game

ODD = component(
    "odd",
    [
        ("toad", 2, {"name": None, "cost": 1, "ok": True, "w": 0.1, "class": "q", "2x": 4}),
        ("newt", 1, {"name": "Newt", "cost": None, "ok": False, "w": 0.2, "class": None}),
        ("eft", 3, {"name": "Eft", "cost": 3, "ok": None, "w": 0.1, "class": "r"}),
    ],
    line=50,
    columns={
        **dict.fromkeys(("name", "class"), "text?"),
        "cost": "int?",
        "ok": "bool?",
        "w": "number",
        "2x": "int?",
    },
)
POND = replace(TOWN, name="pond")
LILIES = board("pond", [("a", "leaf"), ("b", "leaf"), ("c", "leaf")], ["a-b", "a-c: jump"])


def pond(*more, rulebook=None):
    return game(GHOULS, COINS, MAT, ODD, POND, *more, rulebook=rulebook, boards=[LILIES])


@pytest.fixture
def told(tmp_path):
    """Return a function that gives the result of one fact over the pond, with more components."""

    def result_of(text, *more, pieces=(), **keys):
        path = tmp_path / "rulebook.yaml"
        fact = {"id": "F-1", "tier": "stated", "says": "So.", "where": "Box", "check": text, **keys}
        path.write_text(yaml.safe_dump({"game": "Fright", "checks": [fact]}), "utf-8")
        return check(pond(*more, rulebook=path), pieces)[0]

    return result_of


@pytest.mark.parametrize(
    "text",
    [
        "[count(odd, ok == value) for value in [true, false, null]] == [2, 1, 3]",
        'count(links(pond, from == "a" and to == "b")) == 1',
        'links(pond).from == ["a", "a"] and {link.to for link in links(pond)} == {"b", "c"}',
        'count(odd, class == "q") == 2 and {card.class for card in odd} == {"q", null, "r"}',
        'odd["2x"][0] == 4 and [card["2x"] for card in odd if card.id == "toad"] == [4, 4]',
        '{0.1 + 0.2} == {0.3} and {"a": 0.1 + 0.2} == {"a": 0.3} and {0.1 + 0.2: 1} == {0.3: 1}',
        "0.3 in [0.1 + 0.2] and 0.3 not in [0.31] and 3 in {2.9 + 0.1} and [0.3] in [[0.1 + 0.2]]",
        "range(count(odd) / 2) == [0, 1, 2] and odds(odd, w == 0.1, hand=count(odd) / 6) > 0",
        "True if count(odd) == 6 else False",
        "False if count(odd) == 7 else True",
        'plain("2\\*3") == "2*3"',
    ],
)
def test_what_a_designer_may_write(told, text):
    assert told(text).status is Status.PASS


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        ("ok", {"true": 2, "false": 1, "null": 3}),
        ("w", {"0.1": 5, "0.2": 1}),
        ("class", {"q": 2, "r": 3, "~": 1}),
    ],
)
def test_keys_of_equals_are_what_yaml_writes_for_them(told, column, wanted):
    assert told(f'groupby(odd, "{column}")', equals=wanted).status is Status.PASS
    first = next(iter(wanted))
    broken = told(f'groupby(odd, "{column}")', equals={**wanted, first: 9})
    assert broken.message.count("the rulebook says") == 1


def test_the_table_of_an_explanation_has_one_line_for_each_key(tmp_path):
    path = tmp_path / "rulebook.yaml"
    path.write_text(
        "game: Fright\nchecks:\n- {id: F-1, tier: stated, says: So., where: Box, "
        "check: 'groupby(odd, \"ok\")', equals: {true: 9, false: 1, null: 3}}\n",
        "utf-8",
    )
    entry = explained(pond(rulebook=path), (), "F-1")
    assert [row[0] for row in entry.compared] == ["true", "false", "nothing"]
    assert "9  2  <" in as_text([entry])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'count(ghoul_deck, kind == "cta" and points > 1) == 0',
            '"kind" of ghoul-deck is never "cta" (did you mean "cat"?)',
        ),
        (
            'all(ghoul_deck, points == 3 if kind == "cta" else True)',
            '"kind" of ghoul-deck is never "cta" (did you mean "cat"?)',
        ),
        (
            'odds(ghoul_deck, kind in ["rta", "zzz"], hand=2) == 0',
            '"kind" of ghoul-deck is never "rta" (did you mean "rat"?)',
        ),
        (
            'all(card.kind != "zzzzz" for card in ghoul_deck)',
            '"kind" of ghoul-deck is never "zzzzz" (it is bat, cat, rat)',
        ),
        ('"cta" not in ghoul_deck.kind', '"kind" of ghoul-deck is never "cta"'),
        (
            'count(ghoul_deck, points == "3") == 0',
            '"points" of ghoul-deck is a number, and never "3" (write 3, without quotes)',
        ),
        ("count(odd, name == 3) == 0", '"name" of odd is a text, and never 3 (write "3")'),
        (
            'count(odd, ok == "true") == 0',
            '"ok" of odd is true or false, and never "true" (write true or false)',
        ),
    ],
)
def test_a_word_that_a_column_never_holds_fails_a_fact_that_would_hold(told, text, message):
    result = told(text)
    assert result.status is Status.FAIL
    assert message in result.message
    assert result.places[0].file.endswith("rulebook.yaml")


def test_a_word_that_a_loop_of_for_never_holds_is_told(told):
    result = told('card.kind != "cta"', **{"for": {"card": "ghoul_deck"}})
    assert '"kind" of ghoul-deck is never "cta"' in result.message


def test_a_broken_fact_keeps_its_place_and_names_the_word_too(told):
    result = told('count(ghoul_deck, kind == "cta") == 3')
    assert 'is 0, the rulebook says 3; "kind" of ghoul-deck is never "cta"' in result.message
    assert result.places[0].file.endswith("game.yaml")


@pytest.mark.parametrize(
    "text",
    [
        'count(ghoul_deck, kind == "rat") == 1',
        "count(odd, name == null) == 2 and count(odd, w == 1) == 0",
        'all(kind != "dog" for kind in ["cat"])',
        'count(spaces(pond), kind == "hill") == 0',
    ],
)
def test_a_word_that_may_come_is_no_mistake(told, text):
    assert told(text).status is Status.PASS


def test_a_comparison_of_no_drawings_finds_nothing_to_check(told):
    faces = [piece(GHOULS, card, face=[], back=[]) for card in GHOULS.cards]
    for text in ('same_drawing(rows(ghoul_deck, points == 9), "face")',
                 'distinct_drawing(rows(ghoul_deck, points == 9), "face")',
                 'shows(rows(ghoul_deck, points == 9), "kind")'):  # fmt: skip
        assert told(text, pieces=faces).status is Status.UNTESTED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/3 == 0.333333", "0.3333333, the rulebook says 0.333333: round it, as in round(1/3, 6)"),
        (
            "[n for n in range(79) if n != 77] == range(79)",
            "which is [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, …: it lacks 77",
        ),
        ("sorted(range(78)) + [3] == range(78)", ": it has 3 too much"),
        ("[1, 0] + range(2, 78) == range(78)", "in place 1 is 1 instead of 0"),
        ("True if count(odd) == 7 else False", "count(odd) is 6, the rulebook says 7"),
        ("False if count(odd) == 6 else True", "count(odd) == 6 is true, and must not be"),
        ("null", "compare it, as in null == null"),
        ("odd.ok[0] and odd.class", "compare it, as in"),
        ("odd.class[:1]", 'compare it, as in odd.class[:1] == ["q"]'),
        ("spaces(pond)", "compare it, as in len(spaces(pond)) == 3"),
        ("1/3", "compare it, as in round(1/3, 6) == 0.333333"),
        ("count(odd, cost == nothing)", "(a blank is written null)"),
        ("count(odd, zzz == 1)", "(the columns of odd are 2x, class, cost, id, name, ok, qty, w)"),
        ("play.setup.zzz == 1", 'play.setup has no "zzz" (it has coins)'),
        ("palette.zzz == 1", 'palette has no "zzz"'),
        ("components().zzzz == 1", 'components() has no "zzzz"'),
        (
            'count(odd, w == 0.1, class == "q")',
            '(join conditions with and: count(odd, w == 0.1 and class == "q"))',
        ),
        ("odds(odd, w == 0.1, hand=6 / 4) > 0", "hand is 1.5 (write hand=7, a whole number; //"),
        ("range(count(odd) / 4) == 0", "range() cannot take 1.5 (write whole numbers;"),
        ('any(odd, "w" in name)', 'toad: "w" cannot be in nothing'),
        ('any("w" in card.name for card in odd)', 'with card = toad, "w" cannot be in nothing'),
        (
            "sum(odd.cost) == 1",
            "newt has no cost: nothing is not a number "
            "(leave blanks out: rows(odd, cost != null).cost)",
        ),
        ('"toad" in odd', '"toad" is no row, and odd has rows only'),
        ("overlaps(pond, [5])", "[5] is not a size"),
        ("optional(odd) == []", "odd is not a component's name"),
    ],
)  # fmt: skip
def test_a_message_says_what_is_wrong(told, text, message):
    result = told(text)
    assert result.status is Status.FAIL
    assert message in result.message


def test_a_let_that_is_wrong_is_told_though_nothing_asks_for_it(told):
    result = told("count(odd) == 6", let={"all_cards": "count(odds)"})
    assert '"odds" is a function' in result.message


def test_a_component_called_players_leaves_the_numbers_of_players_as_they_are(told):
    players = replace(COINS, name="players")
    assert told("max(players) == 4", players).status is Status.PASS
    assert (
        told("count(coin) >= n", players, COINS, **{"for": {"n": "players"}}).status is Status.PASS
    )


@pytest.mark.parametrize("function", ["spaces", "links"])
def test_a_condition_on_a_board_is_not_held_against_the_columns_of_its_piece(told, function):
    seasonal = replace(POND, columns={"kind": ("summer", "winter")})
    result = told(f'count({function}(pond, kind == "no such kind")) == 0', seasonal)
    assert result.status is Status.PASS


def test_two_components_that_are_called_alike_are_told(told):
    result = told("count(red_coin) == 20", replace(COINS, name="red-coin"),
                  replace(COINS, name="red_coin"))  # fmt: skip
    assert '"red_coin" is a component, and the component red-coin as well' in result.message


@pytest.mark.parametrize(
    ("text", "at", "hint"),
    [
        ("count(coin) > 80%", 15, "write 0.8"),
        ("count(coin) == 1 && 1 == 1", 18, "write and"),
        ("count(coin) ≥ 3", 13, "write >="),
        ("coin.id == “coin”", 12, 'write straight quotes: "luna"'),
        ("2x == 3", 1, 'a name that begins with a digit is written in quotes: deck["2x"]'),
        ("coin.2x == 3", 6, 'write ["2x"] instead of .2x'),
        ('"coin in coin.id', 1, "a text begins here and does not end: write its closing quote"),
        ("count(coin) ==", 14, "something is missing here"),
        ("count(coin) == 1 AND 1 == 1", 18, "write and"),
        ("count(coin) > 3 and < 5", 21, "name the number twice: points >= 1 and points <= 5"),
        ("count(coin) between 3 and 5", 13, "write points >= 1 and points <= 5"),
        ("count(coin) in 3..5", 17, "write points >= 1 and points <= 5, or range(1, 6) for 1 to 5"),
        ('count(coin, id contains "x") == 1', 16, 'write "owl" in name'),
        ('count(coin where id == "x") == 1', 12, 'write a comma: count(deck, colour == "red")'),
        ("count(coin);", 12, "write a comma between arguments, and nothing at the end"),
        ("if 1 == 1 then 2 == 2", 11, "write 2 if players == 4 else 3"),
    ],
)
def test_a_slip_of_the_pen_is_told_where_it_is(text, at, hint):
    with pytest.raises(PnpError) as caught:
        value_of(text)
    (problem,) = caught.value.problems
    assert problem.hint == hint
    assert problem.message.split("\n")[-1].index("^") - 1 == at


SUCH = "as in count(deck)"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("average(coin.qty) == 2", "write sum(values) / len(values)"),
        ("DISTINCT(coin.id) == 2", "write set(deck.colour)"),
        ("sum(coin, qty) == 2", "write sum(deck.points)"),
        ("coin.qty == 4", "write all(coin, qty == 4), or any or count"),
        ("1 < coin.qty", "write all(coin, qty > 1), or any or count"),
        ("count(coin, id is null) == 0", "write =="),
        ("count(coin, id is not null) == 0", "write !="),
        (
            "coin.length() == 2",
            "a function has what it works on in its brackets, as in count(deck)",
        ),
    ],
)
def test_words_of_other_languages_are_answered_with_those_of_facts(text, hint):
    with pytest.raises(PnpError) as caught:
        value_of(text)
    assert caught.value.problems[0].hint == hint


def test_a_number_with_a_comma_is_told(told):
    result = told("count(coin) == 1,000", COINS)
    assert "(write 1000: a comma divides)" in result.message


@pytest.mark.parametrize(
    ("entry", "message", "hint"),
    [
        (
            'check: "coin" in coin.id',
            "did not find expected key",
            "put the whole expression into single quotes: '\"coin\" in coin.id'",
        ),
        (
            "check: {coin: 20} == components()",
            "did not find expected key",
            "put the whole expression into single quotes: '{coin: 20} == components()'",
        ),
        (
            "check: 1 == 1\n  for: {n: [2, 3]}",
            "a list of YAML is not an expression",
            'put the expression in quotes: "[2, 3]"',
        ),
        (
            'check: 1 == 1\n  for: {"my n": players}',
            '"my n" cannot be a name in expressions',
            "write letters, digits and _, as in my_n",
        ),
        (
            "check: 1 == 1\n- {id: 'A 1,2', tier: stated, says: So., where: Box, check: 1 == 1}",
            '"A 1,2" cannot be an id',
            "write letters, digits, -, . and _, as in A-1-2",
        ),
    ],
)
def test_yaml_around_an_expression(tmp_path, entry, message, hint):
    path = tmp_path / "rulebook.yaml"
    path.write_text(
        f"game: Fright\nchecks:\n- id: F-1\n  tier: stated\n  says: So.\n  where: Box\n  {entry}\n",
        "utf-8",
    )
    with pytest.raises(PnpError) as caught:
        load_contract(game(COINS, rulebook=path))
    problem = caught.value.problems[0]
    assert problem.message.split("\n")[0] == message
    assert problem.hint == hint
    assert problem.where.line >= 7


def test_a_link_has_its_ends_by_either_name():
    assert value_of("links(town).from == links(town).start", of=town_game()) is True
    assert value_of("links(town).to == links(town).end", of=town_game()) is True
