"""One piece of paper with its two sides, and the pages of a file in printing order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.geometry.plane import Rect, Sides, Size
from pnp.scene.page import Page


class Backs(StrEnum):
    """How a piece gets its back: the paper's turning edge, a fold, or not at all.

    Gutterfold prints face and back on one side of the sheet, on both sides of a fold line.
    """

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"
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


class OutputFile(NamedTuple):
    """What is printed together as one file: a stock and the way it is turned."""

    file: str
    stock: str
    backs: Backs


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A printed piece of paper. ``back`` is None on a sheet that is printed on one side.

    ``number`` counts from 1 within ``of``, the sheets of one file. ``contents`` are component
    names and how many of each are whole with this sheet, ``panels`` how many panels of a board
    are on it. ``folds`` are the components that have creases.
    """

    file: str
    number: int
    of: int
    stock: str
    backs: Backs
    front: Page
    back: Page | None
    contents: tuple[tuple[str, int], ...]
    panels: tuple[tuple[str, int], ...] = ()
    folds: frozenset[str] = frozenset()

    @property
    def sides(self) -> int:
        """Return how many sides are printed."""
        return 1 if self.back is None else 2

    @property
    def components(self) -> tuple[str, ...]:
        """Return the names of all components on the sheet."""
        return tuple(dict.fromkeys(name for name, _ in (*self.contents, *self.panels)))


def pages(sheets: Sequence[Sheet], duplex: bool) -> tuple[Page, ...]:
    """Return front after front; in a duplex file each is followed by its back, or a blank page."""
    return tuple(page for sheet in sheets for page in _sides(sheet, duplex))


def _sides(sheet: Sheet, duplex: bool) -> Iterator[Page]:
    yield sheet.front
    if duplex:
        yield sheet.back or _blank(sheet.front)


def _blank(front: Page) -> Page:
    whole = Rect.of(front.size)
    return Page(front.size, (), whole, whole, (), f"{front.label} · blank back")
