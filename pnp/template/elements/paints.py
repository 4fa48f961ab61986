"""What ``fill`` and ``stroke`` name becomes paint: colours, gradients, patterns."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pnp.color import Color, parse_color
from pnp.errors import PnpError, fail, quoted
from pnp.geometry import Rect
from pnp.scene.node import Group
from pnp.scene.paint import Cap, Join, Linear, Paint, Pattern, Radial, Solid, Stroke
from pnp.template.elements.gradients import gradient
from pnp.template.elements.patterns import pattern
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import View
from pnp.template.faults import unsupported
from pnp.template.reading.measure import parse_user_length

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


def fill_of(view: View, box: Box, pen: Pen) -> Paint | None:
    """Return what an element is filled with; ``box`` is its bounding box, asked for when needed.

    Raises:
        PnpError: a colour, an opacity or a reference is wrong.
    """
    return _paint(view, view.style["fill"], view.style["fill-opacity"], box, pen)


def stroke_of(view: View, box: Box, pen: Pen) -> Stroke | None:
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


def color_of(view: View, text: str) -> tuple[Color, float]:
    """Return a colour with its own opacity; ``currentColor`` is the element's ``color``.

    Raises:
        PnpError: the text is no colour.
    """
    word = text.strip()
    return view.read(parse_color, view.style["color"] if word.lower() == "currentcolor" else word)


def _paint(view: View, text: str, opacity: str, box: Box, pen: Pen) -> Paint | None:
    named, share = _parse(text), view.opacity(opacity)
    if named.href is not None:
        served = _served(view, named, box, pen)
        if served is not None:
            return faded(served[0], share) if served[0] is not None else None
    if named.color == "none":
        return None
    color, own = color_of(view, named.color)
    return Solid(color, own * share)


def _served(view: View, named: _Named, box: Box, pen: Pen) -> tuple[Paint | None] | None:
    """Return the paint that a reference names, None where its stand-in is to be used."""
    try:
        server = pen.files.target(named.href or "", view.element)
    except PnpError:
        if named.color == "none":
            raise
        return None
    if server.tag not in SERVERS:
        hint = "a gradient or a pattern fills a shape"
        raise fail(f"{quoted(named.href)} is a <{server.tag}>, which is no paint", view.where, hint)
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


def _word(view: View, name: str, kind: type[E]) -> E:
    text = view.style[name]
    if text in ("miter-clip", "arcs"):
        what = quoted(f"{name}: {text}")
        view.findings.append(unsupported(what, view.where, "mitred joins are drawn"))
        return kind("miter")
    try:
        return kind(text)
    except ValueError:
        words = ", ".join(word.value for word in kind)
        raise fail(f"{name} {quoted(text)} is not known", view.where, f"one of {words}") from None


def _dashes(view: View) -> tuple[float, ...]:
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
