"""Stock that is bought with its pieces cut or perforated: where they lie on the paper."""

import re
from typing import NamedTuple

from pnp.base.diagnostics import nearest, quote
from pnp.base.units import inches, parse_size
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
    "business-letter": Precut(inches(3.5, 2), 2, 5, Size(0, 0)),
    "business-letter-apart": Precut(inches(3.5, 2), 2, 4, inches(0.5, 0.5)),
    "business-a4": Precut(Size(85, 54), 2, 5, Size(10, 0)),
    "business-a4-apart": Precut(Size(85, 54), 2, 4, Size(6, 6)),
    "index-letter": Precut(inches(5, 3), 1, 3, Size(0, 0)),
    "round-25-letter": Precut(inches(1, 1), 7, 9, inches(1 / 8, 1 / 8)),
    "round-38-letter": Precut(inches(1.5, 1.5), 4, 5, inches(0.5, 0.5)),
    "round-40-a4": Precut(Size(40, 40), 4, 6, Size(6, 6)),
    "round-60-a4": Precut(Size(60, 60), 3, 4, Size(7, 7)),
}
"""Stock by name, in the middle of the paper that the name ends with. Products made like it: Avery
5371, Avery 8373, Avery C32011, Avery 32015, Avery 5388; labels Online OL1025, Avery 3274.2, Hisago
GB3019, Hisago GB3020. Their measures are those of the label program gLabels."""

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
