"""What is wrong with the work, as opposed to what stops the run: rules, and what they found."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pnp.errors import Where


class Severity(StrEnum):
    """How bad a finding is: an error makes the exit code 1, a warning only under ``--strict``."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Rule:
    """Why something is a fault, and who says so. The id names the fault and never changes.

    ``good`` and ``bad`` are an example that keeps the rule and one that breaks it, in words or as
    a piece of a file. A fact of a rulebook has none: its examples are the game.
    """

    id: str
    title: str
    severity: Severity
    rationale: str
    source: str
    good: str = ""
    bad: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of the work, where it stands, and what to do about it."""

    rule: Rule
    message: str
    where: Where | None = None
    hint: str | None = None

    @property
    def severity(self) -> Severity:
        """Return the severity of the rule that was broken."""
        return self.rule.severity

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{place}{self.severity} [{self.rule.id}] {self.message}{hint}"


def exit_code(findings: Iterable[Finding], *, strict: bool) -> int:
    """Return 1 when there is an error, under ``strict`` also when there is a warning, else 0."""
    found = {finding.severity for finding in findings}
    return int(Severity.ERROR in found or (strict and Severity.WARNING in found))
