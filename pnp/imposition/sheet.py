"""``Sheet`` and ``Layout``: a printed sheet, the options of imposition, and how paper is turned."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.base.slotted import slotted
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Sides, Size
from pnp.imposition.precut import Precut
from pnp.scene.page import Page, Slot


class Backs(StrEnum):
    """How backs are printed: duplex over an edge of the paper, by a fold, or not at all.

    Gutterfold prints faces and backs side by side on one side of the sheet, with a fold between.
    """

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    GUTTERFOLD = "gutterfold"
    NONE = "none"


TURN_WORDS = {
    Backs.LONG_EDGE: "long edge",
    Backs.SHORT_EDGE: "short edge",
    Backs.GUTTERFOLD: "gutterfold",
    Backs.NONE: "one side",
}
"""How a sheet is turned over, as guides say it."""


class Bleed(StrEnum):
    """Whether neighbours keep their bleed (double cut lines) or touch (one cut between two)."""

    GAP = "gap"
    BUTT = "butt"


@slotted
class Layout:
    """The options of imposition: ``Layout(Size(210, 297), "a4", Sides.all(5))``. Millimetres.

    ``printer`` is the name of the printer whose back sides are corrected, by the map ``correction``
    of their contents. ``precut`` is the stock on which pieces lie where they are cut already.
    """

    paper: Size
    paper_name: str
    margins: Sides
    backs: Backs = Backs.LONG_EDGE
    bleed: Bleed = Bleed.GAP
    gutter: float = 0.0
    printer: str | None = None
    correction: Affine = IDENTITY
    precut: Precut | None = None


class OutputFile(NamedTuple):
    """The pieces printed as one file: ``OutputFile("card-long-edge", "card", Backs.LONG_EDGE)``."""

    file: str
    stock: str
    backs: Backs


ONE_LINE = 0.01
"""Millimetres: edges that are less apart are on one line."""


class SheetCut(NamedTuple):
    """A cut at y = ``at`` if it is ``level``, else at x = ``at``, in millimetres.

    ``start`` and ``end`` are those of what it divides. ``step`` is its round, from 1 on. One that
    is not ``through`` goes along a piece alone.
    """

    level: bool
    at: float
    start: float
    end: float
    step: int
    through: bool = True

    def makes(self, level: bool, at: float, start: float, end: float) -> bool:
        """Tell whether it cuts a piece along an edge."""
        same = self.level is level and abs(self.at - at) < ONE_LINE
        return same and self.start - ONE_LINE < start and end < self.end + ONE_LINE


@slotted(eq=False)
class Sheet:
    """An imposed sheet of paper: sheet 1 of 3 in ``card-long-edge``. ``back`` is None if blank.

    ``number`` counts from 1 to ``of``, the number of sheets in the file. ``contents`` are pairs of
    a component's name and the number of its pieces on the sheet, ``(("monsters", 9),)``; a board in
    panels counts on the sheet of its last panel. ``panels`` are such pairs for the panels on the
    sheet. ``folds`` are the names of components with creases. ``cuts`` are in their order.
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
    cuts: tuple[SheetCut, ...] = ()

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


class FlipAxis(StrEnum):
    """The sides that are swapped when paper is turned or folded over.

    Turning the paper about an edge mirrors one axis. About the long edge of a portrait page, like
    the leaf of a book, it swaps left and right; on a landscape page the long edge is horizontal, so
    it swaps top and bottom. For the short edge it is the other way round. A fold through the middle
    of the paper mirrors in the same two ways.
    """

    SIDEWAYS = "left and right"
    OVER = "top and bottom"


def mirror_of(paper: Size, backs: Backs) -> FlipAxis | None:
    """Return the axis that turning the paper mirrors, or None if it is not turned."""
    if backs not in (Backs.LONG_EDGE, Backs.SHORT_EDGE):
        return None
    leaf = (backs is Backs.LONG_EDGE) == (paper.height >= paper.width)
    return FlipAxis.SIDEWAYS if leaf else FlipAxis.OVER


def rect_behind(rect: Rect, paper: Size, mirror: FlipAxis) -> Rect:
    """Return a rectangle mirrored by turning or folding the paper, in millimetres."""
    if mirror is FlipAxis.SIDEWAYS:
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def slot_behind(slot: Slot, paper: Size, mirror: FlipAxis) -> Slot:
    """Return the slot of the back behind a face's slot.

    The back is upright when the cut piece is turned over like the leaf of a book.
    """
    place = rect_behind(slot.rect, paper, mirror)
    upright = 0 if mirror is FlipAxis.SIDEWAYS else 180
    return Slot(Point(place.x, place.y), slot.trim, (upright - slot.turn) % 360)


def printable_on_both(
    paper: Size, margins: Sides, mirror: FlipAxis | None, correction: Affine = IDENTITY
) -> Rect:
    """Return the area inside the margins on the front and, mirrored, on the back.

    ``correction`` moves what is on the back, so that the printer lays it where it is planned.
    """
    if mirror is None:
        return Rect.of(paper).inset(margins)
    left, top, right, bottom = _kept_inside(paper, margins, correction)
    sideways = mirror is FlipAxis.SIDEWAYS
    behind = (right, top, left, bottom) if sideways else (left, bottom, right, top)
    return Rect.of(paper).inset(Sides(*map(max, margins, behind)))


def _kept_inside(paper: Size, margins: Sides, correction: Affine) -> Sides:
    """Return the margins of a back page whose contents are inside the paper's when moved."""
    if correction == IDENTITY:
        return margins
    back, area = correction.inverse(), Rect.of(paper).inset(margins)
    left_top, right_top, left_bottom, right_bottom = (
        back.apply(x, y) for y in (area.y, area.bottom) for x in (area.x, area.right)
    )
    return Sides(
        max(left_top.x, left_bottom.x),
        max(left_top.y, right_top.y),
        paper.width - min(right_top.x, right_bottom.x),
        paper.height - min(left_bottom.y, right_bottom.y),
    )
