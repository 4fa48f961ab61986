"""Files as the tools of printers and testers see them: qpdf, MuPDF and poppler."""

import subprocess
from pathlib import Path

import pytest

from pnp.export.pdf.file import Info
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine, Point, Rect
from pnp.imposition.sheet import Backs
from pnp.scene.node import (
    Clip,
    Group,
    Linear,
    Mask,
    Pattern,
    Picture,
    Radial,
    Shape,
    SpreadMethod,
    Stop,
    Stroke,
)
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.export.pdfs import sheet, words, written
from tests.export.test_pdf_picture import drawn
from tests.pictures import block, colour, paint

FONTS = Path(__file__).parents[1] / "text" / "fonts"

BUILD_WARNING = "warning: ICC support is not available"
"""What Debian's mutool says of itself at every start."""


def run(tool: str, *arguments: object) -> tuple[str, str]:
    """Return what a program says, and what it complains of; it must succeed."""
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, check=False)
    complaints = done.stderr.replace(BUILD_WARNING, "").strip()
    assert done.returncode == 0, complaints
    return done.stdout, complaints


def rich_page(book: FontBook) -> Page:
    """Return a page with everything that a scene can hold, some of it shared."""
    stops = Stop(0, colour("R")), Stop(0.4, colour("Y"), 0.5), Stop(1, colour("B"), 0.0)
    opaque = Stop(0, colour("R")), Stop(1, colour("B"))
    square = Outline.rect(Rect(0, 0, 12, 12))
    across = Linear(Point(0, 0), Point(12, 0), stops)
    rings = Radial(Point(6, 6), 2, Point(6, 6), 0, opaque, SpreadMethod.REFLECT)
    dots = Pattern((block("M", 0, 0, 1, 1),), Rect(0, 0, 2, 2), Affine.turn(30))
    ringed = Mask((Shape(square, rings),), Rect(0, 0, 12, 12))
    art = (
        Shape(square, across, Stroke(rings, 1.5, dashes=(2, 1))),
        Shape(Outline.ellipse((6, 6), 3, 4), dots),
        Group((block("G", 1, 1, 5, 5), block("K", 3, 3, 5, 5)), opacity=0.5),
        Group((words(book, "masked", 0, 9),), mask=ringed),
        words(book, "Ghoul", 0, 5, fill=across, stroke=Stroke(paint("K", 0.5), 0.1)),
        Picture(drawn("RG .B"), Rect(8, 8, 4, 4)),
    )
    spots = [Affine.move(10, 10), Affine.move(40, 20) @ Affine.turn(30)]
    cards = [
        Group(art, spot, Clip(square), key=f"deck/übel#{number}/face")
        for number, spot in enumerate(spots, 1)
    ]
    return sheet([*cards, words(book, "Grave of the will-o'-the-wisp", 10, 45)])


@pytest.fixture
def rich(tmp_path: Path, book: FontBook) -> Path:
    """A file with two pages of everything."""
    page = rich_page(book)
    info = Info("Übel & Co.", "Somebody", "a kit", "pnp", Backs.LONG_EDGE)
    return written([page, sheet([]), page], tmp_path, book, info)


@pytest.mark.needs("qpdf")
def test_qpdf_finds_no_error(rich: Path) -> None:
    said, complaints = run("qpdf", "--check", rich)
    assert "No syntax or stream encoding errors found" in said
    assert complaints == ""


@pytest.mark.needs("mutool")
def test_mupdf_draws_every_page_without_a_warning(rich: Path, tmp_path: Path) -> None:
    _, complaints = run("mutool", "draw", "-q", "-o", tmp_path / "page%d.png", rich)
    assert complaints == ""


@pytest.mark.needs("mutool")
def test_mupdf_finds_everything_that_is_referred_to(rich: Path, tmp_path: Path) -> None:
    _, complaints = run("mutool", "clean", "-gggg", rich, tmp_path / "clean.pdf")
    assert complaints == ""


@pytest.mark.needs("pdftoppm")
def test_poppler_draws_every_page_without_a_warning(rich: Path, tmp_path: Path) -> None:
    _, complaints = run("pdftoppm", "-r", 100, "-png", rich, tmp_path / "page")
    assert complaints == ""


@pytest.mark.needs("pdffonts")
def test_poppler_finds_all_fonts_embedded_as_subsets_with_their_text(rich: Path) -> None:
    said, complaints = run("pdffonts", rich)
    rows = said.splitlines()[2:]
    assert complaints == ""
    assert rows
    for row in rows:
        assert row.split()[-5:-2] == ["yes", "yes", "yes"]


@pytest.mark.needs("pdfinfo")
def test_poppler_sees_the_boxes(rich: Path) -> None:
    said, complaints = run("pdfinfo", "-box", rich)
    boxes = dict(line.split(":", 1) for line in said.splitlines())
    assert complaints == ""
    assert boxes["MediaBox"].split() == ["0.00", "0.00", "283.46", "141.73"]
    assert boxes["BleedBox"].split() == ["5.67", "5.67", "277.80", "136.06"]
    assert boxes["TrimBox"].split() == ["14.17", "14.17", "269.29", "127.56"]


@pytest.mark.needs("pdftotext")
def test_poppler_copies_words_with_spaces_and_ligatures(tmp_path: Path, book: FontBook) -> None:
    text = "The office of difficult fjords – Élan & “Čapek”"
    path = written(sheet([words(book, text, 5)], 200, 50), tmp_path, book)
    assert run("pdftotext", path, "-")[0].strip() == text


@pytest.mark.needs("pdffonts", "pdftotext", "mutool")
def test_postscript_outlines_are_embedded_and_drawn(tmp_path: Path) -> None:
    book = FontBook([FONTS])
    squares = words(book, "AB A", families=("Squares",))
    path = written(sheet([squares]), tmp_path, book)
    said, _ = run("pdffonts", path)
    assert "CID Type 0C (OT)" in said
    assert run("pdftotext", path, "-")[0].split() == ["AB", "A"]
    assert run("mutool", "draw", "-q", "-o", tmp_path / "page.png", path)[1] == ""
