"""Words are divided by the patterns of their language, and only where that is needed."""

from unicodedata import normalize

import pytest

from pnp.geometry.plane import Rect
from pnp.scene.node import Text
from pnp.text.fontbook import FontBook
from pnp.text.hyphenation import hyphenated, is_hyphenated
from pnp.text.style import TextStyle
from pnp.text.typeset import box
from tests.make import leaves

WORDS = "Friedhofskarten und Grabsteine"


@pytest.mark.parametrize(
    ("language", "divided"),
    [
        ("de", "Fried|hofs|kar|ten"),
        ("de-AT", "Fried|hofs|kar|ten"),
        ("tlh", "Friedhofskarten"),
    ],
)
def test_words_are_divided_as_their_language_does(language: str, divided: str) -> None:
    assert hyphenated("Friedhofskarten", language).replace("\u00ad", "|") == divided
    assert is_hyphenated(language) == ("|" in divided)


def test_a_word_is_not_divided_where_it_would_be_spelt_otherwise() -> None:
    """Hungarian divides asszonnyal into asz-szony-nyal."""
    for word in ("asszonnyal", "könnyű", "hosszúkás"):
        assert hyphenated(word, "hu").replace("\u00ad", "") == word


def test_words_with_accents_apart_and_norwegian_ones_are_divided() -> None:
    apart = normalize("NFD", "Grünkräuterwürze")
    assert hyphenated(apart, "de") == hyphenated("Grünkräuterwürze", "de") != "Grünkräuterwürze"
    assert hyphenated("kirkegårdskort", "no") == hyphenated("kirkegårdskort", "nb")
    assert is_hyphenated("no-NO") and not is_hyphenated("nob")


def test_icons_short_words_and_hyphens_of_one_s_own_stay() -> None:
    for markup in (":grabsteine:", ":grabsteine 150% 20%:", "Eule", "Grab\u00adstein"):
        assert hyphenated(markup, "de") == markup


def lines(book: FontBook, width: float, height: float, hyphens: str) -> list[str]:
    style = TextStyle(("Alegreya Sans",), size=4)
    made = box(book, WORDS, style, Rect(0, 0, width, height), min_size=2, hyphens=hyphens)
    return [node.string.strip() for node in leaves(made.nodes) if isinstance(node, Text)]


def test_a_text_that_fits_is_left_whole(book: FontBook) -> None:
    assert "-" not in "".join(lines(book, 40, 15, "de"))


def test_a_text_that_does_not_fit_is_divided_before_it_is_made_smaller(book: FontBook) -> None:
    assert any(line.endswith("-") for line in lines(book, 20, 15, "de"))
    assert "-" not in "".join(lines(book, 20, 15, ""))
