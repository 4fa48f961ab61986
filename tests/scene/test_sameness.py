"""Equal words, equal drawings."""

from dataclasses import replace
from gc import collect
from weakref import ref

import pytest

from pnp.base.color import BLACK, WHITE, Color
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.image import Image
from pnp.scene.node import (
    Clip,
    Glyph,
    Group,
    Letters,
    Linear,
    Mask,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    Stop,
    Stroke,
    Text,
)
from pnp.scene.sameness import SharedNodes, form, look, subject

RED = Solid(Color(200, 0, 0))
INK = Solid(BLACK)
BAR = Shape(Path.rect(Rect(0, 0, 9, 5)), INK)
A, B = (Letters((Glyph(gid, 0, 0, "a"),)) for gid in (7, 8))
WORD = Text("body", 3, Point(1, 1), ((0, A),), "a", INK)
PHOTO = Picture(Image(b"", "png", 4, 4, "d1"), Rect(0, 0, 9, 9))
FADE = (Stop(0, BLACK), Stop(1, WHITE))
LINEAR = Linear(Point(0, 0), Point(1, 0), FADE)


def digest(*nodes, colours=True) -> str:
    return look(nodes) if colours else form(nodes)


SAME = {
    "a shape made twice": (BAR, Shape(Path.rect(Rect(0, 0, 9, 5)), INK)),
    "a hair's breadth": (BAR, Shape(Path.rect(Rect(0, 0, 9.0001, 5)), INK)),
    "minus nought": (BAR, Shape(Path.rect(Rect(-0.0, 0, 9, 5)), INK)),
    "a group that changes nothing": (BAR, Group((BAR,))),
    "the name of a placement": (Group((BAR,), key="a"), Group((BAR,), key="b")),
    "what a word stands for": (WORD, replace(WORD, string="b")),
}

DIFFERENT = {
    "width": (BAR, Shape(Path.rect(Rect(0, 0, 9.01, 5)), INK)),
    "fill rule": (BAR, replace(BAR, even_odd=True)),
    "hollow": (BAR, replace(BAR, fill=None)),
    "stroke": (BAR, replace(BAR, stroke=Stroke(INK, 1))),
    "stroke width": (
        replace(BAR, stroke=Stroke(INK, 1)),
        replace(BAR, stroke=Stroke(INK, 2)),
    ),
    "place": (Group((BAR,)), Group((BAR,), Affine.move(1, 0))),
    "opacity": (Group((BAR,)), Group((BAR,), opacity=0.5)),
    "clip": (Group((BAR,)), Group((BAR,), clip=Clip(Path.rect(Rect(0, 0, 1, 1))))),
    "mask": (Group((BAR,)), Group((BAR,), mask=Mask((BAR,), Rect(0, 0, 1, 1)))),
    "glyph": (WORD, replace(WORD, words=((0, B),))),
    "font": (WORD, replace(WORD, font="bold")),
    "picture": (PHOTO, Picture(Image(b"", "png", 4, 4, "d2"), PHOTO.box)),
    "picture's box": (PHOTO, Picture(PHOTO.image, Rect(0, 0, 9, 8))),
    "pattern": (
        replace(BAR, fill=Pattern((BAR,), Rect(0, 0, 2, 2))),
        replace(BAR, fill=Pattern((WORD,), Rect(0, 0, 2, 2))),
    ),
}

RECOLOURED = {
    "fill": (BAR, replace(BAR, fill=RED)),
    "tint": (BAR, replace(BAR, fill=Solid(BLACK, 0.5))),
    "text": (WORD, replace(WORD, fill=RED)),
    "stroke": (
        replace(BAR, stroke=Stroke(INK, 1)),
        replace(BAR, stroke=Stroke(RED, 1)),
    ),
    "gradient": (BAR, replace(BAR, fill=LINEAR)),
    "another gradient": (
        replace(BAR, fill=LINEAR),
        replace(BAR, fill=Radial(Point(0, 0), 1, Point(0, 0), 0, FADE)),
    ),
    "inside a pattern": (
        replace(BAR, fill=Pattern((BAR,), Rect(0, 0, 2, 2))),
        replace(BAR, fill=Pattern((replace(BAR, fill=RED),), Rect(0, 0, 2, 2))),
    ),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_same(one, other):
    assert digest(one) == digest(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_different_also_without_colours(one, other):
    assert digest(one) != digest(other)
    assert digest(one, colours=False) != digest(other, colours=False)


@pytest.mark.parametrize(("one", "other"), RECOLOURED.values(), ids=RECOLOURED)
def test_different_only_in_colour(one, other):
    assert digest(one) != digest(other)
    assert digest(one, colours=False) == digest(other, colours=False)


def test_order_and_number_count():
    assert digest(BAR, WORD) != digest(WORD, BAR)
    assert digest(BAR) != digest(BAR, BAR)
    assert digest() != digest(BAR)


def test_the_words_are_the_same_in_every_run():
    assert digest(BAR) == "e4485ed81f75aae5b7693bb9"


def test_what_is_known_of_a_node_is_forgotten_with_it() -> None:
    node = replace(BAR)
    look([node])
    gone = ref(node)
    del node
    collect()
    assert gone() is None


def test_a_subject_is_the_same_in_any_place_size_and_colour() -> None:
    disc = Path.ellipse((5, 5), 4, 4)
    small = Path.ellipse((60.1, 7), 1.3, 2.6)
    inside = Group((Shape(small, Solid(Color(9, 9, 9))),), place=Affine.turn(30))
    assert subject([Shape(disc, RED)]) == subject([inside])
    assert subject([Shape(disc, RED)]) != subject([Shape(disc, RED)] * 2)
    assert subject([Shape(disc, RED)]) != subject([Shape(disc)])
    corner = Path.polygon([(0, 0), (9, 0), (0, 9)])
    other = Path.polygon([(0, 0), (9, 0), (9, 9)])
    assert subject([Shape(corner, RED)]) != subject([Shape(other, RED)])


def test_every_drawing_knows_what_it_shares_the_first_one_too() -> None:
    frame, owl, bat = replace(BAR), replace(BAR), replace(BAR)
    first, last = Group((frame, owl)), Group((frame, bat))
    shared = SharedNodes([[first], [last]])
    assert shared.nodes == {frame}
    assert shared.holders == {first, last}
