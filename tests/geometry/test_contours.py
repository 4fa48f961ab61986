"""What the contours of an outline cut off, and outlines that run along each other."""

from math import cos, pi, sin

import pytest

from pnp.geometry.contours import alike, cut_off
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.geometry.polygon import Outline, distance

SQUARE = Path.rect(Rect(0, 0, 30, 30))


def box(x: float, y: float, width: float, height: float) -> Path:
    return Path.rect(Rect(x, y, width, height))


WHOLE = {
    "alone": SQUARE,
    "a hole": SQUARE + box(10, 10, 5, 5),
    "two holes": SQUARE + box(5, 5, 5, 5) + box(15, 5, 5, 5),
    "a round hole": SQUARE + Path.ellipse((15, 15), 14, 14),
    "a slit": SQUARE + Path.line((15, 5), (15, 25)),
    "a slit from the edge": SQUARE + Path.line((15, 0), (15, 25)),
    "a slit from beyond the edge": SQUARE + Path.line((15, -1), (15, 25)),
    "a notch": SQUARE + box(14, 0, 2, 20),
    "drawn twice": SQUARE + SQUARE,
    "drawn twice from another corner": SQUARE + Path.polygon([(30, 0), (30, 30), (0, 30), (0, 0)]),
    "a hole drawn twice": SQUARE + box(10, 10, 5, 5) + box(10.01, 10, 5, 5),
}


@pytest.mark.parametrize("outline", WHOLE.values(), ids=WHOLE)
def test_holes_and_slits_leave_a_piece_whole(outline: Path) -> None:
    assert cut_off(outline) is None


APART = {
    "beside": (box(0, 0, 14, 30) + box(16, 0, 14, 30), (16, 0)),
    "the smaller one first": (box(20, 20, 5, 5) + box(0, 0, 15, 30), (20, 20)),
    "touching": (box(0, 0, 15, 30) + box(15, 0, 15, 30), (22.5, 0)),
    "crossing": (box(0, 0, 20, 20) + box(10, 10, 15, 20), (25, 10)),
    "an island in a hole": (SQUARE + box(5, 5, 20, 20) + box(10, 10, 9, 9), (10, 10)),
    "across": (SQUARE + Path.line((15, 0), (15, 30)), (15, 15)),
    "across from beyond": (SQUARE + Path.line((15, -2), (15, 32)), (15, 15)),
    "a band across": (SQUARE + box(0, 14, 30, 2), (15, 14)),
}


@pytest.mark.parametrize(("outline", "place"), APART.values(), ids=APART)
def test_what_falls_apart_is_found(outline: Path, place: tuple[float, float]) -> None:
    found = cut_off(outline)
    assert found is not None
    assert tuple(found) == pytest.approx(place, abs=0.1)


ARROW = Path.polygon([(0, 0), (30, 0), (30, 10), (10, 30), (0, 30)])
MIRROR = Affine(-1, 0, 0, 1, 30, 0)


def test_a_line_is_alike_wherever_it_begins_and_whichever_way_it_goes() -> None:
    back = Path.polygon([(10, 30), (30, 10), (30, 0), (0, 0), (0, 30)])
    assert alike(ARROW, back)
    assert alike(Path.ellipse((15, 15), 15, 15), Path.ellipse((15, 15), 15, 15).placed(MIRROR))
    assert alike(ARROW, ARROW.placed(Affine.move(0.2, 0.2)))


@pytest.mark.parametrize(
    "other",
    [
        ARROW.placed(MIRROR),
        ARROW.placed(Affine.move(0.7, 0)),
        ARROW + box(3, 3, 5, 5),
        Path.polygon([(0, 0), (15, 2), (30, 0), (30, 10), (10, 30), (0, 30)]),
    ],
    ids=["mirrored", "moved", "with a hole", "with a dent"],
)
def test_other_lines_are_not_alike(other: Path) -> None:
    assert not alike(ARROW, other)
    assert not alike(other, ARROW)


def test_long_outlines_are_held_against_each_other_where_they_are_near(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corners = [(15 + 15 * cos(at / 500 * pi), 15 + 15 * sin(at / 500 * pi)) for at in range(1000)]
    lines: list[int] = []

    def counting(outline: Outline, point: Point, most: float) -> float:
        lines.append(len(outline))
        return distance(outline, point, most)

    monkeypatch.setattr("pnp.geometry.contours.distance", counting)
    assert alike(Path.polygon(corners), Path.polygon([*corners[400:], *corners[:400]]))
    assert sum(lines) < 2 * len(corners) ** 2 / 10
