"""How much of a game is translated: texts that have no translation, and rows that have no text."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import accumulate
from typing import NamedTuple
from unicodedata import normalize

from pnp.base.diagnostics import Finding, Rule, Severity, counted, nearest, quote
from pnp.base.vocabulary import Vocabulary
from pnp.data.game import Game
from pnp.data.quotes import FOREIGN_QUOTES, foreign_quotes
from pnp.data.translation import (
    PNP,
    GameText,
    Translation,
    language_name,
    same_words,
    without_icons,
)
from pnp.kinds.piece import Piece
from pnp.scene.node import Node, texts_in
from pnp.template.render import Templates

UNTRANSLATED = Rule(
    id="untranslated",
    title="Every text that is printed is translated",
    severity=Severity.WARNING,
    rationale=(
        "A text that the table of texts does not have is printed as it was written, in the middle "
        "of another language. A text that was changed is a new one: its translation was made for "
        "the old words, and is not printed for others."
    ),
    source="this project: a kit is in one language",
    good="en,de\nYour turn,Dein Zug",
    bad="en,de\nYour turn,",
)

UNUSED_TEXT = Rule(
    id="unused-text",
    title="Every row of the table of texts is for a text of the game",
    severity=Severity.WARNING,
    rationale=(
        "A row whose text the game does not have is never printed: the text was changed or "
        "removed since, or there is a slip in it."
    ),
    source="this project: the key of a translation is the text itself",
    good="en,de\nYour turn,Dein Zug, and the drawing says Your turn",
    bad="en,de\nYour trun,Dein Zug, and the drawing says Your turn",
)

RULES = (UNTRANSLATED, UNUSED_TEXT, FOREIGN_QUOTES)

_WORDS = re.compile(r"[^\W_]+")


class Coverage(NamedTuple):
    """How much of a game is translated: ``Coverage("de", 132, …)``.

    ``done`` is the number of texts that are, ``lacking`` are the others, each at its first place.
    """

    language: str
    done: int
    lacking: tuple[GameText, ...]
    findings: tuple[Finding, ...]

    def line(self) -> str:
        """Return it in words: ``German: 132 of 140 texts``."""
        texts = counted(self.done + len(self.lacking), "text")
        return f"{language_name(self.language)}: {self.done} of {texts}"

    def table(self) -> str:
        """Return the texts that are not translated as rows for a table of texts, in CSV."""
        lines = StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerows([text.words, "", text.address] for text in self.lacking)
        return lines.getvalue().rstrip("\n")


def coverage(
    game: Game, pieces: Iterable[Piece], templates: Templates, *, whole: bool = True
) -> Coverage | None:
    """Return how much of a drawn game is translated, None if it is in the language of its data.

    A text of the data counts if it is printed. ``whole`` is False for a part of the game: then
    rows may be for what was not drawn.
    """
    translation = game.translation
    if translation is None:
        return None
    for component in game.components.values():
        for card in component.cards if component.kind.guide and whole else ():
            templates.get(card.face, component.where)  # not drawn yet, perhaps
    texts = [*translation.texts, *templates.texts]
    lacking = _lacking(translation, texts, pieces)
    printed = {same_words(text.words) for text in texts if translation.said(*text[:2])}
    findings = [*_untranslated(translation, lacking)]
    findings += _unused(translation, texts, lacking) if whole else ()
    rows = (row for rows in translation.rows.values() for row in rows)
    findings += foreign_quotes(((row.said, row.where) for row in rows), translation.language)
    first = tuple(text for text, *_ in lacking.values())
    return Coverage(game.language, len(printed - lacking.keys()), first, tuple(findings))


def _lacking(
    translation: Translation, texts: Iterable[GameText], pieces: Iterable[Piece]
) -> Mapping[str, Sequence[GameText]]:
    """Return the texts that are printed and not translated, with all their places."""
    faces = (side for piece in pieces for side in (piece.face, piece.back) if side is not None)
    sides = [_SideWords(nodes) for nodes in dict.fromkeys(face.nodes for face in faces)]
    lacking: dict[str, list[GameText]] = {}
    for text in texts:
        if translation.said(text.words, text.address) is None and _is_printed(text, sides):
            lacking.setdefault(same_words(text.words), []).append(text)
    return lacking


class _SideWords:
    """The words that a side shows: their letters in a row, and where words begin and end in it.

    A line that ends in a word, or a letter in another font, divides what is one word in the data.
    The words of one drawing are side by side: an icon's own letters come between none of a card's.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        strings: dict[str, list[str]] = {}
        for text, _ in texts_in(nodes):
            drawing = text.provenance.where.file if text.provenance else ""
            strings.setdefault(drawing, []).append(text.string)
        words = [word for each in strings.values() for word in _words(" ".join(each))]
        self._letters = "".join(words)
        self._edges = {0, *accumulate(map(len, words))}

    def show(self, letters: str) -> bool:
        """Tell whether some words are shown one after the other; ``letters`` are theirs."""
        at = self._letters.find(letters)
        while at >= 0 and not {at, at + len(letters)} <= self._edges:
            at = self._letters.find(letters, at + 1)
        return at >= 0


def _is_printed(text: GameText, sides: Iterable[_SideWords]) -> bool:
    """Tell whether a side shows a text: its icons as pictures, or their names where none are."""
    if text.printed:
        return True
    ways = {"".join(_words(words)) for words in (text.words, without_icons(text.words))}
    return any(side.show(letters) for side in sides for letters in ways)


def _words(text: str) -> list[str]:
    """Return the words of a text without marks, in one case."""
    return _WORDS.findall(normalize("NFC", text).casefold())


def _untranslated(
    translation: Translation, lacking: Mapping[str, Sequence[GameText]]
) -> Iterator[Finding]:
    name = language_name(translation.language)
    for words, (text, *others) in lacking.items():
        hint = f"write it into {translation.table.file}, in the column {translation.language}"
        hint += f"; the same in {counted(len(others), 'more place')}" if others else ""
        message = f"{quote(words)} is not in {name}"
        yield Finding(UNTRANSLATED, message, text.where, hint)


def _unused(
    translation: Translation, texts: Sequence[GameText], lacking: Mapping[str, Sequence[GameText]]
) -> Iterator[Finding]:
    """Yield a finding for each row that no text of the game, and no label, is translated by."""
    places: dict[str, list[str]] = {words: [PNP] for words in translation.own}
    for text in texts:
        places.setdefault(same_words(text.words), []).append(text.address)
    lacked, known = Vocabulary(lacking), Vocabulary(places)
    for words, rows in translation.rows.items():
        found = places.get(words, ())
        for row in rows:
            if not any(map(row.is_for, found)):
                where = row.where.at(translation.written)
                message = f"the game has no text {quote(row.words)}"
                if found:
                    message += f" at {quote(row.only)}"
                    hint = f"it is at {', '.join(sorted(set(found)))}"
                else:
                    near = nearest(words, lacked) or nearest(words, known)
                    hint = near or "delete the row, or write the text as the game has it"
                yield Finding(UNUSED_TEXT, message, where, hint)
