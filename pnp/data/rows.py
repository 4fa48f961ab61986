"""Tables of text with the place of every cell, read from CSV, YAML and JSON."""

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import count, zip_longest
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.base.ceilings import COLUMNS, ROWS
from pnp.base.diagnostics import (
    Finding,
    PnpError,
    Problems,
    Rule,
    Severity,
    Where,
    nearest,
    quote,
    unusable,
    user_error,
)
from pnp.base.slotted import slotted
from pnp.data.document import Document
from pnp.data.project import DEVICE, slug_of
from pnp.data.textfile import composed, read_text, unprintable

LONGEST_CELL = 100_000
"""Limit for the characters of one cell: a card has room for about a thousand."""

RESERVED = ("id", "qty")
"""The columns of every table."""

PRIVATE = "#"
"""The prefix of columns that are the designer's notes: pnp does not read them.

A column with no other name is read where ``from`` names it: it often has the copies.
"""


@slotted
class TableRow:
    """One row: the text of its cells by column, ``{"id": "owl", "qty": "2"}``.

    A missing column counts as blank. ``places`` has the place of each cell, if the format has one
    (YAML); otherwise a cell's place is that of the row, with the name of the column.
    """

    where: Where
    cells: Mapping[str, str]
    places: Mapping[str, Where] = field(default_factory=dict)

    def place(self, column: str) -> Where:
        """Return the place of a cell."""
        return self.places.get(column) or self.where.at(column)


@slotted
class Table:
    """Rows in the order of the file: a CSV's with ``columns`` ``id``, ``qty`` and ``name``.

    ``columns`` has the place where each column is first named. ``where`` is the table's place.
    ``findings`` are warnings about its cells. ``others`` are the sheets of a workbook that are not
    read, if none was asked for.
    """

    where: Where
    columns: Mapping[str, Where]
    rows: tuple[TableRow, ...]
    findings: tuple[Finding, ...] = ()
    others: tuple[str, ...] = ()


HEADER = "write a header: id, qty and your columns"
"""What to do about an empty table."""


class NoTableError(PnpError):
    """There is no table yet: its file or its sheet does not exist, or is empty."""


def no_table(message: str, where: Where | None, hint: str) -> NoTableError:
    """Return the error that there is no table, ready to be raised."""
    return NoTableError([unusable(message, where, hint)])


def another_sheet(others: Sequence[str]) -> str:
    """Return what a hint adds about the other sheets of a workbook: nothing if there is none."""
    names = ", ".join(others)
    return f"; if it is another sheet, write sheet: and its name: {names}" if others else ""


def with_aliases(
    table: Table,
    aliases: Mapping[str, str],
    kept: Collection[str] | None,
    part: Document,
    stem: str,
) -> Table:
    """Return a table with the columns that ``aliases`` names: ``{"id": "Name", "qty": "Count"}``.

    A column that is read under another name is gone under its own, unless ids are made from it or
    it is among ``kept``; None keeps all but ``Id`` and ``Qty``. An id that is made from words is a
    name of letters, digits and hyphens, or ``stem`` and a number if they give none. ``part`` is the
    mapping in game.yaml.

    Raises:
        PnpError: the table has no such column, or has one of the new name too.
    """
    for name, own in aliases.items():
        if own not in table.columns:
            known = f"it has {', '.join(table.columns)}{another_sheet(table.others)}"
            hint = nearest(own, table.columns) or known
            named = table.where.file != part.where((name,)).file
            what = PurePosixPath(table.where.file).name if named else "the table"
            message = f"{what} has no column {quote(own)}"
            raise user_error(message, part.where((name,)), hint)
        if name != own and name in table.columns:
            message = f"the table has a column {quote(name)} of its own"
            raise user_error(message, part.key_where((name,)), f"leave {name} out of from")
    return renamed(table, aliases, kept, stem)


def id_stem(component: str, path: Iterable[str | int]) -> str:
    """Return what numbered ids begin with: ``owl``, and ``owl-2`` in its second source of rows.

    ``path`` leads to the source inside the component's entry.
    """
    return "-".join([component, *(str(step + 1) for step in path if isinstance(step, int))])


def renamed(
    table: Table, aliases: Mapping[str, str], kept: Collection[str] | None, stem: str
) -> Table:
    """Return what ``with_aliases`` does, of a table that has the columns."""
    own_names = aliases.values()
    kept = [n for n in own_names if n.lower() not in RESERVED] if kept is None else kept
    gone = {own for own in own_names if own not in (*kept, name_column(aliases))}
    columns = {n: place for n, place in table.columns.items() if n not in gone}
    columns |= {name: table.columns[own] for name, own in aliases.items()}
    rows = [_aliased(row, aliases, gone) for row in table.rows]
    if "id" not in aliases:
        return replace(table, columns=columns, rows=tuple(rows))
    with_ids, findings = _with_ids(rows, stem)
    return replace(table, columns=columns, rows=with_ids, findings=(*table.findings, *findings))


def name_column(aliases: Mapping[str, str]) -> str | None:
    """Return the column whose words ids are made from, and which is printed too; None for none."""
    own = aliases.get("id", "")
    return own if own and own.lower() not in RESERVED else None


def _aliased(row: TableRow, aliases: Mapping[str, str], gone: Collection[str]) -> TableRow:
    cells = {name: cell for name, cell in row.cells.items() if name not in gone}
    cells |= {name: row.cells.get(own, "") for name, own in aliases.items()}
    places = {**row.places, **{name: row.place(own) for name, own in aliases.items()}}
    return TableRow(row.where, cells, places)


def _with_ids(
    rows: Sequence[TableRow], stem: str
) -> tuple[tuple[TableRow, ...], tuple[Finding, ...]]:
    """Return rows with ids made from words, and a finding for each whose words do not name it.

    The second of a name gets ``-2``, and so on; words that give no id get ``stem`` and a number.
    """
    made: list[TableRow] = []
    findings: list[Finding] = []
    uses: dict[str, list[TableRow]] = {}
    names = list(map(_name, rows))
    taken = set(names)
    numbered: list[TableRow] = []
    for row, name in zip(rows, names, strict=True):
        words = row.cells["id"]
        alike = uses.setdefault(name, [])
        alike.append(row)
        id_ = name
        if name and len(alike) > 1:
            id_ = _numbered_id(name, len(alike), taken)
        elif words and not name:
            id_ = _numbered_id(stem, len(numbered) + 1, taken)
        made.append(replace(row, cells={**row.cells, "id": id_}))
        if name and len(alike) > 1:
            message = f"{quote(words)} has the name of line {alike[0].where.line}"
            hint = "their order alone tells them apart: give one another name"
            findings.append(Finding(NAMES_ALIKE, message, row.place("id"), hint))
        elif words and not name:
            numbered.append(made[-1])
    return tuple(made), (*findings, *_numbered(numbered, rows))


def _numbered_id(stem: str, least: int, taken: set[str]) -> str:
    """Return an id such as ``tea-2``, with the first number from ``least`` on that is not taken."""
    id_ = next(id_ for n in count(least) if (id_ := f"{stem}-{n}") not in taken)
    taken.add(id_)
    return id_


def _name(row: TableRow) -> str:
    """Return the name that a row's id is made of: blank if its words have no letters for one."""
    name = slug_of(row.cells["id"])
    return "" if DEVICE.fullmatch(name) else name


def _numbered(numbered: Sequence[TableRow], rows: Sequence[TableRow]) -> Iterator[Finding]:
    """Yield a finding for the rows whose ids are numbers, at the first of them."""
    words = {row.where: row.cells["id"] for row in rows}
    for row in numbered[:1]:
        more = f", and {len(numbered) - 1} more of the column" if numbered[1:] else ""
        message = f"{quote(words[row.where])} gives no id{more}: it is {row.cells['id']}"
        hint = "ids are of letters from a to z and digits: a column id of your own keeps them"
        if DEVICE.fullmatch(slug_of(words[row.where])):
            hint = "Windows keeps that name for a device: a column id of your own gives another"
        yield Finding(NUMBERED_IDS, message, row.place("id"), hint)


NUMBERED_IDS = Rule(
    id="numbered-ids",
    title="Ids that are made from names have letters of them",
    severity=Severity.WARNING,
    rationale=(
        "An id names files, so it has letters from a to z, digits and hyphens. A name in other "
        "letters gives none: its card gets the name of its component and a number. With a row "
        "moved, or put between, a number means another card."
    ),
    source="the data format of this project: from: {id: Name} makes ids from names",
    good="a column id with cat, beside the name Кот",
    bad="from: {id: Name}, with the name Кот",
)

NAMES_ALIKE = Rule(
    id="names-alike",
    title="Ids that are made from names come from different names",
    severity=Severity.WARNING,
    rationale=(
        "Rows of one name are told apart by their order alone. With a row moved, or put between, "
        "an id means another card, and so does whatever names it: a rulebook, an allowance, an "
        "update of a printed kit."
    ),
    source="the data format of this project: from: {id: Name} makes ids from names",
    good="Old Mill, New Mill",
    bad="Old Mill, Old mill",
)


Record = tuple[Where, list[str]]
"""One line of a table: its place and its cells."""


def headed(header: Record, records: Iterable[Record], problems: Problems) -> Table:
    """Return the table of a header and the records below it. Blank records are left out.

    Raises:
        PnpError: the table has too many rows or columns.
    """
    check_size(header[0], columns=len(header[1]))
    place, names = header[0], [name.strip() for name in header[1]]
    if names.count(PRIVATE) > 1:
        names = [name if name != PRIVATE else f"{PRIVATE} note" for name in names]
    _check_names(place, names, problems)
    rows = []
    for number, (where, written) in enumerate(records, 1):
        check_size(where, rows=number, columns=len(written))
        cells = [clean(cell) for cell in written]
        if not any(cells[len(names) :]):  # spreadsheets write cells that were cleared
            cells = cells[: len(names)]
        if _has_words(cells, names) and _fits(cells, names, where, problems):
            row = TableRow(where, {n: c for n, c in zip(names, cells, strict=True) if _is_read(n)})
            if sound(row, problems):
                rows.append(row)
    return Table(place, {name: place.at(name) for name in names if _is_read(name)}, tuple(rows))


def _has_words(cells: Sequence[str], names: Sequence[str]) -> bool:
    """Tell whether a row says anything; an unticked checkbox, as of a whole column, does not."""
    pairs = zip_longest(cells, names, fillvalue="")
    return any(cell not in ("", "FALSE") for cell, name in pairs if not name or _is_read(name))


def listed(where: Where, rows: Iterable[TableRow], problems: Problems) -> Table:
    """Return the table of rows that name their own columns, as in YAML and JSON."""
    rows = list(rows)
    for row in rows:
        _check_keys(row, problems)
    kept = [
        TableRow(
            row.where,
            {composed(name): clean(composed(cell)) for name, cell in row.cells.items()},
            {composed(name): place for name, place in row.places.items()},
        )
        for row in (_without_private(row) for row in rows)
    ]
    columns: dict[str, Where] = {}
    for row in kept:
        for name in row.cells:
            columns.setdefault(name, row.place(name))
    return Table(where, columns, tuple(row for row in kept if sound(row, problems)))


def _check_keys(row: TableRow, problems: Problems) -> None:
    """Note the cells of a row that have a blank key."""
    for name, cell in row.cells.items():
        if cell.strip() and not name.strip():
            hint = 'name its key, with a "#" in front if pnp must ignore it'
            problems.note(f"{quote(cell)} has a blank key", row.place(name), hint)


def check_size(where: Where, *, rows: int = 0, columns: int = 0) -> None:
    """Raise an error for a table with too many rows (``ROWS``) or columns (``COLUMNS``)."""
    if rows > ROWS.most:
        hint = ROWS.hint("a row is one piece; write the number of its copies in the column qty")
        raise user_error(f"the table has more than {ROWS.most:,} rows", where, hint)
    if columns > COLUMNS.most:
        hint = COLUMNS.hint("delete the columns that are not about the pieces")
        raise user_error(f"the table has more than {COLUMNS.most:,} columns", where, hint)


def clean(cell: str) -> str:
    r"""Return a cell's text without spaces around it, and with ``\n`` as line end."""
    return cell.strip().replace("\r\n", "\n").replace("\r", "\n")


def sound(row: TableRow, problems: Problems) -> bool:
    """Return whether all cells of a row can be printed, and note those that cannot."""
    before = len(problems)
    for name, cell in row.cells.items():
        if len(cell) > LONGEST_CELL:
            message = f"the cell has {len(cell):,} characters; the limit is {LONGEST_CELL:,}"
            problems.note(message, row.place(name), "is a quotation mark never closed?")
        elif bad := unprintable(cell):
            problems.note(f"{bad} is not allowed in text", row.place(name))
    return len(problems) == before


def is_private(name: str) -> bool:
    """Tell whether a column is the user's own: its name begins with a #."""
    return name.strip().startswith(PRIVATE)


def _is_read(name: str) -> bool:
    return bool(name) and (name == PRIVATE or not is_private(name))


def _without_private(row: TableRow) -> TableRow:
    return TableRow(row.where, {n: c for n, c in row.cells.items() if _is_read(n)}, row.places)


def _check_names(place: Where, names: list[str], problems: Problems) -> None:
    for index, name in enumerate(names):
        if _is_read(name) and name in names[:index]:
            hint = "give each column a unique name"
            problems.note(f"duplicate column {quote(name)}", place, hint)


_TOO_MANY = "put cells that contain the separator in quotes"

_TOO_FEW = "write a separator for each blank cell; a note has a column of its own, named #note"


def _fits(cells: list[str], names: list[str], where: Where, problems: Problems) -> bool:
    """Return whether a row has one cell for each column, and none under a blank name."""
    if len(cells) != len(names):
        count = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
        message = f"the row has {count}, the header has {len(names)}"
        few = len(cells) < len(names)
        problems.note(message, where, _TOO_FEW if few else _TOO_MANY)
        return False
    for name, cell in zip(names, cells, strict=True):
        if cell and not name:
            hint = 'name the column in the header, with a "#" in front if pnp must ignore it'
            problems.note(f"{quote(cell)} is in a column without a name", where, hint)
            return False
    return True


_RECORDS = "write a list of rows, each with its columns as keys"

_CELL = "write text, a number, true or false"


def document_rows(document: Document, problems: Problems) -> Table:
    """Return a YAML list of mappings as a table.

    Raises:
        PnpError: the document is not a list.
    """
    if not isinstance(document.data, list):
        raise user_error("expected a list of rows", document.where(), _RECORDS)
    check_size(document.where(), rows=len(document.data))
    rows = (_document_row(document.at((i,)), problems) for i in range(len(document.data)))
    return listed(document.where(), filter(None, rows), problems)


def _document_row(row: Document, problems: Problems) -> TableRow | None:
    if not isinstance(row.data, dict):
        problems.note("expected a mapping", row.where(), _RECORDS)
        return None
    check_size(row.where(), columns=len(row.data))
    before = len(problems)
    cells: dict[str, str] = {}
    for key, value in row.data.items():
        if isinstance(value, list | dict):
            problems.note(*_no_cell(value, row.where((key,)).at(str(key))))
        cells[str(key)] = "" if value is None else row.text((key,))
    places = {str(key): row.where((key,)).at(str(key)) for key in row.data}
    return TableRow(row.where(), cells, places) if len(problems) == before else None


def read_json(path: Path, shown: str, problems: Problems) -> Table:
    """Return a JSON file that holds a list of objects as a table.

    Raises:
        PnpError: the file is not valid JSON, or not a list.
    """
    text = read_text(path, shown)
    try:
        rows = [_json_row(where, value, problems) for where, value in _items(text, shown)]
    except json.JSONDecodeError as error:
        place = Where(shown, error.lineno, error.colno)
        raise user_error(f"invalid JSON: {error.msg[:1].lower()}{error.msg[1:]}", place) from None
    except RecursionError:
        raise user_error("the data is nested too deeply", Where(shown), _CELL) from None
    return listed(Where(shown, 1), filter(None, rows), problems)


def _items(text: str, shown: str) -> Iterator[tuple[Where, Any]]:
    """Yield the items of a JSON list, each with the line it begins in.

    The list is split here, and each item decoded alone, as ``json`` keeps no line numbers.
    """
    decoder = json.JSONDecoder(
        object_pairs_hook=_Pairs, parse_int=str, parse_float=str, parse_constant=str
    )
    at = _skip(text, 0)
    if text[at : at + 1] != "[":
        raise user_error("expected a list of rows", Where(shown, 1), _RECORDS)
    at = _skip(text, at + 1)
    line, counted, rows = 1, 0, 0
    while text[at : at + 1] != "]":
        line, counted = line + text.count("\n", counted, at), at
        rows += 1
        check_size(Where(shown, line), rows=rows)
        value, at = decoder.raw_decode(text, at)
        yield Where(shown, line), value
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
    if _skip(text, at + 1) != len(text):
        raise json.JSONDecodeError("Extra data", text, at + 1)


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as pairs, so that duplicate keys can be reported."""


def _json_row(where: Where, value: Any, problems: Problems) -> TableRow | None:
    if not isinstance(value, _Pairs):
        problems.note("expected a JSON object", where, _RECORDS)
        return None
    check_size(where, columns=len(value))
    before = len(problems)
    cells: dict[str, str] = {}
    for key, cell in value:
        if key in cells:
            problems.note(f"duplicate key {quote(key)}", where.at(key))
        if isinstance(cell, list):
            problems.note(*_no_cell(cell, where.at(key)))
        cells[key] = _json_text(cell)
    return TableRow(where, cells) if len(problems) == before else None


def _json_text(cell: Any) -> str:
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _no_cell(value: Any, where: Where) -> tuple[str, Where, str]:
    mapping = isinstance(value, dict | _Pairs)
    return f"{'a mapping' if mapping else 'a list'} cannot be a cell", where, _CELL


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in " \t\r\n":
        at += 1
    return at


LINES_A_ROW = 10
"""Lines of a CSV file for each row that is allowed, with blank lines and those inside cells."""

_SPOKEN = {",": "comma", ";": "semicolon", "\t": "tab"}

DELIMITERS = tuple(_SPOKEN)

PIPE = "|"
"""The delimiter of a table whose header has no other."""

_QUOTED = re.compile(r'"[^"]*"')

_DECLARED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The first line by which Excel names the delimiter: ``sep=;``."""


_MARKUP = re.compile(r"\s*<(\?xml|!doctype|html|head|meta|style|table)\b", re.IGNORECASE)
"""How a page of the web begins, and a spreadsheet in XML, which programs save under any name."""


def read_delimited(path: Path, shown: str, problems: Problems) -> Table:
    """Return the table of a CSV file; lines are numbered as in an editor.

    Raises:
        PnpError: the file is not text or is another format, is empty, or leaves a quotation mark
            open.
    """
    text = read_text(path, shown)
    if markup := _MARKUP.match(text):
        what = "XML" if markup[1].startswith("?") else "HTML"
        hint = "open it in a spreadsheet program, and save it as CSV, XLSX or ODS"
        raise user_error(f"the file is {what}, not cells with separators", Where(shown), hint)
    records = (record for record in _records(text, shown) if any(map(str.strip, record[1])))
    header = next(records, None)
    if header is None:
        raise no_table("the table is empty", Where(shown), HEADER)
    return headed(header, records, problems)


def delimiter_of(text: str, shown: str) -> str:
    """Return what separates the cells of a table: what ``sep=`` names, else one of its header's.

    It is the one by which most rows have as many cells as the header. Where several do alike, it
    is the most frequent in the header, without those before a space, as in a sentence.

    Raises:
        PnpError: rows may be read by one as well as by another.
    """
    if declared := _DECLARED.match(text):
        return declared[1]
    bare = _QUOTED.sub("", text[:LONGEST_CELL]).lstrip()
    header = re.split("[\r\n]", bare, maxsplit=1)[0]
    found = [delimiter for delimiter in DELIMITERS if delimiter in header]
    if len(found) < 2:
        return next(iter(found), PIPE if PIPE in header else DELIMITERS[0])
    ranks = {d: (_fitting(text, d), len(re.findall(rf"{d}(?! )", header))) for d in found}
    best = [delimiter for delimiter in found if ranks[delimiter] == max(ranks.values())]
    if len(best) > 1 and ranks[best[0]][0] > 1:
        one, other = (_SPOKEN[delimiter] for delimiter in best[:2])
        hint = "write sep= and the right one as the first line, as in sep=;"
        raise user_error(f"cells may be separated by a {one} or a {other}", Where(shown, 1), hint)
    return best[0]


def _fitting(text: str, delimiter: str) -> int:
    """Return how many rows, with the header, have its number of cells if read by a delimiter."""
    width = fitting = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    with suppress(csv.Error):  # which is told when the table is read
        for cells in reader:
            while cells and not cells[-1].strip() and len(cells) > width:
                cells.pop()
            width = width or len(cells)
            fitting += len(cells) == width > 0
    return fitting


def _records(text: str, shown: str) -> Iterator[Record]:
    declared = _DECLARED.match(text)
    stream = io.StringIO(text, newline="")
    first = len(stream.readline()) and 1 if declared else 0
    most = LINES_A_ROW * ROWS.most
    reader = csv.reader(stream, delimiter=delimiter_of(text, shown), strict=True)
    while True:
        where = Where(shown, first + reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise user_error(*_broken(error, where)) from None
        if cells is None:
            return
        if reader.line_num > most:
            hint = ROWS.hint("delete the blank lines at the end")
            raise user_error(f"the table has more than {most:,} lines", where, hint)
        yield where, cells


def _broken(error: csv.Error, where: Where) -> tuple[str, Where, str]:
    words = str(error)
    if "field larger" in words:
        message = f"a cell has more than {LONGEST_CELL:,} characters"
        return message, where, "is a quotation mark never closed?"
    closed = "is never closed" if "end of data" in words else "has text after it"
    hint = 'put the whole cell in quotes, and write a quotation mark inside as ""'
    return f"a quotation mark {closed}", where, hint
