"""What is meant by a file that is not YAML: the slips of those who do not know it.

A parser tells where it could not go on. That is often the line below the slip, and its words are
those of YAML's grammar.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.diagnostics import PnpError, Where, quote, user_error

if TYPE_CHECKING:
    import yaml

BRACES = 'put text that holds {{ }} in quotes: "my-game/{{ kind }}.svg"'
"""What to do with an expression that begins a value: YAML takes it for a mapping."""

_SPACES = "indent the keys of one mapping, and the items of one list, by the same number of spaces"

_QUOTES = "put text that begins with a sign in quotes"

_HINTS = {
    "cannot start any token": f"indent with spaces, never with tabs, and {_QUOTES}",
    "mapping values are not allowed": 'put text that holds ": " in quotes',
    "could not find expected ':'": f"write `key: value`, and {_QUOTES}",
    "did not find expected key": _SPACES,
    "did not find expected '-'": _SPACES,
    "expected <block end>": _SPACES,
    "another document": "delete the second ---",
    "undefined alias": "put text that begins with * in quotes",
    "a tab character": "indent with spaces, never with tabs",
    "did not find expected ','": (
        'write a comma between entries, close the bracket, and put a colour in quotes: "#1f2a44"'
    ),
    "did not find expected node content": "close the bracket",
    "expected alphabetic or numeric character": _QUOTES,
    "expected comment or line break": "write | or |- alone, and the text in the lines below",
    "found unexpected ':'": "write a space behind each colon, and a value between it and the comma",
    "end of stream": "close the quotation mark or the bracket",
}


NO_BREAK = re.compile("[ \t]*(?:[\u200b-\u200d\u2060\ufeff]|[^\\S \t\r\n])")
"""A space, of any width or none, that YAML takes for a letter, in the indentation of a line."""

_OPEN = re.compile(r"""[-:\[{,]\s+(?:"[^"]*|'(?:[^']|'')*)$""")
"""A quotation mark that is not closed in its line."""

_NEVER_CLOSED = "is the quotation mark never closed?"

_SLIPS = (
    (re.compile(r"""[-:\[{,]\s*[^"'\s,]*\{\{"""), BRACES),
    (
        re.compile(r"[-:\[{,]\s+#[^\s#]"),
        '# begins a comment: put a colour, or text that begins with it, in quotes: "#1f2a44"',
    ),
    (
        re.compile(r"""[-:\[{,]\s+'[^']*'\w"""),
        "write an apostrophe inside of '…' twice, or put the text in \"…\"",
    ),
    (
        re.compile(r"""[-:\[{,]\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s+[^\s,\]}#:]"""),
        "the text goes on behind its quotation mark: put all of it in quotes, or none",
    ),
    (_OPEN, _NEVER_CLOSED),
)
"""Slips in a line, as somebody makes them who does not know YAML, and what to do."""


_LONGEST = 1000
"""The characters of a line that are searched for slips."""


def _slip(lines: Sequence[str]) -> str | None:
    """Return a hint for the lines around an error, if one of them shows a common slip."""
    lines = [line[:_LONGEST] for line in lines if not line.lstrip().startswith("#")]
    for line in lines:
        if NO_BREAK.match(line):
            return "the indentation has a no-break space, or one like it: write plain spaces"
    return next((hint for slip, hint in _SLIPS if any(map(slip.search, lines))), None)


_KEY_ALONE = re.compile(
    r"""(?P<before>\s*(?:-\s+)?)(?P<key>[A-Za-z_][\w-]*)(?P<sign>[:：]\u00a0?|\s*=\s*|\s+)(?P<value>\S.*)"""
)
"""A line that is meant as a key with its value, but has no colon with a space behind it."""

_STAR = re.compile(r"(?:\s*|.*?[-:\[{,]\s+)(?P<text>[*&].*)")
"""A line, or a value in it, that begins with the sign of an alias or an anchor."""


def _misread(error: "yaml.MarkedYAMLError", lines: Sequence[str]) -> "_Slip | None":
    """Return the slip that made YAML misread a line, if it lies elsewhere than the error."""
    mark, problem = error.problem_mark, error.problem or ""
    if not mark or mark.line > len(lines):
        return None
    if "mapping values are not allowed" in problem or "could not find expected ':'" in problem:
        if not _at_first_colon(lines, mark):
            return None
        return _no_colon(lines, mark.line) or _too_deep(lines, mark.line)
    if "end of stream" in problem and "quoted scalar" in (error.context or ""):
        opened = error.context_mark
        place = (opened.line, opened.column) if opened else (mark.line, mark.column)
        return _Slip(*place, "the quotation mark is never closed", "close it behind the text")
    if any(words in problem for words in _NO_KEY):
        return _left_open(lines, mark.line) or _commented(lines, mark.line)
    if "alphabetic or numeric" in problem and mark.line < len(lines):
        return _star(lines[mark.line], mark.line)
    return None


def _at_first_colon(lines: Sequence[str], mark: "yaml.Mark") -> bool:
    """Return whether YAML stopped at a line's own key, so that the line above may be at fault.

    At a later colon the fault is the text of that line, which holds ``: ``.
    """
    return mark.line >= len(lines) or ": " not in lines[mark.line][: mark.column]


def _star(line: str, at: int) -> "_Slip | None":
    """Return the slip of a text that begins with a sign which YAML reads as its own."""
    found = _STAR.fullmatch(line[:_LONGEST])
    if found is None:
        return None
    text = found["text"].rstrip()
    message = f"text that begins with {text[0]} is not read as text"
    hint = f"put it in quotes: {quote(text)}"
    if not line[: found.start("text")].strip():
        hint = "indent it as the line above, if it goes on there; else put it in quotes"
    return _Slip(at, found.start("text"), message, hint)


class _Slip(NamedTuple):
    """A slip at a line and a column, both from 0, and how to mend it."""

    line: int
    column: int
    message: str
    hint: str


def _no_colon(lines: Sequence[str], at: int) -> _Slip | None:
    """Return the slip of the line before, if that is a key and a value without ``: ``."""
    before = _before(lines, at)
    found = None if before is None else _KEY_ALONE.fullmatch(lines[before][:_LONGEST].rstrip())
    if before is None or found is None or ": " in lines[before] or _goes_on(lines, before):
        return None
    sign, pair = found["sign"], f"{found['key']}: {found['value']}"
    missing = "no space behind its colon" if sign[0] in ":：" else "no colon"
    message = f"{quote(found.group().strip())} has {missing}"
    return _Slip(before, found.start("key"), message, f"write `{pair}`")


_NO_KEY = ("did not find expected key", "expected <block end>", "document start>")
"""What is told of a line that cannot be a key where it stands."""


def _commented(lines: Sequence[str], at: int) -> _Slip | None:
    """Return the slip of the line before, if a comment ends its text before YAML misses a key."""
    before = _before(lines, at)
    return None if before is None or " #" not in lines[before] else _no_colon(lines, at)


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Return whether a line is more of the text that the key above has begun."""
    above = _before(lines, at)
    upper = None if above is None else _PAIR.match(lines[above].replace("- ", "  ", 1))
    return upper is not None and len(lines[at]) - len(lines[at].lstrip()) > len(upper[1])


def _too_deep(lines: Sequence[str], at: int) -> _Slip | None:
    """Return the slip of a key that is indented below another one that has a value."""
    before = _before(lines, at)
    if before is None or at >= len(lines):
        return None
    upper, lower = _PAIR.match(lines[before]), _PAIR.match(lines[at])
    if upper is None or lower is None or len(lower[1]) <= len(upper[1]):
        return None
    message = f"{quote(lower[2])} is indented further than {quote(upper[2])}, which has a value"
    return _Slip(at, len(lower[1]), message, "indent the keys of one mapping alike")


_PAIR = re.compile(r"( *)([A-Za-z_][\w-]*):\s+[^\s|>&#]")
"""A key with a value in its line."""


def _before(lines: Sequence[str], at: int) -> int | None:
    """Return the line before one that is neither blank nor a comment."""
    above = range(min(at, len(lines)) - 1, -1, -1)
    return next((n for n in above if lines[n].strip() and lines[n].lstrip()[0] != "#"), None)


def _left_open(lines: Sequence[str], at: int) -> _Slip | None:
    """Return the nearest quotation mark above that is left open, and not closed further down."""
    for number in range(min(at, len(lines)) - 1, max(-1, at - _NEAR), -1):
        if opened := _OPEN.search(lines[number][:_LONGEST]):
            column = opened.start() + len(opened.group()) - len(opened.group()[1:].lstrip())
            if _closed(lines[number + 1 : at + 1], lines[number][column]):
                return None
            return _Slip(
                number, column, "a quotation mark is not closed in its line", _NEVER_CLOSED
            )
    return None


def _closed(lines: Sequence[str], sign: str) -> bool:
    """Return whether the next quotation mark ends a text: nothing but a bracket is behind it."""
    behind = next((line.split(sign, 1)[1] for line in lines if sign in line), "x")
    return re.fullmatch(r"\s*[,\]}]*\s*(#.*)?", behind) is not None


_NEAR = 40
"""The lines above an error in which an open quotation mark is looked for."""


def explained(error: "yaml.MarkedYAMLError", lines: Sequence[str], shown: str) -> PnpError:
    """Return what is wrong in the lines of a file that is not YAML, where, and how to mend it."""
    if slip := _misread(error, lines):
        return user_error(slip.message, Where(shown, slip.line + 1, slip.column + 1), slip.hint)
    mark = error.problem_mark or error.context_mark
    where = Where(shown, mark.line + 1, mark.column + 1) if mark else Where(shown)
    problem = error.problem or str(error)
    hint = next((hint for words, hint in _HINTS.items() if words in problem), None)
    if mark:
        hint = _slip(lines[max(0, mark.line - 1) : mark.line + 1]) or hint
    return user_error(problem.removeprefix("but "), where, hint)
