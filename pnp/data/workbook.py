"""What a spreadsheet hides from its reader: cells with errors, and cells out in the wild.

A reader of cells gives a blank for ``#REF!``, and room for every cell up to the farthest one. Both
are looked for in the packed XML before the cells are read.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from pnp.base.diagnostics import Where, quote, user_error

LARGEST_UNPACKED = 256 * 2**20
"""Bytes: a few megabytes of XML are a large deck."""

MOST_CELLS = 4_000_000
"""Of the rectangle from A1 to the farthest cell; each takes about 32 bytes while it is read."""

_CELL = re.compile(rb'<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3})([0-9]{1,7})"')

_ERROR = re.compile(rb'<(?:\w+:)?c\s([^>]*\bt="e"[^>]*)>.{0,8192}?<(?:\w+:)?v>([^<]*)<', re.DOTALL)

_UNSOLVED = re.compile(
    rb"<c\s((?![^>]*\bt=)[^>]*)>\s*<f[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>"
)

_REFERENCE = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"

_TABLE = _OFFICE % "table"

_CALC_TYPE = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}value-type"


class BadCell(NamedTuple):
    """A cell that cannot be read; rows count from 1, as the spreadsheet shows them."""

    row: int
    message: str
    hint: str


def check_packed(data: bytes, shown: str) -> None:
    """Refuse what is no packed workbook, or would fill the memory when it is unpacked.

    Raises:
        PnpError: for the reason.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
    except zipfile.BadZipFile:
        hint = "save it again from a spreadsheet program"
        raise user_error("the file is no workbook", Where(shown), hint) from None
    if unpacked > LARGEST_UNPACKED:
        raise user_error(
            f"the workbook unpacks to more than {LARGEST_UNPACKED >> 20} MB", Where(shown)
        )


def flaws(data: bytes, sheet: str, shown: str) -> list[BadCell]:
    """Return the cells of one sheet that show an error, or a formula never worked out.

    Raises:
        PnpError: the sheet reaches too far, or its XML is broken.
    """
    where = Where(shown, sheet=sheet)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if "content.xml" in parts.namelist():
                return _ods_flaws(parts.read("content.xml"), where)
            cells = parts.read(_sheet_part(parts, sheet))
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, OSError) as error:
        raise user_error(f"the workbook cannot be read: {error}", where) from None
    corners = [(int(row), _number(column)) for column, row in _CELL.findall(cells)]
    _check_extent(corners, where)
    return list(_xlsx_flaws(cells))


def _sheet_part(parts: zipfile.ZipFile, sheet: str) -> str:
    """Return the name of the part that holds a sheet of an XLSX workbook."""
    workbook = ElementTree.fromstring(parts.read("xl/workbook.xml"))
    links = ElementTree.fromstring(parts.read("xl/_rels/workbook.xml.rels"))
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    for entry in workbook.iter():
        if entry.tag.endswith("}sheet") and entry.get("name") == sheet:
            identity = next((v for k, v in entry.attrib.items() if k.endswith("}id")), None)
            return posixpath.join("/xl", targets[identity]).lstrip("/")
    raise KeyError(sheet)


def _check_extent(corners: Iterable[tuple[int, int]], where: Where) -> None:
    """Refuse a sheet of which the rectangle of cells would fill the memory."""
    rows, columns = 0, 0
    for row, column in corners:
        rows, columns = max(rows, row), max(columns, column)
    if rows * columns > MOST_CELLS:
        message = f"the sheet reaches over {rows:,} rows and {columns:,} columns"
        raise user_error(message, where, "delete the cells far away from the table")


def _number(column: bytes) -> int:
    """Return the number of a column from its letters; A is 1."""
    number = 0
    for letter in column:
        number = number * 26 + letter - ord("A") + 1
    return number


def _xlsx_flaws(cells: bytes) -> Iterator[BadCell]:
    for attributes, text in _ERROR.findall(cells):
        if found := _REFERENCE.search(attributes):
            yield _error(int(found[2]), found[1].decode() + found[2].decode(), text.decode())
    for attributes in _UNSOLVED.findall(cells):
        if found := _REFERENCE.search(attributes):
            message = f"the formula in {(found[1] + found[2]).decode()} was never worked out"
            yield BadCell(
                int(found[2]), message, "open the file in a spreadsheet and save it there"
            )


def _ods_flaws(content: bytes, where: Where) -> list[BadCell]:
    found, corners = [], []
    for row, line in _ods_lines(ElementTree.fromstring(content), where.sheet):
        column = 0
        for cell in line:
            column += int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
            if len(cell):
                corners.append((row + _repeated(line) - 1, column))
            if cell.get(_CALC_TYPE) == "error":
                found.append(_error(row, "a cell", "".join(cell.itertext())))
    _check_extent(corners, where)
    return found


def _ods_lines(
    root: ElementTree.Element, sheet: str | None
) -> Iterator[tuple[int, ElementTree.Element]]:
    """Yield the lines of a sheet, each with the number of its first row."""
    for table in root.iter(f"{_TABLE}table"):
        row = 1
        for line in table.iter(f"{_TABLE}table-row") if table.get(f"{_TABLE}name") == sheet else ():
            yield row, line
            row += _repeated(line)


def _repeated(line: ElementTree.Element) -> int:
    return int(line.get(f"{_TABLE}number-rows-repeated", "1"))


def _error(row: int, cell: str, text: str) -> BadCell:
    return BadCell(row, f"{cell} shows the error {quote(text)}", "mend the formula")
