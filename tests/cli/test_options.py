"""What the words of the command line come to."""

import re
from math import inf, nan
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.cli.options import options, output_folder, parse_sides
from pnp.geometry.plane import Sides, Size
from pnp.kit import Options
from tests.projects import owls, pnp

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
        ("5,6,7,12 mm", Sides(5, 6, 7, 12)),
        ("0", Sides(0, 0, 0, 0)),
        ("0 0 0 5 mm", Sides(0, 0, 0, 5)),
    ],
)
def test_margins_are_one_length_or_four(text: str, sides: Sides) -> None:
    assert parse_sides(text) == pytest.approx(sides)


@pytest.mark.parametrize("text", ["", "5", "5 6 mm", "mm", "five mm", "5 6 7 8 9 mm"])
def test_other_margins_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f'"{text.removesuffix(" mm")}')):
        parse_sides(text)


@pytest.mark.parametrize(
    ("text", "pointed"),
    [("7,5 12,7 mm", "7.5 12.7 mm"), ("5 5 5 12,7mm", "5 5 5 12.7mm"), ("2,5 mm", "2.5 mm")],
)
def test_a_decimal_comma_in_margins_is_told(text: str, pointed: str) -> None:
    with pytest.raises(ValueError, match=f"decimals have a point, as {pointed}$"):
        parse_sides(text)


def test_a_paper_of_ones_own() -> None:
    assert choose(paper="100 x 150 mm").layout.paper == Size(100, 150)


def test_an_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(PnpError, match='did you mean "letter"'):
        choose(paper="leter")


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("paper", "a5x"),
        ("margin", "5"),
        ("margin", "5 5 mm"),
        ("margin", "-5 mm"),
        ("margin", "110 mm"),
        ("gutter", "wide"),
        ("gutter", "-1 mm"),
    ],
)
def test_an_error_names_its_option(option: str, text: str) -> None:
    with pytest.raises(PnpError, match=f"^--{option}: "):
        choose(**{option: text})


@pytest.mark.parametrize("dpi", [nan, inf, -inf, 0, -300, 9.9, 1201, 1e300])
def test_a_resolution_out_of_range_is_refused(dpi: float) -> None:
    with pytest.raises(PnpError, match=f"^--dpi: {dpi:g}".replace("+", r"\+")):
        options(**GIVEN, dpi=dpi)


@pytest.mark.parametrize("gutter", ["287 mm", "300mm", "12in", "9" * 400 + " mm"])
def test_a_gutter_leaves_room_for_neighbours(gutter: str) -> None:
    with pytest.raises(PnpError, match=r"(?s)^--gutter: .* 287 mm"):
        choose(gutter=gutter)


@pytest.mark.parametrize("paper", ["99999999 x 99999999 mm", "210 x 5080.1 mm", "9" * 400 + "x1mm"])
def test_a_paper_larger_than_any_is_refused(paper: str) -> None:
    with pytest.raises(PnpError, match=r"^--paper: .* 5080 mm"):
        choose(paper=paper)


BLANK = (
    ("export", "tts", "--base-url"),
    ("export", "pdfx", "--profile"),
    ("export", "tts", "--language"),
    ("export", "tts"),
    ("build", "--language"),
    ("build", "--component", "owl", "--component"),
    ("check", "--language"),
    ("count", "--language"),
    ("texts", "--language", "de"),
    ("show", "owl", "--open", "--output"),
    ("calibrate", "--printer"),
    ("new",),
    ("customise", "halloween"),
)


@pytest.mark.parametrize("text", ["", " "])
@pytest.mark.parametrize("words", BLANK, ids=" ".join)
def test_a_value_that_is_blank_is_not_one_that_is_not_given(
    tmp_path: Path, words: tuple[str, ...], text: str
) -> None:
    before = sorted(owls(tmp_path).rglob("*"))
    found = pnp(tmp_path, *words, text)
    assert found.exit_code == 2
    option = words[-1] if words[-1].startswith("--") else ""
    assert found.output.startswith(f"error: {option}") and " is blank\n  hint: " in found.output
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("text", ["a\x1b[31m", "a\nb", "\x9b", "a\0", "\x7f", "a\u2028b"])
def test_an_output_with_control_characters_is_refused(text: str) -> None:
    with pytest.raises(PnpError, match="contains a control character"):
        output_folder(text)


def test_no_gutter_needs_no_unit() -> None:
    assert choose(gutter="0").layout.gutter == 0
