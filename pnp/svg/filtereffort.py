"""Estimates the work of a filter in pixel visits, and from it the resolution to rasterise at."""

import re
from collections.abc import Iterable, Iterator
from math import inf, sqrt
from typing import NamedTuple

from pnp.geometry.plane import Size
from pnp.svg.resolved import ResolvedElement

MOST_PIXELS = 20_000_000
"""A3 at 300 dpi has 17 million; a larger image gets fewer dots per inch."""

MOST_WORK = 500_000_000
"""Pixel visits for one image: about five seconds, as resvg makes 100 million a second."""

MOST_WORK_OF_DRAWING = 4 * MOST_WORK
"""Pixel visits for all images of one drawing."""

MOST_OCTAVES = 10
"""Each octave of noise is half as strong as the last: the tenth is not visible."""

DPI = 300
"""The resolution of an image in dots per inch: what print needs, and no more."""

LEAST_DPI = 10
"""The lowest resolution: a region that needs a lower one is larger than anything printed."""

COARSEST = 1 / 3
"""The lowest share of its resolution that an image gets in order to save work."""

LESS = 0.9
"""The resolution is multiplied by this until the work is within the limit."""

STEP = 30
"""Visits to each pixel by a primitive that reads it once, colour conversion and copy included."""

_DRAWN = 10

_NOISE = 50

_KERNEL = 2

_WINDOW = 6

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class PrimitiveCost(NamedTuple):
    """The cost of a primitive: visits to each pixel, plus ``per_area`` times the squared scale.

    ``per_area`` is for primitives whose window is a number of user units, not of pixels.
    """

    fixed: float
    per_area: float = 0.0


def steps(primitives: Iterable[ResolvedElement], unit: Size) -> Iterator[PrimitiveCost]:
    """Yield the cost of each primitive; ``unit`` is the size of its unit in user units."""
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
    """Return the pixel visits for an image of a size in user units, each of so many ``dots``."""
    each = _DRAWN + sum(part.fixed + part.per_area * dots * dots for part in parts)
    return side.width * side.height * dots * dots * each


def resolution(size: Size, dots: float, parts: list[PrimitiveCost], inner: float) -> float | None:
    """Return the dots per inch at which an image is drawn, None if these would be too few.

    ``size`` is in user units, each of so many ``dots`` at ``DPI``; ``inner`` is the work of the
    filters inside the element.
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
    """Return an attribute's one or two numbers, without checks: resvg reports what is wrong."""
    numbers = [min(abs(float(number)), inf) for number in _NUMBER.findall(text)[:2]] or [0.0]
    return numbers[0], numbers[-1]
