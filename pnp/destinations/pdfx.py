"""Any print shop: a PDF/X for each component, in printing inks, with lines to cut as spot colours.

A page is one side of one piece with its bleed, faces and backs in turn, copies repeated: what shops
that print cards online ask for.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pnp.data.game import Component
from pnp.destinations.destination import Destination, Settings, Shelf
from pnp.destinations.goods import Goods, Proven, SentPiece, Shows, TableUse
from pnp.destinations.printpages import (
    BACK,
    FACE,
    PressRun,
    PrintedSide,
    has_backs,
    read_pages,
    refuse_profile,
    write_decks,
)
from pnp.geometry.plane import Affine, Rect, Size

LIMIT = 300
"""The most ink at one place in per cent: what coated paper takes in offset."""

USUAL_BLEED = 3.0
"""Millimetres that most shops want."""


def write(shelf: Shelf) -> None:
    """Write a PDF for each component."""
    decks = {
        name: [side for item in items for side in _sides(item, has_backs(items))]
        for name, items in shelf.goods.items.items()
    }
    write_decks(shelf, decks, PressRun(shelf.settings.standard, LIMIT))


def _sides(item: SentPiece, backed: bool) -> Iterator[PrintedSide]:
    """Yield the pages of all copies of a piece."""
    bleed, trim = item.piece.component.bleed, item.piece.trim
    size = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    place, box = Affine.move(bleed, bleed), Rect(bleed, bleed, *trim)
    for _ in range(item.piece.qty):
        yield PrintedSide(item, FACE, size, box, place, lined=True)
        if backed:
            yield PrintedSide(item, BACK, size, box, place)


def refuse(cargo: Goods, settings: Settings) -> None:
    """Refuse a profile that PDF/X-1a does not take."""
    hint = "write --standard x4, or name a profile of version 2"
    refuse_profile(settings.standard, settings, hint)


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the pieces on the pages."""
    return read_pages(folder, first=FACE)


def remark(component: Component) -> str:
    """Return what to say of a bleed that is less than the usual one; blank if it is not."""
    if component.bleed >= USUAL_BLEED:
        return ""
    return f"{component.name}: its bleed is {component.bleed:g} mm, most shops want {USUAL_BLEED:g}"


KINDS = (
    *("deck", "tile", "token", "standee", "board", "mat"),
    *("box", "tray", "die", "spinner", "track", "sheet"),
)

PDFX = Destination(
    name="pdfx",
    title="print shops",
    takes=dict.fromkeys(KINDS, TableUse.PAGE),
    remarks=(
        "PDF/X-4, or PDF/X-1a by --standard x1a; a page is one side with its bleed, faces and "
        "backs in turn, copies repeated",
        f"inks by FOGRA39, or --profile FILE; at most {LIMIT} %; black letters in black alone",
        "CutContour and Crease as spot colours on faces, in PDF/X-4 on layers of their own",
        "what is see-through is drawn at 600 dpi for PDF/X-1a, blend modes for both; in PDF/X-4 "
        "the press mixes plain opacity in its inks: half red on white comes out nearer to orange",
    ),
    steps=(
        "1. A PDF is a component: its page is the bleed box, its trim box is where it is cut.",
        "2. Give the shop the PDFs, and the name of the stock. If it cuts by no lines, let it "
        "leave out the spot colours CutContour and Crease.",
        "3. Colours are set for coated paper (FOGRA39), unless you gave another profile: ask for "
        "a proof before a long run. Where see-through colours must be near to the drawing, "
        "export with --standard x1a.",
    ),
    write=write,
    read=read,
    options=frozenset({"standard", "profile"}),
    refuse=refuse,
    remark=remark,
)
"""Whoever takes PDF/X."""
