"""One page as SVG: fills the gaps in the markup, and numbers what it defines.

The frame is svgwrite's, as are the definitions. What a page draws is put into the frame as text: an
object of svgwrite for each shape and letter takes twenty times as long.
"""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from pnp.geometry.plane import Size
from pnp.markup.definitions import Definition, Element
from pnp.markup.nodes import Attributes, Gap, Inner, KeyId, Live, Markup, Scribe
from pnp.markup.syntax import clean, number
from pnp.scene.image import Image
from pnp.scene.node import Glyph, Letters, Text
from pnp.scene.sameness import Contents
from pnp.text.font import Font
from pnp.text.fontbook import FontBook

HOLE = "<defs />"
"""How svgwrite writes the empty ``<defs>`` of a drawing; a title has its ``<`` escaped."""


def frame(size: Size, title: str) -> tuple[str, str]:
    """Return what stands before and after the drawing in a file, for a size in millimetres."""
    import svgwrite

    width, height = number(size.width), number(size.height)
    whole = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"),
        viewBox=f"0 0 {width} {height}",
        profile="full",
        debug=False,
    )
    whole.set_desc(title=clean(title))
    text = f'<?xml version="1.0" encoding="utf-8" ?>\n{whole.tostring()}'
    before, _, after = text.partition(HOLE)
    return before, after


class SvgPage:
    """A page under construction as an SVG file. Ids are numbered in order of first use: ``clip1``.

    ``shared`` are the contents of groups that are defined once, and used by id.
    """

    def __init__(self, scribe: Scribe, shared: frozenset[Contents]) -> None:
        self.scribe, self.shared = scribe, shared
        self.live = LiveText(scribe.defs.make, scribe.book)
        self._ids: dict[Gap | str, str] = {}
        self._counts: Counter[str] = Counter()
        self._taken: set[str] = set()
        self._defined: list[str] = []

    def drawn(self, nodes: Contents) -> str:
        """Return nodes as text, in painting order."""
        return self._filled(self.scribe.markup(nodes))

    def definitions(self) -> str:
        """Return the ``<defs>`` of what is drawn so far."""
        fonts = self.live.style()
        inside = "".join((*self._defined, fonts))
        return f"<defs>{inside}</defs>" if inside else "<defs />"

    def _filled(self, markup: Markup) -> str:
        known = self._ids
        return markup.form % tuple([known.get(gap) or self._fill(gap) for gap in markup.gaps])

    def _fill(self, gap: Gap) -> str:
        match gap:
            case Definition():
                return self._ids.get(gap) or self._define(gap, gap)
            case Inner():
                return self._group(gap)
            case Image():
                digest = gap.digest
                return self._ids.get(digest) or self._define(digest, self.scribe.defs.image(gap))
            case KeyId(words):
                return self._free(_safe(words))
            case Live():
                return self.live.run(gap.text, self._resolved(gap.style))
            case _:
                assert_never(gap)

    def _resolved(self, style: Attributes) -> dict[str, str]:
        """Return attributes with references by id."""
        return {
            name: value if isinstance(value, str) else f"url(#{self._fill(value)})"
            for name, value in style.items()
        }

    def _group(self, group: Inner) -> str:
        attributes = self._filled(group.attributes)
        if group.nodes in self.shared:
            art = self._fill(self.scribe.defs.contents(group.nodes))
            return f'<use{attributes} xlink:href="#{art}" />'
        inside = self.drawn(group.nodes)
        return f"<g{attributes}>{inside}</g>" if inside else f"<g{attributes} />"

    def _define(self, thing: Definition | str, definition: Definition) -> str:
        """Add a definition, and return its id; those of its nodes come before it."""
        kind = definition.kind
        self._counts[kind] += 1
        name = self._ids[thing] = self._free(f"{kind}{self._counts[kind]}")
        inside = self.drawn(definition.nodes) if definition.nodes else ""
        parts = definition.before, name, definition.after, inside, definition.end
        self._defined.append("".join(parts))
        return name

    def _free(self, name: str) -> str:
        """Return an id that is unique in the file: a name, with a number if it is taken."""
        free, count = name, 1
        while free in self._taken:
            count += 1
            free = f"{name}-{count}"
        self._taken.add(free)
        return free


def _safe(words: str) -> str:
    """Return a text as an id: ``graveyard-owl-1-face``."""
    safe = "-".join(re.findall(r"[A-Za-z0-9_]+", words))
    return safe if safe[:1].isalpha() else f"n{safe}"


MARK = "\u200f"
"""The right-to-left mark, an invisible letter."""


class LiveText:
    """Writes texts as ``<text>``, and embeds subsets of their fonts."""

    def __init__(self, make: Element, book: FontBook) -> None:
        self.make, self.book = make, book
        self._letters: dict[str, set[str]] = {}

    def run(self, text: Text, style: dict[str, str]) -> str:
        """Return a text with an x per character, so that all viewers agree.

        One from right to left has an x per word, as its letters are joined by the viewer.
        """
        if text.rtl:
            read = reversed(text.words)
            return "".join([self._backwards(text, at, letters, style) for at, letters in read])
        font = self.book.font(text.font)
        words = "".join(glyph.text for glyph in text.glyphs)
        ends = [glyph.x + font.advance(glyph.gid) * text.size for glyph in text.glyphs]
        return self._element(text, words, _places(text.glyphs, ends), style)

    def _backwards(self, text: Text, start: float, letters: Letters, style: dict[str, str]) -> str:
        # between these marks, signs run from right to left in all viewers
        words = f"{MARK}{''.join(glyph.text for glyph in reversed(letters.glyphs))}{MARK}"
        return self._element(text, words, [start * text.size], style)

    def _element(
        self, text: Text, words: str, places: Iterable[float], style: dict[str, str]
    ) -> str:
        font, words = self.book.font(text.font), clean(words)
        self._letters.setdefault(text.font, set()).update(words)
        element = self.make.text(
            words,
            x=[number(text.origin.x + x) for x in places],
            y=[number(text.origin.y)],
            **{"xml:space": "preserve", "font-size": number(text.size)},
            **{"font-family": f"'{self._family(text.font)}', '{font.family}'"},
            **_face(font),
            **style,
        )
        written: str = element.tostring()
        return written

    def style(self) -> str:
        """Return the fonts, as subsets for the characters written so far, "" if there are none."""
        rules = [self._rule(key, letters) for key, letters in self._letters.items()]
        text: str = self.make.style("\n".join(rules)).tostring() if rules else ""
        return text

    def _family(self, key: str) -> str:
        return f"pnp-{list(self._letters).index(key) + 1}"

    def _rule(self, key: str, letters: set[str]) -> str:
        font = self.book.font(key)
        data = b64encode(font.subset_text("".join(sorted(letters)))).decode()
        kind = "otf" if font.is_cff else "ttf"
        face = "".join(f"{name}:{value};" for name, value in _face(font).items())
        return (
            f"@font-face{{font-family:'{self._family(key)}';{face}"
            f"src:url(data:font/{kind};base64,{data})}}"
        )


def _face(font: Font) -> dict[str, str]:
    return {"font-weight": str(font.weight), "font-style": "italic" if font.italic else "normal"}


def _places(glyphs: Sequence[Glyph], ends: Sequence[float]) -> Iterator[float]:
    """Yield the x of each character; the characters of a ligature divide its width evenly."""
    for glyph, end in zip(glyphs, ends, strict=True):
        step = (end - glyph.x) / max(1, len(glyph.text))
        yield from (glyph.x + step * count for count in range(len(glyph.text)))
