"""Marks say where to cut, and leave no doubt for which piece."""

import pytest

from pnp.geometry.plane import Bounds, Rect
from pnp.imposition.cornermarks import corner_marks
from pnp.imposition.marks import CutEdge, crop_marks

AREA = Rect(5, 5, 200, 287)


def lines(*windows: Rect) -> list[tuple[float, ...]]:
    """Return the marks of pieces with 2 mm of bleed, as x, y, x, y, upright ones only."""
    edges = tuple(CutEdge(window.inset(2), window) for window in windows)
    (shape,) = crop_marks(edges, windows, AREA)
    ends = [part.coords for part in shape.path.subpaths()]
    return sorted(end for end in ends if end[0] == end[2])


def test_marks_between_two_blocks_keep_to_their_own_half() -> None:
    upper, lower = Rect(20, 20, 40, 30), Rect(21, 53, 50, 30)
    between = [line for line in lines(upper, lower) if line[1] >= 50 and line[3] <= 53]
    assert between == [
        pytest.approx((22, 50, 22, 51.5)),
        pytest.approx((23, 51.5, 23, 53)),
        pytest.approx((58, 50, 58, 51.5)),
    ]


def test_a_mark_in_a_narrow_gap_is_long_enough_to_be_seen() -> None:
    upper, lower = Rect(20, 20, 40, 30), Rect(20, 51.2, 40, 30)
    assert pytest.approx((22, 50, 22, 51)) in lines(upper, lower)


def test_a_mark_with_room_is_four_millimetres_long() -> None:
    assert pytest.approx((22, 50, 22, 54)) in lines(Rect(20, 20, 40, 30))


def corner_lines(*edges: CutEdge) -> list[set[tuple[float, ...]]]:
    """The lines of each stroke: white, black; then those on edges."""
    (group,) = corner_marks(edges)
    return [{part.coords for part in shape.path.subpaths()} for shape in group.nodes]


def test_each_corner_keeps_its_marks_beside_the_piece_whatever_is_cut_first() -> None:
    trim, window = Rect(20, 30, 40, 60), Rect(18, 28, 44, 64)
    white, black = corner_lines(CutEdge(trim, window))
    assert white == black
    assert len(black) == 8
    off = 0.175
    assert any(line == pytest.approx((20 - off, 30, 20 - off, 33)) for line in black)
    assert any(line == pytest.approx((60 + off, 90, 60 + off, 87)) for line in black)
    assert any(line == pytest.approx((60, 90 + off, 57, 90 + off)) for line in black)


def test_marks_at_corners_are_never_on_the_piece_and_never_past_what_is_cut_away() -> None:
    trim, window = Rect(20, 30, 40, 60), Rect(19.65, 29.65, 40.7, 60.7)
    (group,) = corner_marks((CutEdge(trim, window),))
    for shape in group.nodes:
        box = Bounds.hull(shape.path.coords).grown(shape.stroke.width / 2).rect
        assert window.contains(box.intersection(Rect(0, 0, 200, 200)) or box, 0.08)
    middle = trim.inset(0.01)
    for shape in group.nodes:
        for part in shape.path.subpaths():
            assert not Bounds.hull(part.coords).rect.intersection(middle)


def test_a_small_piece_keeps_half_of_each_edge_free() -> None:
    _, black = corner_lines(CutEdge(Rect(20, 30, 8, 8), Rect(18, 28, 12, 12)))
    assert {round(abs(y2 - y1), 6) for _, y1, _, y2 in black} == {0, 2}


def test_pieces_that_touch_have_short_marks_on_their_common_edge_once() -> None:
    left, right = Rect(20, 30, 40, 60), Rect(60, 30, 40, 60)
    edges = CutEdge(left, Rect(18, 28, 42, 64)), CutEdge(right, Rect(60, 28, 42, 64))
    _, _, white, black = corner_lines(*edges)
    assert white == black == {(60, 30, 60, 31), (60, 90, 60, 89)}
