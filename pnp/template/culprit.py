"""Finds the column of the row whose value an error of a template is about.

A colour, a picture or a name that a row gives is read where the template uses it, so the error
names the template's line. Where the message quotes the value of a column that the element at that
line reads, the fault is the row's.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.diagnostics import Finding, nearest_between
from pnp.template.binding import Bindings
from pnp.template.memo import Query
from pnp.template.terms import printed

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


class WrongCell(NamedTuple):
    """A column whose value is wrong, and a hint that says what to write into its cell."""

    column: str
    hint: str | None


def culprit(
    problem: Finding, bindings: Iterable[Bindings], card: Mapping[str, object]
) -> WrongCell | None:
    """Return the column whose value a problem quotes, None if it quotes none.

    ``bindings`` are those of the elements at the problem's place, ``card`` are the row's values.
    """
    quoted = _QUOTED.findall(problem.message)
    queries = [query for each in bindings for query in _queries(each)]
    sources = dict.fromkeys(query.expression.source for query in queries)
    read = [
        (column, str(printed(value)).strip())
        for source in sources
        for column, value in card.items()
        if re.search(rf"(?<!\w){re.escape(column)}(?!\w)", source)
    ]
    for column, text in read:
        if any(_quotes(words, text) for words in quoted):
            hints = [_for_cell(problem.hint, column, each) for each in sources]
            return WrongCell(column, next((h for h in hints if h != problem.hint), problem.hint))
    return _unread(read, quoted) if "does not exist" in problem.message else None


def _unread(read: Iterable[tuple[str, str]], quoted: Sequence[str]) -> WrongCell | None:
    """Return the column that names no file as it is: it is blank, or there is a # in it."""
    for column, text in read:
        before, mark, _ = text.partition("#")
        if mark and any(_quotes(words, before.strip()) for words in quoted):
            hint = "# begins the name of a part of a file: give the file a name without it"
            return WrongCell(column, hint)
    blank = next((column for column, text in read if not text), None)
    if blank is None:
        return None
    return WrongCell(blank, f'the cell is blank: fill it, or write pnp:if="card.{blank}" there')


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
