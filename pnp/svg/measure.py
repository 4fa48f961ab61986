"""Parses numbers, lengths, transforms and view boxes of SVG, to user units."""

import re
from collections.abc import Callable
from functools import lru_cache
from math import isfinite, pi, radians, sqrt, tan
from typing import NamedTuple, TypeVar

from pnp.base.bounded import kept_with_it
from pnp.base.diagnostics import quote, user_error
from pnp.base.slotted import slotted
from pnp.base.units import MM_PER_PIXEL, MM_PER_UNIT
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.svg.parse import Element
from pnp.svg.pathdata import LARGEST, NUMBER

PIXELS_PER_UNIT = {
    **{name: mm / MM_PER_PIXEL for name, mm in MM_PER_UNIT.items()},
    "": 1.0,
    "q": 0.25 / MM_PER_PIXEL,
    "pc": 16.0,
}
"""SVG's user unit is the CSS pixel, whatever the viewBox makes of it (SVG 2, section 8.9)."""

X_HEIGHT = 0.5
"""An ``ex`` in ems if the font does not give it (CSS Values and Units 3, section 5.1.1)."""

MOST_GROWTH = 1e18
"""The largest scale of a drawing: with a larger one, numbers in a written file would overflow."""

WIDTH = 0.5
"""A ``ch``, the width of a 0, in ems, if the font does not give it (as above)."""

_LENGTH = re.compile(rf"\s*({NUMBER})\s*([A-Za-z]*|%)\s*")

_NUMBER_LIST = re.compile(rf"\s*{NUMBER}(?:[\s,]+{NUMBER})*\s*")

_FUNCTION = re.compile(r"\s*,?\s*(\w+)\s*\(([^()]*)\)")


FONT_SIZE = 16.0
"""The initial font size in user units (``medium``, CSS Fonts 4, section 2.5)."""


@slotted(frozen=False, eq=False)
class Watch:
    """Counts how often anything of a viewport was asked for, all inside of it included.

    A drawing that asked for nothing is the same in every viewport.
    """

    asked: int = 0


class Viewport(NamedTuple):
    """What percentages refer to: the size of the nearest view box, in user units.

    ``root_em`` is the font size of the root element, in user units. Both are read by the methods,
    which the ``watch`` counts.
    """

    size: Size
    root_em: float
    watch: Watch

    @property
    def rem(self) -> float:
        """Return the font size of the root element, in user units."""
        self.watch.asked += 1
        return self.root_em

    def sized(self, size: Size) -> "Viewport":
        """Return the viewport of an element inside, of a size in its user units."""
        return self._replace(size=size)

    def along(self, axis: str) -> float:
        """Return 100 % along ``x``, ``y`` or, for radii and line widths, the diagonal."""
        self.watch.asked += 1
        if axis == "x":
            return self.size.width
        if axis == "y":
            return self.size.height
        return sqrt((self.size.width**2 + self.size.height**2) / 2)

    def whole_of(self, text: str, axis: str) -> float:
        """Return 100 % along an axis for a length that is written so; 0 for one without ``%``."""
        return self.along(axis) if "%" in text else 0.0


UNIT_BOX = Viewport(Size(1, 1), FONT_SIZE, Watch())
"""The viewport for ``objectBoundingBox`` units: 100 % is 1."""


@lru_cache(maxsize=8192)
def parse_number(text: str) -> float:
    """Return a number; ``50%`` gives 0.5.

    Raises:
        ValueError: the text is not a number, or beyond ``LARGEST``.
    """
    match = _LENGTH.fullmatch(text)
    if match is None or match[2] not in ("", "%"):
        raise ValueError(f"{quote(text)} is not a number")
    return _bounded(float(match[1]) / (100 if match[2] else 1), text)


@lru_cache(maxsize=1024)
def parse_opacity(text: str) -> float:
    """Return an opacity, clamped to 0 to 1.

    Raises:
        ValueError: the text is not a number, or beyond ``LARGEST``.
    """
    return min(1.0, max(0.0, parse_number(text)))


@lru_cache(maxsize=8192)
def parse_user_length(text: str, whole: float, em: float) -> float:
    """Return a length in user units; ``whole`` is 100 %, ``em`` the font size.

    Raises:
        ValueError: the text is not a length, or beyond ``LARGEST``.
    """
    match = _LENGTH.fullmatch(text)
    unit = match[2] if match else ""
    factors = {"%": whole / 100, "em": em, "rem": FONT_SIZE, "ex": em * X_HEIGHT, "ch": em * WIDTH}
    factor = PIXELS_PER_UNIT.get(unit.lower(), factors.get(unit.lower()))
    if match is None or factor is None:
        raise ValueError(
            f"{quote(text)} is not a length: write a number, or one with mm, px, pt or %"
        )
    return _bounded(float(match[1]) * factor, text)


_ANGLE = re.compile(rf"\s*({NUMBER})(deg|grad|rad|turn)?\s*")

DEGREES = {None: 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / pi, "turn": 360.0}


@lru_cache(maxsize=1024)
def parse_angle(text: str) -> float:
    """Return an angle in degrees.

    Raises:
        ValueError: the text is not a number, with or without a unit of angles.
    """
    match = _ANGLE.fullmatch(text)
    if match is None:
        raise ValueError(f"{quote(text)} is not an angle")
    return _bounded(float(match[1]) * DEGREES[match[2]], text)


@lru_cache(maxsize=4096)
def parse_numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a list that is separated by spaces or commas.

    Raises:
        ValueError: an entry is not a number.
    """
    if not text.strip():
        return ()
    if not _NUMBER_LIST.fullmatch(text):
        raise ValueError(f"{quote(text, 40)} is not a list of numbers")
    return tuple(_bounded(float(part), part) for part in re.split(r"[\s,]+", text.strip()))


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Affine:
    """Return the map of a ``transform``: ``translate(10, 20)`` gives ``Affine(e=10, f=20)``.

    Raises:
        ValueError: a function is unknown or has the wrong number of arguments, or the map scales
            up by more than ``MOST_GROWTH``.
    """
    place, at = IDENTITY, 0
    text = "" if text.strip() == "none" else text.rstrip()
    while at < len(text):
        match = _FUNCTION.match(text, at)
        if match is None:
            raise ValueError(f"{quote(text[at:].strip(), 30)} is not a transform")
        place = place @ _one_map(match[1], match[2])
        at = match.end()
        if max(map(abs, place)) > MOST_GROWTH:
            raise ValueError(f"{quote(text.strip(), 30)} makes the drawing too large")
    return place


ORIGINS = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
"""The keywords of ``transform-origin``."""


@lru_cache(maxsize=1024)
def parse_origin(text: str, whole: Size) -> tuple[float, float]:
    """Return the point of a ``transform-origin``; percentages refer to a size.

    Raises:
        ValueError: the text is not one to three keywords or lengths.
    """
    words = text.split()
    if not 1 <= len(words) <= 3:
        raise ValueError(f"{quote(text)} is not a point")
    first, second = words[0], words[1] if len(words) > 1 else "center"
    if first in ("top", "bottom") or second in ("left", "right"):
        first, second = second, first
    x = parse_user_length(ORIGINS.get(first, first), whole.width, FONT_SIZE)
    return x, parse_user_length(ORIGINS.get(second, second), whole.height, FONT_SIZE)


def _one_map(name: str, inside: str) -> Affine:
    numbers = parse_numbers(re.sub(r"(?<=\d)(?:deg|px)\b", "", inside))
    match name, numbers:
        case "translate" | "translateX", (x,):
            return Affine.move(x, 0)
        case "translate", (x, y):
            return Affine.move(x, y)
        case "translateY", (y,):
            return Affine.move(0, y)
        case "scale", (x,) | (x, _):
            return Affine.scale(x, numbers[-1])
        case "scaleX", (x,):
            return Affine.scale(x, 1)
        case "scaleY", (y,):
            return Affine.scale(1, y)
        case "rotate", (angle,):
            return Affine.turn(angle)
        case "rotate", (angle, x, y):
            return Affine.turn(angle, Point(x, y))
        case "skewX", (angle,):
            return Affine(c=tan(radians(angle)))
        case "skewY", (angle,):
            return Affine(b=tan(radians(angle)))
        case "matrix", (_, _, _, _, _, _):
            return Affine(*numbers)
    raise ValueError(f"{name}({inside.strip()[:30]}) is not a transform")


def parse_view_box(text: str) -> Rect:
    """Return the rectangle of a ``viewBox``.

    Raises:
        ValueError: the text is not four numbers, or the rectangle has no area.
    """
    numbers = parse_numbers(text)
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise ValueError(f"viewBox {quote(text)} is not x, y, width and height")
    return Rect(*numbers)


def fit(box: Rect, into: Rect, aspect: str) -> Affine:
    """Return the map of a view box into a rectangle by ``preserveAspectRatio``.

    Raises:
        ValueError: the aspect is not in SVG notation.
    """
    words = [word for word in aspect.split() if word != "defer"] or ["xMidYMid"]
    scale_x, scale_y = into.width / box.width, into.height / box.height
    if words[0] == "none":
        return Affine(scale_x, 0, 0, scale_y, into.x - box.x * scale_x, into.y - box.y * scale_y)
    match = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", words[0])
    if match is None or words[1:] not in ([], ["meet"], ["slice"]):
        raise ValueError(f"preserveAspectRatio {quote(aspect)} is not known")
    scale = max(scale_x, scale_y) if words[1:] == ["slice"] else min(scale_x, scale_y)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    x = into.x + (into.width - box.width * scale) * share[match[1]] - box.x * scale
    y = into.y + (into.height - box.height * scale) * share[match[2]] - box.y * scale
    return Affine(scale, 0, 0, scale, x, y)


def _bounded(value: float, text: str) -> float:
    if not isfinite(value) or abs(value) > LARGEST:
        raise ValueError(f"{quote(text.strip())} is beyond {LARGEST:.0f}")
    return value


T = TypeVar("T")

SKEW = 0.005
"""The share by which the scales along x and y may differ: an editor's rounding, no more."""


class Canvas(NamedTuple):
    """The root of a drawing: its size in millimetres, its view box in user units, and their map.

    ``<svg width="44mm" height="67mm" viewBox="0 0 88 134">`` has a ``place`` that scales by 0.5.
    ``skewed`` says that the two differ in proportion, so that edges of the drawing stay empty.
    """

    size: Size
    box: Rect
    place: Affine
    skewed: bool = False

    def viewport(self, watch: Watch) -> Viewport:
        """Return what percentages in the drawing refer to."""
        return Viewport(self.box.size, FONT_SIZE, watch)


@kept_with_it
def canvas(root: Element) -> Canvas:
    """Return the size and the view box of a drawing.

    A side without a size, or with a share of a window that paper does not have, follows from the
    view box, one unit of which is a CSS pixel. A drawing with neither is as large as CSS says.

    Raises:
        PnpError: a side is no length, or beyond what anyone prints.
    """
    box = _view_box(root)
    width, height = _side(root, "width"), _side(root, "height")
    ratio = box.width / box.height if box else USUAL.width / USUAL.height
    if width is None and height is None:
        width = (box.width if box else USUAL.width) * MM_PER_PIXEL
    width = (height or 0.0) * ratio if width is None else width
    height = width / ratio if height is None else height
    size = Size(width, height)
    if box is None:
        box = Rect(0, 0, width / MM_PER_PIXEL, height / MM_PER_PIXEL)
    return _canvas(root, size, box)


def _canvas(root: Element, size: Size, box: Rect) -> Canvas:
    across, down = size.width / box.width, size.height / box.height
    if abs(across / down - 1) > SKEW:
        aspect = root.attrs.get("preserveAspectRatio", "xMidYMid")
        place = _read(root, lambda text: fit(box, Rect.of(size), text), aspect)
        return Canvas(size, box, place, "preserveAspectRatio" not in root.attrs)
    scale = across if abs(across - 1) > 1e-9 else 1.0
    if scale == 1.0 and not box.x and not box.y:
        return Canvas(size, box, IDENTITY)
    return Canvas(size, box, Affine(scale, 0, 0, scale, -box.x * scale, -box.y * scale))


USUAL = Size(300, 150)
"""A drawing without any size, in CSS pixels (CSS 2.2, section 10.3.2)."""


def _view_box(root: Element) -> Rect | None:
    """Return the view box of a drawing, None if it has none or a wrong one, as in browsers."""
    try:
        return parse_view_box(root.attrs["viewBox"]) if "viewBox" in root.attrs else None
    except ValueError:
        return None


def _side(root: Element, name: str) -> float | None:
    """Return a side of a drawing in millimetres, None if the file does not say it."""
    text = root.attrs.get(name, "auto").strip()
    if text in ("", "auto") or text.endswith("%"):
        return None
    hint = 'write the trim size as in width="44mm" height="67mm" viewBox="0 0 44 67"'
    try:
        length = parse_user_length(text, 0, FONT_SIZE) * MM_PER_PIXEL
    except ValueError:
        raise user_error(f"{name}={quote(text)} is not a length", root.where, hint) from None
    if not 0 < length < 10_000:
        raise user_error(f"{name}={quote(text)} is not between 0 and 10 m", root.where, hint)
    return length


def _read(element: Element, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise user_error(str(error), element.where) from None
