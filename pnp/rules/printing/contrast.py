"""Text that hardly stands out from what is behind it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.color import Color
from pnp.errors import quoted
from pnp.finding import Rule, Severity
from pnp.rules.printing.marks import Mark, meeting
from pnp.rules.printing.shades import Shade, shade
from pnp.rules.printing.view import Fault, View
from pnp.scene.node import Text
from pnp.scene.paint import Paint
from pnp.units import MM_PER_POINT

LEAST = 4.5
LEAST_WHERE_LARGE = 3.0
LARGE = 18 * MM_PER_POINT
LARGE_WHERE_BOLD = 14 * MM_PER_POINT
BOLD = 700
"""Ratios of luminance, and the sizes from which text is large: WCAG 2.2, 1.4.3."""

LETTERS = 5
"""How many letters of a text are looked at; the one in the middle of their ranking counts."""

RULE = Rule(
    "low-contrast",
    "Text stands out from what is behind it",
    Severity.WARNING,
    "Text whose luminance is near that of its ground is hard to read in poor light, for old eyes, "
    "and on a printer that darkens mid-tones. An outline round the letters counts.",
    "WCAG 2.2, success criterion 1.4.3: a ratio of 4.5, and of 3 for text of 18 pt or bold 14 pt",
    good='<rect x="5" y="10" width="30" height="12" fill="#7a2bd6"/>'
    '<text x="8" y="18" font-family="Alegreya Sans" font-size="4" fill="#fff">Boo</text>',
    bad='<rect x="5" y="10" width="30" height="12" fill="#7a2bd6"/>'
    '<text x="8" y="18" font-family="Alegreya Sans" font-size="4" fill="#222">Boo</text>',
)

_Seen = tuple[float, Color, Color]
"""The contrast of a letter, its colour and that of its ground."""


def faults(view: View) -> Iterator[Fault]:
    """Yield the texts that are hard to read."""
    for number, mark, text in view.texts:
        found = sorted(_found(view, number, mark, text))
        least = _least(view, mark, text)
        if found and found[_middle(found)][0] < least:
            ratio, ink, ground = found[_middle(found)]
            yield view.fault(
                RULE,
                (ink, ground),
                -ratio,
                f"{quoted(text.string, 30)} in {ink.hex} on {ground.hex} has a contrast of"
                f" {ratio:.1f}, less than {least:g}",
                "make one of the colours lighter or darker, or give the letters an outline",
            )


def _middle(found: Sequence[_Seen]) -> int:
    """Return the number of the letter that counts: one or the other may cross a detail."""
    return len(found) // 2


def _found(view: View, number: int, mark: Mark, text: Text) -> Iterator[_Seen]:
    """Yield how letters of a text are seen; nothing where nobody can say, or it is a shadow."""
    twins = dict(_twins(view, number, mark, text))
    if mark.veil.masked or any(twin > number for twin in twins):
        return
    strokes = [one.stroke.paint for one in (text, *twins.values()) if one.stroke]
    paints = [text.fill, *strokes] if text.fill else strokes
    yield from _seen(view, mark, text, paints, meeting(view.marks[:number], mark.box))


def _twins(view: View, number: int, mark: Mark, text: Text) -> Iterator[tuple[int, Text]]:
    """Yield the same words where they are drawn a second time at a place, with their numbers."""
    for other, over, twin in view.texts:
        if other != number and twin.string == text.string and over.box.meets(mark.box):
            yield other, twin


def _least(view: View, mark: Mark, text: Text) -> float:
    bold = view.reader.lettering.font(text).weight >= BOLD
    size = text.size * mark.place.stretch
    return LEAST_WHERE_LARGE if size >= (LARGE_WHERE_BOLD if bold else LARGE) else LEAST


def _seen(
    view: View, mark: Mark, text: Text, paints: Sequence[Paint], under: Sequence[Mark]
) -> Iterator[_Seen]:
    """Yield contrast, ink and ground at some letters: the ink that stands out most counts."""
    for own in view.reader.lettering.edges(text, LETTERS):
        ground = view.reader.ground.color(under, mark.place.apply(*own))
        if ground is not None:
            found = [shade(paint, own) for paint in paints]
            inks = [_over(one, mark, ground) for one in found if one is not None]
            if inks:
                yield max((_contrast(ink, ground), ink, ground) for ink in inks)


@lru_cache(maxsize=1024)
def _contrast(ink: Color, ground: Color) -> float:
    return ink.contrast(ground)


def _over(ink: Shade, mark: Mark, ground: Color) -> Color:
    return Shade(ink.color, ink.opacity * mark.veil.opacity).over(ground)
