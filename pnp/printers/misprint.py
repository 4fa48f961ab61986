"""How a printer lays the back side of a sheet: measured at eight verniers, and undone.

A printer moves the back side by about a millimetre, turns it a little, and makes it longer or
shorter as heat and rollers pull the paper. Five numbers describe that well: with one scale for both
directions twice the error is left, and with a sixth for shear no less.
"""

from collections.abc import Sequence
from math import degrees, hypot, sqrt
from typing import NamedTuple

from pnp.geometry.plane import Affine, Point, Size
from pnp.imposition.sheet import FlipAxis

WORST_RESIDUE = 0.3
"""Millimetres, the root of the summed squares of what the five numbers leave of eight readings.

Rounding to tenths and an eye that is 0.05 mm off leave 0.1 mm; one reading wrong by 0.6 mm leaves
more than this.
"""

ALIKE = 0.15
"""Millimetres: doubts about two readings are equal if the others then agree as well as this."""


class Reading(NamedTuple):
    """A reading of one vernier: ``Reading("A", Point(-78, -128), True, 0.7)``.

    ``at`` is the place where it was read, in millimetres from the middle of the paper, seen from
    the front. ``shift`` is how far the back side lies to the right there, or down if not
    ``across``.
    """

    letter: str
    at: Point
    across: bool
    shift: float


class Misprint(NamedTuple):
    """Where the back side lies, seen from the front: ``Misprint(0.7, -0.3, 0.004, 1.001, 0.999)``.

    ``x`` and ``y`` are the shift of the middle of the paper, in millimetres, y down. ``turn`` is
    the turn about it, in radians, clockwise. ``width`` and ``height`` are factors.
    """

    x: float
    y: float
    turn: float
    width: float
    height: float

    @property
    def map(self) -> Affine:
        """Return where points of the back side lie, in millimetres from the middle of the paper."""
        return Affine(self.width, self.turn, -self.turn, self.height, self.x, self.y)

    def shift(self, reading: Reading) -> float:
        """Return what a vernier at the place of a reading shows."""
        place = self.map.apply(*reading.at)
        return place.x - reading.at.x if reading.across else place.y - reading.at.y

    def worst(self, paper: Size) -> float:
        """Return how far the corner of the paper that is off most is off, in millimetres."""
        corners = [(x * paper.width / 2, y * paper.height / 2) for x in (-1, 1) for y in (-1, 1)]
        moved = [(self.map.apply(*corner), corner) for corner in corners]
        return max(hypot(there.x - x, there.y - y) for there, (x, y) in moved)

    def correction(self, paper: Size, mirror: FlipAxis) -> Affine:
        """Return the map for the contents of a back page, so that they lie where they are planned.

        What the printer does is seen from the front, a back page from behind: ``mirror`` leads
        from one to the other. The map is of the page's own coordinates, in millimetres, y down.
        """
        flip = Affine(a=-1) if mirror is FlipAxis.SIDEWAYS else Affine(d=-1)
        to_middle = Affine.move(-paper.width / 2, -paper.height / 2)
        back_again = Affine.move(paper.width / 2, paper.height / 2)
        return back_again @ flip @ self.map.inverse() @ flip @ to_middle

    def __str__(self) -> str:
        sideways = f"{abs(self.x):.1f} mm {'right' if self.x >= 0 else 'left'}"
        along = f"{abs(self.y):.1f} mm {'down' if self.y >= 0 else 'up'}"
        turned = f"{degrees(self.turn):+.2f}°"
        scaled = f"{self.width - 1:+.2%} wide, {self.height - 1:+.2%} high"
        return f"{sideways}, {along}, turned {turned}, {scaled}"


def measured(readings: Sequence[Reading]) -> Misprint:
    """Return the misprint that fits readings best: that of the least squares.

    Small angles are their own sine, so that the five numbers are linear in the readings.
    """
    rows = [(_weights(reading), reading.shift) for reading in readings]
    normal = [
        [sum(row[i] * row[j] for row, _ in rows) for j in range(5)]
        + [sum(row[i] * shift for row, shift in rows)]
        for i in range(5)
    ]
    x, y, turn, wider, higher = _solved(normal)
    return Misprint(x, y, turn, 1 + wider, 1 + higher)


def _weights(reading: Reading) -> tuple[float, ...]:
    """Return by how much each of the five numbers moves the back side at a reading's place."""
    x, y = reading.at
    return (1.0, 0.0, -y, x, 0.0) if reading.across else (0.0, 1.0, x, 0.0, y)


def _solved(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations by elimination; the right side is the last column."""
    for column in range(len(rows)):
        best = max(range(column, len(rows)), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = [value / rows[column][column] for value in rows[column]]
        rows = [
            [value - row[column] * over for value, over in zip(row, pivot, strict=True)]
            for row in rows
        ]
        rows[column] = pivot
    return [row[-1] for row in rows]


class Doubt(NamedTuple):
    """A reading that the others contradict, and the shift that they expect in its place."""

    letter: str
    expected: float


def residue(readings: Sequence[Reading]) -> float:
    """Return what the best misprint leaves of the readings: the root of the summed squares."""
    fitted = measured(readings)
    return sqrt(sum((fitted.shift(reading) - reading.shift) ** 2 for reading in readings))


def doubts(readings: Sequence[Reading]) -> tuple[Doubt, ...]:
    """Return the readings of which one must be wrong; nothing if all agree.

    Without the wrong one the others agree. Eight readings of five numbers leave three to spare, so
    the one on the same side at the other end may explain as much: then both are returned. If more
    than one reading is wrong, no single one explains it, and the best guesses are returned.
    """
    if residue(readings) <= WORST_RESIDUE:
        return ()
    without = [[other for other in readings if other is not each] for each in readings]
    left = [residue(others) for others in without]
    return tuple(
        Doubt(each.letter, measured(others).shift(each))
        for each, others, rest in zip(readings, without, left, strict=True)
        if rest <= min(left) + ALIKE
    )
