from pnp.base.diagnostics import (
    Finding,
    PnpError,
    Rule,
    Severity,
    Where,
    nearest,
    quote,
    unusable,
    user_error,
)

BATTLE = Where("card_data/ghoulash/battle.csv", line=7)


def test_a_place_says_what_its_format_can_tell() -> None:
    assert str(Where("game.yaml")) == "game.yaml"
    assert str(Where("game.yaml", line=3, column=5)) == "game.yaml:3:5"
    assert str(BATTLE.at("shots")) == 'card_data/ghoulash/battle.csv:7, column "shots"'


def test_an_error_says_where_what_and_what_to_do() -> None:
    where = BATTLE.at("shots")
    error = user_error('"three" is not a whole number', where, "write 3")
    assert str(error) == (
        'card_data/ghoulash/battle.csv:7, column "shots": "three" is not a whole number\n'
        "  hint: write 3"
    )
    assert str(user_error("nothing to print")) == "nothing to print"


def test_all_problems_are_shown_sorted_by_place() -> None:
    problems = [
        unusable("b", Where("b.csv", line=2)),
        unusable("late", Where("a.csv", line=10)),
        unusable("right", Where("a.csv", line=9, column=7)),
        unusable("left", Where("a.csv", line=9, column=1)),
        unusable("nowhere"),
    ]
    error = PnpError(problems)
    assert [problem.message for problem in error.problems] == [
        "nowhere",
        "left",
        "right",
        "late",
        "b",
    ]
    assert str(error).splitlines()[:2] == ["nowhere", "a.csv:9:1: left"]


def test_a_mistyped_word_is_answered_with_the_nearest() -> None:
    assert nearest("monstr", ["monster", "points"]) == 'did you mean "monster"?'
    assert nearest("zzz", ["monster", "points"]) is None


def test_quoted_words_are_short_and_on_one_line() -> None:
    assert quote("a\nb") == '"a\\nb"'
    assert quote("ñ") == '"ñ"'
    assert quote("x" * 1000) == f'"{"x" * 60}…"'
    assert quote("a long word", 6) == '"a long…"'


def test_a_finding_says_its_rule() -> None:
    rule = Rule("text-overflow", "Text fits its box", Severity.WARNING, "why", "who")
    finding = Finding(rule, "the text is too long", BATTLE, "shorten it")
    assert finding.severity is Severity.WARNING
    assert str(finding) == (
        "card_data/ghoulash/battle.csv:7: warning [text-overflow] the text is too long\n"
        "  hint: shorten it"
    )
    assert (
        str(Finding(rule, "the text is too long")) == "warning [text-overflow] the text is too long"
    )


def test_a_key_that_is_a_number_can_be_the_nearest() -> None:
    assert nearest("17", [7, 171, "owl"]) == 'did you mean "171"?'
