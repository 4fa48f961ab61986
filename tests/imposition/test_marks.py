"""Marks say where to cut, and leave no doubt for which piece."""

import pytest

from pnp.geometry.plane import Bounds, Rect
from pnp.imposition.cornermarks import corner_marks
from pnp.imposition.cutorder import cut_order
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


def numbers_of(*trims: Rect) -> list[tuple[bool, float, int]]:
    """Return the cuts of pieces with 1 mm of bleed: whether each is level, its place, its round."""
    edges = tuple(CutEdge(trim, trim.inset(-1)) for trim in trims)
    return [(cut.level, cut.at, cut.step) for cut in cut_order(edges, (), Rect(0, 0, 210, 297))]


def test_the_long_cuts_between_rows_come_first() -> None:
    row = [Rect(10 + 30 * n, y, 28, 40) for y in (10, 52) for n in range(4)]
    cuts = numbers_of(*row)
    assert [(level, at) for level, at, step in cuts if step == 1] == [
        (True, 10),
        (True, 50),
        (True, 52),
        (True, 92),
    ]
    assert {(level, step) for level, _, step in cuts} == {(True, 1), (False, 2)}
    assert len(cuts) == 4 + 2 * 8


def test_two_pieces_beside_a_longer_one_are_parted_once_it_is_cut_off() -> None:
    cuts = numbers_of(Rect(10, 10, 30, 60), Rect(50, 10, 30, 28), Rect(50, 42, 30, 28))
    assert [(at, step) for level, at, step in cuts if level and 12 < at < 68] == [(38, 2), (42, 2)]


def test_pieces_around_a_middle_have_no_cut_through_between_them() -> None:
    trims = Rect(10, 10, 40, 20), Rect(52, 10, 20, 40), Rect(32, 52, 40, 20), Rect(10, 32, 20, 40)
    edges = tuple(CutEdge(trim, trim) for trim in trims)
    cuts = cut_order(edges, (), Rect(0, 0, 210, 297))
    assert {(cut.level, cut.at) for cut in cuts if cut.through} == {
        (True, 10),
        (True, 72),
        (False, 10),
        (False, 72),
    }
    assert len([cut for cut in cuts if not cut.through]) == 8
