import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.geometry.path import Path, filling
from pnp.geometry.plane import Affine, Rect
from pnp.svg.pathdata import parse_path

NOTHING = Path("", ())

LINES = {
    "a line": "M1 1 L9 4",
    "a point": "M1 1",
    "a point drawn twice": "M1 1 L1 1 Z",
    "three points in a row": "M0.1 0.1 L0.3 0.3 L0.7 0.7 Z",
    "there and back, and beyond": "M1 1 H9 H-3 H4 Z",
    "a curve whose points are in a row": "M1 1 C3 2 5 3 9 5",
    "a loop in a row": "M1 1 C9 1 -9 1 1 1 Z",
    "a corner, there and back": "m1.1 1.3 h7.3 v7.7 v-7.7 z",
    "a curve, there and back": "M1 1 C3 4 5 4 9 1 C5 4 3 4 1 1",
    "a tree of lines": "M0 0 L5 0 L5 5 L5 0 L9 0 L9 -4 L9 0 L5 0 Z",
    "a line far from the origin": "M4000 4000 l0.1 0.1 l0.1 0.1 l0.1 0.1",
}

AREAS = {
    "a triangle": "M0 0 L4 0 L4 4",
    "a thin one": "M0 0 L400 0 L400 0.01",
    "a curve": "M0 0 C2 3 4 3 6 0",
    "a loop": "M0 0 C9 3 -3 3 0 0",
    "a figure of eight, whose halves have the same area": "M0 0 L4 4 L4 0 L0 4 Z",
    "a small one": "M0 0 h1e-5 v1e-5 z",
    "twice the same way": "M0 0 L4 0 L4 4 L0 0 L4 0 L4 4 Z",
    "a square": "M0 0 H4 V4 H0 Z",
}


@pytest.mark.parametrize("data", LINES.values(), ids=LINES)
def test_what_encloses_nothing_is_not_filled(data: str) -> None:
    assert filling(parse_path(data)) == NOTHING


@pytest.mark.parametrize("data", AREAS.values(), ids=AREAS)
def test_what_encloses_something_stays_the_same_object(data: str) -> None:
    path = parse_path(data)
    assert filling(path) is path


def test_of_several_parts_those_that_enclose_something_are_filled() -> None:
    path = parse_path("M0 9 H9 M0 0 H4 V4 Z M7 7 L8 8 Z M5 5 H6 V6 Z")
    assert filling(path) == parse_path("M0 0 H4 V4 Z M5 5 H6 V6 Z")
    whole = parse_path("M0 0 H4 V4 Z M5 5 H6 V6 Z")
    assert filling(whole) is whole
    equal = Path(whole.ops, (*whole.coords[:2], *whole.coords[2:]))
    assert filling(equal) is equal  # an outline that is filled and stroked stays one


PLACES = st.builds(
    lambda scale, turn, x, y: Affine.move(x, y) @ Affine.turn(turn) @ Affine.scale(scale),
    st.sampled_from([1e-3, 1, 100]), st.floats(0, 360), st.floats(-500, 500), st.floats(-500, 500),
)  # fmt: skip


@given(PLACES, st.lists(st.floats(0, 1), min_size=1, max_size=6))
@example(Affine(1e-3, 0, 0, 1e-3, 22, 24.21135560266356), [0, 0, 1 / 64])
def test_a_line_is_none_the_wider_wherever_it_is_put(place: Affine, along: list[float]) -> None:
    line = Path("M" + "L" * len(along), (0, 0, *(c for x in along for c in (x * 10, 0))))
    assert filling(line.placed(place)) == NOTHING


@given(PLACES)
def test_a_square_is_filled_wherever_it_is_put(place: Affine) -> None:
    square = Path.rect(Rect(0, 0, 1, 1)).placed(place)
    assert filling(square) is square
