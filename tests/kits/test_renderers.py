"""Whole sheets: what pdfium shows of the PDF is what resvg shows of the SVG."""

from collections.abc import Iterator

import pytest

from pnp.base.units import MM_PER_INCH
from pnp.kit import Kit
from pnp.scene.page import Ink, Page
from tests.kits.bundled import EACH_GAME, kit
from tests.pictures import difference

DPI, FINER = 2 * MM_PER_INCH, 4
"""Two pixels for a millimetre, each the mean of four by four: so a sheet is as many whole pixels in
both pictures, and pdfium moves small letters too little to be noticed."""

MOST_DIFFERING, MOST_OFF_EDGES = 0.01, 0.001
"""Of all pixels. Where strokes are thinner than a pixel, some edges have no middle."""


@pytest.mark.thorough
@pytest.mark.parametrize("ink", Ink, ids=lambda ink: ink.value)
@pytest.mark.parametrize("key", EACH_GAME)
def test_pdf_and_svg_show_the_same_sheets(key: str, ink: Ink) -> None:
    made = kit(key, ink)
    found = {page.label: difference(page, DPI, made.templates.book, FINER) for page in fresh(made)}
    assert found
    wrong = {
        label: f"{differing:.2%} differ, {off_edges:.2%} off the edges"
        for label, (differing, off_edges) in found.items()
        if differing >= MOST_DIFFERING or off_edges >= MOST_OFF_EDGES
    }
    assert wrong == {}


def fresh(made: Kit) -> Iterator[Page]:
    """Yield the sides of sheets that show a face which no side before them shows."""
    seen: set[object] = set()
    for sheet in made.sheets:
        for page in filter(None, (sheet.front, sheet.back)):
            shown = {placement.face.nodes for placement in page.placements}
            if not shown <= seen:
                yield page
            seen |= shown
