"""What rulebook.yaml may hold, and how each fault in it is told."""

from textwrap import dedent

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.document import parse_document
from pnp.data.schema import validate
from pnp.rulebook.contract import RulebookFile, load_contract, schema_of
from tests.rulebook.games import COINS, GHOULS, game

FACT = """\
  - id: F-01
    tier: stated
    says: There are 20 coins.
    where: Contents
    check: count(coin) == 20
"""


@pytest.fixture
def load(tmp_path):
    def load(text: str):
        path = tmp_path / "rulebook.yaml"
        path.write_text(dedent(text), "utf-8")
        return load_contract(game(GHOULS, COINS, rulebook=path))

    return load


def errors(load, text: str) -> str:
    with pytest.raises(PnpError) as caught:
        load(text)
    return str(caught.value)


def test_facts_keep_their_order_and_place(load):
    contract = load(
        "game: Fright\nchecks:\n" + FACT + "play:\n"
        "  - {id: F-02, tier: stated, says: Bats fly., where: Bats}\n"
        "listed:\n"
        "  - {id: F-03, tier: derived, says: 2 is 2., where: Bats, reason: it is so}\n"
    )
    assert [check.fact.id for check in contract.checks] == ["F-01"]
    assert contract.checks[0].place.line == 3
    assert [fact.id for fact, _ in contract.play] == ["F-02"]
    assert [(fact.reason, place.line) for fact, place in contract.listed] == [("it is so", 11)]


def test_a_game_without_a_rulebook_has_no_facts():
    contract = load_contract(game(COINS))
    assert not (contract.checks or contract.play or contract.listed)


def test_the_key_of_a_game_names_it_too(load):
    assert load("game: fright\nchecks:\n" + FACT).checks


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "tier: stated",
            "tier: said",
            'rulebook.yaml:4:11: "said" should be "stated", "derived" or "choice"'
            "\n  tier: said\n        ^"
            '\n  hint: did you mean "stated"?',
        ),
        (
            "tier: stated",
            "tier: derived",
            "rulebook.yaml:3:5: a derived fact has no arithmetic\n  - id: F-01\n    ^\n"
            "  hint: add `arithmetic:`: how it follows",
        ),
        (
            "tier: stated",
            "tier: choice",
            "rulebook.yaml:3:5: a choice has no pick\n  - id: F-01\n    ^\n"
            "  hint: add `pick:`, an expression for what was chosen",
        ),
        (
            "tier: stated",
            "tier: stated\n    pick: count(coin)",
            "rulebook.yaml:3:5: a fact with a pick is not a choice\n  - id: F-01\n    ^\n"
            "  hint: write `tier: choice`",
        ),
    ],
)
def test_fault(load, old, new, expected):
    assert errors(load, ("game: Fright\nchecks:\n" + FACT).replace(old, new)) == expected


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("game: Fright", "game: Ghosts", "1:7"),
        ("    where: Contents\n", "", "3:5"),
        ("where: Contents", 'where: ""', "6:12"),
        ("check: count", "chek: 1\n    check: count", "7:5"),
        ("check: count(coin) == 20", "check: count(coin = 20", "7:17"),
    ],
)
def test_a_fault_is_told_at_its_place(load, old, new, place):
    text = ("game: Fright\nchecks:\n" + FACT).replace(old, new)
    assert [str(problem.where) for problem in _problems(load, text)] == [f"rulebook.yaml:{place}"]


def test_an_id_is_unique_over_all_lists(load):
    text = "game: Fright\nchecks:\n" + FACT
    text += "play:\n  - {id: F-01, tier: stated, says: Bats fly., where: Bats}\n"
    (problem,) = _problems(load, text)
    assert str(problem.where) == "rulebook.yaml:9:10" and '"F-01"' in problem.message


def test_all_faults_are_told_at_once(load):
    broken = FACT.replace("F-01", "F-02").replace("count(coin)", "1 << 2")
    text = "game: Ghosts\nchecks:\n" + FACT.replace("20\n", "2 0\n") + broken
    places = [problem.where.line for problem in _problems(load, text)]
    assert places == [1, 7, 12]


def _problems(load, text):
    with pytest.raises(PnpError) as caught:
        load(text)
    return caught.value.problems


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("check: count(coin) == lambda", (7, 27)),
        ('check: "count(coin) == lambda"', (7, 28)),
        ("check: 'count(coin) == lambda'", (7, 28)),
        ("check: 'count(\"it''s\") == lambda'", (7, 31)),
        ("check: |\n      count(coin)\n      == lambda", (9, 10)),
        ("check: >-\n      count(coin)\n      == lambda", (9, 10)),
        ("check:\n      count(coin)\n      == lambda", (9, 10)),
    ],
)
def test_errors_point_into_every_way_of_writing_an_expression(load, written, place):
    text = "game: Fright\nchecks:\n" + FACT.replace("check: count(coin) == 20", written)
    (problem,) = _problems(load, text)
    assert (problem.where.line, problem.where.column) == place


def test_the_schema_completes_the_keys_of_a_fact():
    schema = schema_of("rulebook")
    assert {"check", "equals", "for", "arithmetic", "pick"} < set(
        schema["$defs"]["CheckedFact"]["properties"]
    )
    assert schema_of("game")["properties"]["players"]


def test_a_check_may_be_a_number_or_word_of_yaml():
    text = "game: Fright\nchecks:\n" + FACT.replace("count(coin) == 20", "true")
    assert validate(RulebookFile, parse_document(text, "r.yaml")).checks[0].check == "true"
