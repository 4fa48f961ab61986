"""Runs of glyphs: each where it was set, and selectable as the words it stands for."""

from itertools import groupby

from pnp.export.pdf.fonts import EM, EmbeddedFont
from pnp.export.pdf.paint import draw_painted, solid_setup
from pnp.export.pdf.store import Content
from pnp.export.pdf.syntax import number, numbers, precise, string
from pnp.scene.node import Glyph, Text

NOTICED = 0.5
"""Thousandths of the em by which a glyph may stand off its place before the pen is moved."""

FILLED, STROKED, BOTH = 0, 1, 2


def draw_text(content: Content, text: Text) -> None:
    """Write a run of glyphs."""
    if not text.glyphs or text.size <= 0 or (text.fill is None and text.stroke is None):
        return
    font = content.store.font(text.font)
    letters = _letters(content, font, text)
    agreed = font.note(text.glyphs)
    if not agreed:
        content.lines.append(f"/Span <</ActualText {string(text.string)}>> BDC")
    setup = solid_setup(text.fill, text.stroke)
    if setup is None:
        draw_painted(content, text, lambda fill, stroke: _object(letters, fill, stroke))
    else:
        body = _object(letters, text.fill is not None, text.stroke is not None)
        content.lines.append(f"{setup} {body}")
    if not agreed:
        content.lines.append("EMC")


def _object(letters: str, fill: bool, stroke: bool) -> str:
    """Return a text object; letters are upright although y points down."""
    mode = BOTH if fill and stroke else STROKED if stroke else FILLED
    if mode == FILLED:
        return f"BT {letters} ET"
    return f"BT {mode} Tr {letters} {FILLED} Tr ET"


def _letters(content: Content, font: EmbeddedFont, text: Text) -> str:
    """Return the operators that choose font and place and show the glyphs, line by line."""
    parts = [
        f"{content.use(font.name)} {precise(text.size)} Tf",
        f"1 0 0 -1 {numbers(*text.origin)} Tm",
    ]
    pen = 0.0
    for height, run in groupby(text.glyphs, key=lambda glyph: glyph.y):
        shown, pen = _shown(list(run), font, text.size, pen)
        parts.append(f"{number(-height)} Ts {shown} TJ 0 Ts" if height else f"{shown} TJ")
    return " ".join(parts)


def _shown(glyphs: list[Glyph], font: EmbeddedFont, size: float, pen: float) -> tuple[str, float]:
    """Return the glyphs' numbers with moves of the pen between them, and where the pen ends.

    The pen is counted in thousandths of the em from the run's origin.
    """
    parts, widths, to_em = ["[<"], font.widths, EM / size
    for gid, x, _, _ in glyphs:
        off = pen - x * to_em
        if off > NOTICED or off < -NOTICED:
            move = round(off)
            parts.append(f">{move}<")
            pen -= move
        parts.append(f"{gid:04X}")
        pen += widths[gid]
    parts.append(">]")
    return "".join(parts).replace("<>", ""), pen
