"""Finds the column of the row whose value an error of a template is about.

A colour, a picture or a name that a row gives is read where the template uses it, so the error
names the template's line. The fault is the row's where the message quotes the value of a column
that the element at that line reads, where what is wrong reads a blank cell, and where it reads one
column alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.diagnostics import Finding, PnpError, nearest_between
from pnp.svg.renderer import DataError
from pnp.template.binding import Bindings
from pnp.template.expression import EvaluationError
from pnp.template.memo import Query
from pnp.template.terms import printed

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')

_PART = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


class WrongCell(NamedTuple):
    """A column whose value is wrong, and a hint that says what to write into its cell."""

    column: str
    hint: str | None


class _Suspects(NamedTuple):
    """The expressions that may be to blame, and the cells that they read, by column.

    ``known`` says that nothing else can be to blame than these expressions.
    """

    sources: Sequence[str]
    read: Mapping[str, object]
    known: bool


def culprit(
    problem: Finding,
    bindings: Sequence[Bindings],
    card: Mapping[str, object],
    error: PnpError,
) -> WrongCell | None:
    """Return the column whose value a problem is about, None if it is about none.

    ``bindings`` are those of the elements at the problem's place, ``card`` are the row's values,
    ``error`` is what was raised.
    """
    suspects = _suspects(bindings, card, error)
    quoted = _QUOTED.findall(problem.message)
    for column, value in suspects.read.items():
        if any(_quotes(words, _text(value)) for words in quoted):
            hints = [_for_cell(problem.hint, column, each) for each in suspects.sources]
            return WrongCell(column, next((h for h in hints if h != problem.hint), problem.hint))
    if "does not exist" in problem.message:
        return _unread(suspects.read, quoted)
    blank = _needed_blank(suspects, error)
    if blank is not None:
        return WrongCell(blank, _hint_for_blank(blank, suspects, bindings))
    alone = suspects.known and len(suspects.read) == 1 and _is_of_value(error)
    return WrongCell(next(iter(suspects.read)), problem.hint) if alone else None


def _suspects(
    bindings: Sequence[Bindings], card: Mapping[str, object], error: PnpError
) -> _Suspects:
    if isinstance(error, EvaluationError):
        sources, known = [error.source], True
    else:
        named = error.attribute if isinstance(error, DataError) else None
        values = [each.values.get(named) for each in bindings] if named else []
        queries = [value for value in values if isinstance(value, Query)]
        known = bool(queries)
        queries = queries or [query for each in bindings for query in _queries(each)]
        sources = [*dict.fromkeys(query.expression.source for query in queries)]
    read = {c: v for source in sources for c, v in card.items() if _reads(source, c)}
    return _Suspects(sources, read, known)


def _text(value: object) -> str:
    return str(printed(value)).strip()


def _reads(source: str, column: str) -> bool:
    """Tell whether an expression, or one in the ``{{ }}`` of a text, reads a column."""
    return any(map(_pattern(column).search, _PART.findall(source) or [source]))


def _pattern(column: str) -> re.Pattern[str]:
    name = re.escape(column)
    bare = rf"(?<![\w.'\"])(?:card\.)?{name}(?![\w'\"])"
    return re.compile(rf"{bare}|\bcard\[\s*(['\"]){name}\1\s*\]")


def _needed_blank(suspects: _Suspects, error: PnpError) -> str | None:
    """Return the first column that is blank and that the value which is wrong needs."""
    if isinstance(error, EvaluationError) and not error.of_blank:
        return None
    for column, value in suspects.read.items():
        if _text(value) == "" and suspects.known:
            if isinstance(error, EvaluationError):
                return column
            if any(_writes(source, column) for source in suspects.sources):
                return column
    return None


def _writes(source: str, column: str) -> bool:
    """Tell whether a text has a column's value as a part, and does not only choose by it."""
    pattern = _pattern(column)
    return any(pattern.search(part) and " if " not in part for part in _PART.findall(source))


def _is_of_value(error: PnpError) -> bool:
    return error.of_value if isinstance(error, EvaluationError) else True


def _hint_for_blank(column: str, suspects: _Suspects, bindings: Sequence[Bindings]) -> str:
    """Return what to do about a blank cell; what to write depends on where it is read."""
    asked = _asked(column, suspects.read[column])
    if any(each.loop and _is_one(each.loop.items, suspects) for each in bindings):
        return f'the cell is blank: fill it, or put the element into a <g pnp:if="{asked}">'
    if any(_is_one(each.test, suspects) for each in bindings):
        return f'the cell is blank: fill it, or write pnp:if="{asked} and …" there'
    return f'the cell is blank: fill it, or write pnp:if="{asked}" there'


def _is_one(query: Query | None, suspects: _Suspects) -> bool:
    return query is not None and query.expression.source in suspects.sources


def _unread(read: Mapping[str, object], quoted: Sequence[str]) -> WrongCell | None:
    """Return the column that names no file as it is: it is blank, or there is a # in it."""
    texts = {column: _text(value) for column, value in read.items()}
    for column, text in texts.items():
        before, mark, _ = text.partition("#")
        if mark and any(_quotes(words, before.strip()) for words in quoted):
            hint = "# begins the name of a part of a file: give the file a name without it"
            return WrongCell(column, hint)
    blank = next((column for column, text in texts.items() if not text), None)
    if blank is None:
        return None
    asked = _asked(blank, read[blank])
    return WrongCell(blank, f'the cell is blank: fill it, or write pnp:if="{asked}" there')


def _asked(column: str, blank: object) -> str:
    """Return the condition that a cell is filled; a number may be 0."""
    name = f"card.{column}" if column.isidentifier() else f"card[{column!r}]"
    return f"{name} is not none" if blank is None else name


def _for_cell(hint: str | None, column: str, source: str) -> str | None:
    """Return a hint with the part of its nearest word that the cell gives.

    Where ``art/{{ card.Picture }}`` should be ``art/fish.svg``, that is ``fish.svg``.
    """
    name = re.escape(column)
    read = rf"(?:(?:card\.)?{name}|card\[(?P<q>['\"]){name}(?P=q)\])"
    parts = re.fullmatch(
        rf"(?P<before>[^{{}}]*)\{{\{{\s*{read}\s*\}}\}}(?P<after>[^{{}}]*)", source
    )
    if parts is None:
        return hint
    before, after = parts["before"], parts["after"]
    whole = nearest_between(hint, before, after)
    return whole if whole != hint else nearest_between(hint, before.rpartition("#")[2], after)


def _queries(bindings: Bindings) -> Iterator[Query]:
    loop = bindings.loop.items if bindings.loop else None
    values = (bindings.test, loop, *bindings.values.values())
    return (value for value in values if isinstance(value, Query))


def _quotes(text: str, value: str) -> bool:
    """Tell whether a value is a word of a text, or words: ``owl`` in ``art/bird_owl.png``."""
    around = r"[^\W_]"
    return (
        bool(value) and re.search(f"(?<!{around}){re.escape(value)}(?!{around})", text) is not None
    )
