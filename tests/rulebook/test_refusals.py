"""A rulebook that cannot be used: the place that ``pnp check`` names, and its exit code."""

from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from tests.projects import change, owls, pnp
from tests.rulebook.games import value_of

BOOK = "card_data/owls/rulebook.yaml"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


def test_all_that_is_wrong_with_a_rulebook_is_told_in_one_run(project: Path) -> None:
    change(project, BOOK, "count(owl)", "cuont(owl)")
    change(project, BOOK, "sum(owl.eyes)", "sum(owls.eyes)")
    result = pnp(project, "check")
    assert result.exit_code == 1
    first, second = [line for line in result.output.split("\n") if BOOK in line]
    assert first.endswith(f"{BOOK}:7:12") and '"cuont"' in first
    assert second.endswith(f"{BOOK}:13:16") and '"owls"' in second


def test_a_long_line_is_shown_around_its_fault(project: Path) -> None:
    long = ", ".join(f"{n}: {n}" for n in range(30))
    change(project, BOOK, "tier: stated", f"tier: stated\n    extra: {{{long}}}")
    lines = pnp(project, "check").output.split("\n")
    assert lines[0].startswith(f"error: {BOOK}:5:5: ") and '"extra"' in lines[0]
    assert lines[1].startswith("  extra: {0: 0, 1: 1")
    assert len(lines[1]) == 98
    assert lines[2] == "  ^"


def test_a_rulebook_in_utf_16_is_shown_with_its_fault(project: Path) -> None:
    change(project, BOOK, "count(owl) ==", "count(owl) =")
    book = project / BOOK
    book.write_bytes(book.read_text(encoding="utf-8").encode("utf-16"))
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert result.output.startswith(f"error: {BOOK}:7:")
    assert result.output.splitlines()[1].strip() == "count(owl) = 6"


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\r"])
def test_lines_are_counted_as_yaml_counts_them(project: Path, end: str) -> None:
    change(project, BOOK, "game: Owls\n", f"game: Owls\n#{end * 30}#\nspeak: 1\n")
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert result.output.startswith(f'error: {BOOK}:33:1: the key "speak" ')


def test_a_rulebook_that_vanishes_while_it_is_read_is_told_without_its_line(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(project, BOOK, "count(owl) ==", "count(owl) =")
    monkeypatch.setattr("pnp.rulebook.grammar._lines", lambda path: [])
    result = pnp(project, "check")
    assert result.exit_code == 2
    assert f"error: {BOOK}:7:" in result.output


DIGITS = "9" * 400


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("'\\ud800' == 1", "U+D800"),
        ("'a\\x1bb' == 1", "U+001B"),
        ("'\\0' == 1", "NUL"),
        (f"{DIGITS} == 1", "too large"),
        (f"-{DIGITS} == 1", "too large"),
        ("1e999 == 1", "too large"),
        ("[1][::0] == 1", "has nothing at ::0"),
        ("'abc'[::0] == 1", "has nothing at ::0"),
        ("1if 1else 2", "cannot be read"),
        ("0x1for x in [1]", "cannot be read"),
        ("(é,\r1)", '"é"'),
    ],
)
@pytest.mark.filterwarnings("error")
def test_an_expression_that_cannot_be_used(check: str, said: str) -> None:
    with pytest.raises(PnpError) as caught:
        value_of(check)
    assert str(caught.value).startswith("rulebook.yaml:3:")
    assert said in str(caught.value)
    str(caught.value).encode()
