"""Gradients as svgwrite's elements."""

from typing import Any

from pnp.export.svg.notation import lengths, number, transform
from pnp.geometry import IDENTITY
from pnp.scene.paint import Linear, Radial, Spread


def gradient(drawing: Any, paint: Linear | Radial) -> Any:
    """Return a gradient in the space of the shape that it paints."""
    element = _linear(drawing, paint) if isinstance(paint, Linear) else _radial(drawing, paint)
    element["gradientUnits"] = "userSpaceOnUse"
    if paint.spread is not Spread.PAD:
        element["spreadMethod"] = paint.spread.value
    if paint.place != IDENTITY:
        element["gradientTransform"] = transform(paint.place)
    for stop in paint.stops:
        opacity = number(stop.opacity) if stop.opacity < 1 else None
        element.add_stop_color(number(stop.offset), stop.color.hex, opacity)
    return element


def _linear(drawing: Any, paint: Linear) -> Any:
    (x1, y1), (x2, y2) = paint.start, paint.end
    return drawing.linearGradient(**lengths(x1=x1, y1=y1, x2=x2, y2=y2))


def _radial(drawing: Any, paint: Radial) -> Any:
    circle = lengths(cx=paint.center.x, cy=paint.center.y, r=paint.radius)
    if paint.focus != paint.center:
        circle |= lengths(fx=paint.focus.x, fy=paint.focus.y)
    if paint.focus_radius:
        circle |= lengths(fr=paint.focus_radius)
    return drawing.radialGradient(**circle)
