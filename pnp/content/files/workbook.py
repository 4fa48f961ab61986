"""A workbook before its cells are read: which sheet, how far it reaches, what its reader hides.

A reader of cells gives a blank for ``#REF!``, and room for every cell up to the farthest one. Both
are looked for in the XML first. What is then handed to the reader is packed anew, of the parts
that were looked through and no others.
"""

import io
from typing import NamedTuple

from pnp.errors import Where, fail, nearest, quoted

MOST_FLAWS = 100
"""Of one sheet; more of them say nothing more."""


class Flaw(NamedTuple):
    """A cell that cannot be read; rows count from 1, as the spreadsheet shows them."""

    row: int
    message: str
    hint: str


class Sheet(NamedTuple):
    """One sheet that a reader of cells may open: ``inner`` is its name in ``packed``."""

    name: str
    flaws: tuple[Flaw, ...]
    inner: str
    packed: io.BytesIO


def chosen(names: list[str], sheet: str | None, shown: str) -> str:
    """Return the name of the sheet that is asked for, by default of the first one.

    Raises:
        PnpError: there is no such sheet.
    """
    if not names:
        raise fail("the workbook has no sheets", Where(shown))
    if sheet is None or sheet in names:
        return sheet if sheet is not None else names[0]
    hint = nearest(sheet, names) or f"the sheets are {', '.join(names)}"
    raise fail(f"the sheet {quoted(sheet)} does not exist", Where(shown), hint)


def error(row: int, cell: str, text: str) -> Flaw:
    """Return the flaw of a cell that shows an error such as ``#REF!``."""
    return Flaw(row, f"{cell} shows the error {quoted(text)}", "mend the formula")


def unsolved(row: int, cell: str) -> Flaw:
    """Return the flaw of a cell of which only the formula was saved."""
    message = f"the formula in {cell} was never worked out"
    return Flaw(row, message, "open the file in a spreadsheet and save it there")
