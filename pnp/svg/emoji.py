"""Letters of colour fonts, as emoji, which have no form in PDF: each becomes a picture."""

from collections.abc import Sequence
from html import escape

from pnp.base.diagnostics import Finding, Where
from pnp.geometry.plane import Rect
from pnp.scene.image import load_image
from pnp.scene.node import Picture
from pnp.svg.parse import SVG
from pnp.svg.renderer import Renderer
from pnp.svg.rules import RASTERISED
from pnp.text.font import Font

PIXELS = 256
"""Pixels of an em: 300 dpi for letters of 20 mm."""

ABOVE, BELOW = 1.1, 0.4
"""How far a picture reaches from the baseline, in ems: emoji are a little higher than letters."""


def letters_as_picture(
    text: str, font: Font, width: float, size: float, renderer: Renderer
) -> Picture | None:
    """Return some letters as a picture, placed from the origin of their baseline.

    ``width`` and ``size``, the em, are in user units. None if the letters have no extent.
    """
    from pnp.svg.filters import rasterise  # imported late: few texts have such letters

    if width <= 0 or size <= 0:
        return None

    across, high = max(1, round(width / size * PIXELS)), round((ABOVE + BELOW) * PIXELS)
    frame = f"0 {-ABOVE * PIXELS:g} {across} {high}"
    svg = (
        f'<svg xmlns="{SVG}" viewBox="{frame}"><text font-size="{PIXELS}" xml:space="preserve" '
        f"font-family=\"'{escape(font.family)}'\">{escape(text)}</text></svg>"
    )
    files = tuple(str(path) for path in renderer.book.files)
    image = load_image(rasterise(svg, across, high, files))
    return Picture(image, Rect(0, -ABOVE * size, width, (ABOVE + BELOW) * size))


def coloured(characters: str, chain: Sequence[Font]) -> bool:
    """Say whether a font of a chain that shows one of the characters is a colour font."""
    for char in characters:
        shown = next((font for font in chain if char in font.characters), None)
        if shown is not None and shown.is_coloured and ord(char) > LETTERS:
            return True
    return False


LETTERS = 0x2000
"""Characters below this are letters and signs, which colour fonts have as plain outlines, too."""


def told(font: Font, where: Where) -> Finding:
    """Return the finding that letters of a colour font are printed as pictures."""
    hint = "draw the sign with paths, as an icon, to keep it sharp"
    message = f"letters of the colour font {font.family} are printed as images"
    return Finding(RASTERISED, message, where, hint)
