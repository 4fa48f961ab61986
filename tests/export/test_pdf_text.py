from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.base.units import MM_PER_POINT
from pnp.geometry.plane import Affine, Point
from pnp.scene.node import Glyph, Group, Letters, Linear, Stop, Stroke, Text
from pnp.text.fontbook import FontBook
from tests.export.pdfs import opened, operators, sheet, text_of, things, words, written
from tests.pictures import colour, page_of, paint, pdf_letters, svg_letters


def fonts(pdf: pikepdf.Pdf, kind: str) -> list[pikepdf.Object]:
    return things(pdf, "/Subtype", kind)


def letter_boxes(pdf: Path) -> list[tuple[str, float, float]]:
    """Return each letter with the left and the low edge of its box in millimetres."""
    with pypdfium2.PdfDocument(pdf) as document:
        text = document[0].get_textpage()
        boxes = [text.get_charbox(i, loose=True) for i in range(text.count_chars())]
        string = text.get_text_range()
    pairs = zip(string, boxes, strict=True)
    return [(char, left * MM_PER_POINT, low * MM_PER_POINT) for char, (left, low, *_) in pairs]


def test_words_are_selected_in_order_with_their_spaces(tmp_path: Path, book: FontBook) -> None:
    text = "Draw two cards, then AVOID the will-o'-the-wisp"
    assert text_of(written(sheet([words(book, text)]), tmp_path, book)) == text


@pytest.mark.parametrize("text", ["Geäst, Élan, Čapek", "ﬁrst “office” – fjord…", "½ × 3 = 1½"])
def test_text_beyond_ascii_is_what_was_written(text: str, tmp_path: Path, book: FontBook) -> None:
    copied = text_of(written(sheet([words(book, text)]), tmp_path, book))
    assert copied.replace("ﬁ", "fi") == text.replace("ﬁ", "fi")


def test_a_ligature_is_copied_as_its_letters(tmp_path: Path, book: FontBook) -> None:
    font = book.chain(("Alegreya Sans",), 400, False, None)[0]
    gid = font.glyph_id("o")
    assert gid is not None
    letters = Letters((Glyph(gid, 0, 0, "ffi"),))
    text = Text(font.key, 5, Point(10, 10), ((0, letters),), "ffi", paint("K"))
    assert text_of(written(sheet([text]), tmp_path, book)) == "ffi"


def test_a_glyph_that_means_two_things_is_copied_right_both_times(
    tmp_path: Path, book: FontBook
) -> None:
    font = book.chain(("Alegreya Sans",), 400, False, None)[0]
    gid = font.glyph_id("o")
    assert gid is not None
    runs = [
        Text(
            font.key, 5, Point(10, y), ((0, Letters((Glyph(gid, 0, 0, said),))),), said, paint("K")
        )
        for y, said in ((10, "one"), (20, "two"))
    ]
    found = list(operators(written(sheet(runs), tmp_path, book)))
    spans = [operands[1] for name, operands in found if name == "BDC"]
    assert [str(span.ActualText) for span in spans] == ["two"]


def test_the_rest_of_a_letter_is_not_copied(tmp_path: Path, book: FontBook) -> None:
    font = book.chain(("Alegreya Sans",), 400, False, None)[0]
    base, accent = font.glyph_id("e"), font.glyph_id("´")
    assert base is not None
    assert accent is not None
    letters = Letters((Glyph(base, 0, 0, "é"), Glyph(accent, 0, 0, "")))
    text = Text(font.key, 5, Point(10, 10), ((0, letters),), "é", paint("K"))
    assert text_of(written(sheet([text]), tmp_path, book)) == "é"


def test_letters_stand_where_they_were_set(tmp_path: Path, book: FontBook) -> None:
    text = words(book, "AVATAR To", x=20, y=30, size=10)
    assert isinstance(text, Text)
    found = letter_boxes(written(sheet([text], 100, 50), tmp_path, book))
    assert [char for char, _, _ in found] == list("AVATAR To")
    font = book.font(text.font)
    for (_, left, low), glyph in zip(found, text.glyphs, strict=True):
        assert left == pytest.approx(20 + glyph.x, abs=0.02)
        assert low == pytest.approx(50 - 30 - font.descent * 10, abs=0.2)


def test_kerning_moves_the_pen(tmp_path: Path, book: FontBook) -> None:
    found = list(operators(written(sheet([words(book, "AVATAR")]), tmp_path, book)))
    (shown,) = [operands[0] for name, operands in found if name == "TJ"]
    assert any(not isinstance(part, pikepdf.String) and part > 0 for part in shown)


def test_no_error_gathers_along_a_line(tmp_path: Path, book: FontBook) -> None:
    text = words(book, "Av" * 60, x=1, y=10, size=3, letter_spacing=0.0123)
    assert isinstance(text, Text)
    found = letter_boxes(written(sheet([text], 400, 20), tmp_path, book))
    assert found[-1][1] == pytest.approx(1 + text.glyphs[-1].x, abs=0.01)


def test_fonts_are_embedded_as_subsets(tmp_path: Path, book: FontBook) -> None:
    text = words(book, "Grave")
    assert isinstance(text, Text)
    pdf = opened(sheet([text]), tmp_path, book)
    (font,) = fonts(pdf, "/Type0")
    (descendant,) = fonts(pdf, "/CIDFontType2")
    assert str(font.BaseFont)[7:8] == "+"
    assert str(font.Encoding) == "/Identity-H"
    assert "/ToUnicode" in font
    data = bytes(descendant.FontDescriptor.FontFile2.read_bytes())
    assert len(data) < len(book.font(text.font).data) / 10


def test_each_font_stands_in_the_file_once(tmp_path: Path, book: FontBook) -> None:
    pages = [sheet([words(book, "one"), words(book, "two", weight=700)]) for _ in range(3)]
    assert len(fonts(opened(pages, tmp_path, book), "/Type0")) == 2


def test_a_page_without_text_lists_no_font(tmp_path: Path, book: FontBook) -> None:
    path = written([sheet([words(book, "one")]), sheet([])], tmp_path, book)
    with pikepdf.open(path) as pdf:
        assert "/Font" in pdf.pages[0].Resources
        assert "/Font" not in pdf.pages[1].Resources


def test_text_in_turned_and_scaled_groups_stays_text(tmp_path: Path, book: FontBook) -> None:
    small = words(book, "turned", x=0, y=0, size=0.05)
    group = Group((small,), Affine.move(50, 25) @ Affine.turn(90) @ Affine.scale(100))
    assert text_of(written(sheet([group]), tmp_path, book)) == "turned"


@pytest.mark.parametrize(
    ("fill", "stroke", "mode"), [("Y", None, None), (None, "K", 1), ("Y", "K", 2)]
)
def test_text_is_filled_stroked_or_both(
    fill: str | None, stroke: str | None, mode: int | None, tmp_path: Path, book: FontBook
) -> None:
    look = {
        "fill": paint(fill) if fill else None,
        "stroke": Stroke(paint(stroke), 0.3) if stroke else None,
    }
    nodes = [words(book, "grave", **look), words(book, "plain", y=30)]
    path = written(sheet(nodes), tmp_path, book)
    modes = [int(operands[0]) for name, operands in operators(path) if name == "Tr"]
    assert modes == ([] if mode is None else [mode, 0])
    assert text_of(path).split() == ["grave", "plain"]


def test_text_in_a_gradient_is_selectable(tmp_path: Path, book: FontBook) -> None:
    ends = Stop(0, colour("R")), Stop(1, colour("B"), 0.5)
    text = words(book, "glow", fill=Linear(Point(10, 0), Point(30, 0), ends))
    path = written(sheet([text]), tmp_path, book)
    assert text_of(path) == "glow"
    assert "scn" in [name for name, _ in operators(path)]


def test_text_without_paint_draws_nothing(tmp_path: Path, book: FontBook) -> None:
    path = written(sheet([words(book, "ghost", fill=None)]), tmp_path, book)
    assert text_of(path) == ""


def test_postscript_outlines_are_embedded_as_an_opentype_font(tmp_path: Path) -> None:
    squares = FontBook([Path(__file__).parents[1] / "text" / "fonts"])
    text = words(squares, "AB A", families=("Squares",))
    path = written(sheet([text]), tmp_path, squares)
    with pikepdf.open(path) as pdf:
        (font,) = fonts(pdf, "/CIDFontType0")
        assert font.FontDescriptor.FontFile3.Subtype == "/OpenType"
    assert text_of(path).split() == ["AB", "A"]


def test_postscript_outlines_stand_where_they_were_set() -> None:
    squares = FontBook([Path(__file__).parents[1] / "text" / "fonts"])
    text = words(squares, "AA", 1, 4, families=("Squares",), size=4, fill=paint("R"))
    page = page_of([text], 12, 6)
    assert pdf_letters(page, squares) == svg_letters(page, squares)
    assert "R" in "".join(pdf_letters(page, squares))
