import unicodedata
from pathlib import Path

import pytest

from pnp.geometry.plane import Rect
from pnp.scene.bounds import path_bounds
from pnp.text import font
from pnp.text.font import Font, read_header
from pnp.text.fontbook import FontBook

OWN = Path(__file__).parent / "fonts"
BUNDLED = Path(__file__).resolve().parents[2] / "fonts"


@pytest.fixture(scope="module")
def body(book):
    return book.chain(("Alegreya Sans",))[0]


@pytest.fixture(scope="module")
def squares():
    return FontBook([OWN]).chain(("Squares",))[0]


def width(font, string):
    return sum(glyph.advance for glyph in font.shape(string))


def test_letters_are_kerned(body):
    assert width(body, "AV") < width(body, "A") + width(body, "V") - 0.02


@pytest.mark.parametrize("pair", ["Vó", "Vő"])
def test_the_joined_display_font_kerns_letters_of_both_its_sources(book, pair):
    font = book.chain(("Grenze Gotisch",), 800)[0]
    plain = unicodedata.normalize("NFD", pair)[:2]
    assert gain(font, pair) == pytest.approx(gain(font, plain))
    assert gain(font, pair) > 0.03


def gain(font, pair):
    return width(font, pair[0]) + width(font, pair[1]) - width(font, pair)


@pytest.mark.parametrize(
    ("family", "italic", "alters", "kerns"),
    [
        ("Caveat Brush", False, True, False),
        ("Atkinson Hyperlegible Next", False, False, True),
        ("Alegreya Sans", True, False, True),
        ("Grandstander", False, False, False),
        ("Slabs", False, False, False),
    ],
)
def test_a_font_says_what_it_does_at_spaces(family, italic, alters, kerns):
    font = FontBook([OWN, BUNDLED]).chain((family,), 400, italic)[0]
    assert (font.alters_at_spaces, font.kerns_at_spaces) == (alters, kerns)


@pytest.mark.parametrize(("tag", "alters"), [(b"ENG ", False), (b"ESP ", True)])
def test_rules_of_other_languages_do_not_count(tag, alters, monkeypatch):
    """In Spanish text the numerals after "siglo" become small capitals."""
    monkeypatch.setattr(font, "LANGUAGE_TAG", tag)
    assert FontBook([BUNDLED]).chain(("Alegreya Sans",))[0].alters_at_spaces == alters


def test_letters_join_to_ligatures(body):
    assert [glyph.cluster for glyph in body.shape("ofin")] == [0, 1, 3]
    assert len(body.shape("ofin", (("liga", 0),))) == 4


def test_clusters_count_characters_not_bytes(body):
    assert [glyph.cluster for glyph in body.shape("\U0001f383ab")] == [0, 1, 2]


def test_an_outline_is_in_ems_with_y_down(squares):
    bounds = path_bounds(squares.outline(squares.glyph_id("A")))
    assert bounds == pytest.approx(Rect(0.05, -0.7, 0.5, 0.7))
    assert squares.outline(squares.glyph_id(" ")).ops == ""


def test_curves_touch_their_font_units(body):
    bounds = path_bounds(body.outline(body.glyph_id("H")))
    assert bounds.y == pytest.approx(-body.cap_height, abs=0.01)
    assert bounds.bottom == pytest.approx(0, abs=0.005)


def test_what_a_pdf_asks_of_a_font(body, squares, book):
    assert (body.units_per_em, body.is_cff, squares.is_cff) == (1000, False, True)
    assert (body.ascent, body.descent) == (0.8, 0.2)
    assert (body.cap_height, body.x_height) == (0.641, 0.458)
    assert body.bbox.y < -0.9 and body.bbox.bottom > 0.2
    assert book.chain((), 400, italic=True)[0].italic_angle == pytest.approx(-9, abs=3)
    assert (body.postscript_name, body.family) == ("AlegreyaSans-Regular", "Alegreya Sans")


@pytest.mark.parametrize("name", ["body", "squares"])
def test_a_subset_keeps_numbers_and_outlines(name, request, tmp_path):
    font = request.getfixturevalue(name)
    gid = font.glyph_id("A")
    data = font.subset({gid})
    path = tmp_path / "subset.ttf"
    path.write_bytes(data)
    small = Font("small", font_header(font), data)
    assert len(data) < len(font.data)
    assert small.outline(gid) == font.outline(gid)
    assert small.advance(gid) == font.advance(gid)
    assert data == font.subset({gid})


def font_header(font):
    path = OWN / "Slabs.ttf"
    return read_header(path)._replace(family=font.family)


def test_a_subset_for_live_text_still_shapes(body):
    small = Font("small", font_header(body), body.subset_text("AV fi"))
    assert width(small, "AV") == pytest.approx(width(body, "AV"))
    assert len(small.shape("fi")) == 1
    assert small.glyph_id("Q") is None
