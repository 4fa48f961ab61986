"""The values of ``fill`` and ``stroke`` as paint: colours and paint servers."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pnp.base.bounded import Bounded
from pnp.base.color import Color, parse_color
from pnp.base.diagnostics import Finding, quote, user_error
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
from pnp.svg.cascade import Style
from pnp.svg.declarations import CONTEXT, ICC, URL
from pnp.svg.measure import (
    UNIT_BOX,
    Viewport,
    parse_number,
    parse_transform,
)
from pnp.svg.parse import Element
from pnp.svg.renderer import Renderer, ResolvedElement, Ruler, about, fitted, view_box, whole_of
from pnp.svg.rules import unsupported
from pnp.svg.shapes import OUTLINES, outline
from pnp.svg.spread import begun_near, near

GRADIENTS = ("linearGradient", "radialGradient")

MOST_STOPS = 250
"""Limit for the stops of one gradient, which a PDF holds as one function each."""


UNITS = ("userSpaceOnUse", "objectBoundingBox")

PLACES = frozenset(("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr"))
"""What one kind of gradient has and the other has not."""


class Chain(NamedTuple):
    """A paint server and its templates, from which it takes missing attributes, nearest first.

    Lengths are in the space of ``viewport``: the unit square for ``objectBoundingBox``.
    """

    elements: tuple[ResolvedElement, ...]
    viewport: Viewport

    def get(self, name: str, default: str) -> str:
        """Return an attribute of the first element that has it."""
        owner = self.owner(name)
        return default if owner is None else owner.attrs[name]

    def owner(self, name: str) -> ResolvedElement | None:
        """Return the first element that has an attribute.

        A gradient takes no places and radii from one of the other kind.
        """
        tag = self.elements[0].source.tag
        return next(
            (
                element
                for element in self.elements
                if name in element.attrs and (name not in PLACES or element.source.tag == tag)
            ),
            None,
        )

    def length(self, name: str, axis: str, default: str) -> float:
        """Return an attribute as a length in the space of the chain's units."""
        owner, ruler = self.owner(name), Ruler(self.viewport, axis, self.elements[0].style.size)
        if owner is None:
            return ruler.length(default)
        return owner.length_in(name, owner.attrs[name], ruler, default)

    def transform(self, name: str, whole: Viewport) -> Affine:
        """Return an attribute as a map, with its element's ``transform-origin`` in a viewport."""
        owner = self.owner(name)
        if owner is None:
            return IDENTITY
        place = owner.understood(name, IDENTITY, parse_transform, owner.attrs[name])
        if not place.determinant:
            owner.fault(name, f"{name} {quote(owner.attrs[name])} leaves no area")
            return IDENTITY
        turned = "transform-origin" in owner.cascaded
        return about(place, owner, whole_of(whole)) if turned else place

    def boxed(self, name: str, default: str) -> bool:
        """Say whether units are ``objectBoundingBox``; wrong ones count as not written."""
        owner = self.owner(name)
        text = default if owner is None else owner.attrs[name]
        if owner is not None and text not in UNITS:
            owner.fault(name, f"{name} {quote(text)} is not known", f"one of {', '.join(UNITS)}")
            text = default
        return text == "objectBoundingBox"

    def has(self, name: str) -> bool:
        """Say whether any element of the chain sets an attribute."""
        return self.owner(name) is not None


LONGEST_CHAIN = 50
"""The most paint servers that are templates of each other; editors write two."""


def chain(
    element: ResolvedElement, server: Element, units: str, tags: tuple[str, ...], renderer: Renderer
) -> Chain:
    """Return a paint server with the templates that its ``href`` leads to.

    It ends where the references run in a circle, or lead to another kind of element.
    """
    resolved: list[ResolvedElement] = []
    source: Element | None = server
    while source is not None:
        last = renderer.resolve(source, renderer.context_of(source))
        resolved.append(last)
        href = last.attrs.get("href")
        source = renderer.referred(last, "href", href, *tags) if href else None
        if any(source is earlier.source for earlier in resolved):
            last.fault("href", f"<{server.tag}> refers to itself", "remove one href")
            source = None
        elif len(resolved) == LONGEST_CHAIN:
            what = f"more than {LONGEST_CHAIN} <{server.tag}> elements refer to each other"
            last.fault("href", what, "write the attributes in one of them")
            source = None
    own = Chain(tuple(resolved), element.context.viewport)
    return own._replace(viewport=UNIT_BOX) if own.boxed(units, UNITS[1]) else own


def told(element: ResolvedElement, servers: Chain) -> None:
    """Add the findings of a chain to those of the element that it paints."""
    for server in servers.elements:
        element.findings += server.findings


def gradient(
    element: ResolvedElement, server: Element, box: Callable[[], Rect | None], renderer: Renderer
) -> Paint | None:
    """Return the paint of a gradient for one shape, None if it paints nothing."""
    servers = chain(element, server, "gradientUnits", GRADIENTS, renderer)
    stops = _stops(element, servers, renderer)
    place = _place(servers, box)
    paint = _gradient(server, servers, stops, place)
    told(element, servers)
    return paint if paint is None or isinstance(paint, Solid) else near(paint, box)


def _gradient(
    server: Element, servers: Chain, stops: tuple[Stop, ...], place: Affine | None
) -> Linear | Radial | Solid | None:
    if not stops or place is None:
        return None
    last = Solid(stops[-1].color, stops[-1].opacity)
    if len(stops) == 1:
        return last
    spread = servers.get("spreadMethod", "pad")
    way = SpreadMethod(spread) if spread in list(SpreadMethod) else SpreadMethod.PAD
    draw = _linear if server.tag == "linearGradient" else _radial
    return draw(servers, stops, way, place) or last


def box_map(box: Rect | None) -> Affine | None:
    """Return the map of the unit square onto a bounding box, None if the box has no area."""
    if box is None or box.width <= 0 or box.height <= 0:
        return None
    return Affine(box.width, 0, 0, box.height, box.x, box.y)


def _place(servers: Chain, box: Callable[[], Rect | None]) -> Affine | None:
    own = servers.transform("gradientTransform", servers.viewport)
    if servers.viewport is not UNIT_BOX:
        return own
    onto = box_map(box())
    return None if onto is None else onto @ own


def _linear(
    servers: Chain, stops: tuple[Stop, ...], spread: SpreadMethod, place: Affine
) -> Linear | None:
    start = Point(servers.length("x1", "x", "0%"), servers.length("y1", "y", "0%"))
    end = Point(servers.length("x2", "x", "100%"), servers.length("y2", "y", "0%"))
    return Linear(start, end, stops, spread, place) if start != end else None


def _radial(
    servers: Chain, stops: tuple[Stop, ...], spread: SpreadMethod, place: Affine
) -> Radial | None:
    center = Point(servers.length("cx", "x", "50%"), servers.length("cy", "y", "50%"))
    radius = servers.length("r", "d", "50%")
    fx = servers.length("fx", "x", "0") if servers.has("fx") else center.x
    fy = servers.length("fy", "y", "0") if servers.has("fy") else center.y
    inner = max(0.0, servers.length("fr", "d", "0%"))
    if radius <= 0:
        return None
    return Radial(center, radius, Point(fx, fy), inner, stops, spread, place)


def _stops(element: ResolvedElement, servers: Chain, renderer: Renderer) -> tuple[Stop, ...]:
    """Return the stops of the first gradient of the chain that has any, offsets ascending."""
    for owner in servers.elements:
        stops: list[Stop] = []
        for child in owner.source.children:
            if child.tag == "stop":
                for stop in renderer.instances(child, owner.inner):
                    stops.append(_stop(stop, stops[-1].offset if stops else 0.0))
                    element.findings += stop.findings
        if len(stops) > MOST_STOPS:
            message = f"the gradient has more than {MOST_STOPS} stops"
            raise user_error(message, owner.where, "leave out stops that nobody can tell apart")
        if stops:
            return tuple(stops)
    return ()


def _stop(element: ResolvedElement, least: float) -> Stop:
    shade, own = color_of(element, element.cascaded.get("stop-color", "black"))
    text = element.attrs.get("offset", "0")
    offset = min(1.0, max(least, element.understood("offset", 0.0, parse_number, text)))
    return Stop(offset, shade, own * element.opacity(element.cascaded.get("stop-opacity", "1")))


def pattern(
    element: ResolvedElement, server: Element, box: Callable[[], Rect | None], renderer: Renderer
) -> Pattern | None:
    """Return the paint of a pattern for one shape, None if it paints nothing."""
    servers = chain(element, server, "patternUnits", ("pattern",), renderer)
    place = servers.transform("patternTransform", element.context.viewport)
    bounds = box() if _needs_box(servers) else None
    tile = _tile(servers, bounds)
    if tile is None or tile.width <= 0 or tile.height <= 0:
        return None
    group = _content(element, servers, tile, bounds, renderer)
    told(element, servers)
    onto = place @ Affine.move(tile.x, tile.y)
    return None if group is None else begun_near(Pattern((group,), Rect.of(tile.size), onto), box)


def _needs_box(servers: Chain) -> bool:
    return servers.viewport is UNIT_BOX or servers.boxed("patternContentUnits", UNITS[0])


def _tile(servers: Chain, bounds: Rect | None) -> Rect | None:
    tile = Rect(
        servers.length("x", "x", "0"),
        servers.length("y", "y", "0"),
        servers.length("width", "x", "0"),
        servers.length("height", "y", "0"),
    )
    if servers.viewport is not UNIT_BOX:
        return tile
    onto = box_map(bounds)
    return None if onto is None else onto.box(tile)


def _content(
    element: ResolvedElement, servers: Chain, tile: Rect, bounds: Rect | None, renderer: Renderer
) -> Group | None:
    """Return the content of one tile, relative to the tile's top-left corner, as renderers do."""
    owner = next((v for v in servers.elements if v.source.children), servers.elements[0])
    context, place = owner.inner, IDENTITY
    seen = view_box(servers.owner("viewBox"))
    if seen is not None:
        window, aspect = Rect.of(tile.size), servers.get("preserveAspectRatio", "xMidYMid")
        place = fitted(servers.owner("preserveAspectRatio") or owner, seen, window, aspect)
        context = context._replace(viewport=context.viewport.sized(seen.size))
    elif servers.boxed("patternContentUnits", UNITS[0]):
        onto = box_map(bounds) or IDENTITY
        place = Affine.scale(onto.a, onto.d)
    drawn = renderer.draw_shared_children(owner, context)
    element.findings += drawn.findings
    element.weight += drawn.weight
    return Group(drawn.grouped, place) if drawn.nodes else None


Box = Callable[[], Rect | None]

E = TypeVar("E", Cap, Join)


class _Named(NamedTuple):
    """A paint as written: a reference and its fallback colour, or a colour alone.

    ``is_profiled`` says that a colour of a profile stands beside that of sRGB.
    """

    href: str | None
    color: str
    is_profiled: bool = False


@lru_cache(maxsize=2048)
def _parse(text: str) -> _Named:
    match = URL.fullmatch(text)
    href = match[1] or match[2] or match[3] if match else None
    color, profiled = ICC.subn("", match[4] if match else text)
    return _Named(href, color.strip() or ("none" if match else ""), profiled > 0)


SERVERS = ("linearGradient", "radialGradient", "pattern")


def parse_url(text: str) -> str | None:
    """Return the reference inside ``url(…)``, or None if the text is anything else."""
    return _parse(text).href


class Paints(NamedTuple):
    """What an outline or a letter is painted with; without either, it is not seen."""

    fill: Paint | None
    stroke: Stroke | None


_PLAIN: Bounded[Style, Paints] = Bounded(8192)
"""What styles paint that need nothing else; a game has some hundreds of them."""


def paints_of(element: ResolvedElement, box: Box, renderer: Renderer) -> Paints:
    """Return the paints of an element; ``box`` returns its bounding box, and is called if needed.

    Most shapes share a style and are plainly coloured: these are read once for each style.
    """
    measured = "pathLength" in element.attrs
    known = None if measured else _PLAIN.get(element.style)
    if known is None:
        watch = element.context.viewport.watch
        before = len(element.findings), watch.asked
        known = Paints(_paint(element, "fill", box, renderer), _stroke(element, box, renderer))
        served = any(_parse(_own_paint(element, name)).href for name in ("fill", "stroke"))
        if not served and not measured and (len(element.findings), watch.asked) == before:
            _PLAIN.keep(element.style, known)
    return known


def _stroke(element: ResolvedElement, box: Box, renderer: Renderer) -> Stroke | None:
    if element.style["stroke"] == "none":
        return None
    width = element.measured(element.style["stroke-width"])
    paint = _paint(element, "stroke", box, renderer)
    if paint is None or width <= 0:
        return None
    return Stroke(
        paint,
        width,
        _word(element, "stroke-linecap", Cap),
        _word(element, "stroke-linejoin", Join),
        max(1.0, element.number(element.style["stroke-miterlimit"])),
        _dashes(element),
        element.measured(element.style["stroke-dashoffset"]) * _dash_unit(element),
    )


def context_style(style: Style, element: ResolvedElement, target: Element) -> Style:
    """Return a style with an element's paints as those that ``context-fill`` in a target means."""
    if not target.file.has_context:
        return style
    paints = {f"context-{name}": _own_paint(element, name) for name in ("fill", "stroke")}
    return element.read(style.child, paints)


def _own_paint(element: ResolvedElement, name: str) -> str:
    text = element.style[name]
    if text in CONTEXT:
        return element.style[text]
    return element.style["color"] if text.lower() == "currentcolor" else text


def _own_box(element: ResolvedElement, name: str) -> Finding:
    what = f"the place of a gradient or a pattern by {name}: {element.style[name]}"
    return unsupported(what, element.where, "it is drawn as large as the shape: give it a colour")


def color_of(element: ResolvedElement, text: str) -> tuple[Color, float]:
    """Return a colour and its opacity; ``currentColor`` is the element's ``color``."""
    word = ICC.sub("", text).strip()
    return element.read(
        parse_color, element.style["color"] if word.lower() == "currentcolor" else word
    )


def _paint(element: ResolvedElement, name: str, box: Box, renderer: Renderer) -> Paint | None:
    share = element.opacity(element.style[f"{name}-opacity"])
    named = _parse(_own_paint(element, name))
    if named.is_profiled:
        hint = "the colour of sRGB before it is printed"
        element.findings.append(unsupported(f"icc-color() in {name}", element.where, hint))
    if named.href is not None and element.style[name] in CONTEXT:
        element.findings.append(_own_box(element, name))
    if named.href is not None:
        served = _served(element, named, name, box, renderer)
        if served is not None:
            return faded(served, share)
    if named.color == "none":
        return None
    color, own = color_of(element, named.color)
    return Solid(color, own * share)


def _served(
    element: ResolvedElement, named: _Named, name: str, box: Box, renderer: Renderer
) -> Paint | None:
    """Return the paint of a reference, or None if the fallback applies."""
    server = renderer.referred(element, name, named.href or "", *SERVERS)
    if server is None:
        return None
    draw = pattern if server.tag == "pattern" else gradient
    with renderer.following(server, element):
        return draw(element, server, box, renderer)


def faded(paint: Paint, share: float) -> Paint:
    """Return a paint with its opacity multiplied by a share."""
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


def _word(element: ResolvedElement, name: str, kind: type[E]) -> E:
    text = element.style[name]
    if text in ("miter-clip", "arcs"):
        what = quote(f"{name}: {text}")
        element.findings.append(unsupported(what, element.where, "mitred joins are drawn"))
        return kind("miter")
    try:
        return kind(text)
    except ValueError:
        words = ", ".join(word.value for word in kind)
        raise user_error(
            f"{name} {quote(text)} is not known", element.where, f"one of {words}"
        ) from None


def _dashes(element: ResolvedElement) -> tuple[float, ...]:
    """Return the lengths of dashes and gaps, an even number of them, or ``()``."""
    text = element.style["stroke-dasharray"]
    if text == "none":
        return ()
    ruler = Ruler(element.context.viewport, "d", element.style.size)
    parts = [part for part in re.split(r"[\s,]+", text.strip()) if part]
    unit = _dash_unit(element)
    lengths = tuple(element.read(ruler.length, part) * unit for part in parts)
    if any(length < 0 for length in lengths) or sum(lengths) <= 0:
        return ()
    return lengths * 2 if len(lengths) % 2 else lengths


def _dash_unit(element: ResolvedElement) -> float:
    """Return the length of a user unit along an outline, which ``pathLength`` may set."""
    if "pathLength" not in element.attrs or element.source.tag not in OUTLINES:
        return 1.0
    given = element.understood("pathLength", 0.0, parse_number, element.attrs["pathLength"])
    path = outline(element) if given > 0 else None
    if path is None:
        return 1.0
    from pnp.svg.textpath import TextPath, straight  # imported late: few outlines are measured

    return TextPath(straight(path)).length / given
