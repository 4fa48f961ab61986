"""Text that hardly stands out from what is behind it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.base.color import Color
from pnp.base.diagnostics import Rule, Severity, quote
from pnp.base.units import MM_PER_POINT
from pnp.geometry.plane import Point
from pnp.preflight.backdrop import backdrop
from pnp.preflight.ground import Shade, shade
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import SideView, Violation, VisibleText
from pnp.scene.node import Solid, Text

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


def flaws(view: SideView) -> Iterator[Violation]:
    """Yield the texts that are hard to read."""
    alike = _alike(view.texts)
    for words in view.texts:
        mark, text = words.mark, words.text
        found = sorted(_found(view, words, alike[text.string]))
        least = _least(view, mark, text)
        if found and found[_middle(found)][0] < least:
            ratio, ink, ground = found[_middle(found)]
            yield Violation(
                RULE,
                (ink, ground),
                -ratio,
                f"{quote(text.string, 30)} in {ink.hex} on {ground.hex} has a contrast of"
                f" {ratio:.1f}, less than {least:g}",
                "make one of the colours lighter or darker, or give the letters an outline",
            )


def _middle(found: Sequence[_Seen]) -> int:
    """Return the number of the letter that counts: one or the other may cross a detail."""
    return len(found) // 2


def _alike(texts: Sequence[VisibleText]) -> dict[str, list[VisibleText]]:
    """Return the texts by their words."""
    found: dict[str, list[VisibleText]] = {}
    for words in texts:
        found.setdefault(words.text.string, []).append(words)
    return found


def _found(view: SideView, words: VisibleText, alike: Sequence[VisibleText]) -> Iterator[_Seen]:
    """Yield how letters of a text are seen; nothing where nobody can say, or it is a shadow.

    ``alike`` are the texts with the same words: drawn at one place they are one text.
    """
    number, mark, text = words
    twins = [w for w in alike if w.number != number and w.mark.box.meets(mark.box)]
    if mark.veil.masked or any(twin.number > number for twin in twins):
        return
    strokes = [one.stroke.paint for one in (text, *(t.text for t in twins)) if one.stroke]
    paints = [text.fill, *strokes] if text.fill else strokes
    for own, ground in _grounds(view, words, even=all(isinstance(p, Solid) for p in paints)):
        inks = [one for paint in paints if (one := shade(paint, own)) is not None]
        if inks:
            yield max(_seen(_over(ink, mark, ground), ground) for ink in inks)


def _grounds(view: SideView, words: VisibleText, *, even: bool) -> Iterator[tuple[Point, Color]]:
    """Yield points at letters, in the text's space, and the colours behind them, where known.

    One stands for all where ground and letters are ``even``: of one colour all over.
    """
    ground, mark, text = view.reader.ground, words.mark, words.text
    below, color = backdrop(ground, view.below(words.number, mark.box), mark.box)
    if even and color is not None:
        yield text.origin, color
        return
    for own in view.reader.lettering.edges(text, LETTERS):
        color = ground.color(below, mark.place.apply(*own))
        if color is not None:
            yield own, color


def _least(view: SideView, mark: PaintOp, text: Text) -> float:
    bold = view.reader.lettering.font(text).weight >= BOLD
    size = text.size * mark.place.stretch
    return LEAST_WHERE_LARGE if size >= (LARGE_WHERE_BOLD if bold else LARGE) else LEAST


@lru_cache(maxsize=1024)
def _seen(ink: Color, ground: Color) -> _Seen:
    return ink.contrast(ground), ink, ground


def _over(ink: Shade, mark: PaintOp, ground: Color) -> Color:
    return Shade(ink.color, ink.opacity * mark.veil.opacity).over(ground)
