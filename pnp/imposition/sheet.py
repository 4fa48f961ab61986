"""``Sheet`` and ``Layout``: a printed sheet with its two sides, and the options of imposition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.geometry.plane import Rect, Sides, Size
from pnp.scene.page import Page


class Backs(StrEnum):
    """How backs are printed: duplex over an edge of the paper, by a fold, or not at all.

    Gutterfold prints faces and backs side by side on one side of the sheet, with a fold between.
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
    """The options of imposition: ``Layout(Size(210, 297), "a4", Sides.all(5))``. Millimetres."""

    paper: Size
    paper_name: str
    margins: Sides
    backs: Backs = Backs.LONG_EDGE
    bleed: Bleed = Bleed.GAP
    gutter: float = 0.0


class OutputFile(NamedTuple):
    """The pieces printed as one file: ``OutputFile("card-long-edge", "card", Backs.LONG_EDGE)``."""

    file: str
    stock: str
    backs: Backs


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """An imposed sheet of paper: sheet 1 of 3 in ``card-long-edge``. ``back`` is None if blank.

    ``number`` counts from 1 to ``of``, the number of sheets in the file. ``contents`` are pairs of
    a component's name and the number of its pieces on the sheet, ``(("monsters", 9),)``; a board in
    panels counts on the sheet of its last panel. ``panels`` are such pairs for the panels on the
    sheet. ``folds`` are the names of components with creases.
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
    """Return the pages of a file in printing order: fronts, in duplex each followed by its back.

    A sheet without a back then has a blank page, so that front and back stay in step.
    """
    return tuple(page for sheet in sheets for page in _sides(sheet, duplex))


def _sides(sheet: Sheet, duplex: bool) -> Iterator[Page]:
    yield sheet.front
    if duplex:
        yield sheet.back or _blank(sheet.front)


def _blank(front: Page) -> Page:
    whole = Rect.of(front.size)
    return Page(front.size, (), whole, whole, (), f"{front.label} · blank back")
