"""Nets folded in space: x to the right and y down, as in the net, and z towards the viewer."""

from collections.abc import Callable, Mapping
from itertools import combinations
from math import cos, dist, hypot, isclose, radians, sin
from typing import NamedTuple

from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point
from pnp.kinds.net import PanelEdge, Tab, Unfolded

Spot = tuple[float, float, float]
Fold = Callable[[Spot], Spot]


class Hinge(NamedTuple):
    """The panel that a panel hangs at, and by how many degrees it is folded back there."""

    parent: str
    angle: float


def flat(spot: Spot) -> Spot:
    return spot


def folds(net: Unfolded, root: str, hinges: Mapping[str, Hinge]) -> dict[str, Fold]:
    """How each panel lies when the net is folded back; the root stays where it is."""
    found: dict[str, Fold] = {root: flat}
    while len(found) < len(net.panels):
        for name, (parent, angle) in hinges.items():
            if name not in found and parent in found:
                found[name] = _hinged(net, name, parent, angle, found[parent])
    return found


def _hinged(net: Unfolded, name: str, parent: str, angle: float, before: Fold) -> Fold:
    a, b = (p for p in net.panels[name].corners if _near_any(p, net.panels[parent].corners))
    along = ((b.x - a.x) / dist(a, b), (b.y - a.y) / dist(a, b))
    out = _away(net, name, a, along)
    c, s = cos(radians(angle)), sin(radians(angle))

    def fold(spot: Spot) -> Spot:
        x, y, z = spot[0] - a.x, spot[1] - a.y, spot[2]
        run, reach = x * along[0] + y * along[1], x * out[0] + y * out[1]
        reach, z = reach * c + z * s, z * c - reach * s
        return before(
            (
                a.x + run * along[0] + reach * out[0],
                a.y + run * along[1] + reach * out[1],
                z,
            )
        )

    return fold


def _away(net: Unfolded, name: str, a: Point, along: tuple[float, float]) -> tuple[float, float]:
    """The direction from a hinge into its panel."""
    out = (along[1], -along[0])
    inside = sum((p.x - a.x) * out[0] + (p.y - a.y) * out[1] for p in net.panels[name].corners)
    return out if inside > 0 else (-out[0], -out[1])


def _near_any(point: Point, points: tuple[Point, ...]) -> bool:
    return any(dist(point, other) < 1e-6 for other in points)


def ends(net: Unfolded, edge: PanelEdge, fold: Mapping[str, Fold]) -> tuple[Spot, Spot]:
    """Both ends of an edge in space."""
    start, end = net.panels[edge.panel].edge(edge.number)
    return fold[edge.panel]((*start, 0)), fold[edge.panel]((*end, 0))


def near(a: Spot, b: Spot) -> bool:
    return all(isclose(p, q, abs_tol=1e-6) for p, q in zip(a, b, strict=True))


def meeting(net: Unfolded, fold: Mapping[str, Fold]) -> set[frozenset[PanelEdge]]:
    """The pairs of edges that come to lie on each other without hanging together in the net."""
    edges = [
        PanelEdge(name, n) for name, panel in net.panels.items() for n in range(len(panel.corners))
    ]
    found = set()
    for one, other in combinations(edges, 2):
        a, b = ends(net, one, fold)
        c, d = ends(net, other, fold)
        one_flat, other_flat = (net.panels[e.panel].edge(e.number) for e in (one, other))
        if near(a, d) and near(b, c) and not _same(one_flat, other_flat):
            found.add(frozenset({one, other}))
    return found


def _same(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return dist(one[0], other[1]) < 1e-6 and dist(one[1], other[0]) < 1e-6


def glued(net: Unfolded, tab: Tab) -> Path:
    """A tab where it lies on the panel that it is glued to, in the plane of the net."""
    start, end = net.panels[tab.edge.panel].edge(tab.edge.number)
    to, since = net.panels[tab.mate.panel].edge(tab.mate.number)
    a, b = end.x - start.x, end.y - start.y
    c, d = to.x - since.x, to.y - since.y
    square = a * a + b * b
    turn = Affine((a * c + b * d) / square, (a * d - b * c) / square)
    turn = Affine(turn.a, turn.b, -turn.b, turn.a)
    moved = turn.apply(*start)
    return tab.path.placed(Affine.move(since.x - moved.x, since.y - moved.y) @ turn)


def holds(corners: tuple[Point, ...], point: Point, slack: float = 1e-6) -> bool:
    """Whether a point lies in a convex panel whose corners run clockwise."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all(
        (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= -slack for a, b in pairs
    )


def directions(net: Unfolded, name: str, fold: Mapping[str, Fold]) -> tuple[Spot, Spot]:
    """Where the right and the upper side of the drawing on a panel point to in space."""
    place = net.panels[name].place
    origin, right, up = (fold[name]((*place.apply(*at), 0)) for at in ((0, 0), (1, 0), (0, -1)))
    return _minus(right, origin), _minus(up, origin)


def outward(net: Unfolded, name: str, fold: Mapping[str, Fold]) -> Spot:
    """Where the printed side of a panel faces."""
    corner = net.panels[name].corners[0]
    return _minus(fold[name]((*corner, 1)), fold[name]((*corner, 0)))


def _minus(a: Spot, b: Spot) -> Spot:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def length(points: tuple[Point, Point]) -> float:
    return hypot(points[1].x - points[0].x, points[1].y - points[0].y)
