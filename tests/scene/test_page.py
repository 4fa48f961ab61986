import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import Where
from pnp.geometry.plane import IDENTITY, Point, Rect, Size
from pnp.scene.page import Face, Slot

LENGTH = st.floats(0, 400)
SIZES = st.builds(Size, st.floats(1, 300), st.floats(1, 300))
TURNS = st.sampled_from([0, 90, 180, 270, -90, 360])
SLOTS = st.builds(Slot, st.builds(Point, LENGTH, LENGTH), SIZES, TURNS)


@given(SLOTS)
def test_the_trim_lands_on_the_slots_rectangle(slot: Slot) -> None:
    assert slot.place.box(Rect.of(slot.trim)) == pytest.approx(slot.rect, abs=1e-9)


@given(SLOTS)
def test_a_face_is_turned_never_mirrored_or_scaled(slot: Slot) -> None:
    assert slot.place.determinant == 1


@pytest.mark.parametrize(
    ("turn", "top_left"), [(0, (10, 20)), (90, (70, 20)), (180, (50, 80)), (270, (10, 60))]
)
def test_a_turned_faces_top_left_corner_is_found_clockwise(
    turn: int, top_left: tuple[float, float]
) -> None:
    assert Slot(Point(10, 20), Size(40, 60), turn).place.apply(0, 0) == top_left


def test_a_quarter_turn_swaps_the_sides() -> None:
    assert Slot(Point(1, 2), Size(44, 67), 90).rect == Rect(1, 2, 67, 44)
    assert Slot(Point(1, 2), Size(44, 67), 180).rect == Rect(1, 2, 44, 67)


def test_a_face_in_the_papers_corner_needs_no_map() -> None:
    assert Slot(Point(0, 0), Size(44, 67)).place is IDENTITY


def test_art_runs_past_the_trim_by_the_bleed() -> None:
    face = Face(Size(44, 67), bleed=3, safe=3, nodes=(), where=Where("grave.csv", 2))
    assert face.bleed_box == Rect(-3, -3, 50, 73)
