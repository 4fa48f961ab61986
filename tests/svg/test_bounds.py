"""Bounding boxes as SVG takes them for gradients, clips and masks."""

import pytest

from pnp.geometry.plane import Affine, Rect
from pnp.scene.node import Group
from pnp.svg.renderer import drawn_bounds
from pnp.text.fontbook import FontBook
from tests.template.drawings import Studio


def test_strokes_and_clips_do_not_count(studio: Studio, book: FontBook) -> None:
    drawing = studio.drawn(
        '<clipPath id="c"><rect width="1" height="1"/></clipPath><g clip-path="url(#c)">'
        '<rect x="5" y="6" width="10" height="9" stroke="red" stroke-width="4"/></g>'
        '<path d="M5 10c0-20 20-20 20 0"/>'
    )
    assert drawn_bounds(drawing.nodes, book) == pytest.approx(Rect(5, -5, 20, 20))


def test_groups_are_placed(studio: Studio, book: FontBook) -> None:
    nodes = studio.drawn(
        '<rect width="4" height="2" transform="translate(10 0) rotate(90)"/>'
    ).nodes
    assert drawn_bounds(nodes, book) == pytest.approx(Rect(8, 0, 2, 4))
    assert drawn_bounds((Group(nodes, Affine.scale(2)),), book) == pytest.approx(Rect(16, 0, 4, 8))


def test_text_is_as_high_as_its_line(studio: Studio, book: FontBook) -> None:
    nodes = studio.drawn(
        '<text x="3" y="20" font-family="Alegreya Sans" font-size="10">x</text>'
    ).nodes
    box = drawn_bounds(nodes, book)
    assert box is not None
    font = book.font("AlegreyaSans-Regular")
    assert box.x == 3
    assert box.y == pytest.approx(20 - 10 * font.ascent)
    assert box.width == pytest.approx(10 * font.advance(font.glyph_id("x") or 0))


def test_nothing_has_no_box(studio: Studio, book: FontBook) -> None:
    assert drawn_bounds(studio.drawn("<g/>").nodes, book) is None
