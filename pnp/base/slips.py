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


def slip(pattern: str, hint: str) -> Misspelling:
    """Return a slip whose hint is always the same."""
    return Misspelling(re.compile(pattern), lambda found: hint)


def find_slip(slips: Iterable[Misspelling], seen: str) -> tuple[re.Match[str], str] | None:
    """Return where the first of some slips is in an expression without its texts, and its hint."""
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
    Misspelling(
        re.compile(r"\b(AND|OR|NOT|IN|IF|ELSE|FOR)\b"), lambda word: f"write {word.lower()}"
    ),
)
"""Operators that neither language has."""
