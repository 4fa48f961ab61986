from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect


def test_a_polygon_is_closed() -> None:
    assert Path.polygon([(0, 0), (2, 0), (1, 2)]) == Path("MLLZ", (0, 0, 2, 0, 1, 2))


def test_a_line_is_open() -> None:
    assert Path.line((0, 1), (2, 3)) == Path("ML", (0, 1, 2, 3))


def test_a_rectangle_runs_clockwise_from_the_top_left() -> None:
    assert Path.rect(Rect(1, 2, 3, 4)).points() == [(1, 2), (4, 2), (4, 6), (1, 6)]


def test_a_rounded_rectangle_has_four_lines_and_four_curves() -> None:
    path = Path.rect(Rect(0, 0, 10, 8), radius=2)
    assert path.ops == "MLCLCLCLCZ"
    assert path.coords[:4] == (2, 0, 8, 0)


def test_a_radius_is_at_most_half_of_the_shorter_side() -> None:
    assert Path.rect(Rect(0, 0, 10, 8), radius=99) == Path.rect(Rect(0, 0, 10, 8), radius=4)


@given(st.floats(0.1, 99), st.floats(0, 1))
def test_a_corner_is_round_to_a_thousandth(radius: float, t: float) -> None:
    _, start = next(Path.ellipse((0, 0), radius, radius).segments())
    curves = [coords for op, coords in Path.ellipse((0, 0), radius, radius).segments() if op == "C"]
    p0, (x1, y1, x2, y2, x3, y3) = start, curves[0]
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x = sum(w * v for w, v in zip(weights, (p0[0], x1, x2, x3), strict=True))
    y = sum(w * v for w, v in zip(weights, (p0[1], y1, y2, y3), strict=True))
    assert hypot(x, y) == pytest.approx(radius, rel=1e-3)


def test_outlines_are_added_and_nothing_else() -> None:
    one, other = Path.line((0, 0), (1, 1)), Path.line((2, 2), (3, 3))
    assert one + other == Path("MLML", (0, 0, 1, 1, 2, 2, 3, 3))
    with pytest.raises(TypeError):
        one + "M"  # type: ignore[operator]


def test_a_placed_outline_goes_through_the_map() -> None:
    placed = Path.line((0, 0), (1, 0)).placed(Affine.turn(90, about=Point(0, 5)))
    assert placed.points() == [(5, 5), (5, 6)]


def test_segments_carry_their_coordinates() -> None:
    path = Path("MLCZ", (0, 0, 1, 1, 2, 2, 3, 3, 4, 4))
    assert list(path.segments()) == [
        ("M", (0, 0)),
        ("L", (1, 1)),
        ("C", (2, 2, 3, 3, 4, 4)),
        ("Z", ()),
    ]


def test_subpaths_begin_with_a_move() -> None:
    one, other = Path.rect(Rect(0, 0, 1, 1)), Path.ellipse((5, 5), 2, 1)
    assert (one + other).subpaths() == [one, other]
    assert Path("", ()).subpaths() == []
