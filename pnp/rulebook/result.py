"""The result of checking a fact."""

from dataclasses import dataclass
from enum import StrEnum

from pnp.base.diagnostics import Finding, Rule, Severity, Where
from pnp.rulebook.contract import Fact, Tier


class Status(StrEnum):
    """Whether the kit keeps a fact; CHOICE holds, PLAY and LISTED cannot be checked."""

    PASS = "pass"
    FAIL = "fail"
    ALLOWED = "allowed"
    CHOICE = "choice"
    PLAY = "play"
    LISTED = "listed"


@dataclass(frozen=True, slots=True)
class FactResult:
    """A fact with its status on a kit.

    ``where`` is the printed rulebook's place. ``places`` are the data rows that break the fact; for
    an unbroken one, its own line in rulebook.yaml. ``reason`` is why a broken one is allowed.
    ``FactResult(fact, Status.FAIL, "graveyard: white has 3 × zombie, …", (Where(…),))``.
    """

    fact: Fact
    status: Status
    message: str
    places: tuple[Where, ...]
    reason: str | None = None

    @property
    def id(self) -> str:
        """Return the fact's id."""
        return self.fact.id

    @property
    def tier(self) -> Tier:
        """Return the fact's tier."""
        return self.fact.tier

    @property
    def says(self) -> str:
        """Return the fact in words."""
        return self.fact.says

    @property
    def where(self) -> str:
        """Return the fact's place in the printed rulebook."""
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
        """Return the finding of a broken fact, None if it holds or is allowed."""
        return self.fault if self.status is Status.FAIL else None

    @property
    def fault(self) -> Finding | None:
        """Return the finding of a broken fact, allowed or not; None if it holds."""
        if self.status not in (Status.FAIL, Status.ALLOWED):
            return None
        rule = Rule(self.id, self.says, Severity.ERROR, self.says, self.where)
        return Finding(rule, f"{self.message} ({self.where})", self.places[0])
