"""Base models of a component's entry in game.yaml, and how an entry becomes a component.

The module of each kind in ``pnp.kinds`` derives its entry from one of these:

- ``Entry``: the keys of every kind; ``SizedEntry``: with a ``size`` in game.yaml; ``CutEntry``:
  and cut out of its sheet; ``PageEntry``: and not cut, but a whole page.
- ``TableEntry``: a piece for each row of data; ``RowsEntry``: one that is cut out, such as a card.
- ``WholeEntry``: one piece without rows; ``PartsEntry``: one piece made of rows, such as a die.
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from pnp.base.color import parse_color
from pnp.base.diagnostics import Problems, Where, nearest, quote, user_error
from pnp.base.slotted import slotted
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
from pnp.data.game import Board, Card, Component, Cut, Kind, Parts
from pnp.data.rows import Table
from pnp.data.schema import Model, UnfitError
from pnp.geometry.plane import Size

Rows = str | list[Any]

Columns = dict[
    Annotated[str, AfterValidator(parse_column)],
    Annotated[str | tuple[str, ...], AfterValidator(parse_type)],
]


Aliases = dict[Annotated[str, Field(min_length=1)], Annotated[str, Field(min_length=1)]]
"""Names of columns as pnp reads them, with those in the table: ``{"qty": "Count"}``."""


class RowSource(NamedTuple):
    """A source of rows and its templates: ``RowSource((), "cards.csv", None, "a/card.svg", None)``.

    ``path`` leads to the keys of the source inside the component's entry: ``("cards", 0)`` is its
    first item under ``cards``. With ``rows`` None there is one piece. ``aliases`` are the columns
    that have other names in the table: ``{"id": "Name", "qty": "Count"}``.
    """

    path: tuple[str | int, ...]
    rows: Rows | None
    sheet: str | None
    face: str
    back: str | None
    aliases: Mapping[str, str] = {}


class Form(NamedTuple):
    """The fields of a component that depend on its kind: ``Form(Size(63, 88), corner=3)``.

    Lengths are millimetres. The defaults suit a piece that is cut along an outline. ``own``
    becomes ``Component.own``; ``board`` is added to ``Game.boards``.
    """

    size: Size
    corner: float = 0.0
    safe: float = 0.0
    cut: Cut = Cut.OUTLINE
    own: object = None
    board: Board | None = None


class ComponentRows(NamedTuple):
    """The fields of a component that its rows decide; see the same names in ``Component``."""

    columns: Mapping[str, ColumnType]
    cards: tuple[Card, ...]
    parts: Parts | None = None


@slotted
class EntryContext:
    """The context in which an entry becomes the component ``name``, declared at ``where``.

    - ``part``: the entry in game.yaml; ``part.where(("size",))`` is the place of a value.
    - ``components``: those read so far; for a kind that is ``measured``, all others.
    - ``unsound``: the names of components whose entries are invalid.
    - ``palette``: the value of ``palette`` in game.yaml, not validated.
    - ``problems``: collects errors; reading goes on after ``problems.note(…)``.
    - ``read``: returns a YAML file beside game.yaml; takes its name, the place where that is
      written, and a word for messages: ``at.read("crypt.yaml", where, "board")``.
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
        """Return the SVG colour for the value of ``color``: a name of the palette, or a colour.

        Raises:
            PnpError: it is neither.
        """
        names = self.palette if isinstance(self.palette, dict) else {}
        if word in names:
            return str(names[word])
        try:
            parse_color(word)
        except ValueError:
            where = self.part.where(("color",))
            hint = nearest(word, names) or "write a name from the palette, or #rrggbb"
            raise user_error(f"{quote(word)} is not in the palette", where, hint) from None
        return word


def usual_title(name: str) -> str:
    """Return the title of a component that has none: ``score-sheet`` is a ``Score sheet``."""
    return name.replace("-", " ").capitalize()


class Entry(Model):
    """The keys of every component in game.yaml, and how its kind reads it."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "back")
    """The keys whose values are template names."""

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
    sheets: str = "shared"
    """`shared`: as saves paper; `own`: alone; the name of a component with `own`: beside that."""

    def declared(self) -> Columns | None:
        """Return the declared column types, or None if all columns are text."""
        return None

    def own_columns(self, names: Collection[str]) -> Mapping[str, ColumnType]:
        """Return the columns whose type the kind decides; ``names`` are the tables' columns."""
        return {}

    def sources(self) -> Iterator[RowSource]:
        """Yield the sources of rows, in the order of the file."""
        yield from ()

    def check_rows(self, cards: Sequence[Card], tables: Sequence[Table], at: EntryContext) -> None:
        """Note errors that concern several rows; each row is valid by itself."""
        if not cards:
            hint = "write at least one row with a qty above 0"
            at.problems.note(f"{quote(at.name)} has no cards", at.where, hint)

    def pieces(self, rows: ComponentRows, at: EntryContext) -> ComponentRows:
        """Return the component's cards, and the parts they are made of; usually each row is one."""
        return rows

    @abstractmethod
    def form(self, at: EntryContext) -> Form | None:
        """Return the fields of the component that depend on its kind.

        None leaves the component out: one that it depends on is invalid and already reported.

        Raises:
            PnpError: the entry is invalid.
        """


class SizedEntry(Entry):
    """The keys of a component whose size is given in game.yaml."""

    size: TrimSize
    """The trim size: `44 x 67 mm`, or a name such as `poker` or `mini-euro`."""
    safe: Length = 3.0
    """How far inside the trim line nothing important is drawn."""

    @field_validator("safe", "corner", "overlap", check_fields=False)
    @classmethod
    def _fits(cls, length: float, info: ValidationInfo) -> float:
        """Refuse a length measured inwards that exceeds half of the shorter side."""
        size: Size | None = info.data.get("size")
        if size is not None and length > min(size) / 2:
            hint = f"it can be {min(size) / 2:g} mm at most"
            raise UnfitError(f"{length:g} mm is too large for a size of {size}", hint)
        return length

    def form(self, at: EntryContext) -> Form:
        """Return the size."""
        return Form(self.size, safe=self.safe, cut=Cut.STRAIGHT)


class CutEntry(SizedEntry):
    """The keys of a component that is cut out of its sheet."""

    corner: Length = 0.0
    """The radius of round corners."""
    cut: Cut = Cut.STRAIGHT
    """Along straight lines with a knife, or along the outline that the template draws."""

    def form(self, at: EntryContext) -> Form:
        """Return size and cut."""
        return Form(self.size, self.corner, self.safe, self.cut)


class PageEntry(SizedEntry):
    """The keys of pages, which are as large as their sheets, or are folded: nothing is cut."""

    @model_validator(mode="before")
    @classmethod
    def _not_cut(cls, data: object) -> object:
        """Refuse the keys of what is cut: they would show on a screen what is not printed."""
        given = [key for key in ("corner", "cut") if isinstance(data, dict) and key in data]
        if given:
            raise UnfitError(f"{' and '.join(given)} given, but pages are not cut", "leave it out")
        return data


class CardSource(Model):
    """Rows of data, and the templates that draw them."""

    rows: Rows
    """A table (CSV, XLSX, ODS, YAML, JSON) beside game.yaml, or the rows themselves."""
    sheet: str | None = None
    """The sheet of a workbook; without it, the first one in sight."""
    from_: Annotated[Aliases, Field(alias="from", default_factory=dict)]
    """Columns with other names in the table: `{id: Name, qty: Count}`."""
    face: FileName
    """The template of the face, inside templates/; `{{ column }}` in it is the row's."""
    back: FileName | None = None
    """The template of the back, if it differs from the component's."""


class TableEntry(SizedEntry):
    """The keys of a component with one piece for each row of data."""

    columns: Columns | None = None
    """The type of each column: text, int, number, bool (`int?` may be blank), or its words."""
    rows: Rows | None = None
    """A table (CSV, XLSX, ODS, YAML, JSON) beside game.yaml, or the rows themselves."""
    sheet: str | None = None
    """The sheet of a workbook; without it, the first one in sight."""
    from_: Annotated[Aliases, Field(alias="from", default_factory=dict)]
    """Columns with other names in the table: `{id: Name, qty: Count}`."""
    face: FileName | None = None
    """The template of the face, inside templates/; `{{ column }}` in it is the row's."""
    back: FileName | None = None
    """The template of the back, drawn for each row; `{{ column }}` in it is the row's."""
    cards: Annotated[list[CardSource], Field(min_length=1)] | None = None
    """Several sources of rows, each with its own face."""

    needs_rows: ClassVar[bool] = True

    @model_validator(mode="after")
    def _has_sources(self) -> "TableEntry":
        if self.cards is not None:
            if (self.rows, self.sheet, self.face) != (None, None, None) or self.from_:
                words = "rows, sheet, from or face given beside cards"
                raise UnfitError(words, "move them into cards")
            return self
        if self.face is None:
            raise UnfitError('the key "face" is missing', "name a template: face: my-game/card.svg")
        if self.rows is None and self.needs_rows:
            raise UnfitError('the key "rows" is missing', "name a table: rows: cards.csv")
        return self

    def declared(self) -> Columns | None:
        """Return the declared column types, or None if all columns are text."""
        return self.columns

    def sources(self) -> Iterator[RowSource]:
        """Yield the sources of rows, in the order of the file."""
        if self.face is not None:
            yield RowSource((), self.rows, self.sheet, self.face, self.back, self.from_)
        for index, it in enumerate(self.cards or ()):
            path, back = ("cards", index), it.back or self.back
            yield RowSource(path, it.rows, it.sheet, it.face, back, it.from_)


class RowsEntry(TableEntry, CutEntry):
    """The keys of a component with one piece for each row, which is cut out of its sheet."""


class WholeEntry(Entry):
    """The keys of a component that is one piece, printed ``qty`` times."""

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
    """The keys of a component that is one piece made of several rows."""

    columns: Columns | None = None
    """The type of each column: text, int, number, bool (`int?` may be blank), or its words."""
    rows: Rows
    """A table (CSV, XLSX, ODS, YAML, JSON) beside game.yaml, or the rows themselves."""
    sheet: str | None = None
    """The sheet of a workbook; without it, the first one in sight."""

    numbers: ClassVar[tuple[str, ...]] = ()
    """Columns that hold numbers, declared or not; their cells may be blank."""
    needed: ClassVar[tuple[str, ...]] = ()
    """Those of ``numbers`` that every table must have, and every row must fill."""

    def declared(self) -> Columns | None:
        """Return the declared column types, or None if all columns are text."""
        return self.columns

    def own_columns(self, names: Collection[str]) -> Mapping[str, ColumnType]:
        """Return the columns of numbers that the tables have or must have."""
        wanted = [name for name in self.numbers if name in names or name in self.needed]
        return {name: "number" if name in self.needed else "number?" for name in wanted}

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source of rows."""
        yield RowSource((), self.rows, self.sheet, self.face, None)

    def pieces(self, rows: ComponentRows, at: EntryContext) -> ComponentRows:
        """Return the one piece with the rows that it is made of."""
        return super().pieces(rows, at)._replace(parts=Parts(rows.columns, rows.cards))

    def check_rows(self, cards: Sequence[Card], tables: Sequence[Table], at: EntryContext) -> None:
        """Note errors in the rows that one piece is made of."""
        (table,) = tables
        if "qty" in table.columns:
            message = f"the rows make one {self.kind} together: a row has no qty"
            hint = "delete the column; for more copies write qty in game.yaml"
            at.problems.note(message, table.columns["qty"], hint)
        self.check_parts(cards, table.where, at)

    @abstractmethod
    def check_parts(self, cards: Sequence[Card], table: Where, at: EntryContext) -> None:
        """Note errors in the rows that one piece is made of; ``table`` is their table's place."""


class Kinds(Protocol):
    """The kinds that a game.yaml may name; ``pnp.kinds.catalog.KINDS`` implements this."""

    def entries(self, names: Iterable[str]) -> Mapping[str, type[Entry]]:
        """Return the model of an entry by kind, at least for those ``names`` that are known.

        Raises:
            PnpError: a kind of an installed package cannot be used.
        """

    def named(self, name: str) -> Kind:
        """Return the kind of that name; ``entries`` has returned a model for it."""
