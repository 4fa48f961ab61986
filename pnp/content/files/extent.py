"""How far a sheet reaches, and how much its texts are, before any reader makes room for them."""

import re

from pnp.errors import Where, fail, quoted

MOST_CELLS = 2_000_000
"""Of the rectangle from A1 to the farthest cell; each takes about 32 bytes while it is read."""

MOST_TEXT = 64 * 2**20
"""Characters in all cells: one text may stand in many."""

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""Of Excel's and LibreOffice's sheets."""

_REFERENCE = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})")


class Extent:
    """The rectangle from A1 to the farthest cell that says something, and the text in it."""

    def __init__(self, where: Where) -> None:
        self.where = where
        self.rows = self.columns = self.text = 0

    def reach(self, row: int, column: int) -> None:
        """Take in one more cell; both count from 1.

        Raises:
            PnpError: it lies outside of every sheet.
        """
        if row > LAST_ROW or column > LAST_COLUMN:
            message = f"a cell lies in row {row:,} and column {column:,}"
            hint = f"a sheet has {LAST_ROW:,} rows and {LAST_COLUMN:,} columns"
            raise fail(message, self.where, hint)
        self.rows = max(self.rows, row)
        self.columns = max(self.columns, column)

    def hold(self, characters: int) -> None:
        """Take in the text of one more cell, or of many.

        Raises:
            PnpError: it is more than can be read.
        """
        self.text += characters
        if self.text > MOST_TEXT:
            message = f"the cells hold more than {MOST_TEXT:,} characters"
            raise fail(message, self.where, "delete what does not belong to the table")

    def close(self, others: int = 0) -> int:
        """Return how many cells the rectangle has, with those of other sheets.

        Raises:
            PnpError: they would fill the memory.
        """
        cells = others + self.rows * self.columns
        if cells > MOST_CELLS:
            message = f"the sheet reaches over {self.rows:,} rows and {self.columns:,} columns"
            raise fail(message, self.where, "delete the cells far away from the table")
        return cells


def cell_at(reference: str, where: Where) -> tuple[int, int]:
    """Return row and column of a cell from its name: ``C7`` is 7, 3.

    Raises:
        PnpError: no sheet has such a cell.
    """
    found = _REFERENCE.fullmatch(reference)
    row, column = (int(found[2]), _number(found[1].upper())) if found else (0, 0)
    if not found or row > LAST_ROW or column > LAST_COLUMN:
        hint = "save it again from a spreadsheet program; the last cell of a sheet is XFD1048576"
        raise fail(f"{quoted(reference)} is no cell of a sheet", where, hint)
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
