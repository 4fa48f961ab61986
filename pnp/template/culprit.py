"""Finds the column of the row whose value an error of a template is about.

A colour, a picture or a name that a row gives is read where the template uses it, so the error
names the template's line. Where the message quotes the value of a column that the element at that
line reads, the fault is the row's.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from pnp.base.diagnostics import Finding
from pnp.template.binding import Bindings
from pnp.template.memo import Query
from pnp.template.terms import printed

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


def culprit(
    problem: Finding, bindings: Iterable[Bindings], card: Mapping[str, object]
) -> str | None:
    """Return the column whose value a problem quotes, None if it quotes none.

    ``bindings`` are those of the elements at the problem's place, ``card`` are the row's values.
    """
    quoted = _QUOTED.findall(problem.message)
    for source in {query.expression.source for each in bindings for query in _queries(each)}:
        for column, value in card.items():
            named = re.search(rf"(?<!\w){re.escape(column)}(?!\w)", source)
            if named and any(_quotes(text, str(printed(value)).strip()) for text in quoted):
                return column
    return None


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
