"""CSV as spreadsheets write it: comma, semicolon or tab, cells in quotes over several lines."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from pnp.content.files.problems import Problems
from pnp.content.files.rows import LONGEST_CELL, MOST_ROWS, Record, Table, headed
from pnp.content.files.text import read_text
from pnp.errors import Where, fail

MOST_LINES = 10 * MOST_ROWS
"""Blank ones, and those inside of cells, among them."""

DELIMITERS = (",", ";", "\t")

_QUOTED = re.compile(r'"[^"]*"')
_DECLARED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""The line that Excel writes and reads to name the delimiter."""


def read_delimited(path: Path, shown: str, problems: Problems) -> Table:
    """Return the table of a CSV file; lines are counted as an editor counts them.

    Raises:
        PnpError: the file is no text, is empty, or leaves a quotation mark open.
    """
    text = read_text(path, shown)
    records = (record for record in _records(text, shown) if any(map(str.strip, record[1])))
    header = next(records, None)
    if header is None:
        raise fail("the table is empty", Where(shown), "write a header: id, qty and your columns")
    return headed(header, records, problems)


def delimiter_of(text: str) -> str:
    """Return what separates the cells, by the table's header."""
    if declared := _DECLARED.match(text):
        return declared[1]
    bare = _QUOTED.sub("", text[:LONGEST_CELL]).lstrip()
    header = re.split("[\r\n]", bare, maxsplit=1)[0]
    return max(DELIMITERS, key=header.count)


def _records(text: str, shown: str) -> Iterator[Record]:
    declared = _DECLARED.match(text)
    stream = io.StringIO(text, newline="")
    first = len(stream.readline()) and 1 if declared else 0
    reader = csv.reader(stream, delimiter=delimiter_of(text), strict=True)
    while True:
        where = Where(shown, first + reader.line_num + 1)
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise fail(*_broken(error, where)) from None
        if cells is None:
            return
        if reader.line_num > MOST_LINES:
            hint = "delete the blank lines at its end"
            raise fail(f"the table has more than {MOST_LINES:,} lines", where, hint)
        yield where, cells


def _broken(error: csv.Error, where: Where) -> tuple[str, Where, str]:
    words = str(error)
    if "field larger" in words:
        message = f"a cell holds more than {LONGEST_CELL:,} characters"
        return message, where, "is a quotation mark never closed?"
    closed = "is never closed" if "end of data" in words else "has text behind it"
    hint = 'put the whole cell in quotes, and write a quotation mark inside as ""'
    return f"a quotation mark {closed}", where, hint
