"""Checks that pictures have enough pixels for their printed size."""

from collections.abc import Iterator
from math import hypot, inf

from pnp.base.diagnostics import Rule, Severity
from pnp.base.units import MM_PER_INCH
from pnp.geometry.plane import Affine
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation
from pnp.scene.node import Picture

LEAST = 150
"""Pixels per inch below which a print looks blurred."""

HALF_A_DOT = 0.5
"""Tolerance in pixels per inch: messages round densities to whole numbers."""

RULE = Rule(
    "low-resolution",
    "Pictures have pixels enough for their size on paper",
    Severity.WARNING,
    "Below 150 pixels per inch a picture looks blurred or stepped on paper. 300 are as many as "
    "the eye can use.",
    "Filecheck, preflight of images: below 150 dpi a picture looks blurred in print",
    good='<image href="pixels.png" x="10" y="10" width="4" height="4"/>',
    bad='<image href="pixels.png" x="10" y="10" width="20" height="20"/>',
)


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the pictures with too few pixels per inch."""
    return view.violations(_violation)


def _violation(_frame: CutFrame, op: PaintOp) -> Violation | None:
    if not isinstance(op.node, Picture):
        return None
    image, density = op.node.image, _density(op.node, op.place)
    if density >= LEAST - HALF_A_DOT:
        return None
    return Violation(
        RULE,
        (image.digest, round(density)),
        -density,
        f"a picture of {image.width} x {image.height} pixels is printed at"
        f" {density:.0f} pixels per inch, fewer than {LEAST}",
        "take a picture with more pixels, or print it smaller",
    )


def _density(node: Picture, place: Affine) -> float:
    """Return pixels per inch, across or down, whichever is lower."""
    width = node.box.width * hypot(place.a, place.b) / MM_PER_INCH
    height = node.box.height * hypot(place.c, place.d) / MM_PER_INCH
    sides = ((node.image.width, width), (node.image.height, height))
    return min((count / length for count, length in sides if length), default=inf)
