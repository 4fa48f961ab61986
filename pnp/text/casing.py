"""Capital and small letters, as ``text-transform`` asks for them, in the way of a language."""

import re
import unicodedata

from pnp.base.iconmark import ICON_MARK

_ICONS = re.compile(ICON_MARK)

_WORDS = re.compile(r"\w+(?:['’]\w+)*")

DOTTED = ("tr", "az")
"""Languages whose i keeps its dot as a capital, and whose I has none as a small letter."""


def cased(text: str, transform: str, language: str) -> str:
    """Return text as a ``text-transform`` asks for; names of icons stay (CSS Text 3, 2.1).

    ``capitalize`` changes the first letter of each word alone: ``don't look`` is ``Don't Look``.
    """
    change = {"uppercase": _upper, "lowercase": _lower, "capitalize": _capitalised}.get(transform)
    if change is None:
        return text
    family = language.partition("-")[0]
    parts: list[str] = []
    at = 0
    for icon in _ICONS.finditer(text):
        parts += change(text[at : icon.start()], family), icon[0]
        at = icon.end()
    return "".join([*parts, change(text[at:], family)])


def _upper(text: str, language: str) -> str:
    if language in DOTTED:
        text = text.replace("i", "İ")
    if language == "el":  # capitals have no accents
        apart = unicodedata.normalize("NFD", text).replace("\u0301", "")
        text = unicodedata.normalize("NFC", apart)
    return text.upper()


def _lower(text: str, language: str) -> str:
    if language in DOTTED:
        text = text.replace("İ", "i").replace("I", "ı")
    return text.lower()


def _capitalised(text: str, language: str) -> str:
    def capital(word: re.Match[str]) -> str:
        first, others = word[0][0], word[0][1:]
        return ("İ" if first == "i" and language in DOTTED else first.title()) + others

    return _WORDS.sub(capital, text)
