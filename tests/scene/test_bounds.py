import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.path import POINTS_OF, Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.scene.bounds import path_bounds, union

LENGTH = st.floats(-300, 300, allow_nan=False)
FACTOR = st.floats(-4, 4, allow_nan=False)
MAPS = st.builds(Affine, FACTOR, FACTOR, FACTOR, FACTOR, LENGTH, LENGTH)


@st.composite
def paths(draw: st.DrawFn) -> Path:
    """Draw an outline of several runs, some closed, as a template's would be."""
    runs = draw(
        st.lists(st.tuples(st.text("LC", max_size=4), st.sampled_from(["", "Z"])), min_size=1)
    )
    ops = "".join(f"M{middle}{end}" for middle, end in runs)
    count = 2 * sum(POINTS_OF[op] for op in ops)
    return Path(ops, tuple(draw(st.lists(LENGTH, min_size=count, max_size=count))))


def samples(path: Path) -> list[Point]:
    """Return points on the outline: ends, and nine along each curve."""
    found, pen = [], Point(0, 0)
    for op, coords in path.segments():
        if op == "C":
            found += [_on_curve((*pen, *coords), step / 10) for step in range(1, 10)]
        if coords:
            pen = Point(*coords[-2:])
            found.append(pen)
    return found


def _on_curve(coords: tuple[float, ...], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    x, y = (sum(w * v for w, v in zip(weights, coords[i::2], strict=True)) for i in (0, 1))
    return Point(x, y)


@given(paths(), MAPS)
def test_a_box_holds_every_point_of_the_outline(path: Path, place: Affine) -> None:
    box = path_bounds(path, place)
    assert box is not None
    for point in samples(path):
        assert box.contains(Rect.of(Size(0, 0), place.apply(*point)), slack=1e-5)


@given(paths())
def test_a_box_is_no_larger_than_the_control_points(path: Path) -> None:
    box, points = path_bounds(path), path.points()
    hull = union(Rect(point.x, point.y, 0, 0) for point in points)
    assert box is not None
    assert hull is not None
    assert hull.contains(box, slack=1e-5)


def test_a_curve_fills_its_box_exactly() -> None:
    assert path_bounds(Path.ellipse((5, 5), 3, 2)) == pytest.approx(Rect(2, 3, 6, 4))
    arch = Path("MC", (0, 0, 0, -4, 6, -4, 6, 0))
    assert path_bounds(arch) == pytest.approx(Rect(0, -3, 6, 3))


def test_a_curve_after_a_closed_run_begins_where_the_run_began() -> None:
    path = Path("MLLZC", (0, 0, 9, 9, 6, 9, 0, -4, 6, -4, 6, 0))
    assert path_bounds(path) == pytest.approx(Rect(0, -3, 9, 12))


def test_a_turned_outline_has_the_box_of_where_it_lies() -> None:
    turned = path_bounds(Path.ellipse((0, 0), 2, 2), Affine.turn(45))
    assert turned == pytest.approx(Rect(-2, -2, 4, 4), abs=2e-3)


def test_nothing_has_no_box() -> None:
    assert path_bounds(Path("", ()), IDENTITY) is None
    assert union([]) is None
    assert union([None, Rect(1, 1, 2, 2), None, Rect(4, 0, 1, 1)]) == Rect(1, 0, 4, 3)
