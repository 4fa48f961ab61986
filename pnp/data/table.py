"""Reads a table file of any format into a ``Table``. Only this module uses calamine (XLSX, ODS)."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from pnp.base.diagnostics import Problems, Where, quote, user_error
from pnp.data import ods, xlsx
from pnp.data.document import read_document
from pnp.data.rows import Record, Table, document_rows, headed, read_delimited, read_json
from pnp.data.textfile import read_bytes
from pnp.data.workbook import SAVE_AGAIN, PackedParts, WorkbookSheet

Cell = str | int | float | bool | datetime.time | datetime.date | datetime.timedelta

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
        PnpError: the file is not a workbook, or has no such sheet, or the sheet is empty.
    """
    name, rows = _cells(path, shown, sheet, problems)
    where = Where(shown, sheet=name)
    records = _records(rows, where)
    header = next(records, None)
    if header is None:
        raise user_error("the table is empty", where, "write a header: id, qty and your columns")
    return headed(header, records, problems)


def _cells(
    path: Path, shown: str, sheet: str | None, problems: Problems
) -> tuple[str, list[list[Cell]]]:
    """Return the name of a sheet and its cells, from cell A1 on, row by row."""
    parts = PackedParts(read_bytes(path, shown), shown)
    look_through = ods.look_through if ods.CONTENT in parts else xlsx.look_through
    workbook_sheet = look_through(parts, shown, sheet)
    where = Where(shown, sheet=workbook_sheet.name)
    for flaw in workbook_sheet.flaws:
        problems.note(flaw.message, replace(where, line=flaw.row), flaw.hint)
    return workbook_sheet.name, _read(workbook_sheet, where)


def _read(sheet: WorkbookSheet, where: Where) -> list[list[Cell]]:
    import python_calamine as calamine

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
