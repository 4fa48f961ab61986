"""Writes pages as a PDF file.

The first operator of a page maps millimetres, y down, to points, y up, with the correction for the
printer if there is one; all others use the scene's coordinates.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pnp.base.units import POINTS_PER_MM
from pnp.export.pdf.content import Content, Store
from pnp.export.pdf.file import DrawnPage, File, Info
from pnp.export.pdf.nodes import draw_nodes
from pnp.export.pdf.syntax import matrix
from pnp.geometry.plane import Affine, Rect, Size
from pnp.scene.page import Page
from pnp.scene.sameness import shared_contents
from pnp.text.fontbook import FontBook

LEAST_SAVED = 80
"""The least numbers a form XObject must save, for it costs about 300 bytes itself."""


class PdfWriter:
    """Writes the PDF files of a build; a page in several files is drawn once.

    ``pages`` are those of the largest file: what repeats in them becomes a form XObject.
    """

    def __init__(self, pages: Sequence[Page], book: FontBook) -> None:
        shared = shared_contents(pages, LEAST_SAVED)
        faces = frozenset(put.face.nodes for page in pages for put in page.placements)
        self._store = Store(book, shared, faces, draw_nodes)
        self._drawn: dict[Page, DrawnPage] = {}

    def write(self, pages: Sequence[Page], path: Path, info: Info) -> None:
        """Write pages as a PDF file."""
        path.write_bytes(self.data(pages, info))

    def draw(self, pages: Iterable[Page]) -> None:
        """Draw pages before a file is written of them."""
        for page in pages:
            self._page(page)

    def for_pixels(self, pages: Sequence[Page], info: Info) -> bytes:
        """Return pages as a PDF to rasterise; those of no other file are not remembered."""
        fresh = [page for page in pages if page not in self._drawn]
        for page in fresh:  # compressing takes longer than reading them, once
            self._drawn[page] = _draw(self._store, page, compress=False)
        data = self.data(pages, info)
        for page in fresh:
            self._store.objects.remove(self._drawn.pop(page).content)
        return data

    def data(self, pages: Sequence[Page], info: Info) -> bytes:
        """Return pages as a PDF; its fonts have the glyphs of all pages drawn so far.

        Raises:
            PnpError: the environment variable SOURCE_DATE_EPOCH is not a number of seconds.
        """
        file = File(self._store.objects, info)
        for page in pages:
            file.add_page(self._page(page))
        for font in self._store.fonts.values():
            if font.name in file.fonts:
                file.add_font(font.name, font.written(self._store.objects))
        return file.data()

    def _page(self, page: Page) -> DrawnPage:
        if page not in self._drawn:
            self._drawn[page] = _draw(self._store, page)
        return self._drawn[page]


def write_pdf(pages: Sequence[Page], path: Path, book: FontBook, info: Info) -> None:
    """Write pages as a PDF file of its own; the same pages give the same bytes."""
    PdfWriter(pages, book).write(pages, path, info)


def _draw(store: Store, page: Page, *, compress: bool = True) -> DrawnPage:
    """Return a page as it is in every file, its stream compressed if it is to be."""
    to_points = Affine(POINTS_PER_MM, 0, 0, -POINTS_PER_MM, 0, page.size.height * POINTS_PER_MM)
    place = to_points @ page.correction
    content = Content(store, place)
    content.lines.append(f"{matrix(place)} cm")
    draw_nodes(content, page.nodes)
    stream = store.objects.add_stream({}, content.data, compress=compress)
    return DrawnPage(_boxes(page), content.resources, stream)


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
