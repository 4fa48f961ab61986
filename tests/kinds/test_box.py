from dataclasses import replace

import pytest

from pnp.base.color import WHITE, Color
from pnp.base.diagnostics import PnpError
from pnp.data.game import Card, Component, Cut
from pnp.geometry.plane import Affine, Rect, Size
from pnp.geometry.polygon import crossing
from pnp.kinds.box import TuckBox
from pnp.kinds.net import GLUE_GREY
from pnp.kinds.piece import Piece
from pnp.kinds.tuckbox import tuck_box
from pnp.scene.bounds import path_bounds
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


def clip_of(piece: Piece, at: Affine) -> Rect:
    """Return what is printed of the drawing that is placed at ``at``."""
    (clip,) = (
        node.clip
        for node in piece.face.nodes
        if isinstance(node, Group) and node.clip
        for drawing in node.nodes
        if isinstance(drawing, Group) and drawing.place == at
    )
    return path_bounds(clip.path)


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
    back, front = (clip_of(piece, at) for at in places)
    assert (back.y, back.right) == (panels[0].y, panels[0].right)
    assert (front.y, front.right) == (panels[1].y - 3, panels[1].right)


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


def test_no_line_of_its_own_stays_along_the_cut_edge_of_a_dark_box() -> None:
    piece = folded_from(box())
    lines = [
        shape.stroke.paint
        for shape, _ in walk(piece.face.nodes)
        if isinstance(shape, Shape) and shape.stroke and shape.path == piece.outline
    ]
    assert lines == [Solid(Color(0x22, 0x11, 0x33))]  # what bleeds; the line to cut is the sheet's


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


PANELS = {"left": "left.svg", "right": "right.svg", "lid": "lid.svg", "bottom": "bottom.svg"}
SIDE, LYING = Size(DEPTH, FRONT.height), Size(FRONT.width, DEPTH)


def all_round(sizes: dict[str, Size] | None = None) -> tuple[Piece, dict[str, Sketch]]:
    usual = {"left": SIDE, "right": SIDE, "lid": LYING, "bottom": LYING}
    sketches = {name: Sketch(size) for name, size in {**usual, **(sizes or {})}.items()}
    return folded_from(box(made=replace(BOX, templates=PANELS)), **sketches), sketches


def place_of(piece: Piece, sketch: Sketch) -> Affine:
    (drawn,) = set(sketch.art.values())
    (at,) = (at for node, at in walk(piece.face.nodes) if node is drawn)
    return at


def test_each_panel_shows_its_own_template_and_no_title() -> None:
    piece, sketches = all_round()
    net = tuck_box(FRONT, DEPTH)
    for name in ("left", "right", "bottom"):
        panel = net.panels[name]
        assert place_of(piece, sketches[name]) == Affine.move(panel.x, panel.y)
    assert {word for word, *_ in words(piece)} == {"glue"}


def test_the_lid_is_read_from_the_front_so_it_lies_head_down_in_the_net() -> None:
    piece, sketches = all_round()
    at, lid = place_of(piece, sketches["lid"]), tuck_box(FRONT, DEPTH).panels["lid"]
    assert at.apply(0, 0) == pytest.approx((lid.right, lid.bottom))
    assert at.apply(FRONT.width, DEPTH) == pytest.approx((lid.x, lid.y))


def test_art_reaches_its_bleed_over_cut_edges_and_flaps_and_stops_at_the_folds_between_panels() -> (
    None
):
    piece, sketches = all_round()
    net = tuck_box(FRONT, DEPTH)
    shown = {name: clip_of(piece, place_of(piece, sketches[name])) for name in ("left", "right")}
    left, right, dust = net.panels["left"], net.panels["right"], path_bounds(net.flaps["left"].path)
    assert (shown["left"].x, shown["left"].right) == (left.x, left.right)
    assert shown["left"].y == pytest.approx(dust.y - 3)
    assert shown["left"].bottom == pytest.approx(left.bottom + 2)
    assert (shown["right"].x, shown["right"].right) == (right.x, right.right + 3)


@pytest.mark.parametrize(
    ("width", "scale"), [(DEPTH - 6, 1.0), (DEPTH + 40, DEPTH / (DEPTH + 40)), (DEPTH, 1.0)]
)
def test_a_side_drawn_for_another_number_of_cards_lies_in_the_middle_and_never_larger(
    width: float, scale: float
) -> None:
    piece, sketches = all_round({"left": Size(width, FRONT.height)})
    at, panel = place_of(piece, sketches["left"]), tuck_box(FRONT, DEPTH).panels["left"]
    assert at.a == pytest.approx(scale, abs=1e-4)
    assert at.apply(width / 2, FRONT.height / 2) == pytest.approx(panel.center)


def test_templates_know_the_panel_that_they_are_drawn_on() -> None:
    _, sketches = all_round()
    panels = {name: sketch.seen[0]["panel"] for name, sketch in sketches.items()}
    assert panels["right"] == {"name": "right", "width": DEPTH, "height": FRONT.height}
    assert panels["lid"] == {"name": "lid", "width": FRONT.width, "height": DEPTH}


@pytest.mark.parametrize(
    ("panel", "size", "words"),
    [
        ("left", Size(26, 80), "the left side of treat-box is 26 x 89.9 mm"),
        ("lid", Size(60, 20), "the lid of treat-box is 64.6 x 20 mm"),
    ],
)
def test_a_template_as_long_as_no_edge_of_its_panel_is_an_error(
    panel: str, size: Size, words: str
) -> None:
    with pytest.raises(PnpError) as error:
        all_round({panel: size})
    assert f'template "{panel}.svg" is {size}, but {words}' in str(error.value)
