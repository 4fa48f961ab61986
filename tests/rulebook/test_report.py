"""What a check prints, for people and for scripts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import dedent

import pytest

from pnp.base.diagnostics import Finding, Rule, Severity, Where
from pnp.data.game import Allowance, Game
from pnp.rulebook import report
from pnp.rulebook.allow import Allowed, split_allowed
from pnp.rulebook.contract import FactResult
from pnp.rulebook.judge import check
from tests.rulebook.games import COINS, GHOULS, game

RULEBOOK = """\
game: Fright
checks:
  - id: F-01
    tier: stated
    says: There are 21 coins.
    where: Contents
    check: count(coin) == 21
  - {id: F-02, tier: stated, says: Six ghouls., where: Contents, check: count(ghoul_deck) == 6}
  - id: F-03
    tier: choice
    says: The deck may have 5 to 10 cards.
    where: Contents, without a number
    check: 5 <= count(ghoul_deck) <= 10
    pick: count(ghoul_deck)
play:
  - {id: F-04, tier: stated, says: Bats fly., where: Bats}
listed:
  - {id: F-05, tier: stated, says: Youngest first., where: Start, reason: it is about people}
"""


@dataclass(frozen=True)
class Inspection:
    game: Game
    results: tuple[FactResult, ...]
    findings: tuple[Finding, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    coverage: None = None


def inspected(
    tmp_path, text: str = RULEBOOK, allow: Sequence[Allowance] = (), **more
) -> Inspection:
    path = tmp_path / "rulebook.yaml"
    path.write_text(text, "utf-8")
    made = replace(game(GHOULS, COINS, rulebook=path), allow=tuple(allow))
    return Inspection(made, check(made, ()), **more)


def fault(severity: Severity) -> Finding:
    rule = Rule("text-overflow", "Text fits its box", severity, "It is cut off.", "pnp")
    return Finding(rule, "the text is too long", Where("a.csv", 4), "write less")


def test_text_tells_what_is_broken_first(tmp_path):
    assert report.as_text([inspected(tmp_path)]) == dedent("""\
        Fright: 1 fact is broken, 2 of 3 hold
          F-01 count(coin) is 20, the rulebook says 21 (Contents) — card_data/fright/coin.csv:2
            There are 21 coins.
          F-03 the maker's choice: 6 (Contents, without a number)
            The deck may have 5 to 10 cards.
          F-05 nothing to check: it is about people (Start)
            Youngest first.
          only playing can break F-04""")


def test_text_of_a_game_that_keeps_its_rulebook(tmp_path):
    one = inspected(tmp_path, RULEBOOK.replace("21", "20"))
    first = report.as_text([one]).split("\n")[0]
    assert first == "Fright: all 3 checked facts hold"


def test_text_of_a_game_without_a_rulebook():
    bare = game(COINS)
    text = report.as_text([Inspection(bare, check(bare, ()))])
    assert text == "Fright: there is no rulebook.yaml to hold it against"


def test_text_tells_what_was_found_in_drawings(tmp_path):
    text = report.as_text([inspected(tmp_path, findings=(fault(Severity.WARNING),))])
    assert "  a.csv:4: warning [text-overflow] the text is too long\n    hint: write less\n" in text


def test_data_has_an_object_for_every_fact(tmp_path):
    data = report.as_data([inspected(tmp_path)])
    assert [(fact["id"], fact["tier"], fact["status"]) for fact in data] == [
        ("F-01", "stated", "fail"),
        ("F-02", "stated", "pass"),
        ("F-03", "choice", "choice"),
        ("F-04", "stated", "play"),
        ("F-05", "stated", "listed"),
    ]
    assert data[0] == {
        "game": "fright",
        "language": "en",
        "id": "F-01",
        "tier": "stated",
        "status": "fail",
        "says": "There are 21 coins.",
        "where": "Contents",
        "message": "count(coin) is 20, the rulebook says 21",
        "reason": None,
        "file": "card_data/fright/coin.csv",
        "line": 2,
    }
    assert data[4]["message"] == "it is about people"


def test_data_has_what_was_found_in_drawings(tmp_path):
    found = (fault(Severity.ERROR), fault(Severity.WARNING))
    data = report.as_data([inspected(tmp_path, findings=found)])
    assert [entry["id"] for entry in data[5:]] == ["text-overflow", "text-overflow"]
    assert [entry["status"] for entry in data[5:]] == ["fail", "warning"]
    assert (data[5]["status"], data[5]["file"], data[5]["line"]) == ("fail", "a.csv", 4)


def test_the_exit_code_is_1_when_a_fact_or_a_drawing_is_broken(tmp_path):
    fine = RULEBOOK.replace("21", "20")
    assert report.exit_code([inspected(tmp_path)]) == 1
    assert report.exit_code([inspected(tmp_path, fine)]) == 0
    assert report.exit_code([inspected(tmp_path, fine, findings=(fault(Severity.ERROR),))]) == 1
    assert report.exit_code([inspected(tmp_path, fine, findings=(fault(Severity.WARNING),))]) == 0


def test_failures_are_findings(tmp_path):
    (broken,) = report.failures(inspected(tmp_path).results)
    assert broken.rule.id == "F-01"
    assert broken.severity is Severity.ERROR


def test_many_places_are_cut_short(tmp_path):
    made = inspected(tmp_path)
    places = tuple(Where("a.csv", line) for line in range(2, 9))
    broken = replace(made.results[0], places=places)
    text = report.as_text([replace(made, results=(broken,))])
    assert text.split("\n")[1].endswith("— a.csv:2, a.csv:3, a.csv:4 and 4 more")


# faults that may stand


def spare(where: str | None = None, rule: str = "F-01") -> Allowance:
    return Allowance(rule, where, "a coin is lost", Where("game.yaml", 4))


def test_a_fault_that_may_stand_is_told_and_does_not_fail(tmp_path):
    made = inspected(tmp_path, allow=[spare()])
    assert report.exit_code([made]) == 0
    assert list(report.failures(made.results)) == []
    lines = report.as_text([made]).split("\n")
    assert lines[:3] == [
        "Fright: no fact is broken, 1 allowed, 2 of 3 hold",
        "  F-01 allowed: count(coin) is 20, the rulebook says 21 (Contents)",
        "    a coin is lost",
    ]
    fact = report.as_data([made])[0]
    assert (fact["status"], fact["reason"]) == ("allowed", "a coin is lost")


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("card_data/fright/coin.csv", 0),
        ("card_data/fright/coin.csv:2", 0),
        ("*coin*", 0),
        ("*ghoul*", 1),
        ("coin.csv", 1),
    ],
)
def test_a_place_narrows_what_may_stand(tmp_path, where, code):
    assert report.exit_code([inspected(tmp_path, allow=[spare(where)])]) == code


def test_what_is_allowed_may_also_hold(tmp_path):
    made = inspected(tmp_path, RULEBOOK.replace("21", "20"), allow=[spare()])
    assert made.results[0].status.value == "pass"


def test_findings_are_sifted():
    faults = [fault(Severity.ERROR), replace(fault(Severity.ERROR), where=Where("b.csv", 4))]
    kept, allowed = split_allowed(faults, [spare("a.csv*", rule="text-overflow")])
    assert [finding.where.file for finding in kept] == ["b.csv"]
    assert [(one.finding.where.file, one.reason) for one in allowed] == [
        ("a.csv", "a coin is lost")
    ]


def test_allowed_findings_are_told(tmp_path):
    allowed = (Allowed(fault(Severity.ERROR), "the word is short"),)
    made = inspected(tmp_path, RULEBOOK.replace("21", "20"), allowed=allowed)
    assert report.exit_code([made]) == 0
    text = "  text-overflow allowed: the text is too long\n    the word is short"
    assert text in report.as_text([made])
    entry = report.as_data([made])[-1]
    assert (entry["status"], entry["reason"]) == ("allowed", "the word is short")


# SARIF


def test_sarif_has_rules_results_and_places(tmp_path):
    found = inspected(tmp_path, findings=(fault(Severity.WARNING),))
    data = report.as_sarif([found])
    (run,) = data["runs"]
    assert (data["version"], run["tool"]["driver"]["name"]) == ("2.1.0", "pnp")
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["F-01", "text-overflow"]
    assert run["tool"]["driver"]["rules"][1]["defaultConfiguration"] == {"level": "warning"}
    assert run["results"][0] == {
        "ruleId": "F-01",
        "ruleIndex": 0,
        "level": "error",
        "message": {"text": "count(coin) is 20, the rulebook says 21 (Contents)"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "card_data/fright/coin.csv"},
                    "region": {"startLine": 2},
                }
            }
        ],
    }
    assert run["results"][1]["message"] == {"text": "the text is too long (write less)"}


def test_sarif_suppresses_what_may_stand(tmp_path):
    allowed = (Allowed(fault(Severity.ERROR), "the word is short"),)
    (run,) = report.as_sarif([inspected(tmp_path, allow=[spare()], allowed=allowed)])["runs"]
    assert [result["suppressions"] for result in run["results"]] == [
        [{"kind": "external", "justification": "a coin is lost"}],
        [{"kind": "external", "justification": "the word is short"}],
    ]


def test_sarif_writes_any_place_as_an_address(tmp_path):
    odd = replace(fault(Severity.ERROR), where=Where("card data/ü#.csv", 4, 7))
    (run,) = report.as_sarif([inspected(tmp_path, findings=(odd,))])["runs"]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "card%20data/%C3%BC%23.csv"
    assert place["region"] == {"startLine": 4, "startColumn": 7}


def test_sarif_of_a_game_without_faults_is_whole(tmp_path):
    data = report.as_sarif([inspected(tmp_path, RULEBOOK.replace("21", "20"))])
    assert data["runs"][0]["results"] == []
    assert json.loads(json.dumps(data)) == data
