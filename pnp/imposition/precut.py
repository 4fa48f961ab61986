"""Stock that is bought with its pieces cut or perforated: where they lie on the paper."""

import re
from typing import NamedTuple

from pnp.base.diagnostics import nearest, quote
from pnp.base.units import PAPERS, inches, parse_size
from pnp.geometry.plane import Sides, Size


class Precut(NamedTuple):
    """Pieces in columns and rows, in the middle of the paper; all lengths in millimetres.

    ``Precut(Size(85, 54), 2, 5, Size(10, 0))``: ten cards in two columns that are 10 mm apart, each
    with five cards that touch. ``paper`` is the name of the paper that known stock is cut from.
    """

    piece: Size
    columns: int
    rows: int
    gaps: Size
    paper: str | None = None

    def __str__(self) -> str:
        return f"for {self.columns * self.rows} pieces of {self.piece}"

    @property
    def words(self) -> str:
        """Return it as it is written where it has no name: ``85 x 54 mm, 2 x 5, 10 x 0 mm``."""
        return f"{self.piece}, {self.columns} x {self.rows}, {self.gaps}"

    @property
    def whole(self) -> Size:
        """Return the size of all pieces and the gaps between them."""
        (width, height), (across, down) = self.piece, self.gaps
        return Size(self.columns * (width + across) - across, self.rows * (height + down) - down)

    def margins_on(self, paper: Size) -> Sides:
        """Return how much of a paper lies around the pieces; below 0 where they are larger."""
        beside, above = ((a - b) / 2 for a, b in zip(paper, self.whole, strict=True))
        return Sides(beside, above, beside, above)


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
"""Stock by name, in the middle of the paper that its name has as a word. Products made like it:
Avery 5371, Avery 8373, Avery C32011, Avery 32015, Avery 5388; labels Online OL1025, Avery 3274.2,
Hisago GB3019, Hisago GB3020. Their measures are those of the label program gLabels."""

_OWN = re.compile(
    r"(?P<piece>.+?),\s*(?P<columns>\d{1,2})\s*[x×]\s*(?P<rows>\d{1,2})(?:,(?P<gaps>.+))?"
)

_EXAMPLE = '"85 x 54 mm, 2 x 5, 10 x 0 mm": the size of a piece, columns x rows, and the gaps'


def parse_precut(text: str) -> Precut:
    """Return stock from its name, or from text like ``85 x 54 mm, 2 x 5, 10 x 0 mm``.

    That from a name has a paper.

    Raises:
        ValueError: the text is neither.
    """
    name = text.strip().lower()
    if known := PRECUT.get(name):
        return known._replace(paper=next(word for word in name.split("-") if word in PAPERS))
    match = _OWN.fullmatch(text.strip())
    if match is None or not (int(match["columns"]) and int(match["rows"])):
        near = nearest(name, PRECUT) or f"the known stock is {', '.join(PRECUT)}"
        raise ValueError(f"{quote(text)} is no precut stock: write {_EXAMPLE} ({near})")
    gaps = _gaps(match["gaps"]) if match["gaps"] else Size(0, 0)
    return Precut(parse_size(match["piece"]), int(match["columns"]), int(match["rows"]), gaps)


_GAPS = re.compile(r"\s*(\d+\.?\d*)\s*[x×]\s*(\d+\.?\d*)\s*mm\s*")


def _gaps(text: str) -> Size:
    match = _GAPS.fullmatch(text)
    if match is None:
        raise ValueError(f"{quote(text.strip())} are no gaps: write 10 x 0 mm")
    return Size(float(match[1]), float(match[2]))
