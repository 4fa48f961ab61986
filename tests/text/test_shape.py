from pathlib import Path

import pytest

from pnp.text.fontbook import FontBook
from pnp.text.shaping import clean, runs_backwards, shape_run, shape_word

OWN = Path(__file__).parent / "fonts"
BUNDLED = Path(__file__).resolve().parents[2] / "fonts"


@pytest.fixture(scope="module")
def chain():
    return FontBook([OWN, BUNDLED]).chain(("Alegreya Sans", "Squares"))


@pytest.fixture(scope="module")
def brush():
    return FontBook([OWN, BUNDLED]).chain(("Caveat Brush", "Squares"))


def letters(words):
    """Return number and place of each letter of words that follow one another, and the end."""
    found, x = [], 0.0
    for word in words:
        for piece in word.pieces:
            found += [(gid, pytest.approx(x + at)) for gid, at, _, _ in piece.letters.glyphs]
            x += piece.width
    return found, pytest.approx(x)


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


def test_a_letter_is_printed_without_the_mark_that_no_font_has(chain):
    shaped = shape_word(chain, "a1\u20e3\ufe0fb")
    assert shaped.missing == ("\u20e3",)
    assert said(shaped) == [["a", "1"], ["b"]]


def test_what_asks_for_a_picture_of_a_letter_takes_none_away(chain):
    """Phones write it behind signs that are emoji, too."""
    for word in ("©\ufe0f", "↔\ufe0f", "→\ufe0e"):
        shaped = shape_word(chain, word)
        assert shaped.missing == ()
        assert shaped.width == pytest.approx(shape_word(chain, word[0]).width)


def test_hard_spaces_hyphens_and_joiners_are_never_missing(chain):
    assert shape_word(chain, "10\u00a0mm\u202f\u2011f\u200ci").missing == ()


def test_spacing_follows_each_letter_and_parts_ligatures(chain):
    tight, wide = shape_word(chain, "fix"), shape_word(chain, "fix", 0.1)
    assert said(tight) == [["fi", "x"]]
    assert said(wide) == [["f", "i", "x"]]
    plain = sum(shape_word(chain, letter).width for letter in "fix")
    assert wide.width == pytest.approx(plain + 0.3, abs=0.03)


@pytest.mark.parametrize("texts", [["Flip", " ", "House"], [" ", "off", "-", "fire", " ", " "]])
def test_words_look_as_in_their_line_where_the_font_regards_their_neighbours(brush, texts):
    run = shape_run(brush, tuple(texts))
    assert letters(run) == letters([shape_word(brush, "".join(texts))])
    assert letters(run) != letters([shape_word(brush, text) for text in texts])
    assert ["".join(map("".join, said(word))) for word in run] == texts


def test_another_fonts_letter_divides_what_is_shaped_in_one(brush):
    run = shape_run(brush, ("Flip", " ", "House", " ", "a★b", " ", "one"), 0.1)
    parts = ("Flip House ", 0.1), ("a★b", 0.1), (" one", 0.1)
    assert letters(run) == letters([shape_word(brush, *part) for part in parts])


def test_words_that_a_ligature_would_join_are_shaped_by_themselves(brush):
    assert letters(shape_run(brush, ("of", "fix"))) == letters(
        [shape_word(brush, "of"), shape_word(brush, "fix")]
    )


def test_no_kerning_at_spaces_is_no_kerning(chain):
    texts = ("To", " ", "Vow")
    assert letters(shape_run(chain, texts)) == letters([shape_word(chain, t) for t in texts])


def test_control_characters_are_taken_out():
    assert clean("a\x00b\tc\u2028d\ufeff\u202ee\x85") == "abc d".replace("bc", "b c") + "e "
    assert clean("e\u0301") == "é"


def test_right_to_left_letters_are_noticed():
    assert runs_backwards("abc שלום") and runs_backwards("سلام")
    assert not runs_backwards("żółw – “x”")
