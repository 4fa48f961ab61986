"""Dice: each row is drawn on its side of a cube, which is folded from a cross.

As the front is looked at, with the top above it, the sides of the cross are

           top
    left  front  right  back
          bottom

The drawing of the top is read from the front, and so is that of the bottom. There is a tab for each
of the seven pairs of edges that meet; the back is glued to the left last.
"""

from pnp.data.game import Card, Component
from pnp.data.parts import side_of
from pnp.geometry.plane import Rect, Size
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.net import PanelEdge, Seam, Slope, Unfolded, folded, square, unfolded
from pnp.kinds.piece import Piece

TOP, RIGHT, BOTTOM, LEFT = range(4)
"""The edges of a square, as ``unfolded`` numbers them."""

PLACES = {
    "top": (1, 0),
    "left": (0, 1),
    "front": (1, 1),
    "right": (2, 1),
    "back": (3, 1),
    "bottom": (1, 2),
}
"""Where each side lies in the cross: its column and its row."""

FOLDS = [
    PanelEdge("front", TOP),
    PanelEdge("front", LEFT),
    PanelEdge("front", RIGHT),
    PanelEdge("right", RIGHT),
    PanelEdge("front", BOTTOM),
]

MEETING = {
    PanelEdge("top", LEFT): PanelEdge("left", TOP),
    PanelEdge("top", TOP): PanelEdge("back", TOP),
    PanelEdge("top", RIGHT): PanelEdge("right", TOP),
    PanelEdge("back", RIGHT): PanelEdge("left", LEFT),
    PanelEdge("bottom", RIGHT): PanelEdge("right", BOTTOM),
    PanelEdge("bottom", BOTTOM): PanelEdge("back", BOTTOM),
    PanelEdge("bottom", LEFT): PanelEdge("left", BOTTOM),
}
"""Each edge with a tab, and the edge that it meets."""

BORDER = [
    PanelEdge("left", TOP),
    PanelEdge("top", LEFT),
    PanelEdge("top", TOP),
    PanelEdge("top", RIGHT),
    PanelEdge("right", TOP),
    PanelEdge("back", TOP),
    PanelEdge("back", RIGHT),
    PanelEdge("back", BOTTOM),
    PanelEdge("right", BOTTOM),
    PanelEdge("bottom", RIGHT),
    PanelEdge("bottom", BOTTOM),
    PanelEdge("bottom", LEFT),
    PanelEdge("left", BOTTOM),
    PanelEdge("left", LEFT),
]
"""The edges round the cross, clockwise."""

TAB, TAB_SHARE, SLOPE = 6.0, 0.3, 45.0
"""How far a tab reaches: millimetres and the share of a side, at most. Its slope in degrees."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return cross(component.size.width, component.bleed).trim


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return the net of a die.

    Raises:
        PnpError: a template is missing or broken, or is not as large as a side.
    """
    component = faces.component
    assert component.parts is not None
    net = cross(component.size.width, component.bleed)
    sides = {side_of(row): row for row in component.parts.cards}
    arts = {name: faces.drawing(sides[name], card.face, component.size) for name in PLACES}
    return folded(net, arts, (), card, faces)


def cross(edge: float, spill: float) -> Unfolded:
    """Return the net of a cube with edges of a length; art spills over the edges that are cut."""
    border = set(BORDER)
    reach = min(TAB, TAB_SHARE * edge)
    panels = {
        name: square(
            Rect(column * edge, row * edge, edge, edge),
            spill,
            [number for number in range(4) if PanelEdge(name, number) not in border],
        )
        for name, (column, row) in PLACES.items()
    }
    seams = [Seam(one, mate, Slope(reach, SLOPE, SLOPE)) for one, mate in MEETING.items()]
    return unfolded(panels, FOLDS, BORDER, seams)
