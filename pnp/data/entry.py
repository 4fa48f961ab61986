"""What every component in game.yaml has, and how its entry becomes a component.

The entry of each kind is in its module in ``pnp.kinds``, made from one of these:

- ``RowsEntry``: a piece for each row of data, such as a deck.
- ``PartsEntry``: one piece made of rows, such as a die; ``WholeEntry``: one piece without rows.
- ``SizedEntry``: as large as game.yaml says; ``Entry``: all that every kind has.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from pnp.base.color import parse_color
from pnp.base.diagnostics import Problems, Where, nearest, quote, user_error
from pnp.data.board import Board
from pnp.data.document import Document
from pnp.data.fields import (
    ColumnType,
    FileName,
    Length,
    Stock,
    Title,
    TrimSize,
    parse_column,
    parse_type,
)
from pnp.data.game import Card, Component, Cut, Kind, Parts
from pnp.data.rows import Table
from pnp.data.schema import Model, UnfitError
from pnp.geometry.plane import Size

Rows = str | list[Any]

Columns = dict[
    Annotated[str, AfterValidator(parse_column)],
    Annotated[str | tuple[str, ...], AfterValidator(parse_type)],
]


class RowSource(NamedTuple):
    """Where rows come from and what they are drawn with. Without ``rows`` there is one piece.

    ``path`` leads to the keys of the source inside the component's entry.
    """

    path: tuple[str | int, ...]
    rows: Rows | None
    sheet: str | None
    face: str
    back: str | None


class Form(NamedTuple):
    """What an entry says of its component as a whole: size, cut, and what only its kind has.

    Millimetres. The defaults are right for what is cut out along an outline and is no rectangle.
    ``own`` becomes ``Component.own``; ``board`` are the spaces and links of a board, where it has
    some.
    """

    size: Size
    corner: float = 0.0
    safe: float = 0.0
    cut: Cut = Cut.OUTLINE
    own: object = None
    board: Board | None = None


class ComponentRows(NamedTuple):
    """What is printed of an entry's rows: the fields of the same names of ``Component``."""

    columns: Mapping[str, ColumnType]
    cards: tuple[Card, ...]
    parts: Parts | None = None


@dataclass(frozen=True, slots=True)
class EntryContext:
    """What surrounds an entry while it becomes the component ``name``, named at ``where``.

    ``part`` is the entry as it is written; ``part.where(("size",))`` is the place of a value.
    ``components`` are those read so far; for a kind that is ``measured`` these are all others, but
    for the ``unsound`` ones, which were refused. ``palette`` is as it is written. What is wrong
    goes into ``problems``. ``read`` returns a YAML file beside game.yaml, by its name, the place
    where that is written, and a word for messages: what the file is.
    """

    name: str
    where: Where
    part: Document
    components: Mapping[str, Component]
    unsound: Collection[str]
    palette: object
    problems: Problems
    read: Callable[[str, Where, str], Document]

    def color(self, word: str) -> str:
        """Return the colour under the key ``color`` as SVG writes it; it may be of the palette.

        Raises:
            PnpError: the word is no colour, and none of the palette.
        """
        names = self.palette if isinstance(self.palette, dict) else {}
        if word in names:
            return str(names[word])
        try:
            parse_color(word)
        except ValueError:
            where = self.part.where(("color",))
            hint = nearest(word, names) or "write a name from the palette, or #rrggbb"
            raise user_error(f"{quote(word)} is no colour of the palette", where, hint) from None
        return word


class Entry(Model):
    """What every kind of component has."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "back")
    """The keys that name templates."""

    kind: str
    """What is made of the paper."""
    title: Title | None = None
    """The name on lists and sheets; without it, made from the component's name."""
    stock: Stock = "card"
    """What it is printed on; each stock has a file of its own."""
    aid: bool = False
    """Whether it only helps the player, and is no piece of the rulebook."""
    bleed: Length = 3.0
    """How far the art runs past the trim line."""

    def declared(self) -> Columns | None:
        """Return the types of the columns, or None where all of them are text."""
        return None

    def own_columns(self, names: Collection[str]) -> Mapping[str, ColumnType]:
        """Return the columns whose type the kind decides; ``names`` are those of the tables."""
        return {}

    def sources(self) -> Iterator[RowSource]:
        """Yield the sources of rows, in the order of the file."""
        yield from ()

    def check_rows(self, cards: Sequence[Card], tables: Sequence[Table], at: EntryContext) -> None:
        """Note what is wrong with the rows together, of which each is sound by itself."""
        if not cards:
            hint = "write at least one row with a qty above 0"
            at.problems.note(f"{quote(at.name)} has no cards", at.where, hint)

    def pieces(self, rows: ComponentRows, at: EntryContext) -> ComponentRows:
        """Return what is printed of the rows; usually each is a piece."""
        return rows

    @abstractmethod
    def form(self, at: EntryContext) -> Form | None:
        """Return size, cut, and what only this kind has.

        None leaves the component out: what it depends on was refused, and nothing more is to say.

        Raises:
            PnpError: no component can be made of the entry.
        """


class SizedEntry(Entry):
    """What every kind has that is as large as game.yaml says."""

    size: TrimSize
    """The trim size: `44 x 67 mm`, or a name such as `poker` or `mini-euro`."""
    safe: Length = 3.0
    """How far inside the trim line nothing of weight stands."""
    corner: Length = 0.0
    """The radius of round corners."""
    cut: Cut = Cut.STRAIGHT
    """Along straight lines with a knife, or along the outline that the template draws."""

    @field_validator("safe", "corner", "overlap", check_fields=False)
    @classmethod
    def _fits(cls, length: float, info: ValidationInfo) -> float:
        """Refuse what lies inside the trim line and is larger than half of the size."""
        size: Size | None = info.data.get("size")
        if size is not None and length > min(size) / 2:
            hint = f"it can be {min(size) / 2:g} mm at most"
            raise UnfitError(f"{length:g} mm is too much for a size of {size}", hint)
        return length

    def form(self, at: EntryContext) -> Form:
        """Return size and cut."""
        return Form(self.size, self.corner, self.safe, self.cut)


class CardSource(Model):
    """Rows of data with the drawing they go into."""

    rows: Rows
    """A table (CSV, XLSX, ODS, YAML, JSON) beside game.yaml, or the rows themselves."""
    sheet: str | None = None
    """The sheet of a workbook; without it, the first one."""
    face: FileName
    """The template of the face, inside templates/."""
    back: FileName | None = None
    """The template of the back, where it is not the component's."""


class RowsEntry(SizedEntry):
    """What every kind has of which there is one piece for each row of data."""

    columns: Columns | None = None
    """The type of each column: text, int, number, bool (`int?` may be blank), or its words."""
    rows: Rows | None = None
    """A table (CSV, XLSX, ODS, YAML, JSON) beside game.yaml, or the rows themselves."""
    sheet: str | None = None
    """The sheet of a workbook; without it, the first one."""
    face: FileName | None = None
    """The template of the face, inside templates/."""
    back: FileName | None = None
    """The template of the back, drawn for each row."""
    cards: Annotated[list[CardSource], Field(min_length=1)] | None = None
    """Several sources of rows, each with its own face."""

    needs_rows: ClassVar[bool] = True

    @model_validator(mode="after")
    def _has_sources(self) -> "RowsEntry":
        if self.cards is not None:
            if (self.rows, self.sheet, self.face) != (None, None, None):
                raise UnfitError("rows, sheet or face stand beside cards", "move them into cards")
            return self
        if self.face is None:
            raise UnfitError('the key "face" is missing', "name a template: face: my-game/card.svg")
        if self.rows is None and self.needs_rows:
            raise UnfitError('the key "rows" is missing', "name a table: rows: cards.csv")
        return self

    def declared(self) -> Columns | None:
        """Return the types of the columns, or None where all of them are text."""
        return self.columns

    def sources(self) -> Iterator[RowSource]:
        """Yield the sources of rows, in the order of the file."""
        if self.face is not None:
            yield RowSource((), self.rows, self.sheet, self.face, self.back)
        for index, it in enumerate(self.cards or ()):
            yield RowSource(("cards", index), it.rows, it.sheet, it.face, it.back or self.back)


class WholeEntry(Entry):
    """What every kind has of which one piece is made."""

    face: FileName
    """The template of the face, inside templates/."""
    qty: Annotated[int, Field(ge=1, le=100)] = 1
    """How many are printed."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, None)

    def pieces(self, rows: ComponentRows, at: EntryContext) -> ComponentRows:
        """Return the one piece."""
        return ComponentRows({}, (Card(at.name, self.qty, {}, at.where, self.face),))


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

    def own_columns(self, names: Collection[str]) -> Mapping[str, ColumnType]:
        """Return the columns of numbers that stand in the tables, or that every row needs."""
        wanted = [name for name in self.numbers if name in names or name in self.needed]
        return dict.fromkeys(wanted, "number")

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source of rows."""
        yield RowSource((), self.rows, self.sheet, self.face, None)

    def pieces(self, rows: ComponentRows, at: EntryContext) -> ComponentRows:
        """Return the one piece, and the rows that it is made of."""
        return super().pieces(rows, at)._replace(parts=Parts(rows.columns, rows.cards))

    def check_rows(self, cards: Sequence[Card], tables: Sequence[Table], at: EntryContext) -> None:
        """Note what is wrong with the rows that make one piece."""
        (table,) = tables
        if "qty" in table.columns:
            message = f"the rows make one {self.kind} together, and have no qty of their own"
            hint = "delete the column; for more copies write qty in game.yaml"
            at.problems.note(message, table.columns["qty"], hint)
        self.check_parts(cards, table.where, at)

    @abstractmethod
    def check_parts(self, cards: Sequence[Card], table: Where, at: EntryContext) -> None:
        """Note what is wrong with the rows together; ``table`` is the place of their table."""


class Kinds(Protocol):
    """The kinds that a game.yaml may name, as the reader of a game sees them."""

    def entries(self, names: Iterable[str]) -> Mapping[str, type[Entry]]:
        """Return the models of entries by kind; all that ``names`` name are among them, if known.

        Raises:
            PnpError: a kind of an installed package cannot be used.
        """

    def named(self, name: str) -> Kind:
        """Return a kind that ``entries`` has a model for."""
