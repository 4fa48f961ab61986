from dataclasses import replace
from math import asin, degrees, sqrt

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Component, Cut
from pnp.geometry.plane import Point, Size
from pnp.geometry.polygon import crossing
from pnp.kinds.net import PanelEdge, Unfolded
from pnp.kinds.piece import Piece
from pnp.kinds.tray import AFTER, BEFORE, FLOOR, Floor, Tray, net_around, walls_around
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Shape, Solid, Text
from pnp.scene.page import Ink
from tests.kinds import space
from tests.kinds.sketches import Sketch, sole_piece
from tests.make import card, component, walk

TRAYS = [
    (Size(80, 80), Tray(Floor.RECTANGLE, 54)),
    (Size(60, 25), Tray(Floor.RECTANGLE, 10)),
    (Size(56, 56), Tray(Floor.RECTANGLE, 50, 10)),
    (Size(90, 60), Tray(Floor.RECTANGLE, 30, 18)),
    (Size(34, 58), Tray(Floor.COFFIN, 18)),
    (Size(60, 100), Tray(Floor.COFFIN, 30, 4)),
    (Size(60, 60), Tray(Floor.OCTAGON, 30)),
    (Size(70, 60), Tray(Floor.OCTAGON, 25, 6)),
]


def folded(net: Unfolded, tray: Tray) -> dict[str, space.Fold]:
    upright = 90 - degrees(asin(tray.flare / tray.depth))
    walls = [name for name in net.panels if name != FLOOR]
    return space.folds(net, FLOOR, {name: space.Hinge(FLOOR, upright) for name in walls})


@pytest.mark.parametrize(("size", "tray"), TRAYS)
def test_the_walls_meet_at_their_edges_and_each_pair_has_one_tab(size: Size, tray: Tray) -> None:
    net = net_around(size, tray, 3)
    walls = [wall.name for wall in walls_around(size, tray)]
    pairs = space.meeting(net, folded(net, tray))
    assert {frozenset({tab.edge, tab.mate}) for tab in net.tabs} == pairs
    assert len(net.tabs) == len(pairs) == len(walls)
    for wall, after in zip(walls, walls[1:] + walls[:1], strict=True):
        assert frozenset({PanelEdge(wall, AFTER), PanelEdge(after, BEFORE)}) in pairs
    for tab in net.tabs:
        one, other = (net.panels[e.panel].edge(e.number) for e in (tab.edge, tab.mate))
        assert space.length(one) == pytest.approx(space.length(other))


@pytest.mark.parametrize(("size", "tray"), TRAYS)
def test_the_rims_are_level_and_stand_out_by_the_flare(size: Size, tray: Tray) -> None:
    net = net_around(size, tray, 3)
    fold = folded(net, tray)
    height = sqrt(tray.depth**2 - tray.flare**2)
    floor = net.panels[FLOOR].corners
    for wall in walls_around(size, tray):
        for corner in net.panels[wall.name].corners[1:3]:
            x, y, z = fold[wall.name]((*corner, 0))
            assert z == pytest.approx(-height)
            over = space.holds(floor, type(corner)(x, y))
            assert over == (tray.flare == 0)
    (x, y) = zip(
        *(fold[w]((*c, 0))[:2] for w in net.panels for c in net.panels[w].corners), strict=True
    )
    assert max(x) - min(x) == pytest.approx(size.width + 2 * tray.flare, abs=tray.flare + 1e-6)
    assert max(y) - min(y) == pytest.approx(size.height + 2 * tray.flare)


@pytest.mark.parametrize(("size", "tray"), TRAYS)
def test_the_drawings_stand_upright_on_the_outside(size: Size, tray: Tray) -> None:
    net = net_around(size, tray, 3)
    fold = folded(net, tray)
    slope = sqrt(tray.depth**2 - tray.flare**2) / tray.depth
    for wall in walls_around(size, tray):
        right, up = space.directions(net, wall.name, fold)
        assert up[2] == pytest.approx(-slope), wall.name
        along = (wall.end.x - wall.start.x) / wall.foot, (wall.end.y - wall.start.y) / wall.foot
        assert space.near(right, (*along, 0)), wall.name
        out = space.outward(net, wall.name, fold)
        assert out[0] * along[1] - out[1] * along[0] == pytest.approx(slope), wall.name
        assert net.panels[wall.name].place.determinant == pytest.approx(1)
    assert space.near(space.outward(net, FLOOR, fold), (0, 0, 1))


@pytest.mark.parametrize(("size", "tray"), TRAYS)
def test_tabs_lie_inside_the_walls_they_are_glued_to(size: Size, tray: Tray) -> None:
    net = net_around(size, tray, 3)
    for tab in net.tabs:
        mate = net.panels[tab.mate.panel].corners
        assert all(space.holds(mate, point) for point in space.glued(net, tab).points())


@pytest.mark.parametrize(("size", "tray"), TRAYS)
def test_the_outline_goes_round_once(size: Size, tray: Tray) -> None:
    net = net_around(size, tray, 3)
    assert net.outline.ops.count("M") == net.outline.ops.count("Z") == 1
    assert crossing(net.outline) is None
    box = path_bounds(net.outline)
    assert box is not None
    assert (box.x, box.y) == pytest.approx((0, 0))
    assert box.size == pytest.approx(net.trim)
    assert len(net.creases) == 2 * len(walls_around(size, tray))


@pytest.mark.parametrize(("size", "tray"), TRAYS)
def test_art_bleeds_past_the_sides_of_a_wall_and_never_onto_another(size: Size, tray: Tray) -> None:
    net = net_around(size, tray, 3)
    for wall in walls_around(size, tray):
        panel = net.panels[wall.name]
        window = tuple(panel.window.points())
        for number, share in ((BEFORE, 1 / 2), (BEFORE, 1), (AFTER, 0), (AFTER, 1 / 2)):
            start, end = panel.edge(number)
            length = space.length((start, end))
            out = Point((end.y - start.y) / length, (start.x - end.x) / length)
            x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
            assert space.holds(window, Point(x + 0.99 * out.x, y + 0.99 * out.y))
            assert not space.holds(window, Point(x + 1.01 * out.x, y + 1.01 * out.y))
        for other in net.panels.keys() - {wall.name}:
            corners = net.panels[other].corners
            assert not any(space.holds(corners, point, -1e-6) for point in window)


def test_a_coffin_has_a_head_a_foot_and_longer_sides() -> None:
    walls = {wall.name: wall.foot for wall in walls_around(Size(34, 58), Tray(Floor.COFFIN, 18))}
    assert list(walls) == [
        "head",
        "shoulder-right",
        "side-right",
        "foot",
        "side-left",
        "shoulder-left",
    ]
    assert (walls["head"], walls["foot"]) == pytest.approx((20, 18))
    assert (
        walls["side-right"] == pytest.approx(walls["side-left"]) == pytest.approx(40.79, abs=0.01)
    )


# --- as a piece --------------------------------------------------------------------------------

BOWL = Tray(Floor.RECTANGLE, 20, color="#221133")


def bowl(tray: Tray = BOWL) -> Component:
    made = component("bowl", Size(60, 40), [card("bowl")], kind="tray", cut=Cut.OUTLINE)
    return replace(made, own=tray, safe=0.0)


def test_a_tray_is_its_net_with_the_template_on_each_wall() -> None:
    sketch = Sketch(Size(60, 20))
    made, net = sole_piece(bowl(), face=sketch), net_around(Size(60, 40), BOWL, 3)
    assert (made.trim, made.outline, made.creases) == (net.trim, net.outline, net.creases)
    (shape,) = sketch.art.values()
    places = [at for node, at in walk(made.face.nodes) if node is shape]
    assert places == [net.panels[wall].place for wall in ("front", "right", "back", "left")]


def test_the_template_sees_the_wall_it_is_drawn_on() -> None:
    sketch = Sketch(Size(60, 20))
    sole_piece(bowl(), face=sketch)
    seen = [values["panel"] for values in sketch.seen]
    assert seen[:2] == [
        {"name": "front", "width": 60, "rim": 60, "height": 20},
        {"name": "right", "width": 40, "rim": 40, "height": 20},
    ]


def test_the_floor_can_have_a_template_and_has_a_colour_in_full_ink_only() -> None:
    def fills(made: Piece) -> list[object]:
        shapes = (node for node, _ in walk(made.face.nodes) if isinstance(node, Shape))
        return [str(s.fill.color) for s in shapes if isinstance(s.fill, Solid)]

    wall, floor = Sketch(Size(60, 20)), Sketch(Size(60, 40))
    plain = len(fills(sole_piece(bowl(), face=wall)))
    assert len(fills(sole_piece(bowl(), ink=Ink.LOW, face=wall))) == plain - 1
    drawn = sole_piece(bowl(replace(BOWL, floor="floor.svg")), face=wall, floor=floor)
    (shape,) = floor.art.values()
    assert shape in [node for node, _ in walk(drawn.face.nodes)]
    assert floor.seen[0]["panel"] == {"name": "floor", "width": 60, "rim": 60, "height": 40}


def test_every_tab_says_that_it_is_glued() -> None:
    made, net = sole_piece(bowl(), face=Sketch(Size(60, 20))), net_around(Size(60, 40), BOWL, 3)
    found = [(at, word.string) for word, at in walk(made.face.nodes) if isinstance(word, Text)]
    assert [string for _, string in found] == ["glue"] * 4
    for tab, (at, _) in zip(net.tabs, found, strict=True):
        assert space.holds(tab.path.points(), at.apply(0, 0))


def test_a_word_stands_on_a_tab_whose_outer_edge_is_shorter() -> None:
    coffin = component("coffin", Size(34, 58), [card("coffin")], kind="tray", cut=Cut.OUTLINE)
    coffin = replace(coffin, own=Tray(Floor.COFFIN, 18), safe=0.0)
    made = sole_piece(coffin, face=Sketch(Size(40.79, 18)))
    words = [word.string for word, _ in walk(made.face.nodes) if isinstance(word, Text)]
    assert words == ["glue"] * 6


def test_a_template_not_as_large_as_a_wall_is_an_error() -> None:
    with pytest.raises(PnpError) as error:
        sole_piece(bowl(), face=Sketch(Size(60, 40)))
    assert str(error.value).startswith('card_data/test/game.yaml:7:5: template "face.svg" ')
    assert "60 x 40 mm" in str(error.value)
    assert "the wall of bowl is 60 x 20 mm" in str(error.value)
