"""Tracks: one sheet with positions, each a row; its template reads them as ``track.positions``.

Each position has the columns of its row, with ``x`` and ``y`` in millimetres from the trim's
top-left corner, and its ``number``, counted from 1.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import dist
from typing import ClassVar, Literal

from pnp.base.diagnostics import Where, quote
from pnp.data.entry import CutEntry, EntryContext, Form, PartsEntry
from pnp.data.fields import Length
from pnp.data.game import Card
from pnp.geometry.plane import ROUNDING, Point
from pnp.kinds import gameboard
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.piece import Panels, Piece


class TrackEntry(PartsEntry, CutEntry):
    """A strip or board with positions: a row for each, with `x` and `y` in millimetres."""

    kind: Literal["track"]
    overlap: Length = 10.0
    """The width of the strip by which a panel is glued to its neighbour; 0 mm: they are butted."""

    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    needed: ClassVar[tuple[str, ...]] = ("x", "y")

    def form(self, at: EntryContext) -> Form:
        """Return size and cut, and how panels are joined."""
        return super().form(at)._replace(own=Panels(self.overlap))

    def check_parts(self, cards: Sequence[Card], table: Where, at: EntryContext) -> None:
        """Note a track without positions, positions outside it, and two at one place."""
        if not cards:
            at.problems.note("the track has no positions", table, "write a row for each")
        for card in cards:
            for axis, value, most in zip("xy", place_of(card), self.size, strict=True):
                if not -ROUNDING <= value <= most + ROUNDING:
                    message = f"the position {quote(card.id)} is outside the track"
                    hint = f"the track is {self.size}: write 0 to {most:g}"
                    at.problems.note(message, card.where_of(axis), hint)
        for one, other in combinations(cards, 2):
            if dist(place_of(one), place_of(other)) < NEAREST:
                message = f"the position {quote(other.id)} is at the same place as {quote(one.id)}"
                at.problems.note(message, other.where_of("x"), f"that one is at {one.where}")


NEAREST = 0.1
"""Millimetres: positions closer than this are reported as the same place."""


def place_of(card: Card) -> Point:
    """Return a row's position in millimetres from the trim's top-left corner, y down."""
    x, y = card.values["x"], card.values["y"]
    assert isinstance(x, int | float)
    assert isinstance(y, int | float)
    return Point(x, y)


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a track, which may be split into panels."""
    parts = faces.component.parts
    assert parts is not None
    positions = [
        {"number": number, **row.values, "id": row.id} for number, row in enumerate(parts.cards, 1)
    ]
    values = {**faces.values, "track": {"positions": positions}}
    return gameboard.piece(card, replace(faces, values=values))


TRACK = ComponentKind(name="track", entry=TrackEntry, piece=piece)
