"""Compares places, strokes and gradients of an SVG sheet with those of its plan.

``stretch`` is how many millimetres of paper a unit of the element is at most.
"""

from collections.abc import Sequence
from math import hypot
from xml.etree.ElementTree import Element

from pnp.geometry.plane import Affine
from pnp.proof.printedobjects import NotUnderstoodError
from pnp.proof.svgfile import SVG, only
from pnp.proof.svgvalues import number, numbers, transform
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.node import Cap, Join, Linear, Radial, SpreadMethod, Stroke

ROUNDED = 0.6e-3
"""The most that a length may be off because files have three decimals."""

TURNED = 1e-8
"""The most that a number of a map may be off, as a share of it: files have nine digits."""

VANISHED = 1e-9
"""The least factor to compare at: that of a drawing that a map makes a point of."""

OPACITY = 2e-3
"""The most that opacities may differ."""

_STOP = frozenset({"offset", "stop-color", "stop-opacity"})
_ANY_GRADIENT = frozenset({"id", "gradientUnits", "gradientTransform", "spreadMethod"})
_LINEAR = _ANY_GRADIENT | {"x1", "y1", "x2", "y2"}
_RADIAL = _ANY_GRADIENT | {"cx", "cy", "r", "fx", "fy", "fr"}

Fault = str | None
"""What is wrong, in words; None if nothing is."""


def slack(stretch: float) -> float:
    """Return the most that a length may be off, in units of the element."""
    return ROUNDED + TOLERANCE / max(stretch, VANISHED)


def reach(place: Affine) -> float:
    """Return the larger of the factors by which lengths along the axes grow; never quite 0."""
    a, b, c, d, _, _ = place
    return max(hypot(a, b), hypot(c, d), VANISHED)


def opacity_fault(name: str, have: str | None, want: float) -> Fault:
    """Return how an opacity differs; none is 1."""
    if have is None and want == 1.0:
        return None
    opacity = 1.0 if have is None else number(have)
    if abs(opacity - want) <= OPACITY:
        return None
    return f"a {name} has the opacity {opacity:g}, not {want:g}"


def place_fault(name: str, have: str | None, want: Affine, stretch: float) -> Fault:
    """Return how a map differs from the planned one."""
    place = transform(have)
    if place == want:
        return None
    if all(abs(h - w) <= TURNED * (1 + abs(w)) for h, w in zip(place, want, strict=True)):
        return None
    away = hypot(place.e - want.e, place.f - want.f) * stretch
    if away > TOLERANCE:
        return f"a {name} is {away:.2f} mm from its place"
    return f"a {name} is scaled, turned or mirrored"


def stroke_fault(element: Element, want: Stroke, stretch: float) -> Fault:
    """Return how a stroke differs, its paint apart."""
    width = number(element.get("stroke-width", "1"))
    if abs(width - want.width) > ROUNDED + TOLERANCE / 4 / max(stretch, VANISHED):
        return f"a stroke is {width * stretch:.3f} mm wide, not {want.width * stretch:.3f} mm"
    if element.get("stroke-linecap", Cap.BUTT) != want.cap:
        return "a stroke has other ends"
    if element.get("stroke-linejoin", Join.MITER) != want.join:
        return "a stroke has other corners"
    miter = number(element.get("stroke-miterlimit", "4"))
    if want.join is Join.MITER and abs(miter - want.miter) > TOLERANCE:
        return "a stroke has other corners"
    return _dash_fault(element, want, stretch)


def _dash_fault(element: Element, want: Stroke, stretch: float) -> Fault:
    dashes, offset = element.get("stroke-dasharray"), element.get("stroke-dashoffset", "0")
    have = numbers(dashes) if dashes is not None else ()
    planned = (*want.dashes, want.dash_offset) if want.dashes else (0.0,)
    printed = (*have, number(offset))
    if len(have) != len(want.dashes) or apart(planned, printed) > slack(stretch):
        return "a stroke has other dashes"
    return None


def gradient_fault(kind: str, element: Element, want: Linear | Radial, stretch: float) -> Fault:
    """Return how a gradient differs in its line or circles, its place, its stops."""
    form, known = ("linear", _LINEAR) if isinstance(want, Linear) else ("radial", _RADIAL)
    if element.tag != f"{SVG}{form}Gradient":
        return f"a {kind} has a gradient of another form"
    only(element, f"{form}Gradient", known)
    if element.get("gradientUnits") != "userSpaceOnUse":
        raise NotUnderstoodError("a gradient without gradientUnits")
    own = stretch * reach(want.place)
    if apart(_coords(element, want), _planned_coords(want)) > slack(own):
        return f"a {kind} has a gradient in another place"
    if fault := place_fault(
        f"{kind}'s gradient", element.get("gradientTransform"), want.place, own
    ):
        return fault
    if element.get("spreadMethod", SpreadMethod.PAD) != want.spread:
        return f"a {kind} has a gradient with other ends"
    return _stops_fault(kind, list(element), want)


def _coords(element: Element, want: Linear | Radial) -> tuple[float, ...]:
    if isinstance(want, Linear):
        return tuple(number(element.get(name, "")) for name in ("x1", "y1", "x2", "y2"))
    cx, cy, r = (element.get(name, "") for name in ("cx", "cy", "r"))
    fx, fy, fr = element.get("fx", cx), element.get("fy", cy), element.get("fr", "0")
    return tuple(map(number, (cx, cy, r, fx, fy, fr)))


def _planned_coords(want: Linear | Radial) -> tuple[float, ...]:
    if isinstance(want, Linear):
        return (*want.start, *want.end)
    return (*want.center, want.radius, *want.focus, want.focus_radius)


def _stops_fault(kind: str, have: Sequence[Element], want: Linear | Radial) -> Fault:
    if len(have) != len(want.stops):
        return f"a {kind} has {len(have)} colours in its gradient, not {len(want.stops)}"
    for element, stop in zip(have, want.stops, strict=True):
        only(element, "stop", _STOP)
        off = abs(number(element.get("offset", "")) - stop.offset)
        opacity = number(element.get("stop-opacity", "1"))
        color = element.get("stop-color")
        if off > ROUNDED or color != stop.color.hex or abs(opacity - stop.opacity) > OPACITY:
            return f"a {kind} has other colours in its gradient"
    return None
