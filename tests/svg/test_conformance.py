"""How much of SVG is drawn as an independent renderer draws it: a score over many small drawings.

What differs without a finding is a failure; what is told, or refused with a message, is counted.
"""

from io import BytesIO

import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp.base.diagnostics import PnpError
from pnp.svg.rules import RASTERISED
from tests.make import svg
from tests.pictures import page_of, pdf_raster, svg_raster
from tests.svg.features import CHAPTERS
from tests.template.drawings import Studio

SIDE = 160
"""Pixels of a picture's side: four a unit."""

NEAR = 40
"""Of 255: two pixels closer than this are alike."""

WRONG = 0.02
"""The share of pixels without a like one beside them from which a picture is another one."""

LEAST = 0.95
"""The share of all drawings that are drawn as resvg draws them."""

RESVG_ONLY = {"coordinates/transform-css", "text/upper"}
"""What resvg does not know, and browsers do: units in a transform, and text-transform."""


def reference(body: str, studio: Studio) -> Image.Image:
    fonts = [str(folder) for folder in studio.templates.book.folders] if "<text" in body else []
    png = resvg_py.svg_to_bytes(
        svg_string=svg(body), width=SIDE, height=SIDE, dpi=96, skip_system_fonts=True,
        font_dirs=fonts,
    )  # fmt: skip
    paper = Image.new("RGBA", (SIDE, SIDE), "white")
    paper.alpha_composite(Image.open(BytesIO(bytes(png))).convert("RGBA"))
    return paper.convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return which share of the pixels of either has no like one in the other within a pixel."""
    worst = Image.new("L", one.size)
    for a, b in ((one, other), (other, one)):
        least = Image.new("L", one.size, 255)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                bands = ImageChops.difference(a, ImageChops.offset(b, dx, dy)).split()
                most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
                least = ImageChops.darker(least, most)
        worst = ImageChops.lighter(worst, least)
    return sum(worst.histogram()[NEAR + 1 :]) / (one.width * one.height)


def verdict(name: str, body: str, studio: Studio) -> str:
    """Return ``right``, ``told``, ``refused`` or ``silent`` for a drawing."""
    studio.write(f"{abs(hash(name))}.svg", svg(body))
    try:
        drawing = studio.draw(f"{abs(hash(name))}.svg")
    except PnpError:
        return "refused"
    page, want = page_of(drawing.nodes, 40, 40), reference(body, studio)
    for rasterise in (pdf_raster, svg_raster):  # pdfium smooths images, and shows edges of tiles
        raster = rasterise(page, SIDE / 40 * 25.4, studio.templates.book).resize((SIDE, SIDE))
        if apart(want, raster) < WRONG:
            return "right"
    told = any(finding.rule is not RASTERISED for finding in drawing.findings)
    return "told" if told else "silent"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_nothing_is_drawn_wrong_without_a_word(chapter: str, studio: Studio) -> None:
    found = {
        name: verdict(f"{chapter}/{name}", body, studio) for name, body in CHAPTERS[chapter].items()
    }
    wrong = {name: kind for name, kind in found.items() if kind != "right"}
    silent = [name for name, kind in wrong.items() if kind == "silent"]
    assert [name for name in silent if f"{chapter}/{name}" not in RESVG_ONLY] == [], wrong
    assert len(wrong) <= (1 - LEAST) * len(found) + 1, wrong


def test_there_are_drawings_enough() -> None:
    assert sum(map(len, CHAPTERS.values())) >= 250
