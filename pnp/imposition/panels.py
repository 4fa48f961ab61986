"""Lays out a board that is larger than the paper as panels, one a sheet, with glue strips."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from pnp.base.diagnostics import Finding
from pnp.geometry.plane import ROUNDING, Point, Rect
from pnp.imposition import rules
from pnp.imposition.grid import MARK_ROOM, MARK_SHORTEST, STRIP, UsableArea
from pnp.imposition.sheet import Layout
from pnp.imposition.sheetlayout import Copy, Place, SheetLayout
from pnp.imposition.split import (
    JOINT_BLEED,
    Axis,
    GlueStrip,
    Panel,
    PanelSide,
    PanelSpan,
    Split,
    panel_name,
)
from pnp.kinds.piece import Piece
from pnp.scene.page import Slot

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


def spreads(piece: Piece, found: Split) -> Iterator[SheetLayout]:
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
    sides = zip(("beside it", "above and below it"), axes, strict=True)
    if narrow := [side for side, axis in sides if axis.free < MARK_SHORTEST - ROUNDING]:
        yield rules.marks_clipped(component, " and ".join(narrow), paper)
    if room.label is None:
        yield rules.label_left_out(component, paper)


def _with_label(found: Split) -> _PanelRoom:
    """Return the room with a strip for the label above or beside the panel, where more is free."""
    across, down = found.across, found.down
    above = down.spare >= min(STRIP, across.spare)
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
    trim = Rect(across.start, down.start, room.across.panel, room.down.panel)
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
    x = room.across.span(column).start - column * room.across.panel
    y = room.down.span(row).start - row * room.down.panel
    box = found.place.box(Rect.of(piece.trim, Point(x, y)))
    return Slot(Point(box.x, box.y), piece.trim, found.turn)
