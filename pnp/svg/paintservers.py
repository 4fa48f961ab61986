"""What ``fill`` and ``stroke`` name becomes paint: colours, gradients, patterns."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pnp.base.color import Color, parse_color
from pnp.base.diagnostics import PnpError, quote, user_error
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.scene.node import (
    Cap,
    Group,
    Join,
    Linear,
    Paint,
    Pattern,
    Radial,
    Solid,
    SpreadMethod,
    Stop,
    Stroke,
)
from pnp.svg.measure import (
    UNIT_BOX,
    Viewport,
    fit,
    parse_transform,
    parse_user_length,
    parse_view_box,
)
from pnp.svg.parse import Element
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import ResolvedElement
from pnp.svg.rules import unsupported

GRADIENTS = ("linearGradient", "radialGradient")


class Chain(NamedTuple):
    """An element and those it takes its missing attributes from, nearest first."""

    views: tuple[ResolvedElement, ...]
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


def chain(
    view: ResolvedElement, server: Element, units: str, kinds: tuple[str, ...], pen: Renderer
) -> Chain:
    """Return a paint server with those that its ``href`` leads to.

    Raises:
        PnpError: the references run in a circle or end at another kind of element.
    """
    views: list[ResolvedElement] = []
    element: Element | None = server
    while element is not None:
        if any(element is known.element for known in views):
            raise user_error(f"<{element.tag}> refers to itself", element.where, "remove one href")
        if element.tag not in kinds:
            raise user_error(f"a <{server.tag}> takes nothing from <{element.tag}>", server.where)
        views.append(pen.view(element, pen.home(element)))
        view.findings += views[-1].findings
        href = views[-1].attrs.get("href")
        element = pen.target(href, element) if href else None
    own = Chain(tuple(views), view.context.viewport)
    boxed = own.get(units, "objectBoundingBox") == "objectBoundingBox"
    return own._replace(whole=UNIT_BOX) if boxed else own


def gradient(
    view: ResolvedElement, server: Element, box: Callable[[], Rect | None], pen: Renderer
) -> Paint | None:
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
    way = SpreadMethod(spread) if spread in list(SpreadMethod) else SpreadMethod.PAD
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


def _linear(
    link: Chain, stops: tuple[Stop, ...], spread: SpreadMethod, place: Affine
) -> Linear | None:
    start = Point(link.length("x1", "x", "0%"), link.length("y1", "y", "0%"))
    end = Point(link.length("x2", "x", "100%"), link.length("y2", "y", "0%"))
    return Linear(start, end, stops, spread, place or IDENTITY) if start != end else None


def _radial(
    link: Chain, stops: tuple[Stop, ...], spread: SpreadMethod, place: Affine
) -> Radial | None:
    center = Point(link.length("cx", "x", "50%"), link.length("cy", "y", "50%"))
    radius = link.length("r", "d", "50%")
    fx = link.length("fx", "x", "0") if link.has("fx") else center.x
    fy = link.length("fy", "y", "0") if link.has("fy") else center.y
    inner = max(0.0, link.length("fr", "d", "0%"))
    if radius <= 0:
        return None
    return Radial(center, radius, Point(fx, fy), inner, stops, spread, place)


def _stops(link: Chain, pen: Renderer) -> tuple[Stop, ...]:
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


def _stop(view: ResolvedElement, least: float) -> Stop:
    text = view.own.get("stop-color", "black")
    color = view.style["color"] if text.lower() == "currentcolor" else text
    shade, own = view.read(parse_color, color)
    offset = min(1.0, max(least, view.number(view.attrs.get("offset", "0"))))
    return Stop(offset, shade, own * view.opacity(view.own.get("stop-opacity", "1")))


def pattern(
    view: ResolvedElement, server: Element, box: Callable[[], Rect | None], pen: Renderer
) -> Pattern | None:
    """Return the paint of a pattern for one shape, None where it cannot be seen.

    Raises:
        PnpError: an attribute or something inside the pattern is wrong.
    """
    link = chain(view, server, "patternUnits", ("pattern",), pen)
    place = link.views[0].read(parse_transform, link.get("patternTransform", ""))
    bounds = box() if _needs_box(link) else None
    tile = _tile(link, bounds)
    if tile is None or tile.width <= 0 or tile.height <= 0 or not place.determinant:
        return None
    group = _content(view, link, tile, bounds, pen)
    onto = place @ Affine.move(tile.x, tile.y)
    return None if group is None else Pattern((group,), Rect.of(tile.size), onto)


def _needs_box(link: Chain) -> bool:
    content = link.get("patternContentUnits", "userSpaceOnUse")
    return link.whole is UNIT_BOX or content == "objectBoundingBox"


def _tile(link: Chain, bounds: Rect | None) -> Rect | None:
    tile = Rect(
        link.length("x", "x", "0"),
        link.length("y", "y", "0"),
        link.length("width", "x", "0"),
        link.length("height", "y", "0"),
    )
    if link.whole is not UNIT_BOX:
        return tile
    onto = box_map(bounds)
    return None if onto is None else onto.box(tile)


def _content(
    view: ResolvedElement, link: Chain, tile: Rect, bounds: Rect | None, pen: Renderer
) -> Group | None:
    """Return what stands in one tile, from the tile's own corner, as all renderers take it."""
    owner = next((v for v in link.views if v.element.children), link.views[0])
    context, place = owner.inner, IDENTITY
    if link.has("viewBox"):
        seen = owner.read(parse_view_box, link.get("viewBox", ""))
        window = Rect.of(tile.size)
        place = owner.read(fit, seen, window, link.get("preserveAspectRatio", "xMidYMid"))
        context = context._replace(viewport=Viewport(seen.width, seen.height))
    elif link.get("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        onto = box_map(bounds) or IDENTITY
        place = Affine.scale(onto.a, onto.d)
    drawn = pen.content(owner, context)
    view.findings += drawn.findings
    return Group(drawn.whole, place) if drawn.nodes else None


Box = Callable[[], Rect | None]

E = TypeVar("E", Cap, Join)


class _Named(NamedTuple):
    """A paint as it is written: a reference, and what stands in for it."""

    href: str | None
    color: str


@lru_cache(maxsize=2048)
def _parse(text: str) -> _Named:
    match = _URL.fullmatch(text)
    if match:
        return _Named(match[1] or match[2] or match[3], match[4].strip() or "none")
    return _Named(None, text)


_URL = re.compile(r"""\s*url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s"']+))\s*\)(.*)""", re.DOTALL)

SERVERS = ("linearGradient", "radialGradient", "pattern")


def parse_url(text: str) -> str | None:
    """Return the reference inside ``url(…)``, or None when the text is none."""
    return _parse(text).href


def fill_of(view: ResolvedElement, box: Box, pen: Renderer) -> Paint | None:
    """Return what an element is filled with; ``box`` is its bounding box, asked for when needed.

    Raises:
        PnpError: a colour, an opacity or a reference is wrong.
    """
    return _paint(view, view.style["fill"], view.style["fill-opacity"], box, pen)


def stroke_of(view: ResolvedElement, box: Box, pen: Renderer) -> Stroke | None:
    """Return the line that is drawn along an element's outline.

    Raises:
        PnpError: a length, a word or the paint is wrong.
    """
    if view.style["stroke"] == "none":
        return None
    width = view.measured(view.style["stroke-width"])
    paint = _paint(view, view.style["stroke"], view.style["stroke-opacity"], box, pen)
    if paint is None or width <= 0:
        return None
    return Stroke(
        paint,
        width,
        _word(view, "stroke-linecap", Cap),
        _word(view, "stroke-linejoin", Join),
        max(1.0, view.number(view.style["stroke-miterlimit"])),
        _dashes(view),
        view.measured(view.style["stroke-dashoffset"]),
    )


def color_of(view: ResolvedElement, text: str) -> tuple[Color, float]:
    """Return a colour with its own opacity; ``currentColor`` is the element's ``color``.

    Raises:
        PnpError: the text is no colour.
    """
    word = text.strip()
    return view.read(parse_color, view.style["color"] if word.lower() == "currentcolor" else word)


def _paint(view: ResolvedElement, text: str, opacity: str, box: Box, pen: Renderer) -> Paint | None:
    named, share = _parse(text), view.opacity(opacity)
    if named.href is not None:
        served = _served(view, named, box, pen)
        if served is not None:
            return faded(served[0], share) if served[0] is not None else None
    if named.color == "none":
        return None
    color, own = color_of(view, named.color)
    return Solid(color, own * share)


def _served(
    view: ResolvedElement, named: _Named, box: Box, pen: Renderer
) -> tuple[Paint | None] | None:
    """Return the paint that a reference names, None where its stand-in is to be used."""
    try:
        server = pen.target(named.href or "", view.element)
    except PnpError:
        if named.color == "none":
            raise
        return None
    if server.tag not in SERVERS:
        hint = "a gradient or a pattern fills a shape"
        raise user_error(
            f"{quote(named.href)} is a <{server.tag}>, which is no paint", view.where, hint
        )
    draw = pattern if server.tag == "pattern" else gradient
    with pen.following(server, view):
        return (draw(view, server, box, pen),)


def faded(paint: Paint, share: float) -> Paint:
    """Return a paint made more transparent."""
    if share == 1.0:
        return paint
    match paint:
        case Solid(color, opacity):
            return Solid(color, opacity * share)
        case Linear() | Radial():
            stops = tuple(s._replace(opacity=s.opacity * share) for s in paint.stops)
            return paint._replace(stops=stops)
        case Pattern():
            return replace(paint, nodes=(Group(paint.nodes, opacity=share),))


def _word(view: ResolvedElement, name: str, kind: type[E]) -> E:
    text = view.style[name]
    if text in ("miter-clip", "arcs"):
        what = quote(f"{name}: {text}")
        view.findings.append(unsupported(what, view.where, "mitred joins are drawn"))
        return kind("miter")
    try:
        return kind(text)
    except ValueError:
        words = ", ".join(word.value for word in kind)
        raise user_error(
            f"{name} {quote(text)} is not known", view.where, f"one of {words}"
        ) from None


def _dashes(view: ResolvedElement) -> tuple[float, ...]:
    """Return the lengths of dashes and gaps, an even number of them, or none."""
    text = view.style["stroke-dasharray"]
    if text == "none":
        return ()
    whole, em = view.context.viewport.along("d"), view.style.size
    parts = [part for part in re.split(r"[\s,]+", text.strip()) if part]
    lengths = tuple(view.read(parse_user_length, part, whole, em) for part in parts)
    if any(length < 0 for length in lengths) or sum(lengths) <= 0:
        return ()
    return lengths * 2 if len(lengths) % 2 else lengths
