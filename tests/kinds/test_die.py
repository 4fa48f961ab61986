from dataclasses import replace
from itertools import combinations

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Component, Cut, Parts
from pnp.geometry.plane import Point, Rect, Size
from pnp.geometry.polygon import crossing
from pnp.kinds.die import BORDER, OPPOSITE, PLACES, cross
from pnp.kinds.net import PanelEdge
from pnp.kinds.piece import Piece
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Text
from tests.kinds import space
from tests.kinds.sketches import Sketch, sole_piece
from tests.make import card, component, walk

EDGES = [12.0, 18.0, 40.0]
HINGES = {
    "top": space.Hinge("front", 90),
    "left": space.Hinge("front", 90),
    "right": space.Hinge("front", 90),
    "back": space.Hinge("right", 90),
    "bottom": space.Hinge("front", 90),
}
RIGHT, LEFT = (1, 0, 0), (-1, 0, 0)
UP, DOWN = (0, -1, 0), (0, 1, 0)
NEAR, FAR = (0, 0, 1), (0, 0, -1)


def die(size: float = 18) -> Component:
    made = component("die", Size(size, size), [card("die")], kind="die", cut=Cut.OUTLINE)
    rows = tuple(replace(card(side), values={"look": side}) for side in PLACES)
    return replace(made, parts=Parts({"look": "text"}, rows), bleed=1.0, safe=0.0)


def drawn(sketch: Sketch, made: Component | None = None) -> Piece:
    return sole_piece(made or die(), face=sketch)


@pytest.mark.parametrize("edge", EDGES)
def test_seven_pairs_of_edges_meet_and_each_has_one_tab(edge: float) -> None:
    net = cross(edge, 1)
    fold = space.folds(net, "front", HINGES)
    pairs = space.meeting(net, fold)
    assert len(pairs) == len(net.tabs) == 7
    assert {frozenset({tab.edge, tab.mate}) for tab in net.tabs} == pairs
    for tab in net.tabs:
        one, other = (net.panels[e.panel].edge(e.number) for e in (tab.edge, tab.mate))
        assert space.length(one) == pytest.approx(space.length(other)) == pytest.approx(edge)


@pytest.mark.parametrize("edge", EDGES)
def test_the_sides_of_the_folded_die_are_the_right_way_round(edge: float) -> None:
    net = cross(edge, 1)
    fold = space.folds(net, "front", HINGES)
    stands = {
        "front": (NEAR, RIGHT, UP),
        "right": (RIGHT, FAR, UP),
        "back": (FAR, LEFT, UP),
        "left": (LEFT, NEAR, UP),
        "top": (UP, RIGHT, FAR),
        "bottom": (DOWN, RIGHT, NEAR),
    }
    for name, (faces, right, up) in stands.items():
        assert space.near(space.outward(net, name, fold), faces), name
        assert space.near(space.directions(net, name, fold)[0], right), name
        assert space.near(space.directions(net, name, fold)[1], up), name
        assert net.panels[name].place.determinant == 1


def test_sides_declared_opposite_face_away_from_each_other() -> None:
    net = cross(18, 1)
    fold = space.folds(net, "front", HINGES)
    for one, other in OPPOSITE.items():
        x, y, z = space.outward(net, other, fold)
        assert space.near(space.outward(net, one, fold), (-x, -y, -z))


@pytest.mark.parametrize("edge", EDGES)
def test_tabs_lie_inside_the_sides_they_are_glued_to_and_not_on_each_other(edge: float) -> None:
    net = cross(edge, 1)
    lying = {tab.edge: (tab.mate.panel, space.glued(net, tab)) for tab in net.tabs}
    for panel, path in lying.values():
        assert all(space.holds(net.panels[panel].corners, point) for point in path.points())
    for (panel, one), (other, two) in combinations(lying.values(), 2):
        if panel == other:
            inner = tuple(one.points())
            assert not any(space.holds(inner, point, -1e-6) for point in two.points())


@pytest.mark.parametrize("edge", EDGES)
def test_the_outline_goes_round_once_and_every_tab_is_folded(edge: float) -> None:
    net = cross(edge, 1)
    assert net.outline.ops.count("M") == net.outline.ops.count("Z") == 1
    assert crossing(net.outline) is None
    box = path_bounds(net.outline)
    assert box is not None
    assert (box.x, box.y) == pytest.approx((0, 0))
    assert box.size == pytest.approx(net.trim)
    assert len(net.creases) == 5 + 7


def test_art_spills_over_cuts_and_tabs_and_never_onto_another_side() -> None:
    net = cross(18, 1)
    for name, panel in net.panels.items():
        window = path_bounds(panel.window)
        assert window is not None
        cuts = sum(edge.panel == name for edge in BORDER)
        grown = (window.width - 18) + (window.height - 18)
        assert grown == pytest.approx(cuts)
        for other, own in net.panels.items():
            xs, ys = zip(*own.corners, strict=True)
            side = Rect(min(xs), min(ys), 18, 18).inset(1e-9)
            assert other == name or window.intersection(side) is None


def test_each_row_is_drawn_on_its_side() -> None:
    sketch = Sketch(Size(18, 18))
    piece = drawn(sketch)
    net = cross(18, 1)
    assert (piece.id, piece.qty, piece.back) == ("die/die", 1, None)
    assert (piece.trim, piece.outline, piece.creases) == (net.trim, net.outline, net.creases)
    found = [(node, at) for node, at in walk(piece.face.nodes)]
    for (look, _), shape in sketch.art.items():
        places = [at for node, at in found if node is shape]
        assert places == [net.panels[look].place]


def test_every_tab_with_room_says_that_it_is_glued_and_never_upside_down() -> None:
    net = cross(18, 1)
    found = [
        (at, word.string)
        for word, at in walk(drawn(Sketch(Size(18, 18))).face.nodes)
        if isinstance(word, Text)
    ]
    assert [string for _, string in found] == ["glue"] * 7
    for tab, (at, _) in zip(net.tabs, found, strict=True):
        assert space.holds(tab.path.points(), Point(*at.apply(0, 0)))
        assert at.a > -1e-9
    small = walk(drawn(Sketch(Size(12, 12)), die(12)).face.nodes)
    assert not [word for word, _ in small if isinstance(word, Text)]


def test_a_template_not_as_large_as_a_side_is_an_error() -> None:
    with pytest.raises(PnpError) as error:
        drawn(Sketch(Size(20, 20)))
    assert "20 x 20 mm" in str(error.value)
    assert "die is 18 x 18 mm" in str(error.value)


def test_every_edge_of_the_cross_is_a_fold_or_on_its_border() -> None:
    assert len(BORDER) == len(set(BORDER)) == 24 - 2 * 5
    assert all(isinstance(edge, PanelEdge) for edge in BORDER)
