from dataclasses import replace

import pytest

from pnp.base.color import WHITE, Color
from pnp.base.diagnostics import PnpError
from pnp.data.game import Card, Component, Cut
from pnp.geometry.plane import Affine, Rect, Size
from pnp.geometry.polygon import crossing
from pnp.kinds.box import TuckBox, tuck_box
from pnp.kinds.net import GLUE_GREY
from pnp.kinds.piece import Piece
from pnp.scene.node import Group, Shape, Solid, Text
from pnp.scene.page import Ink
from tests.kinds.sketches import Sketch, sole_piece
from tests.make import card, component, walk

FRONT, DEPTH = Size(64.6, 89.9), 26.35
BOX = TuckBox("treat", DEPTH, "#221133")


def box(row: Card | None = None, made: TuckBox = BOX) -> Component:
    rows = [row or card("treat-box")]
    flat = component("treat-box", FRONT, rows, kind="box", cut=Cut.OUTLINE)
    return replace(flat, own=made, safe=0.0)


def folded_from(made: Component, ink: Ink = Ink.FULL, **sketches: Sketch) -> Piece:
    return sole_piece(made, ink, **{"face": Sketch(FRONT), **sketches})


def words(piece: Piece) -> list[tuple[str, Affine, float]]:
    return [(n.string, at, n.size) for n, at in walk(piece.face.nodes) if isinstance(n, Text)]


def fills(piece: Piece) -> set[Color]:
    shapes = [node for node, _ in walk(piece.face.nodes) if isinstance(node, Shape)]
    return {shape.fill.color for shape in shapes if isinstance(shape.fill, Solid)}


def test_a_box_is_its_net_cut_along_the_outline_and_folded() -> None:
    piece, net = folded_from(box()), tuck_box(FRONT, DEPTH)
    assert piece.trim == net.trim
    assert piece.outline == net.outline
    assert piece.creases == net.creases
    assert (piece.back, piece.panels) == (None, None)
    assert crossing(net.outline) is None


def test_the_template_stands_upright_on_front_and_back_and_is_cut_off_at_the_folds() -> None:
    sketch = Sketch(FRONT)
    piece, net = folded_from(box(), face=sketch), tuck_box(FRONT, DEPTH)
    (drawn,) = set(sketch.art.values())
    places = [at for node, at in walk(piece.face.nodes) if node is drawn]
    panels = [net.panels[name] for name in ("back", "front")]
    assert places == [Affine.move(panel.x, panel.y) for panel in panels]
    clips = [node.clip for node in piece.face.nodes if isinstance(node, Group) and node.clip]
    boxes = [clip.path.points() for clip in clips[-2:]]
    assert [(min(p.y for p in box), max(p.x for p in box)) for box in boxes] == [
        (0, FRONT.width),
        (-3, FRONT.width),
    ]


def test_the_back_can_have_a_template_of_its_own() -> None:
    back = Sketch(FRONT)
    piece = folded_from(box(card("treat-box", back="back.svg")), back=back)
    (drawn,) = set(back.art.values())
    places = [at for node, at in walk(piece.face.nodes) if node is drawn]
    panel = tuck_box(FRONT, DEPTH).panels["back"]
    assert places == [Affine.move(panel.x, panel.y)]


def test_the_title_is_read_down_the_sides_and_from_the_front_on_the_lid() -> None:
    net = tuck_box(FRONT, DEPTH)
    titles = [(at, size) for word, at, size in words(folded_from(box())) if word == "Treat-Box"]
    turns = [(round(at.a), round(at.b)) for at, _ in titles]
    assert turns == [(0, 1), (0, 1), (-1, 0)]
    for (at, size), name in zip(titles, ("left", "right", "lid"), strict=True):
        assert net.panels[name].contains(Rect(at.e, at.f, 0, 0))
        assert size == 5


def test_a_box_too_thin_for_words_has_none_on_its_sides() -> None:
    thin = words(folded_from(box(made=TuckBox("treat", 3.0, "white"))))
    assert {word for word, *_ in thin} == {"glue"}


def test_what_is_glued_is_grey_and_says_so_in_a_size_that_can_be_read() -> None:
    glue = [size for word, _, size in words(folded_from(box())) if word == "glue"]
    assert len(glue) == 4
    assert min(glue) >= 2.2
    assert GLUE_GREY in fills(folded_from(box()))


def test_the_colour_is_printed_in_full_ink_only_and_words_stand_out_from_it() -> None:
    night = Color(0x22, 0x11, 0x33)
    assert night in fills(folded_from(box()))
    assert night not in fills(folded_from(box(), ink=Ink.LOW))
    title = next(n for n, _ in walk(folded_from(box()).face.nodes) if isinstance(n, Text))
    assert title.fill == Solid(WHITE)


def test_a_title_too_long_for_a_side_is_found() -> None:
    long = replace(box(), title="A very long title " * 6)
    found = {finding.rule.id for finding in folded_from(long).face.findings}
    assert found == {"text-overflow"}


def test_a_template_not_as_large_as_the_front_is_an_error() -> None:
    with pytest.raises(PnpError) as error:
        folded_from(box(), face=Sketch(Size(63, 88)))
    assert str(error.value).startswith('card_data/test/game.yaml:7:5: template "face.svg" ')
    assert "63 x 88 mm" in str(error.value)
    assert "treat-box is 64.6 x 89.9 mm" in str(error.value)


def test_an_unknown_font_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(PnpError) as error:
        folded_from(box(made=replace(BOX, font="Alegreya Sanz")))
    assert 'did you mean "Alegreya Sans"' in str(error.value)
