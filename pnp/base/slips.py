"""Slips in expressions: operators of other languages, and what is written instead of them.

Templates and rulebooks have languages of their own, and the same people write in both.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class Misspelling(NamedTuple):
    """What a slip looks like outside of texts, and the hint for it.

    The group of ``pattern`` is what is wrong; ``hint`` is called with it.
    """

    pattern: re.Pattern[str]
    hint: Callable[[str], str]


def slip(pattern: str, hint: str | Callable[[str], str]) -> Misspelling:
    """Return a slip with a hint, or with a function that makes it of what is wrong."""
    return Misspelling(re.compile(pattern), hint if callable(hint) else lambda _: hint)


TEXT = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
"""The pattern of a text in quotes."""


def find_slip(slips: Iterable[Misspelling], source: str) -> tuple[re.Match[str], str] | None:
    """Return where the first of some slips is in an expression, and its hint.

    What stands in its texts is none.
    """
    seen = re.sub(TEXT, lambda text: " " * len(text[0]), source)
    for one in slips:
        if match := one.pattern.search(seen):
            return match, one.hint(match[1])
    return None


OPERATORS: Sequence[Misspelling] = (
    slip(r"(&&)", "write and"),
    slip(r"(\|\|)", "write or"),
    slip(r"(!)(?!=)", "write not"),
    slip(r"(<>|≠)", "write !="),
    slip(r"(=>|≥)", "write >="),
    slip(r"(=<|≤)", "write <="),
    slip(r"([×·])", "write *"),
    slip(r"\b(AND|OR|NOT|IN|IF|ELSE|FOR)\b", lambda word: f"write {word.lower()}"),
)
"""Operators that neither language has."""
