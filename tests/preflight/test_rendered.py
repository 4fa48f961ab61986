"""The colour behind a point, held against what a renderer paints there."""

import random
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import PIL.Image
import resvg_py

from pnp.export.svg import svg_text
from pnp.geometry.plane import Point, Rect
from pnp.preflight.ground import ColorSampler
from pnp.preflight.paintops import PaintFlattener
from pnp.scene.page import Drawing, Page
from pnp.text.fontbook import FontBook
from pnp.text.lettering import Lettering
from tests.template.drawings import Studio

PIXELS = 20
"""How many for a millimetre."""

EDGE = 24
"""Where neighbouring pixels differ by more, an edge runs through: no colour is the right one."""

WRONG = 0.015
"""How many may be: ends of lines count as round, and curves as a few straight lines."""

ART = """
<defs>
  <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0.1" stop-color="#204"/><stop offset="0.8" stop-color="#f84"/>
  </linearGradient>
  <radialGradient id="moon" cx="0.4" cy="0.4" r="0.7" fx="0.3" fy="0.3">
    <stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#cc8" stop-opacity="0.3"/>
  </radialGradient>
  <pattern id="dots" width="3" height="3" patternUnits="userSpaceOnUse"
           patternTransform="rotate(20)">
    <circle cx="1.5" cy="1.5" r="1" fill="#080"/>
  </pattern>
  <clipPath id="hill"><path d="M0 40V28C10 18 30 38 40 26V40z"/></clipPath>
</defs>
<rect width="40" height="40" fill="url(#dusk)"/>
<circle cx="12" cy="11" r="8" fill="url(#moon)"/>
<g clip-path="url(#hill)"><rect width="40" height="40" fill="#dfd"/>
  <rect width="40" height="40" fill="url(#dots)" fill-opacity="1"/></g>
<g transform="translate(30 12) rotate(30) scale(1.5 1)" opacity="0.6">
  <path d="M-4-4H4V4H-4zM-2-2V2H2V-2z" fill="#06c" stroke="#fff" stroke-width="0.8"/></g>
<path d="M5 33C15 25 25 42 36 31" fill="none" stroke="#222" stroke-width="2"/>
"""


def rendered(drawing: Drawing, book: FontBook) -> PIL.Image.Image:
    whole = Rect.of(drawing.size)
    page = Page(drawing.size, drawing.nodes, whole, whole, (), "")
    side = round(drawing.size.width * PIXELS)
    options = {"dpi": 96, "width": side, "height": side, "background": "white"}
    png = resvg_py.svg_to_bytes(svg_string=svg_text(page, book), **options)
    return PIL.Image.open(BytesIO(bytes(png))).convert("RGB")


def inside_a_colour(raster: PIL.Image.Image, count: int) -> Iterator[tuple[int, int]]:
    """Yield pixels that are like all their neighbours."""
    chance = random.Random(31)
    for _ in range(count):
        x, y = chance.randrange(1, raster.width - 1), chance.randrange(1, raster.height - 1)
        near = raster.crop((x - 1, y - 1, x + 2, y + 2)).getextrema()
        if max(high - low for low, high in near) <= EDGE:
            yield x, y


def test_the_colour_is_the_one_that_is_rendered(tmp_path: Path, book: FontBook) -> None:
    drawing = Studio(tmp_path, book).drawn(ART)
    raster = rendered(drawing, book)
    flattener = PaintFlattener(Lettering(book))
    ground, marks = ColorSampler(flattener), flattener.flatten(drawing.nodes)
    asked = list(inside_a_colour(raster, 800))
    wrong = []
    for x, y in asked:
        color = ground.color(marks, Point((x + 0.5) / PIXELS, (y + 0.5) / PIXELS))
        seen = raster.getpixel((x, y))
        if max(abs(a - b) for a, b in zip(color, seen, strict=True)) > EDGE:
            wrong.append((x / PIXELS, y / PIXELS, color, seen))
    assert len(asked) > 600
    assert len(wrong) <= WRONG * len(asked), wrong
