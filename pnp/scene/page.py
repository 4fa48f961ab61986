"""What a template, a component and a sheet become: drawings, faces and pages, in millimetres.

A ``Drawing`` is a template with one row's data, a ``Face`` one finished side of a component, and a
``Page`` one finished side of a sheet.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Where
from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.scene.node import Node


class Ink(StrEnum):
    """The version of a template that is printed: LOW has outlines where FULL has fills."""

    FULL = "full"
    LOW = "low"


@slotted(eq=False)
class Drawing:
    """A template drawn for one row, in millimetres from the top-left corner of its trim.

    The guides come from elements with a ``pnp:role``, which are not printed: ``cut`` is the outline
    to cut along, ``creases`` are the lines to fold, ``safe`` is the box of the safe area, ``rooms``
    are the boxes of the elements with the role ``room``, by their ids, and ``keep`` are the boxes
    that no joint between panels should cross.
    """

    size: Size
    nodes: tuple[Node, ...]
    cut: Path | None
    creases: tuple[Path, ...]
    safe: Rect | None
    findings: tuple[Finding, ...]
    rooms: Mapping[str, Rect] = field(default_factory=dict)
    keep: tuple[Rect, ...] = ()


@slotted(eq=False, weakref=True)
class Face:
    """A drawing in millimetres from the top-left corner of its trim.

    ``Face(Size(63, 88), bleed=3, safe=4, …)`` is a card whose art reaches 3 mm past the trim on
    every side, and whose text stays 4 mm inside it. ``where`` is the row that it was drawn for.
    """

    trim: Size
    bleed: float
    safe: float
    nodes: tuple[Node, ...]
    where: Where
    findings: tuple[Finding, ...] = ()

    @property
    def bleed_box(self) -> Rect:
        """Return the rectangle that the art covers, from the trim's top-left corner."""
        return Rect.of(self.trim).inset(-self.bleed)


class Slot(NamedTuple):
    """A place for one face: ``at`` is the top-left corner of its trim on the paper.

    ``turn`` is the clockwise turn in degrees, a multiple of 90, about the middle of the slot.
    ``trim`` is the face's size before the turn.
    """

    at: Point
    trim: Size
    turn: int = 0

    @property
    def rect(self) -> Rect:
        """Return the rectangle of the trim on the paper."""
        return Rect.of(self.trim.turned if self.turn % 180 else self.trim, self.at)

    @property
    def place(self) -> Affine:
        """Return the map from the face to the paper."""
        if not self.turn % 360:
            return Affine.move(*self.at) if self.at != (0, 0) else IDENTITY
        middle = self.rect.center
        home = Affine.move(middle.x - self.trim.width / 2, middle.y - self.trim.height / 2)
        return Affine.turn(self.turn, middle) @ home


class Placement(NamedTuple):
    """A face in its slot. The key is unique in the kit and ends in ``/face`` or ``/back``.

    ``window`` is the part of the bleed box that is printed, in the paper's coordinates. It contains
    the whole trim, unless the placement is one panel of a board that is larger than the paper.
    """

    slot: Slot
    face: Face
    key: str
    window: Rect

    @property
    def trim(self) -> Rect:
        """Return the part of the trim that is printed, in the paper's coordinates."""
        return self.slot.rect.intersection(self.window) or self.window


@slotted(eq=False)
class Page:
    """One side of a sheet as it is printed, marks and labels included.

    ``size`` is the paper's, as ``Size(210, 297)``. ``nodes`` are all that is drawn; a placement is
    a group with its key. ``trim`` is the box around all trims, ``bleed`` that around all windows.
    ``correction`` is how all that is drawn is moved on the page, so that a printer that lays back
    sides askew brings it where it is planned; boxes and placements are the planned ones.
    """

    size: Size
    nodes: tuple[Node, ...]
    trim: Rect
    bleed: Rect
    placements: tuple[Placement, ...]
    label: str
    correction: Affine = IDENTITY
