"""What tables in a browser have in common: a room of 1600 x 1000, with decks and boards on it.

Tiles, tokens and figures are cards there: they can be turned, and lie in piles.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.destinations.goods import Goods, SentPiece, TableUse
from pnp.destinations.plates import MadePicture, Plate
from pnp.geometry.plane import Point, Size

ROOM = Size(1600, 1000)

HAND = 180.0
"""The room left free at the bottom, for a hand."""

LARGEST_SCALE = 103 / 63
"""Units of the room a millimetre, so that a card is as wide as those of the tables themselves."""

STEP = 0.95
GAP = 24.0

DPI = 200.0

TAKEN = {
    "deck": TableUse.CARD,
    **dict.fromkeys(("tile", "token"), TableUse.TILE),
    "standee": TableUse.FIGURE,
    **dict.fromkeys(("board", "mat", "track", "sheet"), TableUse.BOARD),
}
"""What becomes of each kind of component on such a table."""


class Pile(NamedTuple):
    """A pile of a component's cards, or one board, and where it lies on the table."""

    name: str
    items: tuple[SentPiece, ...]
    at: Point
    size: Size

    @property
    def is_board(self) -> bool:
        """Tell whether it is a board, which lies still."""
        return self.items[0].use is TableUse.BOARD


def plates(cargo: Goods) -> list[Plate]:
    """Return a picture for each different side."""
    found: dict[str, Plate] = {}
    for item in cargo.all:
        for name, side in zip(("", "-back"), item.pair, strict=True):
            stem = f"{item.piece.id.replace('/', '-')}{name}"
            found.setdefault(side.key, Plate(stem, (side,), 1, DPI))
    return list(found.values())


def by_key(pictures: Iterable[MadePicture]) -> dict[str, MadePicture]:
    """Return pictures of one side each by what they show."""
    return {str(picture.plate.keys[0]): picture for picture in pictures}


def spread(cargo: Goods) -> list[Pile]:
    """Return where everything lies: boards first, then a pile for each other component.

    All of it is scaled down until it fits on the table.
    """
    groups = [
        (name, group)
        for name, items in cargo.items.items()
        for group in ([(item,) for item in items] if items[0].use is TableUse.BOARD else [items])
    ]
    groups.sort(key=lambda group: group[1][0].use is not TableUse.BOARD)
    scale = LARGEST_SCALE
    while (found := _rows(groups, scale)) is None:
        scale *= STEP
    return found


def _rows(groups: Sequence[tuple[str, tuple[SentPiece, ...]]], scale: float) -> list[Pile] | None:
    """Return everything in rows from the top left; None if it does not fit."""
    placed = []
    x = y = tallest = 0.0
    for name, items in groups:
        size = _scaled(items[0].sides[0].size, scale)
        if x > 0 and x + size.width + GAP > ROOM.width:
            x, y, tallest = 0.0, y + tallest + GAP, 0.0
        placed.append(Pile(name, items, Point(round(x + GAP), round(y + GAP)), size))
        x, tallest = x + size.width + GAP, max(tallest, size.height)
        if size.width + 2 * GAP > ROOM.width or y + tallest + GAP > ROOM.height - HAND:
            return None
    return placed


def _scaled(size: Size, scale: float) -> Size:
    return Size(max(8, round(size.width * scale)), max(8, round(size.height * scale)))
