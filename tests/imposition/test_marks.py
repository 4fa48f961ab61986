"""Marks say where to cut, and leave no doubt for which piece."""

import pytest

from pnp.geometry.plane import Rect
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
