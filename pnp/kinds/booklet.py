"""Booklets: pages in reading order, imposed on sheets that are folded and stapled.

Each page is a piece: it is shown, checked and counted like a card. Which pages share a sheet is the
work of ``pnp.imposition.signature``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from pnp.base.diagnostics import Where
from pnp.base.slotted import slotted
from pnp.data.entry import ComponentRows, EntryContext, Form, PageEntry, RowSource, TableEntry
from pnp.data.fields import FileName, Length, Stock, TrimSize, length_within
from pnp.data.game import Card, HelpTopic
from pnp.data.rows import Table
from pnp.data.schema import UnfitError
from pnp.geometry.plane import Size
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.piece import Piece

MOST_PAGES = 64
"""More sheets than these 16 are too thick to fold as one, and to staple through the fold."""

A5 = Size(148, 210)


class BookletEntry(TableEntry, PageEntry):
    """Pages on sheets that are folded in the middle, one in the other, and stapled."""

    kind: Literal["booklet"]
    size: TrimSize = A5
    """The size of a page: `148 x 210 mm`, half of an A4 sheet, if nothing is written."""
    stock: Stock = "paper"
    bleed: Length = 0.0
    """How far the art runs past the edge of the page, which is not cut."""
    safe: Length = 9.0
    """How far inside the edge of the page nothing important is drawn: printers leave a margin."""
    pages: Annotated[list[FileName], Field(min_length=1)] | None = None
    """The template of each page, in reading order; or `rows` and `face`, a page for each row."""
    qty: Annotated[int, Field(ge=1, le=100)] = 1
    """How many booklets are printed."""
    creep: Annotated[Length, length_within(0.0, 1.0)] = 0.1
    """How far pages move to the fold for each sheet around theirs: as thick as a sheet is."""

    needs_rows: ClassVar[bool] = False

    @model_validator(mode="before")
    @classmethod
    def _one_way(cls, data: object) -> object:
        """Return the entry with a face if it has ``pages``, which stand in its place."""
        if isinstance(data, dict) and isinstance(data.get("pages"), list) and data["pages"]:
            beside = [key for key in ("face", "rows", "cards", "back") if key in data]
            if beside:
                words = f"{' and '.join(beside)} given beside pages"
                raise UnfitError(words, "write pages, or rows and face")
            return {**data, "face": data["pages"][0]}
        return data

    def sources(self) -> Iterator[RowSource]:
        """Yield the sources of rows; pages that are named one by one have none."""
        if self.pages is None:
            yield from super().sources()
        else:
            yield RowSource((), None, None, self.pages[0], None)

    def check_rows(self, cards: Sequence[Card], tables: Sequence[Table], at: EntryContext) -> None:
        """Note pages with a back or a qty, and too many of them."""
        super().check_rows(cards, tables, at)
        number = len(self.pages or cards)
        if number > MOST_PAGES:
            message = f"{number} pages are too many for one booklet: it folds {MOST_PAGES} at most"
            at.problems.note(message, at.where, "make two booklets")
        for card in cards:
            if card.back:
                hint = "each side of a leaf is a page of its own: write it as the next row"
                at.problems.note("a page has no back", card.where, hint)
            if card.qty != 1:
                hint = "for more copies write qty in game.yaml"
                at.problems.note(
                    "a page is printed once in each booklet", card.where_of("qty"), hint
                )

    def pieces(self, rows: ComponentRows, at: EntryContext) -> ComponentRows:
        """Return a card for each page, as often as there are booklets."""
        if self.pages is None:
            return rows._replace(cards=tuple(replace(card, qty=self.qty) for card in rows.cards))
        named = enumerate(self.pages)
        cards = (
            Card(f"page-{index + 1}", self.qty, {}, at.part.where(("pages", index)), face)
            for index, face in named
        )
        return ComponentRows({}, tuple(cards))

    def form(self, at: EntryContext) -> Form:
        """Return the size of a page, and what the sheets take."""
        folding = Folding(self.creep, at.part.where(("creep",)))
        return super().form(at)._replace(own=folding)


@slotted
class Folding:
    """How a booklet is folded: ``creep`` mm is how far each sheet moves the pages inside it.

    ``where`` is the place of this number, else of the component.
    """

    creep: float
    where: Where


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a page; its template reads ``page.number``, ``page.of`` and ``page.side``."""
    cards = faces.component.cards
    number = 1 + next(index for index, own in enumerate(cards) if own.id == card.id)
    page = {"number": number, "of": len(cards), "side": "right" if number % 2 else "left"}
    seeing = replace(faces, values={**faces.values, "page": page})
    return Piece(faces.component, card, seeing.draw(card, card.face).face)


BOOKLET = ComponentKind(
    name="booklet",
    entry=BookletEntry,
    piece=piece,
    booklet=True,
    close_cut=False,
    assembly=HelpTopic(
        "booklet",
        60,
        "Lay the sheets on each other, the first one outside, fold them in the middle and staple "
        "the fold.",
        "Fold each sheet, print outside, stack them and staple the open edges.",
    ),
)
