"""How far art runs past the cut on finished pictures, read off their pixels.

What counts is what is drawn, not what a component promises: a ground that reaches the cut should
not end in white paper before the service's bleed does.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import ceil

from pnp.base.diagnostics import counted
from pnp.destinations.plates import MadePicture
from pnp.geometry.path import Path
from pnp.geometry.plane import ROUNDING, Point
from pnp.scene.image import Samples, load_image, samples

INSIDE = (0.5, 1.2, 2.0)
"""Millimetres inside the cut: paint at all of them is a ground, a line is narrower."""

WHITE, GROUND = 250, 235
"""Paper has at least ``WHITE`` of 255 in each colour, a ground less than ``GROUND`` in one."""

STEP = 0.05
"""Millimetres: how exactly the end of the art is found; less than a pixel."""

SLACK = 0.1
"""Millimetres that may be missing at the edge of the bleed: a pixel, or a rounded length."""

POINTS = 20
"""Points of a side that are looked at."""

CutLine = Callable[[float], Path]
"""The cut on a picture in millimetres, moved inwards by so many; outwards if negative."""


def too_short(
    name: str, pictures: Iterable[tuple[MadePicture, CutLine]], wanted: float
) -> Iterator[str]:
    """Yield what to say of a component whose art ends before a service's bleed does."""
    ends = [(art_ends(picture, cut, wanted), picture.plate.stem) for picture, cut in pictures]
    short = sorted((end, stem) for end, stem in ends if end is not None)
    if short:
        end, stem = short[0]
        others = f" (and of {counted(len(short) - 1, 'more picture')})" if short[1:] else ""
        told = f"{name}: the art of {stem}{others} ends {end:.1f} mm past the cut"
        yield f"{told}, {wanted + ROUNDING:.3g} mm are printed"


def art_ends(picture: MadePicture, cut: CutLine, wanted: float) -> float | None:
    """Return how far past the cut the art ends, on the side where it ends soonest.

    Return None if it runs far enough. A side ends too soon if half of its points do: single
    details, as a leaf, may end anywhere.
    """
    shown = samples(load_image(picture.data))
    dots = shown.width / picture.plate.size.width  # limits may have made it coarser than asked
    near, far = (_sides(cut(inset)) for inset in (max(INSIDE), -wanted))
    found = []
    for inner, outer in zip(near, far, strict=True):
        rays = zip(inner, outer, strict=True)
        ends = [end for ray in rays if (end := _end(shown, dots, ray, wanted)) is not None]
        if ends and 2 * len(ends) >= len(inner):
            found.append(min(ends))
    return min(found, default=None)


def _sides(path: Path) -> list[list[Point]]:
    """Return points of each side of an outline: of a circle, of each quarter."""
    corners = [Point(*at) for at in path.chords(POINTS)]
    if "C" in path.ops:
        return [corners[at : at + POINTS] for at in range(0, 4 * POINTS, POINTS)]
    shares = [(number + 0.5) / POINTS for number in range(POINTS)]
    return [
        [_between(*ends, share) for share in shares] for ends in pairwise([*corners, corners[0]])
    ]


def _between(one: Point, other: Point, share: float) -> Point:
    return Point(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y))


def _end(shown: Samples, dots: float, ray: tuple[Point, Point], wanted: float) -> float | None:
    """Return how far past the cut a ground ends in white; None without a ground, or if it goes on.

    ``ray`` are two points: the innermost that is looked at, and the outermost.
    """

    def least(distance: float) -> int:
        share = (distance + max(INSIDE)) / (wanted + max(INSIDE))
        return _least(shown, dots, _between(*ray, share))

    last = wanted - SLACK
    if any(least(-deep) >= GROUND for deep in INSIDE) or least(last) < WHITE:
        return None
    distances = (STEP * number for number in range(ceil(wanted / STEP)))
    white = next((distance for distance in distances if least(distance) >= WHITE), last)
    return max(0.0, white - STEP / 2)


def _least(shown: Samples, dots: float, at: Point) -> int:
    """Return the darkest of the three colours of the pixel at a point."""
    column = min(max(int(at.x * dots), 0), shown.width - 1)
    row = min(max(int(at.y * dots), 0), shown.height - 1)
    first = 3 * (row * shown.width + column)
    return min(shown.data[first : first + 3])
