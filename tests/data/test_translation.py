"""Texts of the data in another language, and as the data has them."""

import pytest

from pnp.data.translation import Said, with_numbers


@pytest.mark.parametrize(
    ("said", "written", "kept"),
    [
        ("+5 Süßigkeiten", "+2 candies", "+5 candies"),
        ("2 von 9", "9, then 2", "9, then 2"),
        ("3 von 8", "9, then 2", "3, then 8"),
        ("höchstens 1 Mal", "once", "once"),
        ("zweimal", "2 times", "2 times"),
    ],
)
def test_only_another_number_of_a_translation_takes_the_place_of_the_written_one(
    said: str, written: str, kept: str
) -> None:
    assert with_numbers(Said(said, written)) == kept
