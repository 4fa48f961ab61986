from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds, Point, Rect, Sides, Size

LENGTH = st.floats(-500, 500, allow_nan=False)
SPAN = st.floats(0.5, 500)
POINTS = st.builds(Point, LENGTH, LENGTH)
RECTS = st.builds(Rect, LENGTH, LENGTH, SPAN, SPAN)
FACTOR = st.floats(-8, 8, allow_nan=False)
STRETCH = st.floats(0.1, 8)
MAPS = st.builds(Affine, FACTOR, FACTOR, FACTOR, FACTOR, LENGTH, LENGTH)


def near(point: tuple[float, ...]) -> object:
    return pytest.approx(point, rel=1e-6, abs=1e-6)


def test_a_size_turns_and_says_itself() -> None:
    assert Size(44, 67).turned == Size(67, 44)
    assert str(Size(63.5, 88.9)) == "63.5 x 88.9 mm"


def test_a_rectangle_knows_its_edges_and_middle() -> None:
    rect = Rect.of(Size(4, 6), at=Point(1, 2))
    assert (rect.x, rect.y, rect.right, rect.bottom) == (1, 2, 5, 8)
    assert rect.size == Size(4, 6)
    assert rect.center == Point(3, 5)


def test_each_side_is_inset_by_its_own_length() -> None:
    assert Rect(0, 0, 10, 10).inset(Sides(left=1, top=2, right=3, bottom=4)) == Rect(1, 2, 6, 4)
    assert Rect(0, 0, 10, 10).inset(-3) == Rect(-3, -3, 16, 16)


def test_rectangles_overlap_or_touch() -> None:
    assert Rect(0, 0, 4, 4).intersection(Rect(2, 3, 9, 9)) == Rect(2, 3, 2, 1)
    assert Rect(0, 0, 4, 4).intersection(Rect(4, 0, 4, 4)) is None
    assert Rect(0, 0, 4, 4).intersection(Rect(9, 0, 4, 4)) is None


@given(RECTS, RECTS)
def test_a_union_contains_both(one: Rect, other: Rect) -> None:
    union = one.union(other)
    assert union == other.union(one)
    assert union.contains(one)
    assert union.contains(other)


@given(RECTS, RECTS)
def test_both_contain_their_intersection(one: Rect, other: Rect) -> None:
    both = one.intersection(other)
    if both is None:
        gaps = one.x - other.right, other.x - one.right, one.y - other.bottom, other.y - one.bottom
        assert max(gaps) >= 0
    else:
        assert one.contains(both)
        assert other.contains(both)


def test_a_rectangle_that_sticks_out_is_not_contained() -> None:
    assert not Rect(0, 0, 4, 4).contains(Rect(1, 1, 4, 1))
    assert Rect(0, 0, 4, 4).contains(Rect(0, 0, 4.1, 4), slack=0.2)


@pytest.mark.parametrize(
    ("degrees", "to"),
    [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (270, (0, -1)), (-90, (0, -1)), (450, (0, 1))],
)
def test_a_quarter_turn_is_clockwise_and_exact(degrees: float, to: tuple[float, float]) -> None:
    assert Affine.turn(degrees).apply(1, 0) == to


def test_a_turn_about_a_point_leaves_the_point() -> None:
    assert Affine.turn(33, about=Point(5, 7)).apply(5, 7) == near((5, 7))


def test_the_inner_map_comes_first() -> None:
    assert (Affine.move(10, 0) @ Affine.scale(2)).apply(1, 1) == (12, 2)
    assert (Affine.scale(2) @ Affine.move(10, 0)).apply(1, 1) == (22, 2)


@given(MAPS, MAPS, POINTS)
def test_two_maps_in_one_are_the_two_in_a_row(outer: Affine, inner: Affine, point: Point) -> None:
    assert (outer @ inner).apply(*point) == near(outer.apply(*inner.apply(*point)))


@given(st.floats(-360, 360), STRETCH, STRETCH, FACTOR, POINTS, POINTS)
def test_an_inverse_leads_back(
    degrees: float, across: float, down: float, slant: float, about: Point, point: Point
) -> None:
    place = Affine.turn(degrees, about) @ Affine(c=slant) @ Affine.scale(across, -down)
    assert place.inverse().apply(*place.apply(*point)) == near(point)
    assert place @ place.inverse() == near(IDENTITY)


def test_a_map_that_flattens_has_no_inverse() -> None:
    with pytest.raises(ZeroDivisionError):
        Affine.scale(1, 0).inverse()


@given(MAPS, RECTS, st.floats(0, 1), st.floats(0, 1))
def test_a_box_holds_the_image_of_every_point(
    place: Affine, rect: Rect, u: float, v: float
) -> None:
    point = place.apply(rect.x + u * rect.width, rect.y + v * rect.height)
    assert place.box(rect).contains(Rect.of(Size(0, 0), point), slack=1e-3)


@given(MAPS)
def test_a_determinant_tells_mirrors_apart(place: Affine) -> None:
    mirrored = place @ Affine.scale(-1, 1)
    assert mirrored.determinant == pytest.approx(-place.determinant)


@given(st.floats(0.1, 9), st.floats(-360, 360))
def test_stretch_is_the_scale_of_a_length(scale: float, degrees: float) -> None:
    place = Affine.turn(degrees) @ Affine.scale(scale)
    x, y = place.apply(3, 4)
    assert place.stretch == pytest.approx(hypot(x, y) / 5)


@given(RECTS)
def test_bounds_and_rectangles_convert_both_ways(rect: Rect) -> None:
    assert Bounds.of(rect).rect == near(rect)


@given(RECTS, MAPS)
def test_both_boxes_move_alike(rect: Rect, place: Affine) -> None:
    assert Bounds.of(rect).placed(place).rect == near(place.box(rect))


def test_a_hull_of_turned_points_is_no_larger_than_they_are() -> None:
    diamond = (0, -1, 1, 0, 0, 1, -1, 0)
    turned = Bounds.hull(diamond, Affine.turn(45))
    assert turned == near((-(0.5**0.5), -(0.5**0.5), 0.5**0.5, 0.5**0.5))
    assert Bounds.hull(()) is NOWHERE
    assert Bounds.around([NOWHERE, Bounds.at(Point(1, 2))]) == Bounds(1, 2, 1, 2)
