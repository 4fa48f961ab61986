"""Open boxes: the template is drawn on each wall, and the net around the floor is computed.

The outside is printed. The template's lower edge is the floor's, its middle that of the wall's
foot; it is as large as the widest wall, and cut off at the sides of narrower ones. It sees which
wall it is drawn on as ``panel``: name, width (of the foot), rim and height. The floor's own
template is the underside, its top towards the front (or the head).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.base.color import WHITE, Color, parse_color
from pnp.data.boxes import Tray, Wall, tab_after, wall_face, walls_around
from pnp.data.game import Card, Component
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Size
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.net import NetPanel, PanelEdge, Seam, Slope, Unfolded, folded, unfolded
from pnp.kinds.piece import Piece
from pnp.scene.drawing import Drawing, Ink
from pnp.scene.node import Node, Shape, Solid

FLOOR = "floor"

BEFORE, RIM, AFTER, FOOT = range(4)
"""The edges of a wall, as ``unfolded`` numbers them: up, along the rim, down, and at the floor."""

SPILL = 1.0
"""How far art runs past the sides of a wall at its rim, at most, in millimetres."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return _net(component).trim


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return the net of an open box.

    Raises:
        PnpError: a template is missing or broken, or is not as large as its panel.
    """
    tray, net = _tray(faces.component), _net(faces.component)
    arts = dict(_arts(card, faces, tray))
    floor = net.panels[FLOOR]
    color = WHITE if faces.ink is Ink.LOW else parse_color(tray.color)[0]
    return folded(net, arts, tuple(_painted(floor, color)), card, faces)


def net_around(size: Size, tray: Tray, bleed: float) -> Unfolded:
    """Return the net of a tray with a floor of a size; art runs past the rim by a bleed."""
    walls = walls_around(size, tray)
    floor = tuple(wall.start for wall in walls)
    panels = {FLOOR: NetPanel(floor, IDENTITY, Path.polygon(floor))}
    panels |= {wall.name: _wall(wall, size, tray, bleed) for wall in walls}
    folds = [PanelEdge(FLOOR, number) for number in range(len(walls))]
    border = [PanelEdge(wall.name, number) for wall in walls for number in (BEFORE, RIM, AFTER)]
    return unfolded(panels, folds, border, list(_seams(walls, tray)))


def _net(component: Component) -> Unfolded:
    return net_around(component.size, _tray(component), component.bleed)


def _tray(component: Component) -> Tray:
    assert component.tray is not None
    return component.tray


def _seams(walls: Sequence[Wall], tray: Tray) -> Iterator[Seam]:
    for wall, after in pairwise((*walls, walls[0])):
        reach, foot, rim = tab_after(wall, after, tray.depth)
        yield Seam(
            PanelEdge(wall.name, AFTER), PanelEdge(after.name, BEFORE), Slope(reach, rim, foot)
        )


def _wall(wall: Wall, size: Size, tray: Tray, bleed: float) -> NetPanel:
    """Return a wall that lies beside the floor, with its rim away from it."""
    along = Point((wall.end.x - wall.start.x) / wall.foot, (wall.end.y - wall.start.y) / wall.foot)
    turned = Affine(along.x, along.y, -along.y, along.x, *wall.start)
    face = wall_face(size, tray)
    middle = Affine.move((wall.foot - face.width) / 2, -tray.depth)
    spill = min(SPILL, bleed)
    corners = [turned.apply(*corner) for corner in _corners(wall, tray.depth)]
    shown = [turned.apply(*corner) for corner in _corners(wall, tray.depth, spill, bleed)]
    return NetPanel(tuple(corners), turned @ middle, Path.polygon(shown))


def _corners(wall: Wall, depth: float, spill: float = 0, bleed: float = 0) -> Sequence[Point]:
    """Return a wall's corners, clockwise from the start of its foot, where it stands upright."""
    left, right = -wall.before - spill, wall.foot + wall.after + spill
    rim = -depth - bleed
    return Point(0, 0), Point(left, rim), Point(right, rim), Point(wall.foot, 0)


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
    seeing = replace(faces, values={**faces.values, "panel": panel})
    return seeing.drawing(card, template, size, FLOOR if name == FLOOR else "wall")


def _painted(floor: NetPanel, color: Color) -> Iterator[Node]:
    if color != WHITE:
        yield Shape(Path.polygon(floor.corners), Solid(color))
