"""One fact told in full."""

from textwrap import dedent

import pytest

from pnp.check import RULES
from pnp.rulebook.explain import differences, same
from pnp.rulebook.explanation import as_data, as_text, explained, fact_ids
from pnp.rulebook.values import Record
from tests.rulebook.games import COINS, GHOULS, MAT, game

RULEBOOK = """\
game: Fright
checks:
  - id: F-01
    tier: derived
    says: Everybody takes five coins, and some are left over.
    where: 'Set-up: "five coins each"'
    arithmetic: 4 x 5 = 20
    for: {n: players}
    check: n * play.setup.coins <= count(coin) and play.hand == (3 if n > 2 else 1 + 2)
  - id: F-02
    tier: stated
    says: There are four cats.
    where: Contents
    check: groupby(ghoul_deck, "kind")
    equals: {bat: 2, cat: 4, rat: 1}
  - id: F-03
    tier: choice
    says: The deck may have 5 to 10 cards.
    where: Contents, without a number
    let: {cards: count(ghoul_deck)}
    check: 5 <= cards <= 10
    pick: text(cards) + " cards"
  - {id: F-06, tier: stated, says: Twenty., where: Box, check: count(coin), equals: 20}
play:
  - {id: F-04, tier: stated, says: Bats fly., where: Bats}
listed:
  - {id: F-05, tier: stated, says: Youngest first., where: Start, reason: it is about people}
"""

TEXTS = {
    "F-01": """\
        F-01 of Fright (derived): pass
          says        Everybody takes five coins, and some are left over.
          where       Set-up: "five coins each"
          arithmetic  4 x 5 = 20
          check       n * play.setup.coins <= count(coin) and play.hand == (3 if n > 2 else 1 + 2)
          for         n in players
          with        n = 2
          now         n * play.setup.coins is 10
          now         play.setup.coins is 5
          now         count(coin) is 20
          now         play.hand is 3
          with        n = 3
          now         n * play.setup.coins is 15
          now         play.setup.coins is 5
          now         count(coin) is 20
          now         play.hand is 3
          with        n = 4
          now         n * play.setup.coins is 20
          now         play.setup.coins is 5
          now         count(coin) is 20
          now         play.hand is 3
          so          the kit keeps it""",
    "F-02": """\
        F-02 of Fright (stated): fail
          says        There are four cats.
          where       Contents
          check       groupby(ghoul_deck, "kind")
                           expected  found
                      bat         2  2
                      cat         4  3  <
                      rat         1  1
          so          ghoul-deck has 3 × cat, the rulebook says 4""",
    "F-03": """\
        F-03 of Fright (choice): choice
          says        The deck may have 5 to 10 cards.
          where       Contents, without a number
          check       5 <= cards <= 10
          let         cards = count(ghoul_deck)
          now         cards is 6
          so          the maker's choice: 6 cards""",
    "F-04": """\
        F-04 of Fright (stated): play
          says        Bats fly.
          where       Bats
          why         only playing can break it""",
    "F-05": """\
        F-05 of Fright (stated): listed
          says        Youngest first.
          where       Start
          why         it is about people""",
    "F-06": """\
        F-06 of Fright (stated): pass
          says        Twenty.
          where       Box
          check       count(coin)
          equals      20
          now         count(coin) is 20
          so          the kit keeps it""",
}


@pytest.fixture
def fright(tmp_path):
    path = tmp_path / "rulebook.yaml"
    path.write_text(RULEBOOK, "utf-8")
    return game(GHOULS, COINS, MAT, rulebook=path)


@pytest.mark.parametrize("id_", TEXTS)
def test_text(fright, id_):
    assert as_text([explained(fright, (), id_)]) == dedent(TEXTS[id_])


def test_an_id_that_is_not_there_is_nothing(fright):
    assert explained(fright, (), "F-07") is None
    assert fact_ids(fright) == ("F-01", "F-02", "F-03", "F-06", "F-04", "F-05")


def test_data(fright):
    first, second, listed = as_data(
        [explained(fright, (), id_) for id_ in ("F-01", "F-02", "F-05")]
    )
    assert first["for"] == {"n": "players"}
    assert first["values"][0] == {"turn": "n = 2", "part": "n * play.setup.coins", "value": "10"}
    assert second["compared"][1] == {"of": "cat", "expected": "4", "found": "3"}
    assert (listed["check"], listed["values"], listed["message"]) == (
        None,
        [],
        "it is about people",
    )


def test_nothing_is_drawn_for_a_fact_about_data(fright):
    def draw(component):
        raise AssertionError

    assert explained(fright, draw, "F-02").status.value == "fail"


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_print_rule_is_told_with_its_reason_and_source(rule):
    lines = as_text([rule]).split("\n")
    assert lines[0] == f"{rule.id}: a print rule ({rule.severity})"
    told = [line.split()[0] for line in lines[1:] if line[2] != " "]
    assert told == ["title", "why", "source", "passes", "fails"]
    (data,) = as_data([rule])
    assert data["says"] == rule.title
    assert all(data.values())


@pytest.mark.parametrize("odd", [Record({"a": 1}), (1, Record({"a": 1}))])
def test_a_mapping_is_expected_in_a_set_and_missed(odd: object) -> None:
    found, expected = frozenset({1}), (1, odd)
    assert not same(found, expected)
    assert list(differences("set(deck.points)", found, expected, "the rulebook says"))
