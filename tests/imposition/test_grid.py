import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.units import COMPONENT_SIZES, PAPERS
from pnp.geometry.plane import Rect, Sides, Size
from pnp.imposition.grid import MARK_SHORTEST, GridFrame, bleed_kept, frame_for, largest_grid
from pnp.imposition.sheet import Backs, Bleed, Layout
from tests.make import A4, LETTER, layout

POKER = Size(63.5, 88.9)
MINI_US = Size(41, 63)
MINI_EURO = Size(44, 68)
BRIDGE = Size(57.15, 88.9)
STANDARD = Size(63, 88)
TAROT = Size(70, 120)


def framed(chosen: Layout, trim: Size, copies: int, bleed: float = 3) -> GridFrame | None:
    return frame_for(chosen, Backs.NONE, trim, bleed=bleed, copies=copies)


def places(paper: Size, trim: Size, bleed: float) -> int:
    grid = largest_grid(Rect.of(paper).inset(5), trim, outer=bleed, between=2 * bleed)
    return grid.places if grid else 0


# How many cards with their bleed fit inside margins of 5 mm: computed apart from this program.
@pytest.mark.parametrize(
    ("trim", "paper", "counts"),
    [
        (POKER, A4, (9, 8, 8, 8)),
        (POKER, LETTER, (9, 6, 6, 6)),
        (STANDARD, LETTER, (9, 8, 6, 6)),
        (BRIDGE, A4, (10, 9, 9, 9)),
        (BRIDGE, LETTER, (9, 8, 8, 8)),
        (MINI_US, A4, (21, 16, 16, 16)),
        (MINI_US, LETTER, (20, 16, 12, 12)),
        (MINI_EURO, A4, (16, 12, 12, 10)),
        (MINI_EURO, LETTER, (18, 12, 12, 12)),
        (TAROT, A4, (4, 4, 4, 4)),
        (TAROT, LETTER, (4, 4, 4, 4)),
    ],
)
def test_known_numbers_of_cards_fit(trim, paper, counts):
    assert tuple(places(paper, trim, bleed) for bleed in (0, 2, 3, 3.175)) == counts


@pytest.mark.parametrize(
    ("trim", "paper", "bleed", "style", "count"),
    [
        (POKER, A4, 3.0, Bleed.BUTT, 9),
        (POKER, LETTER, 3.0, Bleed.BUTT, 9),
        (POKER, A4, 2.0, Bleed.GAP, 8),
        (POKER, LETTER, 2.0, Bleed.GAP, 6),
        (Size(44, 67), A4, 3.0, Bleed.GAP, 10),
        (Size(44, 67), A4, 2.0, Bleed.GAP, 12),
        (Size(44, 67), LETTER, 3.0, Bleed.GAP, 12),
        (Size(44, 67), A4, 3.0, Bleed.BUTT, 16),
        (Size(16, 16), A4, 3.0, Bleed.GAP, 108),
    ],
)
def test_known_numbers_fit_with_room_for_marks_and_label(trim, paper, bleed, style, count):
    frame = framed(layout(paper, bleed=style), trim, 5400, bleed)
    assert frame.grid.places == count


def test_slots_run_row_by_row_from_the_top_left():
    grid = largest_grid(Rect(0, 0, 30, 20), Size(10, 10), outer=0, between=0)
    assert [slot.at for slot in grid.slots] == [
        (0, 0),
        (10, 0),
        (20, 0),
        (0, 10),
        (10, 10),
        (20, 10),
    ]


def test_pieces_are_turned_only_when_more_of_them_fit():
    assert largest_grid(Rect(0, 0, 40, 20), Size(10, 20), outer=0, between=0).turn == 0
    assert largest_grid(Rect(0, 0, 40, 10), Size(10, 20), outer=0, between=0).turn == 90


def test_a_piece_larger_than_the_area_has_no_grid():
    assert largest_grid(Rect(0, 0, 40, 20), Size(41, 20), outer=0, between=0) is None


def test_bleed_is_given_up_before_a_piece_is():
    frame = framed(layout(), Size(196, 196), 1)
    assert frame.grid.places == 1
    assert frame.bleed == pytest.approx(Sides(1, 3, 1, 3))
    assert frame.field.label is not None


def test_the_label_is_given_up_before_a_piece_is():
    frame = framed(layout(), Size(200, 287), 1)
    assert (frame.bleed, frame.field.label, frame.field.ruler) == (Sides.all(0), None, None)


def test_butted_pieces_give_up_room_only_where_that_saves_a_sheet():
    letter = layout(LETTER, bleed=Bleed.BUTT)
    few, many = (framed(letter, POKER, copies) for copies in (8, 9))
    assert (few.grid.places, few.bleed) == (8, Sides.all(3))
    assert (many.grid.places, many.bleed.top) == (9, pytest.approx(1.35))


@given(
    st.sampled_from(sorted(COMPONENT_SIZES.values())),
    st.sampled_from(sorted(PAPERS.values())),
    st.sampled_from([0.0, 2.0, 3.0, 3.175]),
    st.floats(0, 20),
    st.sampled_from(Bleed),
    st.floats(0, 8),
    st.integers(1, 60),
)
def test_bleed_and_trim_stay_inside_and_the_grid_is_centred(
    trim, paper, bleed, margin, style, gutter, copies
):
    printable = Rect.of(paper).inset(margin)
    chosen = layout(paper, margins=Sides.all(margin), bleed=style, gutter=gutter)
    frame = framed(chosen, trim, copies, bleed)
    if frame is None:
        assert min(trim) > min(printable.size) or max(trim) > max(printable.size)
        return
    used = frame.grid.rect
    assert used.center == pytest.approx(printable.center)
    assert frame.field.area.contains(used.inset(Sides(*(-side for side in frame.bleed))))
    for strip in (frame.field.label, frame.field.ruler):
        assert strip is None or (printable.contains(strip) and not strip.intersection(used))


def test_marks_are_shorter_only_where_that_saves_a_sheet():
    few, many = (framed(layout(), Size(16, 16), copies) for copies in (96, 97))
    assert (few.grid.places, many.grid.places) == (96, 108)
    assert min(few.mark_room) >= 1.5
    assert 1.0 <= min(many.mark_room) < 1.5
    assert many.bleed == Sides.all(3)


@pytest.mark.parametrize("free", [0.4, 1.0, 1.5, 1.9, 2.2, 2.5, 3.0, 3.9, 4.0, 9.0])
def test_a_mark_takes_nothing_of_the_bleed_that_a_cut_by_hand_needs(free):
    kept = bleed_kept(free, 3.0)
    assert kept >= min(free, 1.0)
    assert kept + (MARK_SHORTEST if free - kept >= MARK_SHORTEST else 0) <= free
    assert kept == 3.0 or free < 4.0
