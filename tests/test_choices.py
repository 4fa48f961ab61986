"""What the words of the command line come to."""

import pytest

from pnp.choices import options, parse_sides
from pnp.errors import PnpError
from pnp.geometry import Sides, Size
from pnp.kit import Options

GIVEN = {
    "paper": "a4",
    "margin": "5 mm",
    "backs": "long-edge",
    "bleed": "gap",
    "gutter": "0 mm",
    "ink": "full",
}


def choose(**changed: str) -> Options:
    return options(**{**GIVEN, **changed})


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("5 mm", Sides(5, 5, 5, 5)),
        ("0.5cm", Sides(5, 5, 5, 5)),
        ("5 6 7 12 mm", Sides(5, 6, 7, 12)),
        ("5mm, 6mm, 7mm, 1.2cm", Sides(5, 6, 7, 12)),
    ],
)
def test_margins_are_one_length_or_four(text: str, sides: Sides) -> None:
    assert parse_sides(text) == pytest.approx(sides)


@pytest.mark.parametrize("text", ["", "5", "5 6 mm", "mm", "five mm", "5 6 7 8 9 mm"])
def test_other_margins_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        parse_sides(text)


def test_a_paper_of_ones_own() -> None:
    assert choose(paper="100 x 150 mm").layout.paper == Size(100, 150)


def test_an_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(PnpError, match='did you mean "letter"'):
        choose(paper="leter")


@pytest.mark.parametrize("margin", ["-5 mm", "110 mm"])
def test_margins_must_leave_room(margin: str) -> None:
    with pytest.raises(PnpError, match="margin"):
        choose(margin=margin)


def test_a_gutter_below_nothing_is_told_with_its_option() -> None:
    with pytest.raises(PnpError) as stopped:
        choose(gutter="-1 mm")
    assert str(stopped.value) == "a gutter is never below 0\n  hint: write --gutter '2 mm'"
