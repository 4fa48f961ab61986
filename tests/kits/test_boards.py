"""Boards as they are drawn and walked: room to stand on every space, and the ways the rules name.

The numbers of Haunted Halloween are typed here, from its rules: they are not read from the
contract that ships with the game.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import dist, hypot

import pytest

from pnp.data.game import Board, Space
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point
from pnp.kinds.kind import board_values, kind_of, shared_values
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Shape
from pnp.scene.page import Drawing, Ink
from tests.kits.bundled import GAMES
from tests.make import bundled as game
from tests.make import templates, walk

BOARDS = [(key, name) for key in GAMES for name in game(key).boards]

NARROWEST = 16.0
"""Millimetres: a standee's foot is 14 mm deep."""

STARTS = {"haunted-halloween": ["start-1", "start-2"], "girls-vs-ghouls": ["sidewalk-1"]}

NOT_WALKED = {"haunted-halloween": {"mist"}}
"""The kinds of link that players never go along."""

NOBODY_STANDS = {
    "haunted-halloween": {"ghost-start"},
    "girls-vs-ghouls": {"crosswalk", "trick-or-treaters"},
}
"""Spaces that no player walks to."""

UNDRAWN = {"girls-vs-ghouls": {"crosswalk"}}
"""Spaces that the board's picture shows, and that are no symbol of their own."""

ON_A_JOINT = {"girls-vs-ghouls": {"trick-or-treaters"}}
"""Spaces that nobody could keep off the middle."""

NEAR = 1.5
"""How far the middle of a space's symbol may be from its place, in millimetres: some are askew."""

CLOSE = 6.4
"""Millimetres: stones of a street lie so near or nearer, and whatever does is one step away."""

FAR = 12.0
"""Millimetres: how wide the ground is between spaces farther apart than this, nobody asks."""

ROUND_START = 42.0
"""Millimetres from the middle of a START: what a first step could be taken for."""

Polygon = Sequence[Point]


@pytest.mark.parametrize(("key", "name"), BOARDS)
def test_every_space_is_drawn_in_its_place_and_wide_enough_to_stand_on(key: str, name: str) -> None:
    spaces = game(key).boards[name].spaces
    drawn = symbols(key, name)
    assert {space.id for space in spaces} - set(drawn) == UNDRAWN.get(key, set())
    narrow = {id_: round(narrowest(symbol), 2) for id_, symbol in drawn.items()}
    assert {id_: width for id_, width in narrow.items() if width < NARROWEST} == {}


@pytest.mark.parametrize(("key", "name"), BOARDS)
def test_no_two_spaces_overlap(key: str, name: str) -> None:
    drawn = symbols(key, name)
    assert [pair for pair in combinations(drawn, 2) if overlap(*(drawn[id_] for id_ in pair))] == []


@pytest.mark.parametrize(("key", "name"), BOARDS)
def test_no_space_lies_across_a_joint_of_the_panels(key: str, name: str) -> None:
    component = game(key).components[name]
    width, height = kind_of(component).trim(component)  # two by two panels, all of one size
    for along, joint in ((Point(1, 0), width / 2), (Point(0, 1), height / 2)):
        ends = {id_: spread(symbol, along) for id_, symbol in symbols(key, name).items()}
        cut = {id_ for id_, (least, most) in ends.items() if least < joint < most}
        assert cut <= ON_A_JOINT.get(key, set())


@pytest.mark.parametrize(("key", "name"), BOARDS)
def test_every_space_can_be_reached_from_each_start(key: str, name: str) -> None:
    board = game(key).boards[name]
    kinds = {link.kind for link in board.links} - NOT_WALKED.get(key, set())
    everywhere = {space.id for space in board.spaces} - NOBODY_STANDS[key]
    for start in STARTS[key]:
        assert set(steps(start, links(board, kinds))) == everywhere


# --- Haunted Halloween -------------------------------------------------------------------------

HOUSES = {"village": 5, "haunted": 10}
WALKED_BY_GHOSTS = {"street", "path"}


def haunted() -> Board:
    return game("haunted-halloween").boards["board"]


def of_kind(*kinds: str) -> list[Space]:
    return [space for space in haunted().spaces if space.kind in kinds]


def zone(space: Space) -> str:
    return str(space.values["zone"])


def ghost_links() -> list[tuple[str, str]]:
    """Return where ghosts walk: streets and paths, but for those of the village."""
    village = {space.id for space in haunted().spaces if zone(space) == "village"}
    return [pair for pair in links(haunted(), WALKED_BY_GHOSTS) if not village & {*pair}]


def test_the_spaces_that_the_rules_count() -> None:  # HH-40 to HH-45, HH-50 to HH-52, HH-151
    found = Counter(space.kind for space in haunted().spaces)
    assert {kind: found[kind] for kind in found if kind not in ("street", "path", "doorstep")} == {
        "start": 2,
        "portal": 4,
        "footprints": 2,
        "centre": 1,
        "coffin": 1,
        "ghost-start": 1,
        "stone": 3,
        "hallowed": 2,
        "extra-roll": 2,
        "ghost-extra-roll": 2,
        "move-two": 2,
    }
    assert {space.values["ghost"] for space in of_kind("stone")} == {"green", "yellow", "purple"}
    assert Counter(link.kind for link in haunted().links)["wall"] == 1
    assert {zone(space) for space in haunted().spaces} == {"village", "graveyard", "haunted"}


def test_hallowed_ground_lies_in_the_graveyard_and_every_stone_is_some() -> None:  # HH-46, 47, 80
    hallowed = [space for space in haunted().spaces if space.values.get("hallowed")]
    assert len(hallowed) == 5
    assert {zone(space) for space in hallowed} == {"graveyard"}
    assert {space.id for space in of_kind("stone", "hallowed")} == {space.id for space in hallowed}


def test_each_house_has_one_doorstep_at_the_end_of_a_way() -> (
    None
):  # HH-35 to 38, HH-64, 65, 76, 77
    doors = of_kind("doorstep")
    names = [door.values["house"]["name"] for door in doors]
    assert len(set(names)) == len(names) == 16
    ordinary = Counter(zone(d) for d in doors if d.values["house"]["name"] != "haunted-house")
    assert ordinary == HOUSES
    neighbours = around(links(haunted(), {"street", "path", "doorstep", "footprints", "wall"}))
    kinds = {space.id: space.kind for space in haunted().spaces}
    assert {len(neighbours[door.id]) for door in doors} == {1}
    assert {kinds[one] for door in doors for one in neighbours[door.id]} == {"street"}


def test_each_house_has_neighbours_who_know_it_too() -> None:  # HH-142
    next_to = {door.id: set(door.values["house"]["next"]) for door in of_kind("doorstep")}
    assert all(next_to.values())
    assert all(one in next_to[other] for one in next_to for other in next_to[one])


def test_the_crumbled_wall_is_the_only_way_out_of_the_village() -> None:  # HH-66 to 68, 73, 152
    rest = links(haunted(), {"street", "path", "gate", "doorstep", "footprints"})
    village = {space.id for space in haunted().spaces if zone(space) == "village"}
    assert set(steps("start-1", rest)) == village
    (wall,) = links(haunted(), {"wall"})
    zones = {space.id: zone(space) for space in haunted().spaces}
    assert {zones[end] for end in wall} == {"village", "graveyard"}
    assert not village & {space.id for space in of_kind("portal")}
    assert {space.id for space in of_kind("start")} <= village


def test_ghosts_come_everywhere_but_to_doorsteps_footprints_and_the_village() -> None:  # HH-69, 143
    there = set(steps("stone-green", ghost_links()))
    kept_out = ("doorstep", "footprints", "coffin", "ghost-start")
    outside = [space for space in haunted().spaces if zone(space) != "village"]
    assert there == {space.id for space in outside if space.kind not in kept_out}


def test_the_first_step_of_each_ghost_leads_to_its_stone() -> None:  # HH-70
    mist = links(haunted(), {"mist"})
    assert around(mist)["ghost-start"] == {"stone-green", "stone-yellow", "stone-purple"}
    assert len(mist) == 3


def test_one_portal_is_nearest_to_ghost_start() -> None:  # HH-71
    far = steps("ghost-start", [*ghost_links(), *links(haunted(), {"mist"})])
    first, second, *_ = sorted(far[portal.id] for portal in of_kind("portal"))
    assert first < second


def test_two_footprints_lead_from_the_centre_to_the_coffin() -> None:  # HH-72, HH-151
    prints = links(haunted(), {"footprints"})
    assert steps("centre", prints) == {
        "centre": 0,
        "footprints-1": 1,
        "footprints-2": 2,
        "coffin": 3,
    }
    touched = {id_ for link in links(haunted(), {*WALKED_BY_GHOSTS, "mist"}) for id_ in link}
    assert not touched & {"footprints-1", "footprints-2", "coffin"}
    assert {zone(space) for space in of_kind("coffin", "ghost-start", "centre")} == {"graveyard"}


def test_the_banshee_enters_in_front_of_the_haunted_house() -> None:  # HH-74
    (entry,) = [space for space in haunted().spaces if space.values.get("banshee_entry")]
    (door,) = [d for d in of_kind("doorstep") if d.values["house"]["name"] == "haunted-house"]
    assert (zone(entry), zone(door)) == ("haunted", "haunted")
    assert door.id in around(links(haunted(), {"doorstep"}))[entry.id]


def test_no_house_is_too_far_from_the_wall_to_be_visited() -> None:  # HH-75, HH-78
    walked = links(haunted(), {"street", "path", "gate", "doorstep", "wall"})
    doors = [door.id for door in of_kind("doorstep") if zone(door) == "haunted"]
    from_gate = steps("v-gate", walked)
    assert 10 <= max(from_gate[door] for door in doors) <= 20
    for start in ("start-1", "start-2"):
        assert steps(start, walked).keys() >= {door.id for door in of_kind("doorstep")}


@pytest.mark.parametrize("ink", Ink)
def test_spaces_of_streets_and_paths_lie_close_and_others_apart(ink: Ink) -> None:
    drawn = symbols("haunted-halloween", "board", ink)
    pairs = (pair for pair in combinations(drawn, 2) if gap(*(drawn[id_] for id_ in pair)) <= CLOSE)
    near = {frozenset(pair) for pair in pairs}
    assert near - {frozenset((link.start, link.end)) for link in haunted().links} == set()
    assert {frozenset(pair) for pair in links(haunted(), {"street", "path"})} - near == set()


@pytest.mark.parametrize("ink", Ink)
def test_every_other_link_is_drawn_from_one_space_to_the_other_past_all_else(ink: Ink) -> None:
    drawn = symbols("haunted-halloween", "board", ink)
    others = {link.kind for link in haunted().links} - {"street", "path"}
    ends = {frozenset(pair) for pair in links(haunted(), others)}
    touched = {
        frozenset(id_ for id_, symbol in drawn.items() if any(inside(at, symbol) for at in way))
        for way in ways_drawn("haunted-halloween", "board", others, ink)
    }
    assert touched - {frozenset()} == ends


def test_a_doorstep_is_nearest_to_the_space_it_is_reached_from() -> None:
    drawn = symbols("haunted-halloween", "board")
    for street, door in links(haunted(), {"doorstep"}):
        others = [drawn[id_] for id_ in drawn if id_ not in (street, door)]
        assert gap(drawn[street], drawn[door]) + 2 < min(gap(drawn[door], one) for one in others)


@pytest.mark.parametrize("ink", Ink)
def test_a_hedge_leaves_each_start_one_gate_to_the_space_it_is_linked_to(ink: Ink) -> None:
    bushes = called("haunted-halloween", "board", "hedge-ball", ink)
    bushes += rows_of("haunted-halloween", "board", "start-hedge-line", ink)
    assert len(bushes) > 20
    exits = around(links(haunted(), {"gate"}))
    walked = [space for space in haunted().spaces if space.kind != "start"]
    for start in of_kind("start"):
        assert len(exits[start.id]) == 1
        assert (
            around((link.start, link.end) for link in haunted().links)[start.id] == exits[start.id]
        )
        near = [space for space in walked if dist(space.at, start.at) < ROUND_START]
        assert len(near) > 4
        open_to = {
            space.id for space in near if not any(meets(start.at, space.at, b) for b in bushes)
        }
        assert open_to == exits[start.id]


def test_six_tombstones_lie_apart_and_beside_the_spaces() -> None:  # HH-48
    stones = [Point(*place) for place in game("haunted-halloween").play["tombstones"]]
    assert len(stones) == 6
    ring = 25 / 2
    assert all(dist(one, other) >= 2 * ring for one, other in combinations(stones, 2))
    for symbol in symbols("haunted-halloween", "board").values():
        assert all(distance(stone, symbol) >= ring for stone in stones)


# --- walking -----------------------------------------------------------------------------------


def links(board: Board, kinds: Iterable[str]) -> list[tuple[str, str]]:
    """Return the ends of the links of some kinds."""
    wanted = set(kinds)
    return [(link.start, link.end) for link in board.links if link.kind in wanted]


def around(pairs: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    """Return the neighbours of each end."""
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def steps(start: str, pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return how many steps it takes to each space that can be reached."""
    neighbours, found, waiting = around(pairs), {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in neighbours.get(here, set()) - found.keys():
            found[there] = found[here] + 1
            waiting.append(there)
    return found


# --- as drawn ----------------------------------------------------------------------------------


@cache
def symbols(key: str, name: str, ink: Ink = Ink.FULL) -> Mapping[str, Polygon]:
    """Return the outline of each space's symbol: the largest shape in the middle of its place.

    Strokes by hand overrun what they go round: they count where nothing is filled.
    """
    spaces = game(key).boards[name].spaces
    bare = {id(shape) for shape, _ in drawn(key, name, ink)}
    told = board_values(game(key).boards[name])["spaces"]
    own = [one for one in drawn(key, name, ink, spaces=told) if id(one[0]) not in bare]
    outlines = [(shape.fill is not None, outline_of(shape, place)) for shape, place in own]
    found: dict[str, Polygon] = {}
    for space in spaces:
        middle = [one for one in outlines if dist(centre(one[1]), space.at) < NEAR]
        if middle:
            found[space.id] = max(middle, key=lambda one: (one[0], area(one[1])))[1]
    return found


def ways_drawn(key: str, name: str, kinds: Collection[str], ink: Ink) -> list[list[Point]]:
    """Return the lines that are drawn for links of some kinds, as points along them."""
    told = [link for link in board_values(game(key).boards[name])["links"] if link["kind"] in kinds]
    bare = {id(shape) for shape, _ in drawn(key, name, ink)}
    own = [one for one in drawn(key, name, ink, links=told) if id(one[0]) not in bare]
    return [list(points(shape.path.placed(place))) for shape, place in own]


def rows_of(key: str, name: str, symbol: str, ink: Ink) -> list[Polygon]:
    """Return short pieces of the lines that a board calls in by an id, as wide as these are."""
    found = []
    for group, place in groups(drawing(key, name, ink).nodes, IDENTITY):
        for shape, where in shapes([group], place) if group.name == symbol else ():
            assert shape.stroke is not None
            off = shape.stroke.width / 2
            for part in shape.path.placed(where).subpaths():
                for pair in pairwise(points(part)):
                    found.append(hull(corner for end in pair for corner in diamond(end, off)))
    return found


def diamond(middle: Point, reach: float) -> Iterator[Point]:
    for x, y in ((reach, 0), (0, reach), (-reach, 0), (0, -reach)):
        yield Point(middle.x + x, middle.y + y)


def called(key: str, name: str, symbol: str, ink: Ink) -> list[Polygon]:
    """Return the outlines of the drawings that a board calls in by an id."""
    nodes = drawing(key, name, ink).nodes
    return [
        hull(
            at
            for shape, where in shapes([group], place)
            for at in points(shape.path.placed(where))
            if shape.fill is not None
        )
        for group, place in groups(nodes, IDENTITY)
        if group.name == symbol
    ]


def groups(nodes: Iterable[Node], place: Affine) -> Iterator[tuple[Group, Affine]]:
    for node in nodes:
        if isinstance(node, Group):
            yield node, place
            yield from groups(node.nodes, place @ node.place)


def drawn(key: str, name: str, ink: Ink, **told: Sequence[object]) -> list[tuple[Shape, Affine]]:
    """Return the shapes of a board that has these spaces and links, and no others."""
    return list(shapes(drawing(key, name, ink, **told).nodes, IDENTITY))


def drawing(key: str, name: str, ink: Ink, **told: Sequence[object]) -> Drawing:
    component = game(key).components[name]
    (card,) = component.cards
    values = shared_values(game(key), component, ink)
    values["card"] = {**card.values, "id": card.id, "qty": card.qty}
    values["board"] = {"spaces": [], "links": [], **told}
    return templates().get(card.face).draw(values, ink, card.where)


def outline_of(shape: Shape, place: Affine) -> Polygon:
    return hull(points(shape.path.placed(place)))


def shapes(nodes: Iterable[Node], place: Affine) -> Iterator[tuple[Shape, Affine]]:
    for node, at in walk(nodes, place):
        if isinstance(node, Shape) and path_bounds(node.path):
            yield node, at


def points(path: Path) -> Iterator[Point]:
    """Yield points along a path, ends and curves alike."""
    coords, here = iter(path.coords), Point(0, 0)
    for op in path.ops:
        if op == "C":
            a, b, to = (Point(next(coords), next(coords)) for _ in range(3))
            yield from (on_curve((here, a, b, to), n / 8) for n in range(1, 9))
            here = to
        elif op in "ML":
            here = Point(next(coords), next(coords))
            yield here


def on_curve(curve: Sequence[Point], t: float) -> Point:
    while len(curve) > 1:
        curve = [Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) for a, b in pairwise(curve)]
    return curve[0]


def hull(found: Iterable[Point]) -> Polygon:
    """Return the convex hull, by Andrew's chain."""
    ordered = sorted(set(found))
    chains: list[list[Point]] = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for point in run:
            while len(chain) > 1 and turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return chains[0] + chains[1]


def turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    return pairwise([*polygon, polygon[0]])


def area(polygon: Polygon) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in edges(polygon))) / 2


def centre(polygon: Polygon) -> Point:
    """Return the middle of a polygon's box."""
    xs, ys = zip(*polygon, strict=True)
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def spread(polygon: Polygon, along: Point) -> tuple[float, float]:
    """Return how far a polygon begins and ends along a direction."""
    found = [point.x * along.x + point.y * along.y for point in polygon]
    return min(found), max(found)


def across(polygon: Polygon) -> Iterator[Point]:
    """Yield the directions that stand upright on a polygon's edges."""
    for a, b in edges(polygon):
        length = hypot(b.x - a.x, b.y - a.y)
        yield Point((b.y - a.y) / length, (a.x - b.x) / length)


def narrowest(polygon: Polygon) -> float:
    """Return the width of the narrowest strip that a convex polygon lies in."""
    return min(high - low for low, high in (spread(polygon, way) for way in across(polygon)))


def overlap(one: Polygon, other: Polygon) -> bool:
    """Say whether two convex polygons share more than an edge: no line parts them."""
    for way in (*across(one), *across(other)):
        (low, high), (least, most) = spread(one, way), spread(other, way)
        if high <= least or most <= low:
            return False
    return True


def distance(point: Point, polygon: Polygon) -> float:
    """Return how far a point is from a convex polygon around which it lies outside."""
    return max(
        point.x * way.x + point.y * way.y - spread(polygon, way)[1] for way in across(polygon)
    )


def inside(point: Point, polygon: Polygon) -> bool:
    """Say whether a point lies in a convex polygon, whose corners run one way round."""
    return len({turn(a, b, point) > 0 for a, b in edges(polygon)}) == 1


def gap(one: Polygon, other: Polygon) -> float:
    """Return how wide the ground is between convex polygons that do not overlap, or at least."""
    (left, top, right, bottom), (x0, y0, x1, y1) = (box(polygon) for polygon in (one, other))
    apart = hypot(max(x0 - right, left - x1, 0), max(y0 - bottom, top - y1, 0))
    if apart > FAR:
        return apart
    return min(
        from_line(corner, *edge)
        for corners, outline in ((one, other), (other, one))
        for corner in corners
        for edge in edges(outline)
    )


def box(polygon: Polygon) -> tuple[float, float, float, float]:
    xs, ys = zip(*polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def from_line(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is from a line with ends."""
    x, y = b.x - a.x, b.y - a.y
    along = ((point.x - a.x) * x + (point.y - a.y) * y) / (x * x + y * y)
    along = min(max(along, 0), 1)
    return dist(point, (a.x + along * x, a.y + along * y))


def meets(a: Point, b: Point, polygon: Polygon) -> bool:
    """Say whether a line between two points runs into a convex polygon."""
    return overlap([a, b], polygon)
