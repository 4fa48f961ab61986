"""``split``: divides a board that is larger than the paper into panels."""

from enum import StrEnum
from math import ceil
from typing import NamedTuple

from pnp.base.diagnostics import PnpError, user_error
from pnp.base.units import PAPERS
from pnp.geometry.plane import IDENTITY, ROUNDING, Affine, Rect, Sides, Size
from pnp.imposition.grid import MARK_ROOM, bleed_kept
from pnp.imposition.sheet import Layout
from pnp.kinds.piece import Piece

STRIP_LEAST = 4.0
"""The narrowest glue strip in millimetres; less does not hold."""

JOINT_BLEED = 3.0
"""Bleed of the drawing past a joint in millimetres, so that no white shows in the joint."""


class PanelSpan(NamedTuple):
    """A panel along one axis: its start on the paper, and the bleed before and after it.

    ``strip`` is the width of the glue strip after its end, 0 without one. All in millimetres.
    """

    start: float
    before: float
    after: float
    strip: float


class Axis(NamedTuple):
    """One axis of the paper, with the number of panels along it. Lengths in millimetres.

    ``start`` and ``room`` are the begin and the length of the printable area, ``margin`` is the
    unprintable paper after it. ``length`` and ``bleed`` are the board's, ``overlap`` is the
    declared width of the glue strips.
    """

    start: float
    room: float
    margin: float
    length: float
    overlap: float
    bleed: float
    parts: int = 1

    @property
    def split(self) -> "Axis":
        """Return the axis with the fewest panels that fit with the narrowest glue strips."""
        longest = self.room - max(0.0, self._least - self.margin)
        if self.length <= self.room + ROUNDING:
            return self._replace(parts=1)
        return self._replace(parts=ceil((self.length - ROUNDING) / max(longest, 1.0)))

    @property
    def panel(self) -> float:
        """Return the length of each panel."""
        return self.length / self.parts

    @property
    def free(self) -> float:
        """Return the printable length beside a panel."""
        return self.room - self.panel

    @property
    def spare(self) -> float:
        """Return the part of ``free`` that is not needed for the narrowest glue strip."""
        needed = max(0.0, self._least - self.margin) if self.parts > 1 else 0.0
        return max(0.0, self.free - needed)

    @property
    def strip(self) -> float:
        """Return the width of the glue strips, which take precedence over bleed and marks."""
        return min(self.overlap, self.free + self.margin) if self.parts > 1 else 0.0

    def behind(self, taken: float) -> "Axis":
        """Return the axis without ``taken`` millimetres at its start."""
        return self._replace(start=self.start + taken, room=self.room - taken)

    def span(self, number: int) -> PanelSpan:
        """Return the span of a panel, counted from 0."""
        first, last = number == 0, number == self.parts - 1
        strip = 0.0 if last else self.strip
        bleed = self.bleed if first else JOINT_BLEED
        before = (self.free - strip) / 2
        if strip and before < bleed + MARK_ROOM:
            before = min(bleed + MARK_ROOM, max(0.0, self.free + self.margin - strip))
        before = min(before, self.free)
        after = self.free - before
        kept = bleed_kept(after, self.bleed if last else JOINT_BLEED)
        return PanelSpan(
            start=self.start + before,
            before=bleed_kept(before, bleed),
            after=min(JOINT_BLEED, after, strip / 2) if strip else kept,
            strip=strip,
        )

    @property
    def _least(self) -> float:
        return min(self.overlap, STRIP_LEAST)


MOST = 6
"""Limit for the panels across and down: more do not lie flat together."""


class Split(NamedTuple):
    """A board divided into panels: ``split.parts`` is 6 for 3 across and 2 down.

    ``across`` and ``down`` are the axes of the paper turned so that the board is upright;
    ``place`` maps them to the printed paper, turned clockwise by ``turn`` degrees (0 or 90).
    """

    across: Axis
    down: Axis
    turn: int
    place: Affine

    @property
    def parts(self) -> int:
        """Return how many panels there are."""
        return self.across.parts * self.down.parts

    @property
    def allowed(self) -> bool:
        """Tell whether there are at most ``MOST`` panels across and down."""
        return max(self.across.parts, self.down.parts) <= MOST


def split(piece: Piece, layout: Layout) -> Split:
    """Return the split into the fewest panels.

    Raises:
        PnpError: the piece has a back or an outline, needs too many panels, or its overlap is as
            wide as a panel.
    """
    _refuse(piece)
    best = _fewest(piece, layout.paper, layout.margins)
    if not best.allowed:
        raise _too_many(piece, best, layout)
    sides = [axis.panel for axis in (best.across, best.down) if axis.parts > 1]
    if best.across.overlap >= min(sides):
        raise _too_much_overlap(piece, best, layout)
    return best


def _fewest(piece: Piece, paper: Size, margins: Sides) -> Split:
    ways = [_turned(piece, paper, margins, turn) for turn in (0, 90)]
    return min(ways, key=lambda way: (not way.allowed, way.parts))


def _turned(piece: Piece, paper: Size, margins: Sides, turn: int) -> Split:
    place = IDENTITY
    if turn:
        place = Affine.move(paper.width, 0) @ Affine.turn(90)
        paper = paper.turned
        margins = Sides(margins.top, margins.right, margins.bottom, margins.left)
    area = Rect.of(paper).inset(margins)
    size, bleed = piece.trim, piece.face.bleed
    overlap = piece.panels.overlap if piece.panels else 0.0
    across = Axis(area.x, area.width, margins.right, size.width, overlap, bleed)
    down = Axis(area.y, area.height, margins.bottom, size.height, overlap, bleed)
    return Split(across.split, down.split, turn, place)


def _refuse(piece: Piece) -> None:
    name, where = piece.component.name, piece.component.where
    if piece.back is not None:
        raise user_error(
            f"{name} has a back, and is too large for the paper: panels are printed on one side",
            where,
            "remove the back, or print on larger paper",
        )
    if piece.outline is not None:
        raise user_error(
            f"{name} has an outline, and is too large for the paper: panels are cut straight",
            where,
            "write cut: straight, or print on larger paper",
        )


def _too_many(piece: Piece, best: Split, layout: Layout) -> PnpError:
    larger = sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height)
    enough = (name for name, size in larger if _fewest(piece, size, layout.margins).allowed)
    name = next(enough, None)
    return user_error(
        f"{piece.component.name} is {piece.trim}: on {layout.paper_name} that takes"
        f" {best.across.parts} x {best.down.parts} panels, and {MOST} x {MOST} is the most",
        piece.component.where,
        f"print on larger paper: {name} will do" if name else "make it smaller",
    )


def _too_much_overlap(piece: Piece, best: Split, layout: Layout) -> PnpError:
    panel = Size(round(best.across.panel, 2), round(best.down.panel, 2))
    return user_error(
        f"{piece.component.name} overlaps its panels by {best.across.overlap:g} mm, but on"
        f" {layout.paper_name} a panel is {panel}",
        piece.component.where,
        "write a smaller overlap (10 mm is enough for glue), or 0 mm to trim and butt",
    )


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

    @property
    def words(self) -> str:
        """Return the panel's name, and the panels that are glued over it, for the label."""
        over = " and ".join(strip.under for strip in self.strips)
        under = f", under {over}" if over else ""
        return f"panel {self.name} of {self.columns} x {self.rows}{under}"


def panel_name(row: int, column: int) -> str:
    """Return the name of a panel from its row and column, counted from 0."""
    return f"{'ABCDEF'[row]}{column + 1}"
