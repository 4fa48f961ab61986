"""The nets are folded in space: x to the right, y away from the viewer, z up."""

from collections.abc import Callable
from math import isclose

import pytest

from pnp.geometry.plane import Rect, Size
from pnp.geometry.polygon import crossing
from pnp.kinds.box import WALL, depth_around, front_around
from pnp.kinds.tuckbox import DUST_SHARE, Net, tuck_box
from pnp.scene.bounds import path_bounds

Spot = tuple[float, float, float]
Fold = Callable[[Spot], Spot]

BOXES = [
    (Size(64.6, 89.9), 26.35),
    (Size(45.6, 68.9), 13.48),
    (Size(31.6, 31.9), 2.92),
    (Size(89.6, 64.9), 60.0),
    (Size(20, 120), 1.2),
]


def flat(spot: Spot) -> Spot:
    return spot


def upright(x: float, side: int, before: Fold) -> Fold:
    """Fold what lies right (1) or left (-1) of an upright crease back by a quarter turn."""
    return lambda spot: before((x - side * spot[1], side * (spot[0] - x), spot[2]))


def level(z: float, side: int, before: Fold) -> Fold:
    """Fold what lies above (1) or below (-1) a level crease back by a quarter turn."""
    return lambda spot: before((spot[0], side * (spot[2] - z), z - side * spot[1]))


def folded(net: Net) -> dict[str, Fold]:
    """How each panel and flap lies in the finished box, the front's lower left corner at 0, 0, 0.

    Spots are given as in the net: x, 0 and minus y.
    """
    at = net.panels
    front, left, right, back = (at[name] for name in ("front", "left", "right", "back"))

    def stand(spot: Spot) -> Spot:
        return spot[0] - front.x, spot[1], spot[2] + front.bottom

    folds = {"front": stand}
    folds["left"] = upright(front.x, -1, stand)
    folds["back"] = upright(left.x, -1, folds["left"])
    folds["glue"] = upright(back.x, -1, folds["back"])
    folds["right"] = upright(right.x, 1, stand)
    folds["lid"] = level(-back.y, 1, folds["back"])
    folds["tuck"] = level(-at["lid"].y, 1, folds["lid"])
    folds["bottom"] = level(-back.bottom, -1, folds["back"])
    folds["bottom-tuck"] = level(-at["bottom"].bottom, -1, folds["bottom"])
    for name in ("left", "right"):
        folds[f"{name}-dust"] = level(-at[name].y, 1, folds[name])
        folds[f"bottom-{name}"] = level(-at[name].bottom, -1, folds[name])
    return folds


def corners(rect: Rect, fold: Fold) -> dict[str, Spot]:
    return {
        "top left": fold((rect.x, 0, -rect.y)),
        "top right": fold((rect.right, 0, -rect.y)),
        "bottom left": fold((rect.x, 0, -rect.bottom)),
        "bottom right": fold((rect.right, 0, -rect.bottom)),
    }


def near(a: Spot, b: Spot) -> bool:
    return all(isclose(p, q, abs_tol=1e-9) for p, q in zip(a, b, strict=True))


@pytest.mark.parametrize(("front", "depth"), BOXES)
def test_the_faces_of_the_folded_box_stand_the_right_way_up(front: Size, depth: float) -> None:
    net = tuck_box(front, depth)
    w, h, d = front.width, front.height, depth
    folds = folded(net)
    spots = {name: corners(net.panels[name], folds[name]) for name in net.panels}
    wanted = {
        "front": [(0, 0, h), (w, 0, h), (0, 0, 0), (w, 0, 0)],
        "right": [(w, 0, h), (w, d, h), (w, 0, 0), (w, d, 0)],
        "back": [(w, d, h), (0, d, h), (w, d, 0), (0, d, 0)],
        "left": [(0, d, h), (0, 0, h), (0, d, 0), (0, 0, 0)],
        "lid": [(w, 0, h), (0, 0, h), (w, d, h), (0, d, h)],
        "bottom": [(w, d, 0), (0, d, 0), (w, 0, 0), (0, 0, 0)],
    }
    for name, places in wanted.items():
        for spot, place in zip(spots[name].values(), places, strict=True):
            assert near(spot, place), name


@pytest.mark.parametrize(("front", "depth"), BOXES)
def test_the_edges_that_meet_are_equal(front: Size, depth: float) -> None:
    net = tuck_box(front, depth)
    at, folds = net.panels, folded(net)
    back, right = corners(at["back"], folds["back"]), corners(at["right"], folds["right"])
    assert near(back["top left"], right["top right"])
    assert near(back["bottom left"], right["bottom right"])
    lid, face = corners(at["lid"], folds["lid"]), corners(at["front"], folds["front"])
    assert near(lid["top right"], face["top left"])
    assert near(lid["top left"], face["top right"])
    bottom = corners(at["bottom"], folds["bottom"])
    assert near(bottom["bottom right"], face["bottom left"])
    assert near(bottom["bottom left"], face["bottom right"])


@pytest.mark.parametrize(("front", "depth"), BOXES)
def test_every_flap_comes_to_lie_inside(front: Size, depth: float) -> None:
    net, e = tuck_box(front, depth), 1e-9
    folds = folded(net)
    assert set(net.flaps) == {"glue", "tuck", "left", "right"} | {
        "bottom-tuck",
        "bottom-left",
        "bottom-right",
    }
    for name, flap in net.flaps.items():
        fold = folds[f"{name}-dust" if name in ("left", "right") else name]
        for point in flap.path.points():
            x, y, z = fold((point.x, 0, -point.y))
            assert -e <= x <= front.width + e, name
            assert -e <= y <= depth + e, name
            assert -e <= z <= front.height + e, name


def test_flaps_lie_where_they_are_glued_or_tucked_and_dust_flaps_never_meet() -> None:
    front, depth = BOXES[0]
    net = tuck_box(front, depth)
    folds = folded(net)
    lies_at = {
        "glue": (0, front.width),
        "tuck": (1, 0),
        "bottom-tuck": (1, 0),
        "bottom-left": (2, 0),
    }
    for name, (axis, place) in lies_at.items():
        for point in net.flaps[name].path.points():
            assert isclose(folds[name]((point.x, 0, -point.y))[axis], place, abs_tol=1e-9), name
    reach = path_bounds(net.flaps["left"].path)
    assert reach is not None
    assert reach.height <= DUST_SHARE * front.width
    assert {name for name, flap in net.flaps.items() if flap.glue} == {
        "glue",
        "bottom-tuck",
        "bottom-left",
        "bottom-right",
    }


@pytest.mark.parametrize(("front", "depth"), BOXES)
def test_the_outline_goes_round_once_and_fills_the_trim(front: Size, depth: float) -> None:
    net = tuck_box(front, depth)
    assert net.outline.ops.count("M") == net.outline.ops.count("Z") == 1
    assert crossing(net.outline) is None
    box = path_bounds(net.outline)
    assert box is not None
    assert box.x == pytest.approx(0)
    assert box.y == pytest.approx(0)
    assert box.size == pytest.approx(net.trim)


def test_every_crease_joins_two_parts_and_none_lies_at_the_free_edges_of_the_front() -> None:
    front, depth = BOXES[0]
    net = tuck_box(front, depth)
    assert len(net.creases) == 4 + 2 + 4 + 2
    face = net.panels["front"]
    for crease in net.creases:
        (x1, y1), (x2, y2) = crease.points()
        assert x1 == x2 or y1 == y2
        assert not (y1 == y2 and y1 in (face.y, face.bottom) and face.x <= x1 < face.right)


@pytest.mark.parametrize("play", [0.5, 1.0, 2.0])
def test_the_deck_fits_with_its_play(play: float) -> None:
    card, cards, thickness = Size(63, 88), 75, 0.33
    front, depth = front_around(card, play), depth_around(cards, thickness, play)
    glue_flap, tucked, dust, halves = WALL, WALL, 2 * WALL, WALL
    assert front.width - glue_flap - halves - card.width == pytest.approx(play)
    assert front.height - dust - halves - card.height == pytest.approx(play)
    assert depth - tucked - halves - cards * thickness == pytest.approx(play)
