"""PDFs for tests: written from a few nodes, and read back by libraries that did not write them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pikepdf
import pypdfium2

from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.geometry.plane import Point, Rect, Size
from pnp.scene.node import Node
from pnp.scene.page import Page, Placement, Slot
from pnp.text.fontbook import FontBook
from pnp.text.style import TextStyle
from pnp.text.typeset import line
from tests.make import face as empty_face
from tests.pictures import NO_FONTS

PLAIN = Info("Test")


def sheet(nodes: Iterable[Node], width: float = 100, height: float = 50) -> Page:
    """Return a page with one placement: its trim is 5 mm and its bleed 2 mm inside the paper."""
    paper = Rect(0, 0, width, height)
    trim, bleed = paper.inset(5), paper.inset(2)
    face = empty_face(trim.size, nodes=())
    placement = Placement(Slot(Point(trim.x, trim.y), trim.size), face, "deck/one#1/face", bleed)
    return Page(Size(width, height), tuple(nodes), trim, bleed, (placement,), "test")


def written(
    pages: Page | list[Page], folder: Path, book: FontBook = NO_FONTS, info: Info = PLAIN
) -> Path:
    """Return the path of a file with these pages."""
    path = folder / "test.pdf"
    write_pdf([pages] if isinstance(pages, Page) else pages, path, book, info)
    return path


def words(book: FontBook, string: str, x: float = 10, y: float = 20, **style: object) -> Node:
    """Return a line of text in the bundled body face."""
    settings = {"families": ("Alegreya Sans",), "size": 5.0, **style}
    (text,) = line(book, string, TextStyle(**settings), Point(x, y)).nodes
    return text


def text_of(pdf: Path) -> str:
    """Return the text that pdfium selects on the first page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].get_textpage().get_text_range()


def opened(
    pages: Page | list[Page], folder: Path, book: FontBook = NO_FONTS, info: Info = PLAIN
) -> pikepdf.Pdf:
    """Return a file with these pages, open; what is taken from it lives no longer than it."""
    return pikepdf.open(written(pages, folder, book, info))


def forms(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """Return all form XObjects of a file."""
    return things(pdf, "/Subtype", "/Form")


def images(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """Return all images of a file, opacities of others included."""
    return things(pdf, "/Subtype", "/Image")


def things(pdf: pikepdf.Pdf, entry: str, value: str) -> list[pikepdf.Object]:
    """Return all dictionaries and streams of a file that have an entry with a value."""
    kinds = (pikepdf.Dictionary, pikepdf.Stream)
    dictionaries = [thing for thing in pdf.objects if isinstance(thing, kinds)]
    return [thing for thing in dictionaries if thing.get(entry) == value]


def operators(pdf: Path, page: int = 0) -> Iterator[tuple[str, list[object]]]:
    """Yield the operators of a page's content, each with its operands."""
    with pikepdf.open(pdf) as document:
        for instruction in pikepdf.parse_content_stream(document.pages[page]):
            yield str(instruction.operator), list(instruction.operands)
