"""The colour behind a point of a face."""

from io import BytesIO

import PIL.Image
import pytest

from pnp.base.color import BLACK, WHITE, Color
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.preflight.ground import ColorSampler
from pnp.preflight.paintops import PaintFlattener
from pnp.scene.image import load_image
from pnp.scene.node import (
    Clip,
    Group,
    Linear,
    Mask,
    Node,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    SpreadMethod,
    Stop,
    Stroke,
)
from pnp.text.fontbook import FontBook
from pnp.text.lettering import Lettering
from tests.make import filled

RED, BLUE = Color(200, 0, 0), Color(0, 0, 200)
HERE = Point(5, 5)


WHOLE = Rect(0, 0, 10, 10)


def flat(color: Color, area: Rect = WHOLE, opacity: float = 1.0) -> Shape:
    """Return a rectangle of one colour."""
    return filled(Solid(color, opacity), *area)


def behind(*nodes: Node, at: Point = HERE) -> Color | None:
    flattener = PaintFlattener(Lettering(FontBook([])))
    return ColorSampler(flattener).color(flattener.flatten(nodes), at)


def test_paper_is_white():
    assert behind() == WHITE
    assert behind(flat(RED, Rect(6, 6, 2, 2))) == WHITE


def test_what_is_painted_last_is_seen():
    assert behind(flat(RED), flat(BLUE)) == BLUE
    assert behind(flat(RED), flat(BLUE, Rect(6, 0, 4, 10))) == RED


def test_thin_paint_lets_the_ground_shine_through():
    assert behind(flat(BLACK), flat(WHITE, opacity=0.5)) == pytest.approx((128,) * 3, abs=1)
    veil = Group((flat(WHITE),), opacity=0.25)
    assert behind(flat(BLACK), veil) == pytest.approx((64,) * 3, abs=1)


def test_holes_show_what_is_below():
    ring = Path(
        *(a + b for a, b in zip(Path.rect(WHOLE), Path.rect(Rect(3, 3, 4, 4)), strict=True))
    )
    assert behind(flat(RED), Shape(ring, Solid(BLUE), even_odd=True)) == RED
    assert behind(flat(RED), Shape(ring, Solid(BLUE))) == BLUE


def test_a_clip_hides_what_is_outside_of_it():
    clipped = Group((flat(BLUE),), Affine.move(2, 0), Clip(Path.rect(Rect(4, 0, 4, 10))))
    assert behind(flat(RED), clipped) == RED
    assert behind(flat(RED), clipped, at=Point(7, 5)) == BLUE


def test_a_mask_leaves_the_question_open():
    mask = Mask((flat(WHITE),), WHOLE)
    assert behind(flat(RED), Group((flat(BLUE),), mask=mask)) is None
    assert behind(flat(RED), Group((flat(BLUE),), mask=mask), flat(BLUE)) == BLUE


def test_strokes_are_as_wide_as_they_are_placed():
    line = Shape(Path.line((0, 0), (0, 4)), stroke=Stroke(Solid(BLUE), 1))
    place = Affine(2, 0, 0, 2, 5, 0)
    assert behind(Group((line,), place), at=Point(5.9, 4)) == BLUE
    assert behind(Group((line,), place), at=Point(6.1, 4)) == WHITE


def test_round_forms_are_round():
    disc = Shape(Path.ellipse((5, 5), 5, 5), Solid(BLUE))
    assert behind(disc, at=Point(8.4, 8.4)) == BLUE
    assert behind(disc, at=Point(8.7, 8.7)) == WHITE


STOPS = (Stop(0, BLACK), Stop(1, WHITE))


@pytest.mark.parametrize(
    ("paint", "at", "level"),
    [
        (Linear(Point(0, 0), Point(10, 0), STOPS), Point(2.5, 9), 64),
        (Linear(Point(0, 0), Point(4, 0), STOPS), Point(9, 5), 255),
        (Linear(Point(0, 0), Point(4, 0), STOPS, SpreadMethod.REPEAT), Point(9, 5), 64),
        (Linear(Point(0, 0), Point(4, 0), STOPS, SpreadMethod.REFLECT), Point(7, 5), 64),
        (Linear(Point(0, 0), Point(1, 0), STOPS, place=Affine.scale(10)), Point(5, 5), 128),
        (Radial(Point(5, 5), 4, Point(5, 5), 0, STOPS), Point(5, 6), 64),
        (Radial(Point(5, 5), 4, Point(3, 5), 0, STOPS), Point(6, 5), 128),
        (Radial(Point(5, 5), 4, Point(5, 5), 0, STOPS), Point(9.9, 9.9), 255),
    ],
)
def test_gradients_have_the_colour_of_the_place(paint, at, level):
    seen = behind(filled(paint, *WHOLE), at=at)
    assert seen == pytest.approx((level,) * 3, abs=1)


def test_patterns_are_asked_at_their_tile():
    dots = Pattern((flat(BLUE, Rect(0, 0, 1, 2)),), Rect(0, 0, 2, 2), Affine.move(1, 0))
    dotted = filled(dots, *WHOLE)
    assert behind(flat(RED), dotted, at=Point(5.5, 5)) == BLUE
    assert behind(flat(RED), dotted, at=Point(4.5, 5)) == RED


def test_pictures_have_the_colour_of_their_pixel():
    raster = PIL.Image.new("RGBA", (2, 1), (0, 0, 0, 0))
    raster.putpixel((0, 0), (0, 0, 200, 255))
    file = BytesIO()
    raster.save(file, "PNG")
    picture = Picture(load_image(file.getvalue()), WHOLE)
    assert behind(flat(RED), picture, at=Point(2, 5)) == BLUE
    assert behind(flat(RED), picture, at=Point(8, 5)) == RED


def test_what_is_turned_is_found_where_it_is():
    turned = Group((flat(BLUE, Rect(0, 0, 2, 8)),), Affine.turn(90, HERE))
    assert behind(turned, at=Point(9, 1)) == BLUE
    assert behind(turned, at=Point(1, 8)) == WHITE


def test_what_has_no_paint_is_no_mark():
    flattener = PaintFlattener(Lettering(FontBook([])))
    nodes = (Shape(Path.rect(Rect(0, 0, 1, 1))), flat(RED, opacity=0), Group((), IDENTITY))
    assert flattener.flatten(nodes) == ()
