"""``SheetLayout``: the copies of pieces on one sheet, each in its slot.

A piece goes ``Piece -> Copy -> Place -> Placement``: one of its copies, its slot and window, and
the face drawn there. A ``Batch`` holds copies that can share a grid.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from pnp.data.translation import Translation, say
from pnp.geometry.plane import Point, Rect, Sides, Size
from pnp.imposition.grid import Grid, GridFrame, UsableArea, frame_for, windows
from pnp.imposition.packing import Block
from pnp.imposition.sheet import Backs, Layout
from pnp.kinds.piece import Key, Piece
from pnp.scene.bounds import union
from pnp.scene.page import Slot


class Copy(NamedTuple):
    """One copy of a piece, counted from 1: ``Copy(piece, 2)``; ``panel`` names a panel: ``A1``."""

    piece: Piece
    number: int
    panel: str = ""

    def key(self, side: str) -> str:
        """Return the unique key of one side of this copy: ``graveyard/zombie#2/face``."""
        return str(Key(self.piece.id, self.number, side, self.panel))


class Batch(NamedTuple):
    """Copies of pieces with one trim size and bleed in millimetres, which can share a grid.

    Example: 54 cards of a deck, ``Batch(Size(63, 88), 3.0, copies)``.
    """

    trim: Size
    bleed: float
    copies: tuple[Copy, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Return the different pieces among the copies."""
        return tuple(dict.fromkeys(copy.piece for copy in self.copies))

    def frame(self, layout: Layout, backs: Backs) -> GridFrame | None:
        """Return the grid for the copies, or None if they are larger than the paper."""
        copies = len(self.copies)
        return frame_for(layout, backs, self.trim, bleed=self.bleed, copies=copies)

    @property
    def components(self) -> tuple["Batch", ...]:
        """Return one batch for each component in this one."""
        apart: dict[str, list[Copy]] = {}
        for copy in self.copies:
            apart.setdefault(copy.piece.component.name, []).append(copy)
        return tuple(self._replace(copies=tuple(copies)) for copies in apart.values())


def batches(pieces: Iterable[Piece]) -> list[Batch]:
    """Return every copy of the pieces in batches by trim size and bleed, in order."""
    alike: dict[tuple[Size, float], list[Copy]] = {}
    for piece in pieces:
        copies = alike.setdefault((piece.trim, piece.face.bleed), [])
        copies += (Copy(piece, number) for number in range(1, piece.qty + 1))
    return [Batch(trim, bleed, tuple(copies)) for (trim, bleed), copies in alike.items()]


class Place(NamedTuple):
    """A copy in its slot; its face is clipped to ``window``, a ``Rect`` in millimetres.

    Example: the second copy of a card at 5, 5 mm with 3 mm of bleed around its trim.
    """

    slot: Slot
    copy: Copy
    window: Rect

    def shifted(self, x: float, y: float) -> "Place":
        """Return the place moved by x and y millimetres."""
        at = Point(self.slot.at.x + x, self.slot.at.y + y)
        return Place(self.slot._replace(at=at), self.copy, self.window.shifted(x, y))


class PanelSide(StrEnum):
    """A side of a panel on its paper."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"


class GlueStrip(NamedTuple):
    """A strip of paper past a joint; the panel named ``under`` is glued over it."""

    rect: Rect
    side: PanelSide
    under: str

    @property
    def joint(self) -> float:
        """Return the x or y of the joint, the strip's inner edge, in millimetres."""
        match self.side:
            case PanelSide.LEFT:
                return self.rect.right
            case PanelSide.TOP:
                return self.rect.bottom
            case PanelSide.RIGHT:
                return self.rect.x
            case PanelSide.BOTTOM:
                return self.rect.y


class Panel(NamedTuple):
    """A panel on its sheet, named by row (a letter) and column: ``A1``. Lengths in millimetres.

    ``trim`` is its part of the board, ``window`` the visible part of the drawing. ``row`` and
    ``column`` count from 0 up to ``rows`` and ``columns`` on the upright board, which is turned
    clockwise by ``turn`` degrees on the paper.
    """

    name: str
    row: int
    column: int
    rows: int
    columns: int
    trim: Rect
    window: Rect
    strips: tuple[GlueStrip, ...]
    turn: int

    @property
    def last(self) -> bool:
        """Tell whether this is the last panel of the board."""
        return (self.row, self.column) == (self.rows - 1, self.columns - 1)

    @property
    def cut(self) -> Rect:
        """Return the box to cut out: the trim with the glue strips."""
        cut = self.trim
        for strip in self.strips:
            cut = cut.union(strip.rect)
        return cut

    def words(self, translation: Translation | None = None) -> str:
        """Return the panel's name, and the panels that are glued over it, for the label."""
        over = f" {say(translation, 'and')} ".join(strip.under for strip in self.strips)
        of = {"name": self.name, "columns": self.columns, "rows": self.rows}
        panel = say(translation, "panel {name} of {columns} x {rows}", **of)
        return panel + (say(translation, ", under {name}", name=over) if over else "")


def panel_name(row: int, column: int) -> str:
    """Return the name of a panel from its row and column, counted from 0."""
    return f"{chr(ord('A') + row)}{column + 1}"


class SheetLayout(NamedTuple):
    """The places of one sheet in its usable area: 9 places for cards that are 9-up.

    ``panel`` is the panel of a board that is printed on the sheet, None for whole pieces.
    ``counts`` are components and how many pieces the sheet completes, None if each place is one.
    ``leaf`` says that it is folded to leaves of a booklet.
    """

    places: tuple[Place, ...]
    field: UsableArea
    panel: Panel | None = None
    counts: tuple[tuple[str, int], ...] | None = None
    leaf: bool = False


def framed(copies: Sequence[Copy], frame: GridFrame, bleed: float) -> SheetLayout:
    """Return a layout with the copies in the first slots of a frame."""
    places = _in_grid(frame.grid, copies, frame.bleed, bleed)
    return SheetLayout(places, frame.field)


def blocked(blocks: Iterable[tuple[Block, Sequence[Copy]]], field: UsableArea) -> SheetLayout:
    """Return a layout with the copies in blocks, centred together in an area."""
    places = [
        place
        for block, copies in blocks
        for place in _in_grid(block.grid, copies, Sides.all(block.bleed), block.bleed)
    ]
    box, middle = union(place.window for place in places) or field.area, field.area.center
    x, y = middle.x - box.center.x, middle.y - box.center.y
    return SheetLayout(tuple(place.shifted(x, y) for place in places), field)


def _in_grid(grid: Grid, copies: Sequence[Copy], outer: Sides, bleed: float) -> tuple[Place, ...]:
    shown = windows(grid, len(copies), outer=outer, bleed=bleed)
    return tuple(map(Place, grid.slots[: len(copies)], copies, shown))
