"""Boxes as data: a tuck box made to measure for a deck, a tray with any number of walls."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, radians, sqrt, tan
from typing import NamedTuple

from pnp.geometry.plane import Point, Size

WALL = 0.3
"""How thick the box's own card is, in millimetres: what home printers take at most."""


@dataclass(frozen=True, slots=True)
class TuckBox:
    """What is special of a tuck box; its front panel is as large as the component.

    ``holds`` names the deck. ``depth`` is how wide the narrow sides are, in millimetres. ``color``
    is the paint of all panels without a drawing, as SVG writes it; ``font`` is the family of the
    titles on them, None for the program's own.
    """

    holds: str
    depth: float
    color: str
    font: str | None = None


def front_around(card: Size, play: float) -> Size:
    """Return a front panel that leaves cards so much play inside, all in millimetres.

    Panels are measured from fold to fold. Half a wall is lost at each fold; a glue flap takes one
    from the width, and dust flaps take one at either end.
    """
    return Size(card.width + play + 2 * WALL, card.height + play + 3 * WALL)


def depth_around(cards: int, thickness: float, play: float) -> float:
    """Return how wide the narrow sides are; a tucked flap and the folds take a wall each."""
    return cards * thickness + play + 2 * WALL


class Floor(StrEnum):
    """What outline a floor has."""

    RECTANGLE = "rectangle"
    OCTAGON = "octagon"
    COFFIN = "coffin"


Corners = Sequence[tuple[str, float, float]]
"""Each corner as shares of width and height, with the name of the wall that begins there."""

BEVEL = 1 / (2 + sqrt(2))
"""The share of a side that a corner of a regular octagon takes."""

CORNERS: dict[Floor, Corners] = {
    Floor.RECTANGLE: [("front", 0, 0), ("right", 1, 0), ("back", 1, 1), ("left", 0, 1)],
    Floor.OCTAGON: [
        ("front", BEVEL, 0),
        ("front-right", 1 - BEVEL, 0),
        ("right", 1, BEVEL),
        ("back-right", 1, 1 - BEVEL),
        ("back", 1 - BEVEL, 1),
        ("back-left", BEVEL, 1),
        ("left", 0, 1 - BEVEL),
        ("front-left", 0, BEVEL),
    ],
    Floor.COFFIN: [
        ("head", 7 / 34, 0),
        ("shoulder-right", 27 / 34, 0),
        ("side-right", 1, 18 / 58),
        ("foot", 26 / 34, 1),
        ("side-left", 8 / 34, 1),
        ("shoulder-left", 0, 18 / 58),
    ],
}

TAB = 8.0
"""How far a tab reaches at most, in millimetres."""

STEEPEST = 60.0
"""Degrees: the ends of a tab slope, so that it never shows at the rim or the floor."""

GAP_SHARE, EDGE_SHARE = 0.8, 0.8
"""How much of the angle between two walls, and of a wall, a tab takes at most."""


@dataclass(frozen=True, slots=True)
class Tray:
    """What is special of an open box; its floor is as large as the component.

    ``depth`` is how high its walls are, measured along them, and ``flare`` how far their rims stand
    out beyond the floor, both in millimetres. ``floor`` names the template of the underside.
    ``color`` is the paint of a floor without one, as SVG writes it.
    """

    shape: Floor
    depth: float
    flare: float = 0.0
    floor: str | None = None
    color: str = "white"


class Wall(NamedTuple):
    """A wall, in millimetres; it stands on the floor's edge from ``start`` to ``end``, clockwise.

    ``before`` and ``after`` say how far its rim reaches beyond its foot at either end. ``gap`` is
    the angle in degrees that opens, in the net, between it and the wall after it.
    """

    name: str
    start: Point
    end: Point
    before: float
    after: float
    gap: float

    @property
    def foot(self) -> float:
        """Return how long the wall is where it stands on the floor."""
        return dist(self.start, self.end)

    @property
    def breadth(self) -> float:
        """Return how wide a drawing is that covers the wall, its middle over that of the foot."""
        return self.foot + 2 * max(self.before, self.after)


class WallTab(NamedTuple):
    """How far a tab reaches, in millimetres, and how its ends slope, in degrees off its edge."""

    reach: float
    foot: float
    rim: float


def walls_around(size: Size, tray: Tray) -> tuple[Wall, ...]:
    """Return the walls around a floor of a size, clockwise from the front, or from the head."""
    named = CORNERS[tray.shape]
    corners = [Point(x * size.width, y * size.height) for _, x, y in named]
    turns = [_turn(corners, at) for at in range(len(corners))]
    reaches = [tray.flare * tan(radians(turn) / 2) for turn in turns]
    gaps = [
        turn - 2 * degrees(atan2(reach, tray.depth))
        for turn, reach in zip(turns, reaches, strict=True)
    ]
    after = [*range(1, len(corners)), 0]
    return tuple(
        Wall(name, corners[at], corners[to], reaches[at], reaches[to], gaps[to])
        for (name, _, _), (at, to) in zip(named, enumerate(after), strict=True)
    )


def wall_face(size: Size, tray: Tray) -> Size:
    """Return how large a drawing is that covers any wall, to a hundredth of a millimetre."""
    widest = max(wall.breadth for wall in walls_around(size, tray))
    return Size(round(widest, 2), round(tray.depth, 2))


def tab_after(wall: Wall, after: Wall, depth: float) -> WallTab:
    """Return the tab at the end of a wall, which is glued inside the wall after it."""
    lean = degrees(atan2(wall.after, depth))
    foot, rim = min(STEEPEST, GAP_SHARE * wall.gap), min(STEEPEST, 85 - lean)
    run = 1 / tan(radians(foot)) + 1 / tan(radians(rim))
    edge = hypot(depth, wall.after)
    return WallTab(
        min(TAB, EDGE_SHARE * edge / run, EDGE_SHARE * after.foot * cos(radians(lean))), foot, rim
    )


def _turn(corners: Sequence[Point], at: int) -> float:
    """Return by how many degrees the outline turns at a corner."""
    round_it = [corners[at - 1], corners[at], corners[(at + 1) % len(corners)]]
    before, after = (degrees(atan2(b.y - a.y, b.x - a.x)) for a, b in pairwise(round_it))
    return (after - before) % 360
