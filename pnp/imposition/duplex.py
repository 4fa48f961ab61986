"""Duplex geometry: where a back must lie on the sheet so that it ends up behind its face.

Turning the paper about an edge mirrors one axis. About the long edge of a portrait page, like the
leaf of a book, it swaps left and right; on a landscape page the long edge is horizontal, so it
swaps top and bottom. For the short edge it is the other way round. A fold through the middle of
the paper mirrors in the same two ways.
"""

from enum import StrEnum

from pnp.geometry.plane import Point, Rect, Sides, Size
from pnp.imposition.sheet import Backs
from pnp.scene.page import Slot


class FlipAxis(StrEnum):
    """The sides that are swapped when paper is turned or folded over."""

    SIDEWAYS = "left and right"
    OVER = "top and bottom"


def mirror_of(paper: Size, backs: Backs) -> FlipAxis | None:
    """Return the axis that turning the paper mirrors, or None if it is not turned."""
    if backs not in (Backs.LONG_EDGE, Backs.SHORT_EDGE):
        return None
    leaf = (backs is Backs.LONG_EDGE) == (paper.height >= paper.width)
    return FlipAxis.SIDEWAYS if leaf else FlipAxis.OVER


def rect_behind(rect: Rect, paper: Size, mirror: FlipAxis) -> Rect:
    """Return a rectangle mirrored by turning or folding the paper, in millimetres."""
    if mirror is FlipAxis.SIDEWAYS:
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def slot_behind(slot: Slot, paper: Size, mirror: FlipAxis) -> Slot:
    """Return the slot of the back behind a face's slot.

    The back is upright when the cut piece is turned over like the leaf of a book.
    """
    place = rect_behind(slot.rect, paper, mirror)
    upright = 0 if mirror is FlipAxis.SIDEWAYS else 180
    return Slot(Point(place.x, place.y), slot.trim, (upright - slot.turn) % 360)


def printable_on_both(paper: Size, margins: Sides, mirror: FlipAxis | None) -> Rect:
    """Return the area inside the margins on the front and, mirrored, on the back."""
    left, top, right, bottom = margins
    if mirror is FlipAxis.SIDEWAYS:
        left = right = max(left, right)
    elif mirror is FlipAxis.OVER:
        top = bottom = max(top, bottom)
    return Rect.of(paper).inset(Sides(left, top, right, bottom))
