"""Capital and small letters as a style asks for them."""

import pytest

from pnp.text.casing import cased

CASES = {
    ("uppercase", "en", "Straße"): "STRASSE",
    ("uppercase", "en", "two :moon: and :bat 150%:"): "TWO :moon: AND :bat 150%:",
    ("uppercase", "tr", "istanbul ışık"): "İSTANBUL IŞIK",
    ("uppercase", "en", "istanbul"): "ISTANBUL",
    ("uppercase", "el", "νύχτα"): "ΝΥΧΤΑ",
    ("lowercase", "tr-TR", "IŞIK İNCİ"): "ışık inci",
    ("lowercase", "en", "OWL :Moon:"): "owl :Moon:",
    ("capitalize", "en", "hello don't world 2nd"): "Hello Don't World 2nd",
    ("capitalize", "fr", "l’été d’or"): "L’été D’or",
    ("capitalize", "en", "the BIG well-known owl"): "The BIG Well-Known Owl",
    ("none", "en", "As it is"): "As it is",
}


@pytest.mark.parametrize("case", CASES)
def test_letters_are_cased_by_language_and_icons_stay(case: tuple[str, str, str]) -> None:
    transform, language, text = case
    assert cased(text, transform, language) == CASES[case]
