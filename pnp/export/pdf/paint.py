"""Writes fill and stroke paints: solid colours, gradients as shadings, tiling patterns."""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, floor, hypot

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFAxialShading,
    PDFDictionary,
    PDFExponentialFunction,
    PDFName,
    PDFObjectReference,
    PDFRadialShading,
    PDFStitchingFunction,
)

from pnp.base.color import BLACK, Color, mixed
from pnp.export.pdf.content import Content, Store, reach, state, tile
from pnp.export.pdf.syntax import color, matrix, pen
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.node import (
    Linear,
    Mask,
    Paint,
    Pattern,
    Radial,
    Shape,
    Solid,
    SpreadMethod,
    Stop,
    Stroke,
    Text,
)

MOST_PERIODS = 128
"""The most repeats of a gradient to each side: more would be finer than print."""

EDGE = 0.00391
"""Of a gradient's length: how far inside its ends a step lies that belongs at an end.

It is a little more than 1/256, as some viewers read the colours at 256 places only.
"""

SMALLEST = 1e-9
"""Lengths and offsets below this count as zero."""


def settled(paint: Linear | Radial, box: Rect) -> Linear | Radial | Solid:
    """Return a gradient without spread method: the repeats that fill a box become stops.

    A gradient without extent gives its last colour, one without stops paints nothing (SVG 1.1,
    13.2).
    """
    if not paint.stops:
        return Solid(BLACK, 0)
    if len(paint.stops) == 1 or _is_flat(paint):
        return Solid(paint.stops[-1].color, paint.stops[-1].opacity)
    if paint.spread is SpreadMethod.PAD:
        return paint
    corners = _corners(paint, box)
    return _long_line(paint, corners) if isinstance(paint, Linear) else _wide(paint, corners)


def is_clear(paint: Linear | Radial) -> bool:
    """Return whether a gradient is not fully opaque."""
    return not paint.stops or any(stop.opacity < 1 for stop in paint.stops)


def opacities(paint: Linear | Radial) -> Linear | Radial:
    """Return a gradient of greys that are the opacities of this one, for a luminosity mask."""
    stops = tuple(_grey(stop) for stop in paint.stops)
    return paint._replace(stops=stops)


def shading(paint: Linear | Radial) -> object:
    """Return the shading of a settled gradient, without its opacities."""
    extend = {"Extend": PDFArrayCompact(["true", "true"])}
    inside = isinstance(paint, Linear) or paint.focus_radius > 0
    colors = _colors(paint.stops, before=inside)
    if isinstance(paint, Linear):
        return PDFAxialShading(*paint.start, *paint.end, colors, "DeviceRGB", **extend)
    inner, outer = (*paint.focus, paint.focus_radius), (*paint.center, paint.radius)
    return PDFRadialShading(*inner, *outer, colors, "DeviceRGB", **extend)


def _colors(stops: tuple[Stop, ...], *, before: bool) -> object:
    """Return the colour function on [0, 1]; stops at the same offset make a step.

    Before 0 and after 1 the colours at its ends go on, so a step at an end lies just inside.
    ``before`` tells whether anything is painted before 0: a circle has nothing inside its focus.
    """
    first, last = stops[0], stops[-1]
    low = EDGE if before and first.offset <= SMALLEST >= stops[1].offset else 0.0
    high = 1 - EDGE if last.offset >= 1 - SMALLEST <= stops[-2].offset else 1.0
    inner = [stop._replace(offset=min(max(stop.offset, low), high)) for stop in stops]
    whole = [first._replace(offset=0.0), *inner, last._replace(offset=1.0)]
    steps = [(a, b) for a, b in pairwise(whole) if b.offset - a.offset > SMALLEST]
    parts = [PDFExponentialFunction(_share(a.color), _share(b.color), 1) for a, b in steps]
    if len(parts) == 1:
        return parts[0]
    bounds = [b.offset for _, b in steps[:-1]]
    domain = PDFArrayCompact([0, 1])
    return PDFStitchingFunction(parts, bounds, [0, 1] * len(parts), Domain=domain)


def _share(color: Color) -> list[float]:
    return [round(channel / 255, 4) for channel in color]


def _grey(stop: Stop) -> Stop:
    level = round(stop.opacity * 255)
    return Stop(stop.offset, Color(level, level, level))


def _is_flat(paint: Linear | Radial) -> bool:
    if abs(paint.place.determinant) < SMALLEST**2:
        return True
    if isinstance(paint, Linear):
        return hypot(paint.end.x - paint.start.x, paint.end.y - paint.start.y) < SMALLEST
    return paint.radius < SMALLEST


def _corners(paint: Linear | Radial, box: Rect) -> list[Point]:
    """Return the corners of a box in the gradient's own space."""
    back = paint.place.inverse()
    return [back.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


def _long_line(paint: Linear, corners: list[Point]) -> Linear:
    start, (dx, dy) = paint.start, (paint.end.x - paint.start.x, paint.end.y - paint.start.y)
    length = dx * dx + dy * dy
    times = [((x - start.x) * dx + (y - start.y) * dy) / length for x, y in corners]
    first = max(-MOST_PERIODS, min(0, floor(min(times))))
    last = min(MOST_PERIODS, max(1, ceil(max(times))))
    return paint._replace(
        start=Point(start.x + dx * first, start.y + dy * first),
        end=Point(start.x + dx * last, start.y + dy * last),
        stops=_repeated(paint, first, last),
        spread=SpreadMethod.PAD,
    )


def _wide(paint: Radial, corners: list[Point]) -> Radial:
    circles = (_circle(paint, period) for period in range(1, MOST_PERIODS))
    last, (center, radius) = next(
        ((n, circle) for n, circle in enumerate(circles, 1) if _holds(circle, corners)),
        (MOST_PERIODS, _circle(paint, MOST_PERIODS)),
    )
    begin = _innermost(paint)
    focus, focus_radius = _circle(paint, begin)
    first = floor(begin)
    stops = _cut_off(_repeated(paint, first, last), (begin - first) / (last - first))
    return Radial(center, radius, focus, focus_radius, stops, SpreadMethod.PAD, paint.place)


def _innermost(paint: Radial) -> float:
    """Return the period, 0 or less, whose circle is a point: repeats go on inside the focus."""
    grows = paint.radius - paint.focus_radius
    return max(-paint.focus_radius / grows, -MOST_PERIODS) if grows > SMALLEST else 0.0


def _cut_off(stops: tuple[Stop, ...], share: float) -> tuple[Stop, ...]:
    """Return stops without a first share of the gradient."""
    if share < SMALLEST:
        return stops
    after = next(n for n, stop in enumerate(stops) if stop.offset > share)
    one, two = stops[after - 1], stops[after]
    part = (share - one.offset) / (two.offset - one.offset)
    start = Stop(
        share, mixed(one.color, two.color, part), one.opacity + (two.opacity - one.opacity) * part
    )
    kept = (start, *stops[after:])
    return tuple(s._replace(offset=(s.offset - share) / (1 - share)) for s in kept)


def _circle(paint: Radial, period: float) -> tuple[Point, float]:
    """Return centre and radius of the circle where a period ends; period 0 ends at the focus."""
    (x, y), (cx, cy), start = paint.focus, paint.center, paint.focus_radius
    center = Point(x + (cx - x) * period, y + (cy - y) * period)
    return center, start + (paint.radius - start) * period


def _holds(circle: tuple[Point, float], corners: list[Point]) -> bool:
    center, radius = circle
    return all(hypot(x - center.x, y - center.y) <= radius for x, y in corners)


def _repeated(paint: Linear | Radial, first: int, last: int) -> tuple[Stop, ...]:
    """Return the stops of the periods from ``first`` to ``last``; reflection mirrors odd ones."""
    stops, whole = [], _whole(paint.stops)
    for period in range(first, last):
        mirrored = paint.spread is SpreadMethod.REFLECT and period % 2
        for stop in reversed(whole) if mirrored else whole:
            at = 1 - stop.offset if mirrored else stop.offset
            stops.append(stop._replace(offset=(period - first + at) / (last - first)))
    return tuple(stops)


def _whole(stops: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """Return stops from 0 to 1: before the first and after the last one the colour stays as it is.

    Otherwise the end of one period would blend into the beginning of the next.
    """
    first, last = stops[0], stops[-1]
    before = (first._replace(offset=0.0),) if first.offset > 0 else ()
    after = (last._replace(offset=1.0),) if last.offset < 1 else ()
    return (*before, *stops, *after)


Body = Callable[[bool, bool], str]
"""Given (filled, stroked), returns the operators that paint a path or a text."""


def is_opaque(paint: Paint) -> bool:
    """Return whether a paint is opaque; a pattern never counts as opaque."""
    match paint:
        case Solid():
            return paint.opacity >= 1
        case Linear() | Radial():
            return not is_clear(paint)
        case Pattern():
            return False


def draw_painted(content: Content, node: Shape | Text, body: Body) -> None:
    """Write a node with its fill and its stroke, in one operation if both are opaque."""
    fill, stroke = node.fill, node.stroke
    if fill is None or stroke is None or (is_opaque(fill) and is_opaque(stroke.paint)):
        _draw(content, node, fill, stroke, body)
    else:
        _draw(content, node, fill, None, body)
        _draw(content, node, None, stroke, body)


def solid_setup(fill: Paint | None, stroke: Stroke | None) -> str | None:
    """Return the operators that set solid opaque paints, None for any other paint."""
    setup = []
    if fill is not None:
        if not isinstance(fill, Solid) or fill.opacity < 1:
            return None
        setup.append(f"{color(fill.color)} rg")
    if stroke is not None:
        if not isinstance(stroke.paint, Solid) or stroke.paint.opacity < 1:
            return None
        setup.append(f"{color(stroke.paint.color)} RG {pen(stroke)}")
    return " ".join(setup)


def _draw(
    content: Content, node: Shape | Text, fill: Paint | None, stroke: Stroke | None, body: Body
) -> None:
    """Write one painting operation; if it has two paints, both are opaque."""
    setup: list[str] = []
    if fill is not None:
        setup += _setup(content, fill, node, stroking=False)
    if stroke is not None:
        setup += [pen(stroke), *_setup(content, stroke.paint, node, stroking=True)]
    content.lines += ["q", *setup, body(fill is not None, stroke is not None), "Q"]


def _setup(content: Content, paint: Paint, node: Shape | Text, *, stroking: bool) -> list[str]:
    """Return the operators that set a paint and its opacity."""
    store = content.store
    if isinstance(paint, Linear | Radial):
        box = reach(store, (node,))
        paint = settled(paint, box)
        if not isinstance(paint, Solid) and is_clear(paint):
            through = state(store, 1, _fade(store, paint, box))
            return [f"{content.use(through)} gs", _choose(content, paint, stroking)]
    chosen = _choose(content, paint, stroking)
    if isinstance(paint, Solid) and paint.opacity < 1:
        return [f"{content.use(state(store, paint.opacity))} gs", chosen]
    return [chosen]


def _choose(content: Content, paint: Paint, stroking: bool) -> str:
    match paint:
        case Solid():
            return f"{color(paint.color)} {'RG' if stroking else 'rg'}"
        case Pattern():
            name = tile(content.store, paint, content.to_start(paint.place))
        case Linear() | Radial():
            name = _shaded(content.store, paint, content.to_start(paint.place))
    space, choose = ("CS", "SCN") if stroking else ("cs", "scn")
    return f"/Pattern {space} {content.use(name)} {choose}"


def _shaded(store: Store, paint: Linear | Radial, place: Affine) -> str:
    """Return the name of a shading pattern; ``place`` maps it to the stream's initial space."""

    def add() -> PDFObjectReference:
        entries = {
            "Type": PDFName("Pattern"),
            "PatternType": 2,
            "Shading": shading(paint),
            "Matrix": f"[ {matrix(place)} ]",
        }
        return store.objects.add(PDFDictionary(entries))

    return store.name("P", (paint._replace(place=place), ""), add)


def _fade(store: Store, paint: Linear | Radial, box: Rect) -> Mask:
    """Return the luminosity mask with the opacities of a gradient's stops."""
    key = paint, box
    if key not in store.fades:
        cover = Shape(Path.rect(box), opacities(paint))
        store.fades[key] = Mask((cover,), box)
    return store.fades[key]
