"""Colour vision: the perceived difference of two colours, and how they look to the colour-blind.

CIEDE2000 is implemented here, as the print rules compare many pairs of colours and coloraide takes
too long for them.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

from pnp.base.color import Color, encoded, linear

Rows = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

PROTANOPIA: Rows = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)

DEUTERANOPIA: Rows = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)

TRITANOPIA: Rows = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
"""Linear red, green and blue as an eye without one kind of cone sees them: Machado, Oliveira and
Fernandes, A physiologically-based model for simulation of color vision deficiency (2009), at full
severity (1.0)."""

LUMINANCE: Rows = ((0.2126, 0.7152, 0.0722),) * 3
"""Linear red, green and blue as a black-and-white printer prints them: the luminance of sRGB."""

SRGB_TO_XYZ: Rows = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)

WHITE_POINT = (0.95047, 1.0, 1.08883)
"""The matrix and the white point (D65) of sRGB, IEC 61966-2-1."""


class Lab(NamedTuple):
    """A colour of CIE 1976 L*a*b*: lightness from 0 to 100; a and b are 0 for greys."""

    lightness: float
    a: float
    b: float


def _simulation(rows: Rows) -> Callable[[Color], Color]:
    @lru_cache(maxsize=1024)
    def simulate(color: Color) -> Color:
        seen = _times(rows, tuple(linear(channel / 255) for channel in color))
        return Color(*(round(255 * encoded(min(1.0, max(0.0, part)))) for part in seen))

    return simulate


def grey(color: Color) -> Color:
    """Return a colour as a black-and-white printer prints it: the grey of equal luminance."""
    level = round(255 * encoded(color.luminance))
    return Color(level, level, level)


VISIONS: Mapping[str, Callable[[Color], Color]] = {
    "with protanopia": _simulation(PROTANOPIA),
    "with deuteranopia": _simulation(DEUTERANOPIA),
    "with tritanopia": _simulation(TRITANOPIA),
    "in grey": grey,
}
"""Ways in which a colour may be seen other than by full colour vision, named as in a message."""


@lru_cache(maxsize=4096)
def lab(color: Color) -> Lab:
    """Return a colour as L*a*b* under daylight (D65)."""
    xyz = _times(SRGB_TO_XYZ, tuple(linear(channel / 255) for channel in color))
    x, y, z = (_cube(part / white) for part, white in zip(xyz, WHITE_POINT, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def _times(rows: Rows, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in rows)


def _cube(t: float) -> float:
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def difference(one: Color, other: Color) -> float:
    """Return the perceived difference of two colours: CIEDE2000, of which 1 is just visible."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the colour difference of ISO/CIE 11664-6 with all weights 1.

    The names follow Sharma, Wu and Dalal, The CIEDE2000 color-difference formula (2005).
    """
    c_mean = (hypot(one.a, one.b) + hypot(other.a, other.b)) / 2
    g = 0.5 * (1 - sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    (c1, h1), (c2, h2) = (_polar((1 + g) * color.a, color.b) for color in (one, other))
    dl, dc = other.lightness - one.lightness, c2 - c1
    turn = _turn(h1, h2) if c1 * c2 else 0.0
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    l_mean, c_mean = (one.lightness + other.lightness) / 2, (c1 + c2) / 2
    h_mean = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    sl = 1 + 0.015 * (l_mean - 50) ** 2 / sqrt(20 + (l_mean - 50) ** 2)
    sc = 1 + 0.045 * c_mean
    sh = 1 + 0.015 * c_mean * _hue_weight(h_mean)
    light, chroma, hue = dl / sl, dc / sc, dh / sh
    turned = _rotation(c_mean, h_mean) * chroma * hue
    return sqrt(light * light + chroma * chroma + hue * hue + turned)


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _turn(h1: float, h2: float) -> float:
    """Return the shorter turn from one hue to another, in degrees from -180 to 180."""
    return (h2 - h1 + 180) % 360 - 180


def _hue_weight(hue: float) -> float:
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return 1 + sum(size * cos(radians(times * hue + shift)) for size, times, shift in waves)


def _rotation(chroma: float, hue: float) -> float:
    angle = 30 * exp(-(((hue - 275) / 25) ** 2))
    return -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(2 * angle))
