"""Leaves out the subpaths that enclose no area: straight lines, and lines drawn there and back."""

from collections import Counter
from collections.abc import Iterator

from pnp.geometry.path import Path

FLAT = 1e-6
"""A subpath this thin, as a share of its length, is a line: coordinates are not exact."""

Segment = tuple[tuple[float, float], ...]
"""The points of a straight line or a curve, from its start to its end."""


def filling(path: Path) -> Path:
    """Return the subpaths of an outline that enclose an area, the same object if all of them do.

    A fill paints nothing inside the others, but viewers of PDF draw each as a hairline.
    """
    if path.ops.count("M") == 1:
        return path if _encloses(path) else Path("", ())
    parts = path.subpaths()
    kept = [part for part in parts if _encloses(part)]
    if len(kept) == len(parts):
        return path
    return Path("".join(p.ops for p in kept), tuple(c for p in kept for c in p.coords))


def _encloses(part: Path) -> bool:
    return not _is_straight(part.coords) and not _runs_back(part)


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
