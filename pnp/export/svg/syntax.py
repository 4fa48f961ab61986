"""How numbers, outlines, maps and words are written in an SVG file."""

import re
from functools import lru_cache

from pnp.geometry.path import POINTS_OF, Path
from pnp.geometry.plane import IDENTITY, Affine

NUMBER = "%.12g"
"""No exponents and no trailing zeros, for what was rounded."""

GRAINS = 1000
"""Lengths are whole thousandths: rounding to an integer is quick, and it has no -0."""

LONG_PATH = 2000
"""Outlines with more coordinates than this are formatted anew each time: they would fill memory."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """Return a length with three decimals at most: a micrometre is finer than any press."""
    return NUMBER % (round(value * GRAINS) / GRAINS)


def lengths(**values: float) -> dict[str, str]:
    """Return attributes that are lengths."""
    return {name: number(value) for name, value in values.items()}


def path_data(path: Path) -> str:
    """Return an outline as the ``d`` of a path element."""
    return _data(path) if len(path.coords) > LONG_PATH else _known_data(path)


def _data(path: Path) -> str:
    return _form(path.ops) % tuple([round(value * GRAINS) / GRAINS for value in path.coords])


_known_data = lru_cache(maxsize=8192)(_data)


def transform(place: Affine) -> str:
    """Return a map as SVG writes it: a factor that is multiplied needs more than three decimals."""
    if place[:4] == IDENTITY[:4]:
        return f"translate({_factor(place.e)} {_factor(place.f)})"
    return f"matrix({' '.join(map(_factor, place))})"


def clean(words: str) -> str:
    """Return words without the characters that no XML file may hold."""
    return _NOT_XML.sub("", words)


def _factor(value: float) -> str:
    return f"{round(value, 9) + 0.0:.9g}"


@lru_cache(maxsize=1024)
def _form(ops: str) -> str:
    """Return what the numbers are put into: formatting them all at once takes a third as long."""
    return "".join(op + " ".join([NUMBER] * (2 * POINTS_OF[op])) for op in ops)
