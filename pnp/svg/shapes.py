"""The outlines of SVG's basic shapes and paths."""

from collections.abc import Callable
from functools import partial

from pnp.base.diagnostics import quote
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect
from pnp.scene.bounds import path_bounds
from pnp.svg.measure import parse_numbers
from pnp.svg.pathdata import parse_path, valid_data, valid_numbers
from pnp.svg.renderer import ResolvedElement


def outline(element: ResolvedElement) -> Path | None:
    """Return the outline of a shape in its user space, or None if it is empty."""
    return OUTLINES[element.source.tag](element)


def with_transform(element: ResolvedElement, path: Path) -> Path:
    """Return what an element draws, one outline, where the element's transform puts it."""
    return path.placed(element.place(partial(path_bounds, path)))


def box_around(element: ResolvedElement) -> Rect | None:
    """Return the box of a shape in its user space, without its line and markers."""
    path = outline(element)
    return path_bounds(path) if path else None


def _path(element: ResolvedElement) -> Path | None:
    data = element.attrs.get("d", "").strip()
    if not data or data == "none":
        return None
    try:
        return parse_path(data)
    except ValueError as error:
        element.fault("d", str(error), _hint(element, "d"))
    try:
        return parse_path(valid_data(data))
    except ValueError:  # a number beyond all measure
        return None


def _rect(element: ResolvedElement) -> Path | None:
    width, height = element.length("width", "x"), element.length("height", "y")
    if width <= 0 or height <= 0:
        return None
    rect = Rect(element.length("x", "x"), element.length("y", "y"), width, height)
    rx, ry = _radii(element)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    return Path.rect(rect, rx) if rx == ry else Path.rect(rect, rx, ry)


def _radii(element: ResolvedElement) -> tuple[float, float]:
    """Return ``rx`` and ``ry``; one that is ``auto`` is as long as the other."""
    rx, ry = _radius(element, "rx", "x"), _radius(element, "ry", "y")
    return (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0


def _radius(element: ResolvedElement, name: str, axis: str) -> float | None:
    if element.attrs.get(name, "auto").strip() == "auto":
        return None
    length = element.length(name, axis, "-1")
    return None if length < 0 else length


def _circle(element: ResolvedElement) -> Path | None:
    radius = element.length("r")
    center = (element.length("cx", "x"), element.length("cy", "y"))
    return Path.ellipse(center, radius, radius) if radius > 0 else None


def _ellipse(element: ResolvedElement) -> Path | None:
    rx, ry = _radii(element)
    center = (element.length("cx", "x"), element.length("cy", "y"))
    return Path.ellipse(center, rx, ry) if rx and ry else None


def _line(element: ResolvedElement) -> Path:
    start = (element.length("x1", "x"), element.length("y1", "y"))
    return Path.line(start, (element.length("x2", "x"), element.length("y2", "y")))


def _polyline(element: ResolvedElement) -> Path | None:
    points = _points(element)
    coords = tuple(value for point in points for value in point)
    return Path("M" + "L" * (len(points) - 1), coords) if points else None


def _polygon(element: ResolvedElement) -> Path | None:
    points = _points(element)
    return Path.polygon(points) if points else None


def _points(element: ResolvedElement) -> list[tuple[float, float]]:
    text = element.attrs.get("points", "")
    try:
        numbers = parse_numbers(text)
    except ValueError as error:
        element.fault("points", str(error), _hint(element, "points"))
        numbers = parse_numbers(valid_numbers(text))
    if len(numbers) % 2:
        message = f"{quote(text)} has an x without a y"
        element.fault("points", message, _hint(element, "points"))
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _hint(element: ResolvedElement, name: str) -> str | None:
    """Return what to do about a wrong outline; what comes from data is not drawn at all."""
    return None if element.is_data(name) else _SAVE_AGAIN


_SAVE_AGAIN = "it is drawn up to there: save it again in the editor"


OUTLINES: dict[str, Callable[[ResolvedElement], Path | None]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
}

FREE_FORMS = frozenset({"path", "line", "polyline", "polygon"})
"""Shapes whose outline may enclose no area; the others are not drawn without an extent."""
