"""Text of mixed direction: levels and visual order (Unicode Standard Annex 9)."""

import pytest

from pnp.text.bidi import base_level, levels, visual_order

CASES = {
    "abc": "abc",
    "אבג": "גבא",
    "abc אבג": "abc גבא",
    "אבג abc": "גבא abc",
    "a אב 12 c": "a 12 בא c",
    "אב (גד) a": ")דג( בא a",
    "אב (גד [a] ה) b": "בא (דג [a] ה) b",
    "a (אב) ג": "a (בא) ג",
    "אב) c (ד": "בא) c (ד",
}


@pytest.mark.parametrize("text", CASES)
def test_the_order_shown_in_a_left_to_right_line(text: str) -> None:
    assert "".join(text[index] for index in visual_order(levels(text))) == CASES[text]


def test_the_order_shown_in_a_right_to_left_line() -> None:
    text = "אב 12%, abc"
    assert "".join(text[index] for index in visual_order(levels(text, 1))) == "abc ,12% בא"


@pytest.mark.parametrize(
    ("text", "shown"), [("אב (a) c", "c )a( בא"), ("a (b אב", "בא a (b"), ("(אב) a", "a )בא(")]
)
def test_brackets_go_with_what_they_enclose(text: str, shown: str) -> None:
    assert "".join(text[index] for index in visual_order(levels(text, 1))) == shown


@pytest.mark.parametrize(("mark", "shown"), [("", "!12 בא"), ("\u200e", "בא 12!")])
def test_an_invisible_mark_counts_as_a_letter(mark: str, shown: str) -> None:
    text = f"{mark}אב {mark}12!"
    order = visual_order(levels(text, base_level(text)))
    assert "".join(text[index] for index in order).replace(mark, "") == shown


def test_many_brackets_take_no_time_of_note() -> None:
    assert len(levels("(א" * 3000 + ")" * 3000)) == 9000


def test_the_first_strong_letter_says_the_direction() -> None:
    assert [base_level(text) for text in ("12 abc", "12 אב", "12")] == [0, 1, 0]
