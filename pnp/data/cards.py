"""Converts table rows to cards: checks every cell against its column's type, every id and qty."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.base.ceilings import COPIES
from pnp.base.diagnostics import Finding, Problems, Rule, Severity, Where, meant, nearest, quote
from pnp.data.entry import RowSource
from pnp.data.fields import ColumnType, convert, dated, described, thousands, undotted
from pnp.data.game import Card, Value
from pnp.data.project import DEVICE, reserved
from pnp.data.rows import PRIVATE, RESERVED, Table, TableRow, another_sheet
from pnp.data.schema import UnfitError

QTY_ELSEWHERE = (
    *("count", "copies", "quantity", "amount", "number of copies", "in deck", "times", "x", "×"),
    *("anzahl", "menge", "stück", "kopien", "mal"),
    *("quantité", "quantità", "quantidade", "cantidad", "aantal", "antal", "ilość"),
    *("количество", "кол-во", "数量", "枚数", "张数"),
)
"""Names that other programs and people use for the column qty."""

NUMBERS = ("number", "num", "no", "nr", "n", PRIVATE)
"""Names of a column that has copies, or the numbers of the cards: those rise from row to row."""

NAMES = ("id", "name", "title", "card")
"""Names of columns that ids can be made of."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")

_QTY = re.compile(r"([0-9]{1,9})(\.0{0,2}|,0{1,2})?")
"""A number of copies as spreadsheets write it: 2, 2.0 and 2,0; 2,000 and 2.000 may be thousands."""

_LIKE_QTY = re.compile(r"[x×]?\s*([0-9]{1,9})([.,]0*)?\s*[x×]?", re.IGNORECASE)
"""What people write for a number of copies, as 2x, whether or not it can be read."""

_COLUMN = re.compile(r"\{\{\s*(?:card\.)?([A-Za-z_][\w-]*)\s*\}\}")
"""A column in the name of a template: ``tea/{{ kind }}.svg``."""


class Column(NamedTuple):
    """A column's type, and the place where it is declared."""

    type: ColumnType
    where: Where | None

    @property
    def is_optional(self) -> bool:
        """Say whether the column may be missing where others of its component have it."""
        if self.where is None or not isinstance(self.type, str):
            return _error(self.type, "") is None
        return self.type.endswith("?")

    @property
    def declaration(self) -> str | None:
        """Return a hint that says where the type is declared, or None if it is not."""
        if self.where is None:
            return None
        place = f"{self.where.file}:{self.where.line}"
        return f"the column is declared as {described(self.type)} in {place}"


Columns = Mapping[str, Column]


def undeclared(names: Iterable[str]) -> dict[str, Column]:
    """Return the columns of a table without declarations: all are text."""
    return {n: Column("text", None) for n in names if n.lower() not in (*RESERVED, PRIVATE)}


def check_columns(table: Table, columns: Columns, entry: Where, problems: Problems) -> None:
    """Note undeclared and missing columns of a table; ``entry`` is the place of its component.

    Columns whose type says that a cell may be blank may be missing: see ``check_optional``.
    """
    known, near = [*RESERVED, PRIVATE, *columns], set[str | None]()
    for name, where in table.columns.items():
        if name not in known:
            if name.lower() in RESERVED and name.lower() in table.columns:
                hint = f"keep one of them, or begin its name with #: #{name}"
                message = f"the table has a column {quote(name.lower())} too"
                problems.note(message, where, hint)
                continue
            if is_copies(name) and "qty" not in table.columns:
                hint = f'did you mean "qty"? write from: {_alias(name)} in {entry.file}'
                problems.note("the column is not declared", where, hint)
                continue
            place = f"{entry.file}:{entry.line}"
            own = f"declare it in {place}, as {name}: text; or begin its name with #"
            similar = _near(name, known)
            near.add(meant(similar))
            problems.note("the column is not declared", where, similar or own)
    if "id" not in table.columns and table.rows:
        named = next((name for name in table.columns if name.lower() in NAMES), None)
        hint = "give each row a short, unique name, such as white-zombie"
        hint += f", or write from: {{id: {named}}} in {entry.file}" if named else ""
        hint += another_sheet(table.others)
        problems.note('the column "id" is missing', table.where, hint)
    for name, column in columns.items():
        present = name in table.columns or name in near or not table.rows
        if not present and not column.is_optional:
            _note_missing(name, column, table, problems)


def check_optional(tables: Sequence[Table], columns: Columns, problems: Problems) -> None:
    """Note the declared columns whose cells may be blank, and that no table of a component has."""
    filled = [table for table in tables if table.rows]
    for name, column in columns.items():
        absent = all(name not in table.columns for table in filled)
        if filled and absent and column.where is not None and column.is_optional:
            _note_missing(name, column, filled[0], problems)


def _note_missing(name: str, column: Column, table: Table, problems: Problems) -> None:
    problems.note(f"the column {quote(name)} is missing", table.where, column.declaration)


TEMPLATE_NAMES = ("component", "game", "play", "palette", "ink")
"""What templates know by a name of its own, besides the columns of a row."""

HIDDEN_NAME = Rule(
    id="hidden-name",
    title="No column has the name of something else that templates read",
    severity=Severity.WARNING,
    rationale=(
        "A template reads a column by its bare name, too. A column named ink hides the ink of the "
        "kit: a part with ink == 'low' is never drawn then, and nothing else tells why."
    ),
    source="the template language of this project: a column hides what else has its name",
    good="id,name,inks",
    bad="id,name,ink",
)


def hidden_names(tables: Iterable[Table], names: Iterable[str]) -> Iterator[Finding]:
    """Yield a finding for each column of tables that has one of some names of templates."""
    taken = {*names}
    for table in tables:
        for name, where in table.columns.items():
            if name in taken:
                message = f"the column hides {quote(name)}, which templates know by that name"
                hint = f"give it another name: {name} in a template is the cell now"
                yield Finding(HIDDEN_NAME, message, where, hint)


LIKELY_COPIES = Rule(
    id="likely-copies",
    title="A column that looks like a number of copies is one",
    severity=Severity.WARNING,
    rationale=(
        "Other programs call the column of copies Count or Amount. Here it is qty: under another "
        "name every card is printed once, and that shows only when the cards are counted."
    ),
    source="the data format of this project: the column of copies is named qty",
    good="from: {qty: Count}",
    bad="id,Count,name, and no qty",
)


def likely_copies(tables: Iterable[Table]) -> Iterator[Finding]:
    """Yield a finding for each table with a column that looks like one of copies, and no qty."""
    for table in tables:
        name = copies_column(table)
        if name is not None and name != "qty" and "qty" not in table.columns:
            message = f"{quote(name)} looks like a number of copies; each row is printed once"
            hint = f"write from: {_alias(name)} in game.yaml, or name the column qty"
            yield Finding(LIKELY_COPIES, message, table.columns[name], hint)


def copies_column(table: Table) -> str | None:
    """Return the column that has the number of copies by its name and by its values, or None.

    One that says so by its name, as ``Count``, may have a few cells that are blank or no numbers:
    they are told where the column is read, and no card is lost. One named as ``No.`` whose values
    rise from row to row has the numbers of the cards, and an ``x`` beside a ``y`` has places.
    """
    called = {_bare(name): name for name in [*table.columns][::-1]}
    if "y" in called:
        called.pop("x", None)
    for word in ("qty", *QTY_ELSEWHERE, *NUMBERS):
        if word in called:
            cells = [row.cells.get(called[word], "") for row in table.rows]
            if _are_copies(list(filter(None, cells)), vague=word in NUMBERS):
                return called[word]
    return None


def _are_copies(cells: Sequence[str], *, vague: bool) -> bool:
    """Tell whether cells that are not blank are numbers of copies: most of them, of ``vague`` all.

    The name of a ``vague`` column may mean the numbers of the cards too.
    """
    values = [int(cell[1]) for cell in map(_LIKE_QTY.fullmatch, cells) if cell]
    if not values or max(values) > COPIES.most or len(values) <= len(cells) // 2:
        return False
    rises = len(values) > 1 and all(a < b for a, b in pairwise(values))
    return not vague or (len(values) == len(cells) and not rises)


def is_copies(name: str) -> bool:
    """Tell whether a column is named like one of copies."""
    return _bare(name) in ("qty", *QTY_ELSEWHERE, *NUMBERS)


def _bare(name: str) -> str:
    """Return a column's name in small letters, without a dot or colon behind it."""
    return name.lower().rstrip(" .:")


def _alias(name: str) -> str:
    """Return what ``from`` says of a column with the copies, as YAML."""
    plain = name.isalpha() and _bare(name) not in ("n", "no")  # YAML takes those for false
    return f"{{qty: {name if plain else quote(name)}}}"


def read_cards(table: Table, columns: Columns, source: RowSource, problems: Problems) -> list[Card]:
    """Return a card for each valid row of a table, also for those whose qty is 0."""
    missing = {name for name in ("id", *columns) if name not in table.columns}
    cards = []
    for row in table.rows:
        faults = Problems()
        values = {name: _value(row, name, column, faults) for name, column in columns.items()}
        id_, qty = _id(row, faults), _qty(row, faults)
        problems.extend(fault for fault in faults if not _is_of(fault, missing))
        if not faults:
            known = {**values, "id": id_}
            face = _drawing(source.face, known)
            back = source.back and _drawing(source.back, known)
            cards.append(Card(id_, qty, values, row.where, face, back, row.places))
    return cards


def _drawing(name: str, values: Mapping[str, Value]) -> str:
    """Return the name of a row's template, with its columns in place: ``tea/green.svg``."""
    cells = {column: _in_a_name(value) for column, value in values.items()}
    return _COLUMN.sub(lambda found: cells.get(found[1], ""), name)


def _in_a_name(value: Value) -> str:
    """Return a value as part of a file's name, as templates print it: ``true``, ``2``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return undotted(value)
    return value or ""


def choosing(name: str) -> list[str]:
    """Return the columns by which a row chooses its template: of ``tea/{{ kind }}.svg``, kind."""
    return _COLUMN.findall(name)


def around_choice(name: str) -> tuple[str, str]:
    """Return what stands before and after the only column by which a row chooses its template."""
    parts = _COLUMN.split(name)
    return (parts[0], parts[2]) if len(parts) == 3 else ("", "")


def check_ids(cards: Iterable[Card], problems: Problems) -> None:
    """Note duplicate ids, ignoring case: ids become names of files."""
    first: dict[str, Card] = {}
    for card in cards:
        other = first.setdefault(card.id.lower(), card)
        if other is not card:
            message = f"duplicate id {quote(card.id)}"
            same = f"{quote(other.id)} is already at {other.where}"
            problems.note(message, card.where_of("id"), f"{same}; raise its qty for more copies")


def _near(name: str, known: Iterable[str]) -> str | None:
    """Return a hint with the most similar known column; one that differs only in case wins."""
    by_case = {word.lower(): word for word in known}
    same = by_case.get(name.lower())
    return f"did you mean {quote(same)}?" if same else nearest(name, known)


def _is_of(problem: Finding, columns: set[str]) -> bool:
    return problem.where is not None and problem.where.field in columns


def _error(type_: ColumnType, text: str) -> UnfitError | None:
    try:
        convert(text, type_)
    except UnfitError as error:
        return error
    return None


def _value(row: TableRow, name: str, column: Column, problems: Problems) -> Value:
    try:
        return convert(row.cells.get(name, ""), column.type)
    except UnfitError as error:
        hint = error.hint if row.cells.get(name) or column.where else "fill it"
        hints = [hint for hint in (hint, column.declaration) if hint]
        problems.note(str(error), row.place(name), "; ".join(hints).replace("?; ", "? ") or None)
        return None


def _id(row: TableRow, problems: Problems) -> str:
    text = row.cells.get("id", "")
    if not text:
        problems.note("the id is blank", row.place("id"), "give each row a unique id")
    elif not _ID.fullmatch(text) or DEVICE.fullmatch(text) or text.endswith("."):
        hint = "ids name files: write letters and digits without accents, hyphens, dots and _"
        if _ID.fullmatch(text) and DEVICE.fullmatch(text):
            hint = f"ids name files: {reserved(text)}"
        problems.note(f"{quote(text)} cannot be used as an id", row.place("id"), hint)
    return text


def _qty(row: TableRow, problems: Problems) -> int:
    text = row.cells.get("qty")
    if text is None:
        return 1
    if not text:
        hint = "write how many are printed; 0 leaves the row out"
        problems.note("the qty is blank", row.place("qty"), hint)
    elif (number := _QTY.fullmatch(text)) is None:
        hint = thousands(text) or dated(text) or "write a whole number; 0 leaves the row out"
        problems.note(f"{quote(text)} is not a number of copies", row.place("qty"), hint)
    elif int(number[1]) > COPIES.most:
        hint = COPIES.hint(f"a row can have at most {COPIES.most:,}")
        problems.note(f"{quote(text)} is too many copies", row.place("qty"), hint)
    else:
        return int(number[1])
    return 1
