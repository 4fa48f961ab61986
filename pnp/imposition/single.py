"""One face on a page of its own."""

from pnp.geometry import Point, Rect
from pnp.imposition.placing import Art, page
from pnp.scene.face import Face
from pnp.scene.page import Page, Placement, Slot


def single(face: Face, key: str) -> Page:
    """Return a page as large as the face with its bleed; its trim box is the face's trim."""
    size = face.bleed_box.size
    slot = Slot(Point(face.bleed, face.bleed), face.trim)
    placement = Placement(slot, face, key, Rect.of(size))
    return page(size, [placement], Art(), (), key)
