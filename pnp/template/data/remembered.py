"""Texts that data gave before, kept for the rows that ask for them again."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_REMEMBERED = 256
"""Texts that an expression keeps; one with more different values is not of a loop."""

Render = Callable[[Mapping[str, Any]], str]
"""Gives the text of an expression for the names that it sees."""


def remembering(render: Render, names: Sequence[str]) -> Render:
    """Return what gives a text again for the same numbers and words: loops ask so on each row."""
    known: dict[tuple[Any, ...], str] = {}

    def text(values: Mapping[str, Any]) -> str:
        key = tuple([values.get(name) for name in names])
        if not all(type(value) in (int, str) for value in key):
            return render(values)
        if key not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            known[key] = render(values)
        return known[key]

    return text
