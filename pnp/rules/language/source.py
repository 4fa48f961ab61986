"""An expression's text, and errors that point into it."""

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from pnp.content.files.text import read_text
from pnp.errors import PnpError, Problem, Where, fail

_LINE_END = re.compile("[\r\n]")
_YAML_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")

WINDOW = 96
"""How many characters of a long expression are shown around the fault."""


class ExpressionError(ValueError):
    """What is wrong with a value or a name, before it is known where in the text it stands."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Source:
    """The text of an expression on one line. ``path`` is the file that it was read from."""

    text: str
    where: Where
    path: Path | None = None

    @classmethod
    def of(cls, text: str, where: Where, path: Path | None = None) -> "Source":
        """Return the source of an expression that may run over several lines."""
        return cls(_LINE_END.sub(" ", text).strip(), where, path)

    def part(self, node: ast.expr) -> str:
        """Return the text of one part of the expression."""
        return ast.get_source_segment(self.text, node) or ""

    def error(self, node: ast.AST, message: str, hint: str | None = None) -> PnpError:
        """Return the error for one part of the expression, with a caret line under it."""
        at = self._characters(getattr(node, "col_offset", 0))
        end = self._characters(getattr(node, "end_col_offset", 0))
        if isinstance(node, ast.Attribute):
            at = end - len(node.attr)
        return self.error_at(at, message, hint, width=end - at)

    def error_at(
        self, at: int, message: str, hint: str | None = None, *, width: int = 1
    ) -> PnpError:
        """Return the error for the characters from a place on, with a caret line under them."""
        return fail(message + _shown(self.text, at, width), self._place(at), hint)

    def _characters(self, offset: int) -> int:
        """Return the place in characters for one in UTF-8 bytes, as ``ast`` counts."""
        return len(self.text.encode()[:offset].decode(errors="ignore"))

    def _place(self, at: int) -> Where:
        """Return the file's own line and column: the characters are followed through the file."""
        where = self.where
        if self.path is None or where.line is None or where.column is None:
            return where
        lines = _lines(self.path)
        raw, start = "\n".join(lines), sum(len(line) + 1 for line in lines[: where.line - 1])
        spot = start + where.column - 1
        spot = raw.find("\n", spot) if raw[spot : spot + 1] in ("|", ">") else spot
        for character in "".join(self.text[: at + 1].split()):
            spot = raw.find(character, spot) + 1
            if not spot:
                return where
        before = raw[: spot - 1]
        return Where(where.file, before.count("\n") + 1, spot - 1 - before.rfind("\n"), where.field)


@contextmanager
def pointing(path: Path) -> Iterator[None]:
    """Give what is wrong in a file its line with a caret under it, unless it shows one already.

    Raises:
        PnpError: what was raised inside, with lines and carets.
    """
    try:
        yield
    except PnpError as error:
        raise PnpError([_pointed(problem, path) for problem in error.problems]) from None


def _pointed(problem: Problem, path: Path) -> Problem:
    where = problem.where
    if "\n" in problem.message or where is None or where.line is None or where.column is None:
        return problem
    line = "".join(_lines(path)[where.line - 1 : where.line])
    if not line:
        return problem
    indent = len(line) - len(line.lstrip())
    shown = _shown(line.strip(), max(0, where.column - 1 - indent), 1)
    return replace(problem, message=problem.message + shown)


def _lines(path: Path) -> list[str]:
    """Return a file's lines as YAML counts them; none where it cannot be read any more."""
    try:
        state = path.stat()
        return _lines_of(path, state.st_mtime_ns, state.st_size)
    except (OSError, PnpError):
        return []


@lru_cache(maxsize=2)
def _lines_of(path: Path, *_: int) -> list[str]:
    return _YAML_LINE_END.split(read_text(path, path.name))


def _shown(text: str, at: int, width: int) -> str:
    """Return a line around a place and a line with carets under it, each after a line break."""
    begin = max(0, min(at - WINDOW // 3, len(text) - WINDOW))
    shown = text[begin : begin + WINDOW]
    carets = "^" * max(1, min(width, len(shown) - (at - begin)))
    return f"\n  {shown}\n  {' ' * (at - begin)}{carets}"
