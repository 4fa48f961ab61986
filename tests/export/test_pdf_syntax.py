import re

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.export.pdf.syntax import LONG_PATH, matrix, number, outline, pen, precise, string
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Rect
from pnp.scene.node import Cap, Join, Solid, Stroke
from tests.pictures import colour

LENGTHS = st.floats(-1e6, 1e6, allow_nan=False)
PDF_NUMBER = re.compile(r"-?\d+(\.\d*[1-9])?")


@given(LENGTHS)
def test_a_length_is_short_and_exact_to_a_tenth_of_a_micrometre(value: float) -> None:
    text = number(value)
    assert PDF_NUMBER.fullmatch(text)
    assert float(text) == pytest.approx(value, abs=0.51e-4)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (-1e-9, "0"),
        (1e-5, "0"),
        (100, "100"),
        (2.5, "2.5"),
        (1 / 3, "0.3333"),
    ],
)
def test_lengths_as_they_are_written(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(1e-9, 1e9) | st.floats(-1e9, -1e-9))
def test_a_factor_keeps_seven_digits_however_small_it_is(value: float) -> None:
    text = precise(value)
    assert PDF_NUMBER.fullmatch(text)
    assert float(text) == pytest.approx(value, rel=1e-6)


def test_a_matrix_of_font_units_is_not_rounded_away() -> None:
    assert matrix(Affine(0.00145, 0, 0, -0.00145, 10, 1e-7)) == "0.00145 0 0 -0.00145 10 0"


def test_an_outline_is_written_operator_by_operator() -> None:
    path = Path("MLCZ", (0, 1, 2, 3, 4, 5, 6, 7, 8, 9.25))
    assert outline(path) == "0 1 m 2 3 l 4 5 6 7 8 9.25 c h"


def test_a_long_outline_is_written_the_same_way() -> None:
    count = LONG_PATH
    path = Path("M" + "L" * count, tuple(range(2 * count + 2)))
    assert outline(path).startswith("0 1 m 2 3 l")
    assert outline(path).endswith(f"{2 * count} {2 * count + 1} l")


def test_a_pen_says_everything_so_that_nothing_is_inherited() -> None:
    plain = Stroke(Solid(colour("K")), 0.25)
    fancy = Stroke(plain.paint, 1, Cap.ROUND, Join.BEVEL, 0.5, (2, 1.5), 0.75)
    assert pen(plain) == "0.25 w 0 J 0 j 4 M [] 0 d"
    assert pen(fancy) == "1 w 1 J 2 j 1 M [2 1.5] 0.75 d"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_can_be_read_back(text: str) -> None:
    assert str(pikepdf.Object.parse(string(text).encode())) == text


def test_a_plain_rectangle_is_closed() -> None:
    assert outline(Path.rect(Rect(0, 0, 2, 1))) == "0 0 m 2 0 l 2 1 l 0 1 l h"


def test_a_thin_line_is_not_rounded_to_the_thinnest_a_printer_can_draw() -> None:
    assert pen(Stroke(Solid(colour("K")), 0.00002)).startswith("0.00002 w ")


def test_dashes_without_length_are_a_solid_line() -> None:
    assert pen(Stroke(Solid(colour("K")), 1, dashes=(0, 0.00001))).endswith("[] 0 d")
