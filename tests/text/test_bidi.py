"""Text of mixed direction: levels and visual order (Unicode Standard Annex 9)."""

import pytest

from pnp.text.bidi import base_level, levels, visual_order

CASES = {
    "abc": "abc",
    "אבג": "גבא",
    "abc אבג": "abc גבא",
    "אבג abc": "גבא abc",
    "a אב 12 c": "a 12 בא c",
}


@pytest.mark.parametrize("text", CASES)
def test_the_order_shown_in_a_left_to_right_line(text: str) -> None:
    assert "".join(text[index] for index in visual_order(levels(text))) == CASES[text]


def test_the_order_shown_in_a_right_to_left_line() -> None:
    text = "אב 12%, abc"
    assert "".join(text[index] for index in visual_order(levels(text, 1))) == "abc ,12% בא"


def test_the_first_strong_letter_says_the_direction() -> None:
    assert [base_level(text) for text in ("12 abc", "12 אב", "12")] == [0, 1, 0]
