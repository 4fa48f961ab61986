"""Whole sheets: what pdfium shows of the PDF is what resvg shows of the SVG."""

from collections.abc import Iterator

import pytest

from pnp.base.units import MM_PER_INCH
from pnp.kit import Kit
from pnp.scene.page import Ink, Page
from tests.kits.bundled import EACH_GAME, kit
from tests.pictures import difference

DPI, FINER, FINEST = 2 * MM_PER_INCH, 4, 8
"""Two pixels for a millimetre, each the mean of four by four: so a sheet is as many whole pixels in
both pictures, and pdfium moves small letters too little to be noticed. It moves thin lines, too: a
sheet that differs is looked at again from twice as near, where what the files differ in stays."""

MOST_DIFFERING, MOST_OFF_EDGES = 0.01, 0.001
"""Of all pixels. Where strokes are thinner than a pixel, some edges have no middle."""


@pytest.mark.thorough
@pytest.mark.parametrize("ink", Ink, ids=lambda ink: ink.value)
@pytest.mark.parametrize("key", EACH_GAME)
def test_pdf_and_svg_show_the_same_sheets(key: str, ink: Ink) -> None:
    made = kit(key, ink)
    pages = list(fresh(made))
    assert pages
    far = {page.label: page for page in pages if differs(page, made, FINER)}
    assert {
        label: wrong for label, page in far.items() if (wrong := differs(page, made, FINEST))
    } == {}


def differs(page: Page, made: Kit, finer: int) -> str:
    """Return how much of a page differs, where that is too much."""
    differing, off_edges = difference(page, DPI, made.templates.book, finer)
    if differing < MOST_DIFFERING and off_edges < MOST_OFF_EDGES:
        return ""
    return f"{differing:.2%} differ, {off_edges:.2%} off the edges"


def fresh(made: Kit) -> Iterator[Page]:
    """Yield the sides of sheets that show a face which no side before them shows."""
    seen: set[object] = set()
    for sheet in made.sheets:
        for page in filter(None, (sheet.front, sheet.back)):
            shown = {placement.face.nodes for placement in page.placements}
            if not shown <= seen:
                yield page
            seen |= shown
