"""Faults that a game's maker knows of and lets stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from pnp.content.game import Allowance
from pnp.errors import Where
from pnp.finding import Finding


@dataclass(frozen=True, slots=True)
class Allowed:
    """A fault that may stand, and why."""

    finding: Finding
    reason: str


def reason_for(rule: str, places: Iterable[Where], allow: Sequence[Allowance]) -> str | None:
    """Return why a fault may stand at one of its places, None where nothing allows it."""
    spots = [text for place in places for text in (str(place), place.file)]
    for allowance in allow:
        pattern = allowance.where
        here = pattern is None or any(fnmatchcase(spot, pattern) for spot in spots)
        if allowance.rule == rule and here:
            return allowance.reason
    return None


def sifted(
    findings: Iterable[Finding], allow: Sequence[Allowance]
) -> tuple[tuple[Finding, ...], tuple[Allowed, ...]]:
    """Return the findings that count, and those that may stand."""
    kept, allowed = list[Finding](), list[Allowed]()
    for finding in findings:
        places = [finding.where] if finding.where else []
        reason = reason_for(finding.rule.id, places, allow)
        if reason is None:
            kept.append(finding)
        else:
            allowed.append(Allowed(finding, reason))
    return tuple(kept), tuple(allowed)
