"""Boxes by their four sides, which are quicker to compare than a corner and a size.

A box with its sides swapped holds nothing.
"""

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from pnp.geometry import Affine, Point, Rect


class Box(NamedTuple):
    """An upright rectangle, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Return the width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Return the height."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return the corners, clockwise from the top left."""
        left, top, right, bottom = self
        return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)

    def meets(self, other: "Box") -> bool:
        """Say whether the boxes share an area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def within(self, other: "Box") -> "Box":
        """Return what both boxes hold."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> "Box":
        """Return the box with all sides moved out."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


NOWHERE = Box(inf, inf, -inf, -inf)


def box_of(rect: Rect) -> Box:
    """Return a rectangle as a box."""
    return Box(rect.x, rect.y, rect.right, rect.bottom)


def around(boxes: Iterable[Box]) -> Box:
    """Return the box around boxes, ``NOWHERE`` around none."""
    found = [box for box in boxes if box is not NOWHERE]
    if not found:
        return NOWHERE
    left, top, right, bottom = zip(*found, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


def hull(coords: Sequence[float]) -> Box:
    """Return the box around points given flat (x, y, x, y), the controls of curves included."""
    if not coords:
        return NOWHERE
    xs, ys = coords[::2], coords[1::2]
    return Box(min(xs), min(ys), max(xs), max(ys))


def placed(box: Box, place: Affine) -> Box:
    """Return the box around the image of a box."""
    a, b, c, d, e, f = place
    left, top, right, bottom = box
    if b == 0 and c == 0 and a > 0 and d > 0:
        return Box(a * left + e, d * top + f, a * right + e, d * bottom + f)
    if box is NOWHERE:
        return box
    xs = (a * left + c * top, a * right + c * top, a * right + c * bottom, a * left + c * bottom)
    ys = (b * left + d * top, b * right + d * top, b * right + d * bottom, b * left + d * bottom)
    return Box(min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f)
