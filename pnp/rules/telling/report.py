"""What a check found, as text for people and as data for scripts."""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, Protocol

from pnp.content.game import Game
from pnp.errors import Where
from pnp.finding import Finding, Severity
from pnp.rules.allow import Allowed
from pnp.rules.result import Result, Status

WIDTH = 96
"""Characters in a line of text."""

MOST_PLACES = 3
"""How many places one broken fact shows."""


class Inspected(Protocol):
    """A game that was held against its rulebook, and what else was found in its drawings."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def results(self) -> Sequence[Result]:
        """What became of every fact."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What is wrong with data and drawings."""

    @property
    def allowed(self) -> Sequence[Allowed]:
        """What is wrong with them and may stand."""


def failures(results: Sequence[Result]) -> Iterator[Finding]:
    """Yield a finding for every broken fact."""
    return (result.finding for result in results if result.finding)


def exit_code(found: Sequence[Inspected]) -> int:
    """Return 1 when a fact is broken or a drawing has an error, else 0."""
    return int(any(_broken(one) or _errors(one) for one in found))


def as_data(found: Sequence[Inspected]) -> list[dict[str, Any]]:
    """Return every fact of every game as plain data, and everything found in the drawings."""
    return [
        entry
        for one in found
        for entry in (
            *(_fact(one, r) for r in one.results),
            *(_found(one, finding) for finding in one.findings),
            *(_found(one, allowed.finding, allowed.reason) for allowed in one.allowed),
        )
    ]


def as_text(found: Sequence[Inspected]) -> str:
    """Return what people want to know: what is broken, what was chosen, and how much holds."""
    return "\n\n".join("\n".join(_paragraphs(one)) for one in found)


def _fact(one: Inspected, result: Result) -> dict[str, Any]:
    return {
        "game": one.game.key,
        "id": result.id,
        "tier": result.tier.value,
        "status": result.status.value,
        "says": result.says,
        "where": result.where,
        "message": result.message,
        "reason": result.reason,
        "file": result.file,
        "line": result.line,
    }


def _found(one: Inspected, finding: Finding, reason: str | None = None) -> dict[str, Any]:
    broken = Status.FAIL if finding.severity is Severity.ERROR else finding.severity
    return {
        "game": one.game.key,
        "id": finding.rule.id,
        "tier": "print",
        "status": (broken if reason is None else Status.ALLOWED).value,
        "says": finding.rule.title,
        "where": finding.rule.source,
        "message": finding.message,
        "reason": reason,
        "file": finding.where.file if finding.where else None,
        "line": finding.where.line if finding.where else None,
    }


def _paragraphs(one: Inspected) -> Iterator[str]:
    yield f"{one.game.title}: {_verdict(one)}"
    for result in _broken(one):
        yield f"  {result.id} {result.message} ({result.where}) — {_places(result.places)}"
        yield f"    {result.says}"
    for finding in one.findings:
        yield f"  {finding}".replace("\n", "\n  ")
    yield from _standing(one)
    for result in _of(one, Status.CHOICE):
        yield f"  {result.id} {result.message} ({result.where})"
        yield f"    {result.says}"
    for result in _of(one, Status.LISTED):
        yield f"  {result.id} nothing to check: {result.message} ({result.where})"
        yield f"    {result.says}"
    if played := ", ".join(result.id for result in _of(one, Status.PLAY)):
        text = f"only playing can break {played}"
        yield fill(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _standing(one: Inspected) -> Iterator[str]:
    """Yield the faults that may stand, each with its reason."""
    for result in _of(one, Status.ALLOWED):
        yield f"  {result.id} allowed: {result.message} ({result.where})"
        yield f"    {result.reason}"
    for allowed in one.allowed:
        yield f"  {allowed.finding.rule.id} allowed: {allowed.finding.message}"
        yield f"    {allowed.reason}"


def _verdict(one: Inspected) -> str:
    broken, checked = len(_broken(one)), len(one.results) - len(_unchecked(one))
    if one.game.rulebook is None:
        return "there is no rulebook.yaml to hold it against"
    if not checked:
        return "no fact to check"
    standing = len(_of(one, Status.ALLOWED))
    if not broken and not standing:
        return "the checked fact holds" if checked == 1 else f"all {checked} checked facts hold"
    verb = "no fact is" if not broken else "1 fact is" if broken == 1 else f"{broken} facts are"
    also = f"{standing} may be, " if standing else ""
    return f"{verb} broken, {also}{checked - broken - standing} of {checked} hold"


def _places(places: Sequence[Where]) -> str:
    shown = ", ".join(map(str, places[:MOST_PLACES]))
    more = len(places) - MOST_PLACES
    return f"{shown} and {more} more" if more > 0 else shown


def _of(one: Inspected, status: Status) -> list[Result]:
    return [result for result in one.results if result.status is status]


def _broken(one: Inspected) -> list[Result]:
    return _of(one, Status.FAIL)


def _unchecked(one: Inspected) -> list[Result]:
    return [*_of(one, Status.PLAY), *_of(one, Status.LISTED)]


def _errors(one: Inspected) -> list[Finding]:
    return [finding for finding in one.findings if finding.severity is Severity.ERROR]
