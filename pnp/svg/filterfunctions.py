"""Reads the functions of the property ``filter``, as ``blur(2px) drop-shadow(1px 1px 0 red)``."""

import re
from collections.abc import Callable, Iterator

from pnp.base.color import Color, linear

_FUNCTION = re.compile(r"(blur|drop-shadow)\(((?:[^()]|\([^()]*\))*)\)", re.IGNORECASE)

_WORD = re.compile(r"[^\s,()]+(?:\([^()]*\))?")

_LENGTH = re.compile(r"[-+]?\.?\d.*")

FADED = 3
"""Standard deviations of a blur beyond which nothing of it is seen."""


def reach(text: str, measured: Callable[[str], float]) -> float:
    """Return how far a filter's functions draw beyond an element, in its user units.

    ``measured`` gives a length in user units.
    """
    return sum(_reaches(text, measured))


def _reaches(text: str, measured: Callable[[str], float]) -> Iterator[float]:
    for name, inside in _FUNCTION.findall(text):
        lengths = [abs(measured(word)) for word in _WORD.findall(inside) if _LENGTH.match(word)]
        *moves, blur = lengths if len(lengths) == 3 or name.lower() == "blur" else [*lengths, 0.0]
        yield max(moves, default=0.0) + FADED * blur


def in_linear_light(text: str, color_of: Callable[[str], tuple[Color, float]]) -> str:
    """Return functions with the colours of shadows as resvg takes them: in linear light."""

    def shadow(match: re.Match[str]) -> str:
        words = _WORD.findall(match[2])
        color = " ".join(word for word in words if not _LENGTH.match(word)) or "currentColor"
        lengths = " ".join(filter(_LENGTH.match, words))
        return f"drop-shadow({lengths} {linear_color(*color_of(color))})"

    return _FUNCTION.sub(lambda m: m[0] if m[1].lower() == "blur" else shadow(m), text)


def linear_color(color: Color, opacity: float) -> str:
    """Return a colour with the channels of its linear light, and its opacity: ``#371e0dff``."""
    light = Color(*(round(255 * linear(channel / 255)) for channel in color))
    return f"{light.hex}{round(255 * opacity):02x}"
