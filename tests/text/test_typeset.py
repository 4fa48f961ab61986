import re

import pytest

from pnp.base.diagnostics import Where
from pnp.geometry.plane import Point
from pnp.scene.node import Text
from pnp.text.shaping import shape_word
from pnp.text.style import TextStyle
from pnp.text.typeset import line

BODY = TextStyle(("Alegreya Sans",), 4.0)
HERE = Where("card_data/x/rows.csv", 7, field="name")


def test_a_run_is_one_text_from_its_origin(book):
    typeset = line(book, "To office", BODY, Point(10, 20))
    (text,) = typeset.nodes
    assert isinstance(text, Text)
    assert (text.font, text.size, text.origin) == ("AlegreyaSans-Regular", 4.0, (10, 20))
    assert text.string == "To office" == "".join(glyph.text for glyph in text.glyphs)
    assert text.glyphs[0].x == 0
    assert [glyph.x for glyph in text.glyphs] == sorted(glyph.x for glyph in text.glyphs)


def test_kerning_narrows_a_run(book):
    both = line(book, "AV", BODY, Point(0, 0)).width
    apart = sum(line(book, letter, BODY, Point(0, 0)).width for letter in "AV")
    assert both == pytest.approx(3.36 * 4 / 3) and both < apart


@pytest.mark.parametrize("text", ["fly To", "Try  Yes", " Vow "])
def test_a_space_is_kerned_with_the_letters_beside_it(book, text):
    style = TextStyle(("Atkinson Hyperlegible Next",), 4.0)
    whole = shape_word(book.chain(style.families), text).width * 4.0
    assert line(book, text, style, Point(0, 0)).width == pytest.approx(whole)
    alone = sum(line(book, part, style, Point(0, 0)).width for part in re.findall(" |[^ ]+", text))
    assert whole < alone - 0.01


@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_line_hangs_on_its_anchor(book, anchor, share):
    typeset = line(book, "Zombie", BODY, Point(30, 9), anchor=anchor)
    assert typeset.nodes[0].origin.x == pytest.approx(30 - share * typeset.width)


def test_a_line_shrinks_to_its_width(book):
    wide = line(book, "A long name", BODY, Point(0, 0)).width
    typeset = line(book, "A long name", BODY, Point(0, 0), max_width=wide * 0.8, min_size=2)
    assert typeset.size == pytest.approx(3.2)
    assert typeset.width == pytest.approx(wide * 0.8)
    assert typeset.findings == ()


def test_a_line_that_fits_keeps_its_size(book):
    assert line(book, "Name", BODY, Point(0, 0), max_width=50, min_size=2).size == 4.0


def test_a_line_too_wide_at_its_least_size_is_drawn_and_found(book):
    typeset = line(book, "A long name", BODY, Point(0, 0), HERE, max_width=9, min_size=3)
    assert typeset.size == 3 and typeset.nodes
    assert [str(finding) for finding in typeset.findings] == [
        'card_data/x/rows.csv:7, column "name": error [text-overflow] "A long name" is 5.60 mm '
        "wider than its 9 mm, set at 3.00 mm\n"
        "  hint: shorten the text, or give it more width"
    ]


def test_a_line_without_a_least_size_does_not_shrink(book):
    typeset = line(book, "A long name", BODY, Point(0, 0), max_width=9)
    assert typeset.size == 4.0
    assert [finding.rule.id for finding in typeset.findings] == ["text-overflow"]


def test_a_missing_glyph_is_named_once(book):
    typeset = line(book, "\u2610 a \u2610", BODY, Point(0, 0), HERE)
    assert typeset.nodes[0].string == " a "
    assert [str(finding) for finding in typeset.findings] == [
        'card_data/x/rows.csv:7, column "name": error [missing-glyph] "☐" (U+2610, ballot box) '
        "has no glyph in Alegreya Sans\n"
        "  hint: write another character, use an icon, or put a font that has it into fonts/"
    ]


def test_another_font_makes_another_run(book):
    style = TextStyle(("Grenze Gotisch",), 4.0, 800)
    typeset = line(book, "Up → down", style, Point(0, 0))
    assert [(text.font, text.string) for text in typeset.nodes] == [
        ("GrenzeGotisch-ExtraBold", "Up "),
        ("AlegreyaSans-Bold", "→"),
        ("GrenzeGotisch-ExtraBold", " down"),
    ]
    assert typeset.findings == ()


def test_spacings_widen_letters_and_words(book):
    plain = line(book, "xx xx", BODY, Point(0, 0)).width
    letters = TextStyle(BODY.families, 4.0, letter_spacing=0.5)
    words = TextStyle(BODY.families, 4.0, word_spacing=2)
    assert line(book, "xx xx", letters, Point(0, 0)).width == pytest.approx(plain + 5 * 0.5)
    assert line(book, "xx xx", words, Point(0, 0)).width == pytest.approx(plain + 2)


@pytest.mark.parametrize(("string", "size"), [("", 4.0), ("x", 0.0), ("\x00", 4.0)])
def test_nothing_to_draw_is_nothing(book, string, size):
    typeset = line(book, string, TextStyle(BODY.families, size), Point(0, 0))
    assert (typeset.nodes, typeset.width, typeset.findings) == ((), 0, ())
