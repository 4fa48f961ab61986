"""The syntax of attribute values: numbers, path data, transforms, text."""

import re
from functools import lru_cache

from pnp.geometry.path import POINTS_OF, Path
from pnp.geometry.plane import IDENTITY, Affine

NUMBER = "%.12g"
"""A format without exponents or trailing zeros, for rounded values."""

GRAINS = 1000
"""Lengths are rounded to thousandths, via an integer: that is fast, and gives no -0."""

LONG_PATH = 2000
"""Paths with more coordinates than this are not cached: they would fill the memory."""

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What XML has no character for (XML 1.0, section 2.2). Those that it has take 7 ms to compile."""


def number(value: float) -> str:
    """Return a length with three decimals at most: a micrometre is finer than any press."""
    return NUMBER % (round(value * GRAINS) / GRAINS)


def lengths(**values: float) -> dict[str, str]:
    """Return attributes with lengths as values."""
    return {name: number(value) for name, value in values.items()}


def path_data(path: Path) -> str:
    """Return a path as the ``d`` attribute of a path element."""
    return _data(path) if len(path.coords) > LONG_PATH else _known_data(path)


def _data(path: Path) -> str:
    return _form(path.ops) % tuple([round(value * GRAINS) / GRAINS for value in path.coords])


_known_data = lru_cache(maxsize=8192)(_data)


def transform(place: Affine) -> str:
    """Return a map as a ``transform``, with nine digits: factors need more than lengths."""
    if place[:4] == IDENTITY[:4]:
        return f"translate({_factor(place.e)} {_factor(place.f)})"
    return f"matrix({' '.join(map(_factor, place))})"


def clean(words: str) -> str:
    """Return a text without the characters that XML forbids."""
    return _NOT_XML.sub("", words)


def escaped(words: str) -> str:
    """Return a text as the value of an attribute."""
    return (
        words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )


def _factor(value: float) -> str:
    return f"{round(value, 9) + 0.0:.9g}"


@lru_cache(maxsize=1024)
def _form(ops: str) -> str:
    """Return a format string for the coordinates of a path with these operators."""
    # Formatting all numbers at once takes a third of the time.
    return "".join(op + " ".join([NUMBER] * (2 * POINTS_OF[op])) for op in ops)
