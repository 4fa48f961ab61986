"""Nets of any shape: panels joined by folds, tabs where edges meet, and how they are drawn."""

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, degrees, dist, radians, tan
from typing import NamedTuple

from pnp.base.color import Color
from pnp.base.units import MM_PER_POINT
from pnp.data.game import Card
from pnp.data.translation import say
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.kind import FaceRenderer
from pnp.kinds.piece import Piece
from pnp.scene.node import Clip, Group, Node, Shape, Solid
from pnp.scene.page import Drawing, Face
from pnp.text.fontbook import BODY_FAMILY
from pnp.text.style import TextStyle
from pnp.text.typeset import line


class PanelEdge(NamedTuple):
    """One edge of a panel: ``PanelEdge("front", 0)``. Edges are numbered clockwise from 0."""

    panel: str
    number: int


class Slope(NamedTuple):
    """The length of a tab in millimetres, and the angles of its ends in degrees off its edge."""

    reach: float
    start: float
    end: float


class NetPanel(NamedTuple):
    """A panel of a net. ``corners`` are in millimetres from the net's top-left corner, clockwise.

    ``place`` maps a drawing onto the panel, upright on the finished body; ``window`` is its clip,
    which extends past the edges that are not folds.
    """

    corners: tuple[Point, ...]
    place: Affine
    window: Path

    def edge(self, number: int) -> tuple[Point, Point]:
        """Return both ends of an edge, clockwise."""
        return self.corners[number], self.corners[(number + 1) % len(self.corners)]

    def placed(self, place: Affine) -> "NetPanel":
        """Return the panel transformed by ``place``."""
        corners = tuple(place.apply(*corner) for corner in self.corners)
        return NetPanel(corners, place @ self.place, self.window.placed(place))


class Tab(NamedTuple):
    """A glue tab on an edge: it is glued inside another panel, along the edge ``mate``.

    ``reach`` is its length from the edge in millimetres; ``path`` leads from the edge's first end
    to the other.
    """

    edge: PanelEdge
    mate: PanelEdge
    path: Path
    reach: float


class Seam(NamedTuple):
    """Two edges that meet in the body: ``edge`` has the tab, which is glued along ``mate``."""

    edge: PanelEdge
    mate: PanelEdge
    slope: Slope


class Unfolded(NamedTuple):
    """A net: ``outline`` is cut, ``creases`` are folded back, ``trim`` is its size in mm."""

    trim: Size
    panels: Mapping[str, NetPanel]
    tabs: tuple[Tab, ...]
    outline: Path
    creases: tuple[Path, ...]


def unfolded(
    panels: Mapping[str, NetPanel],
    folds: Sequence[PanelEdge],
    border: Sequence[PanelEdge],
    seams: Sequence[Seam],
) -> Unfolded:
    """Return the net of panels that are placed in the plane, moved so that it begins at 0, 0.

    ``folds`` names one edge for each fold between two panels; ``border`` names all other edges,
    clockwise round the net.
    """
    slopes = {seam.edge: seam.slope for seam in seams}
    runs = {edge: _run(panels[edge.panel].edge(edge.number), slopes.get(edge)) for edge in border}
    points = [point for run in runs.values() for point in run]
    left, top = (min(axis) for axis in zip(*points, strict=True))
    right, bottom = (max(axis) for axis in zip(*points, strict=True))
    place = Affine.move(-left, -top)
    moved = {name: panel.placed(place) for name, panel in panels.items()}
    return Unfolded(
        trim=Size(right - left, bottom - top),
        panels=moved,
        tabs=tuple(
            Tab(seam.edge, seam.mate, Path.polygon(runs[seam.edge]).placed(place), seam.slope.reach)
            for seam in seams
        ),
        # the last corner of each run is the next one's first
        outline=Path.polygon([point for run in runs.values() for point in run[:-1]]).placed(place),
        creases=tuple(
            Path.line(*moved[edge.panel].edge(edge.number)) for edge in (*folds, *slopes)
        ),
    )


def square(box: Rect, spill: float, folded: Sequence[int]) -> NetPanel:
    """Return a rectangle as a panel; art bleeds ``spill`` mm past the edges not in ``folded``."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    top, right, bottom, left = (0.0 if edge in folded else spill for edge in range(4))
    window = Rect(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)
    moved = Affine.move(box.x, box.y)
    return NetPanel(tuple(Point(*corner) for corner in corners), moved, Path.rect(window))


def _run(ends: tuple[Point, Point], slope: Slope | None) -> list[Point]:
    """Return the corners of the outline along an edge, with its tab if it has one."""
    start, end = ends
    if slope is None:
        return [start, end]
    along = _way(start, end)
    first = slope.reach / tan(radians(slope.start))
    last = dist(start, end) - slope.reach / tan(radians(slope.end))
    return [start, *(_beside(start, along, run, slope.reach) for run in (first, last)), end]


def _way(start: Point, end: Point) -> Point:
    """Return the step of one millimetre from a point towards another."""
    length = dist(start, end)
    return Point((end.x - start.x) / length, (end.y - start.y) / length)


def _beside(start: Point, along: Point, run: float, out: float) -> Point:
    """Return the point ``run`` mm along a line and ``out`` mm to its left."""
    return Point(start.x + along.x * run + along.y * out, start.y + along.y * run - along.x * out)


GLUE_GREY = Color(230, 230, 230)

SMALLEST = 6.5 * MM_PER_POINT
"""The smallest font size on a net in millimetres."""

GLUE_LEAST = 4.5
"""The shortest tab with the word, in millimetres: on a shorter one the art's bleed covers it."""


def folded(
    net: Unfolded,
    arts: Mapping[str, Drawing],
    under: Sequence[Node],
    card: Card,
    faces: FaceRenderer,
) -> Piece:
    """Return a net as a piece; ``arts`` are drawings by panel, ``under`` is drawn below them."""
    nodes = (
        *(Shape(tab.path, Solid(GLUE_GREY)) for tab in net.tabs),
        *under,
        *(art_on(net.panels[name], art) for name, art in arts.items()),
        *_glue_words(net, faces),
    )
    component = faces.component
    findings = tuple(dict.fromkeys(found for art in arts.values() for found in art.findings))
    face = Face(net.trim, component.bleed, component.safe, nodes, card.where, findings)
    return Piece(component, card, face, None, net.outline, net.creases)


def art_on(panel: NetPanel, art: Drawing) -> Group:
    """Return a drawing on its panel, clipped to the panel's window."""
    return Group((Group(art.nodes, panel.place),), clip=Clip(panel.window))


def glue_word(faces: FaceRenderer) -> str:
    """Return what is printed where glue goes, in the language of the kit."""
    return say(faces.templates.translation, "glue")


def _glue_words(net: Unfolded, faces: FaceRenderer) -> Iterator[Node]:
    """Yield the word on each tab with room for it, parallel to the fold and never upside down."""
    book, style = faces.templates.book, TextStyle((BODY_FAMILY,), SMALLEST)
    font = book.chain(style.families, where=faces.component.where)[0]
    baseline = Point(0, font.x_height * SMALLEST / 2)
    word = line(book, glue_word(faces), style, baseline, anchor="middle")
    for tab in net.tabs:
        if tab.reach >= GLUE_LEAST and _room(tab) >= word.width:
            yield Group(word.nodes, place=_along(tab))


def _room(tab: Tab) -> float:
    """Return the length of a tab where a word in its middle comes nearest to its outer edge."""
    start, out, back, end = tab.path.points()
    beyond = (1 - SMALLEST / tab.reach) / 2
    return (1 - beyond) * dist(out, back) + beyond * dist(start, end)


def _along(tab: Tab) -> Affine:
    """Return the transform that moves a word centred at 0, 0 to the middle of a tab."""
    start, out, back, end = tab.path.points()
    middle = Point((out.x + back.x + start.x + end.x) / 4, (out.y + back.y + start.y + end.y) / 4)
    turn = degrees(atan2(back.y - out.y, back.x - out.x))
    upright = turn if -90 < round(turn, 3) <= 90 else turn + 180
    return Affine.move(*middle) @ Affine.turn(upright)
