"""Letters of colour fonts, as emoji, which have no form in PDF: each becomes a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.base.diagnostics import Finding, Where
from pnp.geometry.plane import Affine, Rect
from pnp.scene.image import Image, load_image
from pnp.scene.node import Glyph, Group, Letters, Node, Picture, Text
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
    if width <= 0 or size <= 0:
        return None
    across = max(1, round(width / size * PIXELS))
    key = "letters", font.key, text, across
    image = renderer.remembered(key, lambda: _image(text, font, across, renderer))
    return Picture(image, Rect(0, -ABOVE * size, width, (ABOVE + BELOW) * size))


def _image(text: str, font: Font, across: int, renderer: Renderer) -> Image:
    """Return letters drawn by resvg, which reads the fonts anew each time."""
    from html import escape  # imported late: few texts have such letters

    from pnp.svg.filters import rasterise

    high = round((ABOVE + BELOW) * PIXELS)
    frame = f"0 {-ABOVE * PIXELS:g} {across} {high}"
    svg = (
        f'<svg xmlns="{SVG}" viewBox="{frame}"><text font-size="{PIXELS}" xml:space="preserve" '
        f"font-family=\"'{escape(font.family)}'\">{escape(text)}</text></svg>"
    )
    return load_image(rasterise(svg, across, high, tuple(map(str, renderer.book.files))))


def with_pictures(node: Node, renderer: Renderer) -> list[Node]:
    """Return a node of a text with a picture in the place of each letter that has colours."""
    if isinstance(node, Group):
        inner = [part for child in node.nodes for part in with_pictures(child, renderer)]
        return [replace(node, nodes=tuple(inner))]
    if not isinstance(node, Text) or not renderer.book.font(node.font).is_coloured:
        return [node]
    kept: list[Glyph] = []
    drawn: list[Node] = []
    for glyphs in _clusters(node):
        if coloured(glyphs[0].text, (renderer.book.font(node.font),)):
            drawn += _picture_of(glyphs, node, renderer)
        else:
            for glyph in glyphs:
                kept.append(glyph._replace(x=glyph.x / node.size, y=glyph.y / node.size))
    if not kept:
        return drawn
    string = "".join(glyph.text for glyph in kept)
    return [replace(node, words=((0.0, Letters(tuple(kept))),), string=string), *drawn]


def _clusters(text: Text) -> Iterator[list[Glyph]]:
    """Yield the glyphs of a text that show the same characters."""
    cluster: list[Glyph] = []
    for glyph in text.glyphs:
        if glyph.text and cluster:
            yield cluster
            cluster = []
        cluster.append(glyph)
    if cluster:
        yield cluster


def _picture_of(glyphs: list[Glyph], text: Text, renderer: Renderer) -> list[Node]:
    font, last = renderer.book.font(text.font), glyphs[-1]
    width = last.x - glyphs[0].x + font.advance(last.gid) * text.size
    picture = letters_as_picture(glyphs[0].text, font, width, text.size, renderer)
    if picture is None or (text.fill is None and text.stroke is None):
        return []
    place = Affine.move(text.origin.x + glyphs[0].x, text.origin.y + glyphs[0].y)
    return [Group((picture,), place)]


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
