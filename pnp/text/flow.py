r"""Shapes rich text to paragraphs of unbreakable units, with the findings of any font size.

The notation is ``**bold**``, ``*italic*``, ``:icon:``, ``:icon 150% 20%:``, lists and paragraphs:

- Each line of the text begins a new line; a blank line leaves a gap before the next.
- A line that begins with ``- `` is an item of a list; lines below it that begin with a space
  belong to the item.
- A star opens emphasis only before a character and closes it only after one, not beside a space,
  so ``3 * 4`` is plain. Emphasis cannot cross a line: a star without a partner is a plain star.
- ``\*``, ``\:``, ``\-`` and ``\\`` are the plain characters.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Where
from pnp.base.iconmark import ICON_MARK, LOOK
from pnp.text import rules
from pnp.text.bidi import base_level, levels
from pnp.text.breaking import (
    Division,
    Measures,
    Unit,
    icon_unit,
    measures,
    mixed_units,
    run_units,
    space,
    word_units,
)
from pnp.text.font import Font
from pnp.text.fontbook import FontBook
from pnp.text.shaping import Word, clean, kerned, runs_backwards, shape_mixed, shape_word
from pnp.text.style import Icon, IconLook, TextStyle


class StyledWords(NamedTuple):
    """Text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


class IconName(NamedTuple):
    """An icon in the text; the style is that of its name, which is set if there is no such icon.

    ``look`` is None where the icon's own holds.
    """

    name: str
    look: IconLook | None = None
    bold: bool = False
    italic: bool = False


Inline = StyledWords | IconName


class MarkupLine(NamedTuple):
    """One line of the source, before wrapping.

    ``- Pay *2*`` gives ``StyledWords("Pay ")`` and ``StyledWords("2", italic=True)`` with a
    ``bullet``. ``indented`` lines belong to a list item; ``gap`` is a blank line before the line.
    """

    inlines: tuple[Inline, ...]
    bullet: bool = False
    indented: bool = False
    gap: bool = False


_TOKEN = re.compile(
    rf"""\\(?P<escaped>[\\*:\-])
      | {ICON_MARK}
      | (?P<stars>\*{{1,3}})
      | (?P<plain>[^\\*:]+|.)""",
    re.VERBOSE,
)


def parse_markup(text: str) -> tuple[MarkupLine, ...]:
    """Return the lines of a rich text; blank lines at its ends are left out."""
    return tuple(_lines(text))


def parse_look(text: str) -> IconLook:
    """Return the look of an icon: ``150%``, or ``150% 20%`` with how far it is lowered.

    Raises:
        ValueError: it is written in another way.
    """
    if not re.fullmatch(LOOK, text):
        raise ValueError(text)
    return IconLook(*(int(share.rstrip("%")) / 100 for share in text.split(" ")))


def has_markup(text: str) -> bool:
    """Tell whether a text has emphasis or icons, which only a box of text reads."""
    if "*" not in text and ":" not in text:
        return False
    inlines = (inline for line in parse_markup(text) for inline in line.inlines)
    return any(isinstance(each, IconName) or each.bold or each.italic for each in inlines)


def _lines(text: str) -> Iterator[MarkupLine]:
    gap = within = begun = False
    for raw in text.splitlines():
        content = raw.strip(" ")
        if not content:
            gap, within = True, False
            continue
        bullet = content.startswith("- ")
        within = bullet or (within and raw[:1].isspace())
        inlines = _inlines(content[2:].lstrip() if bullet else content)
        yield MarkupLine(tuple(inlines), bullet, within, gap and begun)
        gap, begun = False, True


def _inlines(line: str) -> list[Inline]:
    """Return the text and the icons of a line, each with its style."""
    if "*" not in line and ":" not in line and "\\" not in line:
        return [StyledWords(line)]
    tokens = [*_TOKEN.finditer(line)]
    toggles = _toggles(tokens, line)
    inlines: list[Inline] = []
    bold = italic = False
    for i, token in enumerate(tokens):
        stars = toggles.get(i, 0)
        bold, italic = bold != (stars >= 2), italic != (stars in (1, 3))
        if token["icon"]:
            look = parse_look(token["look"]) if token["look"] else None
            inlines.append(IconName(token["icon"], look, bold, italic))
        elif not stars:
            inlines.append(StyledWords(token["escaped"] or token[0], bold, italic))
    return [*_merged(inlines)]


def _toggles(tokens: list[re.Match[str]], line: str) -> dict[int, int]:
    """Return the indices of tokens that begin or end emphasis, with their numbers of stars."""
    toggles: dict[int, int] = {}
    waiting: dict[int, list[int]] = {1: [], 2: [], 3: []}
    for i, token in enumerate(tokens):
        stars = len(token["stars"] or "")
        if stars and not line[token.start() - 1].isspace() and (begun := _begun(waiting, stars)):
            toggles |= {j: len(tokens[j][0]) for j in begun} | {i: stars}
        elif stars and line[token.end() : token.end() + 1].strip():
            waiting[stars].append(i)
    return toggles


def _begun(waiting: dict[int, list[int]], stars: int) -> list[int]:
    """Return the openings that a run of stars closes; three stars may close one and two."""
    counts = [stars] if waiting[stars] else [1, 2] if stars == 3 else []
    if not counts or not all(waiting[count] for count in counts):
        return []
    begun = [waiting[count].pop() for count in counts]
    for openings in waiting.values():
        while openings and openings[-1] > min(begun):
            openings.pop()
    return begun


def _merged(inlines: list[Inline]) -> Iterator[Inline]:
    """Yield the inlines, consecutive text of the same style joined."""
    for style, group in groupby(inlines, key=lambda inline: (type(inline), *inline[1:])):
        alike = list(group)
        if style[0] is StyledWords:
            yield StyledWords("".join([words[0] for words in alike]), *alike[0][1:])
        else:
            yield from alike


BULLET = "• "

ICON = "\ufffc"
"""The object replacement character: a neutral sign among letters of either direction."""

BOLDER = ((350, 400), (550, 700), (1000, 900))
"""Pairs: for a weight below the first number, ``bolder`` is the second (CSS Fonts 4, 2.2.1)."""

BOLD = 600
"""The least weight that counts as bold."""

FindIcon = Callable[[str], Icon | None]

IconNames = Callable[[], Iterable[str]]
"""Returns the names of the icons that there are, for the message of one that is not."""


class Paragraph(NamedTuple):
    """One line of the source, ready to be wrapped; ``bullet`` is the shaped bullet before it.

    ``base`` is 1 if it runs from right to left, 0 if from left to right with parts that do not,
    None if there are no such parts: ``bidi`` has nothing to do then.
    """

    units: tuple[Unit, ...]
    measures: Measures
    indented: bool
    gap: bool
    bullet: Word | None = None
    base: int | None = None


class Flow(NamedTuple):
    """A whole rich text in ems, and its findings."""

    paragraphs: tuple[Paragraph, ...]
    findings: tuple[Finding, ...]


def flow(
    book: FontBook,
    markup: str,
    style: TextStyle,
    icon: FindIcon | None,
    where: Where | None,
    names: IconNames = tuple,
) -> Flow:
    """Return a rich text shaped, with its findings in the order of the text."""
    text = "\n".join([clean(line) for line in markup.splitlines()])
    builder = _FlowBuilder(book, style, icon, where, names)
    paragraphs = tuple([builder.paragraph(line) for line in parse_markup(text)])
    return Flow(paragraphs, tuple(dict.fromkeys(builder.findings)))


class _FlowBuilder:
    """Makes the paragraphs of one text, and collects findings."""

    def __init__(
        self,
        book: FontBook,
        style: TextStyle,
        icon: FindIcon | None,
        where: Where | None,
        names: IconNames,
    ) -> None:
        self.book, self.style, self.icon, self.where = book, style, icon, where
        self.names = cache(lambda: tuple(names()))  # they are looked for in folders
        self._missing: set[str] = set()
        self.letter = style.letter_spacing / style.size
        self.blank = style.word_spacing / style.size
        self.findings: list[Finding] = []

    def paragraph(self, line: MarkupLine) -> Paragraph:
        """Return a line of markup as units with their measures."""
        units: list[Unit] = []
        base, found = self._levels(line)
        for inline in line.inlines:
            chain = self._chain(inline.bold, inline.italic)
            own, found = found[: len(_shown(inline))], found[len(_shown(inline)) :]
            if isinstance(inline, StyledWords):
                self._add_words(units, inline.text, chain, own)
            else:
                self._add_icon(units, inline, chain, own)
        bullet = self._bullet(base == 1) if line.bullet else None
        return Paragraph(tuple(units), measures(units), line.indented, line.gap, bullet, base)

    def _levels(self, line: MarkupLine) -> tuple[int | None, list[int]]:
        """Return the base level of a line and those of its characters, if it needs them."""
        text = "".join(map(_shown, line.inlines))
        if not (self.style.rtl or runs_backwards(text)):
            return None, []
        base = 1 if self.style.rtl else base_level(text)
        return base, levels(text, base)

    def _bullet(self, rtl: bool) -> Word:
        chain = self._chain(False, False)
        return shape_mixed(chain, BULLET, (1, 1)) if rtl else shape_word(chain, BULLET)

    def _add_words(
        self, units: list[Unit], text: str, chain: tuple[Font, ...], levels: Sequence[int]
    ) -> None:
        """Add the words of a text; without a space between, its first joins the last unit."""
        glued = bool(units) and units[-1].glue is None
        if glued and text.startswith(" "):
            wider = kerned(chain, "", text[1:2].strip(), self.style.features)
            blank = space(chain, self.letter, self.blank + wider)
            if levels:
                blank = blank._replace(level=levels[0])
            units[-1] = units[-1].followed(blank)
        divided = self._divided(chain, text, levels)
        for _, lost in divided:
            if lost:
                self.findings += rules.missing_glyphs(lost, chain[0].family, self.where)
        new = [unit for word in divided for unit in word.units]
        if glued and divided[0].units:
            new[0] = units.pop().joined(new[0])
        units += new

    def _divided(
        self, chain: tuple[Font, ...], text: str, levels: Sequence[int]
    ) -> Sequence[Division]:
        """Return the words of a text as units, each with the space that follows it."""
        letter, blank, features = self.letter, self.blank, self.style.features
        if levels:
            return mixed_units(chain, text, levels, letter, blank, features)
        if chain[0].alters_at_spaces:
            return run_units(chain, text, letter, blank, features)
        words = text.split(" ")
        blanks: list[float | None] = [blank] * (len(words) - 1)
        if chain[0].kerns_at_spaces:
            blanks = [blank + kerned(chain, a[-1:], b[:1], features) for a, b in pairwise(words)]
        return [
            word_units(chain, word, letter, after, features)
            for word, after in zip(words, (*blanks, None), strict=True)
        ]

    def _add_icon(
        self, units: list[Unit], name: IconName, chain: tuple[Font, ...], levels: Sequence[int]
    ) -> None:
        sought = self.icon if name.name not in self._missing else None
        icon = sought(name.name) if sought else None
        if icon is None or icon.size.height <= 0:
            if name.name not in self._missing:
                self.findings.append(rules.missing_icon(name.name, self.names(), self.where))
            self._missing.add(name.name)
            words = f":{name.name}:"
            self._add_words(units, words, chain, [*levels] * len(words))
            return
        level = levels[0] if levels else 0
        if name.look:
            icon = icon._replace(look=name.look)
        if units and units[-1].glue is None:
            units[-1] = units[-1].joined(icon_unit(icon, chain[0], touches=True, level=level))
        else:
            units.append(icon_unit(icon, chain[0], touches=False, level=level))

    def _chain(self, bold: bool, italic: bool) -> tuple[Font, ...]:
        """Return the fonts of a style; emphasis in an italic text is upright, as is the custom."""
        style = self.style
        weight = _bolder(style.weight) if bold else style.weight
        chain = self.book.chain(style.families, weight, style.italic != italic, self.where)
        if bold or italic:
            self._compare(chain[0], weight, bold, italic)
        return chain

    def _compare(self, font: Font, weight: int, bold: bool, italic: bool) -> None:
        """Add a finding if the nearest font lacks the style of the emphasis."""
        if italic and font.italic == self.style.italic:
            style = "upright" if font.italic else "italic"
            self.findings.append(rules.missing_style(font.family, style, self.where))
        if bold and font.weight < min(weight, BOLD):
            self.findings.append(rules.missing_style(font.family, "bold", self.where))


def _shown(inline: Inline) -> str:
    """Return the characters of an inline, one for an icon."""
    return inline.text if isinstance(inline, StyledWords) else ICON


def _bolder(weight: int) -> int:
    return next((bold for below, bold in BOLDER if weight < below), weight)
