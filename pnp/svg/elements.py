"""Each element of SVG, and how it is drawn: its shape, then filter, clip, mask, opacity, place."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from pnp.base.diagnostics import quote, user_error
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Clip, Group, Node, Shape
from pnp.svg.filters import filtered
from pnp.svg.masking import seen_through, windows
from pnp.svg.measure import Viewport, fit, parse_view_box
from pnp.svg.paintservers import fill_of, stroke_of
from pnp.svg.pictures import draw_image
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import NOTHING, Fragment, ResolvedElement, RoleOutline
from pnp.svg.rules import unsupported
from pnp.svg.shapes import OUTLINES, outline
from pnp.svg.textelement import draw_text

EFFECTS = frozenset({"opacity", "clip-path", "mask"})
"""Properties that change how much is seen of a whole element."""


def finish(view: ResolvedElement, drawn: Fragment, pen: Renderer) -> Fragment:
    """Return an element's drawing in its parent's space, with all its effects.

    Raises:
        PnpError: an effect refers to nothing, or to something else.
    """
    place = view.place
    if drawn.nodes and view.own.get("filter", "none") != "none":
        drawn = filtered(view, drawn, pen)
    nodes = _seen(view, drawn, place, pen) if drawn.nodes else ()
    if nodes is drawn.nodes and place == IDENTITY and not view.findings:
        return drawn
    marks = drawn.marks
    if place != IDENTITY:
        marks = tuple(mark._replace(path=mark.path.placed(place)) for mark in marks)
    return Fragment(nodes, (*view.findings, *drawn.findings), marks, drawn.weight)


def _seen(view: ResolvedElement, drawn: Fragment, place: Affine, pen: Renderer) -> tuple[Node, ...]:
    if EFFECTS.isdisjoint(view.own):
        return _placed(view, drawn, place)

    @cache
    def box() -> Rect | None:
        return pen.bounds(drawn.nodes)

    opacity = view.opacity(view.own.get("opacity", "1"))
    found = windows(view, box, pen)
    if opacity <= 0:
        return ()
    if not found and opacity == 1.0:
        return _placed(view, drawn, place)
    group = seen_through(drawn.nodes, found, place)
    return (replace(group, opacity=opacity),)


def _placed(view: ResolvedElement, drawn: Fragment, place: Affine) -> tuple[Node, ...]:
    """Return the drawing moved. What the file groups stays one object, to be stored once."""
    if place != IDENTITY:
        kept = drawn.whole if view.element.tag == "use" else drawn.nodes
        return (Group(kept, place),)
    return drawn.whole if view.element.tag == "g" else drawn.nodes


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


def draw_element(view: ResolvedElement, pen: Renderer) -> Fragment:
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
        return Fragment(findings=(unsupported(f"<{tag}>", view.where, HINTS.get(tag)),))
    return finish(view, draw(view, pen), pen)


def _draw_shape(view: ResolvedElement, pen: Renderer) -> Fragment:
    path = outline(view)
    if path is None or not path.ops or not view.visible:
        return NOTHING
    fill = fill_of(view, lambda: path_bounds(path), pen)
    stroke = stroke_of(view, lambda: path_bounds(path), pen)
    even_odd = view.style["fill-rule"] == "evenodd"
    first = view.style["paint-order"].replace("markers", "").split()[:1]
    if fill and stroke and first == ["stroke"]:
        return Fragment((Shape(path, None, stroke), Shape(path, fill, None, even_odd)), weight=2)
    return Fragment((Shape(path, fill, stroke, even_odd),)) if fill or stroke else NOTHING


def _draw_group(view: ResolvedElement, pen: Renderer) -> Fragment:
    return pen.inside(view, view.inner)


def _draw_switch(view: ResolvedElement, pen: Renderer) -> Fragment:
    """Return the first child that asks for nothing a printed page has not."""
    for child in view.element.children:
        languages = child.attrs.get("systemLanguage", "en").split(",")
        english = any(language.strip().startswith("en") for language in languages)
        if english and "requiredExtensions" not in child.attrs:
            return pen.draw(child, view.inner)
    return NOTHING


def _draw_use(view: ResolvedElement, pen: Renderer) -> Fragment:
    href = view.attrs.get("href", "")
    target = pen.target(href, view.element)
    place = Affine.move(view.length("x", "x"), view.length("y", "y"))
    context = pen.reached(target, view.inner)
    with pen.following(target, view):
        if target.tag in ("symbol", "svg"):
            window = _draw_window(view, pen.view(target, context), pen)
            drawn = window.placed(Affine(), href.rpartition("#")[2])
        else:
            drawn = pen.called(href.rpartition("#")[2], target, context)
    return drawn if place == Affine() else drawn.placed(place)


def _draw_svg(view: ResolvedElement, pen: Renderer) -> Fragment:
    if view.element.parent is None:
        return pen.inside(view, view.inner)
    place = Affine.move(view.length("x", "x"), view.length("y", "y"))
    return _draw_window(view, view, pen).placed(place)


def _draw_window(view: ResolvedElement, inner: ResolvedElement, pen: Renderer) -> Fragment:
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
    drawn = Fragment(drawn.nodes, (*inner.findings, *drawn.findings), drawn.marks, drawn.weight)
    moved = drawn if place == Affine() else drawn.placed(place)
    if inner.own.get("overflow", "hidden") in ("visible", "auto") or not moved.nodes:
        return moved
    cut = Group(moved.nodes, clip=Clip(Path.rect(window)))
    return Fragment((cut,), moved.findings, moved.marks, moved.weight)


def _mark(view: ResolvedElement, role: str, pen: Renderer) -> Fragment:
    """Return an element as a guide: its outline, and no ink."""
    if view.element.tag in OUTLINES:
        found = outline(view)
        paths = [] if found is None else [found]
    else:
        drawn = DRAWERS.get(view.element.tag, _draw_group)(view, pen)
        paths = list(_paths(drawn.nodes, Affine()))
    if not paths:
        hint = "put the role on a path or another shape that is not empty"
        raise user_error(
            f"pnp:role={quote(role)} stands on an element without an outline", view.where, hint
        )
    name = view.attrs.get("id", "")
    marks = tuple(RoleOutline(role, path.placed(view.place), name) for path in paths)
    return Fragment((), tuple(view.findings), marks)


def _paths(nodes: tuple[Node, ...], place: Affine) -> list[Path]:
    found: list[Path] = []
    for node in nodes:
        if isinstance(node, Group):
            found += _paths(node.nodes, place @ node.place)
        elif isinstance(node, Shape):
            found.append(node.path.placed(place))
    return found


DRAWERS: dict[str, Callable[[ResolvedElement, Renderer], Fragment]] = {
    "g": _draw_group,
    "a": _draw_group,
    "svg": _draw_svg,
    "switch": _draw_switch,
    "use": _draw_use,
    "text": draw_text,
    "image": draw_image,
}
