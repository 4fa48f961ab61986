import re

import pytest

from pnp.base.units import COMPONENT_SIZES, PAPERS, parse_paper, parse_size
from pnp.geometry.plane import Size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("44 x 67 mm", Size(44, 67)),
        ("44mm x 67mm", Size(44, 67)),
        ("4.4×6.7cm", Size(44, 67)),
        ("2.5 * 3.5 IN", Size(63.5, 88.9)),
        ("44 mm x 6.7 cm", Size(44, 67)),
        (" Mini-Euro ", Size(44, 67)),
    ],
)
def test_a_size_is_a_name_or_two_lengths(text: str, size: Size) -> None:
    assert parse_size(text) == pytest.approx(size)


def test_a_paper_is_a_name_or_two_lengths() -> None:
    assert parse_paper("A4") == Size(210, 297)
    assert parse_paper("a4-letter") == Size(210, 279.4)
    assert parse_paper("8.5 x 11 in") == pytest.approx(PAPERS["letter"])


@pytest.mark.parametrize("text", ["44", "44 x 67", "44 x mm", "x", "", "44 x 67 mm thick"])
def test_two_lengths_need_a_unit(text: str) -> None:
    with pytest.raises(ValueError, match=f'^"{re.escape(text)}" .*44 x 67 mm'):
        parse_size(text)


def test_a_mistyped_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(ValueError, match='"letter"'):
        parse_paper("leter")
    with pytest.raises(ValueError, match=re.escape(", ".join(sorted(COMPONENT_SIZES)))):
        parse_size("pokker")


@pytest.mark.parametrize("text", ["0 x 67 mm", "44 x 0.0 mm"])
def test_a_length_of_nothing_is_refused(text: str) -> None:
    message = f'"{text}" is not a size: both lengths must be above 0'
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse_size(text)


def test_sizes_stand_upright() -> None:
    assert all(size.width <= size.height for size in (*PAPERS.values(), *COMPONENT_SIZES.values()))


def test_the_common_paper_fits_on_both() -> None:
    common, a4, letter = PAPERS["a4-letter"], PAPERS["a4"], PAPERS["letter"]
    assert common == Size(min(a4.width, letter.width), min(a4.height, letter.height))
