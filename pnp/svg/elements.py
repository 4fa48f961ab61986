"""Draws SVG elements: what the element is, then its filter, clip, mask, opacity and transform."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from pnp.base.diagnostics import nearest, quote, user_error
from pnp.geometry.path import NO_PATH, Path, filling
from pnp.geometry.plane import IDENTITY, Affine, Bounds, Rect
from pnp.scene.bounds import path_bounds, union
from pnp.scene.node import Blend, Cap, Clip, Group, Node, Shape, Solid, Stroke, stamp
from pnp.svg.images import draw_image
from pnp.svg.markers import PROPERTIES as MARKS
from pnp.svg.markers import markers
from pnp.svg.masking import seen_through, windows
from pnp.svg.measure import MOST_GROWTH
from pnp.svg.paintservers import context_style, paints_of
from pnp.svg.renderer import (
    NOTHING,
    Fragment,
    Guide,
    Renderer,
    ResolvedElement,
    RoleOutline,
    fitted,
    joined,
    view_box,
)
from pnp.svg.rules import unsupported
from pnp.svg.shapes import FREE_FORMS, OUTLINES, box_around, outline
from pnp.svg.textelement import draw_flow, draw_text

EFFECTS = frozenset({"opacity", "clip-path", "mask", "mix-blend-mode", "isolation"})
"""Properties that make parts of a whole element transparent, or all of it."""


def finish(element: ResolvedElement, drawn: Fragment, renderer: Renderer) -> Fragment:
    """Return an element's drawing in its parent's space, with all its effects.

    Raises:
        PnpError: an effect refers to no element or to one of another kind, or the drawing is scaled
            up by more than ``MOST_GROWTH``.
    """
    place = element.place(lambda: _box(element, drawn, renderer))
    if element.cascaded.get("filter", "none") != "none":
        from pnp.svg.filters import filtered  # imported late: few drawings have a filter

        drawn = filtered(element, drawn, renderer)
    nodes = _with_effects(element, drawn, place, renderer) if drawn.nodes else ()
    hidden = drawn.hidden
    if drawn.nodes and not nodes:
        hidden = (*hidden, *_outlined(renderer.box_of(drawn)))
    growth = drawn.growth if place == IDENTITY else drawn.growth * place.stretch
    if growth > MOST_GROWTH:
        hint = "look for scales in scales, or for a viewBox that is far too small"
        raise user_error("the drawing is scaled up too far", element.where, hint)
    if nodes is drawn.nodes and place == IDENTITY and not element.findings and not element.weight:
        return drawn
    marks = drawn.marks
    if place != IDENTITY:
        marks = tuple(mark._replace(path=mark.path.placed(place)) for mark in marks)
        hidden = tuple(path.placed(place) for path in hidden)
    blends = _blends(element, drawn, nodes)
    findings = (*element.findings, *drawn.findings)
    weight = drawn.weight + element.weight
    return Fragment(nodes, findings, marks, weight, growth, hidden, blends)


def _box(element: ResolvedElement, drawn: Fragment, renderer: Renderer) -> Rect | None:
    """Return the box of an element in its user space, with the guides that editors show in it."""
    if element.source.tag in OUTLINES:
        return box_around(element)
    return union((renderer.box_of(drawn), *(path_bounds(mark.path) for mark in drawn.marks)))


def _blends(element: ResolvedElement, drawn: Fragment, nodes: tuple[Node, ...]) -> bool:
    """Say whether an element's drawing mixes with what is below the element."""
    if "mix-blend-mode" in element.cascaded:
        return _blend(element) is not Blend.NORMAL
    group = nodes[0] if len(nodes) == 1 else None
    held = isinstance(group, Group) and (group.isolated or group.opacity < 1 or group.mask)
    return drawn.blends and not held


def _blend(element: ResolvedElement) -> Blend:
    """Return how an element mixes with what is below it; ``inherit`` and its like say nothing."""
    mode = element.cascaded.get("mix-blend-mode", "").lower()
    return Blend(mode) if mode in tuple(Blend) else Blend.NORMAL


def _outlined(box: Rect | None) -> tuple[Path, ...]:
    return () if box is None else (Path.rect(box),)


def _with_effects(
    element: ResolvedElement, drawn: Fragment, place: Affine, renderer: Renderer
) -> tuple[Node, ...]:
    if EFFECTS.isdisjoint(element.cascaded):
        return _placed(element, drawn, place)

    @cache
    def box() -> Rect | None:
        return renderer.box_of(drawn)

    opacity = element.opacity(element.cascaded.get("opacity", "1"))
    limits = windows(element, box, renderer)
    if opacity <= 0:
        return ()
    blend = _blend(element)
    apart = element.cascaded.get("isolation") == "isolate"
    plain = opacity == 1.0 and blend is Blend.NORMAL
    if not limits and plain and not (apart and drawn.blends):
        return _placed(element, drawn, place)
    group = seen_through(drawn.nodes, limits, place)
    return (replace(group, opacity=opacity, blend=blend, isolated=plain and drawn.blends),)


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
    "script": "bind data with pnp: attributes",
    "animate": "paper does not move",
    "animateTransform": "paper does not move",
    "animateMotion": "paper does not move",
    "set": "paper does not move",
    "video": "paper does not move",
    "iframe": "show a picture of it by <image>",
}


def draw_element(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return the drawing of an element that is shown, in its parent's space."""
    tag = element.source.tag
    if tag in SILENT:
        return NOTHING
    if element.inner.guide is not None:
        return _guide(element, element.inner.guide, renderer)
    draw = _draw_shape if tag in OUTLINES else DRAWERS.get(tag)
    if draw is None:
        hint = HINTS.get(tag) or nearest(tag, (*DRAWERS, *OUTLINES, *SILENT - {"view"}))
        return Fragment(findings=(unsupported(f"<{tag}>", element.where, hint),))
    drawn = finish(element, draw(element, renderer), renderer)
    stamp(drawn.nodes, element.source.provenance)
    return drawn


def _draw_shape(element: ResolvedElement, renderer: Renderer) -> Fragment:
    path = outline(element)
    if path is None or not path.ops:
        return NOTHING
    if not element.visible:
        return Fragment(hidden=(path,))
    drawn = _painted(element, path, renderer)
    if all(element.style[name] == "none" for name in MARKS):
        return drawn
    return _with_markers(element, drawn, markers(element, path, renderer))


def _with_markers(element: ResolvedElement, drawn: Fragment, marked: Fragment) -> Fragment:
    """Return an outline and its markers in their ``paint-order``."""
    named = element.style["paint-order"].split()
    order = [*named, *(name for name in ("fill", "stroke", "markers") if name not in named)]
    at = order.index("markers")
    if at != 1:
        return joined([marked, drawn] if at == 0 else [drawn, marked], element.where)
    halves = [half for node in drawn.nodes if isinstance(node, Shape) for half in _halves(node)]
    filled = tuple(half for half in halves if half.fill is not None)
    stroked = tuple(half for half in halves if half.fill is None)
    first, last = (filled, stroked) if order[0] == "fill" else (stroked, filled)
    before, after = replace(drawn, nodes=first), Fragment(last)
    return joined([before, marked, after], element.where)


def _halves(shape: Shape) -> tuple[Shape, ...]:
    if shape.fill is None or shape.stroke is None:
        return (shape,)
    return (replace(shape, stroke=None), replace(shape, fill=None))


def _painted(element: ResolvedElement, path: Path, renderer: Renderer) -> Fragment:
    """Return an outline filled and stroked."""
    fill, stroke = paints_of(element, lambda: path_bounds(path), renderer)
    if stroke and stroke.cap is Cap.SQUARE:
        path, stroke = _with_long_dots(path, stroke.width), _with_long_dashes(stroke)
    if stroke and _fills(path, stroke):
        fill = stroke.paint  # it looks the same, but pdfium and Chrome leave holes in the line
    even_odd = element.style["fill-rule"] == "evenodd"
    first = element.style["paint-order"].replace("markers", "").split()[:1]
    inside = filling(path) if fill and element.source.tag in FREE_FORMS else path
    if inside is path and not (fill and stroke and first == ["stroke"]):
        if not fill and not stroke:
            return Fragment(hidden=(path,))
        return Fragment((Shape(path, fill, stroke, even_odd),))
    shapes = [Shape(inside, fill, None, even_odd)] if inside.ops else []
    if stroke:
        shapes.insert(0 if first == ["stroke"] else 1, Shape(path, None, stroke))
    if not shapes:
        return Fragment(hidden=(path,))
    return Fragment(tuple(shapes), weight=len(shapes))


def _fills(path: Path, stroke: Stroke) -> bool:
    """Say whether a closed line is so wide for its length that no point inside it is free."""
    if stroke.dashes or not isinstance(stroke.paint, Solid) or stroke.paint.opacity < 1:
        return False
    box = Bounds.hull(path.coords)
    closed = path.ops.count("Z") == path.ops.count("M") > 0
    return closed and min(box.width, box.height) <= stroke.width


DOT = 0.005
"""The length of a dot with square ends, as a share of its width: PDF draws none without a length.

PDF 32000-1, section 8.5.3.2: such a subpath has no direction.
"""


def _with_long_dashes(stroke: Stroke) -> Stroke:
    """Return a stroke in which each dash without a length is as long as a dot."""
    if 0 not in stroke.dashes:
        return stroke
    return stroke._replace(dashes=tuple(dash or DOT * stroke.width for dash in stroke.dashes))


def _with_long_dots(path: Path, width: float) -> Path:
    """Return an outline in which each subpath without a length is as long as a dot."""
    parts = [(part, {*part.points()}) for part in path.subpaths()]
    if all(len(points) > 1 for _, points in parts):
        return path
    whole = NO_PATH
    for part, points in parts:
        (x, y), length = min(points), DOT * width
        whole += part if len(points) > 1 or part.ops == "M" else Path("ML", (x, y, x + length, y))
    return whole


def _draw_group(element: ResolvedElement, renderer: Renderer) -> Fragment:
    return renderer.draw_children(element, element.inner)


def _draw_switch(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return the first child for readers of the language that requires no extension."""
    for child in element.source.children:
        known = child.tag in DRAWERS or child.tag in OUTLINES
        if known and child.is_for(renderer.language) and "requiredExtensions" not in child.attrs:
            return renderer.draw(child, element.inner)
    return NOTHING


def _draw_use(element: ResolvedElement, renderer: Renderer) -> Fragment:
    href = element.attrs.get("href", "")
    target = renderer.referred(element, "href", href)
    if target is None:
        return NOTHING
    context = renderer.use_context(target, element.inner)
    context = context._replace(style=context_style(context.style, element, target))
    with renderer.following(target, element):
        if target.tag in ("symbol", "svg"):
            inner = renderer.resolve(target, context)
            window = finish(inner, _draw_window(element, inner, renderer), renderer)
            drawn = window.placed(_corner(inner), href.rpartition("#")[2])
            stamp(drawn.nodes, target.provenance)
        else:
            drawn = renderer.draw_named(href.rpartition("#")[2], target, context)
    return drawn


def _draw_svg(element: ResolvedElement, renderer: Renderer) -> Fragment:
    if element.source.parent is None:
        return renderer.draw_children(element, element.inner)
    return _draw_window(element, element, renderer).placed(_corner(element))


def _corner(element: ResolvedElement) -> Affine:
    """Return the place of an ``svg`` or a ``symbol``; a root has none of its own."""
    if element.source.tag not in ("svg", "symbol") or element.source.parent is None:
        return IDENTITY
    return Affine.move(element.length("x", "x"), element.length("y", "y"))


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
    box, place, whole = window, Affine(), whole.sized(window.size)
    seen = view_box(inner)
    if seen is not None:
        box, aspect = seen, inner.attrs.get("preserveAspectRatio", "xMidYMid")
        place = fitted(inner, box, window, aspect)
        whole = whole.sized(box.size)
    drawn = renderer.draw_shared_children(inner, inner.inner._replace(viewport=whole))
    moved = drawn if place == Affine() else drawn.placed(place)
    if inner.cascaded.get("overflow", "hidden") in ("visible", "auto") or not moved.nodes:
        return moved
    cut = Group(moved.nodes, clip=Clip(Path.rect(window)))
    return replace(moved, nodes=(cut,))


def _guide(element: ResolvedElement, guide: Guide, renderer: Renderer) -> Fragment:
    """Return an element as a guide: the outlines in it as marks, however they are painted.

    Raises:
        PnpError: the element itself has a role, and no outline is in it.
    """
    tag, own = element.source.tag, "pnp:role" in element.attrs
    drawn = NOTHING
    if tag in HOLDERS:
        drawn = DRAWERS[tag](element, renderer)
    elif tag in OUTLINES:
        path = _with_length(outline(element) or NO_PATH)
        if path.ops and guide.role:
            drawn = Fragment(marks=(RoleOutline(guide.role, path, guide.name),))
    elif guide.role and not own:
        what = f"<{tag}> inside of pnp:role={quote(guide.role)}"
        hint = "a guide has outlines only: convert it to a path, or move it out of the group"
        return Fragment(findings=(unsupported(what, element.where, hint),))
    if own and not drawn.marks:
        hint = "put the role on a path or another shape that is not empty"
        raise user_error(
            f"pnp:role={quote(guide.role)} is on an element without an outline", element.where, hint
        )
    place = element.place(lambda: _box(element, drawn, renderer))
    marks = tuple(mark._replace(path=mark.path.placed(place)) for mark in drawn.marks)
    return Fragment((), (*element.findings, *drawn.findings), marks)


def _with_length(path: Path) -> Path:
    """Return the subpaths that lead anywhere: a knife does not stab where an editor left a move."""
    parts = path.subpaths()
    kept = [part for part in parts if len({*part.points()}) > 1]
    return path if len(kept) == len(parts) else sum(kept, NO_PATH)


HOLDERS = ("g", "a", "svg", "switch", "use")
"""The elements that hold others, or show one."""


DRAWERS: dict[str, Callable[[ResolvedElement, Renderer], Fragment]] = {
    "g": _draw_group,
    "a": _draw_group,
    "svg": _draw_svg,
    "switch": _draw_switch,
    "use": _draw_use,
    "text": draw_text,
    "flowRoot": draw_flow,
    "image": draw_image,
}
