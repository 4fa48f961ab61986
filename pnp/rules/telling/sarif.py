"""What a check found as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from pnp import __version__
from pnp.errors import Where
from pnp.finding import Finding, Rule
from pnp.rules.telling.report import Inspected

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(found: Sequence[Inspected]) -> dict[str, Any]:
    """Return every fault of every game as one run; those that may stand are suppressed."""
    faults = [fault for one in found for fault in _faults(one)]
    rules = {finding.rule.id: finding.rule for finding, _ in faults}
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(r) for r in rules.values()]}
    ids = list(rules)
    results = [_result(finding, reason, ids.index(finding.rule.id)) for finding, reason in faults]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _faults(one: Inspected) -> Iterator[tuple[Finding, str | None]]:
    """Yield each fault with the reason why it may stand, None where it may not."""
    for result in one.results:
        if result.fault:
            yield result.fault, result.reason
    yield from ((finding, None) for finding in one.findings)
    yield from ((allowed.finding, allowed.reason) for allowed in one.allowed)


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.rationale},
        "help": {"text": rule.source},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(finding: Finding, reason: str | None, index: int) -> dict[str, Any]:
    hint = f" ({finding.hint})" if finding.hint else ""
    return {
        "ruleId": finding.rule.id,
        "ruleIndex": index,
        "level": finding.severity.value,
        "message": {"text": f"{finding.message}{hint}"},
        "locations": [_location(finding.where)] if finding.where else [],
    } | ({"suppressions": [{"kind": "external", "justification": reason}]} if reason else {})


def _location(where: Where) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(where.file.replace("\\", "/"))}}
    if where.line is not None:
        column = {} if where.column is None else {"startColumn": where.column}
        place["region"] = {"startLine": where.line, **column}
    return {"physicalLocation": place}
