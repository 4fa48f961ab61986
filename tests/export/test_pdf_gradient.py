"""Gradients that SVG allows and a PDF would refuse or draw otherwise."""

import pytest

from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.node import Linear, Paint, Radial, Shape, SpreadMethod, Stop, Stroke
from tests.pictures import colour, page_of, paint, pdf_letters

RED, BLUE = Stop(0, colour("R")), Stop(1, colour("B"))
ORIGIN = Point(0, 0)


def letters(fill: Paint, stroke: Stroke | None = None) -> str:
    """Return the letters of a row of six that is filled with a paint."""
    row = Shape(Path.rect(Rect(0, 0, 6, 1)), fill, stroke)
    (found,) = pdf_letters(page_of([row], 6, 1))
    return found


@pytest.mark.parametrize(
    "fill",
    [
        Linear(ORIGIN, ORIGIN, (RED, BLUE)),
        Linear(ORIGIN, Point(6, 0), (RED, BLUE), place=Affine.scale(0)),
        Linear(ORIGIN, Point(6, 0), (BLUE,)),
        Radial(ORIGIN, 0, ORIGIN, 0, (RED, BLUE)),
        Linear(ORIGIN, ORIGIN, (RED, BLUE), SpreadMethod.REPEAT),
    ],
    ids=["no length", "flattened", "one stop", "no radius", "no period"],
)
def test_a_gradient_without_extent_is_its_last_colour(fill: Paint) -> None:
    assert letters(fill) == "BBBBBB"


def test_a_gradient_without_stops_is_clear_and_leaves_the_line() -> None:
    assert letters(Linear(ORIGIN, Point(6, 0), ())) == "______"
    line = Stroke(paint("R"), 1)
    assert letters(Linear(ORIGIN, Point(6, 0), ()), line) == "RRRRRR"


def test_stops_at_one_place_make_a_step_and_the_ends_go_on() -> None:
    stops = tuple(
        Stop(at, colour(letter))
        for at, letter in [(0.25, "R"), (0.5, "R"), (0.5, "G"), (0.5, "B"), (0.75, "B")]
    )
    assert letters(Linear(ORIGIN, Point(6, 0), stops)) == "RRRBBB"


@pytest.mark.parametrize(
    ("offsets", "drawn"), [((0, 0), "RRBBBB"), ((1, 1), "RRRRBB"), ((0, 0, 1, 1), "RRGGBB")]
)
def test_a_step_at_an_end_leaves_the_colour_beyond_it(offsets: tuple[int, ...], drawn: str) -> None:
    found = "RGGB" if len(offsets) == 4 else "RB"
    stops = tuple(Stop(at, colour(letter)) for at, letter in zip(offsets, found, strict=True))
    assert letters(Linear(Point(2, 0), Point(4, 0), stops)) == drawn


def test_a_step_in_the_middle_of_a_circle_leaves_no_dot() -> None:
    stops = Stop(0, colour("R")), Stop(0, colour("B")), Stop(1, colour("B"))
    center = Point(0.5, 0.5)
    assert letters(Radial(center, 8, center, 0, stops)) == "BBBBBB"


def test_a_gradient_repeats_before_its_start_and_after_its_end() -> None:
    half = Stop(0.5, colour("R")), Stop(0.5, colour("B"))
    fill = Linear(Point(2, 0), Point(4, 0), (RED, *half, BLUE), SpreadMethod.REPEAT)
    assert letters(fill) == "RBRBRB"


def test_a_radial_gradient_is_reflected_ring_by_ring() -> None:
    half = Stop(0.5, colour("R")), Stop(0.5, colour("B"))
    center = Point(0, 0.5)
    fill = Radial(center, 2, center, 0, (RED, *half, BLUE), SpreadMethod.REFLECT)
    assert letters(fill) == "RBBRRB"


@pytest.mark.parametrize(
    ("spread", "shown"),
    [
        (SpreadMethod.REPEAT, "RBRBRB"),
        (SpreadMethod.REFLECT, "BRRBBR"),
        (SpreadMethod.PAD, "RRRBBB"),
    ],
)
def test_rings_go_on_inside_the_focus(spread: SpreadMethod, shown: str) -> None:
    half = Stop(0.5, colour("R")), Stop(0.5, colour("B"))
    center = Point(0, 0.5)
    fill = Radial(center, 4, center, 2, (RED, *half, BLUE), spread)
    assert letters(fill) == shown


def test_a_gradient_finer_than_print_is_still_drawn() -> None:
    fill = Linear(ORIGIN, Point(1e-7, 0), (RED, BLUE), SpreadMethod.REPEAT)
    assert "_" not in letters(fill)
