"""Lines and boxes of text in Hebrew, Arabic, and mixed directions."""

from pathlib import Path
from shutil import copy
from unicodedata import bidirectional

import pypdfium2
import pytest
from PIL import ImageChops

from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Point, Rect, Size
from pnp.scene.node import Group, Shape, Text
from pnp.text.fontbook import FontBook
from pnp.text.style import Icon, TextStyle, Typeset
from pnp.text.typeset import box, line
from tests.export.pdfs import sheet, written
from tests.pictures import page_of, svg_raster
from tests.projects import change, owls, pnp

OWN = Path(__file__).parent / "fonts"
BODY = TextStyle(("Reeds",), 2.0)
BOX = Rect(0, 0, 20, 40)
COIN = Icon((Group((Shape(Outline.rect(Rect(0, 0, 7, 7))),)),), Size(7, 7))


@pytest.fixture(scope="module")
def reeds() -> FontBook:
    """Return a font of bars with Latin, Hebrew and joined Arabic letters."""
    return FontBook([OWN])


def texts(typeset: Typeset) -> list[Text]:
    return [node for node in typeset.nodes if isinstance(node, Text)]


def seen(typeset: Typeset) -> list[str]:
    """Return what is on each baseline from left to right, an icon as ``o``; spaces are left out."""
    placed = [
        (round(text.origin.y, 3), text.origin.x + glyph.x, glyph.text)
        for text in texts(typeset)
        for glyph in text.glyphs
    ]
    rows = sorted({y for y, _, _ in placed})
    for node in typeset.nodes:
        if isinstance(node, Group):
            foot = node.place.apply(0, 7)
            placed.append((min(rows, key=lambda y: abs(y - foot.y)), foot.x, "o"))
    shown = ("".join(text for y, _, text in sorted(placed) if y == row) for row in rows)
    return ["".join(text.split()) for text in shown]


def read(typeset: Typeset) -> str:
    return "".join(text.string for text in texts(typeset))


def edges(typeset: Typeset, book: FontBook) -> tuple[float, float]:
    """Return the left and right end of the text."""
    font = book.chain(BODY.families)[0]
    ends = [
        text.origin.x + glyph.x + font.advance(glyph.gid) * text.size
        for text in texts(typeset)
        for glyph in text.glyphs
    ]
    return min(text.origin.x for text in texts(typeset)), max(ends)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("שלום עולם", "םלועםולש"),
        ("קח 2 קלפים!", "!םיפלק2חק"),
        ("קלף (Barn Owl) אחד", "דחא)BarnOwl(ףלק"),
        ("Take קח, or two", "Takeחק,ortwo"),
        ("**קח** :coin: *אחד*", "דחאoחק"),
        ("3:coin: ינשוף", "ףושניo3"),
        ("Owl :coin: קח", "Owloחק"),
    ],
)
def test_a_box_shows_each_direction_in_its_order(reeds: FontBook, text: str, shown: str) -> None:
    typeset = box(reeds, text, BODY, BOX, icon=lambda _: COIN)
    assert seen(typeset) == [shown]
    plain = text.replace("*", "").replace(":coin:", "")
    assert read(typeset).split() == plain.split()


def test_lines_are_broken_in_the_order_of_reading(reeds: FontBook) -> None:
    typeset = box(reeds, "שלום לך, Barn Owl זה, ואז עוד", BODY, Rect(0, 0, 10.5, 40))
    assert seen(typeset) == [",ךלםולש", ",הזBarnOwl", "דועזאו"]


@pytest.mark.parametrize(
    ("align", "left", "right"),
    [
        ("start", None, 20),
        ("justify", None, 20),
        ("end", 0, None),
        ("left", 0, None),
        ("right", None, 20),
    ],
)
def test_a_hebrew_paragraph_begins_on_the_right(
    reeds: FontBook, align: str, left: float | None, right: float | None
) -> None:
    ends = edges(box(reeds, "קח קלף", BODY, BOX, align=align), reeds)  # type: ignore[arg-type]
    for end, want in zip(ends, (left, right), strict=True):
        assert want is None or end == pytest.approx(want)
    plain = edges(box(reeds, "Barn owl", BODY, BOX, align=align), reeds)  # type: ignore[arg-type]
    assert plain[align in ("end", "right")] == pytest.approx(20 if align in ("end", "right") else 0)


def test_each_paragraph_runs_as_its_first_letter_unless_the_drawing_says_it(
    reeds: FontBook,
) -> None:
    text = "2 אב!\nab!"
    assert seen(box(reeds, text, BODY, BOX)) == ["!בא2", "ab!"]
    rtl = TextStyle(BODY.families, 2.0, rtl=True)
    assert seen(box(reeds, text, rtl, BOX)) == ["!בא2", "!ab"]


def test_justified_hebrew_fills_the_box_but_its_last_line(reeds: FontBook) -> None:
    typeset = box(reeds, "אבג דהו זחט יכל", BODY, Rect(0, 0, 8, 40), align="justify")
    rows: dict[float, list[Text]] = {}
    for text in texts(typeset):
        rows.setdefault(round(text.origin.y, 3), []).append(text)
    ends = [edges(Typeset(tuple(row), 0, 0), reeds) for row in rows.values()]
    assert len(ends) == 2
    assert ends[0] == (pytest.approx(0), pytest.approx(8))
    assert ends[1][1] == pytest.approx(8)


def test_a_hebrew_list_hangs_from_its_right(reeds: FontBook) -> None:
    typeset = box(reeds, "- אבג דהו זחט", BODY, Rect(0, 0, 9, 40))
    first, second = seen(typeset)
    assert first.endswith("•") and "•" not in second
    assert read(typeset).startswith("• אבג")
    low = [text for text in texts(typeset) if text.origin.y > 3]
    assert edges(Typeset(tuple(low), 0, 0), reeds)[1] == pytest.approx(9 - 0.8 * 2)


def test_a_gap_beside_an_icon_is_between_it_and_the_letter(reeds: FontBook) -> None:
    typeset = box(reeds, "אב:coin:", BODY, BOX, icon=lambda _: COIN)
    icon = next(node for node in typeset.nodes if isinstance(node, Group))
    assert texts(typeset)[0].origin.x - icon.place.apply(7, 7).x == pytest.approx(0.08 * 2)


@pytest.mark.parametrize("words", ["שלום עולם", "Take קח 2", "سلم"])
def test_words_are_copied_from_a_pdf_as_they_are_read(
    reeds: FontBook, tmp_path: Path, words: str
) -> None:
    drawn = box(reeds, words, BODY, BOX).nodes
    with pypdfium2.PdfDocument(written(sheet(drawn), tmp_path, reeds)) as pdf:
        copied = pdf[0].get_textpage().get_text_range()
    letters = [char for char in words if bidirectional(char) in ("R", "AL")]
    assert [char for char in copied if bidirectional(char) in ("R", "AL")] == letters


def test_live_text_of_an_svg_looks_as_its_outlines(reeds: FontBook) -> None:
    page = page_of(
        box(reeds, "אבג :coin: 12 (Owl) דה!", BODY, BOX, icon=lambda _: COIN).nodes, 20, 4
    )
    outlines = svg_raster(page, 100, reeds)
    live = svg_raster(page, 100, reeds, live_text=True)
    assert outlines.getextrema() != ((255, 255), (255, 255), (255, 255))
    assert ImageChops.difference(outlines, live).point(lambda level: level > 128).getbbox() is None


def test_a_deck_in_hebrew_is_printed_and_proven(tmp_path: Path) -> None:
    root = owls(tmp_path)
    (root / "fonts").mkdir()
    copy(OWN / "Reeds.ttf", root / "fonts")
    change(root, "card_data/owls/owl.csv", "Barn Owl", '"ינשוף, סלאם (owl)"')
    change(root, "card_data/owls/owl.csv", "Snowy Owl", "سلام")
    change(root, "templates/owl.svg", "Alegreya Sans", "Reeds")
    fitted, boxed = 'pnp:width="34" pnp:fit="shrink"', 'style="shape-inside:url(#ground)"'
    change(root, "templates/owl.svg", fitted, boxed)
    built = pnp(root, "build", "--format", "pdf", "--format", "svg")
    assert "proof passed" in built.output, built.output
    assert "[missing-glyph]" not in built.output


def test_arabic_letters_join_and_make_ligatures(reeds: FontBook) -> None:
    (text,) = texts(box(reeds, "سلام", BODY, BOX))
    assert [glyph.text for glyph in text.glyphs] == ["م", "لا", "س"]
    font = reeds.chain(BODY.families)[0]
    assert text.glyphs[2].gid != font.glyph_id("س")
    assert (text.string, text.shown, text.rtl) == ("سلام", "ملاس", True)


def test_arabic_letters_join_beside_hebrew_ones(reeds: FontBook) -> None:
    alone, beside = (
        [glyph.gid for text in texts(box(reeds, words, BODY, BOX)) for glyph in text.glyphs]
        for words in ("سلم", "אבسلم")
    )
    assert set(alone) < set(beside)


@pytest.mark.parametrize(("rtl", "left"), [(False, 5.0), (True, None)])
def test_a_line_of_data_begins_where_the_drawing_says(
    reeds: FontBook, rtl: bool, left: float | None
) -> None:
    typeset = line(reeds, "אבג 12", TextStyle(BODY.families, 2.0, rtl=rtl), Point(5, 9))
    assert seen(typeset) == ["12גבא"]
    ends = edges(typeset, reeds)
    assert ends == pytest.approx((5, 5 + typeset.width) if left else (5 - typeset.width, 5))


def test_characters_without_a_glyph_are_named(reeds: FontBook) -> None:
    for typeset in (box(reeds, "אב ✂", BODY, BOX), line(reeds, "אב ✂", BODY, Point(0, 0))):
        assert [finding.rule.id for finding in typeset.findings] == ["missing-glyph"]


def test_words_that_do_not_fit_shrink_as_others_do(reeds: FontBook) -> None:
    low = Rect(0, 0, 12, 3.5)
    typeset = box(reeds, "שלום עולם גדול", BODY, low, min_size=1)
    assert 1 < typeset.size < 2 and typeset.findings == ()
