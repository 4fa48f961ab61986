"""An explanation as text for people and as data for scripts."""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any

from pnp.finding import Rule
from pnp.rules.language.show import show
from pnp.rules.telling.explanation import Explanation

WIDTH = 96
"""Characters in a line of text."""


def as_text(told: Sequence[Explanation | Rule]) -> str:
    """Return facts and print rules in full, for people."""
    return "\n\n".join("\n".join(_rule(o) if isinstance(o, Rule) else _lines(o)) for o in told)


def as_data(told: Sequence[Explanation | Rule]) -> list[dict[str, Any]]:
    """Return facts and print rules in full, for scripts."""
    return [_rule_data(one) if isinstance(one, Rule) else _fact_data(one) for one in told]


def _fact_data(one: Explanation) -> dict[str, Any]:
    return {
        "game": one.game.key,
        "id": one.fact.id,
        "tier": one.fact.tier.value,
        "status": one.status.value,
        "says": one.fact.says,
        "where": one.fact.where,
        "message": one.message,
        "arithmetic": one.check and one.check.fact.arithmetic,
        "check": one.check and one.check.expression.source.text,
        "for": {} if one.check is None else dict(one.check.fact.for_),
        "values": [{"turn": n.turn, "part": n.text, "value": n.value} for n in one.values],
        "compared": [
            {"of": path, "expected": want, "found": have} for path, want, have in one.compared
        ],
    }


def _lines(one: Explanation) -> Iterator[str]:
    yield f"{one.fact.id} of {one.game.title} ({one.fact.tier.value}): {one.status.value}"
    yield _entry("says", one.fact.says)
    yield _entry("where", one.fact.where)
    if one.check is None:
        yield _entry("why", one.message)
        return
    if one.check.fact.arithmetic:
        yield _entry("arithmetic", one.check.fact.arithmetic)
    yield _entry("check", one.check.expression.source.text)
    for name, text in one.check.fact.for_.items():
        yield _entry("for", f"{name} in {text}")
    if one.check.compares and not one.compared:
        yield _entry("equals", show(one.check.expected))
    yield from _table(one) if one.compared else _now(one)
    yield _entry("so", one.message)


def _now(one: Explanation) -> Iterator[str]:
    turn = ""
    for now in one.values:
        if now.turn != turn:
            turn = now.turn
            yield _entry("with", turn)
        yield _entry("now", f"{now.text} is {now.value}")


def _table(one: Explanation) -> Iterator[str]:
    names = max(len(path) for path, _, _ in one.compared)
    wants = max(len("expected"), *(len(want) for _, want, _ in one.compared))
    yield f"  {'':<12}{'':<{names}}  {'expected':>{wants}}  found"
    for path, want, have in one.compared:
        mark = "" if want == have else "  <"
        yield f"  {'':<12}{path:<{names}}  {want:>{wants}}  {have}{mark}"


def _entry(name: str, text: str) -> str:
    indent = " " * 14
    return fill(
        text,
        WIDTH,
        initial_indent=f"  {name:<12}",
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _rule(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}: a print rule ({rule.severity.value})"
    yield _entry("title", rule.title)
    yield _entry("why", " ".join(rule.rationale.split()))
    yield _entry("source", rule.source)
    yield _entry("passes", rule.good)
    yield _entry("fails", rule.bad)


def _rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "tier": "print",
        "severity": rule.severity.value,
        "says": rule.title,
        "why": " ".join(rule.rationale.split()),
        "where": rule.source,
        "passes": rule.good,
        "fails": rule.bad,
    }
