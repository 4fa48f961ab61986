"""Colours of sRGB with eight bits a channel: their CSS notation, luminance and contrast."""

import re
from colorsys import hls_to_rgb
from functools import lru_cache
from math import degrees
from typing import NamedTuple

from pnp.base.diagnostics import quote


class Color(NamedTuple):
    """Red, green and blue from 0 to 255: ``Color(204, 0, 0)`` is a dark red."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        """Return the colour as ``#rrggbb``."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def luminance(self) -> float:
        """Return the relative luminance from 0 (black) to 1 (white), by WCAG 2.2."""
        r, g, b = (linear(channel / 255) for channel in self)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    def contrast(self, other: "Color") -> float:
        """Return the contrast ratio with another colour from 1 to 21, by WCAG 2.2."""
        dark, light = sorted((self.luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)


BLACK = Color(0, 0, 0)

WHITE = Color(255, 255, 255)

_FREQUENT = {"black": BLACK, "white": WHITE}
"""Names that nearly every drawing uses, if only as the initial value of ``fill``."""

_KEYWORDS = frozenset({"none", "currentcolor", "inherit", "initial", "unset"})
"""Words that stand in a colour's place and name none: the table of names is not loaded for them."""

_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")

_HSL = re.compile(r"hsla?\(([^()]*)\)")

_FUNCTION = re.compile(r"rgba?\(([^()]*)\)")


@lru_cache(maxsize=2048)
def parse_color(text: str) -> tuple[Color, float]:
    """Return a colour and its opacity (0 to 1) from CSS notation: a name, ``#hex``, ``rgb()``.

    ``#cc000033`` gives ``(Color(204, 0, 0), 0.2)``.

    Raises:
        ValueError: the text is not a colour.
    """
    word = text.strip().lower()
    if match := _HEX.fullmatch(word):
        return _from_hex(match[1])
    if match := _FUNCTION.fullmatch(word):
        return _from_function(match[1], text)
    if match := _HSL.fullmatch(word):
        return _from_hsl(match[1], text)
    if word == "transparent":
        return BLACK, 0.0
    if word in _FREQUENT:
        return _FREQUENT[word], 1.0
    if word.isalpha() and word not in _KEYWORDS and (color := _named(word)):
        return color, 1.0
    raise ValueError(
        f"{quote(text)} is not a colour: write #rrggbb, rgb(r, g, b) or an SVG colour name"
    )


def _named(word: str) -> Color | None:
    """Return a colour by its name in CSS Color 4, section 6.1; the table is Pillow's.

    Pillow is imported here: a run in which all colours are numbers does not need it.
    """
    from PIL import ImageColor

    return Color(*ImageColor.getrgb(word)[:3]) if word in ImageColor.colormap else None


def _from_hex(digits: str) -> tuple[Color, float]:
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return Color(red, green, blue), int(digits[6:] or "ff", 16) / 255


def _from_function(inside: str, text: str) -> tuple[Color, float]:
    parts = [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    if len(parts) not in (3, 4):
        raise ValueError(f"{quote(text)} is not a colour: rgb() takes three numbers and an opacity")
    try:
        red, green, blue = (_channel(part) for part in parts[:3])
        alpha = _fraction(parts[3]) if len(parts) == 4 else 1.0
        if "," in inside and len({part.endswith("%") for part in parts[:3]}) > 1:
            raise ValueError("mixed, which CSS Color 4 allows without commas only")
    except ValueError:
        raise ValueError(
            f"{quote(text)} is not a colour: rgb() takes numbers or percentages"
        ) from None
    return Color(red, green, blue), alpha


_DEGREES = {"deg": 1.0, "grad": 0.9, "rad": degrees(1), "turn": 360.0, "": 1.0}


def _from_hsl(inside: str, text: str) -> tuple[Color, float]:
    """Return a colour of hue, saturation and lightness (CSS Color 4, section 7.1)."""
    parts = [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    hue = re.fullmatch(r"([-+]?[\d.]+)(deg|grad|rad|turn)?", parts[0]) if parts else None
    if len(parts) not in (3, 4) or hue is None:
        hint = "write #rrggbb, or hsl() with a hue and two percentages"
        raise ValueError(f"{quote(text)} is not a colour: {hint}")
    try:
        angle = float(hue[1]) * _DEGREES[hue[2] or ""]
        saturation, light = (_fraction(part.rstrip("%") + "%") for part in parts[1:3])
        alpha = _fraction(parts[3]) if len(parts) == 4 else 1.0
    except ValueError:
        raise ValueError(f"{quote(text)} is not a colour: hsl() takes percentages") from None
    channels = hls_to_rgb(angle % 360 / 360, light, saturation)
    return Color(*(int(channel * 255 + 0.5) for channel in channels)), alpha


def _channel(part: str) -> int:
    value = float(part[:-1]) * 255 / 100 if part.endswith("%") else float(part)
    return int(min(255.0, max(0.0, value)) + 0.5)


def _fraction(part: str) -> float:
    value = float(part[:-1]) / 100 if part.endswith("%") else float(part)
    return min(1.0, max(0.0, value))


def mixed(one: Color, other: Color, share: float) -> Color:
    """Return the linear interpolation of two colours in sRGB; ``share`` 1 is ``other``."""
    return Color(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))


def linear(channel: float) -> float:
    """Return the linear light of a channel of sRGB (IEC 61966-2-1); both run from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> float:
    """Return the channel of sRGB for an amount of linear light: the inverse of ``linear``."""
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
