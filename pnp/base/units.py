"""Lengths, and the names of papers and component sizes; the one unit inside is the millimetre.

Every factor to other units is in this module.
"""

import re

from pnp.base.diagnostics import nearest, quote
from pnp.geometry.plane import Size

MM_PER_INCH = 25.4

POINTS_PER_INCH = 72.0

PIXELS_PER_INCH = 96.0
"""CSS fixes the pixel at 1/96 inch (CSS Values and Units 3, section 5.2)."""

MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH

POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH

MM_PER_PIXEL = MM_PER_INCH / PIXELS_PER_INCH

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT, "px": MM_PER_PIXEL}

_NUMBER = r"(?:\d+\.?\d*|\.\d+)"

_LENGTH = re.compile(rf"\s*([-+]?{_NUMBER})(?:\s*/\s*([1-9]\d?))?\s*([a-z]+)\s*")


def parse_length(text: str) -> float:
    """Return a length in millimetres from text like ``44 mm``, ``2.5in``, ``1/8 in`` or ``7 pt``.

    Raises:
        ValueError: the text has no number, no unit, or an unknown unit.
    """
    match = _LENGTH.fullmatch(text)
    if match is None and _LENGTH.fullmatch(pointed := with_points(text)):
        raise ValueError(f"{quote(text)} is not a length: {POINTS} {pointed.strip()}")
    if match is None or match[3] not in MM_PER_UNIT:
        raise ValueError(f"{quote(text)} is not a length: write a number and mm, cm, in, pt or px")
    return float(match[1]) / float(match[2] or 1) * MM_PER_UNIT[match[3]]


POINTS = "decimals have a point, as"


def with_points(text: str) -> str:
    """Return a text with a point for each decimal comma."""
    return re.sub(r"(?<=\d),(?=\d)", ".", text)


def inches(width: float, height: float) -> Size:
    """Return a size in millimetres that is given in inches."""
    return Size(width * MM_PER_INCH, height * MM_PER_INCH)


def pixels(length: float, dpi: float) -> int:
    """Return a length in millimetres as whole pixels at a resolution, at least one."""
    return max(1, round(length / MM_PER_INCH * dpi))


PAPERS = {
    "a5": Size(148, 210),
    "a4": Size(210, 297),
    "a3": Size(297, 420),
    "sra3": Size(320, 450),
    "half-letter": Size(139.7, 215.9),
    "letter": Size(215.9, 279.4),
    "legal": Size(215.9, 355.6),
    "tabloid": Size(279.4, 431.8),
    "arch-b": Size(304.8, 457.2),
    "super-b": Size(330.2, 482.6),
    "a4-letter": Size(210, 279.4),
}
"""Portrait, in millimetres (ISO 216, ISO 217, ANSI Y14.1). ``a4-letter`` is the area common to A4
and Letter: prints on both."""

COMPONENT_SIZES = {
    "poker": Size(63.5, 88.9),
    "standard": Size(63, 88),
    "bridge": Size(57.15, 88.9),
    "japanese": Size(59, 86),
    "us-game": Size(56, 87),
    "euro": Size(59, 92),
    "mini-us": Size(41, 63),
    "mini-euro": Size(44, 67),
    "micro": Size(31.75, 44.45),
    "tarot": Size(70, 120),
    "square": Size(70, 70),
    "business": Size(50.8, 88.9),
    "domino": Size(44.45, 88.9),
    "jumbo": Size(88.9, 127),
}
"""Portrait trim sizes in millimetres, from the makers' product lists (MakePlayingCards,
DriveThruCards, sleeves)."""

SLEEVES = ("mini-us", "mini-euro", "us-game", "euro", "japanese", "standard", "tarot", "square")
"""The sizes that sleeves are sold for, each by the name of its card in ``COMPONENT_SIZES``."""

SLEEVE_TIGHT, SLEEVE_LOOSE = 1.0, 3.0
"""How much larger and smaller than the card of its sleeve a card can be, in millimetres."""

SLEEVE_RIM = 3.0
"""How much wider and higher than its card a sleeve is taken to be, in millimetres: 66 x 91 for
63 x 88. Makers leave 1 to 2 mm at the sides and 2 to 3 mm at the top; no list of theirs was at
hand, so a maker who knows better writes ``play``."""


def sleeve_fits(card: Size, sleeve: str) -> bool:
    """Return whether a card goes into a sleeve and does not slide about in it."""
    made_for = COMPONENT_SIZES[sleeve]
    larger = [a - b for a, b in zip(card, made_for, strict=True)]
    return max(larger) <= SLEEVE_TIGHT and min(larger) >= -SLEEVE_LOOSE


_UNIT = r"(mm|cm|in|pt|px)"

_SIZE = re.compile(rf"\s*({_NUMBER})\s*{_UNIT}?\s*[x×*]\s*({_NUMBER})\s*{_UNIT}\s*", re.IGNORECASE)


_SIDES = re.compile(rf"\s*({_NUMBER})\D*[x×*]\s*({_NUMBER})\s*(\D*)")
"""Two numbers, with no unit or one that is not known."""

_BEGINS = {"mm": ("mil",), "cm": ("cent", "zent"), "in": ("in", '"', "″", "”")}
"""How the words for a unit begin that people write instead of it."""

LARGEST_IN_INCHES = 15.0
"""A card or board of sides up to this has them in inches, if nobody says a unit."""


def _with_unit(width: str, height: str, rest: str) -> str:
    """Return two sides with the unit that is probably meant."""
    small = max(float(width), float(height)) < LARGEST_IN_INCHES
    named = (unit for unit, begins in _BEGINS.items() if rest.lower().startswith(begins))
    return f"{width} x {height} {next(named, 'in' if small else 'mm')}"


def parse_size(text: str) -> Size:
    """Return a component's size in millimetres from a name or text like ``44 x 67 mm``.

    Raises:
        ValueError: neither a known name nor two lengths above 0 with a unit.
    """
    return _named_or_measured(text, COMPONENT_SIZES, "44 x 67 mm")


def parse_paper(text: str) -> Size:
    """Return a paper's size in millimetres from a name, as ``a4``, or text like ``210 x 297 mm``.

    Raises:
        ValueError: neither a known name nor two lengths above 0 with a unit.
    """
    return _named_or_measured(text, PAPERS, "210 x 297 mm")


def _named_or_measured(text: str, names: dict[str, Size], example: str) -> Size:
    if size := names.get(text.strip().lower()):
        return size
    match = _SIZE.fullmatch(text)
    if match is None:
        if _SIZE.fullmatch(pointed := with_points(text)):
            raise ValueError(f"{quote(text)} is not a size: {POINTS} {pointed.strip()}")
        if sides := _SIDES.fullmatch(text):
            said = sides[3].strip()
            fault = (
                f"{quote(said)} is not a unit: write" if said.isalpha() else "write the unit, as"
            )
            raise ValueError(f"{quote(text)} is not a size: {fault} {_with_unit(*sides.groups())}")
        near = nearest(text.strip().lower(), names)
        raise ValueError(
            f"{quote(text)} is not a size: write {example}, or one of {', '.join(sorted(names))}"
            + (f" ({near})" if near else "")
        )
    unit = match[4].lower()
    first = (match[2] or unit).lower()
    size = Size(float(match[1]) * MM_PER_UNIT[first], float(match[3]) * MM_PER_UNIT[unit])
    if not (size.width > 0 and size.height > 0):
        raise ValueError(f"{quote(text)} is not a size: both lengths must be above 0")
    return size
