"""Decks, tiles, tokens and sheets: pieces that lie flat, with one side or two."""

from typing import ClassVar, Literal

from pnp.data.entry import RowsEntry
from pnp.data.fields import Stock
from pnp.data.game import TOKENS, Card
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.piece import Piece


class DeckEntry(RowsEntry):
    """Cards of one size that are shuffled together."""

    kind: Literal["deck"]


class TileEntry(RowsEntry):
    """Pieces with two sides, either of which may be up."""

    kind: Literal["tile"]


class TokenEntry(RowsEntry):
    """Counters, chips and markers."""

    kind: Literal["token"]


class SheetEntry(RowsEntry):
    """A strip or a page. Without rows there is one of it."""

    kind: Literal["sheet"]
    stock: Stock = "paper"

    needs_rows: ClassVar[bool] = False


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a row's piece: its face, its back if it has one, its outline and its creases."""
    side = faces.draw(card, card.face)
    outline = faces.outline(side, card.face)
    creases = side.drawing.creases
    return Piece(faces.component, card, side.face, faces.back(card), outline, creases)


DECK = ComponentKind(name="deck", entry=DeckEntry, piece=piece, shuffled=True, stacked=True)

TILE = ComponentKind(
    name="tile", entry=TileEntry, piece=piece, two_sided=True, stacked=True, cutting=TOKENS
)

TOKEN = ComponentKind(name="token", entry=TokenEntry, piece=piece, cutting=TOKENS)
SHEET = ComponentKind(name="sheet", entry=SheetEntry, piece=piece, close_cut=False)
