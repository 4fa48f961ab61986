"""The chart as it is drawn: laid over each other, front and back show what the printer did."""

from collections.abc import Iterator
from math import radians

import pytest

from pnp.base.diagnostics import PnpError
from pnp.geometry.plane import IDENTITY, Affine, Point, Size
from pnp.imposition.sheet import Backs, FlipAxis
from pnp.printers.chart import FINE, LETTERS, PERFECT, Chart
from pnp.printers.misprint import Misprint, measured
from pnp.scene.node import Node, Shape
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.make import A4, walk

CROOKED = Misprint(1.3, -2.2, radians(0.35), 1.003, 0.996)

Tick = tuple[Point, Point]


def strokes(page: Page, bold: bool) -> Iterator[Tick]:
    """The lines of a page, in millimetres from the middle of the paper."""
    home = Affine.move(-page.size.width / 2, -page.size.height / 2)
    for node, place in walk(page.nodes):
        if _is_line(node, bold):
            coords = node.path.placed(home @ place).coords
            for a, b, c, d in zip(*[iter(coords)] * 4, strict=True):
                yield Point(a, b), Point(c, d)


def _is_line(node: Node, bold: bool) -> bool:
    if not isinstance(node, Shape) or node.stroke is None or set(node.path.ops) != {"M", "L"}:
        return False
    return (node.stroke.width > FINE.width) if bold else (node.stroke.width == FINE.width)


def seen(ticks: Iterator[Tick], mirror: FlipAxis) -> list[Tick]:
    """Lines of the back as they come through the paper, from a printer that lays them crookedly."""
    flip = Affine(a=-1) if mirror is FlipAxis.SIDEWAYS else Affine(d=-1)
    through = CROOKED.map @ flip
    return [(through.apply(*a), through.apply(*b)) for a, b in ticks]


def along(tick: Tick, across: bool) -> tuple[float, float]:
    """The place of a tick along its ruler, and the place of its middle off the ruler."""
    (a, b), (c, d) = tick
    middle = ((a + c) / 2, (b + d) / 2)
    return middle if across else middle[::-1]


def upright(tick: Tick, across: bool) -> bool:
    (a, b), (c, d) = tick
    return (abs(a - c) < abs(b - d)) is across


def near(ticks: list[Tick], at: Point, across: bool, low: float, high: float) -> list[float]:
    """The places along a ruler of the ticks in a band beside the middle of a vernier."""
    along_at, off = (at.x, at.y) if across else (at.y, at.x)
    side = 1 if across else -1
    found = []
    for tick in ticks:
        place, beside = along(tick, across)
        inside = abs(place - along_at) < 20 and low <= (beside - off) * side <= high
        if inside and upright(tick, across):
            found.append(place - along_at)
    return sorted(found)


def read(front: Page, back: Page, chart: Chart, at: Point, across: bool) -> float:
    """What an eye reads at one vernier, from the lines alone."""
    mine, bold = [*strokes(front, bold=False)], seen(strokes(back, bold=True), chart.mirror)
    behind = seen(strokes(back, bold=False), chart.mirror)
    (whole,) = near(bold, at, across, -8, -1)
    tenths = near(mine, at, across, 1.6, 4)
    others = near(behind, at, across, -4, 3)
    assert len(tenths) == 10
    gaps = [min(abs(tick - other) for other in others) for tick in tenths]
    tenth = gaps.index(min(gaps)) / 10
    candidates = [PERFECT + step + tenth for step in range(-8, 8)]
    return min(candidates, key=lambda value: abs(value - PERFECT - whole))


@pytest.mark.parametrize(
    ("paper", "backs"),
    [
        (A4, Backs.LONG_EDGE),
        (A4, Backs.SHORT_EDGE),
        (Size(279.4, 215.9), Backs.LONG_EDGE),
        (Size(148, 210), Backs.SHORT_EDGE),
    ],
)
def test_the_drawn_lines_show_what_the_printer_did(
    paper: Size, backs: Backs, book: FontBook
) -> None:
    chart = Chart(paper, "paper", backs)
    front, back = chart.pages(book, ["Hold it against the light."], IDENTITY)
    values = [read(front, back, chart, at, across) for at, across in chart.verniers()]
    found = measured(chart.readings(values, pins=False))
    assert found == pytest.approx(CROOKED, abs=0.08)
    assert (found.turn, found.width, found.height) == pytest.approx(CROOKED[2:], abs=1e-3)


def test_the_letters_stand_at_their_verniers_in_the_order_of_reading() -> None:
    chart = Chart(A4, "a4", Backs.LONG_EDGE)
    places = dict(zip(LETTERS, chart.verniers(), strict=True))
    assert [letter for letter, (_, across) in places.items() if across] == ["A", "C", "E", "G"]
    assert places["A"][0].x < 0 < places["C"][0].x
    assert places["A"][0].y < 0 < places["E"][0].y


def test_a_reading_beyond_the_rulers_is_refused() -> None:
    chart = Chart(A4, "a4", Backs.LONG_EDGE)
    with pytest.raises(PnpError, match=r"C: 17\.5 is beyond the rulers"):
        chart.readings([10, 10, 17.5, 10, 10, 10, 10, 10], pins=False)


@pytest.mark.parametrize(
    ("paper", "backs", "told"),
    [
        (Size(100, 150), Backs.LONG_EDGE, "does not fit"),
        (A4, Backs.GUTTERFOLD, "not turned over"),
        (A4, Backs.NONE, "not turned over"),
    ],
)
def test_paper_that_cannot_be_measured_is_refused(paper: Size, backs: Backs, told: str) -> None:
    with pytest.raises(PnpError, match=told):
        Chart(paper, "it", backs)
