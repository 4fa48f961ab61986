"""Reports of `pnp check`: text for people, data for scripts, SARIF 2.1.0 for editors."""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, Protocol
from urllib.parse import quote

from pnp import __version__
from pnp.base import diagnostics
from pnp.base.diagnostics import Finding, Rule, Severity, Where
from pnp.data.game import Game
from pnp.data.translation import language_name
from pnp.rulebook.allow import Allowed
from pnp.rulebook.contract import FactResult, Status

WIDTH = 96
"""Characters in a line of text."""

MOST_PLACES = 3
"""The most places shown for one broken fact."""


class Translated(Protocol):
    """How much of a game is translated."""

    def line(self) -> str:
        """Return it in words."""


class Inspected(Protocol):
    """A game that was checked: the results of its facts, and the findings in data and drawings."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def results(self) -> Sequence[FactResult]:
        """The result of every fact."""

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings in data and drawings that are not allowed."""

    @property
    def allowed(self) -> Sequence[Allowed]:
        """The findings that an ``allow:`` entry covers."""

    @property
    def coverage(self) -> Translated | None:
        """How much of the game is translated, if it is."""


def failures(results: Sequence[FactResult]) -> Iterator[Finding]:
    """Yield a finding for every broken fact."""
    return (result.finding for result in results if result.finding)


def exit_code(found: Sequence[Inspected]) -> int:
    """Return 1 when a fact is broken or a drawing has an error, else 0."""
    return int(
        any(_broken(one) or diagnostics.exit_code(one.findings, strict=False) for one in found)
    )


def as_data(found: Sequence[Inspected], problems: Sequence[Finding] = ()) -> list[dict[str, Any]]:
    """Return the results and findings of every game as plain data.

    ``problems`` are those of games that cannot be used: their entries come first, without a game.
    """
    return [
        *(_problem(problem) for problem in problems),
        *(
            entry
            for one in found
            for entry in (
                *(_fact(one, r) for r in one.results),
                *(_found(one, finding) for finding in one.findings),
                *(_found(one, allowed.finding, allowed.reason) for allowed in one.allowed),
            )
        ),
    ]


def as_text(found: Sequence[Inspected]) -> str:
    """Return a paragraph per game: how many facts hold, broken ones, findings, choices."""
    return "\n\n".join("\n".join(_paragraphs(one)) for one in found)


def _fact(one: Inspected, result: FactResult) -> dict[str, Any]:
    return {
        "game": one.game.key,
        "language": one.game.language,
        "id": result.id,
        "tier": result.fact.tier.value,
        "status": result.status.value,
        "says": result.fact.says,
        "where": result.where,
        "message": result.message,
        "reason": result.reason,
        "file": result.places[0].file,
        "line": result.places[0].line,
    }


def _found(one: Inspected, finding: Finding, reason: str | None = None) -> dict[str, Any]:
    broken = Status.FAIL if finding.severity is Severity.ERROR else finding.severity
    status = broken if reason is None else Status.ALLOWED
    game = {"game": one.game.key, "language": one.game.language}
    return game | _told(finding, "print", status.value, reason)


def _problem(problem: Finding) -> dict[str, Any]:
    status = problem.severity.value
    return {"game": None, "language": None} | _told(problem, "input", status, None)


def _told(finding: Finding, tier: str, status: str, reason: str | None) -> dict[str, Any]:
    return {
        "id": finding.rule.id,
        "tier": tier,
        "status": status,
        "says": finding.rule.title,
        "where": finding.rule.source,
        "message": finding.message,
        "reason": reason,
        "file": finding.where.file if finding.where else None,
        "line": finding.where.line if finding.where else None,
    }


def _heading(one: Inspected) -> str:
    """Return the title of a game; with the language if it is translated, and no line says which."""
    if one.coverage or one.game.translation is None:
        return one.game.title
    return f"{one.game.title}, {language_name(one.game.language)}"


def _paragraphs(one: Inspected) -> Iterator[str]:
    yield f"{_heading(one)}: {_verdict(one)}"
    if one.coverage:
        yield f"  {one.coverage.line()}"
    for result in _broken(one):
        yield f"  {result.id} {result.message} ({result.where}) — {_places(result.places)}"
        yield f"    {result.fact.says}"
    for finding in one.findings:
        yield f"  {finding}".replace("\n", "\n  ")
    yield from _allowed(one)
    for result in _of(one, Status.CHOICE):
        yield f"  {result.id} {result.message} ({result.where})"
        yield f"    {result.fact.says}"
    for result in _of(one, Status.UNTESTED):
        if not result.broken:
            yield f"  {result.id} not checked: {result.message} ({result.where})"
            yield f"    {result.fact.says}"
    for result in _of(one, Status.LISTED):
        yield f"  {result.id} nothing to check: {result.message} ({result.where})"
        yield f"    {result.fact.says}"
    if played := ", ".join(result.id for result in _of(one, Status.PLAY)):
        text = f"only playing can break {played}"
        yield fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _allowed(one: Inspected) -> Iterator[str]:
    """Yield the lines of what is allowed, each with its reason."""
    for result in _of(one, Status.ALLOWED):
        yield f"  {result.id} allowed: {result.message} ({result.where})"
        yield f"    {result.reason}"
    for allowed in one.allowed:
        yield f"  {allowed.finding.rule.id} allowed: {allowed.finding.message}"
        yield f"    {allowed.reason}"


def _verdict(one: Inspected) -> str:
    unchecked = len(_of(one, Status.PLAY)) + len(_of(one, Status.LISTED))
    broken, checked = len(_broken(one)), len(one.results) - unchecked
    if one.game.rulebook is None:
        return "there is no rulebook.yaml to hold it against"
    if not checked:
        return "no fact to check"
    allowed = len(_of(one, Status.ALLOWED))
    untested = len([r for r in _of(one, Status.UNTESTED) if not r.broken])
    if not broken and not allowed and not untested:
        return "the checked fact holds" if checked == 1 else f"all {checked} checked facts hold"
    verb = "no fact is" if not broken else "1 fact is" if broken == 1 else f"{broken} facts are"
    also = f"{allowed} allowed, " if allowed else ""
    also += f"{untested} not checked, " if untested else ""
    return f"{verb} broken, {also}{checked - broken - allowed - untested} of {checked} hold"


def _places(places: Sequence[Where]) -> str:
    shown = ", ".join(map(str, places[:MOST_PLACES]))
    more = len(places) - MOST_PLACES
    return f"{shown} and {more} more" if more > 0 else shown


def _of(one: Inspected, status: Status) -> list[FactResult]:
    return [result for result in one.results if result.status is status]


def _broken(one: Inspected) -> list[FactResult]:
    return [result for result in one.results if result.broken]


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(found: Sequence[Inspected], problems: Sequence[Finding] = ()) -> dict[str, Any]:
    """Return a SARIF log with one run over all games; what is allowed is suppressed.

    ``problems`` are those of games that cannot be used.
    """
    entries: list[tuple[Finding, str | None]] = [(problem, None) for problem in problems]
    entries += [entry for one in found for entry in _entries(one)]
    rules = {finding.rule.id: finding.rule for finding, _ in entries}
    driver = {"name": "pnp", "version": __version__, "rules": [_rule(r) for r in rules.values()]}
    ids = list(rules)
    results = [_result(finding, reason, ids.index(finding.rule.id)) for finding, reason in entries]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _entries(one: Inspected) -> Iterator[tuple[Finding, str | None]]:
    """Yield each finding with the reason why it is allowed, None if it is not."""
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
        "defaultConfiguration": {"level": _level(rule.severity)},
    }


def _result(finding: Finding, reason: str | None, index: int) -> dict[str, Any]:
    hint = f" ({finding.hint})" if finding.hint else ""
    return {
        "ruleId": finding.rule.id,
        "ruleIndex": index,
        "level": _level(finding.severity),
        "message": {"text": f"{finding.message}{hint}"},
        "locations": [_location(finding.where)] if finding.where else [],
    } | ({"suppressions": [{"kind": "external", "justification": reason}]} if reason else {})


def _level(severity: Severity) -> str:
    """Return SARIF's word for a severity; it has none for what stops the run."""
    return Severity.ERROR.value if severity is Severity.FATAL else severity.value


def _location(where: Where) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(where.file.replace("\\", "/"))}}
    if where.line is not None:
        column = {} if where.column is None else {"startColumn": where.column}
        place["region"] = {"startLine": where.line, **column}
    return {"physicalLocation": place}
