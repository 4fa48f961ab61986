"""One direction of a board that is split: how many panels, and where each lies on its paper."""

from math import ceil
from typing import NamedTuple

from pnp.imposition.frame import MARK_ROOM, bleed_kept

STRIP_LEAST = 4.0
"""The narrowest glue strip in millimetres; less does not hold."""

JOINT_BLEED = 3.0
"""How far the drawing runs on past a joint, in millimetres, so that no white shows in it."""

_SLACK = 1e-6


class Span(NamedTuple):
    """A panel along one direction: its start, and what is kept of the drawing beyond its ends.

    ``strip`` is the glue strip behind its end, 0 where there is none. All in millimetres.
    """

    start: float
    before: float
    after: float
    strip: float


class Axis(NamedTuple):
    """A direction of the paper, and so many panels of a board along it. Lengths in millimetres.

    ``start`` and ``room`` are where the printer reaches, ``margin`` is the paper behind that.
    ``length`` and ``bleed`` are the board's, ``overlap`` is the width of the glue strips wanted.
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
        """Return the axis with as few panels as can be printed and have paper for their strips."""
        whole = self.room - max(0.0, self._least - self.margin)
        if self.length <= self.room + _SLACK:
            return self._replace(parts=1)
        return self._replace(parts=ceil((self.length - _SLACK) / max(whole, 1.0)))

    @property
    def panel(self) -> float:
        """Return the length of each panel."""
        return self.length / self.parts

    @property
    def free(self) -> float:
        """Return how much the printer reaches beside a panel."""
        return self.room - self.panel

    @property
    def spare(self) -> float:
        """Return how much of that is not needed for the narrowest strip."""
        needed = max(0.0, self._least - self.margin) if self.parts > 1 else 0.0
        return max(0.0, self.free - needed)

    @property
    def strip(self) -> float:
        """Return the width of the glue strips: they come before bleed and marks."""
        return min(self.overlap, self.free + self.margin) if self.parts > 1 else 0.0

    def behind(self, taken: float) -> "Axis":
        """Return the axis behind what is taken off its start."""
        return self._replace(start=self.start + taken, room=self.room - taken)

    def span(self, number: int) -> Span:
        """Return where a panel lies, counted from 0."""
        first, last = number == 0, number == self.parts - 1
        strip = 0.0 if last else self.strip
        bleed = self.bleed if first else JOINT_BLEED
        before = (self.free - strip) / 2
        if strip and before < bleed + MARK_ROOM:
            before = min(bleed + MARK_ROOM, max(0.0, self.free + self.margin - strip))
        before = min(before, self.free)
        after = self.free - before
        kept = bleed_kept(after, self.bleed if last else JOINT_BLEED)
        return Span(
            start=self.start + before,
            before=bleed_kept(before, bleed),
            after=min(JOINT_BLEED, after, strip / 2) if strip else kept,
            strip=strip,
        )

    @property
    def _least(self) -> float:
        return min(self.overlap, STRIP_LEAST)
