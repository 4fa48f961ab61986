"""View boxes: the root's size in millimetres, and the windows of symbols and nested drawings."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pnp.errors import fail, quoted
from pnp.geometry import IDENTITY, Affine, Rect, Size
from pnp.template.reading.measure import Viewport, parse_view_box
from pnp.template.reading.svg import Element
from pnp.units import MM_PER_PIXEL, parse_length

T = TypeVar("T")

SKEW = 0.005
"""By how much the two scales of a drawing may differ: an editor's rounding, no more."""


class Canvas(NamedTuple):
    """The root of a drawing: its size in millimetres, its view box in user units."""

    size: Size
    box: Rect

    @property
    def scale(self) -> float:
        """Return how many millimetres one user unit is."""
        return self.size.width / self.box.width

    @property
    def place(self) -> Affine:
        """Return the map from user units to millimetres from the top-left corner."""
        scale = self.scale if abs(self.scale - 1) > 1e-9 else 1.0
        if scale == 1.0 and not self.box.x and not self.box.y:
            return IDENTITY
        return Affine(scale, 0, 0, scale, -self.box.x * scale, -self.box.y * scale)

    @property
    def viewport(self) -> Viewport:
        """Return what percentages in the drawing are taken of."""
        return Viewport(self.box.width, self.box.height)


@lru_cache(maxsize=64)
def canvas(root: Element) -> Canvas:
    """Return the size of a drawing.

    Raises:
        PnpError: width, height or view box are missing, or do not belong together.
    """
    size = Size(_side(root, "width"), _side(root, "height"))
    if "viewBox" in root.attrs:
        box = _read(root, parse_view_box, root.attrs["viewBox"])
    else:
        box = Rect(0, 0, size.width / MM_PER_PIXEL, size.height / MM_PER_PIXEL)
    across, down = size.width / box.width, size.height / box.height
    if abs(across / down - 1) > SKEW:
        message = f"the viewBox of {box.width:g} x {box.height:g} has not the shape of {size}"
        hint = f'write viewBox="0 0 {size.width:g} {size.height:g}"'
        raise fail(message, root.where, hint)
    return Canvas(size, box)


def _side(root: Element, name: str) -> float:
    hint = 'write the trim size as in width="44mm" height="67mm" viewBox="0 0 44 67"'
    if name not in root.attrs:
        raise fail(f"the drawing has no {name}", root.where, hint)
    try:
        length = parse_length(root.attrs[name].strip())
    except ValueError:
        raise fail(f"{name}={quoted(root.attrs[name])} is not a length", root.where, hint) from None
    if not 0 < length < 10_000:
        raise fail(f"{name}={quoted(root.attrs[name])} is not between 0 and 10 m", root.where, hint)
    return length


def _read(element: Element, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise fail(str(error), element.where) from None
