"""Text that is printed over other text."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from pnp.base.diagnostics import Rule, Severity, quote
from pnp.geometry.plane import Point
from pnp.geometry.polygon import overlap_depth
from pnp.preflight.side import SideView, Violation, VisibleText

DEPTH = 0.25
"""How deep two texts may reach into each other, as a share of the height of the lower letters."""

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
    """The small letters of a text: their corners on the face, clockwise, and their height."""

    corners: tuple[Point, ...]
    height: float


def flaws(view: SideView) -> Iterator[Violation]:
    """Yield the texts that reach into another one; a text that is drawn twice is one text."""
    for lower, upper in combinations(view.texts, 2):
        if lower.mark.box.meets(upper.mark.box) and lower.text.string != upper.text.string:
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
                )


def _line(view: SideView, words: VisibleText) -> _TextLine:
    band, place = view.reader.lettering.band(words.text), words.mark.place
    corners = tuple(place.apply(*corner) for corner in band.corners)
    return _TextLine(corners, band.height * place.stretch)


def _hidden(view: SideView, under: VisibleText, over: VisibleText) -> bool:
    """Say whether something between two texts covers the lower one, where they would meet."""
    between = view.marks[under.number + 1 : over.number]
    box = under.mark.box.within(over.mark.box)
    middle = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return view.reader.ground.covered(between, middle)
