"""Entries of `allow:` that allow nothing."""

from pathlib import Path

import pytest

from tests.preflight.prints import GAME, ids, inspected, text

PALE = text("pale owl", fill="#c8b48c")
RULEBOOK = """\
game: Owls
checks:
  - {id: OW-1, tier: stated, says: Five owls., where: Box, check: count(owl) == 5}
"""


def allowing(entry: str) -> str:
    return GAME.replace("components:", f"allow:\n  - {entry}\ncomponents:")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            "{rule: hairline, reason: fine}",
            "there is no hairline that could be allowed\n"
            "  hint: remove the entry, or fix its `where:`",
        ),
        (
            "{rule: low-contrast, where: '*bat.csv*', reason: fine}",
            'there is no low-contrast at "*bat.csv*" that could be allowed\n'
            "  hint: remove the entry, or fix its `where:`",
        ),
        (
            "{rule: low-contrasts, reason: fine}",
            'no fact or rule is called "low-contrasts"\n  hint: did you mean "low-contrast"?',
        ),
        (
            "{rule: OW-1, reason: fine}",
            "there is no OW-1 that could be allowed\n  hint: remove the entry, or fix its `where:`",
        ),
        (
            "{rule: proof-count, reason: fine}",
            "there is no proof-count that could be allowed\n"
            "  hint: remove the entry, or fix its `where:`",
        ),
    ],
)
def test_an_entry_that_allows_nothing_is_told(entry: str, message: str, tmp_path: Path) -> None:
    files = {"card_data/owls/rulebook.yaml": RULEBOOK}
    *_, last = inspected(tmp_path, PALE, game=allowing(entry), files=files).findings
    assert str(last) == f"card_data/owls/game.yaml:4:5: warning [unused-allowance] {message}"


@pytest.mark.parametrize(
    "entry",
    [
        "{rule: low-contrast, reason: fine}",
        "{rule: low-contrast, where: '*owl.csv:2', reason: fine}",
        "{rule: bleed-clipped, reason: only a build lays out sheets}",
    ],
)
def test_an_entry_that_is_needed_is_not(entry: str, tmp_path: Path) -> None:
    found = inspected(tmp_path, PALE, game=allowing(entry))
    assert "unused-allowance" not in ids(list(found.findings))


def test_an_entry_may_be_needed_in_low_ink_alone(tmp_path: Path) -> None:
    outlined = PALE.replace("<text", '<text pnp:ink="low"')
    found = inspected(tmp_path, outlined, game=allowing("{rule: low-contrast, reason: fine}"))
    assert found.findings == ()
    (idle,) = inspected(tmp_path, game=allowing("{rule: low-contrast, reason: fine}")).findings
    assert idle.rule.id == "unused-allowance"


def test_a_broken_fact_uses_its_entry(tmp_path: Path) -> None:
    files = {"card_data/owls/rulebook.yaml": RULEBOOK.replace("== 5", "== 6")}
    game = allowing("{rule: OW-1, reason: one is at the vet}")
    assert inspected(tmp_path, game=game, files=files).findings == ()
