"""Bounding boxes of text, by the metrics of its font or by the outlines of its glyphs.

``cell_box`` is SVG's bounding box of a text, ``largest_box`` a fast one that is never too small,
and ``Lettering.ink`` the box of the glyph outlines.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import TypeVar

from pnp.geometry.plane import NOWHERE, Bounds, Point, Rect
from pnp.scene.node import Letters, Text
from pnp.text.font import Font
from pnp.text.fontbook import FontBook

T = TypeVar("T")


def cell_box(text: Text, book: FontBook) -> Rect:
    """Return the box of a run's glyph cells, from ascent to descent (SVG 2, section 8.10)."""
    font, origin = book.font(text.font), text.origin
    ends = [glyph.x + font.advance(glyph.gid) * text.size for glyph in text.glyphs]
    top = origin.y - font.ascent * text.size
    height = (font.ascent + abs(font.descent)) * text.size
    return Rect(origin.x, top, max(ends, default=0.0), height)


def largest_box(text: Text, book: FontBook) -> Rect | None:
    """Return the box around all glyphs, each taken to fill the font's ``bbox``; None if empty."""
    if not text.glyphs:
        return None
    largest = book.font(text.font).bbox
    xs, ys = [glyph.x for glyph in text.glyphs], [glyph.y for glyph in text.glyphs]
    return Rect(
        text.origin.x + min(xs) + largest.x * text.size,
        text.origin.y + min(ys) + largest.y * text.size,
        max(xs) - min(xs) + largest.width * text.size,
        max(ys) - min(ys) + largest.height * text.size,
    )


class Lettering:
    """Measures text in its own space, in millimetres; caches the boxes of words and glyphs."""

    def __init__(self, book: FontBook) -> None:
        self._book = book
        self._words: dict[tuple[str, Letters], Bounds] = {}
        self._glyphs: dict[tuple[str, int], Bounds] = {}

    def font(self, text: Text) -> Font:
        """Return the font of a text."""
        return self._book.font(text.font)

    def ink(self, text: Text) -> Bounds:
        """Return the box around the glyph outlines, ``NOWHERE`` if there are none.

        Comparisons in place of ``min`` and ``max`` halve its time, which every rule on text pays.
        """
        size, (x, y) = text.size, text.origin
        left = top = inf
        right = bottom = -inf
        for start, word in text.words:
            x1, y1, x2, y2 = self._word(text.font, word)
            left = start + x1 if start + x1 < left else left
            right = start + x2 if start + x2 > right else right
            top = y1 if y1 < top else top
            bottom = y2 if y2 > bottom else bottom
        if left > right:
            return NOWHERE
        return Bounds(x + left * size, y + top * size, x + right * size, y + bottom * size)

    def band(self, text: Text) -> Bounds:
        """Return the box as wide as the ink, from the baseline up to the x-height."""
        ink, y = self.ink(text), text.origin.y
        return Bounds(ink.left, y - self.font(text).x_height * text.size, ink.right, y)

    def edges(self, text: Text, most: int) -> Iterator[Point]:
        """Yield a point on the outline of each of about ``most`` glyphs, spread over the text."""
        font, size, (x, y) = self.font(text), text.size, text.origin
        words = _spread(text.words, most)
        for begin, letters in words:
            for glyph in _spread(letters.glyphs, most // len(words)):
                edge = font.outline(glyph.gid).coords[:2]
                if edge:
                    left, up = begin + glyph.x + edge[0], glyph.y + edge[1]
                    yield Point(x + left * size, y + up * size)

    def _word(self, font: str, letters: Letters) -> Bounds:
        key = font, letters
        box = self._words.get(key)
        if box is None:
            box = self._words[key] = self._around(font, letters)
        return box

    def _around(self, font: str, letters: Letters) -> Bounds:
        """Return the box around the outlines of some glyphs, in ems.

        The loop takes a sixth of the time of ``Bounds.around``. A glyph without an outline has the
        box ``NOWHERE``, which changes no side.
        """
        left = top = inf
        right = bottom = -inf
        for gid, x, y, _ in letters.glyphs:
            x1, y1, x2, y2 = self._glyph(font, gid)
            left = x1 + x if x1 + x < left else left
            right = x2 + x if x2 + x > right else right
            top = y1 + y if y1 + y < top else top
            bottom = y2 + y if y2 + y > bottom else bottom
        return Bounds(left, top, right, bottom)

    def _glyph(self, font: str, gid: int) -> Bounds:
        key = font, gid
        if key not in self._glyphs:
            ink = self._book.font(font).extents(gid)
            self._glyphs[key] = NOWHERE if ink is None else Bounds.of(ink)
        return self._glyphs[key]


def _spread(things: Sequence[T], most: int) -> Sequence[T]:
    """Return at most so many of some things, evenly spaced."""
    return things[:: -(-len(things) // most)] if len(things) > most else things
