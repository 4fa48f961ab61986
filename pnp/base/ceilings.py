"""Limits that whoever runs pnp can set, by the environment variable ``PNP_LIMITS``.

They bound the memory and the minutes that one run takes. Data cannot set them: it may come from
strangers. Limits of a format or a language (nested values, steps of an expression) are fixed.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pnp.base.diagnostics import nearest, quote, user_error

VARIABLE = "PNP_LIMITS"
"""The environment variable: ``PNP_LIMITS="rows=50000 sheets=5000"``."""

_SETTING = re.compile(r"([a-z-]+)=([1-9][0-9]{0,14})")


@dataclass(frozen=True)
class Ceiling:
    """A limit with the name that sets it, its value where nothing is set, and what it counts."""

    name: str
    default: int
    what: str

    @property
    def most(self) -> int:
        """Return the limit.

        Raises:
            PnpError: ``PNP_LIMITS`` cannot be read.
        """
        return _settings(os.environ.get(VARIABLE, "")).get(self.name, self.default)

    def hint(self, advice: str) -> str:
        """Return a hint that says what to do, and how to raise the limit instead."""
        return f"{advice}; {VARIABLE}={self.name}=NUMBER allows more"


FILE_BYTES = Ceiling("file-bytes", 32 * 2**20, "bytes of a data file or a colour profile")
"""A table of 5,400 cards has about one megabyte."""

ROWS = Ceiling("rows", 20_000, "rows of a table")
"""A row is one piece, and the largest games have some thousands."""

COLUMNS = Ceiling("columns", 1_000, "columns of a table")

CELLS = Ceiling("cells", 2_000_000, "cells of a workbook, from A1 of each sheet to its farthest")
"""Each takes about 32 bytes while it is read."""

COPIES = Ceiling("copies", 1_000, "copies of one row")
"""Cubes and coins come in hundreds."""

PIECES = Ceiling("pieces", 20_000, "pieces of a game, and its rows")
"""2,000 sheets of cards, minutes of work."""

SHEETS = Ceiling("sheets", 2_500, "sheets of a kit")
"""A box of printer's paper, and minutes of work."""

IMAGE_PIXELS = Ceiling("image-pixels", 80_000_000, "pixels of an image")
"""A3 at 600 dots per inch has 70 million."""

FILTER_WORK = Ceiling(
    "filter-work", 500_000_000, "pixels that one filter reads, again for each that it writes"
)
"""About five seconds, as resvg visits 100 million pixels a second."""

PNG_PIXELS = Ceiling("png-pixels", 200_000_000, "pixels of a page written as PNG")
"""A3 at 900 dots per inch has that many, and takes 600 MB."""

CEILINGS = {
    each.name: each
    for each in (
        *(FILE_BYTES, ROWS, COLUMNS, CELLS, COPIES, PIECES, SHEETS),
        *(IMAGE_PIXELS, FILTER_WORK, PNG_PIXELS),
    )
}
"""All limits that can be set, by name."""


def check_settings() -> None:
    """Read ``PNP_LIMITS``.

    Raises:
        PnpError: it cannot be read.
    """
    _settings(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def _settings(text: str) -> Mapping[str, int]:
    found = {}
    for word in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
        setting = _SETTING.fullmatch(word)
        if setting is None:
            hint = f'write names and whole numbers, as {VARIABLE}="rows=50000 sheets=5000"'
            raise user_error(f"the environment variable {VARIABLE} has {quote(word)}", hint=hint)
        if setting[1] not in CEILINGS:
            hint = nearest(setting[1], CEILINGS) or f"there are {', '.join(CEILINGS)}"
            message = f"the environment variable {VARIABLE}: there is no limit {quote(setting[1])}"
            raise user_error(message, hint=hint)
        found[setting[1]] = int(setting[2])
    return found
