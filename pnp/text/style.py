"""The style of a text, and the result of typesetting it."""

from typing import Literal, NamedTuple

from pnp.base.color import BLACK
from pnp.base.diagnostics import Finding
from pnp.base.slotted import slotted
from pnp.geometry.plane import Size
from pnp.scene.node import Node, Paint, Solid, Stroke
from pnp.text.font import Features

Anchor = Literal["start", "middle", "end"]

Align = Literal["start", "middle", "end", "justify", "left", "right"]
"""``start`` is the side where a paragraph's lines begin: the right one for Hebrew."""

Valign = Literal["top", "middle", "bottom"]

Wrap = Literal["fill", "balance"]
"""``fill`` breaks full lines, as Inkscape does; ``balance`` makes lines of about equal length."""

PLAIN_BLACK = Solid(BLACK)

LINING: Features = (("lnum", 1),)
"""Lining figures, which are as high as capitals, for labels and tables."""


class Decoration(NamedTuple):
    """A line along words: ``Decoration("underline", PLAIN_BLACK)``, an overline, a line-through."""

    kind: str
    fill: Paint | None
    stroke: Stroke | None = None


@slotted
class TextStyle:
    """The style of a text: ``TextStyle(("Bangers",), size=4.2, fill=Solid(Color(204, 0, 0)))``.

    ``size``, the em, and the spacings are in millimetres; the spacings shrink with the text.
    ``line_height`` is a multiple of the size. ``paragraph_gap``, the height of a blank line, is a
    multiple of the line height. ``features`` are OpenType's. ``rtl`` says that all paragraphs run
    from right to left; else each runs as its first letter does.
    """

    families: tuple[str, ...] = ()
    size: float = 3.0
    weight: int = 400
    italic: bool = False
    fill: Paint | None = PLAIN_BLACK
    stroke: Stroke | None = None
    letter_spacing: float = 0.0
    word_spacing: float = 0.0
    line_height: float = 1.2
    paragraph_gap: float = 1.0
    features: Features = ()
    rtl: bool = False
    decorations: tuple[Decoration, ...] = ()


class IconLook(NamedTuple):
    """The height of an icon, and how far it stands under the baseline, both in capital letters."""

    height: float = 1.0
    lowered: float = 0.0


class Icon(NamedTuple):
    """A drawing to set inline; it covers ``size`` from its top-left corner at 0, 0.

    Pass the same nodes each time: back ends write an object that occurs twice only once. ``look``
    holds where a text does not say another.
    """

    nodes: tuple[Node, ...]
    size: Size
    look: IconLook = IconLook()


class Typeset(NamedTuple):
    """Typeset text; ``width`` and ``size``, the font size after shrinking, are in millimetres."""

    nodes: tuple[Node, ...]
    width: float
    size: float
    findings: tuple[Finding, ...] = ()
