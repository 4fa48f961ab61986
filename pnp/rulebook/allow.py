"""Findings and broken facts that a game's ``allow:`` entries permit."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pnp.base.diagnostics import Finding, Rule, Severity, Where, nearest, quote
from pnp.base.slotted import slotted
from pnp.data.game import Allowance

if TYPE_CHECKING:
    from pnp.rulebook.contract import FactResult

UNUSED = Rule(
    "unused-allowance",
    "Each entry of `allow:` allows something",
    Severity.WARNING,
    "An entry that allows nothing is misspelt, or left over from a fault that was fixed; one day "
    "it would hide another.",
    "pnp: what may stand is known by name",
    good="allow: [{rule: low-contrast, where: '*deck.csv*', reason: …}], and text there is faint",
    bad="allow: [{rule: low-contrast, where: '*deck.csv*', reason: …}], and no text there is faint",
)


@slotted
class Allowed:
    """A finding that is allowed, and why."""

    finding: Finding
    reason: str


def reason_for(rule: str, places: Iterable[Where], allow: Sequence[Allowance]) -> str | None:
    """Return the reason of the first entry that allows a rule at one of its places, or None."""
    known = tuple(places)
    return next((one.reason for one in allow if _covers(one, rule, known)), None)


def _covers(allowance: Allowance, rule: str, places: Iterable[Where]) -> bool:
    spots = [text for place in places for text in (str(place), place.file)]
    pattern = allowance.where
    here = pattern is None or any(fnmatchcase(spot, pattern) for spot in spots)
    return allowance.rule == rule and here


def split_allowed(
    findings: Iterable[Finding], allow: Sequence[Allowance]
) -> tuple[tuple[Finding, ...], tuple[Allowed, ...]]:
    """Return the findings that are not allowed, and those that are."""
    kept, allowed = list[Finding](), list[Allowed]()
    for finding in findings:
        reason = reason_for(finding.rule.id, finding.places, allow)
        if reason is None:
            kept.append(finding)
        else:
            allowed.append(Allowed(finding, reason))
    return tuple(kept), tuple(allowed)


def unused(
    allow: Sequence[Allowance],
    results: "Iterable[FactResult]",
    allowed: Iterable[Allowed],
    rules: Mapping[str, Rule],
    elsewhere: Collection[str],
) -> tuple[Finding, ...]:
    """Return a finding for each entry that allows nothing.

    ``rules`` are the rules besides facts, by id; ``elsewhere`` has the ids of those that did not
    run, whose entries are not judged.
    """
    facts = {result.id: result for result in results}
    used = [(fact.id, fact.places) for fact in facts.values() if fact.allowed]
    used += [(one.finding.rule.id, one.finding.places) for one in allowed]
    judged = (one for one in allow if one.rule not in elsewhere)
    return tuple(_idle(judged, used, [*facts, *rules]))


def _idle(
    allow: Iterable[Allowance], used: Sequence[tuple[str, tuple[Where, ...]]], known: Sequence[str]
) -> Iterator[Finding]:
    for one in allow:
        if one.rule not in known:
            message = f"no fact or rule is called {quote(one.rule)}"
            yield Finding(UNUSED, message, one.place, nearest(one.rule, sorted(known)))
        elif not any(_covers(one, *found) for found in used):
            spot = f" at {quote(one.where)}" if one.where else ""
            message = f"there is no {one.rule}{spot} that could be allowed"
            yield Finding(UNUSED, message, one.place, "remove the entry, or fix its `where:`")
