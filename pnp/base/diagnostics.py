"""Diagnostics: what is wrong, in which file and line, by which rule, and how to fix it.

There is one type for all of them, ``Finding``: input that cannot be used (raised as ``PnpError``,
which stops the run), a fact of the rulebook that does not hold, a fault of the drawing, the print
or the proof.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum

from pnp.base.slotted import slotted
from pnp.base.vocabulary import Vocabulary, vocabulary

_QUOTED = 60
"""How many characters of the user's text a message quotes."""


@slotted
class Where:
    """A place in a user's file, as exact as the file's format allows.

    ``Where("owls/owl.csv", 7, field="eyes")`` prints ``owls/owl.csv:7, column "eyes"``. ``file`` is
    the path as the user would write it; ``line`` and ``column`` count from 1; ``field`` is a
    table's column name. ``sheet`` is the name of a workbook's sheet; ``line`` is then the row as
    the spreadsheet shows it.
    """

    file: str
    line: int | None = None
    column: int | None = None
    field: str | None = None
    sheet: str | None = None

    def __str__(self) -> str:
        spot = "".join(f":{n}" for n in (self.line, self.column) if n is not None)
        spot += f', sheet "{self.sheet}"' if self.sheet is not None else ""
        name = f', column "{self.field}"' if self.field is not None else ""
        return f"{self.file}{spot}{name}"

    def at(self, field: str) -> "Where":
        """Return the same place, narrowed to one column of a table."""
        return replace(self, field=field)


class Severity(StrEnum):
    """How bad a finding is, by the exit code that it leads to.

    FATAL stops the run with 2. ERROR ends it with 1, WARNING does so only under ``--strict``.
    """

    FATAL = "fatal"
    ERROR = "error"
    WARNING = "warning"


@slotted
class Rule:
    """A check as ``pnp check --explain`` prints it: why something is a fault, and who says so.

    ``id`` names the fault, as ``small-type``, and never changes. ``good`` and ``bad`` are an
    example that keeps the rule and one that breaks it, in words or as an excerpt of a file. Rules
    made from the facts of a rulebook have no examples.
    """

    id: str
    title: str
    severity: Severity
    rationale: str
    source: str
    good: str = ""
    bad: str = ""


@slotted
class Finding:
    """One fault, in words that the user knows: lower case, no full stop.

    ``str`` adds the place, the rule and the hint::

        owls/owl.csv:7, column "eyes": warning [small-type] "Barn" is set in 3 pt
          hint: 5 pt is the least that most people read

    ``row`` is the row that was drawn, where ``where`` is the template's element that drew it.
    """

    rule: Rule
    message: str
    where: Where | None = None
    hint: str | None = None
    row: Where | None = None

    @property
    def places(self) -> tuple[Where, ...]:
        """Return the place and the row, as far as they are known."""
        return tuple(dict.fromkeys(place for place in (self.where, self.row) if place))

    @property
    def severity(self) -> Severity:
        """Return the severity of the rule that was broken."""
        return self.rule.severity

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        fatal = self.severity is Severity.FATAL
        label = "" if fatal else f"{self.severity} [{self.rule.id}] "
        return f"{place}{label}{self.message}{hint}"


UNUSABLE = Rule(
    id="unusable-input",
    title="The input can be read and understood",
    severity=Severity.FATAL,
    rationale="What cannot be read, or says two things, would have to be guessed at.",
    source="this project: bad input stops the run, and leaves everything as it was",
)


def unusable(message: str, where: Where | None = None, hint: str | None = None) -> Finding:
    """Return the finding that the input cannot be used at one place."""
    return Finding(UNUSABLE, message, where, hint)


class PnpError(Exception):
    """The input cannot be used. ``problems`` are all the reasons, sorted by place."""

    def __init__(self, problems: Iterable[Finding]) -> None:
        self.problems = tuple(sorted(problems, key=_by_place))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> "tuple[type[PnpError], tuple[tuple[Finding, ...]]]":
        """Return what pickle needs to rebuild the error in another process."""
        return PnpError, (self.problems,)


def user_error(message: str, where: Where | None = None, hint: str | None = None) -> PnpError:
    """Return the error for a single problem, ready to be raised."""
    return PnpError([unusable(message, where, hint)])


class HintedError(ValueError):
    """A fault of a value whose place the caller adds; the hint says what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@contextmanager
def named(path: object) -> Iterator[None]:
    """Add the file's name to an OSError raised inside: a write to a full disk gives none."""
    try:
        yield
    except OSError as error:
        if error.errno and error.filename is None:
            error.filename = str(path)
        raise


def quote(text: object, most: int = _QUOTED) -> str:
    """Return the user's text for a message: in double quotes, on one line, cut with ``…``."""
    words = str(text)
    short = words if len(words) <= most else words[:most].rstrip() + "…"
    return json.dumps(short, ensure_ascii=False)


def counted(number: int, word: str) -> str:
    """Return a number and a noun, with an s unless the number is 1: ``1 sheet``, ``2 sheets``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def nearest(word: str, known: Iterable[object] | Vocabulary) -> str | None:
    """Return ``did you mean "qty"?`` for the known word nearest to a mistyped one, or None.

    One that differs in capitals alone is the nearest. Keys of the user's mappings may be numbers.
    """
    words = known if isinstance(known, Vocabulary) else vocabulary(tuple(map(str, known)))
    close = words.closest(word)
    return f"did you mean {quote(close)}?" if close else None


def nearest_between(hint: str | None, before: str, after: str) -> str | None:
    """Return a hint of ``nearest`` with what of its word is between two texts, if it is.

    For a word that is made from a cell: ``art/fish.svg`` between ``art/`` and ``.svg`` is ``fish``.
    """
    parts = _MEANT.fullmatch(hint or "")
    if parts is None or not parts[2].startswith(before) or not parts[2].endswith(after):
        return hint
    word = parts[2][len(before) : len(parts[2]) - len(after)]
    return f"{parts[1]}{word}{parts[3]}" if word else hint


def meant(hint: str | None) -> str | None:
    """Return the word that a hint of ``nearest`` names, or None."""
    parts = _MEANT.fullmatch(hint or "")
    return json.loads(f'"{parts[2]}"') if parts else None


_MEANT = re.compile(r'(did you mean ")(.*?)("\?.*)', re.DOTALL)


def _by_place(problem: Finding) -> tuple[str, int, int, str]:
    where = problem.where or Where("")
    return where.file, where.line or 0, where.column or 0, problem.message


def exit_code(findings: Iterable[Finding], *, strict: bool) -> int:
    """Return 1 if there is an error, or, under ``strict``, a warning; else 0."""
    severities = {finding.severity for finding in findings}
    return int(Severity.ERROR in severities or (strict and Severity.WARNING in severities))


class Problems(list[Finding]):
    """The problems of the input so far. Reading goes on, so that all are reported at once."""

    def note(self, message: str, where: Where | None = None, hint: str | None = None) -> None:
        """Add one more problem."""
        self.append(unusable(message, where, hint))

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Add the problems of a PnpError raised inside, and continue after the block."""
        try:
            yield
        except PnpError as error:
            self.extend(error.problems)

    def stop(self) -> None:
        """Raise one error with all problems, equal ones once, if there is any."""
        if self:
            raise PnpError(dict.fromkeys(self))
