"""Gradients that repeat, near their shape, far from it, and finer than anybody sees."""

from pathlib import Path

import pytest

from pnp.base.color import Color
from pnp.geometry.plane import Affine, Point, Rect
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, pages
from pnp.kinds.piece import Piece
from pnp.proof.prove import Prover
from pnp.scene.bounds import node_bounds
from pnp.scene.node import Linear, Pattern, Radial, Solid, SpreadMethod, Stop
from pnp.svg.spread import MOST_TILES, near
from tests import make
from tests.make import card, component, game, layout
from tests.proof.kits import BOOK, SIZE, write
from tests.template.drawings import Studio, flat

BOX = Rect(4, 5, 30, 22)
STOPS = (Stop(0.0, Color(200, 0, 0)), Stop(0.5, Color(0, 200, 0)), Stop(1.0, Color(200, 0, 0)))

EXTREME = [
    "matrix(-10.9578 0.41704 1.12341 2.51163 0.0105184 9041.66)",
    "scale(1e-9 1e9)",
    "skewY(89.99) skewX(-89.99)",
]

MORE = [
    "translate(-6109.67 1.15276) scale(-0.0267269)",
    "matrix(1.880109 -0.513453 -3.7477983 1.0236510 286.4444 -168.8625)",
    "rotate(25.026) scale(0.00189236 -17.9165) rotate(163.693)",
    "rotate(122.503) scale(-0.021366 0.00120995) rotate(115.461)",
    "scale(1.18621 0.00273232)",
    "matrix(2.89206 -0.00223064 0.0702769 -0.138189 -0.00239279 -858.505)",
    "translate(511.419 0.0241396) scale(-0.0605011)",
    "scale(1e150)",
]

GRADIENTS = """
<linearGradient id="a" x1="5" x2="35" y1="4" y2="20" gradientUnits="userSpaceOnUse"
  spreadMethod="{spread}" gradientTransform="{place}"><stop stop-color="#d22"/>
  <stop offset=".4" stop-color="#2d2" stop-opacity=".3"/><stop offset="1" stop-color="#22d"/>
</linearGradient>
<radialGradient id="b" fx=".3" spreadMethod="{spread}" gradientTransform="{place}"
  href="#a" gradientUnits="objectBoundingBox"/>
<rect x="4" y="5" width="30" height="11" fill="url(#a)"/>
<rect x="4" y="16" width="30" height="11" fill="url(#b)" stroke="url(#a)"/>
"""


@pytest.mark.parametrize(
    "place", [*EXTREME, *(pytest.param(place, marks=pytest.mark.thorough) for place in MORE)]
)
def test_a_kit_with_an_extreme_gradient_is_proven(
    place: str, studio: Studio, tmp_path: Path
) -> None:
    nodes = [
        node
        for spread in ("reflect", "repeat", "pad")
        for node in studio.drawn(GRADIENTS.format(spread=spread, place=place)).nodes
    ]
    made = component("any", SIZE, [card("one")])
    piece = Piece(made, made.cards[0], make.face(SIZE, nodes=nodes), None)
    chosen = layout(backs=Backs.NONE)
    sheets, _ = impose(game(made), [piece], chosen, BOOK)
    printed = pages(sheets, duplex=False)
    proof = Prover(chosen, BOOK).prove(
        write(printed, tmp_path / "any.pdf", Backs.NONE), printed, Backs.NONE
    )
    assert [finding.message for finding in proof.findings] == []


def linear(spread: SpreadMethod, place: Affine, far: float = 0.0) -> Linear:
    return Linear(Point(far, 0), Point(far + 1, 0), STOPS, spread, place)


@pytest.mark.parametrize("spread", [SpreadMethod.REFLECT, SpreadMethod.REPEAT])
def test_a_gradient_far_away_comes_near_by_whole_periods(spread: SpreadMethod) -> None:
    far = linear(spread, Affine.move(0.25, 0), far=-5001.0)
    paint = near(far, lambda: BOX)
    assert isinstance(paint, Linear)
    start = paint.place.apply(*paint.start).x
    assert abs(start - BOX.x) < 3
    periods = start - far.place.apply(*far.start).x
    assert periods == pytest.approx(round(periods)) and round(periods) % 2 == 0


def test_a_gradient_too_fine_to_see_is_its_mean_colour() -> None:
    fine = near(linear(SpreadMethod.REPEAT, Affine.scale(0.01)), lambda: BOX)
    assert fine == Solid(Color(100, 100, 0), 1.0)
    rings = Radial(Point(0, 0), 1, Point(0, 0), 0, STOPS, SpreadMethod.REPEAT, Affine.scale(0.01))
    assert near(rings, lambda: BOX) == fine


def test_gradients_that_end_or_are_near_stay_as_they_are() -> None:
    for spread in SpreadMethod:
        paint = linear(spread, Affine.scale(3))
        assert near(paint, lambda: BOX) is paint
    far = linear(SpreadMethod.PAD, Affine.scale(0.001))
    assert near(far, lambda: BOX) is far


def test_the_mean_of_what_is_partly_clear_is_as_clear(studio: Studio) -> None:
    body = GRADIENTS.format(spread="repeat", place="scale(1e-3)")
    first, *_ = flat(studio.drawn(body).nodes)
    assert isinstance(first.fill, Solid)  # type: ignore[union-attr]
    assert first.fill.opacity == pytest.approx(0.65, abs=0.01)  # type: ignore[union-attr]


def test_a_pattern_too_fine_for_any_print_is_made_coarser(studio: Studio) -> None:
    """A viewer draws a page tile by tile: one with a million of them in a row never comes."""
    body = (
        '<pattern id="p" patternUnits="userSpaceOnUse" width="0.00005" height="8"><rect '
        'width="0.00002" height="8"/></pattern><rect width="40" height="40" fill="url(#p)"/>'
    )
    (shape,) = flat(studio.drawn(body).nodes)
    (group,) = shape.fill.nodes
    assert shape.fill.tile.size == pytest.approx((40 / MOST_TILES, 8))
    stripe = node_bounds(group, lambda _: None)
    assert stripe is not None and stripe.width == pytest.approx(0.4 * shape.fill.tile.width)


PATTERN = """
<pattern id="p" patternUnits="userSpaceOnUse" x="{x}" y="{y}" width="3" height="2">
<rect width="1" height="1"/></pattern><rect x="4" y="5" width="30" height="22" fill="url(#p)"/>
"""


def test_a_pattern_from_far_begins_near_the_shape_by_whole_tiles(studio: Studio) -> None:
    near_one, far_one = (
        flat(studio.drawn(PATTERN.format(x=x, y=y)).nodes)[0].fill
        for x, y in ((1, 1), (-2999, 2001))
    )
    assert isinstance(near_one, Pattern) and isinstance(far_one, Pattern)
    assert near_one.place == Affine.move(1, 1)
    (x, y), (left, top) = far_one.place.apply(0, 0), near_one.place.apply(0, 0)
    assert abs(x) < 40 and abs(y) < 40
    assert (x - left) % 3 == pytest.approx(0) and (y - top) % 2 == pytest.approx(0)
