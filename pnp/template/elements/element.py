"""Each element of SVG, and how it is drawn."""

from collections.abc import Callable
from dataclasses import replace

from pnp.errors import fail, quoted
from pnp.geometry import Affine, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.filling import filling
from pnp.scene.node import Clip, Group, Node, Shape
from pnp.scene.path import Path
from pnp.template.elements.effects import finish
from pnp.template.elements.filters import filtered
from pnp.template.elements.lettering import draw_text
from pnp.template.elements.paints import fill_of, stroke_of
from pnp.template.elements.pen import Pen
from pnp.template.elements.pictures import draw_image
from pnp.template.elements.shapes import FREE_FORMS, OUTLINES, outline
from pnp.template.elements.view import NOTHING, Mark, Result, View
from pnp.template.faults import unsupported
from pnp.template.reading.measure import Viewport, fit, parse_view_box

SILENT = frozenset(
    (
        *("defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient"),
        *("pattern", "clipPath", "mask", "filter", "symbol", "marker", "view"),
    )
)
"""Elements that draw nothing where they stand."""

HINTS = {
    "foreignObject": "use a <text> with shape-inside",
    "flowRoot": "convert it to SVG 2 flowed text: Text > Convert to Text",
    "script": "data comes in by pnp: attributes",
    "animate": "a print stands still",
    "animateTransform": "a print stands still",
    "animateMotion": "a print stands still",
    "set": "a print stands still",
}


def draw_view(view: View, pen: Pen) -> Result:
    """Return the drawing of an element that is shown, in its parent's space.

    Raises:
        PnpError: something about the element is wrong.
    """
    tag = view.element.tag
    if tag in SILENT:
        return NOTHING
    role = view.attrs.get("pnp:role")
    if role:
        return _mark(view, role, pen)
    draw = _draw_shape if tag in OUTLINES else DRAWERS.get(tag)
    if draw is None:
        return Result(findings=(unsupported(f"<{tag}>", view.where, HINTS.get(tag)),))
    return finish(view, draw(view, pen), pen, filtered)


def _draw_shape(view: View, pen: Pen) -> Result:
    path = outline(view)
    if path is None or not path.ops or not view.visible:
        return NOTHING
    fill = fill_of(view, lambda: path_bounds(path), pen)
    stroke = stroke_of(view, lambda: path_bounds(path), pen)
    even_odd = view.style["fill-rule"] == "evenodd"
    first = view.style["paint-order"].replace("markers", "").split()[:1]
    inside = filling(path) if fill and view.element.tag in FREE_FORMS else path
    if inside is path and not (fill and stroke and first == ["stroke"]):
        return Result((Shape(path, fill, stroke, even_odd),)) if fill or stroke else NOTHING
    shapes = [Shape(inside, fill, None, even_odd)] if inside.ops else []
    if stroke:
        shapes.insert(0 if first == ["stroke"] else 1, Shape(path, None, stroke))
    return Result(tuple(shapes), weight=len(shapes)) if shapes else NOTHING


def _draw_group(view: View, pen: Pen) -> Result:
    return pen.inside(view, view.inner)


def _draw_switch(view: View, pen: Pen) -> Result:
    """Return the first child that asks for nothing a printed page has not."""
    for child in view.element.children:
        languages = child.attrs.get("systemLanguage", "en").split(",")
        english = any(language.strip().startswith("en") for language in languages)
        if english and "requiredExtensions" not in child.attrs:
            return pen.draw(child, view.inner)
    return NOTHING


def _draw_use(view: View, pen: Pen) -> Result:
    href = view.attrs.get("href", "")
    target = pen.files.target(href, view.element)
    place = Affine.move(view.length("x", "x"), view.length("y", "y"))
    context = pen.reached(target, view.inner)
    with pen.following(target, view):
        if target.tag in ("symbol", "svg"):
            window = _draw_window(view, pen.view(target, context), pen)
            drawn = window.placed(Affine(), href.rpartition("#")[2])
        else:
            drawn = pen.called(href.rpartition("#")[2], target, context)
    return drawn if place == Affine() else drawn.placed(place)


def _draw_svg(view: View, pen: Pen) -> Result:
    if view.element.parent is None:
        return pen.inside(view, view.inner)
    place = Affine.move(view.length("x", "x"), view.length("y", "y"))
    return _draw_window(view, view, pen).placed(place)


def _draw_window(view: View, inner: View, pen: Pen) -> Result:
    """Return a symbol or a nested drawing in the rectangle that the outer element gives it."""
    whole = view.context.viewport
    sides = [view.attrs.get(name) or inner.attrs.get(name, "100%") for name in ("width", "height")]
    width, height = view.measured(sides[0], "x"), view.measured(sides[1], "y")
    if width <= 0 or height <= 0:
        return NOTHING
    window = Rect(0, 0, width, height)
    box, place = window, Affine()
    if "viewBox" in inner.attrs:
        box = inner.read(parse_view_box, inner.attrs["viewBox"])
        aspect = inner.attrs.get("preserveAspectRatio", "xMidYMid")
        place = inner.read(fit, box, window, aspect)
        whole = Viewport(box.width, box.height)
    drawn = pen.content(inner, inner.inner._replace(viewport=whole))
    drawn = replace(drawn, findings=(*inner.findings, *drawn.findings))
    moved = drawn if place == Affine() else drawn.placed(place)
    if inner.own.get("overflow", "hidden") in ("visible", "auto") or not moved.nodes:
        return moved
    cut = Group(moved.nodes, clip=Clip(Path.rect(window)))
    return replace(moved, nodes=(cut,))


def _mark(view: View, role: str, pen: Pen) -> Result:
    """Return an element as a guide: its outline, and no ink."""
    if view.element.tag in OUTLINES:
        found = outline(view)
        paths = [] if found is None else [found]
    else:
        drawn = DRAWERS.get(view.element.tag, _draw_group)(view, pen)
        paths = list(_paths(drawn.nodes, Affine()))
    if not paths:
        hint = "put the role on a path or another shape that is not empty"
        raise fail(
            f"pnp:role={quoted(role)} stands on an element without an outline", view.where, hint
        )
    name = view.attrs.get("id", "")
    marks = tuple(Mark(role, path.placed(view.place), name) for path in paths)
    return Result((), tuple(view.findings), marks)


def _paths(nodes: tuple[Node, ...], place: Affine) -> list[Path]:
    found: list[Path] = []
    for node in nodes:
        if isinstance(node, Group):
            found += _paths(node.nodes, place @ node.place)
        elif isinstance(node, Shape):
            found.append(node.path.placed(place))
    return found


DRAWERS: dict[str, Callable[[View, Pen], Result]] = {
    "g": _draw_group,
    "a": _draw_group,
    "svg": _draw_svg,
    "switch": _draw_switch,
    "use": _draw_use,
    "text": draw_text,
    "image": draw_image,
}
