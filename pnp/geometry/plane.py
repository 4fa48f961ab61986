"""Points, sizes, rectangles, sides and affine maps: frozen, in millimetres, y down.

There are two types of upright rectangle. A ``Rect`` is a corner and a size, for what is laid out,
drawn and written: ``Rect(10, 20, 63, 88)``. ``Bounds`` are four edges, for what is measured on
drawings and compared millions of times: ``Bounds(10, 20, 73, 108)`` is the same rectangle, and is
moved and intersected in half the time. ``Bounds.of(rect)`` and ``bounds.rect`` convert.

The first constants are tolerances: by how many millimetres two lengths or points may differ and
still count as equal. A preflight rule that allows for hands, eyes or rounded numbers defines its
own tolerance beside its limit; so does the proof, for the numbers that it reads back.
"""

from collections.abc import Iterable, Sequence
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple

ROUNDING = 1e-6
"""More than the error of adding floats, which must not cost a column of cards or a line of text."""

SAVED = 0.01
"""Editors round to this when they save: points and sizes that differ by less are equal."""

ALONG_EDGE = 0.1
"""An outline this close to an edge is meant to run along it: hands draw no more exactly."""


class Point(NamedTuple):
    """A position in millimetres; y points down."""

    x: float
    y: float


ORIGIN = Point(0.0, 0.0)


class Size(NamedTuple):
    """A width and a height in millimetres; ``Size(44, 67)`` prints as ``44 x 67 mm``."""

    width: float
    height: float

    @property
    def turned(self) -> "Size":
        """Return the size after a quarter turn: width and height swapped."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{self.width:g} x {self.height:g} mm"


class Sides(NamedTuple):
    """One length for each side of a rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def all(cls, length: float) -> "Sides":
        """Return the same length on every side."""
        return cls(length, length, length, length)


class Rect(NamedTuple):
    """An upright rectangle by its top-left corner and its size: ``Rect(10, 20, 63, 88)``."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, size: Size, at: Point = ORIGIN) -> "Rect":
        """Return the rectangle of a size with its top-left corner at a point."""
        return cls(at.x, at.y, size.width, size.height)

    @classmethod
    def around(cls, xs: Sequence[float], ys: Sequence[float]) -> "Rect":
        """Return the smallest rectangle around points, given as their x and their y coordinates."""
        left, top = min(xs), min(ys)
        return cls(left, top, max(xs) - left, max(ys) - top)

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the y of the bottom edge."""
        return self.y + self.height

    @property
    def size(self) -> Size:
        """Return width and height."""
        return Size(self.width, self.height)

    @property
    def center(self) -> Point:
        """Return the middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, by: Sides | float) -> "Rect":
        """Return the rectangle with its sides moved in; a negative length moves them out."""
        sides = Sides.all(by) if isinstance(by, int | float) else by
        return Rect(
            self.x + sides.left,
            self.y + sides.top,
            self.width - sides.left - sides.right,
            self.height - sides.top - sides.bottom,
        )

    def shifted(self, x: float, y: float) -> "Rect":
        """Return the rectangle moved."""
        return Rect(self.x + x, self.y + y, self.width, self.height)

    def union(self, other: "Rect") -> "Rect":
        """Return the smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Rect(x, y, right - x, bottom - y)

    def intersection(self, other: "Rect") -> "Rect | None":
        """Return the area that both cover, or None if they do not overlap."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, right - x, bottom - y) if right > x and bottom > y else None

    def contains(self, other: "Rect", slack: float = ROUNDING) -> bool:
        """Say whether the other rectangle lies inside this one, give or take ``slack``."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


class Affine(NamedTuple):
    """The map (x, y) -> (a x + c y + e, b x + d y + f), in the order of SVG's and PDF's matrices.

    ``Affine.move(10, 0) @ Affine.scale(2)`` is ``Affine(2, 0, 0, 2, 10, 0)``: scale, then move.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def move(cls, x: float, y: float) -> "Affine":
        """Return the map that moves by a distance."""
        return cls(e=x, f=y)

    @classmethod
    def scale(cls, x: float, y: float | None = None) -> "Affine":
        """Return the map that scales about the origin."""
        return cls(a=x, d=x if y is None else y)

    @classmethod
    def turn(cls, degrees: float, about: Point = ORIGIN) -> "Affine":
        """Return the map that turns clockwise on paper (y is down) about a point."""
        quarters, rest = divmod(degrees, 90)
        if rest:
            c, s = cos(radians(degrees)), sin(radians(degrees))
        else:
            c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
        x, y = about
        return cls(c, s, -s, c, x - c * x + s * y, y - s * x - c * y)

    def __matmul__(self, inner: "Affine") -> "Affine":
        """Return the map that applies the inner one first, then this one."""
        a, b, c, d, e, f = self
        p, q, r, s, x, y = inner
        return Affine(
            a * p + c * q,
            b * p + d * q,
            a * r + c * s,
            b * r + d * s,
            a * x + c * y + e,
            b * x + d * y + f,
        )

    def apply(self, x: float, y: float) -> Point:
        """Return the image of a point."""
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def box(self, rect: Rect) -> Rect:
        """Return the upright rectangle around the image of a rectangle."""
        a, b, c, d, e, f = self
        x, y, width, height = rect
        along, up = (a * width, b * width), (c * height, d * height)
        left = a * x + c * y + e + min(along[0], 0.0) + min(up[0], 0.0)
        top = b * x + d * y + f + min(along[1], 0.0) + min(up[1], 0.0)
        return Rect(left, top, abs(along[0]) + abs(up[0]), abs(along[1]) + abs(up[1]))

    @property
    def determinant(self) -> float:
        """Return the factor by which areas grow; it is negative if the map mirrors."""
        return self.a * self.d - self.b * self.c

    @property
    def stretch(self) -> float:
        """Return the mean of the two factors by which lengths along the axes grow."""
        return hypot(self.a, self.b) * 0.5 + hypot(self.c, self.d) * 0.5

    def inverse(self) -> "Affine":
        """Return the inverse map.

        Raises:
            ZeroDivisionError: the map flattens the plane and has no inverse.
        """
        det = self.determinant
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Affine(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


IDENTITY = Affine()


class Bounds(NamedTuple):
    """The four edges of an upright rectangle, in millimetres: ``Bounds(10, 20, 73, 108)``.

    ``NOWHERE`` is the empty one: the box around nothing.
    """

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, rect: Rect) -> "Bounds":
        """Return the edges of a rectangle."""
        return cls(rect.x, rect.y, rect.right, rect.bottom)

    @classmethod
    def at(cls, point: Point) -> "Bounds":
        """Return the box around one point, which has no area."""
        return cls(*point, *point)

    @classmethod
    def hull(cls, coords: Sequence[float], place: Affine = IDENTITY) -> "Bounds":
        """Return the box around points given flat (x, y, x, y), mapped by ``place``.

        For an outline it includes the control points, so it may be too large, never too small.
        """
        if not coords:
            return NOWHERE
        xs, ys = coords[::2], coords[1::2]
        a, b, c, d, e, f = place
        if (b or c) and (a or d):  # not a quarter turn: the box of the mapped points is smaller
            moved = [(a * x + c * y + e, b * x + d * y + f) for x, y in zip(xs, ys, strict=True)]
            xs, ys = zip(*moved, strict=True)
            return cls(min(xs), min(ys), max(xs), max(ys))
        box = cls(min(xs), min(ys), max(xs), max(ys))
        return box if place is IDENTITY else box.placed(place)

    @classmethod
    def around(cls, boxes: Iterable["Bounds"]) -> "Bounds":
        """Return the box around boxes, ``NOWHERE`` around none."""
        some = [box for box in boxes if box is not NOWHERE]
        if not some:
            return NOWHERE
        left, top, right, bottom = zip(*some, strict=True)
        return cls(min(left), min(top), max(right), max(bottom))

    @property
    def rect(self) -> Rect:
        """Return the box as a corner and a size."""
        return Rect(self.left, self.top, self.right - self.left, self.bottom - self.top)

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

    def meets(self, other: "Bounds") -> bool:
        """Say whether the boxes share an area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def within(self, other: "Bounds") -> "Bounds":
        """Return the intersection; if it is empty, its left is right of its right, or so below."""
        return Bounds(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> "Bounds":
        """Return the box with all sides moved out."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def shifted(self, x: float, y: float) -> "Bounds":
        """Return the box moved."""
        return Bounds(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def placed(self, place: Affine) -> "Bounds":
        """Return the box around the image of this box under a map."""
        a, b, c, d, e, f = place
        left, top, right, bottom = self
        if b == 0 and c == 0 and a > 0 and d > 0:
            return Bounds(a * left + e, d * top + f, a * right + e, d * bottom + f)
        if self is NOWHERE:
            return self
        xs = (
            a * left + c * top,
            a * right + c * top,
            a * right + c * bottom,
            a * left + c * bottom,
        )
        ys = (
            b * left + d * top,
            b * right + d * top,
            b * right + d * bottom,
            b * left + d * bottom,
        )
        return Bounds(min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f)


NOWHERE = Bounds(inf, inf, -inf, -inf)
