"""Lengths: the one unit inside is the millimetre; every factor to other units is in this module."""

import re

from pnp.base.diagnostics import quote

MM_PER_INCH = 25.4

POINTS_PER_INCH = 72.0

PIXELS_PER_INCH = 96.0
"""CSS fixes the pixel at 1/96 inch (CSS Values and Units 3, section 5.2)."""

MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH

POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH

MM_PER_PIXEL = MM_PER_INCH / PIXELS_PER_INCH

MM_PER_UNIT = {
    "mm": 1.0,
    "cm": 10.0,
    "in": MM_PER_INCH,
    "pt": MM_PER_POINT,
    "px": MM_PER_PIXEL,
}

_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*([a-z]+)\s*")


def parse_length(text: str) -> float:
    """Return a length in millimetres from text like ``44 mm``, ``2.5in`` or ``7 pt``.

    Raises:
        ValueError: the text has no number, no unit, or an unknown unit.
    """
    match = _LENGTH.fullmatch(text)
    if match is None or match[2] not in MM_PER_UNIT:
        raise ValueError(f"{quote(text)} is not a length: write a number and mm, cm, in, pt or px")
    return float(match[1]) * MM_PER_UNIT[match[2]]


def pixels(length: float, dpi: float) -> int:
    """Return a length in millimetres as whole pixels at a resolution, at least one."""
    return max(1, round(length / MM_PER_INCH * dpi))
