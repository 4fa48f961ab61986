"""Writes pages as a PDF file.

The first operator of a page maps millimetres, y down, to points, y up; all others use the scene's
coordinates.
"""

from collections.abc import Sequence
from pathlib import Path

from pnp.base.units import POINTS_PER_MM
from pnp.export.pdf.content import Content, Store
from pnp.export.pdf.file import File, Info
from pnp.export.pdf.nodes import draw_nodes
from pnp.export.pdf.syntax import matrix
from pnp.geometry.plane import Affine, Rect, Size
from pnp.scene.page import Page
from pnp.scene.sameness import shared_contents
from pnp.text.fontbook import FontBook

LEAST_SAVED = 80
"""The least numbers a form XObject must save, for it costs about 300 bytes itself."""


def write_pdf(pages: Sequence[Page], path: Path, book: FontBook, info: Info) -> None:
    """Write pages as a PDF file; the same pages give the same bytes.

    Raises:
        PnpError: the environment variable SOURCE_DATE_EPOCH is not a number of seconds.
    """
    file = File(info)
    store = Store(file, book, shared_contents(pages, LEAST_SAVED), draw_nodes)
    for page in pages:
        _add_page(store, page)
    for font in store.fonts.values():
        font.add_to(file)
    file.save(path)


def _add_page(store: Store, page: Page) -> None:
    place = Affine(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, page.size.height * POINTS_PER_MM)
    content = Content(store, place)
    content.lines.append(f"{matrix(place)} cm")
    draw_nodes(content, page.nodes)
    store.file.add_page(_boxes(page), content.resources, content.data)


def _boxes(page: Page) -> dict[str, tuple[float, ...]]:
    """Return the page's boxes in points; trim and bleed box only if it has placements."""
    boxes = {"MediaBox": _box(Rect.of(page.size), page.size)}
    if page.placements:
        boxes["TrimBox"] = _box(page.trim, page.size)
        boxes["BleedBox"] = _box(page.bleed, page.size)
    return boxes


def _box(rect: Rect, paper: Size) -> tuple[float, ...]:
    """Return left, bottom, right and top in points, y up from the paper's bottom-left corner."""
    edges = rect.x, paper.height - rect.bottom, rect.right, paper.height - rect.y
    return tuple(round(edge * POINTS_PER_MM, 4) for edge in edges)
