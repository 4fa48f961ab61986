"""Writes texts of one font: glyphs at their typeset places, with text that can be selected."""

from collections.abc import Iterable

from pnp.export.pdf.content import Content
from pnp.export.pdf.fonts import EM, NOTICED, ShownGlyphs
from pnp.export.pdf.paint import draw_painted, solid_setup
from pnp.export.pdf.syntax import number, numbers, precise, string
from pnp.scene.node import Text

FILLED, STROKED, BOTH = 0, 1, 2
"""Text rendering modes: ISO 32000-1, table 106."""


def draw_text(content: Content, text: Text) -> None:
    """Write a text; with ``ActualText`` where the fonts' CMaps do not give its characters."""
    if not text.words or text.size <= 0 or (text.fill is None and text.stroke is None):
        return
    font = content.store.font(text.font)
    words = [(start, font.shown(letters)) for start, letters in text.words]
    tool = f"{content.use(font.name)} {precise(text.size)} Tf"
    # y points down in the scene: the text matrix turns the glyphs upright.
    letters = f"{tool} 1 0 0 -1 {numbers(*text.origin)} Tm {_shown(words, text.size)}"
    agreed = all(shown.agreed for _, shown in words)
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
    """Return a text object with its rendering mode."""
    mode = BOTH if fill and stroke else STROKED if stroke else FILLED
    if mode == FILLED:
        return f"BT {letters} ET"
    return f"BT {mode} Tr {letters} {FILLED} Tr ET"


def _shown(words: Iterable[tuple[float, ShownGlyphs]], size: float) -> str:
    """Return the operators that show words: TJ arrays, and text rise (Ts) for other baselines."""
    # ``pen`` is in thousandths of the em from the text's origin.

    parts, pen, level = ["[<"], 0.0, 0.0
    for at, (runs, _) in words:
        for start, height, shown, width in runs:
            if height != level:
                parts.append(f">] TJ {number(-height / EM * size)} Ts [<")
                level = height
            off = pen - at * EM - start
            if off > NOTICED or off < -NOTICED:
                move = round(off)
                parts.append(f">{move}<")
                pen -= move
            parts.append(shown)
            pen += width
    parts.append(">] TJ 0 Ts" if level else ">] TJ")
    return "".join(parts).replace("<>", "").replace("[] TJ ", "")
