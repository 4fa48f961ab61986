from collections.abc import Iterable
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.path import POINTS_OF, Path
from pnp.geometry.plane import Affine, Bounds, Point, Rect
from pnp.geometry.polygon import distance, polygon


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


def test_strokes_are_lines_and_curves_each_with_the_one_that_closes() -> None:
    triangle = Path("MLLZ", (0, 0, 4, 0, 4, 3))
    curve = Path("MC", (9, 9, 8, 7, 6, 5, 4, 3))
    ended = Path("MLLZ", (0, 0, 1, 0, 0, 0))  # closed where it ends already
    assert list((triangle + curve + ended).strokes()) == [
        Path.line((0, 0), (4, 0)),
        Path.line((4, 0), (4, 3)),
        Path.line((4, 3), (0, 0)),
        curve,
        Path.line((0, 0), (1, 0)),
        Path.line((1, 0), (0, 0)),
    ]


def test_subpaths_begin_with_a_move() -> None:
    one, other = Path.rect(Rect(0, 0, 1, 1)), Path.ellipse((5, 5), 2, 1)
    assert (one + other).subpaths() == [one, other]
    assert Path("", ()).subpaths() == []


@given(st.lists(st.floats(-99, 99), min_size=8, max_size=8), st.sampled_from([0.002, 0.1, 5]))
def test_fewer_lines_are_as_near_to_a_curve_as_asked_for(
    coords: list[float], accuracy: float
) -> None:
    curve = Path("MC", tuple(coords))
    lines = curve.chords(2000, accuracy)
    outline = (polygon(lines),)
    assert len(lines) < 2001
    assert all(distance(outline, point) < accuracy + 1e-9 for point in curve.chords(50))


def test_chords_follow_a_curve_from_corner_to_corner() -> None:
    path = Path("MLCZ", (0, 0, 4, 0, 4, 4, 4, 4, 0, 4))
    assert path.chords(2) == [(0, 0), (4, 0), (3.5, 3.5), (0, 4)]


NUMBERS = st.floats(-9, 9)


def _is_in(box: Bounds, x: float, y: float) -> bool:
    return box.left <= x <= box.right and box.top <= y <= box.bottom


@st.composite
def outlines(draw: st.DrawFn) -> Path:
    """Return an outline of one or two subpaths, closed or open."""
    parts = draw(st.lists(st.text("LC", min_size=1, max_size=5), min_size=1, max_size=2))
    ops = "".join("M" + part + draw(st.sampled_from(("", "Z"))) for part in parts)
    count = 2 * sum(POINTS_OF[op] for op in ops)
    return Path(ops, tuple(draw(st.lists(NUMBERS, min_size=count, max_size=count))))


@given(outlines(), NUMBERS, NUMBERS)
def test_chains_have_all_lines_with_both_ends_in_a_box(path: Path, x: float, y: float) -> None:
    box = Bounds(x, y, x + 4, y + 3)

    def inside(corners: Iterable[tuple[float, float]]) -> list[tuple[tuple[float, float], ...]]:
        return [pair for pair in pairwise(corners) if all(_is_in(box, *at) for at in pair)]

    whole = [
        pair
        for part in path.subpaths()
        for pair in inside([*part.chords(4), *part.chords(4)[: part.ops.endswith("Z")]])
    ]
    chains = list(path.chains(4, [Bounds(90, 90, 91, 91), box]))
    assert [pair for chain in chains for pair in inside(chain)] == whole
    assert not list(path.chains(4, [Bounds(90, 90, 91, 91)]))
