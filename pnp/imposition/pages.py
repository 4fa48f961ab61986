"""The pages of a file, in the order in which a printer takes them."""

from collections.abc import Iterator, Sequence

from pnp.geometry import Rect
from pnp.imposition.sheet import Sheet
from pnp.scene.page import Page


def pages(sheets: Sequence[Sheet], duplex: bool) -> tuple[Page, ...]:
    """Return front after front; in a duplex file each is followed by its back, or a blank page."""
    return tuple(page for sheet in sheets for page in _sides(sheet, duplex))


def _sides(sheet: Sheet, duplex: bool) -> Iterator[Page]:
    yield sheet.front
    if duplex:
        yield sheet.back or _blank(sheet.front)


def _blank(front: Page) -> Page:
    whole = Rect.of(front.size)
    return Page(front.size, (), whole, whole, (), f"{front.label} · blank back")
