"""Outlines that are cut along: whether a knife can follow them and free one whole piece."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pnp.geometry import Point, Rect, Size, area
from pnp.scene.path import Path

CHORDS = 16
"""How many straight lines stand for a curve."""

SLACK = 0.01
"""Millimetres: points closer than this are one, as editors round what they save."""

EDGE_SLACK = 0.1
"""Millimetres beside the trim at which an outline still counts as drawn along its edge."""

Chord = tuple[Point, Point]


@lru_cache(maxsize=64)
def crossing(outline: Path) -> Point | None:
    """Return a place where a part of an outline meets or crosses itself, or None.

    Each closed or open part is looked at by itself: a slit may begin at the edge.
    """
    for part in outline.subpaths():
        found = _first_meeting(_chords(_corners(part), closed="Z" in part.ops))
        if found is not None:
            return found
    return None


def encloses(outline: Path) -> bool:
    """Return whether a knife that follows the outline comes round, and frees something."""
    return any(abs(area(_corners(part))) > SLACK for part in outline.subpaths() if _closes(part))


def leaves(outline: Path, trim: Size) -> Point | None:
    """Return a place where an outline leaves the trim, or None."""
    room = Rect.of(trim)
    points = (point for part in outline.subpaths() for point in _corners(part))
    return next((p for p in points if not room.contains(Rect(p.x, p.y, 0, 0), EDGE_SLACK)), None)


def _closes(part: Path) -> bool:
    corners = list(_along(part))
    return "Z" in part.ops or not _apart(corners[0], corners[-1])


def _corners(part: Path) -> list[Point]:
    """Return the points along a part without those that repeat, the first one not again."""
    corners: list[Point] = []
    for point in _along(part):
        if not corners or _apart(corners[-1], point):
            corners.append(point)
    while len(corners) > 1 and "Z" in part.ops and not _apart(corners[0], corners[-1]):
        corners.pop()
    return corners


def _along(part: Path) -> Iterator[Point]:
    return (Point(x, y) for x, y in part.chords(CHORDS))


def _apart(a: Point, b: Point) -> bool:
    return max(abs(a.x - b.x), abs(a.y - b.y)) > SLACK


def _chords(corners: Sequence[Point], *, closed: bool) -> list[tuple[int, Chord]]:
    """Return the numbered lines between neighbouring points, from left to right."""
    ends = [*corners[1:], corners[0]] if closed else corners[1:]
    chords = list(enumerate(zip(corners, ends, strict=False)))
    return sorted(chords, key=lambda chord: min(chord[1][0].x, chord[1][1].x))


def _first_meeting(chords: Sequence[tuple[int, Chord]]) -> Point | None:
    last = len(chords) - 1
    for at, (number, one) in enumerate(chords):
        right = max(one[0].x, one[1].x)
        for other_number, other in chords[at + 1 :]:
            if min(other[0].x, other[1].x) > right:
                break
            neighbours = abs(number - other_number) in (1, last)
            found = None if neighbours else _meeting(one, other)
            if found is not None:
                return found
    return None


def _meeting(one: Chord, other: Chord) -> Point | None:
    """Return where two lines meet; ends count."""
    (a, b), (c, d) = one, other
    if min(a.y, b.y) > max(c.y, d.y) or min(c.y, d.y) > max(a.y, b.y):
        return None
    from_a, from_b = _side(c, d, a), _side(c, d, b)
    if from_a * from_b > 0 or _side(a, b, c) * _side(a, b, d) > 0:
        return None
    if from_a == from_b:
        return sorted((a, b, c, d))[1]
    share = from_a / (from_a - from_b)
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def _side(a: Point, b: Point, point: Point) -> float:
    """Return on which side of a line a point lies: above or below 0; 0 on the line."""
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
