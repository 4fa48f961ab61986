"""Reads a table file of any format into a ``Table``. Only this module uses calamine (XLSX, ODS)."""

import datetime
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

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
    Record,
    Table,
    document_rows,
    headed,
    is_private,
    read_delimited,
    read_json,
)
from pnp.data.textfile import read_bytes

if TYPE_CHECKING:  # reading workbooks is only loaded for a game that has one
    from pnp.data.workbook import BadCell, WorkbookSheet

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
    """Return the table of one sheet of an XLSX or ODS workbook, by default of the first.

    Raises:
        PnpError: the file is not a workbook, has no such sheet or cells without a value, or the
            sheet is empty.
    """
    name, rows, flaws = _cells(path, shown, sheet)
    where = Where(shown, sheet=name)
    records = _records(rows, where)
    header = next(records, None)
    _refuse(flaws, where, header)
    if header is None:
        raise user_error("the table is empty", where, "write a header: id, qty and your columns")
    table = headed(header, records, problems)
    first = header[0].line or 1
    return replace(table, findings=tuple(_dates(table, rows[first - 1 :], header)))


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


def _cells(
    path: Path, shown: str, sheet: str | None
) -> tuple[str, list[list[Cell]], Sequence["BadCell"]]:
    """Return the name of a sheet, its cells from cell A1 on, row by row, and those of no value."""
    from pnp.data import ods, xlsx
    from pnp.data.workbook import PackedParts

    parts = PackedParts(read_bytes(path, shown), shown)
    look_through = ods.look_through if ods.CONTENT in parts else xlsx.look_through
    workbook_sheet = look_through(parts, shown, sheet)
    where = Where(shown, sheet=workbook_sheet.name)
    return workbook_sheet.name, _read(workbook_sheet, where), workbook_sheet.flaws


def _read(sheet: "WorkbookSheet", where: Where) -> list[list[Cell]]:
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
    return cells


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


def _dates(table: Table, rows: Sequence[Sequence[Cell]], header: Record) -> Iterator[Finding]:
    """Yield a finding for each column with dates or times, at the first of them.

    ``rows`` begin with the header.
    """
    for column, name in enumerate(map(str.strip, header[1])):
        dated = [
            (number, cells[column])
            for number, cells in enumerate(rows)
            if isinstance(cells[column], DATES)
        ]
        if dated and name in table.columns:
            number, cell = dated[0]
            more = f", and {len(dated) - 1} more of the column" if len(dated) > 1 else ""
            hint = "was something else typed? format the column as Text and type it again"
            where = replace(header[0], line=(header[0].line or 1) + number).at(name)
            message = f"the cell is a date, printed as {quote(cell_text(cell))}{more}"
            yield Finding(DATE_CELL, message, where, hint)


def _records(rows: list[list[Cell]], where: Where) -> Iterator[Record]:
    for number, cells in enumerate(rows, 1):
        texts = [cell_text(cell) for cell in cells]
        if any(texts):
            yield Where(where.file, number, sheet=where.sheet), texts


def cell_text(cell: Cell) -> str:
    """Return the text of a spreadsheet's cell: 6.0 is ``6``, a date is ``2026-10-31``."""
    match cell:
        case bool():
            return str(cell).upper()
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime.datetime() if cell.time() == datetime.time():
            return cell.date().isoformat()
        case datetime.datetime():
            return cell.isoformat(" ")
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
