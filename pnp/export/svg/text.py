"""Writes texts: as glyph outlines that are defined once, or as live text with embedded fonts."""

from base64 import b64encode
from collections.abc import Iterator, Sequence

from pnp.export.svg.definitions import GLYPH_EM, Definitions, Element
from pnp.export.svg.syntax import clean, number, path_data, transform
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine
from pnp.scene.node import Glyph, Solid, Text
from pnp.text.font import Font
from pnp.text.fontbook import FontBook

Style = dict[str, str]
"""The fill and stroke attributes of a text."""


class Outlines:
    """Writes texts as outlines, which look the same on every machine."""

    def __init__(self, defs: Definitions, book: FontBook) -> None:
        self.defs, self.book = defs, book

    def run(self, text: Text, style: Style) -> Element:
        """Return the element for a text."""
        if text.stroke is None and isinstance(text.fill, Solid):
            return self._uses(text, style)
        return self._outline(text, style)

    def finish(self) -> None:
        """Do nothing: glyphs are defined on first use."""

    def _uses(self, text: Text, style: Style) -> Element:
        unit = text.size / GLYPH_EM
        place = Affine.move(*text.origin) @ Affine.scale(unit)
        run = self.defs.drawing.g(**style, transform=transform(place))
        font = self.book.font(text.font)
        for glyph in text.glyphs:
            if (outline := font.outline(glyph.gid)).ops:
                name = self.defs.glyph(text.font, glyph.gid, outline)
                run.add(self.defs.drawing.use(f"#{name}", **_at(glyph.x / unit, glyph.y / unit)))
        return run

    def _outline(self, text: Text, style: Style) -> Element:
        """Return the text as one path: ``<use>`` would scale strokes and gradients."""
        font = self.book.font(text.font)
        whole = Path("", ())
        for glyph in text.glyphs:
            at = Affine.move(text.origin.x + glyph.x, text.origin.y + glyph.y)
            whole += font.outline(glyph.gid).placed(at @ Affine.scale(text.size))
        return self.defs.drawing.path(path_data(whole), **style)


class LiveText:
    """Writes texts as ``<text>``, and embeds subsets of their fonts."""

    def __init__(self, defs: Definitions, book: FontBook) -> None:
        self.defs, self.book = defs, book
        self._letters: dict[str, set[str]] = {}

    def run(self, text: Text, style: Style) -> Element:
        """Return the element for a text, with an x per character, so that all viewers agree."""
        font = self.book.font(text.font)
        words = clean("".join(glyph.text for glyph in text.glyphs))
        self._letters.setdefault(text.font, set()).update(words)
        ends = [glyph.x + font.advance(glyph.gid) * text.size for glyph in text.glyphs]
        return self.defs.drawing.text(
            words,
            x=[number(text.origin.x + x) for x in _places(text.glyphs, ends)],
            y=[number(text.origin.y)],
            **{"xml:space": "preserve", "font-size": number(text.size)},
            **{"font-family": f"'{self._family(text.font)}', '{font.family}'"},
            **_face(font),
            **style,
        )

    def finish(self) -> None:
        """Add the fonts, as subsets for the characters written so far."""
        rules = [self._rule(key, letters) for key, letters in self._letters.items()]
        if rules:
            self.defs.drawing.defs.add(self.defs.drawing.style("\n".join(rules)))

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


def _at(x: float, y: float) -> dict[str, str]:
    return {name: number(value) for name, value in (("x", x), ("y", y)) if value}


def _face(font: Font) -> dict[str, str]:
    return {"font-weight": str(font.weight), "font-style": "italic" if font.italic else "normal"}


def _places(glyphs: Sequence[Glyph], ends: Sequence[float]) -> Iterator[float]:
    """Yield the x of each character; the characters of a ligature divide its width evenly."""
    for glyph, end in zip(glyphs, ends, strict=True):
        step = (end - glyph.x) / max(1, len(glyph.text))
        yield from (glyph.x + step * count for count in range(len(glyph.text)))
