from dataclasses import replace
from itertools import pairwise
from math import atan2, degrees, hypot

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Component, Cut, Parts
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.piece import Piece
from pnp.kinds.spinner import Arrow, segments
from pnp.scene.bounds import path_bounds
from tests.kinds.sketches import Sketch, sole_piece
from tests.make import card, component, walk

DISC, ARROW = Size(80, 80), Size(60, 16)


def rows(*weights: float) -> tuple:
    return tuple(replace(card(f"s{n}"), values={"weight": w}) for n, w in enumerate(weights))


def spinner(arrow: bool = True, *weights: float) -> Component:
    made = component("spinner", DISC, [card("spinner")], kind="spinner", cut=Cut.OUTLINE)
    return replace(
        made,
        parts=Parts({"weight": "number"}, rows(*(weights or (1, 1, 2)))),
        own=Arrow("arrow.svg", ARROW) if arrow else None,
    )


def drawn(made: Component, **sketches: Sketch) -> Piece:
    return sole_piece(made, **{"face": Sketch(DISC), "arrow": Sketch(ARROW), **sketches})


@pytest.mark.parametrize("weights", [(1, 1), (1, 1, 1, 1, 1, 1), (1, 2, 0.5), (5, 1)])
def test_segments_fill_the_circle_each_as_wide_as_its_weight(weights: tuple[float, ...]) -> None:
    found = list(segments(rows(*weights), 40))
    assert sum(segment["sweep"] for segment in found) == pytest.approx(360)
    assert found[0]["middle"] == pytest.approx(0)
    for segment, weight in zip(found, weights, strict=True):
        assert segment["share"] == pytest.approx(weight / sum(weights))
        assert segment["sweep"] == pytest.approx(360 * segment["share"])
    for one, after in pairwise(found):
        assert after["start"] == pytest.approx(one["start"] + one["sweep"])


def test_the_point_of_a_segment_lies_on_its_middle_line_clockwise_from_the_top() -> None:
    found = list(segments(rows(1, 1, 1, 1), 40))
    assert [(s["x"], s["y"]) for s in found] == [
        pytest.approx(place)
        for place in [(40, 40 - 80 / 3), (40 + 80 / 3, 40), (40, 40 + 80 / 3), (40 - 80 / 3, 40)]
    ]


def test_the_outline_of_a_segment_is_a_sector() -> None:
    half, wide = segments(rows(1, 3), 40)
    assert half["d"] == "M40 40L11.716 11.716A40 40 0 0 1 68.284 11.716Z"
    assert " 0 1 1 " in wide["d"]


def test_a_row_keeps_its_columns_and_weighs_one_where_none_is_said() -> None:
    found = list(segments([replace(card("a"), values={"title": "Boo"}), card("b")], 40))
    assert [(s["id"], s.get("title"), s["weight"], s["sweep"]) for s in found] == [
        ("a", "Boo", 1, 180),
        ("b", None, 1, 180),
    ]


def test_disc_and_arrow_are_one_piece_with_two_outlines() -> None:
    face, arrow = Sketch(DISC), Sketch(ARROW)
    piece = drawn(spinner(), face=face, arrow=arrow)
    assert (piece.id, piece.qty, piece.trim) == ("spinner/spinner", 1, Size(80, 80 + 6 + 16))
    assert piece.outline is not None
    disc, rest = (path_bounds(part) for part in piece.outline.subpaths())
    assert disc is not None
    assert rest is not None
    assert (disc.x, disc.y, *disc.size) == pytest.approx((0, 0, 80, 80))
    assert (rest.x, rest.y, *rest.size) == pytest.approx((10, 86, 60, 16))
    for sketch, place in ((face, Affine()), (arrow, Affine.move(10, 86))):
        (shape,) = sketch.art.values()
        assert [at for node, at in walk(piece.face.nodes) if node is shape] == [place]


def test_the_disc_is_cut_as_a_circle_unless_its_template_says_otherwise() -> None:
    piece = drawn(spinner(arrow=False))
    assert piece.trim == DISC
    assert piece.outline == Path.ellipse(Point(40, 40), 40, 40)
    eight = Path.polygon([(20, 1), (60, 1), (79, 40), (60, 79), (20, 79), (1, 40)])
    assert drawn(spinner(arrow=False), face=Sketch(DISC, cut=eight)).outline == eight


def test_a_disc_is_round_though_saved_a_hair_larger_and_an_arrow_as_large_is_not() -> None:
    large = replace(spinner(), own=Arrow("arrow.svg", DISC))
    piece = drawn(large, face=Sketch(Size(80.0002, 80)), arrow=Sketch(DISC))
    disc, arrow = piece.outline.subpaths()
    assert ("C" in disc.ops, "C" in arrow.ops) == (True, False)
    assert path_bounds(disc) == pytest.approx(Rect(0, 0, 80, 80), abs=1e-3)


def test_the_arrow_is_cut_along_the_outline_of_its_template() -> None:
    point = Path.polygon([(0, 4), (60, 8), (0, 12)])
    piece = drawn(spinner(), arrow=Sketch(ARROW, cut=point))
    assert piece.outline is not None
    assert piece.outline.subpaths()[1] == point.placed(Affine.move(10, 86))


def test_an_arrow_wider_than_the_disc_stands_below_its_middle() -> None:
    long = replace(spinner(), own=Arrow("arrow.svg", Size(100, 16)))
    piece = drawn(long, arrow=Sketch(Size(100, 16)))
    assert piece.trim == Size(100, 102)
    assert piece.outline is not None
    boxes = [path_bounds(part) for part in piece.outline.subpaths()]
    assert [box.x for box in boxes if box] == pytest.approx([10, 0])


def test_the_templates_see_the_segments() -> None:
    face, arrow = Sketch(DISC), Sketch(ARROW)
    drawn(spinner(), face=face, arrow=arrow)
    for sketch in (face, arrow):
        (values,) = sketch.seen
        assert [s["id"] for s in values["spinner"]["segments"]] == ["s0", "s1", "s2"]


def test_an_arrow_of_another_size_is_an_error() -> None:
    with pytest.raises(PnpError) as error:
        drawn(spinner(), arrow=Sketch(DISC))
    assert 'template "arrow.svg" is 80 x 80 mm, but the arrow of spinner is 60 x 16 mm' in str(
        error.value
    )


def test_segments_touch_the_rim_at_their_starts() -> None:
    for segment in segments(rows(1, 2, 3), 40):
        x, y = (float(n) for n in segment["d"].split("L")[1].split("A")[0].split())
        assert hypot(x - 40, y - 40) == pytest.approx(40, abs=0.001)
        turn = degrees(atan2(x - 40, 40 - y))
        assert turn % 360 == pytest.approx(segment["start"] % 360, abs=0.01)
