"""One piece of paper with its two sides."""

from dataclasses import dataclass
from enum import StrEnum

from pnp.geometry import Sides, Size
from pnp.scene.page import Page


class Backs(StrEnum):
    """How a piece gets its back: the paper's turning edge, a fold, or not at all."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    NONE = "none"


class Bleed(StrEnum):
    """Whether neighbours keep their bleed (double cut lines) or touch (one cut between two)."""

    GAP = "gap"
    BUTT = "butt"


@dataclass(frozen=True, slots=True)
class Layout:
    """What the user chose for the paper. Lengths in millimetres."""

    paper: Size
    paper_name: str
    margins: Sides
    backs: Backs = Backs.LONG_EDGE
    bleed: Bleed = Bleed.GAP
    gutter: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A printed piece of paper. ``back`` is None on a sheet that is printed on one side.

    ``number`` counts from 1 within ``of``, the sheets of one file; ``component`` is None where
    several components share the sheet.
    """

    file: str
    number: int
    of: int
    stock: str
    backs: Backs
    front: Page
    back: Page | None
    contents: tuple[tuple[str, int], ...]
    """Component name and how many of its pieces are on this sheet."""
