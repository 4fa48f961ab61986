import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageColor

from pnp.base.color import BLACK, WHITE, Color, parse_color

COLORS = st.builds(Color, *[st.integers(0, 255)] * 3)


@pytest.mark.parametrize(
    ("text", "color", "opacity"),
    [
        ("#17141b", Color(0x17, 0x14, 0x1B), 1),
        ("#F00", Color(255, 0, 0), 1),
        ("#f008", Color(255, 0, 0), 0x88 / 255),
        ("#ff000080", Color(255, 0, 0), 128 / 255),
        (" RebeccaPurple ", Color(0x66, 0x33, 0x99), 1),
        ("transparent", BLACK, 0),
        ("rgb(1, 2, 3)", Color(1, 2, 3), 1),
        ("rgb(100% 0% 50%)", Color(255, 0, 128), 1),
        ("rgb(1 2 3 / 25%)", Color(1, 2, 3), 0.25),
        ("rgb(0 50% 0)", Color(0, 128, 0), 1),
        ("rgba(1,2,3,0.5)", Color(1, 2, 3), 0.5),
        ("rgb(300, -5, 12.6)", Color(255, 0, 13), 1),
        ("rgb(1, 2, 3, 7)", Color(1, 2, 3), 1),
        ("rgb(1e999, 2, 3)", Color(255, 2, 3), 1),
    ],
)
def test_a_colour_is_written_as_svg_writes_it(text: str, color: Color, opacity: float) -> None:
    found, alpha = parse_color(text)
    assert found == color
    assert alpha == pytest.approx(opacity)


@pytest.mark.parametrize("text", ["", "blurple", "#12345", "17141b", "#ggg", "hsl(red, 2%, 3%)"])
def test_a_word_that_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f'^"{re.escape(text)}" .*#rrggbb'):
        parse_color(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rgb(1, 2)", "rgb() takes three numbers and an opacity"),
        ("rgb(1, 2, 3, 4, 5)", "rgb() takes three numbers and an opacity"),
        ("rgb(red, 2, 3)", "rgb() takes numbers or percentages"),
        ("rgb(1, 2, 3, dark)", "rgb() takes numbers or percentages"),
        ("rgb(0, 50%, 0)", "rgb() takes numbers or percentages"),
    ],
)
def test_rgb_says_what_it_takes(text: str, why: str) -> None:
    message = re.escape(f'"{text}" is not a colour: {why}')
    with pytest.raises(ValueError, match=f"^{message}$"):
        parse_color(text)


@given(COLORS)
def test_a_colour_reads_what_it_writes(color: Color) -> None:
    assert parse_color(color.hex) == (color, 1)


def test_every_name_is_a_colour() -> None:
    assert len(ImageColor.colormap) == 148
    assert {parse_color(name)[1] for name in ImageColor.colormap} == {1.0}


def test_contrast_runs_from_1_to_21() -> None:
    assert BLACK.contrast(WHITE) == pytest.approx(21)
    assert WHITE.contrast(WHITE) == 1
    assert Color(0x76, 0x76, 0x76).contrast(WHITE) == pytest.approx(4.54, abs=0.005)


@given(COLORS, COLORS)
def test_contrast_has_no_order(one: Color, other: Color) -> None:
    assert one.contrast(other) == other.contrast(one)
    assert 1 <= one.contrast(other) <= 21.001


@pytest.mark.parametrize("word", ["none", "currentColor"])
def test_words_in_a_colour_s_place_load_no_table_of_names(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.base.color._named", lambda _: pytest.fail("it was looked up"))
    with pytest.raises(ValueError, match="is not a colour"):
        parse_color.__wrapped__(word)
