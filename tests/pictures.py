"""Pages as letters: one letter is one millimetre, read at its centre, from both back ends."""

import tempfile
from collections.abc import Iterable, Sequence
from functools import reduce
from io import BytesIO
from itertools import zip_longest
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops, ImageFilter

from pnp.base.color import Color
from pnp.base.units import MM_PER_INCH
from pnp.export.png import rasterise
from pnp.export.svg import svg_text
from pnp.geometry.plane import Rect, Size
from pnp.scene.node import Node, Shape, Solid
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.make import filled

PIXELS_PER_LETTER = 8
"""At one pixel a letter pdfium widens edges into their neighbours."""

DPI = PIXELS_PER_LETTER * MM_PER_INCH

NO_FONTS = FontBook(())

LEGEND = {
    (255, 255, 255): "_",
    (0, 0, 0): "K",
    (255, 0, 0): "R",
    (0, 255, 0): "G",
    (0, 0, 255): "B",
    (0, 255, 255): "C",
    (255, 0, 255): "M",
    (255, 255, 0): "Y",
    (128, 128, 128): "g",
}
"""White, black, red, lime, blue, cyan, magenta, yellow, mid grey; anything else is ``?``."""

CLOSE = 12
"""How far (of 255) a channel may be from the legend: renderers round differently."""


def colour(letter: str) -> Color:
    """Return the colour that a letter of the legend stands for."""
    return next(Color(*rgb) for rgb, name in LEGEND.items() if name == letter)


def paint(letter: str, opacity: float = 1.0) -> Solid:
    """Return the paint that a letter of the legend stands for."""
    return Solid(colour(letter), opacity)


def block(letter: str, x: float, y: float, width: float, height: float) -> Shape:
    """Return a filled rectangle."""
    return filled(paint(letter), x, y, width, height)


def page_of(nodes: Iterable[Node], width: float, height: float) -> Page:
    """Return a page of so many letters with nodes on it."""
    size = Size(width, height)
    whole = Rect.of(size)
    return Page(size, tuple(nodes), trim=whole, bleed=whole, placements=(), label="picture")


def picture(letters: str) -> list[str]:
    """Return the rows of a picture as it stands in a test."""
    return letters.split()


def letters(raster: Image.Image, page: Page) -> list[str]:
    """Return the picture that a raster of a page shows, a string for each row."""
    pixels = raster.convert("RGB").load()
    half, columns, rows = PIXELS_PER_LETTER // 2, int(page.size.width), int(page.size.height)
    return [
        "".join(
            _letter(pixels[x * PIXELS_PER_LETTER + half, y * PIXELS_PER_LETTER + half])
            for x in range(columns)
        )
        for y in range(rows)
    ]


def pdf_letters(page: Page, book: FontBook = NO_FONTS) -> list[str]:
    """Return what pdfium shows of the PDF."""
    return letters(pdf_raster(page, DPI, book), page)


def svg_letters(page: Page, book: FontBook = NO_FONTS) -> list[str]:
    """Return what resvg shows of the SVG."""
    return letters(svg_raster(page, DPI, book), page)


def pdf_raster(page: Page, dpi: float, book: FontBook = NO_FONTS) -> Image.Image:
    """Return the page's PDF as pdfium draws it."""
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import write_pdf

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.pdf"
        write_pdf([page], path, book, Info("picture", "", "", ""))
        return rasterise(path, 0, dpi)


def svg_raster(
    page: Page, dpi: float, book: FontBook = NO_FONTS, *, live_text: bool = False
) -> Image.Image:
    """Return the page's SVG as resvg draws it."""
    svg = svg_text(page, book, live_text=live_text)
    fonts = [str(folder) for folder in book.folders]
    png = resvg_py.svg_to_bytes(
        svg_string=svg, background="white", dpi=dpi, skip_system_fonts=True, font_dirs=fonts
    )
    return Image.open(BytesIO(bytes(png))).convert("RGB")


def assert_picture(page: Page, want: str, book: FontBook = NO_FONTS) -> None:
    """Fail, with all three pictures side by side, unless both back ends show what is wanted."""
    rows = picture(want)
    pdf, svg = pdf_letters(page, book), svg_letters(page, book)
    assert pdf == rows == svg, side_by_side(wanted=rows, pdf=pdf, svg=svg)


def side_by_side(**pictures: Sequence[str]) -> str:
    """Return pictures next to each other under their names."""
    width = max(len(row) for rows in pictures.values() for row in [*rows, "wanted"]) + 2
    lines = zip_longest(*([name, *rows] for name, rows in pictures.items()), fillvalue="")
    return "\n" + "\n".join("".join(cell.ljust(width) for cell in line) for line in lines)


FINER = 3
"""A pixel that is compared is the mean of so many each way: pdfium moves small letters to whole
pixels, which is a matter of the screen and not of the file."""

NOTICED = 32
"""Of 255: a step that a person sees."""


def difference(
    page: Page, dpi: float, book: FontBook = NO_FONTS, finer: int = FINER
) -> tuple[float, float]:
    """Return which share of the pixels differ between the back ends, and of those off edges.

    A pixel differs when a channel is off by more than ``NOTICED``. It is off the edges when it
    still lies outside of what the other picture shows in the pixels around it.
    """
    one = pdf_raster(page, dpi * finer, book).reduce(finer)
    other = svg_raster(page, dpi * finer, book).reduce(finer).resize(one.size)
    return _share(_noticed(ImageChops.difference(one, other))), _share(
        _noticed(_beyond(one, other))
    )


def _beyond(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return by how much either leaves the range of the other's neighbourhood."""
    highest, lowest = ImageFilter.MaxFilter(3), ImageFilter.MinFilter(3)
    beyond = [
        way
        for a, b in ((one, other), (other, one))
        for way in (
            ImageChops.subtract(a, b.filter(highest)),
            ImageChops.subtract(b.filter(lowest), a),
        )
    ]
    return reduce(ImageChops.lighter, beyond)


def _noticed(raster: Image.Image) -> Image.Image:
    red, green, blue = (
        band.point(lambda level: 255 * (level > NOTICED)) for band in raster.split()
    )
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _share(flags: Image.Image) -> float:
    return flags.histogram()[255] / (flags.width * flags.height)


def _letter(pixel: tuple[int, int, int]) -> str:
    for colour, letter in LEGEND.items():
        if all(abs(a - b) <= CLOSE for a, b in zip(pixel, colour, strict=True)):
            return letter
    return "?"
