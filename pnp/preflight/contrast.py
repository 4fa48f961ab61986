"""Checks the contrast of text against what is behind it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from pnp.base.color import Color
from pnp.base.diagnostics import Rule, Severity, quote
from pnp.base.units import MM_PER_POINT
from pnp.geometry.plane import Bounds, Point
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
"""The least contrast ratios, the sizes in millimetres from which text is large, and the weight from
which a font is bold: WCAG 2.2, 1.4.3."""

LETTERS = 5
"""How many letters of a text are sampled; the median of their contrasts counts."""

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
"""The contrast ratio of a letter, its colour and the colour behind it."""


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the texts whose contrast is too low."""
    alike, even = _alike(view.texts), _even_grounds(view)
    for words in view.texts:
        op, text = words.op, words.text
        found = sorted(_found(view, words, alike[text.string], even.get(words.number)))
        least = _least(view, op, text)
        if found and found[_middle(found)][0] < least:
            ratio, ink, ground = found[_middle(found)]
            yield Violation(
                RULE,
                (ink, ground),
                -ratio,
                f"{quote(text.string, 30)} in {ink.hex} on {ground.hex} has a contrast of"
                f" {ratio:.1f}, less than {least:g}",
                "make one of the colours lighter or darker, or give the letters an outline",
            ).of(op)


def _middle(found: Sequence[_Seen]) -> int:
    """Return the index of the median: single letters may lie over a detail of the art."""
    return len(found) // 2


def _alike(texts: Sequence[VisibleText]) -> dict[str, list[VisibleText]]:
    """Return the texts by their strings."""
    found: dict[str, list[VisibleText]] = {}
    for words in texts:
        found.setdefault(words.text.string, []).append(words)
    return found


def _even_grounds(view: SideView) -> dict[int, Color]:
    """Return the colour behind texts painted one after the other, where it is one behind them all.

    So the words of a paragraph are tested by one box. Texts are given by their numbers.
    """
    found: dict[int, Color] = {}
    for _, painted in groupby(enumerate(view.texts), lambda at: at[1].number - at[0]):
        run = [words for _, words in painted]
        if len(run) < 2 or any(words.op.state.masked for words in run):
            continue
        box = Bounds.around(words.op.box for words in run)
        color = backdrop(view.reader.ground, view.below(run[0].number, box), box).color
        if color is not None:
            found |= {words.number: color for words in run}
    return found


def _found(
    view: SideView, words: VisibleText, alike: Sequence[VisibleText], even: Color | None
) -> Iterator[_Seen]:
    """Yield the contrast of sampled letters; nothing under a mask, or for a shadow of a later text.

    ``alike`` are the texts with the same string: those at the same place are drawn as one text,
    such as an outline below its letters. ``even`` is the colour behind the text, where it is known
    to be the same all over.
    """
    number, op, text = words
    others = [w for w in alike if w.number != number and w.op.box.meets(op.box)]
    if op.state.masked or any(other.number > number for other in others):
        return
    strokes = [one.stroke.paint for one in (text, *(other.text for other in others)) if one.stroke]
    paints = [text.fill, *strokes] if text.fill else strokes
    solid = all(isinstance(paint, Solid) for paint in paints)
    known = [(text.origin, even)] if solid and even is not None else None
    for own, ground in known or _grounds(view, words, even=solid):
        inks = [one for paint in paints if (one := shade(paint, own)) is not None]
        if inks:
            yield max(_seen(_over(ink, op, ground), ground) for ink in inks)


def _grounds(view: SideView, words: VisibleText, *, even: bool) -> Iterator[tuple[Point, Color]]:
    """Yield points on letters, in the text's space, and the colour behind each, where known.

    One point is enough where the letters are ``even`` (solid paints) and so is the backdrop.
    """
    ground, op, text = view.reader.ground, words.op, words.text
    below, color = backdrop(ground, view.below(words.number, op.box), op.box)
    if even and color is not None:
        yield text.origin, color
        return
    for own in view.reader.lettering.edges(text, LETTERS):
        color = ground.color(below, op.place.apply(*own))
        if color is not None:
            yield own, color


def _least(view: SideView, op: PaintOp, text: Text) -> float:
    bold = view.reader.lettering.font(text).weight >= BOLD
    size = text.size * op.place.stretch
    return LEAST_WHERE_LARGE if size >= (LARGE_WHERE_BOLD if bold else LARGE) else LEAST


@lru_cache(maxsize=1024)
def _seen(ink: Color, ground: Color) -> _Seen:
    return ink.contrast(ground), ink, ground


def _over(ink: Shade, op: PaintOp, ground: Color) -> Color:
    return Shade(ink.color, ink.opacity * op.state.opacity).over(ground)
