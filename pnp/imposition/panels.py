"""Splits a board that is larger than the paper into panels, one a sheet, with glue strips."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import ceil
from typing import NamedTuple

from pnp.base.diagnostics import Finding, PnpError, user_error
from pnp.base.units import PAPERS
from pnp.geometry.plane import IDENTITY, ROUNDING, Affine, Point, Rect, Sides, Size
from pnp.imposition import rules
from pnp.imposition.grid import (
    MARK_ROOM,
    MARK_SHORTEST,
    STRIP,
    UsableArea,
    bleed_kept,
    without_marks,
)
from pnp.imposition.sheet import Layout
from pnp.imposition.sheetlayout import (
    Copy,
    GlueStrip,
    Panel,
    PanelSide,
    Place,
    SheetLayout,
    panel_name,
)
from pnp.kinds.piece import Piece
from pnp.scene.page import Slot

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
    """One axis of the paper, with the panels along it. Lengths in millimetres.

    ``start`` and ``room`` are the begin and the length of the printable area, ``margin`` is the
    unprintable paper after it. ``length`` and ``bleed`` are the board's, ``overlap`` is the
    declared width of the glue strips. ``joints`` are the places on the board where panels meet,
    ``keep`` are the stretches of it that no joint should cross.
    """

    start: float
    room: float
    margin: float
    length: float
    overlap: float
    bleed: float
    keep: tuple[tuple[float, float], ...] = ()
    joints: tuple[float, ...] = ()

    @property
    def parts(self) -> int:
        """Return the number of panels."""
        return len(self.joints) + 1

    @property
    def split(self) -> "Axis":
        """Return the axis with the fewest panels that fit with the narrowest glue strips."""
        longest = self.room - max(0.0, self._least - self.margin)
        if self.length <= self.room + ROUNDING:
            return self._replace(joints=())
        parts = ceil((self.length - ROUNDING) / max(longest, 1.0))
        return self._replace(joints=self._joints(parts, longest))

    @property
    def edges(self) -> tuple[float, ...]:
        """Return where panels begin and end on the board: its own edges, and the joints."""
        return (0.0, *self.joints, self.length)

    @property
    def lengths(self) -> tuple[float, ...]:
        """Return the length of each panel."""
        return tuple(end - start for start, end in pairwise(self.edges))

    @property
    def panel(self) -> float:
        """Return the length of the longest panel."""
        return max(self.lengths)

    @property
    def crossed(self) -> tuple[float, ...]:
        """Return the joints that cross what should be kept whole."""
        return tuple(joint for joint in self.joints if self._kept(joint))

    def _joints(self, parts: int, longest: float) -> tuple[float, ...]:
        """Return joints at even distances, moved off what is kept where no panel gets too long.

        If they cannot be moved they stay: a panel more would not help, and is more to glue.
        """
        even = tuple(self.length * number / parts for number in range(1, parts))
        if parts > MOST:
            return even
        ways = (self._replace(joints=way) for way in product(*map(self._beside, even)))
        fitting = [way for way in ways if way._fits(longest)]
        return min(fitting, key=lambda way: way.panel).joints if fitting else even

    def _fits(self, longest: float) -> bool:
        """Tell whether no panel is too long or too short, and no joint crosses what is kept."""
        short = max(self.overlap, STRIP_LEAST)
        return min(self.lengths) > short and self.panel <= longest + ROUNDING and not self.crossed

    def _beside(self, joint: float) -> Sequence[float]:
        """Return a joint, or the nearest places before and after what it would cross."""
        before = after = joint
        while before > 0 and (kept := self._kept(before)):
            before = min(start for start, _ in kept) - KEPT_CLEAR
        while after < self.length and (kept := self._kept(after)):
            after = max(end for _, end in kept) + KEPT_CLEAR
        return [joint] if before == after else [before, after]

    def _kept(self, joint: float) -> list[tuple[float, float]]:
        near = KEPT_CLEAR - ROUNDING
        return [kept for kept in self.keep if kept[0] - near < joint < kept[1] + near]

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

    @property
    def printed_strip(self) -> float:
        """Return the width of the part of the glue strips that the printer reaches."""
        before = self.span(0).start - self.start
        return min(self.strip, self.free - before)

    @property
    def mark_room(self) -> float:
        """Return the length of the marks that the narrowest edge has room for, at most a whole."""
        before = min(self.span(0).start, self.span(self.parts - 1).start) - self.start
        after = self.free - self.span(self.parts - 1).start + self.start
        return min(before - self.bleed, after - self.bleed, MARK_ROOM)

    @property
    def lost(self) -> float:
        """Return the millimetres of strips, bleed and marks for which there is no room."""
        first, last = self.span(0), self.span(self.parts - 1)
        strips = self.overlap - self.printed_strip if self.parts > 1 else 0.0
        bleed = 2 * self.bleed - first.before - last.after
        return strips + bleed + max(0.0, MARK_SHORTEST - self.mark_room)

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


KEPT_CLEAR = 1.0
"""Millimetres between a joint and what is kept whole: a joint may be glued that far off."""

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

    @property
    def crossed(self) -> int:
        """Return how many joints cross what should be kept whole."""
        return len(self.across.crossed) + len(self.down.crossed)

    @property
    def lost(self) -> float:
        """Return the millimetres of strips, bleed and marks for which there is no room."""
        return round(self.across.lost + self.down.lost, 3)


def split(piece: Piece, layout: Layout) -> Split:
    """Return the split into the fewest panels; of two, the one with room for strips and bleed.

    Raises:
        PnpError: the piece has a back or an outline, needs too many panels, or its overlap is as
            wide as a panel.
    """
    _refuse(piece)
    best = _fewest(piece, layout.paper, layout.margins)
    if not best.allowed:
        raise _too_many(piece, best, layout)
    sides = [min(axis.lengths) for axis in (best.across, best.down) if axis.parts > 1]
    if best.across.overlap >= min(sides):
        raise _too_much_overlap(piece, best, layout)
    return best


def _fewest(piece: Piece, paper: Size, margins: Sides) -> Split:
    ways = [_turned(piece, paper, margins, turn) for turn in (0, 90)]
    return min(ways, key=lambda way: (not way.allowed, way.parts, way.crossed, way.lost))


def _turned(piece: Piece, paper: Size, margins: Sides, turn: int) -> Split:
    place = IDENTITY
    if turn:
        place = Affine.move(paper.width, 0) @ Affine.turn(90)
        paper = paper.turned
        margins = Sides(margins.top, margins.right, margins.bottom, margins.left)
    area = Rect.of(paper).inset(margins)
    size, bleed = piece.trim, piece.face.bleed
    overlap = piece.panels.overlap if piece.panels else 0.0
    keep = piece.panels.keep if piece.panels else ()
    wide, high = ((k.x, k.right) for k in keep), ((k.y, k.bottom) for k in keep)
    across = Axis(area.x, area.width, margins.right, size.width, overlap, bleed, tuple(wide))
    down = Axis(area.y, area.height, margins.bottom, size.height, overlap, bleed, tuple(high))
    return Split(across.split, down.split, turn, place)


def _refuse(piece: Piece) -> None:
    name, where = piece.component.name, piece.component.where
    if piece.back is not None:
        raise user_error(
            f"{name} has a back, and is too large for the paper: panels are printed on one side",
            where,
            "print on larger paper, or the face alone: remove the back, or write --backs none",
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


LABEL_LEAST = 1.8
"""The least height of a label in millimetres: small, as a panel without a name is hard to place."""

_TURNED = {PanelSide.RIGHT: PanelSide.BOTTOM, PanelSide.BOTTOM: PanelSide.LEFT}
"""The side that a side becomes after a quarter turn clockwise."""

_ALL_ROOM = 2 * (JOINT_BLEED + MARK_ROOM + STRIP)


class _PanelRoom(NamedTuple):
    """The room for panels beside label and ruler, and their strips, on the turned paper."""

    across: Axis
    down: Axis
    label: Rect | None
    ruler: Rect | None

    @property
    def unmarked(self) -> str:
        """Return in words where the room for crop marks is too short; empty if there is enough."""
        return without_marks(self.across.free, self.down.free)

    def worth(self) -> tuple[bool, float, float]:
        """Return what makes a place of the label better than another: label, marks, strips."""
        axes = (self.across, self.down)
        marks = min(axis.mark_room for axis in axes)
        strips = min(axis.printed_strip for axis in axes if axis.parts > 1)
        return self.label is not None, marks, strips


def panel_sheets(piece: Piece, found: Split) -> Iterator[SheetLayout]:
    """Yield the sheets of a board: copy by copy, its panels in reading order."""
    room = _with_label(found)
    field = _field(room, found)
    numbers = range(1, piece.qty + 1)
    for number, row, column in product(numbers, range(room.down.parts), range(room.across.parts)):
        panel = _panel(room, row, column, found)
        slot = _slot(piece, room, row, column, found)
        copy = Copy(piece, number, panel.name)
        yield SheetLayout((Place(slot, copy, panel.window),), field, panel)


def given_up(piece: Piece, found: Split, layout: Layout) -> Iterator[Finding]:
    """Yield a finding for each glue strip, bleed, mark or label that has no room on a panel."""
    room, component, paper = _with_label(found), piece.component, layout.paper_name
    axes = (room.across, room.down)
    strip = min(axis.strip for axis in axes if axis.parts > 1)
    if strip < room.across.overlap - ROUNDING:
        yield rules.narrow_strip(component, room.across.overlap, strip, paper)
    kept = min(min(axis.span(0).before, axis.span(axis.parts - 1).after) for axis in axes)
    if kept < piece.face.bleed - ROUNDING:
        yield rules.bleed_clipped(component, kept, paper)
    for axis, way in zip(axes, ("down", "across"), strict=True):
        if axis.crossed:
            yield rules.joint_crosses(component, axis.crossed, way, paper)
    if room.unmarked:
        yield rules.marks_clipped(component, room.unmarked, paper)
    if room.label is None:
        yield rules.label_left_out(component, paper)


def _with_label(found: Split) -> _PanelRoom:
    """Return the room with a strip for the label above or beside the panel.

    It is where it costs no mark, and then where it leaves the glue strips wider.
    """
    return max((_labelled(found, above) for above in (True, False)), key=_PanelRoom.worth)


def _labelled(found: Split, above: bool) -> _PanelRoom:
    """Return the room with the label above or beside the panel; without one if it finds no room."""
    across, down = found.across, found.down
    axis = down if above else across
    height = min(STRIP, axis.spare)
    if height < LABEL_LEAST:
        return _PanelRoom(across, down, None, None)
    ruled = axis.spare >= _ALL_ROOM
    label = _strip(across, down, 0.0, height, above)
    ruler = _strip(across, down, height, STRIP, above) if ruled else None
    axis = axis.behind(height + (STRIP if ruled else 0.0))
    return _PanelRoom(across, axis, label, ruler) if above else _PanelRoom(axis, down, label, ruler)


def _strip(across: Axis, down: Axis, start: float, height: float, above: bool) -> Rect:
    if above:
        return Rect(across.start, down.start + start, across.room, height)
    return Rect(across.start + start, down.start, height, down.room)


def _field(room: _PanelRoom, found: Split) -> UsableArea:
    area = Rect(room.across.start, room.down.start, room.across.room, room.down.room)
    label, ruler = (found.place.box(r) if r else None for r in (room.label, room.ruler))
    return UsableArea(found.place.box(area), label, ruler, None)


def _panel(room: _PanelRoom, row: int, column: int, found: Split) -> Panel:
    """Return a panel in the coordinates of the printed paper."""
    across, down, place = room.across.span(column), room.down.span(row), found.place
    left, right = room.across.edges[column : column + 2]
    top, bottom = room.down.edges[row : row + 2]
    trim = Rect(across.start, down.start, right - left, bottom - top)
    shown = Rect(
        trim.x - across.before,
        trim.y - down.before,
        trim.width + across.before + across.after,
        trim.height + down.before + down.after,
    )
    strips = tuple(
        GlueStrip(
            place.box(strip.rect), _TURNED[strip.side] if found.turn else strip.side, strip.under
        )
        for strip in _glue_strips(trim, across, down, row, column)
    )
    counts = (room.down.parts, room.across.parts)
    name = panel_name(row, column)
    return Panel(name, row, column, *counts, place.box(trim), place.box(shown), strips, found.turn)


def _glue_strips(
    trim: Rect, across: PanelSpan, down: PanelSpan, row: int, column: int
) -> Iterator[GlueStrip]:
    """Yield the glue strips at the right and the bottom, if other panels follow there."""
    if across.strip:
        beside = Rect(trim.right, trim.y, across.strip, trim.height)
        yield GlueStrip(beside, PanelSide.RIGHT, panel_name(row, column + 1))
    if down.strip:
        below = Rect(trim.x, trim.bottom, trim.width, down.strip)
        yield GlueStrip(below, PanelSide.BOTTOM, panel_name(row + 1, column))


def _slot(piece: Piece, room: _PanelRoom, row: int, column: int, found: Split) -> Slot:
    """Return the slot of the whole board, which lies partly outside the paper."""
    x = room.across.span(column).start - room.across.edges[column]
    y = room.down.span(row).start - room.down.edges[row]
    box = found.place.box(Rect.of(piece.trim, Point(x, y)))
    return Slot(Point(box.x, box.y), piece.trim, found.turn)
