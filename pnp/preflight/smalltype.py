"""Checks for letters that are too small to read."""

from collections.abc import Iterator

from pnp.base.diagnostics import Rule, Severity, quote
from pnp.base.units import MM_PER_POINT
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation
from pnp.scene.node import Text
from pnp.text.lettering import Lettering

LEAST = 0.9
LEAST_ON_LARGE = 1.2
LARGE = 8000.0
"""The least x-height in millimetres on small and on large pieces, and the area (square millimetres)
from which a piece is large: Regulation (EU) No 1169/2011, article 13 and annex IV."""

HUNDREDTHS = 0.005
"""Tolerance in millimetres: messages round sizes to hundredths."""

RULE = Rule(
    "small-type",
    "Small letters are tall enough to be read",
    Severity.WARNING,
    "Across a table, in the evening, few people read letters whose x is less than 0.9 mm tall: "
    "about 6 pt in most fonts. On a sheet, a board or a large card it is 1.2 mm, about 8 pt.",
    "Regulation (EU) No 1169/2011 on food labels, article 13: an x of 1.2 mm, and of 0.9 mm where "
    "the largest surface is below 80 square centimetres",
    good='<text x="6" y="20" font-family="Alegreya Sans" font-size="2.4">see one grave</text>',
    bad='<text x="6" y="20" font-family="Alegreya Sans" font-size="1.8">see one grave</text>',
)


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the texts whose letters are too small."""
    return view.text_violations(_violation)


def _violation(frame: CutFrame, op: PaintOp) -> Violation | None:
    text = op.node
    assert isinstance(text, Text)
    width, height = frame.component.size
    least = LEAST_ON_LARGE if width * height >= LARGE else LEAST
    tall = _letter_height(frame.lettering, op, text)
    if not 0 < tall < least - HUNDREDTHS:
        return None
    points = text.size * op.place.stretch / MM_PER_POINT
    return Violation(
        RULE,
        round(points, 1),
        -tall,
        f"{quote(text.string, 30)} is set at {points:.1f} pt: its small letters are"
        f" {tall:.2f} mm tall, less than {least:g} mm",
        f"set it at {points * least / tall:.1f} pt or more in this font",
    )


def _letter_height(lettering: Lettering, op: PaintOp, text: Text) -> float:
    """Return the x-height in millimetres; the cap height for a text without lower-case letters."""
    font = lettering.font(text)
    small = any(char.islower() for char in text.string)
    share = font.x_height if small else font.cap_height
    return share * text.size * op.place.stretch
