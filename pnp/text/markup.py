r"""Parses rich text: ``**bold**``, ``*italic*``, ``:icon:``, lists and paragraphs. No fonts here.

- Each line of the text begins a new line; a blank line leaves a gap before the next.
- A line that begins with ``- `` is an item of a list; lines below it that begin with a space
  belong to the item.
- A star opens emphasis only before a character and closes it only after one, not beside a space,
  so ``3 * 4`` is plain. Emphasis cannot cross a line: a star without a partner is a plain star.
- ``\*``, ``\:``, ``\-`` and ``\\`` are the plain characters.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple


class StyledWords(NamedTuple):
    """Text in one style."""

    text: str
    bold: bool = False
    italic: bool = False


class IconName(NamedTuple):
    """An icon in the text; the style is that of its name, which is set if there is no such icon."""

    name: str
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
    r"""\\(?P<escaped>[\\*:\-])
      | :(?P<icon>[A-Za-z][\w-]*):
      | (?P<stars>\*{1,3})
      | (?P<plain>[^\\*:]+|.)""",
    re.VERBOSE,
)


def parse_markup(text: str) -> tuple[MarkupLine, ...]:
    """Return the lines of a rich text; blank lines at its ends are left out."""
    return tuple(_lines(text))


def _lines(text: str) -> Iterator[MarkupLine]:
    gap = within = begun = False
    for raw in text.splitlines():
        content = raw.strip()
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
            inlines.append(IconName(token["icon"], bold, italic))
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
