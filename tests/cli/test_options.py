"""What the words of the command line come to."""

from math import inf, nan

import pytest

from pnp.base.diagnostics import PnpError
from pnp.cli.options import options, output_folder, parse_sides
from pnp.geometry.plane import Sides, Size
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
        ("0", Sides(0, 0, 0, 0)),
        ("0 0 0 5 mm", Sides(0, 0, 0, 5)),
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


@pytest.mark.parametrize(
    ("option", "text", "told"),
    [
        ("paper", "a5x", '--paper: "a5x" is not a size: write 210 x 297 mm, or one of'),
        ("margin", "5", '--margin: "5" is not a length: write a number and mm, cm, in, pt or px'),
        ("margin", "5 5 mm", '--margin: "5 5 mm" is not a margin: write 5 mm, or 5 5 5 12 mm'),
        ("margin", "-5 mm", "--margin: a margin cannot be negative"),
        ("margin", "110 mm", "--margin: the margins leave no room on 210 x 297 mm"),
        ("gutter", "wide", '--gutter: "wide" is not a length'),
    ],
)
def test_an_error_names_its_option(option: str, text: str, told: str) -> None:
    with pytest.raises(PnpError) as stopped:
        choose(**{option: text})
    assert str(stopped.value).startswith(told)


@pytest.mark.parametrize("dpi", [nan, inf, -inf, 0, -300, 9.9, 1201, 1e300])
def test_a_resolution_out_of_range_is_refused(dpi: float) -> None:
    with pytest.raises(PnpError) as stopped:
        options(**GIVEN, dpi=dpi)
    assert str(stopped.value) == (
        f"--dpi: {dpi:g} is out of range\n  hint: choose a resolution from 10 to 1200 dpi"
    )


@pytest.mark.parametrize("gutter", ["287 mm", "300mm", "12in", "9" * 400 + " mm"])
def test_a_gutter_leaves_room_for_neighbours(gutter: str) -> None:
    with pytest.raises(PnpError) as stopped:
        choose(gutter=gutter)
    assert str(stopped.value) == (
        "--gutter: the gap is as wide as the paper\n"
        "  hint: it must be less than 287 mm, what the margins leave; write --gutter '2 mm'"
    )


@pytest.mark.parametrize("paper", ["99999999 x 99999999 mm", "210 x 5080.1 mm", "9" * 400 + "x1mm"])
def test_a_paper_larger_than_any_is_refused(paper: str) -> None:
    with pytest.raises(PnpError, match="is too large: a side can be 5080 mm at most"):
        choose(paper=paper)


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_an_output_that_names_nothing_is_refused(text: str) -> None:
    with pytest.raises(PnpError) as stopped:
        output_folder(text)
    assert str(stopped.value) == (
        "--output: no folder is named\n"
        "  hint: write --output kits, or --output . for the folder you are in"
    )


@pytest.mark.parametrize("text", ["a\x1b[31m", "a\nb", "\x9b", "a\0", "\x7f", "a\u2028b"])
def test_an_output_with_control_characters_is_refused(text: str) -> None:
    with pytest.raises(PnpError, match="contains a control character"):
        output_folder(text)


def test_no_gutter_needs_no_unit() -> None:
    assert choose(gutter="0").layout.gutter == 0


def test_a_gutter_below_nothing_is_told_with_its_option() -> None:
    with pytest.raises(PnpError) as stopped:
        choose(gutter="-1 mm")
    assert str(stopped.value) == "--gutter: a gap cannot be negative\n  hint: write --gutter '2 mm'"
