"""Stock that is bought with its pieces cut or perforated: where they lie on the paper."""

import re
from typing import NamedTuple

from pnp.base.diagnostics import nearest, quote
from pnp.base.units import MM_PER_INCH, parse_size
from pnp.geometry.plane import Size


class Precut(NamedTuple):
    """Pieces in columns and rows, in the middle of the paper; all lengths in millimetres.

    ``Precut(Size(85, 54), 2, 5, Size(10, 0))``: ten cards in two columns that are 10 mm apart, each
    with five cards that touch.
    """

    piece: Size
    columns: int
    rows: int
    gaps: Size

    def __str__(self) -> str:
        return f"for {self.columns * self.rows} pieces of {self.piece}"

    @property
    def whole(self) -> Size:
        """Return the size of all pieces and the gaps between them."""
        (width, height), (across, down) = self.piece, self.gaps
        return Size(self.columns * (width + across) - across, self.rows * (height + down) - down)


PRECUT = {
    "business-letter": Precut(
        Size(3.5 * MM_PER_INCH, 2 * MM_PER_INCH), columns=2, rows=5, gaps=Size(0, 0)
    ),
}
"""Stock by name. ``business-letter``: ten business cards that touch, on Letter (Avery 5371 and
those made like it). They take 7 x 10 in, so margins of 3/4 and 1/2 in remain."""

_OWN = re.compile(
    r"(?P<piece>.+?),\s*(?P<columns>\d{1,2})\s*[x×]\s*(?P<rows>\d{1,2})(?:,(?P<gaps>.+))?"
)

_EXAMPLE = '"85 x 54 mm, 2 x 5, 10 x 0 mm": the size of a piece, columns x rows, and the gaps'


def parse_precut(text: str) -> Precut:
    """Return stock from its name, or from text like ``85 x 54 mm, 2 x 5, 10 x 0 mm``.

    Raises:
        ValueError: the text is neither.
    """
    if known := PRECUT.get(text.strip().lower()):
        return known
    match = _OWN.fullmatch(text.strip())
    if match is None or not (int(match["columns"]) and int(match["rows"])):
        near = nearest(text.strip().lower(), PRECUT) or f"the known stock is {', '.join(PRECUT)}"
        raise ValueError(f"{quote(text)} is no precut stock: write {_EXAMPLE} ({near})")
    gaps = _gaps(match["gaps"]) if match["gaps"] else Size(0, 0)
    return Precut(parse_size(match["piece"]), int(match["columns"]), int(match["rows"]), gaps)


_GAPS = re.compile(r"\s*(\d+\.?\d*)\s*[x×]\s*(\d+\.?\d*)\s*mm\s*")


def _gaps(text: str) -> Size:
    match = _GAPS.fullmatch(text)
    if match is None:
        raise ValueError(f"{quote(text.strip())} are no gaps: write 10 x 0 mm")
    return Size(float(match[1]), float(match[2]))
