"""Faces and pages: one finished side of a component, and one finished side of a sheet."""

from dataclasses import dataclass
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Where
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.scene.node import Node


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Face:
    """A drawing whose origin is the top-left corner of the trim.

    ``bleed`` is how far the art runs past the trim on every side; ``safe`` is how far inside the
    trim everything of weight stays. ``where`` is the row the face was drawn for.
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
    """A place for one face: ``at`` is its trim's top-left corner on the paper.

    ``turn`` is the clockwise turn in degrees, a multiple of 90, about the middle of the slot.
    ``trim`` is the face's own size, before the turn.
    """

    at: Point
    trim: Size
    turn: int = 0

    @property
    def rect(self) -> Rect:
        """Return what the trim covers on the paper."""
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

    ``window`` is the part of the bleed box that is shown, on the paper. It holds the whole trim,
    unless the placement is one panel of a board that is larger than the paper.
    """

    slot: Slot
    face: Face
    key: str
    window: Rect

    @property
    def trim(self) -> Rect:
        """Return what the paper holds of the trim."""
        return self.slot.rect.intersection(self.window) or self.window


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A side of a sheet as it is printed, marks and labels included.

    ``nodes`` holds all that is drawn, placements too: each is a group that carries its key.
    ``trim`` is the box around all trims, ``bleed`` the box around all windows.
    """

    size: Size
    nodes: tuple[Node, ...]
    trim: Rect
    bleed: Rect
    placements: tuple[Placement, ...]
    label: str
