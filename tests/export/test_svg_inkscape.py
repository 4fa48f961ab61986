"""People open the sheets in Inkscape too, and it reads less of SVG than a browser does."""

import subprocess
from pathlib import Path

import pytest
from PIL import Image as Pillow

from pnp.export.svg import SvgWriter
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.node import Clip, Group, Linear, Mask, Pattern, Shape, Stop
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.export.test_letters import picture as image
from tests.export.test_letters import square, stripes
from tests.pictures import DPI, block, colour, letters, page_of, picture, side_by_side

ART = (block("R", 0, 0, 2, 1), block("B", 0, 1, 1, 1))
HALVES = (Stop(0.5, colour("R")), Stop(0.5, colour("B")))
CLIP = Clip(Outline.rect(Rect(0, 0, 2, 1)))
MASK = Mask((block("_", 0, 0, 1, 2),), Rect(0, 0, 2, 2))


@pytest.mark.needs("inkscape")
def test_inkscape_shows_what_the_page_holds(book: FontBook, tmp_path: Path) -> None:
    gradient = Linear(Point(0, 0), Point(4, 0), HALVES)
    nodes = [
        Group(ART, key="one"),
        Group(ART, Affine.turn(90, about=Point(2, 2)), key="two"),
        Group(ART, Affine.move(6, 0), clip=CLIP, key="three"),
        Group(ART, Affine.move(9, 0), mask=MASK, key="four"),
        Shape(Outline.rect(Rect(0, 3, 4, 1)), gradient),
        Shape(Outline.rect(Rect(5, 3, 6, 1)), Pattern((block("G", 0, 0, 1, 1),), Rect(0, 0, 2, 1))),
        image(stripes("RGB", (255, 0, 0), (0, 0, 255)), Rect(0, 5, 3, 2)),
        square(book, 4, 5, 2),
        square(book, 7, 5, 4, fill=Linear(Point(7, 0), Point(11, 0), HALVES)),
    ]
    page = page_of(nodes, 12, 9)
    rows = picture(
        """
        RRBR__RR_R__
        B__R_____B__
        ____________
        RRBB__G_G_G_
        ____________
        RRR_KK_RRBB_
        BBB_KK_RRBB_
        _______RRBB_
        _______RRBB_
        """
    )
    shown = letters(inkscape_raster(page, book, tmp_path), page)
    assert shown == rows, side_by_side(wanted=rows, inkscape=shown)


def inkscape_raster(page: Page, book: FontBook, folder: Path) -> Pillow.Image:
    SvgWriter(book).write(page, folder / "page.svg")
    command = ["inkscape", "--export-type=png", f"--export-dpi={DPI}", "--export-background=white"]
    subprocess.run([*command, str(folder / "page.svg")], check=True, capture_output=True)
    return Pillow.open(folder / "page.png")
