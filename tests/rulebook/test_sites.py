"""Which side of a die, segment of a spinner, or place of a track is at a point of its drawing."""

import pytest

from pnp.data.game import Card
from pnp.geometry.plane import Point, Size
from pnp.rulebook.sites import panels_of, sites_of
from tests import make
from tests.kits.bundled import game


def rows(*ids, **values):
    return [Card(id_, 1, values, make.HERE, "face.svg") for id_ in ids]


@pytest.mark.parametrize(
    ("x", "y", "side"),
    [(27, 9, "top"), (9, 27, "left"), (27, 27, "front"), (45, 27, "right"), (63, 27, "back")],
)
def test_a_side_of_a_die_is_where_its_net_has_it(x, y, side):
    die = make.component("die", Size(18, 18), kind="die", bleed=0)
    sides = rows("top", "front", "right", "left", "back", "bottom")
    corner = min(sites_of_corner(die))
    found = sites_of(die, sides)(Point(x + corner[0], y + corner[1]))
    assert found is not None
    assert found.id == side


def sites_of_corner(die):
    """Return where the cross of sides begins: tabs stand out beyond it."""
    from pnp.kinds.die import cross

    panels = cross(die.size.width, die.bleed).panels
    return [(panels["left"].corners[0].x, panels["top"].corners[0].y)]


def test_a_box_has_panels_that_are_neighbours():
    panels = panels_of(game("halloween").components["tuck-box"])
    assert {*panels} == {"back", "left", "front", "right", "lid", "bottom"}
    front, left = panels["front"].box, panels["left"].box
    assert left.right == pytest.approx(front.left)
    assert panels["lid"].box.bottom == pytest.approx(front.top)
    assert front.right - front.left > 44


@pytest.mark.parametrize(
    ("x", "y", "segment"), [(40, 5, "up"), (75, 40, "right"), (40, 75, "down"), (79, 79, None)]
)
def test_a_segment_of_a_spinner_is_known_by_its_angle(x, y, segment):
    spinner = make.component("spinner", Size(80, 80), kind="spinner")
    found = sites_of(spinner, rows("up", "right", "down", "left"))(Point(x, y))
    assert (found and found.id) == segment


def test_a_place_of_a_track_is_the_nearest():
    track = make.component("track", Size(90, 20), kind="track")
    places = [Card(f"{x}", 1, {"x": x, "y": 10}, make.HERE, "face.svg") for x in (10, 40, 70)]
    found = sites_of(track, places)(Point(52, 2))
    assert found is not None
    assert found.id == "40"
