"""What a check prints, for people and for scripts."""

from dataclasses import dataclass, replace
from textwrap import dedent

from pnp.content.game import Game
from pnp.errors import Where
from pnp.finding import Finding, Rule, Severity
from pnp.rules import report
from pnp.rules.check import check
from pnp.rules.result import Result
from tests.rules.games import COINS, GHOULS, game

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
    results: tuple[Result, ...]
    findings: tuple[Finding, ...] = ()


def inspected(tmp_path, text: str = RULEBOOK, **more) -> Inspection:
    path = tmp_path / "rulebook.yaml"
    path.write_text(text, "utf-8")
    made = game(GHOULS, COINS, rulebook=path)
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
    assert first == "Fright: all 3 checked facts of the rulebook hold"


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
        "id": "F-01",
        "tier": "stated",
        "status": "fail",
        "says": "There are 21 coins.",
        "where": "Contents",
        "message": "count(coin) is 20, the rulebook says 21",
        "file": "card_data/fright/coin.csv",
        "line": 2,
    }
    assert data[4]["message"] == "it is about people"


def test_data_has_the_errors_of_drawings(tmp_path):
    found = (fault(Severity.ERROR), fault(Severity.WARNING))
    data = report.as_data([inspected(tmp_path, findings=found)])
    assert [entry["id"] for entry in data[5:]] == ["text-overflow"]
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
