"""The kinds of component in game.yaml: one model for each, and nothing else knows its keys."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator

from pnp.base.diagnostics import Problems, Where
from pnp.data.boxes import Floor
from pnp.data.cards import Column
from pnp.data.document import Document
from pnp.data.entry import Columns, Entry, Rows, RowsEntry, RowSource, SizedEntry
from pnp.data.fields import FileName, Length, Name, Stock, TrimSize, length_within
from pnp.data.game import Arrow, Card, Cut, Kind, Parts
from pnp.data.parts import check_opposite, check_positions, check_segments, check_sides
from pnp.data.rows import Table
from pnp.data.schema import UnfitError
from pnp.geometry.plane import Size


class WholeEntry(Entry):
    """What every kind has of which one piece is made."""

    face: FileName
    """The template of the face, inside templates/."""
    qty: Annotated[int, Field(ge=1, le=100)] = 1
    """How many are printed."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, None)


class PartsEntry(WholeEntry):
    """What every kind has of which one piece is made from rows of data."""

    columns: Columns | None = None
    """The type of each column: text, int, number, bool (`int?` may be blank), or its words."""
    rows: Rows
    """A table (CSV, XLSX, ODS, YAML, JSON) beside game.yaml, or the rows themselves."""
    sheet: str | None = None
    """The sheet of a workbook; without it, the first one."""

    numbers: ClassVar[tuple[str, ...]] = ()
    """Columns that hold numbers in every game, whether they are declared or not."""
    needed: ClassVar[tuple[str, ...]] = ()
    """Those of them that no table goes without."""

    def declared(self) -> Columns | None:
        """Return the types of the columns, or None where all of them are text."""
        return self.columns

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source of rows."""
        yield RowSource((), self.rows, self.sheet, self.face, None)

    @abstractmethod
    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note what is wrong with the rows together; ``part`` is the entry as it is written."""


def own_columns(entry: Entry, names: Collection[str]) -> dict[str, Column]:
    """Return the columns whose type the kind decides, of those that stand in the tables.

    A column that every row needs is always among them.
    """
    if not isinstance(entry, PartsEntry):
        return {}
    wanted = [name for name in entry.numbers if name in names or name in entry.needed]
    return {name: Column("number", None) for name in wanted}


def check_parts(
    entry: PartsEntry, cards: Sequence[Card], table: Table, part: Document, problems: Problems
) -> None:
    """Note what is wrong with the rows that make one piece; ``part`` is the entry as written."""
    if "qty" in table.columns:
        message = f"the rows make one {entry.kind} together, and have no qty of their own"
        hint = "delete the column; for more copies write qty in game.yaml"
        problems.note(message, table.columns["qty"], hint)
    entry.check(cards, table.where, part, problems)


def made_of(name: str, entry: Entry, rows: Parts, place: Where) -> dict[str, Any]:
    """Return what is printed of an entry's rows, as fields of ``Component``."""
    if not isinstance(entry, WholeEntry):
        return {"columns": rows.columns, "cards": rows.cards}
    card = Card(name, entry.qty, {}, place, entry.face)
    parts = rows if isinstance(entry, PartsEntry) else None
    return {"columns": {}, "cards": (card,), "parts": parts}


FREE = {"corner": 0.0, "safe": 0.0, "cut": Cut.OUTLINE}
"""What is true of all that is cut out along an outline, and is no rectangle."""


def _square(size: Size) -> Size:
    if size.width != size.height:
        raise UnfitError(
            f"{size} is not as high as wide", f"write {size.width:g} x {size.width:g} mm"
        )
    return size


LEAST_SIDE = 10.0
"""Millimetres: a smaller die has tabs that no finger folds."""


def _foldable(size: Size) -> Size:
    if size.width < LEAST_SIDE:
        raise UnfitError(
            f"{size} is too small to be folded", f"a side is {LEAST_SIDE:g} mm or more: 16 x 16 mm"
        )
    return size


Square = Annotated[TrimSize, AfterValidator(_square)]

Pair = Annotated[list[str], Field(min_length=2, max_length=2)]


class DieEntry(PartsEntry):
    """A die, as a net with tabs: a row for each side, drawn with the template.

    A row is the side that its column `side` names, or its id: top, front, right, back, left,
    bottom.
    """

    kind: Literal[Kind.DIE]
    size: Annotated[Square, AfterValidator(_foldable)]
    """The size of one side: `18 x 18 mm`."""
    bleed: Length = 1.0
    """How far the art runs past the lines that are cut."""
    opposite: dict[str, list[Pair]] = Field(default_factory=dict)
    """What lies opposite, by column: `{pips: [[1, 6], [2, 5], [3, 4]]}`."""

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {"size": self.size, **FREE}

    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note sides that are missing, that stand twice, or that lie at another place."""
        before = len(problems)
        check_sides(cards, table, problems)
        if len(problems) == before and self.opposite:
            check_opposite(cards, self.opposite, part.at(("opposite",)), problems)


class SpinnerEntry(PartsEntry):
    """A disc with an arrow: a row for each segment, as wide as its `weight`."""

    kind: Literal[Kind.SPINNER]
    size: Square
    """The size of the disc: `80 x 80 mm`."""
    arrow: FileName | None = None
    """The template of the arrow, inside templates/."""
    arrow_size: TrimSize | None = Field(default=None, alias="arrow-size")
    """The size of the arrow: `60 x 16 mm`."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "arrow")
    numbers: ClassVar[tuple[str, ...]] = ("weight",)

    @model_validator(mode="after")
    def _has_whole_arrow(self) -> "SpinnerEntry":
        if (self.arrow is None) != (self.arrow_size is None):
            missing = "arrow" if self.arrow is None else "arrow-size"
            raise UnfitError(
                f'the key "{missing}" is missing',
                "an arrow has a template and a size: arrow: my-game/arrow.svg,"
                " arrow-size: 60 x 16 mm",
            )
        return self

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        whole = self.arrow is not None and self.arrow_size is not None
        arrow = Arrow(self.arrow, self.arrow_size) if whole else None  # type: ignore[arg-type]
        return {"size": self.size, "arrow": arrow, **FREE}

    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note segments that have no width, and a disc with less than two."""
        check_segments(cards, table, problems)


class TrackEntry(PartsEntry, SizedEntry):
    """A strip or board with positions: a row for each, with `x` and `y` in millimetres."""

    kind: Literal[Kind.TRACK]
    overlap: Length = 10.0
    """How wide the strip is that a panel is glued on its neighbour with; 0 mm: they are butted."""

    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    needed: ClassVar[tuple[str, ...]] = ("x", "y")

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {**super().own_values(), "overlap": self.overlap}

    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note positions beside the track, and two at one place."""
        check_positions(cards, self.size, table, problems)


class TrayEntry(WholeEntry):
    """An open box: a bowl, a coffin, or the lid of one. The template is drawn on each wall."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "floor")

    kind: Literal[Kind.TRAY]
    size: TrimSize
    """The size of the floor."""
    shape: Floor = Floor.RECTANGLE
    """The outline of the floor."""
    depth: Annotated[Length, length_within(5.0, 300.0)]
    """How high the walls are, measured along them."""
    flare: Length = 0.0
    """How far the rim stands out beyond the floor, at each wall."""
    floor: FileName | None = None
    """The template of the underside, inside templates/, as large as the floor."""
    color: str = "white"
    """The colour of the underside without a template: a name from the palette, or a colour."""


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
