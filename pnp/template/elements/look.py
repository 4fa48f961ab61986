"""What text looks like: the style of an element as the typesetter takes it."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from pnp.geometry import Affine, Rect
from pnp.scene.paint import Linear, Paint, Pattern, Radial, Solid, Stroke
from pnp.template.elements.paints import fill_of, stroke_of
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import View
from pnp.template.reading.style import line_factor
from pnp.template.text.fonts import Font
from pnp.template.text.textstyle import PLAIN_BLACK, TextStyle

LINE_HEIGHT = 1.25
"""What Inkscape takes for ``line-height: normal``."""

_FAMILY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']+))\s*(?:,|$)""")


def text_style(view: View, pen: Pen, box: Callable[[], Rect | None] | None = None) -> TextStyle:
    """Return the look of an element's words, in user units; without ``box`` in plain black.

    Raises:
        PnpError: a length or a paint is wrong.
    """
    style = view.style
    factor = view.read(line_factor, style["line-height"], style.size)
    fill, stroke = (PLAIN_BLACK, None) if box is None else _paints(view, pen, box)
    return TextStyle(
        families(style["font-family"]),
        style.size,
        int(style["font-weight"]),
        style["font-style"] != "normal",
        fill,
        stroke,
        letter_spacing=view.measured(style["letter-spacing"]),
        word_spacing=view.measured(style["word-spacing"]),
        line_height=LINE_HEIGHT if factor is None else factor,
    )


def _paints(
    view: View, pen: Pen, box: Callable[[], Rect | None]
) -> tuple[Paint | None, Stroke | None]:
    if not view.visible:
        return None, None
    return fill_of(view, box, pen), stroke_of(view, box, pen)


def scaled(style: TextStyle, by: float) -> TextStyle:
    """Return the same look in units that are so many times smaller."""
    if by == 1.0:
        return style
    stroke = style.stroke
    if stroke is not None:
        stroke = stroke._replace(
            paint=_moved(stroke.paint, by),
            width=stroke.width * by,
            dashes=tuple(dash * by for dash in stroke.dashes),
            dash_offset=stroke.dash_offset * by,
        )
    return replace(
        style,
        size=style.size * by,
        letter_spacing=style.letter_spacing * by,
        word_spacing=style.word_spacing * by,
        fill=None if style.fill is None else _moved(style.fill, by),
        stroke=stroke,
    )


def _moved(paint: Paint, by: float) -> Paint:
    match paint:
        case Linear() | Radial():
            return paint._replace(place=Affine.scale(by) @ paint.place)
        case Pattern():
            return replace(paint, place=Affine.scale(by) @ paint.place)
        case Solid():
            return paint


@lru_cache(maxsize=512)
def families(text: str) -> tuple[str, ...]:
    """Return the names in a ``font-family`` list."""
    return tuple("".join(match).strip() for match in _FAMILY.findall(text) if any(match))


def lowered(view: View, pen: Pen) -> float:
    """Return how far below the given point the baseline lies, in user units.

    Raises:
        PnpError: ``baseline-shift`` is no length.
    """
    size = view.style.size
    line = view.own.get("alignment-baseline", view.style["dominant-baseline"])
    font = pen.book.chain(
        families(view.style["font-family"]), int(view.style["font-weight"]),
        view.style["font-style"] != "normal", view.where,
    )[0]  # fmt: skip
    shift = view.own.get("baseline-shift", "baseline")
    named = {"baseline": 0.0, "sub": SUB * size, "super": -SUPER * size}
    raised = named[shift] if shift in named else -_shift(view, shift)
    return _line(font, line) * size + raised


SUB, SUPER = 0.2, 0.4
"""How far down and up small letters go, in ems: between what browsers and Inkscape do."""


def _shift(view: View, text: str) -> float:
    size = view.style.size
    return view.number(text) * size if text.endswith("%") else view.measured(text)


def _line(font: Font, name: str) -> float:
    """Return how far above the baseline a font's named line lies, in ems."""
    heights = {
        "middle": font.x_height / 2,
        "central": (font.ascent - abs(font.descent)) / 2,
        "hanging": font.cap_height,
        "mathematical": font.cap_height / 2,
        "text-before-edge": font.ascent,
        "before-edge": font.ascent,
        "text-top": font.ascent,
        "text-after-edge": -abs(font.descent),
        "after-edge": -abs(font.descent),
        "ideographic": -abs(font.descent),
        "text-bottom": -abs(font.descent),
    }
    return heights.get(name, 0.0)
