"""MakePlayingCards: pictures of cards at the sizes that it prints, and orders for mpc-autofill.

Each deck has a folder of its own, with an order whose paths lead from that folder. Sizes are those
of the service's own list of products, read by North101/mpc_project_helper: it prints 36 pixels past
the cut, 3.05 mm, where it says 1/8 inch.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from pnp.base.diagnostics import named
from pnp.base.units import MM_PER_INCH
from pnp.data.game import Component
from pnp.destinations.destination import Destination, Settings, Shelf, Stock
from pnp.destinations.drawnbleed import CutLine, too_short
from pnp.destinations.goods import Goods, PictureSide, Proven, SentPiece, Shows, TableUse, proven
from pnp.destinations.plates import Limits, MadePicture, Plate
from pnp.destinations.printshop import (
    DPI,
    SAME,
    PictureKey,
    apart,
    nearest_first,
    not_sold,
    on_picture,
    picture_key,
    picture_size,
)
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Size
from pnp.kinds.piece import Piece

BLEED = 36
"""Pixels past the cut on every side."""

BLEED_MM = BLEED / DPI * MM_PER_INCH

STOCKS = {
    Stock.SMOOTH: "(S27) Smooth",
    Stock.STANDARD: "(S30) Standard Smooth",
    Stock.SUPERIOR: "(S33) Superior Smooth",
    Stock.LINEN: "(M31) Linen",
    Stock.PLASTIC: "(P10) Plastic",
}
"""What mpc-autofill calls the stocks."""

BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards that have a price of their own."""


class CardProduct(NamedTuple):
    """A size of cards: its name, its picture in pixels with bleed, and the most cards of a deck."""

    name: str
    width: int
    height: int
    most: int

    @property
    def trim(self) -> Size:
        """Return the size after cutting in millimetres."""
        return picture_size(self.width - 2 * BLEED, self.height - 2 * BLEED)

    @property
    def whole(self) -> Size:
        """Return the size with bleed in millimetres."""
        return picture_size(self.width, self.height)


PRODUCTS = (
    CardProduct("Game 63 x 88 mm", 816, 1110, 612),
    CardProduct("Poker 63.5 x 88.9 mm", 822, 1122, 612),
    CardProduct("Bridge 57 x 89 mm", 747, 1122, 612),
    CardProduct("Mini American 41 x 63 mm", 555, 816, 270),
    CardProduct("Mini European 44 x 67 mm", 591, 864, 252),
    CardProduct("Tarot 70 x 121 mm", 897, 1497, 160),
    CardProduct("Square 70 x 70 mm", 897, 897, 612),
    CardProduct("Square 89 x 89 mm", 1122, 1122, 156),
    CardProduct("Jumbo 89 x 127 mm", 1122, 1572, 105),
)


def product(component: Component) -> CardProduct | None:
    """Return the product that a deck is printed as, None if its size or number is not sold."""
    nearest = nearest_first(component.size, PRODUCTS)[0]
    fits = apart(component.size, nearest.trim) <= SAME and component.qty <= nearest.most
    return nearest if fits else None


def fits(piece: Piece, settings: Settings) -> bool:
    """Tell whether cards of a piece's size and number are sold."""
    return product(piece.component) is not None


def reason(component: Component, settings: Settings) -> str:
    """Return why a component is left out; blank if its kind says it."""
    if component.kind.name not in TAKES or product(component) is not None:
        return ""
    ranked = nearest_first(component.size, PRODUCTS)
    if apart(component.size, ranked[0].trim) <= SAME:
        return f"{ranked[0].name} has {ranked[0].most} cards at most"
    return not_sold(component.size, [each.name for each in ranked])


def plates(cargo: Goods, settings: Settings) -> list[Plate]:
    """Return a picture for each different side of each deck."""
    decks = (_of_deck(name, items) for name, items in cargo.items.items())
    return [plate for deck in decks for plate in deck.values()]


def _of_deck(name: str, items: Sequence[SentPiece]) -> dict[PictureKey, Plate]:
    """Return the different pictures of a deck."""
    found: dict[PictureKey, Plate] = {}
    for item in items:
        for stem, side in zip((item.piece.card.id, "back"), _printed(item), strict=True):
            found.setdefault(picture_key(side), Plate(f"{name}-{stem}", (side,), 1, DPI))
    return found


def _printed(item: SentPiece) -> tuple[PictureSide, PictureSide]:
    """Return face and back with their bleed, each on a picture of the product."""
    sold = product(item.piece.component)
    assert sold is not None  # others are left out
    face, back = item.pair
    return on_picture(face, sold.whole), on_picture(back, sold.whole, back=True)


def write(shelf: Shelf) -> None:
    """Write the decks, each with its pictures and its order."""
    for name, items in shelf.goods.items.items():
        folder = shelf.folder / name
        folder.mkdir()
        pictures = {key: shelf.pictures[plate] for key, plate in _of_deck(name, items).items()}
        for picture in pictures.values():
            with named(folder / picture.name):
                (folder / picture.name).write_bytes(picture.data)
        cut_pictures = [(picture, _cut(picture)) for picture in pictures.values()]
        shelf.remarks.extend(too_short(name, cut_pictures, BLEED_MM))
        files = {key: picture.name for key, picture in pictures.items()}
        with named(folder / "order.xml"):
            text = _order(items, files, STOCKS[shelf.settings.stock])
            (folder / "order.xml").write_text(text, encoding="utf-8", newline="\n")


def _cut(picture: MadePicture) -> CutLine:
    """Return the line that a picture is cut along."""
    whole = Rect.of(picture.plate.size)
    return lambda inset: Outline.rect(whole.inset(BLEED_MM + inset))


def _order(items: Sequence[SentPiece], files: Mapping[PictureKey, str], stock: str) -> str:
    """Return an order: which picture is on which slots; the commonest back is everybody's."""
    fronts: dict[str, list[int]] = {}
    backs: dict[str, list[int]] = {}
    slot = 0
    for item in items:
        face, back = (files[picture_key(side)] for side in _printed(item))
        slots = range(slot, slot + item.piece.qty)
        fronts.setdefault(face, []).extend(slots)
        backs.setdefault(back, []).extend(slots)
        slot += item.piece.qty
    common = max(backs, key=lambda name: len(backs[name]))
    others = {name: slots for name, slots in backs.items() if name != common}
    bracket = next((most for most in BRACKETS if slot <= most), BRACKETS[-1])
    return "".join(
        (
            "<order>\n",
            f"  <details><quantity>{slot}</quantity><bracket>{bracket}</bracket>",
            f"<stock>{stock}</stock><foil>false</foil></details>\n",
            *_cards("fronts", fronts),
            *(_cards("backs", others) if others else ()),
            f"  <cardback>{escape(common)}</cardback>\n</order>\n",
        )
    )


def _cards(tag: str, slots: Mapping[str, Sequence[int]]) -> Iterator[str]:
    yield f"  <{tag}>\n"
    for name, numbers in slots.items():
        listed = ",".join(map(str, numbers))
        file = escape(name)
        yield f"    <card><id>{file}</id><sourceType>Local File</sourceType>"
        yield f"<slots>{listed}</slots><name>{file}</name></card>\n"
    yield f"  </{tag}>\n"


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the cards of all orders, by deck; a slot with two fronts or none is no card."""
    found: Counter[Proven] = Counter()
    for file in sorted(folder.glob("*/order.xml")):
        order = ElementTree.parse(file)
        seen = {name: keys[0] for name, keys in shows.items() if (file.parent / name).is_file()}
        fronts, backs = _slots(order, "fronts"), _slots(order, "backs")
        common = order.findtext("cardback", "")
        quantity = int(order.findtext("details/quantity", "0"))
        for slot in range(quantity):
            if len(fronts.get(slot, ())) == 1 and len(backs.get(slot, ())) <= 1:
                names = (fronts[slot][0], *(backs.get(slot) or [common]))
                found[proven(file.parent.name, *(str(seen.get(name)) for name in names))] += 1
    return found


def _slots(order: "ElementTree.ElementTree[ElementTree.Element]", tag: str) -> dict[int, list[str]]:
    """Return the pictures on each slot."""
    found: dict[int, list[str]] = {}
    for card in order.iterfind(f"{tag}/card"):
        for slot in card.findtext("slots", "").split(","):
            found.setdefault(int(slot), []).append(card.findtext("id", ""))
    return found


def wanted(cargo: Goods) -> "Counter[Proven]":
    """Return every card by its deck: an order does not know its name."""
    found: Counter[Proven] = Counter()
    for item in cargo.all:
        found[Proven(item.piece.component.name, item.proven.seen)] += item.piece.qty
    return found


TAKES = {"deck": TableUse.CARD}

MPC = Destination(
    name="mpc",
    title="MakePlayingCards",
    takes=TAKES,
    limits=Limits(side=4096, bytes=50 * 2**20),
    remarks=(
        "sizes: " + ", ".join(each.name for each in PRODUCTS),
        "decks of other sizes or with more cards than are sold are left out",
        f"300 dpi, {BLEED} pixels of bleed as they are drawn",
        f"--stock {', '.join(Stock)}: {', '.join(STOCKS.values())}; without it {Stock.STANDARD}",
    ),
    steps=(
        "1. A folder is a deck: look through its pictures before you order.",
        "2. Run mpc-autofill's desktop tool on its order.xml: autofill -d FOLDER; or upload the "
        "pictures by hand, each as often as order.xml has slots for it.",
        "3. Set size and stock there, and have a look at the preview of every card.",
    ),
    plates=plates,
    write=write,
    read=read,
    fits=fits,
    wanted=wanted,
    options=frozenset({"stock"}),
    reason=reason,
)
"""The print shop, and Printer's Studio, which has the same machines."""
