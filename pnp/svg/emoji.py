"""Letters of colour fonts, as emoji, which have no form in PDF: each becomes a picture.

A font may come from a stranger, and what draws its colours knows no bounds: so a letter that takes
too much work is refused, and glyphs that are SVG drawings, which may name any file, are not read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.base.diagnostics import Finding, Where, quote, user_error
from pnp.base.scratch import scratch
from pnp.geometry.plane import Affine, Rect
from pnp.scene.image import Image, load_image
from pnp.scene.node import Glyph, Group, Letters, Node, Picture, Text
from pnp.svg.parse import SVG
from pnp.svg.renderer import Renderer
from pnp.svg.rules import RASTERISED, unsupported
from pnp.text.font import Font

PIXELS = 256
"""Pixels of an em: 300 dpi for letters of 20 mm."""

ABOVE, BELOW = 1.1, 0.4
"""How far a picture reaches from the baseline, in ems: emoji are a little higher than letters."""


MOST_PARTS = 2_000
"""Layers and paints of a letter: Noto Color Emoji has some hundreds, and each takes 0.4 ms."""

MOST_PIXELS = 2**24
"""Pixels of a letter that is a picture: 4,096 squared. Those of emoji fonts have 160 squared."""


def letters_as_picture(
    text: str, font: Font, width: float, size: float, renderer: Renderer, where: Where
) -> Picture | None:
    """Return some letters as a picture, placed from the origin of their baseline.

    ``width`` and ``size``, the em, are in user units. None if the letters have no extent.

    Raises:
        PnpError: the font is damaged there, or the letters take too much work.
    """
    if width <= 0 or size <= 0:
        return None
    across = max(1, round(width / size * PIXELS))
    key = "letters", font.key, text, across
    image = renderer.remembered(key, lambda: _image(text, font, across, where))
    return Picture(image, Rect(0, -ABOVE * size, width, (ABOVE + BELOW) * size))


def _image(text: str, font: Font, across: int, where: Where) -> Image:
    """Return letters drawn by resvg, which gets a file of their font alone."""
    from html import escape  # imported late: few texts have such letters
    from tempfile import gettempdir

    from pnp.svg.filters import rasterise

    _bound(text, font, where)
    high = round((ABOVE + BELOW) * PIXELS)
    frame = f"0 {-ABOVE * PIXELS:g} {across} {high}"
    svg = (
        f'<svg xmlns="{SVG}" viewBox="{frame}"><text font-size="{PIXELS}" xml:space="preserve" '
        f"font-family=\"'{escape(font.family)}'\">{escape(text)}</text></svg>"
    )
    with scratch(Path(gettempdir())) as folder:
        file = folder / "letters.ttf"
        file.write_bytes(font.without_drawings)
        return load_image(rasterise(svg, across, high, (str(file),)))


def _bound(text: str, font: Font, where: Where) -> None:
    """Raise an error if it takes too much to draw letters in their colours."""
    try:
        parts, pixels = font.colour_work(text)
    except ValueError as error:
        raise user_error(str(error), where, _ANOTHER) from None
    if parts > MOST_PARTS or pixels > MOST_PIXELS:
        most = f"{MOST_PARTS:,} layers and paints"
        if pixels > MOST_PIXELS:
            most = f"{MOST_PIXELS / 1e6:.0f} million pixels"
        message = f"{quote(text)} has more than {most} in the font {font.family}"
        raise user_error(message, where, _ANOTHER)


_ANOTHER = "use another font, or draw the sign with paths, as an icon"


def with_pictures(node: Node, renderer: Renderer, where: Where) -> list[Node]:
    """Return a node of a text with a picture in the place of each letter that has colours."""
    if isinstance(node, Group):
        inner = [part for child in node.nodes for part in with_pictures(child, renderer, where)]
        return [replace(node, nodes=tuple(inner))]
    if not isinstance(node, Text) or not renderer.book.font(node.font).is_coloured:
        return [node]
    kept: list[Glyph] = []
    drawn: list[Node] = []
    for glyphs in clusters(node.glyphs):
        if coloured(glyphs[0].text, (renderer.book.font(node.font),)):
            drawn += _picture_of(glyphs, node, renderer, where)
        else:
            for glyph in glyphs:
                kept.append(glyph._replace(x=glyph.x / node.size, y=glyph.y / node.size))
    if not kept:
        return drawn
    string = "".join(glyph.text for glyph in kept)
    return [replace(node, words=((0.0, Letters(tuple(kept))),), string=string), *drawn]


def clusters(glyphs: Iterable[Glyph]) -> Iterator[list[Glyph]]:
    """Yield the glyphs of a text that show the same characters."""
    cluster: list[Glyph] = []
    for glyph in glyphs:
        if glyph.text and cluster:
            yield cluster
            cluster = []
        cluster.append(glyph)
    if cluster:
        yield cluster


def _picture_of(glyphs: list[Glyph], text: Text, renderer: Renderer, where: Where) -> list[Node]:
    font, last = renderer.book.font(text.font), glyphs[-1]
    width = last.x - glyphs[0].x + font.advance(last.gid) * text.size
    picture = letters_as_picture(glyphs[0].text, font, width, text.size, renderer, where)
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


def uncoloured(text: Text, renderer: Renderer, where: Where) -> Iterator[Finding]:
    """Yield the finding that signs of a font have colours only in the table that is not read."""
    font = renderer.book.font(text.font)
    signs = (ord(char) > LETTERS for char in text.string)
    if font.has_drawings and not font.is_coloured and any(signs):
        hint = "their plain outlines are printed: use another font, or draw the sign as an icon"
        what = f"the SVG table of the font {font.family}, with the colours of its signs,"
        yield unsupported(what, where, hint)
