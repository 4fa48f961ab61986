"""Text is set: a run from a point, a line that may shrink, a box that wraps."""

import re

from pnp.errors import Where
from pnp.finding import Finding
from pnp.geometry import Point
from pnp.template.text import textfaults
from pnp.template.text.fonts import FontBook
from pnp.template.text.shape import clean, runs_backwards, shape_run
from pnp.template.text.textbox import box
from pnp.template.text.textnodes import PlacedPiece, text_nodes
from pnp.template.text.textstyle import Align, Anchor, Icon, TextStyle, Typeset, Valign, Wrap

__all__ = [
    "Align",
    "Anchor",
    "Icon",
    "TextStyle",
    "Typeset",
    "Valign",
    "Wrap",
    "box",
    "line",
    "run",
]

SLACK = 1e-6
"""How many millimetres text may exceed its place: the error of adding fractions."""

SHARE_OF_ANCHOR = {"start": 0.0, "middle": 0.5, "end": 1.0}

_WORDS = re.compile(r" |[^ ]+")


def run(
    book: FontBook, string: str, style: TextStyle, origin: Point, where: Where | None = None
) -> Typeset:
    """Return plain text that begins at a point on its baseline; every space counts."""
    return line(book, string, style, origin, where)


def line(
    book: FontBook,
    string: str,
    style: TextStyle,
    origin: Point,
    where: Where | None = None,
    *,
    anchor: Anchor = "start",
    max_width: float | None = None,
    min_size: float | None = None,
) -> Typeset:
    """Return one line of plain text that begins, is centred or ends at a point on its baseline.

    Text wider than ``max_width`` shrinks down to ``min_size``, where it is given. What is still
    too wide is set all the same, with a finding.
    """
    if style.size <= 0:
        return Typeset((), 0.0, 0.0)
    string = clean(string)
    pieces, width, findings = _line_pieces(book, string, style, where)
    size = _fitting_size(style.size, width, max_width, min_size)
    if max_width is not None and width * size > max_width + SLACK:
        excess = width * size - max_width
        findings.append(textfaults.too_wide(string, excess, max_width, size, where))
    start = Point(origin.x - SHARE_OF_ANCHOR[anchor] * width * size, origin.y)
    nodes = text_nodes(pieces, size, start, style)
    return Typeset(tuple(nodes), width * size, size, tuple(findings))


def _fitting_size(
    size: float, width: float, max_width: float | None, min_size: float | None
) -> float:
    """Return the largest font size at which a line of a width in ems fits; millimetres."""
    if max_width is None or min_size is None or width * size <= max_width:
        return size
    return min(size, max(min_size, max_width / width))


def _line_pieces(
    book: FontBook, string: str, style: TextStyle, where: Where | None
) -> tuple[list[PlacedPiece], float, list[Finding]]:
    """Return the line's pieces and its width in ems, and what is wrong with its characters."""
    chain = book.chain(style.families, style.weight, style.italic, where)
    letter, blank = style.letter_spacing / style.size, style.word_spacing / style.size
    placed: list[PlacedPiece] = []
    missing: list[str] = []
    x = 0.0
    texts = tuple(_WORDS.findall(string))
    for text, word in zip(texts, shape_run(chain, texts, letter, style.features), strict=True):
        missing += word.missing
        for piece in word.pieces:
            placed.append((x, piece))
            x += piece.width
        if text == " ":
            x += blank
    findings = [*textfaults.missing_glyphs(missing, chain[0].family, where)]
    if runs_backwards(string):
        findings.append(textfaults.right_to_left(string, where))
    return placed, x, findings
