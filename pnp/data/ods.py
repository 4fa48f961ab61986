"""Checks an ODS workbook before its cells are read; calamine reads all its sheets at once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from xml.sax.saxutils import escape

from pnp.base.diagnostics import Where, quote
from pnp.data.errorwords import is_error
from pnp.data.workbook import (
    MOST_FLAWS,
    BadCell,
    CellRange,
    Edit,
    Extent,
    PackedParts,
    RowSpan,
    Walk,
    WorkbookSheet,
    cell_name,
    chosen,
    edited,
    error,
    locked,
    others,
    repacked,
    unsolved,
)

CONTENT = "content.xml"

_MANIFEST, _KIND = "META-INF/manifest.xml", "application/vnd.oasis.opendocument.spreadsheet"

_NO_SECRETS = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
)

_CELLS = ("table-cell", "covered-table-cell")

_VALUES = (
    *("value", "value-type", "date-value", "time-value", "boolean-value", "string-value"),
    "formula",
)
"""Attributes of a cell that is not empty."""

_BESIDE = frozenset(
    (
        *("frame", "rect", "line", "polyline", "polygon", "regular-polygon", "path", "circle"),
        *("ellipse", "g", "page-thumbnail", "measure", "caption", "connector", "control"),
        *("custom-shape", "scene", "annotation", "ruby-text"),
    )
)
"""Elements in a cell whose words are none of the cell's: drawings anchored to it, and comments."""

_NUMERIC = ("float", "percentage", "currency")
"""The types of cells with a number."""

_NUMBER = re.compile(
    r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf|infinity|nan)", re.IGNORECASE
)

_LITERAL, _LITERAL_END = b"<![CDATA[", b"]]>"
"""Around text in which no sign has a meaning; calamine leaves it out."""

_NAME_END, _AS_TEXT = re.compile(rb"[\s/>]"), b' office:value-type="string"'
"""Where the name of a tag ends, and what makes calamine read the words of a cell."""

_TYPED = {"tab": "\t", "line-break": "\n"}
"""Elements that stand for a character, and that calamine leaves out."""

_SPAN = "number-rows-spanned", "number-columns-spanned"

_ROWS, _COLUMNS = "number-rows-repeated", "number-columns-repeated"

_SPACES = "c"
"""The attribute of ``text:s`` that says how many spaces it stands for."""


def look_through(parts: PackedParts, shown: str, sheet: str | None) -> WorkbookSheet:
    """Return a sheet of a workbook after checking it, repacked for calamine.

    Raises:
        PnpError: there is no such sheet, a sheet is too large, or the workbook is broken.
    """
    if _MANIFEST in parts and b"encryption-data" in parts.read(_MANIFEST):
        raise locked(Where(shown))
    content = parts.read(CONTENT)
    tables = _OdsSheets(Where(shown))
    tables.through(content)
    name = chosen(tables.hidden, sheet, shown)
    plain = edited(content, sorted(tables.edits))
    kept = {"mimetype": _KIND.encode(), _MANIFEST: _NO_SECRETS.encode(), CONTENT: plain}
    return WorkbookSheet(
        name=name,
        flaws=(*tables.flaws[name], *unsolved(tables.unsolved[name])),
        inner=name,
        packed=repacked(kept),
        others=others(tables.hidden, name),
        covered=tuple(tables.covered[name]),
        merged=tuple(tables.merged[name]),
        unseen=tuple(tables.unseen[name]),
    )


class _OdsSheets(Walk):
    """Walks through all sheets: checks their size together, and collects unreadable cells.

    ``hidden`` says of each sheet whether it is hidden, ``covered`` has its cells that have a value
    under a merged one, ``unseen`` its hidden rows. ``edits`` take out what calamine would read
    beside the words of a cell, and put in what it would leave out.
    """

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.flaws: dict[str, list[BadCell]] = {}
        self.hidden: dict[str, bool] = {}
        self.covered: dict[str, list[CellRange]] = {}
        self.merged: dict[str, list[CellRange]] = {}
        self.unseen: dict[str, list[RowSpan]] = {}
        self.unsolved: dict[str, list[tuple[int, int]]] = {}
        self.edits: list[Edit] = []
        self._content = b""
        self._inside = self._drawing = self._begin = 0
        self._has_content = False
        self._style = ""
        self._hiding: set[str] = set()
        self._under = False
        self._extent = Extent(where)
        self._area = self._held = 0
        self._row = self._column = self._rows = self._columns = 0
        self._name: str | None = None
        self._cell = self._filled = self._calculated = False
        self._words: list[str] = []
        self._stated: str | None = None
        self._types: set[str] = set()
        self._formula = False
        self._spaces = 0

    def through(self, part: bytes) -> None:
        self._content = part
        super().through(part)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._inside or (self._cell and name in _BESIDE):
            self._enter()
        elif name == "style":
            self._style = next(_named(attributes, "name"), "")
        elif name == "table-properties" and "false" in _named(attributes, "display"):
            self._hiding.add(self._style)
        elif name == "table":
            self._begin_table(attributes)
        elif name == "table-row":
            self._row += self._rows
            self._column = self._columns = 0
            self._rows = self._repeated(attributes, _ROWS)
            if {"collapse", "filter"} & {*_named(attributes, "visibility")}:
                span = RowSpan(self._row, self._row + self._rows - 1)
                self.unseen.setdefault(self._name or "", []).append(span)
        elif name in _CELLS:
            self._begin_cell(attributes)
            self._under = name == "covered-table-cell"
        elif self._cell:
            self._filled = True
            self._calculated |= name == "p"
            if name == "s":
                self._spaces += self._repeated(attributes, _SPACES)
            elif name in _TYPED:
                self._words.append(_TYPED[name])
                self.edits.append(Edit(self.offset, self.offset, _TYPED[name].encode()))

    def end(self, name: str) -> None:
        if self._inside:
            self._leave()
        elif name == "table":
            self._area, self._held = self._extent.close(self._area), self._extent.text
            self._name, self.where = None, replace(self.where, sheet=None)
        elif name in _CELLS:
            self._end_cell()

    def text(self, text: str) -> None:
        if self._inside:
            self._has_content = True
        else:
            self._words.append(text)

    def literal(self) -> None:
        if self._cell and not self._inside:
            start = self.offset
            end = self._content.index(_LITERAL_END, start)
            words = self._content[start + len(_LITERAL) : end].decode()
            self.edits.append(Edit(start, end + len(_LITERAL_END), escape(words).encode()))

    def _enter(self) -> None:
        """Begin a drawing or a comment in a cell, or an element inside of it."""
        if not self._inside:
            self._filled, self._drawing = True, self.offset
        self._has_content = self._inside > 0
        self._inside += 1

    def _leave(self) -> None:
        """End such an element; the outermost is taken out, unless it is empty."""
        self._inside -= 1
        if not self._inside and self._has_content:
            end = self._content.index(b">", self.offset) + 1
            self.edits.append(Edit(self._drawing, end, b""))

    def _begin_table(self, attributes: dict[str, str]) -> None:
        if self._name is not None:
            self.refuse("a table is inside a table")
        self._name = next(iter(_named(attributes, "name")), "")
        if self._name and self._name in self.flaws:  # links to other files have no names
            self.named_twice(self._name)
        self.flaws.setdefault(self._name, [])
        self.covered.setdefault(self._name, [])
        self.merged.setdefault(self._name, [])
        self.unseen.setdefault(self._name, [])
        self.unsolved.setdefault(self._name, [])
        style = next(_named(attributes, "style-name"), None)
        self.hidden.setdefault(self._name, style in self._hiding)
        self.where = replace(self.where, sheet=self._name)
        self._extent = Extent(self.where)
        self._extent.text = self._held
        self._row, self._rows = 1, 0

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        if self._cell or self._name is None:
            self.refuse(f"a cell is {'inside a cell' if self._cell else 'outside of a table'}")
        self._column += self._columns
        self._columns = self._repeated(attributes, _COLUMNS)
        self._cell = self.listening = True
        self._begin = self.offset
        self._filled = any(True for key in _VALUES for _ in _named(attributes, key))
        self._types = {*_named(attributes, "value-type")}
        self._check_value(attributes)
        self._formula = any(True for _ in _named(attributes, "formula"))
        self._calculated = False
        self._stated = next(_named(attributes, "string-value"), None)
        self._words = []
        self._spaces = 0
        rows, columns = (self._repeated(attributes, key) for key in _SPAN)
        if rows > 1:
            last = self._row + rows - 1, self._column + columns
            self.merged[self._name].append(CellRange(self._row, self._column + 1, *last))

    def _check_value(self, attributes: dict[str, str]) -> None:
        """Refuse a number or a truth value that is none; calamine names no cell, or takes it."""
        numbers = _named(attributes, "value") if self._types & {*_NUMERIC} else ()
        truths = _named(attributes, "boolean-value") if "boolean" in self._types else ()
        wrong = [value for value in numbers if not _NUMBER.fullmatch(value)]
        wrong += [value for value in truths if value not in ("true", "false")]
        if wrong:
            name = cell_name(self._row, self._column + 1)
            self.refuse(f"{name} has the value {quote(wrong[0])}, which is none of its type")

    def _end_cell(self) -> None:
        self._cell = self.listening = False
        if not self._filled:
            return
        self._extent.reach(self._row + self._rows - 1, self._column + self._columns)
        self._extent.close(self._area)
        length = len(self._stated or "") + sum(map(len, self._words)) + self._spaces
        self._extent.hold(length * self._rows * self._columns)
        if self._under:
            last = self._row + self._rows - 1, self._column + self._columns
            area = CellRange(self._row, self._column + 1, *last)
            self.covered[self._name or ""].append(area)
        flaws = self.flaws[self._name or ""]
        if not self._types and not self._is_wrong():
            self._typeless()
        if self._is_wrong() and len(flaws) < MOST_FLAWS:
            shown = "".join(self._words).strip() or self._stated or ""
            flaws.append(error(self._row, self._column + 1, shown, formula=self._formula))

    def _typeless(self) -> None:
        """Have the words of a cell without a type read as its text; a formula has no value yet.

        LibreOffice gives a formula whose value is "" an empty paragraph and no type.
        """
        has_words = bool("".join(self._words).strip())
        if self._formula and (has_words or not self._calculated):
            self.unsolved[self._name or ""].append((self._row, self._column + 1))
        elif has_words:
            at = _NAME_END.search(self._content, self._begin)
            place = at.start() if at else self._begin
            self.edits.append(Edit(place, place, _AS_TEXT))

    def _is_wrong(self) -> bool:
        """Tell whether the cell is an error: it says so, or shows one and has another value."""
        shown = "".join(self._words).strip()
        is_text = "string" in self._types and self._stated in (None, shown)
        return "error" in self._types or (is_error(shown) and not is_text)

    def _repeated(self, attributes: Mapping[str, str], key: str) -> int:
        """Return how often a row, a cell or a space is repeated."""
        number = max(_named(attributes, key), key=len, default="1")
        if not (number.isascii() and number.isdigit() and len(number) < 9 and int(number)):
            self.refuse(f"{quote(number)} is not a number of cells")
        return int(number)


def _named(attributes: Mapping[str, str], name: str) -> Iterator[str]:
    """Yield the values of the attributes with this name, whatever their prefix."""
    for key, value in attributes.items():
        if key.rpartition(":")[2] == name:
            yield value
