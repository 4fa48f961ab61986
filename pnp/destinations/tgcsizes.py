"""What The Game Crafter prints: sizes, pixels of its templates, and the calls that order them.

Sizes and pixels are those of its own list of products, as khenn/thegamecrafter-mcp read it and
templative/templative-electron has it; both agree on each row here. Left out are sets whose sides
have other names (folding mats), tuck boxes and standees: where their panels and feet are, nobody
here could see.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pnp.base.units import MM_PER_INCH, inches
from pnp.destinations.goods import hexagon
from pnp.destinations.printshop import picture_size
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect, Size

BLEED = MM_PER_INCH / 8
"""Millimetres past the cut, and inside of it: the safe area's edge."""


CORNER = MM_PER_INCH / 8
"""Millimetres: the radius of a card's corners."""


class TgcFamily(NamedTuple):
    """Products that are ordered alike.

    ``call`` makes a set, or the thing itself if ``member`` is blank; ``member`` adds a piece to the
    set that its field ``parent`` names. ``sides`` are the fields of a piece's pictures.
    """

    title: str
    call: str
    sides: tuple[str, ...]
    member: str = ""
    parent: str = ""


DECKS = TgcFamily("decks", "deck", ("face_id", "back_id"), "deck/{id}/bulk-cards")
PUNCHOUTS = TgcFamily(
    "chits and tiles",
    "twosidedsluggedset",
    ("face_id", "back_id"),
    "twosidedslugged",
    "set_id",
)
BOARDS = TgcFamily("boards", "twosidedset", ("face_id", "back_id"), "twosided", "set_id")
FOLDING = TgcFamily("folding boards", "onesidedgloss", ("face_id",))
MATS = TgcFamily("mats", "twosidedset", ("face_id", "back_id"), "twosided", "set_id")
NEOPRENE = TgcFamily("neoprene mats", "onesided", ("face_id",))
BOOKLETS = TgcFamily("booklets", "booklet", ("image_id",), "bookletpage", "booklet_id")
DOCUMENTS = TgcFamily("documents", "document", ("face_id", "back_id"))
DICE = TgcFamily("dice", "customcolord6", tuple(f"side{n}_id" for n in range(1, 7)))

FAMILIES: Mapping[str, tuple[TgcFamily, ...]] = {
    "deck": (DECKS,),
    "tile": (PUNCHOUTS,),
    "token": (PUNCHOUTS,),
    "board": (BOARDS, FOLDING),
    "mat": (MATS, NEOPRENE),
    "track": (MATS, NEOPRENE, DOCUMENTS),
    "sheet": (DOCUMENTS,),
    "booklet": (BOOKLETS,),
    "die": (DICE,),
}
"""What a component of a kind may be ordered as, the first that fits."""


class TgcProduct(NamedTuple):
    """A product: the name that the service knows it by, its size in inches, its picture in pixels.

    ``shape`` is ``box``, ``circle`` or ``hexagon``; a hexagon lies with a corner to the left.
    """

    family: TgcFamily
    identity: str
    trim_inches: tuple[float, float]
    pixels: tuple[int, int]
    shape: str = "box"

    @property
    def trim(self) -> Size:
        """Return the size after cutting in millimetres; of a document what may be printed on."""
        return inches(*self.trim_inches)

    @property
    def whole(self) -> Size:
        """Return the size of its picture in millimetres."""
        return picture_size(*self.pixels)

    @property
    def label(self) -> str:
        """Return its name with its size: ``MiniDeck 44.5 x 63.5 mm``."""
        width, height = self.trim
        return f"{self.identity} {width:.3g} x {height:.3g} mm"

    def edge(self, inset: float = 0.0) -> Path:
        """Return the line that it is cut along on its picture, moved inwards by ``inset`` mm.

        The corners of a card are sharp here.
        """
        middle = Rect.of(self.whole).center
        width, height = (side / 2 - inset for side in self.trim)
        if self.shape == "circle":
            return Path.ellipse(middle, width, height)
        if self.shape == "hexagon":
            part = height / (self.trim.height / 2)
            corners = hexagon(Size(self.trim.width * part, 2 * height))
            at = Point(middle.x - self.trim.width * part / 2, middle.y - height)
            return Path.polygon([(at.x + x, at.y + y) for x, y in corners])
        return Path.rect(Rect(middle.x - width, middle.y - height, 2 * width, 2 * height))

    def cut(self, inset: float = 0.0) -> Path:
        """Return the line that it is cut along, moved as an edge; a card's corners are round."""
        edge = self.edge(inset)
        if self.family is not DECKS or self.shape != "box":
            return edge
        box = Rect.around(edge.coords[::2], edge.coords[1::2])
        return Path.rect(box, max(0.0, CORNER - inset))


_Rows = Iterable[tuple[str, float, float, int, int]]


def _products(family: TgcFamily, shape: str, rows: _Rows) -> list[TgcProduct]:
    return [
        TgcProduct(family, name, (width, height), (across, down), shape)
        for name, width, height, across, down in rows
    ]


PRODUCTS = (
    *_products(
        DECKS,
        "box",
        (
            ("PokerDeck", 2.5, 3.5, 825, 1125),
            ("EuroPokerDeck", 2.4803, 3.4646, 825, 1125),
            ("BridgeDeck", 2.25, 3.5, 750, 1125),
            ("USGameDeck", 2.2047, 3.4252, 750, 1125),
            ("MintTinDeck", 2.0472, 3.4252, 750, 1125),
            ("BusinessDeck", 2, 3.5, 675, 1125),
            ("DominoDeck", 1.75, 3.5, 600, 1125),
            ("MiniDeck", 1.75, 2.5, 600, 825),
            ("MicroDeck", 1.25, 1.75, 450, 600),
            ("TarotDeck", 2.75, 4.75, 900, 1500),
            ("JumboDeck", 3.5, 5.5, 1125, 1725),
            ("DividerDeck", 3, 3.5, 975, 1125),
            ("SmallSquareDeck", 2.5, 2.5, 825, 825),
            ("EuroSquareDeck", 2.7559, 2.7559, 900, 900),
            ("SquareDeck", 3.5, 3.5, 1125, 1125),
        ),
    ),
    *_products(DECKS, "circle", (("CircleDeck", 3.5, 3.5, 1125, 1125),)),
    *_products(DECKS, "hexagon", (("HexDeck", 3.75, 3.25, 1200, 1050),)),
    *_products(
        PUNCHOUTS,
        "box",
        (
            ("SmallSquareChit", 0.5, 0.5, 225, 225),
            ("MediumSquareChit", 0.75, 0.75, 300, 300),
            ("LargeSquareChit", 1, 1, 375, 375),
            ("MiniSquareTile", 1.25, 1.25, 450, 450),
            ("SmallSquareTile", 2, 2, 675, 675),
            ("MediumSquareTile", 2.5, 2.5, 825, 825),
            ("LargeSquareTile", 3.5, 3.5, 1125, 1125),
            ("DominoChit", 1, 2, 375, 675),
            ("StripChit", 1, 3, 375, 975),
            ("DominoTile", 2, 4, 675, 1275),
        ),
    ),
    *_products(
        PUNCHOUTS,
        "circle",
        (
            ("SmallCircleChit", 0.5, 0.5, 225, 225),
            ("MediumCircleChit", 0.75, 0.75, 300, 300),
            ("LargeCircleChit", 1, 1, 375, 375),
            ("MiniCircleTile", 1.25, 1.25, 450, 450),
        ),
    ),
    *_products(
        PUNCHOUTS,
        "hexagon",
        (
            ("MiniHexTile", 1.25, 1.08, 450, 450),
            ("SmallHexTile", 2, 1.75, 675, 600),
            ("MediumHexTile", 2.5, 2.2, 825, 750),
            ("LargeHexTile", 3.75, 3.25, 1200, 1050),
        ),
    ),
    *_products(
        BOARDS,
        "box",
        (
            ("SmallSquareBoard", 4, 4, 1275, 1275),
            ("QuarterBoard", 5, 5, 1575, 1575),
            ("SquareBoard", 8, 8, 2475, 2475),
            ("LargeSquareBoard", 10, 10, 3075, 3075),
            ("SliverBoard", 2, 8, 675, 2475),
            ("StripBoard", 2, 10, 675, 3075),
            ("DominoBoard", 4, 8, 1275, 2475),
            ("SkinnyBoard", 4, 10, 1275, 3075),
            ("HalfBoard", 5, 10, 1575, 3075),
            ("AccordionBoard", 8, 16, 2475, 4875),
        ),
    ),
    *_products(
        FOLDING,
        "box",
        (
            ("BiFoldBoard", 9, 18, 2775, 5475),
            ("MediumSixFoldBoard", 16, 16, 4875, 4875),
            ("QuadFoldBoard", 18, 18, 5475, 5475),
            ("LargeQuadFoldBoard", 20, 20, 6075, 6075),
            ("SixFoldBoard", 27, 18, 8175, 5475),
        ),
    ),
    *_products(
        MATS,
        "box",
        (
            ("SmallSquareMat", 4, 4, 1275, 1275),
            ("QuarterMat", 5, 5, 1575, 1575),
            ("SquareMat", 8, 8, 2475, 2475),
            ("LargeSquareMat", 10, 10, 3075, 3075),
            ("USGameMat", 3.25, 4.5, 1050, 1425),
            ("PlacardMat", 4, 3, 1275, 975),
            ("PostcardMat", 6, 4, 1875, 1275),
            ("SliverMat", 2, 8, 675, 2475),
            ("StripMat", 2, 10, 675, 3075),
            ("DominoMat", 4, 8, 1275, 2475),
            ("SkinnyMat", 4, 10, 1275, 3075),
            ("HalfMat", 5, 10, 1575, 3075),
        ),
    ),
    *_products(
        NEOPRENE,
        "box",
        (("SmallGameMat", 10, 16, 3075, 4875), ("MediumGameMat", 24, 14, 7275, 4275)),
    ),
    *_products(
        BOOKLETS,
        "box",
        (
            ("SmallBooklet", 2.5, 3.5, 825, 1125),
            ("TarotBooklet", 2.75, 4.75, 900, 1500),
            ("MediumBooklet", 3.5, 5, 1125, 1575),
            ("TallBooklet", 4.5, 8, 1425, 2475),
            ("LargeBooklet", 5, 8, 1575, 2475),
            ("JumboBooklet", 8, 10, 2475, 3075),
        ),
    ),
    *_products(DOCUMENTS, "box", (("Document", 8, 10.5, 2550, 3300),)),
    *_products(DICE, "box", (("CustomColorD6", 0.63, 0.63, 180, 180),)),
)


TUCK_BOXES = (
    ("PokerTuckBox36 to 108", inches(2.6, 3.6)),
    ("BridgeTuckBox54 or 108", inches(2.35, 3.6)),
    ("SquareTuckBox48 or 96", inches(3.6, 3.85)),
    ("TarotTuckBox40 or 90", inches(2.85, 4.85)),
    ("JumboTuckBox90", inches(3.6, 5.6)),
)
"""Boxes and the sizes of their fronts, to name the nearest."""

STANDEES = (
    ("SmallStandee", inches(0.5, 1.125)),
    ("MediumStandee", inches(0.75, 1.675)),
    ("LargeStandee", inches(1, 2.25)),
)
"""Standing figures and their sizes above the foot, to name the nearest."""
