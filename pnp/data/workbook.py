"""Checks workbooks (XLSX, ODS) before calamine reads their cells.

calamine returns a blank for ``#REF!``, and allocates every cell up to the farthest one. So a
workbook is unpacked with limits, and its XML is searched for such cells; ``xlsx`` and ``ods`` know
which parts to search.
"""

import codecs
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from pnp.base.ceilings import CELLS
from pnp.base.diagnostics import PnpError, Where, nearest, quote, user_error
from pnp.data.rows import no_table
from pnp.data.textfile import composed

LARGEST_UNPACKED = 256 * 2**20
"""Limit in bytes for all parts: a large deck has a few megabytes of XML, and maybe pictures."""

LARGEST_PART = 64 * 2**20
"""Limit in bytes for one part that is read."""

MOST_PARTS = 10_000

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of a compound file: the old format XLS, or XLSX with a password."""

_ENTRY = b"PK\x01\x02"

_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_ENCRYPTED = 1
"""The bit of a ZIP entry's flags that marks it as encrypted."""

_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(OSError, EOFError, RuntimeError, ValueError, LookupError, OverflowError),
)
"""Errors raised for a broken archive; NotImplementedError is a RuntimeError."""

SAVE_AGAIN = "save it again from a spreadsheet program"


class PackedParts:
    """The parts of a workbook by name, ignoring case as Excel does."""

    def __init__(self, data: bytes, shown: str) -> None:
        """Open a workbook; nothing is unpacked yet.

        Raises:
            PnpError: it is not a workbook, has a password, or is too large when unpacked.
        """
        self._where = Where(shown)
        if data.startswith(_COMPOUND):
            hint = "save it without a password, as XLSX or ODS"
            raise user_error(
                "the workbook has a password, or the old format XLS", self._where, hint
            )
        if data.count(_ENTRY) > MOST_PARTS:
            raise user_error(
                f"the workbook has more than {MOST_PARTS:,} parts", self._where, SAVE_AGAIN
            )
        try:
            self._packed = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN:
            raise user_error("the file is not a workbook", self._where, SAVE_AGAIN) from None
        self._entries = self._named()

    def _named(self) -> Mapping[str, zipfile.ZipInfo]:
        entries: dict[str, zipfile.ZipInfo] = {}
        unpacked = 0
        for entry in self._packed.infolist():
            name = entry.filename.lower()
            if name in entries:
                raise self._broken(f"duplicate part {quote(entry.filename)}")
            entries[name] = entry
            unpacked += entry.file_size
        if unpacked > LARGEST_UNPACKED:
            most = f"{LARGEST_UNPACKED >> 20} MB"
            hint = "keep the table in a workbook of its own, without pictures"
            raise user_error(f"the workbook unpacks to more than {most}", self._where, hint)
        return entries

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._entries

    def read(self, name: str) -> bytes:
        """Return a part's content.

        Raises:
            PnpError: there is no such part, or it cannot be unpacked.
        """
        entry = self._entries.get(name.lower())
        if entry is None:
            raise self._broken(f"{quote(name)} is missing")
        if entry.flag_bits & _ENCRYPTED:
            raise locked(self._where)
        if entry.compress_type not in _READABLE:
            raise self._broken(f"{quote(name)} is packed in an unusual way")
        try:
            with self._packed.open(entry) as part:
                content = part.read(LARGEST_PART + 1)
        except _BROKEN as error:
            raise self._broken(f"{quote(name)} is damaged: {quote(error)[1:-1]}") from None
        if len(content) > LARGEST_PART:
            message = f"{quote(name)} in the workbook unpacks to more than {LARGEST_PART >> 20} MB"
            raise user_error(message, self._where, "delete everything but the table")
        return content

    def _broken(self, reason: str) -> PnpError:
        return user_error(f"the workbook cannot be read: {reason}", self._where, SAVE_AGAIN)


def locked(where: Where) -> PnpError:
    """Return the error for a workbook with a password."""
    return user_error("the workbook is locked by a password", where, "save it without one")


def repacked(parts: Mapping[str, bytes]) -> io.BytesIO:
    """Return a new ZIP archive with only these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    stream.seek(0)
    return stream


class Edit(NamedTuple):
    """Bytes of a part, from ``start`` to before ``end``, and what stands in their place."""

    start: int
    end: int
    text: bytes


def edited(content: bytes, edits: Iterable[Edit]) -> bytes:
    """Return a part after edits, which are in its order and not inside each other."""
    pieces = list[bytes]()
    at = 0
    for edit in edits:
        pieces += content[at : edit.start], edit.text
        at = edit.end
    return b"".join([*pieces, content[at:]])


MOST_ELEMENTS = 2_000_000
"""Limit for XML elements in one part: 20,000 rows of 50 columns, each cell with its value."""

DEEPEST = 100


class Walk:
    """A visitor of a part's XML elements; names are given without their prefix.

    Subclasses override ``start``, ``end`` and ``text``. ``text`` is called only while
    ``listening`` is true.
    """

    def __init__(self, where: Where) -> None:
        self.where = where
        self.listening = False
        self._left = MOST_ELEMENTS
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Visit the start of an element; names of attributes keep their prefix."""

    def end(self, name: str) -> None:
        """Visit the end of an element."""

    def text(self, text: str) -> None:
        """Visit a piece of text."""

    def literal(self) -> None:
        """Visit the start of a section of text in which no sign has a meaning (CDATA)."""

    def through(self, part: bytes) -> None:
        """Visit all elements of a part.

        Raises:
            PnpError: it is not XML, or XML that no spreadsheet program writes.
        """
        if part.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in part:
            self.refuse("its XML is not in UTF-8")
        # the encoding given here overrides any declaration inside
        self._parser = parser = expat.ParserCreate("UTF-8")
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartCdataSectionHandler = self.literal
        try:
            parser.Parse(part, True)
        except (expat.ExpatError, ValueError) as error:
            self.refuse(f"its XML is broken: {error}")

    @property
    def offset(self) -> int:
        """Return where in the part the visited tag begins, in bytes."""
        return self._parser.CurrentByteIndex

    def named_twice(self, sheet: str) -> NoReturn:
        """Raise the error that two sheets have the same name."""
        self.refuse(f"two sheets have the name {quote(sheet)}")

    def refuse(self, reason: str) -> NoReturn:
        """Raise the error that the workbook cannot be read."""
        raise user_error(f"the workbook cannot be read: {reason}", self.where, SAVE_AGAIN)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._left -= 1
        self._depth += 1
        if self._left < 0:
            message = f"the workbook has more than {MOST_ELEMENTS:,} elements in one part"
            raise user_error(message, self.where, "delete everything but the table")
        if self._depth > DEEPEST:
            self.refuse(f"its XML is nested deeper than {DEEPEST} levels")
        self.start(name.rpartition(":")[2], attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self.end(name.rpartition(":")[2])

    def _text(self, text: str) -> None:
        if self.listening:
            self.text(text)

    def _declared(self, _: str, encoding: str | None, __: int) -> None:
        if encoding is not None and encoding.lower() not in ("utf-8", "us-ascii"):
            self.refuse(f"its XML is declared as {quote(encoding)}, not as UTF-8")

    def _doctype(self, *_: object) -> None:
        self.refuse("its XML has a document type")

    def _instruction(self, target: str, _: str) -> None:
        self.refuse(f"its XML has the processing instruction {quote(target)}")


MOST_TEXT = 64 * 2**20
"""Limit for the characters in all cells: many cells can share one text."""

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""The size of a sheet in Excel and LibreOffice."""

_REFERENCE = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})")


class Extent:
    """The rectangle from A1 to the farthest cell that is not empty, and the text in it."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.rows = self.columns = self.text = 0

    def reach(self, row: int, column: int) -> None:
        """Extend the rectangle to a cell; row and column count from 1.

        Raises:
            PnpError: the cell is outside the limits of a sheet.
        """
        if row > LAST_ROW or column > LAST_COLUMN:
            message = f"a cell is in row {row:,} and column {column:,}"
            hint = f"a sheet has {LAST_ROW:,} rows and {LAST_COLUMN:,} columns"
            raise user_error(message, self.where, hint)
        self.rows = max(self.rows, row)
        self.columns = max(self.columns, column)

    def hold(self, characters: int) -> None:
        """Add the characters of one more cell, or of several.

        Raises:
            PnpError: there are more than ``MOST_TEXT``.
        """
        self.text += characters
        if self.text > MOST_TEXT:
            message = f"the cells have more than {MOST_TEXT:,} characters"
            raise user_error(message, self.where, "delete everything but the table")

    def close(self, others: int = 0) -> int:
        """Return the number of cells in the rectangle, plus ``others``, those of other sheets.

        Raises:
            PnpError: there are more than ``CELLS`` allows.
        """
        cells = others + self.rows * self.columns
        if cells > CELLS.most:
            message = f"the sheet extends over {self.rows:,} rows and {self.columns:,} columns"
            hint = CELLS.hint("delete the cells far away from the table")
            raise user_error(message, self.where, hint)
        return cells


def cell_at(reference: str, where: Where) -> tuple[int, int]:
    """Return row and column of a cell from its name: ``C7`` is 7, 3.

    Raises:
        PnpError: it is not the name of a cell, or is outside the limits of a sheet.
    """
    match = _REFERENCE.fullmatch(reference)
    row, column = (int(match[2]), _number(match[1].upper())) if match else (0, 0)
    if not match or row > LAST_ROW or column > LAST_COLUMN:
        hint = "save it again from a spreadsheet program; the last cell of a sheet is XFD1048576"
        raise user_error(f"{quote(reference)} is not a cell of a sheet", where, hint)
    return row, column


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell: ``C7`` for row 7, column 3."""
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row}"


def _number(letters: str) -> int:
    """Return the number of a column from its letters; A is 1."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


MOST_FLAWS = 100
"""Limit for the unreadable cells that are reported for one sheet."""


class BadCell(NamedTuple):
    """A cell that cannot be read; ``row`` and ``column`` count from 1, as in the spreadsheet."""

    row: int
    column: int
    message: str
    hint: str


class CellRange(NamedTuple):
    """A rectangle of cells: its first and its last row and column, which count from 1."""

    top: int
    left: int
    bottom: int
    right: int


class RowSpan(NamedTuple):
    """Rows of a sheet, from the first to the last one."""

    first: int
    last: int


class WorkbookSheet(NamedTuple):
    """A checked sheet: ``packed`` is a new workbook for calamine, with the sheet as ``inner``.

    ``others`` are the other sheets, as messages name them. ``covered`` are the cells that a merged
    cell hides, ``merged`` are merged cells of several rows, ``unseen`` the hidden rows.
    """

    name: str
    flaws: tuple[BadCell, ...]
    inner: str
    packed: io.BytesIO
    others: tuple[str, ...]
    covered: tuple[CellRange, ...]
    merged: tuple[CellRange, ...]
    unseen: tuple[RowSpan, ...]


Sheets = Mapping[str, bool]
"""The sheets of a workbook by name, in their order: whether each is hidden."""


def chosen(sheets: Sheets, sheet: str | None, shown: str) -> str:
    """Return the name of the requested sheet, by default of the first one that is not hidden.

    Raises:
        PnpError: there is no such sheet.
    """
    if not sheets:
        raise user_error("the workbook has no sheets", Where(shown))
    if sheet is None:
        return next((name for name, hidden in sheets.items() if not hidden), next(iter(sheets)))
    for name in sheets:
        if composed(name) == composed(sheet):
            return name
    hint = nearest(sheet, sheets) or f"the sheets are {', '.join(others(sheets))}"
    raise no_table(f"the sheet {quote(sheet)} does not exist", Where(shown), hint)


def others(sheets: Sheets, name: str | None = None) -> tuple[str, ...]:
    """Return the names of all sheets but one, as messages say them: ``Old (hidden)``."""
    listed = ((other, hidden) for other, hidden in sheets.items() if other != name)
    return tuple(f"{other} (hidden)" if hidden else other for other, hidden in listed)


def under(row: int, column: int) -> BadCell:
    """Return the flaw of a cell with text that a merged cell hides."""
    message = f"{cell_name(row, column)} has text that is hidden under merged cells"
    return BadCell(row, column, message, "unmerge the cells, and delete the text or keep it")


def endless(row: int, column: int, value: float) -> BadCell:
    """Return the flaw of a cell with a number that is none, or larger than any."""
    message = f"{cell_name(row, column)} has the number {value}, which cannot be printed"
    return BadCell(row, column, message, "type the number, or what the cell is to say")


def error(row: int, column: int, text: str, *, formula: bool) -> BadCell:
    """Return the flaw of a cell that shows an error such as ``#REF!``, by a formula or without."""
    message = f"{cell_name(row, column)} shows the error {quote(text)}"
    hint = "fix the formula" if formula else "it has no formula: type what the cell is to say"
    return BadCell(row, column, message, hint)


def wordless(row: int, column: int) -> BadCell:
    """Return the flaw of a cell with a picture, or a value of a kind that only Excel knows."""
    message = f"{cell_name(row, column)} has no words: Excel shows a picture or a data type there"
    hint = (
        "write words, such as the picture's file name; a # before the column's name leaves it out"
    )
    return BadCell(row, column, message, hint)


_CALCULATE = (
    "open the file in a spreadsheet program and save it there; a # before the column's name leaves "
    "it out"
)


def unsolved(cells: Iterable[tuple[int, int]]) -> Iterator[BadCell]:
    """Yield a flaw for each column with formulas that were saved without their values.

    ``cells`` are their rows and columns, which count from 1, row by row.
    """
    columns: dict[int, list[int]] = {}
    for row, column in cells:
        columns.setdefault(column, []).append(row)
    for column, rows in sorted(columns.items()):
        first, last = (cell_name(row, column) for row in (rows[0], rows[-1]))
        message = f"the formula in {first} was never calculated"
        if len(rows) > 1:
            message = f"the {len(rows)} formulas in {first} to {last} were never calculated"
        yield BadCell(rows[0], column, message, _CALCULATE)
