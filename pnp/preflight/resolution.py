"""Pictures with too few pixels."""

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
"""Densities are said in whole pixels per inch."""

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


def flaws(view: SideView) -> Iterator[Violation]:
    """Yield the pictures that are printed too large."""
    return view.flaws(_flaw)


def _flaw(_frame: CutFrame, mark: PaintOp) -> Violation | None:
    if not isinstance(mark.node, Picture):
        return None
    image, density = mark.node.image, _density(mark.node, mark.place)
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
    """Return the pixels per inch along the side that has fewer."""
    width = node.box.width * hypot(place.a, place.b) / MM_PER_INCH
    height = node.box.height * hypot(place.c, place.d) / MM_PER_INCH
    sides = ((node.image.width, width), (node.image.height, height))
    return min((count / length for count, length in sides if length), default=inf)
