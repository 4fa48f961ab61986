import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.units import MM_PER_UNIT, parse_length, pixels


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [
        ("44 mm", 44),
        ("  4.4cm ", 44),
        ("2.5in", 63.5),
        ("72pt", 25.4),
        ("96 px", 25.4),
        (".5 mm", 0.5),
        ("3. mm", 3),
        ("-3 mm", -3),
        ("+3 mm", 3),
    ],
)
def test_a_length_is_millimetres(text: str, millimetres: float) -> None:
    assert parse_length(text) == pytest.approx(millimetres)


@pytest.mark.parametrize(
    "text", ["44", "mm", "", "44 furlongs", "4 4 mm", "1e3 mm", "44 mm mm", "nan mm"]
)
def test_a_length_needs_a_number_and_a_unit(text: str) -> None:
    with pytest.raises(ValueError, match=f'^"{re.escape(text)}" is not a length'):
        parse_length(text)


@given(st.integers(-1000, 1000), st.sampled_from(sorted(MM_PER_UNIT)))
def test_units_keep_their_ratios(count: int, unit: str) -> None:
    assert parse_length(f"{count} {unit}") == pytest.approx(count * parse_length(f"1 {unit}"))


@pytest.mark.parametrize(
    ("length", "dpi", "count"), [(25.4, 300, 300), (63, 300, 744), (0.001, 72, 1)]
)
def test_a_length_takes_whole_pixels(length: float, dpi: float, count: int) -> None:
    assert pixels(length, dpi) == count
