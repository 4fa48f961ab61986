"""How much work a filter is, estimated before it is done, in visits to pixels."""

import re
from collections.abc import Iterable, Iterator
from math import inf, sqrt
from typing import NamedTuple

from pnp.geometry.plane import Size
from pnp.svg.resolved import ResolvedElement

MOST_PIXELS = 20_000_000
"""A3 at 300 dpi has 17 million; a larger image gets fewer dots per inch."""

MOST_WORK = 500_000_000
"""Visits to pixels for one image: about five seconds, since resvg makes 100 million a second."""

MOST_WORK_OF_DRAWING = 4 * MOST_WORK
"""Visits to pixels for all images of one drawing."""

MOST_OCTAVES = 10
"""Each layer of noise is half as strong as the last: the tenth no longer shows."""

DPI = 300
"""What print needs, and no more."""

LEAST_DPI = 10
"""A region that gets fewer is larger than anything that is printed."""

COARSEST = 1 / 3
"""An image that is much work has at least this share of the dots per inch it would have."""

LESS = 0.9
"""It is tried again and again with this share of them."""

STEP = 30
"""Visits to each pixel by a primitive that looks at it once, with colours converted and copied."""

_DRAWN = 10

_NOISE = 50

_KERNEL = 2

_WINDOW = 6

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class PrimitiveCost(NamedTuple):
    """A primitive: visits to each pixel, and how many more for each square user unit of reach."""

    fixed: float
    per_area: float = 0.0


def steps(primitives: Iterable[ResolvedElement], unit: Size) -> Iterator[PrimitiveCost]:
    """Yield what each primitive takes; ``unit`` is the size of its own unit in user units."""
    for primitive in primitives:
        attrs = primitive.attrs
        match primitive.source.tag:
            case "feMorphology":
                across, down = _pair(attrs.get("radius", "0"))
                yield PrimitiveCost(STEP, _WINDOW * across * down * unit.width * unit.height)
            case "feConvolveMatrix":
                across, down = _pair(attrs.get("order", "3"))
                yield PrimitiveCost(STEP + _KERNEL * across * down)
            case "feTurbulence":
                octaves = min(MOST_OCTAVES, _pair(attrs.get("numOctaves", "1"))[0])
                yield PrimitiveCost(STEP + _NOISE * octaves)
            case "feGaussianBlur" | "feDropShadow" | "feDiffuseLighting" | "feSpecularLighting":
                yield PrimitiveCost(2 * STEP)
            case _:
                yield PrimitiveCost(STEP)


def work(side: Size, dots: float, parts: Iterable[PrimitiveCost]) -> float:
    """Return how often pixels are visited in an image of a size, with dots to a user unit."""
    each = _DRAWN + sum(part.fixed + part.per_area * dots * dots for part in parts)
    return side.width * side.height * dots * dots * each


def resolution(size: Size, dots: float, parts: list[PrimitiveCost], inner: float) -> float | None:
    """Return the dots per inch at which an image is drawn, None where these would be too few.

    ``size`` is in user units, of which each has so many ``dots`` at ``DPI``; ``inner`` is the work
    of filters within.
    """
    area = size.width * size.height * dots * dots
    most = min(1.0, sqrt(MOST_PIXELS / area)) if area else 1.0
    share = most
    while most * DPI >= LEAST_DPI and share >= most * COARSEST:
        if work(size, dots * share, parts) + inner <= MOST_WORK:
            return share * DPI
        share *= LESS
    return None


def _pair(text: str) -> tuple[float, float]:
    """Return one or two numbers, without regard to what is wrong with them: resvg sees to that."""
    numbers = [min(abs(float(found)), inf) for found in _NUMBER.findall(text)[:2]] or [0.0]
    return numbers[0], numbers[-1]
