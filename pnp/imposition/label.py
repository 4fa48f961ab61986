"""The label of a sheet, and the ruler that shows whether it was printed at 100 %."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.base.color import BLACK
from pnp.base.diagnostics import Where
from pnp.base.units import MM_PER_POINT
from pnp.data.game import Game
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.imposition.grid import STRIP
from pnp.imposition.sheet import Backs
from pnp.scene.node import Group, Node, Shape, Solid, Stroke
from pnp.scene.page import Ink
from pnp.text.fontbook import BODY_FAMILY, FontBook
from pnp.text.style import LINING, TextStyle, Typeset
from pnp.text.typeset import line

TURN_WORDS = {
    Backs.LONG_EDGE: "long edge",
    Backs.SHORT_EDGE: "short edge",
    Backs.GUTTERFOLD: "gutterfold",
    Backs.NONE: "one side",
}

_TURNING = {
    Backs.LONG_EDGE: ["turn on the long edge"],
    Backs.SHORT_EDGE: ["turn on the short edge"],
    Backs.GUTTERFOLD: ["gutterfold"],
    Backs.NONE: [],
}

LABEL_SIZE = 6.5 * MM_PER_POINT

RULER_SIZE = 6.0 * MM_PER_POINT

RULER = 100.0

RULER_TEXT = "print at 100 % – this line is 100 mm"

RULER_LINE = 0.2

FAMILIES = (BODY_FAMILY,)

_BASELINE = 0.75

_RULER_BASELINE = 0.65
"""Baselines of label and ruler: distance from the strip's top as a share of its height."""


class LabelText(NamedTuple):
    """The parts of a sheet's label; ``side`` is ``front``, ``back``, ``one side`` or a panel."""

    game: Game
    titles: Sequence[str]
    number: int
    of: int
    side: str
    backs: Backs
    stock: str
    ink: Ink

    def text(self, titles: str) -> str:
        """Return the label's text; ``titles`` names the components."""
        version = f" {self.game.version}" if self.game.version else ""
        sheet = f"sheet {self.number} of {self.of}"
        parts = [
            titles,
            sheet,
            self.side,
            *_TURNING[self.backs],
            f"stock: {self.stock}",
            f"{self.ink} ink",
        ]
        return " · ".join([f"{self.game.title}{version}", *parts])


def label_texts(words: LabelText) -> tuple[str, str]:
    """Return the label with every component named, and a shorter one that counts them."""
    some = words.titles[0] if len(words.titles) == 1 else f"{len(words.titles)} components"
    return words.text(", ".join(words.titles)), words.text(some)


def draw_label(texts: Sequence[str], strip: Rect, book: FontBook, where: Where) -> Typeset:
    """Typeset the first text that fits into the strip, or the last one, scaled to fit."""
    length, height = max(strip.size), min(strip.size)
    size, origin = LABEL_SIZE * min(1.0, height / STRIP), Point(0, height * _BASELINE)
    for text in texts:
        set_line = line(book, text, label_style(size), origin, where)
        if set_line.width <= length:
            return _laid(set_line, strip)
    size *= length / set_line.width
    return _laid(line(book, texts[-1], label_style(size), origin, where), strip)


def draw_ruler(strip: Rect, book: FontBook) -> tuple[Node, ...]:
    """Return a line of 100 mm with its text, centred in a strip; nothing if that is shorter."""
    length = max(strip.width, strip.height)
    start, end, foot = (length - RULER) / 2, (length + RULER) / 2, STRIP - RULER_LINE
    if start < RULER_LINE:
        return ()
    path = Path("MLLL", (start, STRIP / 2, start, foot, end, foot, end, STRIP / 2))
    middle = Point(length / 2, STRIP * _RULER_BASELINE)
    text = line(book, RULER_TEXT, label_style(RULER_SIZE), middle, anchor="middle")
    ruler = Shape(path, stroke=Stroke(Solid(BLACK), RULER_LINE))
    return (Group((ruler, *text.nodes), place=along(strip)),)


def _laid(text: Typeset, strip: Rect) -> Typeset:
    return text._replace(nodes=(Group(text.nodes, place=along(strip)),))


def label_style(size: float) -> TextStyle:
    """Return the text style of labels; ``size`` is the font size in millimetres."""
    return TextStyle(families=FAMILIES, size=size, features=LINING)


def along(strip: Rect) -> Affine:
    """Return the transform into a strip; text in a vertical strip runs from bottom to top."""
    if strip.width >= strip.height:
        return Affine.move(strip.x, strip.y)
    return Affine.move(strip.x, strip.bottom) @ Affine.turn(-90)
