"""How text is to look, and what setting it gives."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pnp.base.color import BLACK
from pnp.base.diagnostics import Finding
from pnp.geometry.plane import Size
from pnp.scene.node import Node, Paint, Solid, Stroke
from pnp.text.font import Features

Anchor = Literal["start", "middle", "end"]

Align = Literal["start", "middle", "end", "justify"]

Valign = Literal["top", "middle", "bottom"]

Wrap = Literal["fill", "balance"]
"""``fill`` breaks a line when it is full, as Inkscape does; ``balance`` evens the lines out."""

PLAIN_BLACK = Solid(BLACK)

LINING: Features = (("lnum", 1),)
"""Figures as high as capitals, for labels and tables."""


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The look of a text. ``size`` (of the em) and the spacings are millimetres.

    The spacings shrink with the text. ``line_height`` is a multiple of the size, and
    ``paragraph_gap``, how high a blank line is, a multiple of the line height. ``features`` are
    asked of the font, by their OpenType tags.
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


class Icon(NamedTuple):
    """A drawing that stands among words; it covers ``size`` from its top-left corner 0, 0.

    Back ends store what is met twice only once, so give one and the same group each time.
    """

    nodes: tuple[Node, ...]
    size: Size


class Typeset(NamedTuple):
    """Text that is set. ``width`` and ``size``, the font size reached, are millimetres."""

    nodes: tuple[Node, ...]
    width: float
    size: float
    findings: tuple[Finding, ...] = ()
