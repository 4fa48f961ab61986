from pathlib import Path

import pytest

from pnp.template.text.fonts import FontBook
from pnp.template.text.shape import clean, runs_backwards, shape_word

OWN = Path(__file__).parent / "fonts"
BUNDLED = Path(__file__).resolve().parents[2] / "fonts"


@pytest.fixture(scope="module")
def chain():
    return FontBook([OWN, BUNDLED]).chain(("Alegreya Sans", "Squares"))


def said(word):
    return [[glyph.text for glyph in piece.letters.glyphs] for piece in word.pieces]


def test_a_ligature_says_all_its_letters(chain):
    assert said(shape_word(chain, "office")) == [["o", "f", "fi", "c", "e"]]


@pytest.mark.parametrize("word", ["q\u0301b", "x\u0323\u0302", "ź\u0301"])
def test_a_mark_stays_with_its_letter(chain, word):
    shaped = shape_word(chain, word)
    texts = [glyph.text for glyph in shaped.pieces[0].letters.glyphs]
    assert "".join(texts) == word and texts[0][1:] and "" in texts
    assert shaped.missing == ()


def test_the_next_font_lends_a_letter(chain):
    shaped = shape_word(chain, "a★b")
    assert [piece.font.family for piece in shaped.pieces] == [
        "Alegreya Sans",
        "Squares",
        "Alegreya Sans",
    ]
    assert said(shaped) == [["a"], ["★"], ["b"]]
    assert shaped.width == pytest.approx(sum(piece.width for piece in shaped.pieces))


def test_what_no_font_has_is_reported_and_not_drawn(chain):
    shaped = shape_word(chain, "a\U0001f383b☐")
    assert shaped.missing == ("\U0001f383", "☐")
    assert said(shaped) == [["a"], ["b"]]


def test_hard_spaces_hyphens_and_joiners_are_never_missing(chain):
    assert shape_word(chain, "10\u00a0mm\u202f\u2011f\u200ci").missing == ()


def test_spacing_follows_each_letter_and_parts_ligatures(chain):
    tight, wide = shape_word(chain, "fix"), shape_word(chain, "fix", 0.1)
    assert said(tight) == [["fi", "x"]]
    assert said(wide) == [["f", "i", "x"]]
    plain = sum(shape_word(chain, letter).width for letter in "fix")
    assert wide.width == pytest.approx(plain + 0.3, abs=0.03)


def test_control_characters_are_taken_out():
    assert clean("a\x00b\tc\u2028d\ufeff\u202ee\x85") == "abc d".replace("bc", "b c") + "e "
    assert clean("e\u0301") == "é"


def test_right_to_left_letters_are_noticed():
    assert runs_backwards("abc שלום") and runs_backwards("سلام")
    assert not runs_backwards("żółw – “x”")
