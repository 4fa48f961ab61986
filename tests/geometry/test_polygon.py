from itertools import pairwise
from math import cos, pi, sin
from random import Random

import pytest

from pnp.geometry.path import Path
from pnp.geometry.plane import Bounds, Point, Rect
from pnp.geometry.polygon import convex_depth, crossing, encloses, overlap_depth

SQUARE = Path.rect(Rect(0, 0, 10, 10))


@pytest.mark.parametrize(
    "outline",
    [
        SQUARE,
        Path.rect(Rect(0, 0, 30, 10), 3),
        Path.ellipse((5, 5), 5, 3),
        Path.polygon([(0, 0), (10, 0), (10, 10), (5, 2), (0, 10)]),
        Path("MLLLLZ", (*SQUARE.coords, 0, 0.0004)),
        Path("MLLLLZ", (*SQUARE.coords, 0, -0.05)),
        Path("MLLLL", (*SQUARE.coords, 0, -0.05)),
        SQUARE + Path.rect(Rect(2, 2, 3, 3)),
        SQUARE + Path.line((5, -1), (5, 4)),
        Path.line((0, 0), (10, 0)),
        Path("MZ", (1, 1)),
    ],
    ids=[
        "square",
        "round",
        "oval",
        "star",
        "rounded",
        "overshot",
        "open",
        "hole",
        "slit",
        "line",
        "point",
    ],
)
def test_an_outline_that_a_knife_can_follow(outline: Path) -> None:
    assert crossing(outline) is None


@pytest.mark.parametrize(
    ("outline", "place"),
    [
        (Path.polygon([(0, 0), (10, 10), (10, 0), (0, 10)]), (5, 5)),
        (Path("MCZ", (0, 0, 20, 10, -10, 10, 10, 0)), (5, 3)),
        (Path("MLLLLL", (0, 0, 5, 5, 10, 0, 10, 10, 5, 5, 0, 10)), (5, 5)),
        (SQUARE + Path.polygon([(2, 2), (8, 8), (8, 2), (2, 8)]), (5, 5)),
        (Path.polygon([(0, 0), (9, 0), (9, 3), (2, 0), (-4, 6)]), (2, 0)),
    ],
    ids=["bow", "loop", "touch", "hole", "edge"],
)
def test_an_outline_that_meets_itself(outline: Path, place: tuple[float, float]) -> None:
    found = crossing(outline)
    assert found is not None
    assert tuple(found) == pytest.approx(place, abs=0.1)


@pytest.mark.parametrize(("end", "closed"), [(0.05, True), (-0.05, True), (0.2, False)])
def test_an_outline_ends_where_it_begins_as_exactly_as_hands_draw(end: float, closed: bool) -> None:
    assert encloses(Path("MLLLL", (*SQUARE.coords, 0, end))) == closed


@pytest.mark.parametrize("corners", [9, 60])
def test_of_long_outlines_all_lines_are_held_against_each_other(corners: int) -> None:
    chance = Random(corners)
    met = 0
    for _ in range(60):
        turns = [2 * pi * number / corners for number in range(corners)]
        points = [(20 * cos(turn), 20 * sin(turn)) for turn in turns]
        points[chance.randrange(corners)] = chance.uniform(-24, 24), chance.uniform(-24, 24)
        ring = [Point(*point) for point in points]
        lines = [*pairwise([*ring, ring[0]])]
        apart = [
            (one, other)
            for number, one in enumerate(lines)
            for at, other in enumerate(lines[number + 2 :], number + 2)
            if at - number != corners - 1
        ]
        crosses = any(convex_depth(one, other) >= 0 for one, other in apart)
        assert (crossing(Path.polygon(points)) is not None) == crosses
        met += crosses
    assert 0 < met < 60


def test_rectangles_reach_into_each_other_as_deep_as_they_overlap_least() -> None:
    one = Bounds(0, 0, 10, 2).corners
    assert overlap_depth(one, Bounds(8, 1.5, 20, 4).corners) == pytest.approx(0.5)
    assert overlap_depth(one, Bounds(0, 3, 10, 5).corners) == pytest.approx(-1)
