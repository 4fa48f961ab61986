"""Hyphenation: soft hyphens in the words of a text, by the patterns of its language.

Only this module uses pyphen, which has the patterns of LibreOffice; a language's are loaded with
the first text that does not fit without them.
"""

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import Any

from pnp.base.iconmark import ICON_MARK
from pnp.text.breaking import SOFT_HYPHEN

LEAST = 2, 3
"""The fewest letters of a word before a hyphen, and after it."""

_WORDS = re.compile(rf"{ICON_MARK}|[^\W\d_{SOFT_HYPHEN}]{{{sum(LEAST)},}}")
"""Names of icons, which stay, and words that are long enough."""


def is_hyphenated(language: str) -> bool:
    """Tell whether there are patterns for a language, by its tag: ``de``, ``pt-BR``."""
    return _known(language) is not None


def hyphenated(markup: str, language: str) -> str:
    """Return rich text with soft hyphens in its words; unchanged in a language without patterns.

    A word is not divided where that would change its letters.
    """
    known = _known(language)
    if known is None:
        return markup
    patterns = _patterns(known)

    def word(match: re.Match[str]) -> str:
        text = match[0]
        if text.startswith(":"):
            return text
        places = [0, *(at for at in patterns.positions(text) if not _respells(at)), len(text)]
        return SOFT_HYPHEN.join(text[start:end] for start, end in pairwise(places))

    return _WORDS.sub(word, unicodedata.normalize("NFC", markup))


def _respells(at: Any) -> bool:
    """Say whether a word is spelt otherwise where it is divided, as Hungarian ``asz-szony``."""
    return at.data is not None


@cache
def _known(language: str) -> str | None:
    """Return the language of pyphen's whose patterns are for a language, None if there is none."""
    import pyphen

    known: str | None = pyphen.language_fallback(NORWEGIAN.sub("nb", language))
    return known


NORWEGIAN = re.compile(r"no\b")
"""The usual tag of Norwegian, whose patterns are known by that of its commoner written form."""


@cache
def _patterns(known: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=known, left=LEAST[0], right=LEAST[1])
