"""A table as rows of text, whatever file it stood in, every cell with its place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pnp.content.files.problems import Problems
from pnp.content.files.text import unprintable
from pnp.errors import Where, fail, quoted

LONGEST_CELL = 100_000
"""Characters: a card has room for about a thousand."""

MOST_ROWS, MOST_COLUMNS = 20_000, 1_000
"""Of one table; a row is one different piece, and the largest games have some thousands."""

PRIVATE = "#"
"""A column whose name begins so is the designer's own."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the text of its cells by column. A column that is absent is blank.

    ``places`` holds the cells that have a place of their own, as YAML's values have.
    """

    where: Where
    cells: Mapping[str, str]
    places: Mapping[str, Where] = field(default_factory=dict)

    def place(self, column: str) -> Where:
        """Return the place of a cell."""
        return self.places.get(column) or self.where.at(column)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows in the order of the file. ``columns`` holds the place where each is named first."""

    where: Where
    columns: Mapping[str, Where]
    rows: tuple[Row, ...]


Record = tuple[Where, list[str]]
"""One line of a table: its place and its cells."""


def headed(header: Record, records: Iterable[Record], problems: Problems) -> Table:
    """Return the table under a line of column names. Blank lines are left out.

    Raises:
        PnpError: the table is larger than any deck.
    """
    check_size(header[0], columns=len(header[1]))
    place, names = header[0], [name.strip() for name in header[1]]
    _check_names(place, names, problems)
    rows = []
    for number, (where, written) in enumerate(records, 1):
        check_size(where, rows=number, columns=len(written))
        cells = [clean(cell) for cell in written]
        if any(cells) and _fits(cells, names, where, problems):
            row = Row(where, {n: c for n, c in zip(names, cells, strict=True) if _is_kept(n)})
            if sound(row, problems):
                rows.append(row)
    return Table(place, {name: place.at(name) for name in names if _is_kept(name)}, tuple(rows))


def listed(where: Where, rows: Iterable[Row], problems: Problems) -> Table:
    """Return the table of rows that name their columns themselves, as YAML and JSON do."""
    kept = [
        Row(row.where, {name: clean(cell) for name, cell in row.cells.items()}, row.places)
        for row in (_without_private(row) for row in rows)
    ]
    columns: dict[str, Where] = {}
    for row in kept:
        for name in row.cells:
            columns.setdefault(name, row.place(name))
    return Table(where, columns, tuple(row for row in kept if sound(row, problems)))


def check_size(where: Where, *, rows: int = 0, columns: int = 0) -> None:
    """Refuse a table that is larger than any deck.

    Raises:
        PnpError: it is.
    """
    if rows > MOST_ROWS:
        hint = "a row is one different piece; how many are printed stands in the column qty"
        raise fail(f"the table has more than {MOST_ROWS:,} rows", where, hint)
    if columns > MOST_COLUMNS:
        hint = "delete the columns that say nothing about the pieces"
        raise fail(f"the table has more than {MOST_COLUMNS:,} columns", where, hint)


def clean(cell: str) -> str:
    """Return a cell's text without blanks around it, with one kind of line end."""
    return cell.strip().replace("\r\n", "\n").replace("\r", "\n")


def sound(row: Row, problems: Problems) -> bool:
    """Say whether every cell of a row can be text on paper."""
    before = len(problems)
    for name, cell in row.cells.items():
        if len(cell) > LONGEST_CELL:
            message = f"the cell holds {len(cell):,} characters; {LONGEST_CELL:,} are the most"
            problems.note(message, row.place(name), "is a quotation mark never closed?")
        elif bad := unprintable(cell):
            problems.note(f"{bad} does not belong into text", row.place(name))
    return len(problems) == before


def _is_kept(name: str) -> bool:
    return bool(name) and not name.startswith(PRIVATE)


def _without_private(row: Row) -> Row:
    return Row(row.where, {n: c for n, c in row.cells.items() if _is_kept(n)}, row.places)


def _check_names(place: Where, names: list[str], problems: Problems) -> None:
    for index, name in enumerate(names):
        if _is_kept(name) and name in names[:index]:
            hint = "give each column a name of its own"
            problems.note(f"the column {quoted(name)} stands twice", place, hint)


def _fits(cells: list[str], names: list[str], where: Where, problems: Problems) -> bool:
    """Say whether a row has a cell for each column, and nothing under a blank name."""
    if len(cells) != len(names):
        count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
        message = f"the row has {count}, the header has {len(names)}"
        problems.note(message, where, "put cells that hold the separator in quotes")
        return False
    for name, cell in zip(names, cells, strict=True):
        if cell and not name:
            hint = 'name the column in the header, with a "#" in front if it is your own'
            problems.note(f"{quoted(cell)} stands in a column without a name", where, hint)
            return False
    return True
