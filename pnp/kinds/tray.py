"""Trays, open boxes: the template is drawn on each wall, and the net around the floor is computed.

The outside is printed. The template's lower edge lies on the edge of the floor, centred on the
wall's foot; it has the size of the widest wall and is clipped on narrower ones. It reads the wall
that it is drawn on as ``panel``: name, width (of the foot), rim and height. The floor has a
separate template for the underside, its top towards the front (or the head).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, radians, sqrt, tan
from typing import Annotated, ClassVar, Literal, NamedTuple

from pnp.base.color import WHITE, Color, parse_color
from pnp.base.diagnostics import user_error
from pnp.base.slotted import slotted
from pnp.data.document import Document
from pnp.data.entry import EntryContext, Form, WholeEntry
from pnp.data.fields import FileName, Length, TrimSize, length_within
from pnp.data.game import Card, Component, HelpTopic
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Size
from pnp.geometry.polygon import Corners
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.net import NetPanel, PanelEdge, Seam, Slope, Unfolded, folded, unfolded
from pnp.kinds.piece import Piece
from pnp.scene.node import Node, Shape, Solid
from pnp.scene.page import Drawing, Ink


class Floor(StrEnum):
    """The outline of a floor."""

    RECTANGLE = "rectangle"
    OCTAGON = "octagon"
    COFFIN = "coffin"


class TrayEntry(WholeEntry):
    """An open box: a bowl, a coffin, or the lid of one. The template is drawn on each wall."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "floor")

    kind: Literal["tray"]
    size: TrimSize
    """The size of the floor."""
    shape: Floor = Floor.RECTANGLE
    """The outline of the floor."""
    depth: Annotated[Length, length_within(5.0, 300.0)]
    """How high the walls are, measured along them."""
    flare: Length = 0.0
    """How far the rim leans out beyond the floor, at each wall."""
    floor: FileName | None = None
    """The template of the underside, inside templates/, as large as the floor."""
    color: str = "white"
    """The colour of the underside without a template: a name from the palette, or a colour."""

    def form(self, at: EntryContext) -> Form:
        """Return the size of the floor, and the walls.

        Raises:
            PnpError: the walls cannot meet, or the colour is neither valid nor in the palette.
        """
        tray = Tray(self.shape, self.depth, self.flare, self.floor, at.color(self.color))
        if self.flare >= self.depth:
            raise user_error(
                f"the walls cannot meet: they are {self.depth:g} mm high and lean out by"
                f" {self.flare:g} mm",
                at.part.where(("flare",)),
                "write a smaller flare, or 0 mm for upright walls",
            )
        check_tabs(self.size, tray, at.part)
        return Form(self.size, own=tray)


NamedCorners = Sequence[tuple[str, float, float]]
"""Each corner as shares of width and height, with the name of the wall that begins there."""

BEVEL = 1 / (2 + sqrt(2))
"""The share of the side that each corner of a regular octagon cuts off."""

CORNERS: dict[Floor, NamedCorners] = {
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
"""The longest tab in millimetres."""

STEEPEST = 60.0
"""Largest angle of a tab's ends in degrees: they slope so as not to show at rim or floor."""

GAP_SHARE, EDGE_SHARE = 0.8, 0.8
"""The largest share of the angle between two walls, and of a wall's edge, that a tab takes."""


@slotted
class Tray:
    """The data of an open box: ``Tray(Floor.COFFIN, depth=20.0, flare=4.0)``. Millimetres.

    The floor is as large as the component. ``depth`` is the height of the walls, measured along
    them, and ``flare`` how far their rims lean out beyond the floor. ``floor`` names the template
    of the underside. ``color`` is the SVG colour of a floor without one.
    """

    shape: Floor
    depth: float
    flare: float = 0.0
    floor: str | None = None
    color: str = "white"


class Wall(NamedTuple):
    """A wall on the floor's edge from ``start`` to ``end``, clockwise. Millimetres.

    ``before`` and ``after`` are how far its rim extends past its foot at either end. ``gap`` is the
    angle in degrees, in the net, between this wall and the next.
    """

    name: str
    start: Point
    end: Point
    before: float
    after: float
    gap: float

    @property
    def foot(self) -> float:
        """Return the length of the wall at the floor."""
        return dist(self.start, self.end)

    @property
    def breadth(self) -> float:
        """Return the width of a drawing that covers the wall when centred on its foot."""
        return self.foot + 2 * max(self.before, self.after)


def walls_around(size: Size, tray: Tray) -> tuple[Wall, ...]:
    """Return the walls around a floor, clockwise from the front, or from the head of a coffin."""
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
    """Return the size of a drawing that covers any wall, rounded to 0.01 mm."""
    widest = max(wall.breadth for wall in walls_around(size, tray))
    return Size(round(widest, 2), round(tray.depth, 2))


def tab_after(wall: Wall, after: Wall, depth: float) -> Slope:
    """Return the tab at the end of a wall, which is glued inside the next wall."""
    lean = degrees(atan2(wall.after, depth))
    foot, rim = min(STEEPEST, GAP_SHARE * wall.gap), min(STEEPEST, 85 - lean)
    run = 1 / tan(radians(foot)) + 1 / tan(radians(rim))
    edge = hypot(depth, wall.after)
    reach = min(TAB, EDGE_SHARE * edge / run, EDGE_SHARE * after.foot * cos(radians(lean)))
    return Slope(reach, start=rim, end=foot)


def _turn(corners: Sequence[Point], at: int) -> float:
    """Return the angle in degrees by which the outline turns at a corner."""
    round_it = [corners[at - 1], corners[at], corners[(at + 1) % len(corners)]]
    before, after = (degrees(atan2(b.y - a.y, b.x - a.x)) for a, b in pairwise(round_it))
    return (after - before) % 360


LEAST_TAB = 2.5
"""Millimetres: a shorter tab does not hold."""


def check_tabs(size: Size, tray: Tray, part: Document) -> None:
    """Refuse a tray with a gap between two walls that is too narrow for a tab.

    ``part`` is the entry in game.yaml.

    Raises:
        PnpError: names the first two such walls.
    """
    walls = walls_around(size, tray)
    for wall, after in pairwise((*walls, walls[0])):
        if tab_after(wall, after, tray.depth).reach < LEAST_TAB:
            raise user_error(
                f"the walls {wall.name} and {after.name} cannot meet: there is no room in the net"
                " for a tab between them",
                part.where(("flare",) if tray.flare else ("size",)),
                "write a smaller flare" if tray.flare else "make the floor larger",
            )


FLOOR = "floor"

BEFORE, RIM, AFTER, FOOT = range(4)
"""The edges of a wall, numbered as in ``unfolded``: up, along the rim, down, and at the floor."""

SPILL = 1.0
"""The largest bleed past the sides of a wall, in millimetres."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return _net(component).trim


def panels(component: Component) -> dict[str, Corners]:
    """Return the corners of the floor and of each wall on the net."""
    return {name: panel.corners for name, panel in _net(component).panels.items()}


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return the net of an open box."""
    tray, net = faces.component.own_as(Tray), _net(faces.component)
    arts = dict(_arts(card, faces, tray))
    floor = net.panels[FLOOR]
    color = WHITE if faces.ink is Ink.LOW else parse_color(tray.color)[0]
    return folded(net, arts, tuple(_painted(floor, color)), card, faces)


def net_around(size: Size, tray: Tray, bleed: float) -> Unfolded:
    """Return the net of a tray with this floor; art runs past the rim by ``bleed``. Millimetres."""
    walls = walls_around(size, tray)
    floor = tuple(wall.start for wall in walls)
    panels = {FLOOR: NetPanel(floor, IDENTITY, Path.polygon(floor))}
    panels |= {
        wall.name: _wall(wall, before.gap, size, tray, bleed)
        for before, wall in pairwise((walls[-1], *walls))
    }
    folds = [PanelEdge(FLOOR, number) for number in range(len(walls))]
    border = [PanelEdge(wall.name, number) for wall in walls for number in (BEFORE, RIM, AFTER)]
    return unfolded(panels, folds, border, list(_seams(walls, tray)))


def _net(component: Component) -> Unfolded:
    return net_around(component.size, component.own_as(Tray), component.bleed)


def _seams(walls: Sequence[Wall], tray: Tray) -> Iterator[Seam]:
    for wall, after in pairwise((*walls, walls[0])):
        slope = tab_after(wall, after, tray.depth)
        yield Seam(PanelEdge(wall.name, AFTER), PanelEdge(after.name, BEFORE), slope)


def _wall(wall: Wall, gap: float, size: Size, tray: Tray, bleed: float) -> NetPanel:
    """Return a wall laid flat beside the floor, its rim pointing away.

    ``gap`` is the angle in degrees between the wall before it and this one.
    """
    along = Point((wall.end.x - wall.start.x) / wall.foot, (wall.end.y - wall.start.y) / wall.foot)
    turned = Affine(along.x, along.y, -along.y, along.x, *wall.start)
    face = wall_face(size, tray)
    middle = Affine.move((wall.foot - face.width) / 2, -tray.depth)
    rim = -tray.depth
    corners = (0, 0), (-wall.before, rim), (wall.foot + wall.after, rim), (wall.foot, 0)
    before = _spilled(Point(wall.before, tray.depth), gap, bleed)
    after = _spilled(Point(wall.after, tray.depth), wall.gap, bleed)
    shown = (
        *((-out, -up) for out, up in before),
        *((wall.foot + out, -up) for out, up in reversed(after)),
    )
    panel, window = ([turned.apply(*corner) for corner in some] for some in (corners, shown))
    return NetPanel(tuple(panel), turned @ middle, Path.polygon(window))


def _spilled(edge: Point, gap: float, bleed: float) -> Sequence[Point]:
    """Return the border of the art at a side of a wall, from the foot: x is outwards, y is up.

    Art bleeds past the side by the same width all along. Near the foot, where the art of two walls
    would meet, it ends in the middle of the ``gap`` in degrees. ``edge`` is the corner at the rim.
    """
    spill, length = min(SPILL, bleed), hypot(*edge)
    near = min(length, spill / tan(radians(gap) / 2))
    far = length + (bleed * length + edge.x * spill) / edge.y
    beside = (
        Point((edge.x * at + edge.y * spill) / length, (edge.y * at - edge.x * spill) / length)
        for at in (near, far)
    )
    return Point(0, 0), *beside


def _arts(card: Card, faces: FaceRenderer, tray: Tray) -> Iterator[tuple[str, Drawing]]:
    size = faces.component.size
    if tray.floor is not None:
        yield FLOOR, _drawn(card, tray.floor, size, FLOOR, (size.width, size.width), faces)
    face = wall_face(size, tray)
    for wall in walls_around(size, tray):
        rim = wall.foot + wall.before + wall.after
        yield wall.name, _drawn(card, card.face, face, wall.name, (wall.foot, rim), faces)


def _drawn(
    card: Card,
    template: str,
    size: Size,
    name: str,
    widths: tuple[float, float],
    faces: FaceRenderer,
) -> Drawing:
    panel = {"name": name, "width": widths[0], "rim": widths[1], "height": size.height}
    with_panel = replace(faces, values={**faces.values, "panel": panel})
    return with_panel.drawing(card, template, size, FLOOR if name == FLOOR else "wall")


def _painted(floor: NetPanel, color: Color) -> Iterator[Node]:
    if color != WHITE:
        yield Shape(Path.polygon(floor.corners), Solid(color))


TRAY = ComponentKind(
    name="tray",
    entry=TrayEntry,
    piece=piece,
    trim=trim,
    panels=panels,
    one_sided=True,
    net=True,
    creased=True,
    close_cut=False,
    assembly=HelpTopic("tray", 40),
)
