"""The kinds of component in game.yaml: one model for each, and nothing else knows its keys."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from pnp.content.entry import Entry, RowsEntry, RowSource, SizedEntry
from pnp.content.game import Kind
from pnp.content.kinds.wholes import DieEntry, SpinnerEntry, TrackEntry, TrayEntry
from pnp.content.measures import FileName, Length, Name, Stock, length_within

Thickness = Annotated[Length, length_within(0.1, 3.0)]
Play = Annotated[Length, length_within(0.5, 5.0)]


class DeckEntry(RowsEntry):
    """Cards of one size that are shuffled together."""

    kind: Literal[Kind.DECK]


class TileEntry(RowsEntry):
    """Pieces with two sides, either of which may be up."""

    kind: Literal[Kind.TILE]

    two_sided: ClassVar[bool] = True


class TokenEntry(RowsEntry):
    """Counters, chips and markers."""

    kind: Literal[Kind.TOKEN]


class StandeeEntry(RowsEntry):
    """Figures that stand: folded over at the head, with a foot at both ends."""

    kind: Literal[Kind.STANDEE]
    base: Length = 8.0
    """The height of the foot."""

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {**super().own_values(), "base": self.base}


class SheetEntry(RowsEntry):
    """A strip or a page. Without rows there is one of it."""

    kind: Literal[Kind.SHEET]
    stock: Stock = "paper"

    needs_rows: ClassVar[bool] = False


class PanelsEntry(RowsEntry):
    """What is printed in panels where it is larger than the paper. Without rows there is one."""

    overlap: Length = 10.0
    """How wide the strip is that a panel is glued on its neighbour with; 0 mm: they are butted."""
    board: FileName | None = None
    """A YAML file beside game.yaml with spaces and the links between them."""

    needs_rows: ClassVar[bool] = False

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {**super().own_values(), "overlap": self.overlap}


class BoardEntry(PanelsEntry):
    """What the game is played on: its spaces are data."""

    kind: Literal[Kind.BOARD]
    board: FileName
    """A YAML file beside game.yaml with spaces and the links between them."""


class MatEntry(PanelsEntry):
    """What pieces are laid on; it may have spaces that are data."""

    kind: Literal[Kind.MAT]
    stock: Stock = "paper"


class BoxEntry(Entry):
    """A tuck box, made to measure for a deck: its size is computed, and `pnp games` shows it."""

    kind: Literal[Kind.BOX]
    holds: Name
    """The deck, or the tiles, that it is made for."""
    face: FileName
    """The template of the front, inside templates/, as large as the front."""
    back: FileName | None = None
    """The template of the back; without it, the back looks like the front."""
    thickness: Thickness = 0.33
    """How thick one card is, with its sleeve if it has one."""
    play: Play = 1.0
    """How much room is left inside, in each direction."""
    color: str = "white"
    """The colour of sides, lid and bottom: a name from the palette, or a colour."""
    font: str | None = None
    """The family of the titles on sides and lid."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, self.back)


class GuideEntry(SizedEntry):
    """Pages that say how to print and cut the kit: drawn from the plan, so without rows."""

    kind: Literal[Kind.GUIDE]
    stock: Stock = "paper"
    bleed: Length = 0.0
    """How far the art runs past the edge of the page, which nobody has to cut."""
    safe: Length = 0.0
    """How far inside the edge of the page nothing of weight stands."""
    face: FileName
    """The template of a page, inside templates/."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, None)


ENTRIES: dict[str, type[Entry]] = {
    Kind.DECK: DeckEntry,
    Kind.TILE: TileEntry,
    Kind.TOKEN: TokenEntry,
    Kind.STANDEE: StandeeEntry,
    Kind.BOARD: BoardEntry,
    Kind.MAT: MatEntry,
    Kind.BOX: BoxEntry,
    Kind.TRAY: TrayEntry,
    Kind.DIE: DieEntry,
    Kind.SPINNER: SpinnerEntry,
    Kind.TRACK: TrackEntry,
    Kind.SHEET: SheetEntry,
    Kind.GUIDE: GuideEntry,
}

AnyEntry = Annotated[
    DeckEntry
    | TileEntry
    | TokenEntry
    | StandeeEntry
    | BoardEntry
    | MatEntry
    | BoxEntry
    | TrayEntry
    | DieEntry
    | SpinnerEntry
    | TrackEntry
    | SheetEntry
    | GuideEntry,
    Field(discriminator="kind"),
]
