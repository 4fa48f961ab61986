"""What the kinds have of which one piece is made, from all of the rows if there are any."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from pnp.content.cards import Column
from pnp.content.entry import Columns, Entry, Rows, RowSource
from pnp.content.files.document import Document
from pnp.content.files.problems import Problems
from pnp.content.files.rows import Table
from pnp.content.game import Card, Parts
from pnp.content.measures import FileName
from pnp.errors import Where


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
