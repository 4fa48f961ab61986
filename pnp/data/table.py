"""Rows from any kind of table file. The only user of calamine, which reads spreadsheets."""

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

from pnp.base.diagnostics import Problems, Where, nearest, quote, user_error
from pnp.data.document import read_document
from pnp.data.rows import Record, Table, document_rows, headed, read_delimited, read_json
from pnp.data.textfile import read_bytes
from pnp.data.workbook import check_packed, flaws

Cell = str | int | float | bool | datetime.time | datetime.date | datetime.timedelta

Reader = Callable[[Path, str, Problems], Table]


def read_table(path: Path, shown: str, sheet: str | None, problems: Problems) -> Table:
    """Return the rows of a table file; ``shown`` is its name in messages.

    Problems of single rows are kept in ``problems``, and reading goes on.

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
        raise user_error(
            f"{quote(path.name)} is no kind of table that can be read", Where(shown), hint
        )
    return _READERS[suffix](path, shown, problems)


def read_workbook(path: Path, shown: str, sheet: str | None, problems: Problems) -> Table:
    """Return the table of one sheet of an XLSX or ODS workbook, by default of its first.

    Raises:
        PnpError: the file is no workbook, or has no such sheet, or the sheet is empty.
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
    """Return the name of a sheet and its cells, from its very first row and column on."""
    import python_calamine as calamine

    data = read_bytes(path, shown)
    check_packed(data, shown)
    try:
        workbook = calamine.CalamineWorkbook.from_path(path)
        name = _chosen(workbook.sheet_names, sheet, shown)
        for flaw in flaws(data, name, shown):
            problems.note(flaw.message, Where(shown, flaw.row, sheet=name), flaw.hint)
        return name, workbook.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except calamine.PasswordError:
        raise user_error("the workbook is locked by a password", Where(shown)) from None
    except (calamine.CalamineError, OSError) as error:
        reason = quote(error).strip('"')
        raise user_error(f"the workbook cannot be read: {reason}", Where(shown)) from None


def _chosen(names: list[str], sheet: str | None, shown: str) -> str:
    if not names:
        raise user_error("the workbook has no sheets", Where(shown))
    if sheet is None or sheet in names:
        return sheet or names[0]
    hint = nearest(sheet, names) or f"the sheets are {', '.join(names)}"
    raise user_error(f"the sheet {quote(sheet)} does not exist", Where(shown), hint)


def _records(rows: list[list[Cell]], where: Where) -> Iterator[Record]:
    for number, cells in enumerate(rows, 1):
        texts = [cell_text(cell) for cell in cells]
        if any(texts):
            yield Where(where.file, number, sheet=where.sheet), texts


def cell_text(cell: Cell) -> str:
    """Return what a spreadsheet's cell says: 6.0 is ``6``, a day is ``2026-10-31``."""
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
