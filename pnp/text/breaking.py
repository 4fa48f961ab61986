"""Line breaking: divides words into unbreakable units, and paragraphs of them into lines."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import NamedTuple

from pnp.scene.node import Letters
from pnp.text.font import Features, Font
from pnp.text.shaping import ShapedRun, Word, shape_mixed, shape_run, shape_word
from pnp.text.style import Icon

EM_ROUNDING = 1e-9
"""By how many ems a line may exceed its width: more than the error of adding floats."""

HALVINGS = 8
"""Steps of the binary search for a balanced width: to 1/256 of the line's width."""


class Measures(NamedTuple):
    """The start and end of each unbreakable unit, in ems, if all are set on one endless line.

    ``tails`` are the ends of units that a line break follows: past ``ends`` by an added hyphen.
    """

    starts: Sequence[float]
    ends: Sequence[float]
    tails: Sequence[float]


def fill(measures: Measures, width: float) -> list[int]:
    """Return the index after each line's last unit if each line takes as many units as fit.

    A unit wider than the line gets a line to itself. Four units of 3 em in lines of 7 em give
    ``[2, 4]``.
    """
    starts, ends, tails = measures
    breaks: list[int] = []
    first, count = 0, len(ends)
    while first < count:
        limit = starts[first] + width + EM_ROUNDING
        after = max(bisect_right(ends, limit, first), first + 1)
        while first + 1 < after < count and tails[after - 1] > limit:
            after -= 1
        breaks.append(after)
        first = after
    return breaks


def balance(measures: Measures, width: float) -> list[int]:
    """Return breaks like ``fill``, with as many lines, but of about equal length."""
    breaks = fill(measures, width)
    low, high = 0.0, width
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        narrower = fill(measures, middle)
        if len(narrower) > len(breaks) or _widest(measures) > middle:
            low = middle
        else:
            high, breaks = middle, narrower
    return breaks


def _widest(measures: Measures) -> float:
    return max(t - s for s, t in zip(measures.starts, measures.tails, strict=True))


ICON_GAP = 0.08
"""The gap between an icon and an adjacent letter, digit or icon, in ems."""

NO_SPACE = 0.25
"""The width of a space, in ems, if no font of the chain has one."""

SOFT_HYPHEN, ZERO_WIDTH_SPACE = "\u00ad", "\u200b"

_BREAK = re.compile(
    rf"""{SOFT_HYPHEN}|{ZERO_WIDTH_SPACE}
      |(?<=\w[-‐/])(?=[^\W\d_])
      |(?<=[^\d\s][–—])(?=[\w(\[{{¿¡])""",
    re.VERBOSE,
)
"""The break opportunities inside a word of an alphabet: a part of Unicode Standard Annex 14."""

_UNSPACED = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1100", "\u11ff"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\ud7ff"),
    ("\uf900", "\ufaff"),
    ("\ufe30", "\ufe4f"),
    ("\uff00", "\uffdf"),
    ("\U0001b000", "\U0001b16f"),
    ("\U00020000", "\U0003ffff"),
)
"""The first and last letters of scripts without spaces between all words, as Chinese, Japanese,
Korean and Thai, in ascending order; to compile an expression of them takes 4 ms of each start."""


class IconPart(NamedTuple):
    """An icon on the line, in ems; ``before`` is the gap on its left, which ``width`` includes.

    Its lower edge is ``lowered`` under the baseline. Where text is read from right to left, by
    ``level``, the gap is on its right.
    """

    icon: Icon
    width: float
    height: float
    before: float
    lowered: float
    level: int = 0

    @property
    def left(self) -> float:
        """Return how far the icon is from the left end of its place."""
        shown = self.height * self.icon.size.width / self.icon.size.height
        return self.width - self.before - shown if self.level % 2 else self.before


Part = ShapedRun | IconPart


class Unit(NamedTuple):
    """An unbreakable unit, and the space after it; lengths in ems.

    ``glue`` is the width of the space, None if the next unit follows without one. ``spaced`` are
    the parts as they are before another unit on the line: with the space; ``hyphen`` is added if a
    line break follows the unit. ``advance`` is the distance to the start of the next unit, ``tail``
    the width as the last unit of a line.
    """

    parts: tuple[Part, ...]
    width: float
    advance: float
    tail: float
    spaced: tuple[Part, ...]
    glue: float | None = None
    hyphen: ShapedRun | None = None

    @property
    def first(self) -> str:
        """Return the first character of the unit, ``""`` for an icon."""
        part = self.parts[0] if self.parts else None
        return part.text[:1] if isinstance(part, ShapedRun) else ""

    def joined(self, other: "Unit") -> "Unit":
        """Return both as one unit, with a gap between an icon and a letter or digit after it."""
        parts, before = self.parts, self.width
        if parts and isinstance(parts[-1], IconPart) and other.first.isalnum():
            parts = (*parts[:-1], parts[-1]._replace(width=parts[-1].width + ICON_GAP))
            before = sum([part.width for part in parts])
        # not the sum of all parts: a text without a space has thousands
        width = sum([part.width for part in other.parts], before)
        tail = width + other.hyphen.width if other.hyphen else width
        joined = (*parts, *other.parts)
        unit = Unit(joined, width, width, tail, joined, None, other.hyphen)
        if other.glue is None:
            return unit
        return _with_glue(unit, other.glue, (*parts, *other.spaced))

    def followed(self, blank: ShapedRun) -> "Unit":
        """Return the unit with a space after it, joined to a last run of the same font.

        Where text is read from right to left, the space stays a run of its own.
        """
        last = self.parts[-1] if self.parts else None
        if isinstance(last, ShapedRun) and _joins(last, blank):
            spaced = (*self.parts[:-1], last.followed(blank))
        else:
            spaced = (*self.parts, blank)
        return _with_glue(_unit(self.parts), blank.width, spaced)


class Division(NamedTuple):
    """A word as unbreakable units; ``missing`` are its characters without a glyph."""

    units: tuple[Unit, ...]
    missing: tuple[str, ...]


@lru_cache(maxsize=8192)
def word_units(
    chain: tuple[Font, ...],
    word: str,
    letter: float = 0.0,
    blank: float | None = None,
    features: Features = (),
) -> Division:
    """Return a word divided at its break opportunities.

    ``letter`` is the letter spacing. If ``blank`` is given, a space follows the word, wider by that
    word spacing. Both are in ems. ``features`` are OpenType's.
    """
    parts = [
        (shape_word(chain, text, letter, features), divided) for text, divided in divisions(word)
    ]
    return _division(chain, parts, letter, None if blank is None else space(chain, letter, blank))


@lru_cache(maxsize=1024)
def run_units(
    chain: tuple[Font, ...], text: str, letter: float, blank: float, features: Features
) -> tuple[Division, ...]:
    """Return the words of a text like ``word_units``, but shaped as one string with the spaces."""
    words = [list(divisions(word)) for word in text.split(" ")]
    texts = [part for parts in words for part in (*(text for text, _ in parts), " ")][:-1]
    shaped = iter(shape_run(chain, tuple(texts), letter, features))
    divided_words = []
    for parts in words:
        units = [(next(shaped), divided) for _, divided in parts]
        follower = next(shaped, None)
        after = follower and _space(chain, follower, blank)
        divided_words.append(_division(chain, units, letter, after))
    return tuple(divided_words)


def mixed_units(
    chain: tuple[Font, ...],
    text: str,
    levels: Sequence[int],
    letter: float,
    blank: float,
    features: Features,
) -> list[Division]:
    """Return the words of a text in mixed directions like ``word_units``.

    ``levels`` are those of the characters of the text.
    """
    divided_words, at = [], 0
    for word in text.split(" "):
        parts, start = [], at
        for part, divided in divisions(word):
            start = text.index(part, start)
            own = tuple(levels[start : start + len(part)])
            parts.append((shape_mixed(chain, part, own, letter, features), divided))
            start += len(part)
        at += len(word)
        after = space(chain, letter, blank)._replace(level=levels[at]) if at < len(text) else None
        divided_words.append(_division(chain, parts, letter, after))
        at += 1
    return divided_words


def _division(
    chain: tuple[Font, ...],
    parts: Sequence[tuple[Word, bool]],
    letter: float,
    blank: ShapedRun | None,
) -> Division:
    """Return the shaped parts of a word as units, the last one with the space after it, if any."""
    units: list[Unit] = []
    lost: list[str] = []
    for word, divided in parts:
        hyphen = _first(shape_word(chain, "-", letter)) if divided else None
        if hyphen and word.pieces:
            hyphen = hyphen._replace(level=word.pieces[-1].level)
        units.append(_unit(word.pieces, hyphen))
        lost += word.missing
    if units and blank is not None:
        units[-1] = units[-1].followed(blank)
    return Division(tuple(units), tuple(lost))


def icon_unit(icon: Icon, font: Font, touches: bool, level: int = 0) -> Unit:
    """Return an icon measured by the font's capitals; ``touches`` adds a gap to the word before."""
    before = ICON_GAP if touches else 0.0
    height, lowered = (font.cap_height * share for share in icon.look)
    width = before + height * icon.size.width / icon.size.height
    return _unit((IconPart(icon, width, height, before, lowered, level),))


@lru_cache(maxsize=256)
def space(chain: tuple[Font, ...], letter: float, blank: float) -> ShapedRun:
    """Return a space with letter spacing and word spacing, in ems."""
    return _space(chain, shape_word(chain, " ", letter), blank)


def _space(chain: tuple[Font, ...], shaped: Word, blank: float) -> ShapedRun:
    piece = _first(shaped) or ShapedRun(chain[0], Letters(()), NO_SPACE, "")
    return piece._replace(width=piece.width + blank)


def measures(units: Sequence[Unit]) -> Measures:
    """Return the positions of units on one endless line, in ems."""
    if not units:
        return Measures((), (), ())
    _, widths, advances, tails, *_ = zip(*units, strict=True)
    starts = list(accumulate(advances[:-1], initial=0.0))
    return Measures(starts, list(map(add, starts, widths)), list(map(add, starts, tails)))


def divisions(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the unbreakable parts of a word, and whether a break after them adds a hyphen."""
    if _is_unspaced(word):
        yield from _unspaced_divisions(word)
        return
    start = 0
    for match in _BREAK.finditer(word):
        if match.start() > start:
            yield word[start : match.start()], match[0] == SOFT_HYPHEN
        start = match.end()
    if start < len(word):
        yield word[start:], False


def _is_unspaced(word: str) -> bool:
    return any(
        first <= letter <= last
        for letter in word
        if letter >= _UNSPACED[0][0]
        for first, last in _UNSPACED
    )


def _unspaced_divisions(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a word by the whole of Unicode Standard Annex 14."""
    from uniseg.linebreak import line_break_units  # imported late: few texts have such letters

    for unit in line_break_units(word):
        part = unit.rstrip(SOFT_HYPHEN + ZERO_WIDTH_SPACE)
        if part:
            yield part, unit.endswith(SOFT_HYPHEN)


def _unit(parts: tuple[Part, ...], hyphen: ShapedRun | None = None) -> Unit:
    width = sum([part.width for part in parts])
    tail = width + hyphen.width if hyphen else width
    return Unit(parts, width, width, tail, parts, None, hyphen)


def _joins(run: ShapedRun, blank: ShapedRun) -> bool:
    return run.font is blank.font and run.level == blank.level and run.level % 2 == 0


def _with_glue(unit: Unit, glue: float, spaced: tuple[Part, ...]) -> Unit:
    return unit._replace(advance=unit.width + glue, glue=glue, spaced=spaced)


def _first(word: Word) -> ShapedRun | None:
    return word.pieces[0] if word.pieces else None
