"""Draws SVG elements: what the element is, then its filter, clip, mask, opacity and transform."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from pnp.base.diagnostics import quote, user_error
from pnp.geometry.path import Path, filling
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.image import load_image
from pnp.scene.node import Clip, Group, Node, Picture, Shape, leaves
from pnp.svg.masking import seen_through, windows
from pnp.svg.measure import MOST_GROWTH, Viewport, fit, parse_view_box
from pnp.svg.paintservers import fill_of, stroke_of
from pnp.svg.renderer import NOTHING, Fragment, Renderer, ResolvedElement, RoleOutline
from pnp.svg.rules import unsupported
from pnp.svg.shapes import FREE_FORMS, OUTLINES, outline
from pnp.svg.textelement import draw_text

EFFECTS = frozenset({"opacity", "clip-path", "mask"})
"""Properties that make parts of a whole element transparent, or all of it."""


def finish(element: ResolvedElement, drawn: Fragment, renderer: Renderer) -> Fragment:
    """Return an element's drawing in its parent's space, with all its effects.

    Raises:
        PnpError: an effect refers to no element or to one of another kind, or the drawing is scaled
            up by more than ``MOST_GROWTH``.
    """
    place = element.transform
    if drawn.nodes and element.cascaded.get("filter", "none") != "none":
        from pnp.svg.filters import filtered  # imported late: few drawings have a filter

        drawn = filtered(element, drawn, renderer)
    nodes = _with_effects(element, drawn, place, renderer) if drawn.nodes else ()
    growth = drawn.growth if place == IDENTITY else drawn.growth * place.stretch
    if growth > MOST_GROWTH:
        hint = "look for scales in scales, or for a viewBox that is far too small"
        raise user_error("the drawing is scaled up too far", element.where, hint)
    if nodes is drawn.nodes and place == IDENTITY and not element.findings:
        return drawn
    marks = drawn.marks
    if place != IDENTITY:
        marks = tuple(mark._replace(path=mark.path.placed(place)) for mark in marks)
    findings = (*element.findings, *drawn.findings)
    return Fragment(nodes, findings, marks, drawn.weight, drawn.effort, growth)


def _with_effects(
    element: ResolvedElement, drawn: Fragment, place: Affine, renderer: Renderer
) -> tuple[Node, ...]:
    if EFFECTS.isdisjoint(element.cascaded):
        return _placed(element, drawn, place)

    @cache
    def box() -> Rect | None:
        return renderer.bounding_box(drawn.nodes)

    opacity = element.opacity(element.cascaded.get("opacity", "1"))
    limits = windows(element, box, renderer)
    if opacity <= 0:
        return ()
    if not limits and opacity == 1.0:
        return _placed(element, drawn, place)
    group = seen_through(drawn.nodes, limits, place)
    return (replace(group, opacity=opacity),)


def _placed(element: ResolvedElement, drawn: Fragment, place: Affine) -> tuple[Node, ...]:
    """Return the drawing mapped by ``place``. A ``g`` and a ``use`` keep one group object.

    Back ends store an object once, however often it occurs.
    """
    if place != IDENTITY:
        nodes = drawn.grouped if element.source.tag == "use" else drawn.nodes
        return (Group(nodes, place),)
    return drawn.grouped if element.source.tag == "g" else drawn.nodes


SILENT = frozenset(
    (
        *("defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient"),
        *("pattern", "clipPath", "mask", "filter", "symbol", "marker", "view"),
    )
)
"""Elements that draw nothing at their own place in the file."""

HINTS = {
    "foreignObject": "use a <text> with shape-inside",
    "flowRoot": "convert it to SVG 2 flowed text: Text > Convert to Text",
    "script": "bind data with pnp: attributes",
    "animate": "paper does not move",
    "animateTransform": "paper does not move",
    "animateMotion": "paper does not move",
    "set": "paper does not move",
}


def draw_element(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return the drawing of an element that is shown, in its parent's space."""
    tag = element.source.tag
    if tag in SILENT:
        return NOTHING
    role = element.attrs.get("pnp:role")
    if role:
        return _guide(element, role, renderer)
    draw = _draw_shape if tag in OUTLINES else DRAWERS.get(tag)
    if draw is None:
        return Fragment(findings=(unsupported(f"<{tag}>", element.where, HINTS.get(tag)),))
    return finish(element, draw(element, renderer), renderer)


def _draw_shape(element: ResolvedElement, renderer: Renderer) -> Fragment:
    path = outline(element)
    if path is None or not path.ops or not element.visible:
        return NOTHING
    fill = fill_of(element, lambda: path_bounds(path), renderer)
    stroke = stroke_of(element, lambda: path_bounds(path), renderer)
    even_odd = element.style["fill-rule"] == "evenodd"
    first = element.style["paint-order"].replace("markers", "").split()[:1]
    inside = filling(path) if fill and element.source.tag in FREE_FORMS else path
    if inside is path and not (fill and stroke and first == ["stroke"]):
        return Fragment((Shape(path, fill, stroke, even_odd),)) if fill or stroke else NOTHING
    shapes = [Shape(inside, fill, None, even_odd)] if inside.ops else []
    if stroke:
        shapes.insert(0 if first == ["stroke"] else 1, Shape(path, None, stroke))
    return Fragment(tuple(shapes), weight=len(shapes)) if shapes else NOTHING


def _draw_group(element: ResolvedElement, renderer: Renderer) -> Fragment:
    return renderer.draw_children(element, element.inner)


def _draw_switch(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return the first child for English readers that requires no extension."""
    for child in element.source.children:
        languages = child.attrs.get("systemLanguage", "en").split(",")
        english = any(language.strip().startswith("en") for language in languages)
        if english and "requiredExtensions" not in child.attrs:
            return renderer.draw(child, element.inner)
    return NOTHING


def _draw_use(element: ResolvedElement, renderer: Renderer) -> Fragment:
    href = element.attrs.get("href", "")
    target = renderer.target(href, element.source)
    place = Affine.move(element.length("x", "x"), element.length("y", "y"))
    context = renderer.use_context(target, element.inner)
    with renderer.following(target, element):
        if target.tag in ("symbol", "svg"):
            window = _draw_window(element, renderer.resolve(target, context), renderer)
            drawn = window.placed(Affine(), href.rpartition("#")[2])
        else:
            drawn = renderer.draw_named(href.rpartition("#")[2], target, context)
    return drawn if place == Affine() else drawn.placed(place)


def _draw_svg(element: ResolvedElement, renderer: Renderer) -> Fragment:
    if element.source.parent is None:
        return renderer.draw_children(element, element.inner)
    place = Affine.move(element.length("x", "x"), element.length("y", "y"))
    return _draw_window(element, element, renderer).placed(place)


def _draw_window(element: ResolvedElement, inner: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return a ``symbol`` or a nested ``svg`` in the viewport that the outer element gives it."""
    whole = element.context.viewport
    sides = [
        element.attrs.get(name) or inner.attrs.get(name, "100%") for name in ("width", "height")
    ]
    width, height = element.measured(sides[0], "x"), element.measured(sides[1], "y")
    if width <= 0 or height <= 0:
        return NOTHING
    window = Rect(0, 0, width, height)
    box, place = window, Affine()
    if "viewBox" in inner.attrs:
        box = inner.read(parse_view_box, inner.attrs["viewBox"])
        aspect = inner.attrs.get("preserveAspectRatio", "xMidYMid")
        place = inner.read(fit, box, window, aspect)
        whole = Viewport(box.width, box.height)
    drawn = renderer.draw_shared_children(inner, inner.inner._replace(viewport=whole))
    drawn = replace(drawn, findings=(*inner.findings, *drawn.findings))
    moved = drawn if place == Affine() else drawn.placed(place)
    if inner.cascaded.get("overflow", "hidden") in ("visible", "auto") or not moved.nodes:
        return moved
    cut = Group(moved.nodes, clip=Clip(Path.rect(window)))
    return replace(moved, nodes=(cut,))


def _guide(element: ResolvedElement, role: str, renderer: Renderer) -> Fragment:
    """Return an element as a guide: its outline as marks, no nodes."""
    if element.source.tag in OUTLINES:
        path = outline(element)
        paths = [] if path is None else [path]
    else:
        drawn = DRAWERS.get(element.source.tag, _draw_group)(element, renderer)
        shapes = ((leaf, at) for leaf, at in leaves(drawn.nodes) if isinstance(leaf, Shape))
        paths = [shape.path.placed(at) for shape, at in shapes]
    if not paths:
        hint = "put the role on a path or another shape that is not empty"
        raise user_error(
            f"pnp:role={quote(role)} is on an element without an outline", element.where, hint
        )
    name = element.attrs.get("id", "")
    marks = tuple(RoleOutline(role, path.placed(element.transform), name) for path in paths)
    return Fragment((), tuple(element.findings), marks)


def draw_image(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return an image fitted into its box by ``preserveAspectRatio``, clipped if it slices."""
    href = element.attrs.get("href", "").strip()
    if not href or not element.visible:
        return NOTHING
    if href.endswith(".svg") or href.startswith("data:image/svg"):
        hint = "take a drawing in with <use>, as in href='file.svg#id'"
        return Fragment(findings=(unsupported("<image> of an SVG file", element.where, hint),))
    blob = renderer.blob(href, element.source)
    image = load_image(blob.data, blob.where)
    box = _box(element, image.width, image.height)
    if box.width <= 0 or box.height <= 0:
        return NOTHING
    aspect = element.attrs.get("preserveAspectRatio", "xMidYMid")
    pixels = Rect(0, 0, image.width, image.height)
    placed = element.read(fit, pixels, box, aspect).box(pixels)
    picture = Picture(image, placed)
    if box.contains(placed):
        return Fragment((picture,))
    return Fragment((Group((picture,), clip=Clip(Path.rect(box))),), weight=2)


def _box(element: ResolvedElement, width: int, height: int) -> Rect:
    """Return the image's box; a side that is ``auto`` follows from the proportions of the image."""
    x, y = element.length("x", "x"), element.length("y", "y")
    given = [element.attrs.get(name, "auto") != "auto" for name in ("width", "height")]
    across = element.length("width", "x") if given[0] else 0.0
    down = element.length("height", "y") if given[1] else 0.0
    if not given[0]:
        across = down * width / height if given[1] else float(width)
    if not given[1]:
        down = across * height / width
    return Rect(x, y, across, down)


DRAWERS: dict[str, Callable[[ResolvedElement, Renderer], Fragment]] = {
    "g": _draw_group,
    "a": _draw_group,
    "svg": _draw_svg,
    "switch": _draw_switch,
    "use": _draw_use,
    "text": draw_text,
    "image": draw_image,
}
