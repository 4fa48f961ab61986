"""Reads a table file of any format into a ``Table``. Only this module uses calamine (XLSX, ODS)."""

import datetime
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.ceilings import CELLS
from pnp.base.diagnostics import (
    Finding,
    PnpError,
    Problems,
    Rule,
    Severity,
    Where,
    quote,
    unusable,
    user_error,
)
from pnp.data.document import read_document
from pnp.data.rows import (
    HEADER,
    Record,
    Table,
    another_sheet,
    document_rows,
    headed,
    is_private,
    no_table,
    read_delimited,
    read_json,
)
from pnp.data.textfile import composed, read_bytes

if TYPE_CHECKING:  # reading workbooks is only loaded for a game that has one
    from pnp.data.workbook import BadCell, CellRange, RowSpan, WorkbookSheet

Cell = str | int | float | bool | datetime.time | datetime.date | datetime.timedelta

DATES = (datetime.date, datetime.time, datetime.timedelta)

Reader = Callable[[Path, str, Problems], Table]


def read_table(path: Path, shown: str, sheet: str | None, problems: Problems) -> Table:
    """Return a table file as a table; ``shown`` is its name in messages.

    ``sheet`` names a sheet of a workbook. Errors in single rows are added to ``problems``, and
    reading goes on.

    Raises:
        PnpError: the file cannot be read at all.
    """
    suffix = path.suffix.lower()
    if suffix in (".xlsx", ".ods"):
        return read_workbook(path, shown, sheet, problems)
    if sheet is not None:
        raise user_error(f"only a workbook has sheets, {quote(path.name)} has none", Where(shown))
    if suffix not in _READERS:
        hint = f"save it as {', '.join(sorted([*_READERS, '.xlsx', '.ods']))}"
        raise user_error(f"{quote(path.name)} is not a supported kind of table", Where(shown), hint)
    return _READERS[suffix](path, shown, problems)


def read_workbook(path: Path, shown: str, sheet: str | None, problems: Problems) -> Table:
    """Return the table of one sheet of an XLSX or ODS workbook, by default of the first in sight.

    Raises:
        PnpError: the file is not a workbook, has no such sheet, cells without a value or with one
            under merged cells, or the sheet is empty.
    """
    chosen = _sheet(path, shown, sheet)
    where = Where(shown, sheet=chosen.name)
    rows = _read(chosen, where)
    records = _records(rows, where)
    header = next(records, None)
    flaws = (*chosen.flaws, *_covered(chosen.covered, rows, where), *_endless(rows))
    _refuse(flaws, where, header)
    others = chosen.others if sheet is None else ()
    if header is None:
        hint = HEADER + another_sheet(others)
        raise no_table("the table is empty", where, hint)
    table = headed(header, records, problems)
    first = header[0].line or 1
    merged = _merged(table, chosen.merged, header)
    findings = (*_dates(table, rows[first - 1 :], header), *merged, *_unseen(table, chosen.unseen))
    return replace(table, findings=findings, others=others)


def _refuse(flaws: Sequence["BadCell"], where: Where, header: Record | None) -> None:
    """Raise an error for the cells that cannot be read, but for those of private columns.

    Read on, such a cell would be blank, and be reported once more.
    """
    place, names = header or (where, [])
    wrong = [
        unusable(flaw.message, replace(where, line=flaw.row), flaw.hint)
        for flaw in flaws
        if flaw.row == place.line or not is_private("".join(names[flaw.column - 1 : flaw.column]))
    ]
    if wrong:
        raise PnpError(wrong)


def _covered(
    areas: Iterable["CellRange"], rows: Sequence[Sequence[Cell]], where: Where
) -> Iterator["BadCell"]:
    """Yield a flaw for each cell in some areas that has a value."""
    from pnp.data.workbook import SAVE_AGAIN, under

    left = CELLS.most
    for top, first, bottom, last in areas:
        for row in range(top, min(bottom, len(rows)) + 1):
            cells = rows[row - 1][first - 1 : last]
            left -= 1 + len(cells)
            if left < 0:
                raise user_error("merged cells lie on each other", where, SAVE_AGAIN)
            yield from (
                under(row, column)
                for column, cell in enumerate(cells, first)
                if cell_text(cell).strip()
            )


def _endless(rows: Iterable[Sequence[Cell]]) -> Iterator["BadCell"]:
    """Yield a flaw for each cell with a number that is none, or larger than any."""
    from pnp.data.workbook import MOST_FLAWS, endless

    found = (
        endless(row, column, cell)
        for row, cells in enumerate(rows, 1)
        for column, cell in enumerate(cells, 1)
        if isinstance(cell, float) and not math.isfinite(cell)
    )
    yield from islice(found, MOST_FLAWS)


def _sheet(path: Path, shown: str, sheet: str | None) -> "WorkbookSheet":
    """Return a sheet of a workbook after checking it."""
    from pnp.data import ods, xlsx
    from pnp.data.workbook import PackedParts

    parts = PackedParts(read_bytes(path, shown), shown)
    look_through = ods.look_through if ods.CONTENT in parts else xlsx.look_through
    return look_through(parts, shown, sheet)


def _read(sheet: "WorkbookSheet", where: Where) -> list[list[Cell]]:
    """Return the cells of a sheet from A1 on, row by row."""
    import python_calamine as calamine

    from pnp.data.workbook import SAVE_AGAIN

    try:
        workbook = calamine.CalamineWorkbook.from_filelike(sheet.packed)
        cells = workbook.get_sheet_by_name(sheet.inner).to_python(skip_empty_area=False)
    except Exception as error:
        reason = quote(error).strip('"') or "unknown error"
        if "detect file format" in reason:  # calamine's message for any error inside
            reason = "a part of it, or a value in a cell, is invalid"
        raise user_error(f"the workbook cannot be read: {reason}", where, SAVE_AGAIN) from None
    except BaseException as error:
        # PyO3 derives the exception for a Rust panic from BaseException
        if type(error).__name__ != "PanicException":
            raise
        raise user_error("the workbook cannot be read", where, SAVE_AGAIN) from None
    return [list(map(_lasting, row)) for row in cells]


_LASTING = re.compile(r"(-?)PT([0-9]{1,6})H([0-9]{1,2})M([0-9]{1,2})([.,][0-9]+)?S")
"""How ODS writes a duration: calamine returns one of a day or more, or below 0, as text."""


def _lasting(cell: Cell) -> Cell:
    """Return a cell, as a duration if it is the text of one."""
    found = _LASTING.fullmatch(cell) if isinstance(cell, str) else None
    if found is None:
        return cell
    hours, minutes, seconds = map(int, found.groups()[1:4])
    lasting = datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return -lasting if found[1] else lasting


DATE_CELL = Rule(
    id="date-cell",
    title="A text that a spreadsheet took for a date is not printed as one",
    severity=Severity.WARNING,
    rationale=(
        "Spreadsheet programs turn 1/3, 2-5 or 3.4 into a date as it is typed, and show it as it "
        "was typed. What is printed is the date that they saved: 2026-03-01."
    ),
    source="ECMA-376, part 1, section 18.17.4: a date is a number with a format",
    good="a column of the format Text, with the cell 1/3",
    bad="a column of the format General, with the cell 1/3",
)


MOST_NAMED = 6
"""The cells or rows that one finding names."""


def _dates(table: Table, rows: Sequence[Sequence[Cell]], header: Record) -> Iterator[Finding]:
    """Yield a finding for each column with dates or times, at the first of them.

    ``rows`` begin with the header.
    """
    from pnp.data.workbook import cell_name

    for column, name in enumerate(map(str.strip, header[1])):
        dated = [
            (number, cells[column])
            for number, cells in enumerate(rows)
            if isinstance(cells[column], DATES)
        ]
        if dated and name in table.columns:
            number, cell = dated[0]
            first = header[0].line or 1
            names = [cell_name(first + row, column + 1) for row, _ in dated]
            listed = ", ".join(names[1:MOST_NAMED]) + ", …" * (len(names) > MOST_NAMED)
            more = f", and {len(names) - 1} more of the column: {listed}" if names[1:] else ""
            hint = "a spreadsheet makes these of what is typed, as of 1/2, 3-4 or 1:30: format "
            hint += "the column as Text, and type it again"
            where = replace(header[0], line=first + number).at(name)
            message = f"{names[0]} is {_sort(cell)}, printed as {quote(cell_text(cell))}{more}"
            yield Finding(DATE_CELL, message, where, hint)


MERGED_ROWS = Rule(
    id="merged-rows",
    title="No words are merged over several rows",
    severity=Severity.WARNING,
    rationale=(
        "A cell that is merged over three rows looks as if each of them had its words. In the file "
        "only the first has them, and the cards of the others are printed without."
    ),
    source="ECMA-376, part 1, section 18.3.1.55: a merged cell has the value of its first one",
    good="B2 Forest, B3 Forest, B4 Forest",
    bad="B2 to B4 merged: Forest",
)


def _merged(table: Table, areas: Iterable["CellRange"], header: Record) -> Iterator[Finding]:
    """Yield a finding for each column with words merged over rows of the table, at the first."""
    from pnp.data.workbook import cell_name

    texts = {row.where.line: row for row in table.rows}
    lines = sorted(line for line in texts if line is not None)
    found: dict[str, list[CellRange]] = {}
    for area in areas:
        name = "".join(header[1][area.left - 1 : area.left]).strip()
        below = bisect_right(lines, area.bottom) > bisect_right(lines, area.top)
        if name in table.columns and area.top in texts and texts[area.top].cells[name] and below:
            found.setdefault(name, []).append(area)
    for name, (area, *others) in found.items():
        first, last = cell_name(area.top, area.left), cell_name(area.bottom, area.left)
        words = quote(texts[area.top].cells[name])
        more = f", and {len(others)} more of the column" if others else ""
        message = f"{first} to {last} are merged: only the first row has {words}{more}"
        hint = "unmerge the cells, and write the words into each row"
        yield Finding(MERGED_ROWS, message, texts[area.top].place(name), hint)


HIDDEN_ROWS = Rule(
    id="hidden-rows",
    title="No row of the table is hidden",
    severity=Severity.WARNING,
    rationale=(
        "Rows are hidden to look at others, and by a filter that was left on: they are rows of the "
        "table all the same, and their cards are printed. Somebody who hides a row to leave its "
        "card out finds it in the kit."
    ),
    source="ECMA-376, part 1, section 18.3.1.73: a hidden row has its cells",
    good="a column qty with 0 in the row of a card that is left out",
    bad="a row that is hidden to leave its card out",
)


def _unseen(table: Table, spans: Iterable["RowSpan"]) -> Iterator[Finding]:
    """Yield a finding for the rows of the table that are hidden, at the first of them."""
    rows = {row.where.line: row for row in table.rows if row.where.line is not None}
    lines = sorted(rows)
    hidden = sorted(
        {
            line
            for first, last in spans
            for line in lines[bisect_left(lines, first) : bisect_right(lines, last)]
        }
    )
    if hidden:
        listed = ", ".join(map(str, hidden[:MOST_NAMED])) + ", …" * (len(hidden) > MOST_NAMED)
        message = f"row {listed} is hidden, and read like the others"
        if hidden[1:]:
            message = f"{len(hidden)} rows are hidden, and read like the others: {listed}"
        hint = "show them; 0 in the column qty leaves a row out"
        yield Finding(HIDDEN_ROWS, message, rows[hidden[0]].where, hint)


def _sort(cell: Cell) -> str:
    if isinstance(cell, datetime.timedelta):
        return "a duration"
    return "a time" if isinstance(cell, datetime.time) else "a date"


def _records(rows: list[list[Cell]], where: Where) -> Iterator[Record]:
    for number, cells in enumerate(rows, 1):
        texts = [cell_text(cell) for cell in cells]
        if any(texts):
            yield Where(where.file, number, sheet=where.sheet), texts


EXACT = 10**15
"""Below this a whole number has no more digits than spreadsheets show."""


def cell_text(cell: Cell) -> str:
    """Return the text of a spreadsheet's cell: 6.0 is ``6``, a date is ``2026-10-31``.

    A duration has hours, minutes and seconds: ``30:00:00``. Text is ``composed``.
    """
    match cell:
        case str():
            return composed(cell)
        case bool():
            return str(cell).upper()
        case float() if cell.is_integer() and abs(cell) < EXACT:
            return str(int(cell))
        case float():
            digits = f"{cell:.15g}"  # as many as spreadsheets show: 3*1.1 is 3.3
            return f"{Decimal(digits):f}" if cell.is_integer() else digits
        case datetime.datetime() if cell.time() == datetime.time():
            return cell.date().isoformat()
        case datetime.datetime():
            return cell.isoformat(" ")
        case datetime.timedelta():
            total = round(cell.total_seconds())
            minutes, seconds = divmod(abs(total), 60)
            sign = "-" if total < 0 else ""
            return f"{sign}{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return str(cell)


def _yaml(path: Path, shown: str, problems: Problems) -> Table:
    return document_rows(read_document(path, shown), problems)


_READERS: dict[str, Reader] = {
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".yaml": _yaml,
    ".yml": _yaml,
    ".json": read_json,
}
