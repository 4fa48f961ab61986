"""Simulated printers are measured and corrected: what a knife meets after it."""

from math import hypot, radians
from random import Random

import pytest

from pnp.geometry.plane import Affine, Point, Size
from pnp.imposition.sheet import Backs, FlipAxis, mirror_of
from pnp.printers.chart import LETTERS, PERFECT, Chart
from pnp.printers.misprint import Misprint, doubts, measured
from tests.make import A4

PAPERS = [
    (A4, Backs.LONG_EDGE),
    (A4, Backs.SHORT_EDGE),
    (Size(297, 210), Backs.LONG_EDGE),
    (Size(215.9, 279.4), Backs.LONG_EDGE),
    (Size(148, 210), Backs.SHORT_EDGE),
]


def any_printer(random: Random) -> Misprint:
    """A printer as they are: 2 mm, 0.6 degrees, 0.6 %."""
    return Misprint(
        random.uniform(-2, 2),
        random.uniform(-2, 2),
        radians(random.uniform(-0.6, 0.6)),
        1 + random.uniform(-0.006, 0.006),
        1 + random.uniform(-0.006, 0.006),
    )


def read(printer: Misprint, chart: Chart, *, pins: bool = False) -> list[float]:
    """What a person reads: to the tenth, where the ticks meet."""
    values = [PERFECT] * 8
    for _ in range(3):  # where they meet depends on what they show
        places = chart.readings(values, pins=pins)
        values = [round(PERFECT + printer.shift(place), 1) for place in places]
    return values


def seen_from_the_front(point: Point, paper: Size, mirror: FlipAxis) -> Point:
    """Where a point of a back page is, from the middle of the paper, before it is printed."""
    x, y = point.x - paper.width / 2, point.y - paper.height / 2
    return Point(-x, y) if mirror is FlipAxis.SIDEWAYS else Point(x, -y)


def left_over(true: Misprint, believed: Misprint, paper: Size, mirror: FlipAxis) -> float:
    """How far the worst corner of a corrected back page is from its place on the front."""
    correction = believed.correction(paper, mirror)
    corners = [Point(x, y) for x in (0.0, paper.width) for y in (0.0, paper.height)]
    worst = 0.0
    for corner in corners:
        planned = seen_from_the_front(corner, paper, mirror)
        there = true.map.apply(*seen_from_the_front(correction.apply(*corner), paper, mirror))
        worst = max(worst, hypot(there.x - planned.x, there.y - planned.y))
    return worst


@pytest.mark.parametrize(("paper", "backs"), PAPERS)
def test_what_is_known_exactly_is_undone_exactly(paper: Size, backs: Backs) -> None:
    mirror = mirror_of(paper, backs)
    assert mirror is not None
    printer = any_printer(Random(str(paper)))
    assert printer.worst(paper) > 0.5
    assert left_over(printer, printer, paper, mirror) < 1e-9


@pytest.mark.parametrize("pins", [False, True])
def test_of_five_hundred_printers_nineteen_in_twenty_are_within_a_fifth_of_a_millimetre(
    pins: bool,
) -> None:
    chart, random = Chart(A4, "a4", Backs.LONG_EDGE), Random(20)
    left = []
    for _ in range(500):
        printer = any_printer(random)
        readings = chart.readings(read(printer, chart, pins=pins), pins=pins)
        assert doubts(readings) == ()
        left.append(left_over(printer, measured(readings), A4, chart.mirror))
    assert sorted(left)[474] <= 0.2


def test_a_wrong_reading_is_named_with_what_it_should_be() -> None:
    chart, random = Chart(A4, "a4", Backs.LONG_EDGE), Random(7)
    for number in range(80):
        values = read(any_printer(random), chart)
        right = values[number % 8]
        values[number % 8] = right + (1.0 if right < PERFECT else -1.0)
        told = doubts(chart.readings(values, pins=False))
        found = {doubt.letter: doubt.expected for doubt in told}
        wrong = LETTERS[number % 8]
        assert wrong in found
        assert found[wrong] + PERFECT == pytest.approx(right, abs=0.35)
        assert len(found) <= 2


def test_numbers_read_in_the_wrong_order_contradict_each_other() -> None:
    chart = Chart(A4, "a4", Backs.LONG_EDGE)
    values = read(Misprint(1.4, -1.1, radians(0.3), 1.002, 0.999), chart)
    assert doubts(chart.readings(values, pins=False)) == ()
    assert doubts(chart.readings([*values[::2], *values[1::2]], pins=False))


def test_a_correction_moves_the_other_way() -> None:
    right_and_low = Misprint(0.5, 0.3, 0, 1, 1)
    sideways = right_and_low.correction(A4, FlipAxis.SIDEWAYS)
    assert sideways == pytest.approx(Affine(1, 0, 0, 1, 0.5, -0.3))
    assert right_and_low.correction(A4, FlipAxis.OVER) == pytest.approx(
        Affine(1, 0, 0, 1, -0.5, 0.3)
    )
