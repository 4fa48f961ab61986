"""The texts of a game in other languages: a table of texts with a column for each language.

Its key is the text itself, as the data or the drawing has it::

    en,de
    Zombie,Zombie
    {{ play.counters }} for each player.,{{ play.counters }} für jeden.

A text is replaced as a whole before anything is drawn or checked, so that a German kit is that of
a game whose data and drawings are German. Ids and words that a column declares stay as they are.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from pnp.base.diagnostics import Where
from pnp.base.iconmark import ICON_MARK
from pnp.base.slotted import slotted
from pnp.data.textfile import composed

PNP = "pnp"
"""The address of what pnp prints on its own: labels of sheets, marks."""

_NAMES = {
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sv": "Swedish",
    "uk": "Ukrainian",
    "zh": "Chinese",
}

_DATA = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)

_NUMBER = re.compile(r"\d+")

_ICON = re.compile(ICON_MARK)

_SAID = re.compile(r"""(?:^|[~+]|\belse\b)\s*(?:'([^']*)'|"([^"]*)")""")
"""Words in an expression that it may return; those that it compares with are the data's."""


class Said(str):
    """A text of the data in another language; ``written`` is how the data says it."""

    __slots__ = ("written",)

    written: str

    def __new__(cls, said: str, written: str) -> "Said":
        """Return the text in another language."""
        text = super().__new__(cls, said)
        text.written = written
        return text

    def __reduce__(self) -> tuple[type["Said"], tuple[str, str]]:
        return type(self), (str(self), self.written)


def retold(value: Any, tell: Callable[[Said], str]) -> Any:
    """Return plain data with what a function makes of each translated text in it."""
    if isinstance(value, Said):
        return tell(value)
    if isinstance(value, Mapping):
        return {key: retold(inner, tell) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [retold(inner, tell) for inner in value]
    return value


def as_written(value: Any) -> Any:
    """Return plain data with the texts that tables and game.yaml have."""
    return retold(value, lambda said: said.written)


def with_numbers(said: Said) -> str:
    """Return a text as the data has it, with other numbers if the translation says others.

    A translation may leave a number out, or write one for a word, but not another one.
    """
    numbers, own = _NUMBER.findall(said), _NUMBER.findall(said.written)
    if len(numbers) != len(own) or sorted(numbers) == sorted(own):
        return said.written
    instead = iter(numbers)
    return _NUMBER.sub(lambda _: next(instead), said.written)


class GameText(NamedTuple):
    """A text as the game has it: ``GameText("Zombie", "play.monsters.zombie.name", where)``.

    ``address`` is where it is printed from: a cell (``deck/owl.name``), a value of game.yaml, or an
    element of a drawing (``my-game/card.svg#rule``). ``printed`` says that it is printed for sure:
    a cell may be a number's name that no drawing shows.
    """

    words: str
    address: str
    where: Where
    printed: bool = True


class TextRow(NamedTuple):
    """A row of the table of texts, for one language; ``said`` is blank if it is not translated.

    It is for all places of its words, or for those whose address matches ``only``.
    """

    words: str
    only: str
    said: str
    where: Where

    def is_for(self, address: str) -> bool:
        """Tell whether the row is for a place."""
        return fnmatchcase(address, f"*{self.only}*")


def language_name(tag: str) -> str:
    """Return the English name of a language, or its tag if it has none here."""
    name = _NAMES.get(tag.partition("-")[0].lower())
    return f"{name} ({tag})" if name and "-" in tag else name or tag


def same_words(words: str) -> str:
    """Return what two texts share that are one: line breaks and runs of spaces do not count.

    Nor does it count whether an accented letter is one character or two.
    """
    return composed(" ".join(words.split()))


def without_data(text: str) -> str:
    """Return a text without its ``{{ … }}``."""
    return _DATA.sub("", text)


def without_icons(text: str) -> str:
    """Return a text with a space in place of each icon: of ``Pay :coin:.`` it is ``Pay  .``."""
    return _ICON.sub(" ", text)


def has_words(text: str) -> bool:
    """Tell whether a text has letters besides its data and its icons.

    Those of ``{{ step.count }}{{ ', fold' if step.fold else '' }}`` are in the data's place.
    """
    inside = (words for data in _DATA.findall(text) for words in _SAID.findall(data))
    said = "".join(word for words in inside for word in words)
    return any(map(str.isalpha, without_icons(without_data(text)) + said))


@slotted
class Translation:
    """The texts of a game in one language.

    ``rows`` are those of the table of texts, by ``same_words``; ``own`` are those of pnp's table,
    for labels, marks and the bundled guide. ``written`` is the language of the data, ``table`` the
    place of the table. ``texts`` are the texts of the data as they are written, ``cells`` the
    places of their translations, by what they say there, as ``same_words`` has it.
    """

    language: str
    written: str
    table: Where
    rows: Mapping[str, Sequence[TextRow]]
    own: Mapping[str, Sequence[TextRow]]
    texts: tuple[GameText, ...] = field(default=(), compare=False)
    cells: Mapping[str, Where] = field(default_factory=dict, compare=False)

    def row(self, words: str, address: str) -> TextRow | None:
        """Return the row for a text at a place: one that is limited to places comes first.

        Labels are pnp's own words, whatever the game says by the same word, unless a row of its
        table is for ``pnp``.
        """
        best, own = _best(self.rows, words, address), _best(self.own, words, address)
        return own if best is None or (own and address == PNP and not best.only) else best

    def said(self, words: str, address: str) -> str | None:
        """Return a text in the language, None if it is not translated."""
        row = self.row(words, address)
        return row.said if row and row.said else None


def _best(rows: Mapping[str, Sequence[TextRow]], words: str, address: str) -> TextRow | None:
    fit = [row for row in rows.get(same_words(words), ()) if row.is_for(address)]
    return max(fit, key=lambda row: len(row.only), default=None)


def say(translation: Translation | None, words: str, **values: object) -> str:
    """Return what pnp prints on its own, with values in place: ``say(None, "sheet {n}", n=2)``."""
    said = (translation and translation.said(words, PNP)) or words
    for name, value in values.items():
        said = said.replace(f"{{{name}}}", str(value))
    return said
