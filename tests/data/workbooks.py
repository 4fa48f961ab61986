"""Workbooks for the tests: written by openpyxl and odfpy, read by the program."""

import datetime
from collections.abc import Sequence
from pathlib import Path

from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style, TableProperties
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import Workbook

Cell = str | int | float | bool | datetime.date | datetime.time | datetime.timedelta | None


def write_xlsx(
    path: Path,
    rows: Sequence[Sequence[Cell]],
    name: str = "Cards",
    before: Sequence[str] = (),
    hidden: Sequence[str] = (),
    after: Sequence[str] = (),
) -> Path:
    """Return the path of a workbook with one filled sheet between some empty ones."""
    workbook = Workbook()
    workbook.active.title = (*before, name)[0]
    for title in (*before, name, *after)[1:]:
        workbook.create_sheet(title)
    for r, cells in enumerate(rows, 1):
        for c, value in enumerate(cells, 1):
            if value is not None:
                cell = workbook[name].cell(r, c)
                cell.value = value
                cell.data_type = _type(value, cell.data_type)
    for title in hidden:
        workbook[title].sheet_state = "hidden"
    workbook.active = workbook[next(each for each in (*before, name) if each not in hidden)]
    workbook.save(path)
    return path


def write_ods(
    path: Path,
    rows: Sequence[Sequence[Cell]],
    name: str = "Cards",
    before: Sequence[str] = (),
    hidden: Sequence[str] = (),
) -> Path:
    """Return the path of a workbook of OpenDocument, empty rows folded as LibreOffice does."""
    document = OpenDocumentSpreadsheet()
    unseen = Style(name="ta9", family="table")
    unseen.addElement(TableProperties(display="false"))
    document.automaticstyles.addElement(unseen)
    for title in before:
        more = {"stylename": unseen} if title in hidden else {}
        document.spreadsheet.addElement(Table(name=title, **more))
    table = Table(name=name, **({"stylename": unseen} if name in hidden else {}))
    empty = 0
    for cells in rows:
        if any(cell is not None for cell in cells):
            _fold(table, empty)
            empty = 0
            row = TableRow()
            for cell in cells:
                row.addElement(_ods_cell(cell))
            table.addElement(row)
        else:
            empty += 1
    document.spreadsheet.addElement(table)
    document.save(path)
    return path


def _type(value: Cell, guessed: str) -> str:
    """Return openpyxl's letter for a cell: text is text, whatever sign it begins with."""
    return "s" if isinstance(value, str) and value not in ("#DIV/0!", "=1/0") else guessed


def _fold(table: Table, count: int) -> None:
    if count:
        row = TableRow(numberrowsrepeated=count)
        row.addElement(TableCell(numbercolumnsrepeated=1024))
        table.addElement(row)


def _ods_cell(value: Cell) -> TableCell:
    match value:
        case None:
            return TableCell()
        case bool():
            return TableCell(valuetype="boolean", booleanvalue=str(value).lower())
        case int() | float():
            return TableCell(valuetype="float", value=value)
        case datetime.date():
            return TableCell(valuetype="date", datevalue=value.isoformat())
        case datetime.timedelta():
            hours, minutes = divmod(abs(int(value.total_seconds())) // 60, 60)
            sign = "-" if value < datetime.timedelta() else ""
            return TableCell(valuetype="time", timevalue=f"{sign}PT{hours:02}H{minutes:02}M00S")
        case datetime.time():
            return TableCell(valuetype="time", timevalue=value.strftime("PT%HH%MM%SS"))
    cell = TableCell(valuetype="string")
    for line in value.split("\n"):
        cell.addElement(P(text=line))
    return cell
