"""Decks, tiles, tokens and sheets: pieces that lie flat, with one side or two."""

from typing import ClassVar, Literal

from pnp.base.diagnostics import user_error
from pnp.base.slotted import slotted
from pnp.base.units import COMPONENT_SIZES, SLEEVE_RIM, SLEEVES, sleeve_fits
from pnp.data.entry import EntryContext, Form, RowsEntry
from pnp.data.fields import Stock
from pnp.data.game import TOKENS, Card
from pnp.geometry.plane import Size
from pnp.kinds.kind import ComponentKind, DrawnSide, FaceRenderer
from pnp.kinds.piece import Piece


class DeckEntry(RowsEntry):
    """Cards of one size that are shuffled together."""

    kind: Literal["deck"]
    sleeve: Literal[SLEEVES] | None = None  # type: ignore[valid-type]
    """The sleeve that the cards go into: the size must fit it."""

    def form(self, at: EntryContext) -> Form:
        """Return size and cut, and how large the cards are in their sleeves.

        Raises:
            PnpError: the cards do not fit the sleeve.
        """
        if self.sleeve and not sleeve_fits(self.size, self.sleeve):
            fitting = [name for name in SLEEVES if sleeve_fits(self.size, name)]
            raise user_error(
                f"cards of {self.size} do not fit a {self.sleeve} sleeve, which is made for"
                f" {COMPONENT_SIZES[self.sleeve]}",
                at.part.where(("sleeve",)),
                f"write sleeve: {' or '.join(fitting)}" if fitting else "no sleeve fits them",
            )
        form = super().form(at)
        return form._replace(own=Sleeve.of(self.sleeve)) if self.sleeve else form


@slotted
class Sleeve:
    """The sleeves of a deck: ``Sleeve(Size(66, 91))`` has cards of 63 x 88 mm in it."""

    size: Size

    @classmethod
    def of(cls, name: str) -> "Sleeve":
        """Return the sleeve for a card of that name in ``COMPONENT_SIZES``."""
        width, height = COMPONENT_SIZES[name]
        return cls(Size(width + SLEEVE_RIM, height + SLEEVE_RIM))


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
    return with_side(card, faces.draw(card, card.face), faces)


def with_side(card: Card, side: DrawnSide, faces: FaceRenderer) -> Piece:
    """Return a row's piece with its drawn face."""
    outline = faces.outline(side, card)
    back, creases = faces.back(card, outline), side.drawing.creases
    return Piece(faces.component, card, side.face, back, outline, creases)


DECK = ComponentKind(name="deck", entry=DeckEntry, piece=piece, shuffled=True, stacked=True)

TILE = ComponentKind(
    name="tile", entry=TileEntry, piece=piece, two_sided=True, stacked=True, cutting=TOKENS
)

TOKEN = ComponentKind(name="token", entry=TokenEntry, piece=piece, cutting=TOKENS)
SHEET = ComponentKind(name="sheet", entry=SheetEntry, piece=piece, close_cut=False)
