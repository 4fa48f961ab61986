"""The syntax of operands and simple operators: numbers, matrices, paths, colours, strokes."""

from functools import lru_cache
from math import floor, log10

from pnp.base.color import Color
from pnp.geometry.path import POINTS_OF, Path
from pnp.geometry.plane import Affine, Rect
from pnp.scene.node import Cap, Join, Stroke

LONG_PATH = 2000
"""Paths with more coordinates than this are not cached: they would fill the memory."""

MATRIX_DIGITS = 7
"""Significant digits of matrix factors: with four decimals small letters move visibly."""

SHORTEST_DASHES = 1e-3
"""A line with no dash longer than this, in millimetres, is solid: PDF forbids all zeros."""

CAPS = {Cap.BUTT: 0, Cap.ROUND: 1, Cap.SQUARE: 2}
JOINS = {Join.MITER: 0, Join.ROUND: 1, Join.BEVEL: 2}


@lru_cache(16384)
def number(value: float) -> str:
    """Return a length or a fraction with at most four decimals, without an exponent."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(*values: float) -> str:
    """Return numbers, separated by spaces."""
    return " ".join(map(number, values))


def precise(value: float) -> str:
    """Return a factor with seven significant digits, without an exponent."""
    if abs(value) < 1e-12:
        return "0"
    decimals = max(0, MATRIX_DIGITS - 1 - floor(log10(abs(value))))
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text


@lru_cache(4096)
def matrix(place: Affine) -> str:
    """Return the six operands of a matrix: factors with seven digits, shifts with four decimals."""
    return f"{' '.join(map(precise, place[:4]))} {number(place.e)} {number(place.f)}"


def rectangle(rect: Rect) -> str:
    """Return the operator that adds a rectangle to the path."""
    return f"{numbers(*rect)} re"


def outline(path: Path) -> str:
    """Return the path construction operators of a path."""
    return _outline(path) if len(path.coords) > LONG_PATH else _known_outline(path)


def _outline(path: Path) -> str:
    values = list(map(number, path.coords))
    parts, at = [], 0
    for op in path.ops:
        end = at + 2 * POINTS_OF[op]
        parts += values[at:end]
        parts.append("h" if op == "Z" else op.lower())
        at = end
    return " ".join(parts)


_known_outline = lru_cache(8192)(_outline)


@lru_cache(1024)
def color(paint: Color) -> str:
    """Return red, green and blue as operands from 0 to 1."""
    return numbers(*(channel / 255 for channel in paint))


def pen(stroke: Stroke) -> str:
    """Return the operators that set line width, cap, join, miter limit and dash pattern."""
    return _pen(*stroke[1:])


@lru_cache(512)
def _pen(
    width: float, cap: Cap, join: Join, miter: float, dashes: tuple[float, ...], offset: float
) -> str:
    ends = f"{CAPS[cap]} J {JOINS[join]} j {number(max(1.0, miter))} M"
    pattern = numbers(*dashes) if max(dashes, default=0) > SHORTEST_DASHES else ""
    return f"{precise(width)} w {ends} [{pattern}] {number(offset)} d"


def string(text: str) -> str:
    """Return a text string: literal if it is ASCII, else UTF-16BE in hexadecimal."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})"
    return f"<{(chr(0xFEFF) + text).encode('utf-16-be').hex().upper()}>"
