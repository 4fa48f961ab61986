"""Checks an XLSX workbook before its cells are read; only the wanted sheet is repacked."""

import posixpath
import re

from pnp.base.diagnostics import Where, quote
from pnp.data.workbook import (
    LAST_COLUMN,
    LAST_ROW,
    MOST_FLAWS,
    BadCell,
    CellRange,
    Edit,
    Extent,
    PackedParts,
    RowSpan,
    Walk,
    WorkbookSheet,
    cell_at,
    cell_name,
    chosen,
    edited,
    error,
    others,
    repacked,
    unsolved,
    wordless,
)

_LINKS, _BOOK, _BOOK_LINKS = "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"

_SHEET, _TEXTS, _STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"

_TYPES = (None, "b", "d", "e", "inlineStr", "n", "s", "str")
"""The types of cells (ECMA-376, part 1, section 18.18.11); none is a number."""

_TRUTHS = ("0", "1", "true", "false")

_ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")
"""The errors that calamine knows. With another one in a cell it reads none at all."""

_NAME = re.compile(rb"<([^\s/>]+)")

_ONE_SHEET = (
    f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><workbookPr date1904="%d"/>'
    '<sheets><sheet name="Sheet" sheetId="1" r:id="worksheet"/></sheets></workbook>'
)


def look_through(parts: PackedParts, shown: str, sheet: str | None) -> WorkbookSheet:
    """Return a sheet of a workbook after checking it, repacked for calamine.

    Raises:
        PnpError: there is no such sheet, it is too large, or the workbook is broken.
    """
    where = Where(shown)
    path = _linked(parts, "", where).kinds.get("officeDocument", _BOOK)
    book, links = _Book(where), _linked(parts, path, where)
    book.through(parts.read(path))
    name = chosen(book.hidden, sheet, shown)
    target = links.targets.get(book.sheets[name])
    if target is None:
        book.refuse(f"the sheet {quote(name)} is missing")
    texts, styles = _Texts(where), Walk(where)
    cells = _Cells(Where(shown, sheet=name), texts.lengths)
    kept = {_BOOK: (_ONE_SHEET % book.since_1904).encode()} | _ONLY_LINKS
    wanted = (links.kinds.get("sharedStrings"), links.kinds.get("styles"), target)
    for own, part, walk in zip(
        (_TEXTS, _STYLES, _SHEET), wanted, (texts, styles, cells), strict=True
    ):
        if part is not None and (part in parts or own == _SHEET):
            kept[own] = parts.read(part)
            walk.through(kept[own])
    kept[_SHEET] = edited(kept[_SHEET], cells.edits)
    cells.extent.close()
    return WorkbookSheet(
        name=name,
        flaws=(*cells.flaws, *unsolved(cells.unsolved)),
        inner="Sheet",
        packed=repacked(kept),
        others=others(book.hidden, name),
        covered=tuple(cells.covered),
        merged=tuple(area for area in cells.merged if area.bottom > area.top),
        unseen=tuple(cells.unseen),
    )


def _linked(parts: PackedParts, path: str, where: Where) -> "_Links":
    """Return the relationships of a part; for an empty path, those of the whole package."""
    folder, name = posixpath.split(path)
    links, part = _Links(where, folder), posixpath.join(folder, "_rels", f"{name}.rels")
    if path or part in parts:
        links.through(parts.read(part))
    return links


def _links(**targets: str) -> bytes:
    """Return a relationships part that links one part of each kind."""
    links = (
        f'<Relationship Id="{kind}" Type="{_OFFICE}/{kind}" Target="/{target}"/>'
        for kind, target in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}">{"".join(links)}</Relationships>'.encode()


_ONLY_LINKS = {
    _LINKS: _links(officeDocument=_BOOK),
    _BOOK_LINKS: _links(worksheet=_SHEET, sharedStrings=_TEXTS, styles=_STYLES),
}


class _Book(Walk):
    """Reads the workbook part: its sheets by name, each with the id of its relationship.

    ``hidden`` says of each whether it is hidden.
    """

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.sheets: dict[str, str | None] = {}
        self.hidden: dict[str, bool] = {}
        self.since_1904 = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            links = (value for key, value in attributes.items() if key.endswith(":id"))
            sheet, state = attributes.get("name", ""), attributes.get("state", "visible")
            if sheet in self.sheets:
                self.named_twice(sheet)
            self.sheets.setdefault(sheet, next(links, None))
            self.hidden.setdefault(sheet, state != "visible")
        elif name == "workbookPr":
            self.since_1904 = attributes.get("date1904") in ("1", "true")


class _Links(Walk):
    """Reads the relationships of a part: the names of the linked parts by id, and by kind."""

    def __init__(self, where: Where, folder: str) -> None:
        super().__init__(where)
        self.targets: dict[str | None, str] = {}
        self.kinds: dict[str, str] = {}
        self._folder = folder

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship":
            absolute = posixpath.join("/", self._folder, attributes.get("Target", ""))
            target = posixpath.normpath(absolute).lstrip("/")
            self.targets.setdefault(attributes.get("Id", ""), target)
            self.kinds.setdefault(attributes.get("Type", "").rpartition("/")[2], target)


class _Texts(Walk):
    """Reads the shared strings: the length of each."""

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.lengths: list[int] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self.lengths.append(0)
        self.listening = name == "t" and bool(self.lengths)

    def end(self, name: str) -> None:
        self.listening = False

    def text(self, text: str) -> None:
        self.lengths[-1] += len(text)


class _Cells(Walk):
    """Walks through the cells of a sheet: checks their extent, and collects unreadable cells.

    ``lengths`` are those of the shared strings. A row or cell without a reference follows the one
    before it, as calamine reads it. ``unsolved`` are cells with a formula and no value, ``covered``
    those behind the first one of merged cells, ``unseen`` the hidden rows. ``edits`` empty cells
    with errors that calamine does not know.
    """

    def __init__(self, where: Where, lengths: list[int]) -> None:
        super().__init__(where)
        self.extent = Extent(where)
        self.flaws: list[BadCell] = []
        self.unsolved: list[tuple[int, int]] = []
        self.covered: list[CellRange] = []
        self.merged: list[CellRange] = []
        self.unseen: list[RowSpan] = []
        self.edits: list[Edit] = []
        self._content = b""
        self._begin = 0
        self._places: set[int] = set()
        self._lengths = lengths
        self._row = self._column = 0
        self._at = (0, 0)
        self._type: str | None = None
        self._filled = self._formula = self._open = self._rich = False
        self._value: list[str] = []

    def through(self, part: bytes) -> None:
        self._content = part
        super().through(part)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self._begin_row(attributes.get("r"))
            if attributes.get("hidden") in ("1", "true"):  # by hand or by a filter
                self.unseen.append(RowSpan(self._row, self._row))
        elif name == "c":
            self._begin_cell(attributes)
        elif self._open:
            self._filled = True
            self._formula |= name == "f"
            self.listening = name == "v" and (self._formula or self._type in ("s", "e", "b"))
        elif name in ("dimension", "mergeCell"):
            corners = attributes.get("ref", "A1").split(":")
            (top, left), *_, (bottom, right) = [cell_at(each, self.where) for each in corners] * 2
            if name == "mergeCell":
                self.merged.append(CellRange(top, left, bottom, right))
                self.covered.append(CellRange(top, left + 1, top, right))
                self.covered.append(CellRange(top + 1, left, bottom, right))

    def end(self, name: str) -> None:
        self.listening = False
        if name == "c":
            self._end_cell()

    def text(self, text: str) -> None:
        self._value.append(text)

    def _begin_row(self, number: str | None) -> None:
        row = self._row + 1 if number is None else _row(number)
        if row is None:
            self.refuse(f"{quote(number)} is not a row of a sheet")
        self._row, self._column = row, 0

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        if self._open:
            self.refuse("a cell is inside a cell")
        self._begin = self.offset
        reference = attributes.get("r")
        if reference is None:
            self._at = max(self._row, 1), self._column + 1
        else:
            self._at = cell_at(reference, self.where)
        self._column = self._at[1]
        self._type = attributes.get("t")
        if self._type not in _TYPES:
            self.refuse(f"{cell_name(*self._at)} has the type {quote(self._type)}, which is none")
        self._rich = "vm" in attributes
        self._open, self._filled, self._formula = True, False, False
        self._value = []

    def _end_cell(self) -> None:
        self._open = False
        if not self._filled:
            return
        self.extent.reach(*self._at)
        self._note_place()
        value = "".join(self._value).strip()
        if self._type == "s":
            self._share(value)
        elif self._type == "e":
            self._note_error(value)
        elif self._type == "b" and value not in ("", *_TRUTHS):
            self.refuse(f"{cell_name(*self._at)} has the value {quote(value)}, no 0 or 1")
        elif self._type is None and self._formula and not value:
            self.unsolved.append(self._at)

    def _note_place(self) -> None:
        """Refuse a second cell in the same place: calamine reads the last one alone."""
        place = self._at[0] * (LAST_COLUMN + 1) + self._at[1]
        if place in self._places:
            self.refuse(f"{cell_name(*self._at)} is there twice")
        self._places.add(place)

    def _note_error(self, value: str) -> None:
        if len(self.flaws) < MOST_FLAWS:
            self.flaws.append(self._error(value))
        tag = _NAME.match(self._content, self._begin)
        if value not in _ERRORS and tag is not None:
            end = self._content.index(b">", self.offset) + 1
            empty = b'<%s r="%s"/>' % (tag[1], cell_name(*self._at).encode())
            self.edits.append(Edit(self._begin, end, empty))

    def _error(self, value: str) -> BadCell:
        if self._rich and not self._formula:
            return wordless(*self._at)
        return error(*self._at, value, formula=self._formula)

    def _share(self, value: str) -> None:
        number = int(value) if value.isdecimal() and len(value) < 10 else len(self._lengths)
        if value and number >= len(self._lengths):
            self.refuse(f"{cell_name(*self._at)} has the text {quote(value)}, which is missing")
        self.extent.hold(self._lengths[number] if value else 0)


def _row(number: str) -> int | None:
    """Return the number of a row, or None if it is outside the limits of a sheet."""
    row = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0
    return row if 1 <= row <= LAST_ROW else None
