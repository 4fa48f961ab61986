import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.units import PAPERS
from pnp.geometry.plane import Affine, Point, Rect, Sides, Size
from pnp.imposition.sheet import (
    Backs,
    FlipAxis,
    mirror_of,
    printable_on_both,
    rect_behind,
    slot_behind,
)
from pnp.scene.page import Slot
from tests.make import A4

TURNS = [Backs.LONG_EDGE, Backs.SHORT_EDGE]
SLOT = Slot(Point(10, 20), Size(44, 67))


@pytest.mark.parametrize(
    ("paper", "backs", "at", "turn"),
    [
        (A4, Backs.LONG_EDGE, (210 - 10 - 44, 20), 0),
        (A4, Backs.SHORT_EDGE, (10, 297 - 20 - 67), 180),
        (A4.turned, Backs.LONG_EDGE, (10, 210 - 20 - 67), 180),
        (A4.turned, Backs.SHORT_EDGE, (297 - 10 - 44, 20), 0),
    ],
)
def test_a_back_lies_where_the_turning_edge_puts_it(paper, backs, at, turn):
    back = slot_behind(SLOT, paper, mirror_of(paper, backs))
    assert (back.at, back.turn) == (at, turn)


def test_a_turned_face_has_its_back_turned_the_other_way():
    turned = Slot(Point(10, 20), Size(44, 67), 90)
    assert slot_behind(turned, A4, FlipAxis.SIDEWAYS).turn == 270
    assert slot_behind(turned, A4, FlipAxis.OVER).turn == 90


@given(
    st.floats(0, 100),
    st.floats(0, 100),
    st.sampled_from([0, 90, 180, 270]),
    st.sampled_from(sorted(PAPERS.values())),
    st.sampled_from(TURNS),
)
def test_turning_the_paper_twice_is_nothing(x, y, turn, paper, backs):
    slot = Slot(Point(x, y), Size(44, 67), turn)
    mirror = mirror_of(paper, backs)
    again = slot_behind(slot_behind(slot, paper, mirror), paper, mirror)
    assert again.rect == pytest.approx(slot.rect)
    assert again.turn == slot.turn


def test_a_wide_margin_counts_on_both_sides_of_the_mirrored_axis_only():
    margins = Sides(left=3, top=4, right=15, bottom=16)
    assert printable_on_both(A4, margins, None) == Rect(3, 4, 192, 277)
    assert printable_on_both(A4, margins, FlipAxis.SIDEWAYS) == Rect(15, 4, 180, 277)
    assert printable_on_both(A4, margins, FlipAxis.OVER) == Rect(3, 16, 192, 265)


CORRECTIONS = st.builds(
    lambda x, y, turn: Affine.move(x, y) @ Affine.turn(turn, Point(105, 148)),
    *[st.floats(-8, 8), st.floats(-8, 8), st.floats(-0.5, 0.5)],
)


@given(
    st.tuples(*[st.floats(0, 30)] * 4),
    st.sampled_from(sorted(PAPERS.values())),
    st.sampled_from(TURNS),
    CORRECTIONS,
)
def test_what_is_moved_for_a_printer_stays_inside_its_margins(margins, paper, backs, correction):
    mirror = mirror_of(paper, backs)
    printable = Rect.of(paper).inset(Sides(*margins))
    area = printable_on_both(paper, Sides(*margins), mirror, correction)
    assert printable.contains(area, 0.001)
    assert printable.contains(correction.box(rect_behind(area, paper, mirror)), 0.001)


def test_a_correction_takes_no_more_room_than_it_moves():
    margins = Sides(5, 5, 5, 5)
    area = printable_on_both(A4, margins, FlipAxis.SIDEWAYS, Affine.move(-2, 1.5))
    assert area == pytest.approx(Rect(5, 5, 198, 285.5))


@given(
    st.tuples(*[st.floats(0, 30)] * 4),
    st.sampled_from(sorted(PAPERS.values())),
    st.sampled_from(TURNS),
)
def test_what_can_be_printed_on_the_front_can_be_printed_behind_it(margins, paper, backs):
    mirror = mirror_of(paper, backs)
    area = printable_on_both(paper, Sides(*margins), mirror)
    assert Rect.of(paper).inset(Sides(*margins)).contains(rect_behind(area, paper, mirror))
