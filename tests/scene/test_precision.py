"""What is scaled up far is drawn where it belongs, in files with few decimals too."""

from math import sqrt

import pytest

from pnp.base.color import Color
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.node import (
    Clip,
    Group,
    Linear,
    Mask,
    Node,
    Pattern,
    Radial,
    Shape,
    Solid,
    Stop,
    Stroke,
    leaves,
)
from pnp.scene.precision import Refiner

RED = Solid(Color(200, 0, 0))
STOPS = (Stop(0, Color(0, 0, 0)), Stop(1, Color(255, 255, 255)))


def dot(size: float, fill: object = RED) -> Shape:
    path = Path.polygon([(size, 0), (2 * size, size), (0, 2 * size)])
    return Shape(path, fill, Stroke(RED, size / 10, dashes=(size, size / 2), dash_offset=size))  # type: ignore[arg-type]


def only(nodes: tuple[Node, ...]) -> tuple[Shape, Affine]:
    ((shape, place),) = leaves(nodes)
    assert isinstance(shape, Shape)
    return shape, place


@pytest.mark.parametrize(
    "places",
    [
        [Affine.scale(1e4)],
        [Affine.scale(10), Affine.turn(30), Affine.scale(10), Affine.scale(10, -10)],
        [Affine.scale(0.01), Affine.move(3, 4), Affine.scale(1e6)],
    ],
)
def test_a_large_scale_moves_into_the_lengths(places: list[Affine]) -> None:
    small, inside = dot(0.001), Affine()
    drawn: tuple[Node, ...] = (small,)
    for place in reversed(places):
        drawn, inside = (Group(drawn, place),), place @ inside
    shape, left = only(Refiner().nodes(drawn))
    factor = sqrt(abs(inside.determinant))
    assert left.stretch < 1.05
    assert shape.path.placed(left).coords == pytest.approx(small.path.placed(inside).coords)
    assert shape.stroke is not None
    assert shape.stroke.width * left.stretch == pytest.approx(0.0001 * factor)
    assert shape.stroke.dashes[0] * left.stretch == pytest.approx(0.001 * factor)


def test_what_goes_around_and_into_a_drawing_grows_with_it() -> None:
    line = Linear(Point(0, 0), Point(0.001, 0), STOPS)
    disc = Radial(Point(0, 0), 0.001, Point(0, 0), 0.0, STOPS, place=Affine.scale(2))
    tiles = Pattern((dot(0.001, line),), Rect(0, 0, 0.002, 0.002), Affine.scale(3))
    clip = Clip(Path.rect(Rect(0, 0, 0.001, 0.001)))
    mask = Mask((dot(0.001, disc),), Rect(0, 0, 0.003, 0.003))
    (group,) = Refiner().nodes((Group((dot(0.001, tiles),), Affine.scale(1000), clip, mask),))
    assert isinstance(group, Group)
    assert group.clip is not None and group.clip.path.coords[2] == pytest.approx(1)
    assert group.mask is not None and group.mask.region.width == pytest.approx(3)
    (masked,) = group.mask.nodes
    assert isinstance(masked, Shape) and isinstance(masked.fill, Radial)
    assert masked.fill.radius == pytest.approx(2)
    (shape,) = group.nodes
    assert isinstance(shape, Shape) and isinstance(shape.fill, Pattern)
    assert shape.fill.tile.width == pytest.approx(6)
    (tile,) = shape.fill.nodes
    assert isinstance(tile, Shape) and isinstance(tile.fill, Linear)
    assert tile.fill.end.x == pytest.approx(3)


def test_what_needs_no_change_stays_the_same_object() -> None:
    ground, icon = Group((dot(5),), Affine.turn(90)), Group((dot(0.01),), Affine.scale(100))
    refiner = Refiner()
    first, second = refiner.nodes((ground, icon)), refiner.nodes((icon, ground))
    assert first[0] is ground and first[1] is not icon
    assert second == (first[1], ground)
