"""Shapes words to glyphs, in ems: chooses the font for each letter, and kerns spaces."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from pnp.geometry.plane import Point
from pnp.scene.node import Glyph, Letters, Text
from pnp.text.font import Features, Font, ShapedGlyph
from pnp.text.style import TextStyle

NO_LIGATURES: Features = (("liga", 0), ("clig", 0))
"""Letter spacing turns optional ligatures off (CSS Text 3, section 8.2)."""

_BLANK = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")

_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff]")

_JOINERS = frozenset("\u200c\u200d")

_MARKS = frozenset("\u061c\u200e\u200f")
"""Invisible letters that only have a direction."""

_SPACES = frozenset("\u00a0\u2011\u202f\u205f") | set(map(chr, range(0x2000, 0x200B)))

_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""They ask for another form of the letter before, as ↔ as a picture, which a font may not have."""

_SUPPLIED = _JOINERS | _MARKS | _SPACES | _SELECTORS
"""Characters without a glyph of their own: HarfBuzz leaves them out, or takes another one."""


class ShapedRun(NamedTuple):
    """Glyphs of one font; positions from the run's left end and ``width`` are in ems.

    ``level`` is that of the text in mixed directions: an odd one is read from right to left.
    """

    font: Font
    letters: Letters
    width: float
    text: str
    level: int = 0

    def followed(self, other: "ShapedRun") -> "ShapedRun":
        """Return this run and another one of the same font as one."""
        letters = _joined(self.letters, self.width, other.letters)
        width, text = self.width + other.width, self.text + other.text
        return self._replace(letters=letters, width=width, text=text)


@lru_cache(maxsize=8192)
def _joined(letters: Letters, width: float, others: Letters) -> Letters:
    """Return letters with others after them; a word before a space is one object on all lines."""
    moved = [Glyph(gid, width + x, y, text) for gid, x, y, text in others.glyphs]
    return Letters((*letters.glyphs, *moved))


class Word(NamedTuple):
    """A shaped word as runs of one font each; ``missing`` are its characters that no font has."""

    pieces: tuple[ShapedRun, ...]
    width: float
    missing: tuple[str, ...] = ()

    def widened(self, by: float) -> "Word":
        """Return the word with its advance changed by a length in ems."""
        if not (by and self.pieces):
            return self
        *others, last = self.pieces
        last = last._replace(width=last.width + by)
        return Word((*others, last), self.width + by, self.missing)


def clean(text: str) -> str:
    """Return text in NFC, with spaces for line ends and tabs, without control characters."""
    if text.isascii() and text.isprintable():
        return text
    return _CONTROL.sub("", _BLANK.sub(" ", unicodedata.normalize("NFC", text)))


def runs_backwards(text: str) -> bool:
    """Say whether the text has letters of a right-to-left script."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


@lru_cache(maxsize=8192)
def shape_word(
    chain: tuple[Font, ...], word: str, spacing: float = 0.0, features: Features = ()
) -> Word:
    """Return a word shaped with the first font of a chain; letters that it lacks, with the next.

    ``spacing`` is the letter spacing in ems. ``features`` are OpenType's.
    """
    pieces: list[ShapedRun] = []
    missing: list[str] = []
    for font, text in itemised(chain, word):
        if font is None:
            missing += text
        else:
            pieces.append(_shaped_run(font, text, spacing, features))
    return Word(tuple(pieces), sum(piece.width for piece in pieces), tuple(missing))


@lru_cache(maxsize=1024)
def shape_mixed(
    chain: tuple[Font, ...],
    text: str,
    levels: tuple[int, ...],
    spacing: float = 0.0,
    features: Features = (),
) -> Word:
    """Return a text in mixed directions as runs of one level each, in the order of reading.

    ``levels`` are those of its characters, by ``bidi.levels``.
    """
    pieces: list[ShapedRun] = []
    missing: list[str] = []
    for level, places in groupby(range(len(text)), key=lambda at: levels[at]):
        stretch = "".join([text[at] for at in places])
        for font, part in itemised(chain, stretch):
            if font is None:
                missing += part
            else:
                pieces.append(_shaped_run(font, part, spacing, features, level))
    return Word(tuple(pieces), sum(piece.width for piece in pieces), tuple(missing))


def shape_run(
    chain: tuple[Font, ...], texts: tuple[str, ...], spacing: float = 0.0, features: Features = ()
) -> tuple[Word, ...]:
    """Return consecutive words and spaces, each shaped in the context of its neighbours.

    A font may kern a space with the letters beside it, which makes it wider or narrower.
    """
    if chain[0].alters_at_spaces:
        return _shaped_whole(chain, texts, spacing, features)
    words = [shape_word(chain, text, spacing, features) for text in texts]
    if chain[0].kerns_at_spaces:
        beside = zip(("", *texts), texts, (*texts[1:], ""), strict=False)
        for place, (before, text, after) in enumerate(beside):
            if text == " ":
                wider = kerned(chain, before[-1:], after[:1], features)
                words[place] = words[place].widened(wider)
    return tuple(words)


def kerned(chain: tuple[Font, ...], before: str, after: str, features: Features = ()) -> float:
    """Return by how much kerning widens the space between two letters, in ems.

    Either may be empty, at an end of the text or before another style. The result is 0 for a font
    that ``alters_at_spaces``: its words are shaped together, and so kerned already.
    """
    font = chain[0]
    if font.alters_at_spaces or not font.kerns_at_spaces:
        return 0.0
    return _kerned(chain, before, after, features)


@lru_cache(maxsize=8192)
def _kerned(chain: tuple[Font, ...], before: str, after: str, features: Features) -> float:
    texts = filter(None, (before, " ", after))
    apart = sum([shape_word(chain, text, 0.0, features).width for text in texts])
    whole = shape_word(chain, f"{before} {after}", 0.0, features).width
    # it becomes a key of cached words: without rounding, float errors would make different keys
    return round(whole - apart, 9)


@lru_cache(maxsize=1024)
def _shaped_whole(
    chain: tuple[Font, ...], texts: tuple[str, ...], spacing: float, features: Features
) -> tuple[Word, ...]:
    """Return words and spaces shaped together, but words with letters of other fonts alone."""
    words: list[Word] = []
    for covered, run in groupby(texts, key=lambda text: _covers(chain[0], text)):
        if covered:
            pieces = _pieces(chain[0], tuple(run), spacing, features)
            words += [Word((piece,), piece.width) for piece in pieces]
        else:
            words += [shape_word(chain, text, spacing, features) for text in run]
    return tuple(words)


def itemised(chain: tuple[Font, ...], word: str) -> Iterator[tuple[Font | None, str]]:
    """Yield the stretches of a word in one font each; None is for characters that no font has.

    Arabic letters beside Hebrew ones are a stretch of their own: each script has its own rules.
    """
    for part in _by_script(word) if runs_backwards(word) else (word,):
        yield from _by_font(chain, part)


def _by_script(word: str) -> Iterator[str]:
    start, before = 0, ""
    for at, char in enumerate(word):
        kind = unicodedata.bidirectional(char)
        if kind in ("R", "AL"):
            if before not in ("", kind):
                yield word[start:at]
                start = at
            before = kind
    yield word[start:]


def _by_font(chain: tuple[Font, ...], word: str) -> Iterator[tuple[Font | None, str]]:
    if _covers(chain[0], word):
        yield chain[0], word
        return
    letters = [found for letter in _letters(word) for found in _with_font(chain, letter)]
    for font, stretch in groupby(letters, key=lambda pair: pair[0]):
        yield font, "".join([letter for _, letter in stretch])


def _with_font(chain: tuple[Font, ...], letter: str) -> list[tuple[Font | None, str]]:
    """Return a letter with its marks and the font that has them; the rest, where none has all."""
    font = _font_for(chain, letter)
    if font is not None:
        return [(font, letter)]
    base, marks = letter[0], letter[1:]
    lost = "".join([mark for mark in marks if _font_for(chain, mark) is None])
    font = _font_for(chain, base)
    return [(font, base), (None, lost)] if font and lost else [(None, base)]


def _letters(word: str) -> Iterator[str]:
    """Yield each character together with the marks and joiners that follow it."""
    starts = [i for i, char in enumerate(word) if i == 0 or not _follows(char)]
    for start, end in pairwise([*starts, len(word)]):
        yield word[start:end]


def _follows(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char).startswith("M")


def _font_for(chain: tuple[Font, ...], letter: str) -> Font | None:
    apart = unicodedata.normalize("NFD", letter)
    return next((f for f in chain if _covers(f, letter) or _covers(f, apart)), None)


def _covers(font: Font, text: str) -> bool:
    known = font.characters
    return known.issuperset(text) or all(char in known or char in _SUPPLIED for char in text)


def _shaped_run(
    font: Font, text: str, spacing: float, features: Features, level: int = 0
) -> ShapedRun:
    shaped = _shaped(font, text, spacing, features, rtl=level % 2 == 1)
    run = _run(font, text, shaped, spacing)
    return run._replace(level=level) if level else run


def _shaped(
    font: Font, text: str, spacing: float, features: Features, *, rtl: bool = False
) -> tuple[ShapedGlyph, ...]:
    return font.shape(text, (*NO_LIGATURES, *features) if spacing else features, rtl=rtl)


def _pieces(
    font: Font, texts: tuple[str, ...], spacing: float, features: Features
) -> list[ShapedRun]:
    """Return consecutive texts, shaped as one string and divided into a run for each.

    If a ligature spans two of them, each is shaped by itself instead.
    """
    shaped = _shaped(font, "".join(texts), spacing, features)
    starts = list(accumulate(map(len, texts[:-1]), initial=0))
    if not {glyph.cluster for glyph in shaped}.issuperset(starts[1:]):
        return [_shaped_run(font, text, spacing, features) for text in texts]
    parts: list[list[ShapedGlyph]] = [[] for _ in texts]
    for gid, cluster, *place in shaped:
        number = bisect_right(starts, cluster) - 1
        parts[number].append(ShapedGlyph(gid, cluster - starts[number], *place))
    return [_known_run(font, text, tuple(p), spacing) for text, p in zip(texts, parts, strict=True)]


def _run(font: Font, text: str, shaped: tuple[ShapedGlyph, ...], spacing: float) -> ShapedRun:
    clusters = sorted({glyph.cluster for glyph in shaped})
    ends = dict(pairwise([*clusters, len(text)]))
    glyphs: list[Glyph] = []
    pen = 0.0
    for gid, cluster, advance, x, y in shaped:
        shown = text[cluster : ends.pop(cluster, cluster)]
        pen += spacing if shown and glyphs else 0.0
        glyphs.append(Glyph(gid, pen + x, y, shown))
        pen += advance
    return ShapedRun(font, Letters(tuple(glyphs)), pen + spacing, text)


_known_run = lru_cache(maxsize=4096)(_run)
"""The same, where words are shaped with others: if a word looks alike, it is one object."""


PlacedRun = tuple[float, ShapedRun]
"""The start of a run on the line, in ems, and the run."""


def text_nodes(
    placed: Sequence[PlacedRun], size: float, origin: Point, style: TextStyle
) -> list[Text]:
    """Return a text node for each stretch of a line in one font; ``size`` is in millimetres."""
    nodes, first = [], 0
    for font, stretch in groupby([run for _, run in placed], key=_FONT):
        runs = list(stretch)
        start, after = placed[first][0], first + len(runs)
        words = tuple([(x - start, run.letters) for x, run in placed[first:after]])
        string = "".join([run.text for run in runs])
        at = Point(origin.x + start * size, origin.y)
        nodes.append(Text(font.key, size, at, words, string, style.fill, style.stroke))
        first = after
    return nodes


_FONT = attrgetter("font")


def mixed_nodes(
    placed: Sequence[PlacedRun], size: float, origin: Point, style: TextStyle
) -> list[Text]:
    """Return text nodes like ``text_nodes`` for runs of any level, in the order of reading."""
    nodes: list[Text] = []
    for (level, _), stretch in groupby(placed, key=lambda pair: (pair[1].level, pair[1].font)):
        runs = list(stretch)
        if level % 2:
            (text,) = text_nodes(runs[::-1], size, origin, style)
            string = "".join([run.text for _, run in runs])
            nodes.append(replace(text, string=string, rtl=True))
        else:
            nodes += text_nodes(runs, size, origin, style)
    return nodes
