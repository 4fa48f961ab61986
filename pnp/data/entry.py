"""What every component in game.yaml has, and what those have that are drawn row by row."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from pnp.data.fields import FileName, Length, Stock, Title, TrimSize, parse_column, parse_type
from pnp.data.game import Cut, Kind
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


class Entry(Model):
    """What every kind of component has."""

    two_sided: ClassVar[bool] = False
    """Whether each piece needs a back."""
    drawings: ClassVar[tuple[str, ...]] = ("face", "back")
    """The keys that name templates."""

    kind: Kind
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

    def sources(self) -> Iterator[RowSource]:
        """Yield the sources of rows, in the order of the file."""
        yield from ()

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {}


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

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {"size": self.size, "safe": self.safe, "corner": self.corner, "cut": self.cut}


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
