"""Outlines: straight lines and cubic Bézier curves, in millimetres, y down."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, hypot, sqrt
from operator import mul
from typing import NamedTuple

from pnp.geometry.plane import Affine, Bounds, Point, Rect

POINTS_OF = {"M": 1, "L": 1, "C": 3, "Z": 0}
"""How many points each operator takes: move, line, curve (two controls and the end), close."""

ARC = 4 / 3 * (sqrt(2) - 1)
"""The control distance that makes a cubic curve a quarter of a unit circle."""


class Path(NamedTuple):
    """Operators ``M L C Z``, one letter each, and their points, flat: x, y, x, y.

    ``Path("MLLZ", (0, 0, 10, 0, 5, 8))`` is a triangle. A path may have several subpaths; each
    begins with its only ``M``.
    """

    ops: str
    coords: tuple[float, ...]

    @classmethod
    def polygon(cls, points: Sequence[tuple[float, float]]) -> "Path":
        """Return the closed outline through the points."""
        ops = "M" + "L" * (len(points) - 1) + "Z"
        return cls(ops, tuple(c for point in points for c in point))

    @classmethod
    def line(cls, start: tuple[float, float], end: tuple[float, float]) -> "Path":
        """Return one straight line."""
        return cls("ML", (*start, *end))

    @classmethod
    def rect(cls, rect: Rect, radius: float = 0.0, ry: float | None = None) -> "Path":
        """Return a rectangle, clockwise from the top left; its corners are rounded by a radius.

        With ``ry`` they are quarters of an ellipse, and ``radius`` is the one along x.
        """
        x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
        if ry is None:
            radius = ry = min(radius, rect.width / 2, rect.height / 2)
        rx, ry = min(radius, rect.width / 2), min(ry, rect.height / 2)
        if rx <= 0 or ry <= 0:
            return cls.polygon([(x, y), (right, y), (right, bottom), (x, bottom)])
        kx, ky = rx * (1 - ARC), ry * (1 - ARC)
        return cls(
            "MLCLCLCLCZ",
            (
                *(x + rx, y, right - rx, y),
                *(right - kx, y, right, y + ky, right, y + ry),
                *(right, bottom - ry),
                *(right, bottom - ky, right - kx, bottom, right - rx, bottom),
                *(x + rx, bottom),
                *(x + kx, bottom, x, bottom - ky, x, bottom - ry),
                *(x, y + ry),
                *(x, y + ky, x + kx, y, x + rx, y),
            ),
        )

    @classmethod
    def ellipse(cls, center: tuple[float, float], rx: float, ry: float) -> "Path":
        """Return an ellipse, clockwise from its rightmost point, as four curves."""
        x, y = center
        kx, ky = rx * ARC, ry * ARC
        return cls(
            "MCCCCZ",
            (
                *(x + rx, y),
                *(x + rx, y + ky, x + kx, y + ry, x, y + ry),
                *(x - kx, y + ry, x - rx, y + ky, x - rx, y),
                *(x - rx, y - ky, x - kx, y - ry, x, y - ry),
                *(x + kx, y - ry, x + rx, y - ky, x + rx, y),
            ),
        )

    def __add__(self, other: object) -> "Path":
        """Return both outlines as one."""
        if not isinstance(other, Path):
            return NotImplemented
        return Path(self.ops + other.ops, self.coords + other.coords)

    def placed(self, place: Affine) -> "Path":
        """Return the outline mapped by ``place``."""
        a, b, c, d, e, f = place
        it = iter(self.coords)
        moved = [
            v for x, y in zip(it, it, strict=True) for v in (a * x + c * y + e, b * x + d * y + f)
        ]
        return Path(self.ops, tuple(moved))

    def segments(self) -> Iterator[tuple[str, tuple[float, ...]]]:
        """Yield each operator with its coordinates."""
        start = 0
        for op in self.ops:
            end = start + 2 * POINTS_OF[op]
            yield op, self.coords[start:end]
            start = end

    def strokes(self) -> Iterator["Path"]:
        """Yield each line and curve as a path of its own, also the line that closes a subpath."""
        start = pen = (0.0, 0.0)
        for op, coords in self.segments():
            end = (coords[-2], coords[-1]) if coords else start
            if op == "M":
                start = end
            elif op == "C":
                yield Path("MC", (*pen, *coords))
            elif end != pen:
                yield Path.line(pen, end)
            pen = end

    def subpaths(self) -> list["Path"]:
        """Return each subpath as a path: a move and the operators up to the next move."""
        parts, at = [], 0
        for rest in self.ops.split("M")[1:]:
            end = at + 2 * (1 + rest.count("L") + 3 * rest.count("C"))
            parts.append(Path(f"M{rest}", self.coords[at:end]))
            at = end
        return parts

    def chords(self, steps: int, accuracy: float = 0.0) -> list[tuple[float, float]]:
        """Return the corners of the outline with each curve flattened to ``steps`` straight lines.

        They are fewer where these are surely within ``accuracy`` of the curve. The first point of a
        closed subpath is not repeated at its end.
        """
        corners: list[tuple[float, float]] = []
        coords, at = self.coords, 0
        for op in self.ops:
            if op == "C":
                curve = coords[at - 2 : at + 6]
                few = min(steps, _lines_within(accuracy, *curve)) if accuracy else steps
                corners += _on_curve(few, *curve)
                at += 6
            elif op != "Z":
                corners.append((coords[at], coords[at + 1]))
                at += 2
        return corners

    def chains(self, steps: int, boxes: Sequence[Bounds]) -> Iterator[list[tuple[float, float]]]:
        """Yield the parts of the outline that come near one of some boxes, as corners in a row.

        Curves are flattened to ``steps`` straight lines. What lies to one side of each box is left
        out, a curve if its controls do.
        """
        chain: list[tuple[float, float]] = []
        start = pen = (0.0, 0.0)
        for op, coords in self.segments():
            c = coords or start
            if op == "M":
                start = c[0], c[1]
            xs, ys = (pen[0], *c[::2]), (pen[1], *c[1::2])
            if op != "M" and _meets_one(min(xs), min(ys), max(xs), max(ys), boxes):
                chain = chain or [pen]
                chain += _on_curve(steps, *pen, *c) if op == "C" else [(c[0], c[1])]
            elif chain:
                yield chain
                chain = []
            pen = c[-2], c[-1]
        if chain:
            yield chain

    def points(self) -> list[Point]:
        """Return every point in order, control points included."""
        it = iter(self.coords)
        return [Point(x, y) for x, y in zip(it, it, strict=True)]


NO_PATH = Path("", ())


def cubic(
    start: tuple[float, float], control: tuple[float, float], end: tuple[float, float]
) -> tuple[float, ...]:
    """Return a quadratic curve as the points of the same cubic one, flat: two controls, the end."""
    (x, y), (cx, cy), (to_x, to_y) = start, control, end
    first = (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y))
    return (*first, to_x + 2 / 3 * (cx - to_x), to_y + 2 / 3 * (cy - to_y), to_x, to_y)


def _meets_one(x: float, y: float, x2: float, y2: float, boxes: Iterable[Bounds]) -> bool:
    """Say whether a box, given by its corners, touches one of some others."""
    for left, top, right, bottom in boxes:
        if x <= right and left <= x2 and y <= bottom and top <= y2:
            return True
    return False


def _on_curve(steps: int, *ends_and_controls: float) -> list[tuple[float, float]]:
    """Return ``steps`` points along a cubic curve, the last one its end.

    It takes eight numbers, not four points, which is twice as fast.
    """
    x0, y0, x1, y1, x2, y2, x3, y3 = ends_and_controls
    inner = [
        (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
        for a, b, c, d in _weights(steps)
    ]
    return [*inner, (x3, y3)]


def _lines_within(accuracy: float, *ends_and_controls: float) -> int:
    """Return how many lines of equal shares are nowhere further from a cubic curve.

    A chord's distance from a curve is at most an eighth of its second derivative, which is largest
    at an end.
    """
    x0, y0, x1, y1, x2, y2, x3, y3 = ends_and_controls
    bend = max(hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    return max(1, ceil(sqrt(6 / 8 * bend / accuracy)))


@lru_cache(maxsize=16)
def _weights(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """Return the weights of a curve's ends and controls at its inner points (Bernstein's)."""
    shares = [(step / steps, 1 - step / steps) for step in range(1, steps)]
    return tuple((u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t) for t, u in shares)


FLAT = 1e-6
"""A subpath this thin, as a share of its length, is a line: coordinates are not exact."""

ROUNDING_SHARE = 1e-15
"""How much of a product of two coordinates may be lost to rounding, as a share of it."""

Segment = tuple[tuple[float, float], ...]
"""The points of a straight line or a curve, from its start to its end."""


def filling(path: Path) -> Path:
    """Return the subpaths of an outline that enclose an area, the same object if all of them do.

    A fill paints nothing inside the others, but viewers of PDF draw each as a hairline.
    """
    rest = _without_lines(path)
    return path if rest is None else rest


@lru_cache(1024)
def _without_lines(path: Path) -> Path | None:
    """Return the subpaths that enclose an area, None if all do; cards share most outlines."""
    if path.ops.count("M") == 1:
        return None if _encloses(path) else NO_PATH
    parts = path.subpaths()
    kept = [part for part in parts if _encloses(part)]
    if len(kept) == len(parts):
        return None
    return sum(kept, NO_PATH)


def _encloses(part: Path) -> bool:
    return _turns(part.coords) or not (_is_straight(part.coords) or _runs_back(part))


def _is_straight(coords: tuple[float, ...]) -> bool:
    """Say whether all points, control points included, lie on one line."""
    (x, y), xs, ys = coords[:2], coords[2::2], coords[3::2]
    across, down = 0.0, 0.0
    for px, py in zip(xs, ys, strict=True):
        dx, dy = px - x, py - y
        if abs(across * dy - down * dx) > FLAT * max(
            across * across + down * down, dx * dx + dy * dy
        ):
            return False
        if dx * dx + dy * dy > across * across + down * down:
            across, down = dx, dy
    return True


def _runs_back(part: Path) -> bool:
    """Say whether every line and curve is also drawn in reverse, so that they cancel out."""
    segments = list(_segments(part))
    if len(segments) % 2:
        return False
    counts = Counter(segments)
    return all(counts[segment[::-1]] == count for segment, count in counts.items())


def _turns(coords: tuple[float, ...]) -> bool:
    """Say whether the polygon through all points has an area.

    Then they are not on one line, and lines do not cancel out: much quicker than to look for
    either, and true of almost all outlines. Of one that is tiny and far from the origin it is not
    said: rounding alone gives that an area.
    """
    xs, ys = coords[::2], coords[1::2]
    twice = sum(map(mul, xs, ys[1:] + ys[:1])) - sum(map(mul, ys, xs[1:] + xs[:1]))
    (left, right), (top, bottom) = (min(xs), max(xs)), (min(ys), max(ys))
    size = max(right - left, bottom - top)
    rounded = ROUNDING_SHARE * max(right, -left) * max(bottom, -top)
    return bool(abs(twice) > len(xs) * (4 * FLAT * size * size + rounded))


def _segments(part: Path) -> Iterator[Segment]:
    """Yield the lines and curves of a subpath, closed, their points rounded to whole grains."""
    grain = FLAT * max(max(part.coords) - min(part.coords), FLAT)
    steps = [round(value / grain) for value in part.coords]
    points = list(zip(steps[::2], steps[1::2], strict=True))
    pen, at = points[0], 1
    for op in part.ops[1:]:
        end = at + (3 if op == "C" else 1 if op == "L" else 0)
        if end > at:
            yield from _unless_empty(pen, *points[at:end])
            pen, at = points[end - 1], end
    yield from _unless_empty(pen, points[0])


def _unless_empty(*points: tuple[float, float]) -> Iterator[Segment]:
    if any(point != points[0] for point in points):
        yield points
