"""DriveThruCards: a PDF/X-1a for each deck, as its own page on files for cards asks for.

A page is a card with 1/8 inch of bleed, the back before the face, with at most 240 % of ink and
neither marks nor lines to cut. That page gives the size of poker cards; the other sizes are those
that public projects and lists name, and are not confirmed by it.
"""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from pnp.base.units import MM_PER_INCH, inches
from pnp.data.game import Component
from pnp.destinations.destination import Destination, Settings, Shelf
from pnp.destinations.goods import Goods, Proven, SentPiece, Shows, TableUse
from pnp.destinations.printpages import (
    BACK,
    FACE,
    PressRun,
    PrintedSide,
    read_pages,
    refuse_profile,
    write_decks,
)
from pnp.destinations.printshop import (
    SAME,
    apart,
    bleed_remark,
    nearest_first,
    not_sold,
    on_picture,
)
from pnp.export.pdfx.press import Standard
from pnp.geometry.plane import Rect, Size
from pnp.kinds.piece import Piece

BLEED = MM_PER_INCH / 8

LIMIT = 240
"""The most ink at one place in per cent."""


class CardFormat(NamedTuple):
    """A size of cards that is sold, in millimetres, standing."""

    name: str
    trim: Size

    @property
    def page(self) -> Size:
        """Return the size with bleed."""
        return Size(self.trim.width + 2 * BLEED, self.trim.height + 2 * BLEED)


FORMATS = (
    CardFormat("Poker 2.5 x 3.5 in", inches(2.5, 3.5)),
    CardFormat("Euro Poker 63 x 88 mm", Size(63, 88)),
    CardFormat("Mini 1.625 x 2.5 in", inches(1.625, 2.5)),
    CardFormat("Tarot 2.75 x 4.75 in", inches(2.75, 4.75)),
)


def card_format(component: Component) -> CardFormat | None:
    """Return the size that a deck is printed in, None if it is not sold."""
    nearest = nearest_first(component.size, FORMATS)[0]
    return nearest if apart(component.size, nearest.trim) <= SAME else None


def fits(piece: Piece, settings: Settings) -> bool:
    """Tell whether cards of a piece's size are sold."""
    return card_format(piece.component) is not None


def reason(component: Component, settings: Settings) -> str:
    """Return why a component is left out; blank if its kind says it."""
    if component.kind.name not in TAKES or card_format(component) is not None:
        return ""
    ranked = nearest_first(component.size, FORMATS)
    return not_sold(component.size, [each.name for each in ranked])


def remark(component: Component) -> str:
    """Return what to say of a bleed that is less than is printed; blank if it is not."""
    return bleed_remark(component, BLEED)


def write(shelf: Shelf) -> None:
    """Write a PDF for each deck."""
    decks = {
        name: [side for item in items for side in _sides(item) * item.piece.qty]
        for name, items in shelf.goods.items.items()
    }
    write_decks(shelf, decks, PressRun(Standard.X1A, LIMIT))


def _sides(item: SentPiece) -> tuple[PrintedSide, PrintedSide]:
    """Return the pages of a card: its back, and then its face."""
    sold = card_format(item.piece.component)
    assert sold is not None  # others are left out
    face, back = item.pair
    trim = Rect(BLEED, BLEED, *sold.trim)
    return (
        PrintedSide(item, BACK, sold.page, trim, on_picture(back, sold.page, back=True).place),
        PrintedSide(item, FACE, sold.page, trim, on_picture(face, sold.page).place),
    )


def refuse(cargo: Goods, settings: Settings) -> None:
    """Refuse a profile that PDF/X-1a does not take."""
    refuse_profile(Standard.X1A, settings, "name a profile of version 2")


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the cards on the pages."""
    return read_pages(folder, first=BACK)


TAKES = {"deck": TableUse.CARD}

DRIVETHRU = Destination(
    name="drivethru",
    title="DriveThruCards",
    takes=TAKES,
    remarks=(
        "sizes: " + ", ".join(each.name for each in FORMATS),
        "sizes other than poker are not verified: look at its list before you order",
        "decks of other sizes are left out",
        "PDF/X-1a: a page is a card with 1/8 in of bleed, the back before the face",
        f"inks by FOGRA39, or --profile FILE; at most {LIMIT} %; see-through art at 600 dpi",
    ),
    steps=(
        "1. A PDF is a deck: its pages are the back and the face of each card, one card after the "
        "other, copies repeated.",
        "2. Set up a card product of that size there, and upload the PDF as its file for printing.",
        "3. Look through its proof of every card, and order a printed copy before you sell it.",
    ),
    write=write,
    read=read,
    options=frozenset({"profile"}),
    fits=fits,
    refuse=refuse,
    reason=reason,
    remark=remark,
)
"""The print shop for cards of DriveThruRPG."""
