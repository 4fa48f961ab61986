"""Linear and radial gradients, with what they take over from one another by ``href``."""

from collections.abc import Callable
from typing import NamedTuple

from pnp.color import parse_color
from pnp.errors import fail
from pnp.geometry import IDENTITY, Affine, Point, Rect
from pnp.scene.paint import Linear, Paint, Radial, Solid, Spread, Stop
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import View
from pnp.template.reading.measure import UNIT_BOX, Viewport, parse_transform, parse_user_length
from pnp.template.reading.svg import Element

GRADIENTS = ("linearGradient", "radialGradient")


class Chain(NamedTuple):
    """An element and those it takes its missing attributes from, nearest first."""

    views: tuple[View, ...]
    whole: Viewport

    def get(self, name: str, default: str) -> str:
        """Return an attribute of the first element that has it."""
        return next((v.attrs[name] for v in self.views if name in v.attrs), default)

    def length(self, name: str, axis: str, default: str) -> float:
        """Return an attribute as a length in the space of the chain's units."""
        first = self.views[0]
        text, em = self.get(name, default), first.style.size
        return first.read(parse_user_length, text, self.whole.along(axis), em)

    def has(self, name: str) -> bool:
        """Say whether any element of the chain sets an attribute."""
        return any(name in view.attrs for view in self.views)


def chain(view: View, server: Element, units: str, kinds: tuple[str, ...], pen: Pen) -> Chain:
    """Return a paint server with those that its ``href`` leads to.

    Raises:
        PnpError: the references run in a circle or end at another kind of element.
    """
    views: list[View] = []
    element: Element | None = server
    while element is not None:
        if any(element is known.element for known in views):
            raise fail(f"<{element.tag}> refers to itself", element.where, "remove one href")
        if element.tag not in kinds:
            raise fail(f"a <{server.tag}> takes nothing from <{element.tag}>", server.where)
        views.append(pen.view(element, pen.home(element)))
        view.findings += views[-1].findings
        href = views[-1].attrs.get("href")
        element = pen.files.target(href, element) if href else None
    own = Chain(tuple(views), view.context.viewport)
    boxed = own.get(units, "objectBoundingBox") == "objectBoundingBox"
    return own._replace(whole=UNIT_BOX) if boxed else own


def gradient(view: View, server: Element, box: Callable[[], Rect | None], pen: Pen) -> Paint | None:
    """Return the paint of a gradient for one shape, None where it cannot be seen.

    Raises:
        PnpError: an attribute or a stop is wrong.
    """
    link = chain(view, server, "gradientUnits", GRADIENTS, pen)
    stops = _stops(link, pen)
    place = _place(link, box)
    if not stops or place is None:
        return None
    last = Solid(stops[-1].color, stops[-1].opacity)
    if len(stops) == 1:
        return last
    spread = link.get("spreadMethod", "pad")
    way = Spread(spread) if spread in list(Spread) else Spread.PAD
    draw = _linear if server.tag == "linearGradient" else _radial
    return draw(link, stops, way, place) or last


def box_map(box: Rect | None) -> Affine | None:
    """Return the map of the unit square onto a bounding box, None where it has no area."""
    if box is None or box.width <= 0 or box.height <= 0:
        return None
    return Affine(box.width, 0, 0, box.height, box.x, box.y)


def _place(link: Chain, box: Callable[[], Rect | None]) -> Affine | None:
    own = link.views[0].read(parse_transform, link.get("gradientTransform", ""))
    if not own.determinant:
        return None
    if link.whole is not UNIT_BOX:
        return own
    onto = box_map(box())
    return None if onto is None else onto @ own


def _linear(link: Chain, stops: tuple[Stop, ...], spread: Spread, place: Affine) -> Linear | None:
    start = Point(link.length("x1", "x", "0%"), link.length("y1", "y", "0%"))
    end = Point(link.length("x2", "x", "100%"), link.length("y2", "y", "0%"))
    return Linear(start, end, stops, spread, place or IDENTITY) if start != end else None


def _radial(link: Chain, stops: tuple[Stop, ...], spread: Spread, place: Affine) -> Radial | None:
    center = Point(link.length("cx", "x", "50%"), link.length("cy", "y", "50%"))
    radius = link.length("r", "d", "50%")
    fx = link.length("fx", "x", "0") if link.has("fx") else center.x
    fy = link.length("fy", "y", "0") if link.has("fy") else center.y
    inner = max(0.0, link.length("fr", "d", "0%"))
    if radius <= 0:
        return None
    return Radial(center, radius, Point(fx, fy), inner, stops, spread, place)


def _stops(link: Chain, pen: Pen) -> tuple[Stop, ...]:
    """Return the stops of the first gradient of the chain that has any, in rising order."""
    for owner in link.views:
        found: list[Stop] = []
        for child in owner.element.children:
            if child.tag == "stop":
                for view in pen.views(child, owner.inner):
                    found.append(_stop(view, found[-1].offset if found else 0.0))
        if found:
            return tuple(found)
    return ()


def _stop(view: View, least: float) -> Stop:
    text = view.own.get("stop-color", "black")
    color = view.style["color"] if text.lower() == "currentcolor" else text
    shade, own = view.read(parse_color, color)
    offset = min(1.0, max(least, view.number(view.attrs.get("offset", "0"))))
    return Stop(offset, shade, own * view.opacity(view.own.get("stop-opacity", "1")))
