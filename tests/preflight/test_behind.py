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

RED, BLUE = Color(200, 0, 0), Color(0, 0, 200)
HERE = Point(5, 5)


def box(x: float, y: float, width: float, height: float) -> Path:
    return Path.rect(Rect(x, y, width, height))


def filled(color: Color, path: Path | None = None, opacity: float = 1.0) -> Shape:
    return Shape(path or box(0, 0, 10, 10), Solid(color, opacity))


def behind(*nodes: Node, at: Point = HERE) -> Color | None:
    flattener = PaintFlattener(Lettering(FontBook([])))
    return ColorSampler(flattener).color(flattener.flatten(nodes), at)


def test_paper_is_white():
    assert behind() == WHITE
    assert behind(filled(RED, box(6, 6, 2, 2))) == WHITE


def test_what_is_painted_last_is_seen():
    assert behind(filled(RED), filled(BLUE)) == BLUE
    assert behind(filled(RED), filled(BLUE, box(6, 0, 4, 10))) == RED


def test_thin_paint_lets_the_ground_shine_through():
    assert behind(filled(BLACK), filled(WHITE, opacity=0.5)) == pytest.approx((128,) * 3, abs=1)
    veil = Group((filled(WHITE),), opacity=0.25)
    assert behind(filled(BLACK), veil) == pytest.approx((64,) * 3, abs=1)


def test_holes_show_what_is_below():
    ring = Path(*(a + b for a, b in zip(box(0, 0, 10, 10), box(3, 3, 4, 4), strict=True)))
    assert behind(filled(RED), Shape(ring, Solid(BLUE), even_odd=True)) == RED
    assert behind(filled(RED), Shape(ring, Solid(BLUE))) == BLUE


def test_a_clip_hides_what_is_outside_of_it():
    clipped = Group((filled(BLUE),), Affine.move(2, 0), Clip(box(4, 0, 4, 10)))
    assert behind(filled(RED), clipped) == RED
    assert behind(filled(RED), clipped, at=Point(7, 5)) == BLUE


def test_a_mask_leaves_the_question_open():
    mask = Mask((filled(WHITE),), Rect(0, 0, 10, 10))
    assert behind(filled(RED), Group((filled(BLUE),), mask=mask)) is None
    assert behind(filled(RED), Group((filled(BLUE),), mask=mask), filled(BLUE)) == BLUE


def test_strokes_are_as_wide_as_they_are_placed():
    line = Shape(Path.line((0, 0), (0, 4)), stroke=Stroke(Solid(BLUE), 1))
    place = Affine(2, 0, 0, 2, 5, 0)
    assert behind(Group((line,), place), at=Point(5.9, 4)) == BLUE
    assert behind(Group((line,), place), at=Point(6.1, 4)) == WHITE


def test_round_forms_are_round():
    disc = filled(BLUE, Path.ellipse((5, 5), 5, 5))
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
    seen = behind(Shape(box(0, 0, 10, 10), paint), at=at)
    assert seen == pytest.approx((level,) * 3, abs=1)


def test_patterns_are_asked_at_their_tile():
    dots = Pattern((filled(BLUE, box(0, 0, 1, 2)),), Rect(0, 0, 2, 2), Affine.move(1, 0))
    dotted = Shape(box(0, 0, 10, 10), dots)
    assert behind(filled(RED), dotted, at=Point(5.5, 5)) == BLUE
    assert behind(filled(RED), dotted, at=Point(4.5, 5)) == RED


def test_pictures_have_the_colour_of_their_pixel():
    raster = PIL.Image.new("RGBA", (2, 1), (0, 0, 0, 0))
    raster.putpixel((0, 0), (0, 0, 200, 255))
    file = BytesIO()
    raster.save(file, "PNG")
    picture = Picture(load_image(file.getvalue()), Rect(0, 0, 10, 10))
    assert behind(filled(RED), picture, at=Point(2, 5)) == BLUE
    assert behind(filled(RED), picture, at=Point(8, 5)) == RED


def test_what_is_turned_is_found_where_it_is():
    turned = Group((filled(BLUE, box(0, 0, 2, 8)),), Affine.turn(90, HERE))
    assert behind(turned, at=Point(9, 1)) == BLUE
    assert behind(turned, at=Point(1, 8)) == WHITE


def test_what_has_no_paint_is_no_mark():
    flattener = PaintFlattener(Lettering(FontBook([])))
    nodes = (Shape(box(0, 0, 1, 1)), filled(RED, opacity=0), Group((), IDENTITY))
    assert flattener.flatten(nodes) == ()
