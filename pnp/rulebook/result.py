"""What became of a fact."""

from dataclasses import dataclass
from enum import StrEnum

from pnp.base.diagnostics import Finding, Rule, Severity, Where
from pnp.rulebook.contract import Fact, Tier


class Status(StrEnum):
    """The kit keeps a fact, breaks it, or may break it; the maker chose; nothing can be checked."""

    PASS = "pass"
    FAIL = "fail"
    ALLOWED = "allowed"
    CHOICE = "choice"
    PLAY = "play"
    LISTED = "listed"


@dataclass(frozen=True, slots=True)
class FactResult:
    """A fact, and what the kit makes of it.

    ``where`` is the place in the rulebook. ``places`` are those in the data that break the fact;
    for an unbroken one, its own line in rulebook.yaml. ``reason`` is why a broken one may stand.
    """

    fact: Fact
    status: Status
    message: str
    places: tuple[Where, ...]
    reason: str | None = None

    @property
    def id(self) -> str:
        """Return the fact's name."""
        return self.fact.id

    @property
    def tier(self) -> Tier:
        """Return how the fact is known."""
        return self.fact.tier

    @property
    def says(self) -> str:
        """Return the fact in words."""
        return self.fact.says

    @property
    def where(self) -> str:
        """Return where the rulebook says it."""
        return self.fact.where

    @property
    def file(self) -> str:
        """Return the file of the first place."""
        return self.places[0].file

    @property
    def line(self) -> int | None:
        """Return the line of the first place."""
        return self.places[0].line

    @property
    def finding(self) -> Finding | None:
        """Return the fault, when the fact is broken and may not be."""
        return self.fault if self.status is Status.FAIL else None

    @property
    def fault(self) -> Finding | None:
        """Return the fault, when the fact is broken, whether it may stand or not."""
        if self.status not in (Status.FAIL, Status.ALLOWED):
            return None
        rule = Rule(self.id, self.says, Severity.ERROR, self.says, self.where)
        return Finding(rule, f"{self.message} ({self.where})", self.places[0])
