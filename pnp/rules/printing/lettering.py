"""How large printed words are, measured on the letters themselves."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from pnp.geometry import Point
from pnp.rules.printing.box import NOWHERE, Box, around, box_of
from pnp.scene.node import Letters, Text
from pnp.template.text.fonts import Font, FontBook

T = TypeVar("T")


class Lettering:
    """Measures text; what many texts share is measured once. Lengths in the text's own space."""

    def __init__(self, book: FontBook) -> None:
        self._book = book
        self._words: dict[tuple[str, Letters], Box] = {}
        self._glyphs: dict[tuple[str, int], Box] = {}

    def font(self, text: Text) -> Font:
        """Return the font of a text."""
        return self._book.font(text.font)

    def ink(self, text: Text) -> Box:
        """Return the box around what the letters print, ``NOWHERE`` where that is nothing."""
        size, (x, y) = text.size, text.origin
        boxes = [self._placed(start, self._word(text.font, word)) for start, word in text.words]
        whole = around(boxes)
        if whole is NOWHERE:
            return whole
        left, top, right, bottom = whole
        return Box(x + left * size, y + top * size, x + right * size, y + bottom * size)

    def band(self, text: Text) -> Box:
        """Return the box of the small letters: as wide as the ink, from the baseline up to an x."""
        ink, y = self.ink(text), text.origin.y
        return Box(ink.left, y - self.font(text).x_height * text.size, ink.right, y)

    def edges(self, text: Text, most: int) -> Iterator[Point]:
        """Yield a point on the edge of some letters, spread over the text."""
        font, size, (x, y) = self.font(text), text.size, text.origin
        words = _spread(text.words, most)
        for begin, letters in words:
            for glyph in _spread(letters.glyphs, most // len(words)):
                edge = font.outline(glyph.gid).coords[:2]
                if edge:
                    left, up = begin + glyph.x + edge[0], glyph.y + edge[1]
                    yield Point(x + left * size, y + up * size)

    def _word(self, font: str, letters: Letters) -> Box:
        key = font, letters
        if key not in self._words:
            self._words[key] = around(
                self._placed(x, self._glyph(font, gid), y) for gid, x, y, _ in letters.glyphs
            )
        return self._words[key]

    def _glyph(self, font: str, gid: int) -> Box:
        key = font, gid
        if key not in self._glyphs:
            ink = self._book.font(font).extents(gid)
            self._glyphs[key] = NOWHERE if ink is None else box_of(ink)
        return self._glyphs[key]

    @staticmethod
    def _placed(x: float, box: Box, y: float = 0.0) -> Box:
        if box is NOWHERE:
            return box
        return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _spread(things: Sequence[T], most: int) -> Sequence[T]:
    """Return so many of some things at most, evenly spread."""
    return things[:: -(-len(things) // most)] if len(things) > most else things
