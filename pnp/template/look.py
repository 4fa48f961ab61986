"""What text looks like: the style of an element as the typesetter takes it."""

import re
from collections.abc import Callable
from functools import lru_cache

from pnp.geometry import Rect
from pnp.template.fonts import Font
from pnp.template.paints import fill_of, stroke_of
from pnp.template.pen import Pen
from pnp.template.style import line_factor
from pnp.template.textstyle import TextStyle
from pnp.template.view import View

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
    bare = TextStyle(
        families(style["font-family"]),
        style.size,
        int(style["font-weight"]),
        style["font-style"] != "normal",
        letter_spacing=view.measured(style["letter-spacing"]),
        word_spacing=view.measured(style["word-spacing"]),
        line_height=LINE_HEIGHT if factor is None else factor,
    )
    if box is None:
        return bare
    return _painted(bare, view, pen, box)


def _painted(bare: TextStyle, view: View, pen: Pen, box: Callable[[], Rect | None]) -> TextStyle:
    hidden = not view.visible
    return TextStyle(
        bare.families,
        bare.size,
        bare.weight,
        bare.italic,
        None if hidden else fill_of(view, box, pen),
        None if hidden else stroke_of(view, box, pen),
        bare.letter_spacing,
        bare.word_spacing,
        bare.line_height,
    )


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
