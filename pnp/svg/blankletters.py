"""Letters of which nothing is seen: their font has a glyph for them, and that is empty.

Fonts to try out have such glyphs for digits and signs, and a damaged font for letters that loop.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pnp.base.diagnostics import Finding, Where
from pnp.scene.node import Letters, Text
from pnp.svg.emoji import clusters, coloured
from pnp.text import rules
from pnp.text.font import Font
from pnp.text.fontbook import FontBook

SEEN = frozenset("LNPS")
"""The first letters of Unicode's categories of what is seen: letters, numbers, marks, signs."""

EMPTY = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc")
"""Characters of these categories that have no ink: fillers, and Braille without a dot."""


def blank_letters(texts: Iterable[Text], book: FontBook, where: Where) -> Iterator[Finding]:
    """Yield a finding for each different character of some texts whose glyphs have no outline."""
    found: dict[Font, list[str]] = {}
    for text in texts:
        font = book.font(text.font)
        for _, letters in text.words:
            if blank := _blank(font, letters):
                found.setdefault(font, []).extend(blank)
    for font, chars in found.items():
        yield from rules.empty_glyphs(chars, font.family, where)


@lru_cache(maxsize=8192)
def _blank(font: Font, letters: Letters) -> tuple[str, ...]:
    return tuple(
        char
        for glyphs in clusters(letters.glyphs)
        if not any(font.outline(glyph.gid).ops for glyph in glyphs)
        and not coloured(glyphs[0].text, (font,))
        for char in glyphs[0].text
        if unicodedata.category(char)[0] in SEEN and char not in EMPTY
    )
