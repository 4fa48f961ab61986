"""Checks for text that is printed over other text."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pnp.base.diagnostics import Rule, Severity, quote
from pnp.geometry.plane import Point
from pnp.geometry.polygon import overlap_depth
from pnp.preflight.side import SideView, Violation, VisibleText

DEPTH = 0.25
"""The most that two texts may overlap, as a share of the smaller of their heights."""

RULE = Rule(
    "text-over-text",
    "No text is printed over other text",
    Severity.ERROR,
    "Where lines run into each other neither can be read. Mostly a list or a long value has grown "
    "beyond its place without leaving any box.",
    "The TeXbook, chapter 12: lines are set apart by \\lineskip rather than overlap",
    good='<text x="6" y="20" font-family="Alegreya Sans" font-size="4">Hoots at night</text>'
    '<text x="6" y="25" font-family="Alegreya Sans" font-size="4">Sleeps by day</text>',
    bad='<text x="6" y="20" font-family="Alegreya Sans" font-size="4">Hoots at night</text>'
    '<text x="6" y="21" font-family="Alegreya Sans" font-size="4">Sleeps by day</text>',
)


class _TextLine(NamedTuple):
    """The band of a text's small letters: its corners on the face, clockwise, and its height."""

    corners: tuple[Point, ...]
    height: float


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the texts that overlap another one, except texts with the same string."""
    for lower, upper in combinations(view.texts, 2):
        if lower.op.box.meets(upper.op.box) and lower.text.string != upper.text.string:
            one, other = _line(view, lower), _line(view, upper)
            depth = overlap_depth(one.corners, other.corners)
            least = DEPTH * min(one.height, other.height)
            if depth > least and not _hidden(view, lower, upper):
                yield Violation(
                    RULE,
                    "over",
                    depth,
                    f"{quote(upper.text.string, 30)} is printed over"
                    f" {quote(lower.text.string, 30)}",
                    "shorten one of them, or give both their own places",
                ).of(upper.op)


def _line(view: SideView, words: VisibleText) -> _TextLine:
    band, place = view.reader.lettering.band(words.text), words.op.place
    corners = tuple(place.apply(*corner) for corner in band.corners)
    return _TextLine(corners, band.height * place.stretch)


def _hidden(view: SideView, under: VisibleText, over: VisibleText) -> bool:
    """Return whether something opaque lies between two texts, in the middle of their overlap."""
    between = view.ops[under.number + 1 : over.number]
    box = under.op.box.within(over.op.box)
    middle = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return view.reader.ground.covered(between, middle)
