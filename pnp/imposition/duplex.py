"""Where a back lies so that, seen through the paper, it covers its face.

Turning the paper about an edge mirrors one axis. About the long edge of a portrait page, as the
leaf of a book turns, that is left and right; on a landscape page the long edge lies across, so it
is top and bottom. The short edge is the other way round in both.
"""

from pnp.geometry import Point, Rect, Sides, Size
from pnp.imposition.sheet import Backs
from pnp.scene.page import Slot


def turns_like_a_leaf(paper: Size, backs: Backs) -> bool:
    """Say whether the turn mirrors left and right; otherwise it mirrors top and bottom."""
    return (backs is Backs.LONG_EDGE) == (paper.height >= paper.width)


def rect_behind(rect: Rect, paper: Size, backs: Backs) -> Rect:
    """Return where a rectangle of the front lies on the back page, in millimetres."""
    if turns_like_a_leaf(paper, backs):
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def slot_behind(slot: Slot, paper: Size, backs: Backs) -> Slot:
    """Return the slot of the back on the back page.

    The back stands upright when the piece, cut out, is turned over like the leaf of a book.
    """
    place = rect_behind(slot.rect, paper, backs)
    upright = 0 if turns_like_a_leaf(paper, backs) else 180
    return Slot(Point(place.x, place.y), slot.trim, (upright - slot.turn) % 360)


def printable_on_both(paper: Size, margins: Sides, backs: Backs) -> Rect:
    """Return what a printer with these margins reaches on both sides of every spot of the paper."""
    left, top, right, bottom = margins
    if backs is Backs.NONE:
        return Rect.of(paper).inset(margins)
    if turns_like_a_leaf(paper, backs):
        left = right = max(left, right)
    else:
        top = bottom = max(top, bottom)
    return Rect.of(paper).inset(Sides(left, top, right, bottom))
