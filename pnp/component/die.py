"""Dice: each row is drawn on its side of a cube, which is folded from a cross.

As the front is looked at, with the top above it, the sides of the cross are

           top
    left  front  right  back
          bottom

The drawing of the top is read from the front, and so is that of the bottom. There is a tab for each
of the seven pairs of edges that meet; the back is glued to the left last.
"""

from pnp.component.faces import Faces
from pnp.component.folding import folded
from pnp.component.piece import Piece
from pnp.component.unfolded import Edge, Seam, Slope, Unfolded, square, unfolded
from pnp.content.game import Card, Component
from pnp.content.kinds.parts import side_of
from pnp.geometry import Rect, Size

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
    Edge("front", TOP),
    Edge("front", LEFT),
    Edge("front", RIGHT),
    Edge("right", RIGHT),
    Edge("front", BOTTOM),
]

MEETING = {
    Edge("top", LEFT): Edge("left", TOP),
    Edge("top", TOP): Edge("back", TOP),
    Edge("top", RIGHT): Edge("right", TOP),
    Edge("back", RIGHT): Edge("left", LEFT),
    Edge("bottom", RIGHT): Edge("right", BOTTOM),
    Edge("bottom", BOTTOM): Edge("back", BOTTOM),
    Edge("bottom", LEFT): Edge("left", BOTTOM),
}
"""Each edge with a tab, and the edge that it meets."""

BORDER = [
    Edge("left", TOP),
    Edge("top", LEFT),
    Edge("top", TOP),
    Edge("top", RIGHT),
    Edge("right", TOP),
    Edge("back", TOP),
    Edge("back", RIGHT),
    Edge("back", BOTTOM),
    Edge("right", BOTTOM),
    Edge("bottom", RIGHT),
    Edge("bottom", BOTTOM),
    Edge("bottom", LEFT),
    Edge("left", BOTTOM),
    Edge("left", LEFT),
]
"""The edges round the cross, clockwise."""

TAB, TAB_SHARE, SLOPE = 6.0, 0.3, 45.0
"""How far a tab reaches: millimetres and the share of a side, at most. Its slope in degrees."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return cross(component.size.width, component.bleed).trim


def piece(card: Card, faces: Faces) -> Piece:
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
            [number for number in range(4) if Edge(name, number) not in border],
        )
        for name, (column, row) in PLACES.items()
    }
    seams = [Seam(one, mate, Slope(reach, SLOPE, SLOPE)) for one, mate in MEETING.items()]
    return unfolded(panels, FOLDS, BORDER, seams)
