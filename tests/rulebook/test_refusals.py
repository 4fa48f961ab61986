"""A rulebook that cannot be used: what ``pnp check`` says, to the letter, and exit code 2."""

from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from tests.projects import change, owls, pnp
from tests.rulebook.games import value_of

BOOK = "card_data/owls/rulebook.yaml"
CHECK = "check: count(owl) == 6"
ENDLESS = "check: count([a for a in range(999) for b in range(999)]) == 6"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(
            CHECK,
            "check: cuont(owl) == 6",
            ':7:12: no function is called "cuont"\n'
            "  cuont(owl) == 6\n"
            "  ^^^^^\n"
            '  hint: did you mean "count"?\n',
            id="an unknown function",
        ),
        pytest.param(
            CHECK,
            "check: count(owll) == 6",
            ':7:18: nothing here is called "owll"\n'
            "  count(owll) == 6\n"
            "        ^^^^\n"
            '  hint: did you mean "owl"?\n',
            id="a component with a typo",
        ),
        pytest.param(
            CHECK,
            "check: sum(owl.eys) == 10",
            ':7:20: owl has no column "eys"\n'
            "  sum(owl.eys) == 10\n"
            "          ^^^\n"
            '  hint: did you mean "eyes"?\n',
            id="a column with a typo",
        ),
        pytest.param(
            f"    where: Box\n    {CHECK}",
            f"    {CHECK}",
            ':3:5: the key "where" is missing\n'
            "  - id: OW-1\n"
            "    ^\n"
            "  hint: where the rulebook says it: a heading, a page, a few words of it\n",
            id="a fact without a source",
        ),
        pytest.param(
            "id: OW-2",
            "id: OW-1",
            ':8:9: duplicate id "OW-1"\n'
            "  - id: OW-1\n"
            "        ^\n"
            "  hint: the first one is in line 3\n",
            id="two facts with one id",
        ),
        pytest.param(
            CHECK,
            ENDLESS,
            ":7:50: the expression takes more than 200000 steps\n"
            "  count([a for a in range(999) for b in range(999)]) == 6\n"
            "                                        ^^^^^^^^^^\n"
            "  hint: count or group rows with count() and groupby() instead of loops inside"
            " loops\n",
            id="an expression that would run for ever",
        ),
        pytest.param(
            CHECK,
            "check: 9 ** 9 ** 9 > count(owl)",
            ":7:12: the exponent 387420489 is too large, 64 is the most\n"
            "  9 ** 9 ** 9 > count(owl)\n"
            "  ^^^^^^^^^^^\n",
            id="a number without end",
        ),
        pytest.param(
            "game: Owls",
            "game: Bats",
            ':1:7: this is the rulebook of "Bats", and the game is "Owls"\n'
            "  game: Bats\n"
            "        ^\n"
            "  hint: write `game: Owls`, or put the right rulebook here\n",
            id="a rulebook of another game",
        ),
        pytest.param(
            f"    where: Box\n    {CHECK}",
            f"    where: Box: lid\n    {CHECK}",
            ":6:15: mapping values are not allowed in this context\n"
            "  where: Box: lid\n"
            "            ^\n"
            '  hint: put text that holds ": " in quotes\n',
            id="what is no YAML",
        ),
    ],
)
def test_a_rulebook_that_cannot_be_used(project: Path, old: str, new: str, told: str) -> None:
    change(project, BOOK, old, new)
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert result.output == f"error: {BOOK}{told}"


def test_all_that_is_wrong_with_a_rulebook_is_told_in_one_run(project: Path) -> None:
    change(project, BOOK, "count(owl)", "cuont(owl)")
    change(project, BOOK, "sum(owl.eyes)", "sum(owls.eyes)")
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert [line for line in result.output.split("\n") if BOOK in line] == [
        f'error: {BOOK}:7:12: no function is called "cuont"',
        f'error: {BOOK}:13:16: nothing here is called "owls"',
    ]


def test_a_long_line_is_shown_around_its_fault(project: Path) -> None:
    long = ", ".join(f"{n}: {n}" for n in range(30))
    change(project, BOOK, "tier: stated", f"tier: stated\n    extra: {{{long}}}")
    lines = pnp(project, "check").output.split("\n")
    assert lines[0] == f'error: {BOOK}:5:5: the key "extra" is not known'
    assert lines[1].startswith("  extra: {0: 0, 1: 1")
    assert len(lines[1]) == 98
    assert lines[2] == "  ^"


def test_a_rulebook_in_utf_16_is_shown_with_its_fault(project: Path) -> None:
    change(project, BOOK, "count(owl)", "cuont(owl)")
    book = project / BOOK
    book.write_bytes(book.read_text(encoding="utf-8").encode("utf-16"))
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert result.output == (
        f'error: {BOOK}:7:12: no function is called "cuont"\n'
        "  cuont(owl) == 6\n  ^^^^^\n"
        '  hint: did you mean "count"?\n'
    )


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\r"])
def test_lines_are_counted_as_yaml_counts_them(project: Path, end: str) -> None:
    change(project, BOOK, "game: Owls\n", f"game: Owls\n#{end * 30}#\nspeak: 1\n")
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert result.output.startswith(f'error: {BOOK}:33:1: the key "speak" is not known\n')


def test_a_rulebook_that_vanishes_while_it_is_read_is_told_without_its_line(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(project, BOOK, "count(owl)", "cuont(owl)")
    monkeypatch.setattr("pnp.rulebook.grammar._lines", lambda path: [])
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert f"error: {BOOK}:7:" in result.output


DIGITS = "9" * 400


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("'\\ud800' == 1", "the control character U+D800 is not part of the language"),
        ("'a\\x1bb' == 1", "the control character U+001B is not part of the language"),
        ("'\\0' == 1", "a NUL character is not part of the language"),
        (f"{DIGITS} == 1", "the number grows too large"),
        (f"-{DIGITS} == 1", "the number grows too large"),
        ("1e999 == 1", "the number grows too large"),
        ("[1][::0] == 1", "[1] has nothing at slice(None, None, 0)"),
        ("'abc'[::0] == 1", '"abc" has nothing at slice(None, None, 0)'),
        ("1if 1else 2", "the expression cannot be read from here"),
        ("0x1for x in [1]", "the expression cannot be read from here"),
        ("'\\d' == 1", "the expression cannot be read from here"),
        ("(é,\r1)", 'nothing here is called "é"'),
    ],
)
@pytest.mark.filterwarnings("error")
def test_an_expression_that_cannot_be_used(check: str, said: str) -> None:
    with pytest.raises(PnpError) as caught:
        value_of(check)
    assert str(caught.value).startswith("rulebook.yaml:3:")
    assert said in str(caught.value)
    str(caught.value).encode()
