"""Every rule is told in full, and its own two examples pass and fail it."""

from pathlib import Path

import pytest

from pnp.base.diagnostics import Rule, Severity
from pnp.check import RULES, explain
from pnp.preflight import run as printing
from pnp.rulebook import explanation
from pnp.svg import rules as drawing
from pnp.text import rules
from tests.preflight.prints import found, ids
from tests.projects import owls, pnp

DRAWN = [
    *(*printing.RULES, *rules.RULES),
    *(drawing.UNSUPPORTED_SVG, drawing.INVALID_SVG),
    *(drawing.MISSING_PICTURE, drawing.RASTERISED),
]
ON_BACKS = {"telltale-back"}
IN_GAME_YAML = {"backs-alike"}
EXAMPLES = [rule for rule in DRAWN if rule.id not in IN_GAME_YAML]


def ids_of(rule: Rule) -> str:
    return rule.id


def example(root: Path, rule: Rule, body: str) -> list[str]:
    """Draw an example on the side it is about, and return the ids of what is found."""
    sides = ("", body) if rule.id in ON_BACKS else (body, "")
    return ids(found(root, *sides))


@pytest.mark.parametrize("rule", EXAMPLES, ids=ids_of)
def test_the_passing_example_breaks_nothing(rule: Rule, tmp_path: Path) -> None:
    assert example(tmp_path, rule, rule.good) == []


@pytest.mark.parametrize("rule", EXAMPLES, ids=ids_of)
def test_the_failing_example_breaks_this_rule_alone(rule: Rule, tmp_path: Path) -> None:
    assert set(example(tmp_path, rule, rule.bad)) == {rule.id}


@pytest.mark.parametrize("rule", RULES.values(), ids=ids_of)
def test_every_rule_has_everything(rule: Rule) -> None:
    assert rule.id == rule.id.lower().replace(" ", "-").replace("_", "-")
    assert len(rule.title) > 15
    assert len(rule.rationale) > 40
    assert len(rule.source) > 10
    assert rule.good
    assert rule.bad
    assert rule.good != rule.bad
    assert rule.severity in Severity
    told = explanation.as_text(explain([], rule.id)).split()
    for part in (rule.title, rule.rationale, rule.source, rule.good, rule.bad):
        assert " ".join(part.split()) in " ".join(told)
    assert set(explanation.as_data([rule])[0]) >= {"passes", "fails"}


def test_every_id_is_one_rule() -> None:
    rooms = [*DRAWN, *RULES.values()]
    assert {rule.id: rule for rule in rooms}.keys() == RULES.keys()
    assert all(RULES[rule.id] is rule for rule in rooms)
    assert {"proof-count", "bleed-clipped", "unused-allowance"} <= RULES.keys()


def test_an_example_is_told_on_the_command_line(tmp_path: Path) -> None:
    result = pnp(owls(tmp_path), "check", "--explain", "hairline")
    assert result.exit_code == 0
    assert '\n  passes      <path d="M6 30H34" stroke="#222" stroke-width="0.2"/>' in result.output
    assert '\n  fails       <path d="M6 30H34" stroke="#222" stroke-width="0.05"/>' in result.output
