"""Texts as they are printed: those of the data without markup, those that are drawn in one piece.

Both read alike: ``plain_text`` of a cell is what ``joined`` makes of the box that prints it.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import hypot
from unicodedata import normalize

from pnp.geometry.plane import Affine
from pnp.scene.node import Text
from pnp.text.breaking import SOFT_HYPHEN, ZERO_WIDTH_SPACE
from pnp.text.flow import BULLET, IconName, Inline, MarkupLine, parse_markup
from pnp.text.shaping import clean

CLOSING = (".", ",", ";", ":", "!", "?", ")")
"""A text that starts with one of these continues the one before without a space."""

SAME_LINE = 0.01
"""How far apart two baselines of one line may be, in ems."""

NEXT_LETTER = 1.0
"""How far from the last letter the next one begins at most if it follows at once, in ems."""

_UNSEEN = {ord(SOFT_HYPHEN): None, ord(ZERO_WIDTH_SPACE): None}

_RUNS_ON = re.compile(r"\w[-‐/][^\W\d_]|[^\d\s][–—]\S")
"""What a line breaks in without a space, before the last letter: ``well-`` and ``known``."""

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4ff\uf900-\ufaff\uff00-\uffdf"
    "\U00020000-\U000323af]"
)
"""The letters of scripts that have no spaces between words."""


def squeezed(text: str) -> str:
    """Return a text without spaces and capitals: the same however it is broken into lines."""
    if not text.isascii():
        text = normalize("NFC", text).translate(_UNSEEN)
    return "".join(text.split()).casefold()


@lru_cache(maxsize=4096)
def printed_forms(text: str) -> frozenset[str]:
    """Return how a cell may be printed, squeezed: in a box without markup, on a line as it is.

    An icon that there is not is printed by its name.
    """
    if not any(sign in text for sign in "*:\\-"):
        return frozenset({squeezed(text)})
    lines = parse_markup(text)
    named = "".join(_begun(line) + "".join(map(_named, line.inlines)) for line in lines)
    return frozenset(map(squeezed, (text, plain_text(text), named)))


def plain_text(markup: str) -> str:
    """Return rich text as a box prints it, on one line: ``- *Two*`` gives ``• Two``."""
    lines = parse_markup("\n".join(map(clean, markup.splitlines())))
    whole = ""
    for line in lines:
        whole = _next_line(whole, _begun(line) + _words(line.inlines))
    return _tidy(whole)


def joined(texts: Iterable[tuple[Text, Affine]]) -> str:
    """Return the texts that one element draws as one text, its lines and changes of font joined.

    A hyphen is left out if it is there only because a word was divided.
    """
    whole = ""
    before: tuple[Text, Affine] | None = None
    for text, place in texts:
        if before is None:
            whole = text.string
        elif _is_divided(before[0]):
            whole = whole[:-1] + text.string
        elif _goes_on(before, (text, place)):
            whole += text.string
        else:
            whole = _next_line(whole, text.string)
        before = text, place
    return _tidy(whole)


def joined_words(texts: Iterable[str]) -> str:
    """Return the texts of several elements as one, with spaces between.

    No space follows a text that ends with a hyphen, or precedes one that starts with ``CLOSING``.
    """
    whole = ""
    for string in texts:
        hyphen = whole[-1:] == "-" and not whole[-2:-1].isspace()
        whole += string if hyphen or string.startswith(CLOSING) else f" {string}"
    return _tidy(whole)


def _tidy(text: str) -> str:
    return " ".join(text.translate(_UNSEEN).split())


def _begun(line: MarkupLine) -> str:
    return BULLET if line.bullet else ""


def _named(inline: Inline) -> str:
    return f":{inline.name}:" if isinstance(inline, IconName) else inline.text


def _words(inlines: Iterable[Inline]) -> str:
    """Return the words of a line; an icon between words of two fonts is a space."""
    whole, style, icon = "", None, False
    for inline in inlines:
        if isinstance(inline, IconName):
            icon = True
            continue
        own = inline.bold, inline.italic
        whole += f" {inline.text}" if icon and style not in (None, own) else inline.text
        style, icon = own, False
    return whole


def _next_line(whole: str, line: str) -> str:
    """Return a text with one more line."""
    unspaced = _UNSPACED.match(whole[-1:]) and _UNSPACED.match(line[:1])
    runs_on = unspaced or _RUNS_ON.fullmatch(whole[-2:] + line[:1])
    return whole + line if runs_on else f"{whole} {line}"


def _is_divided(text: Text) -> bool:
    """Return whether a text ends with the hyphen of a divided word, which is shaped by itself."""
    if text.string[-1:] != "-" or len(text.words) < 2 or text.string[-2:-1].isspace():
        return False
    return [glyph.text for glyph in text.words[-1][1].glyphs] == ["-"]


def _follows(one: Text, other: Text) -> bool:
    """Return whether a text follows another one on its line, without a gap."""
    if abs(one.origin.y - other.origin.y) > SAME_LINE * one.size:
        return False
    glyphs = one.glyphs
    last = one.origin.x + (glyphs[-1].x if glyphs else 0.0)
    ahead = (other.origin.x - last) / max(one.size, other.size)
    return one.rtl or other.rtl or 0 <= ahead <= NEXT_LETTER


def _goes_on(one: tuple[Text, Affine], other: tuple[Text, Affine]) -> bool:
    """Return whether a text follows another one at once: on its line, or turned, along a path."""
    (text, place), (following, turned) = one, other
    if place == turned:
        return _follows(text, following)
    glyphs = text.glyphs
    last = text.origin.x + (glyphs[-1].x if glyphs else 0.0)
    begun = place.apply(last, text.origin.y)
    begins = turned.apply(*following.origin)
    em = max(text.size * place.stretch, following.size * turned.stretch)
    return hypot(begins.x - begun.x, begins.y - begun.y) <= NEXT_LETTER * em
