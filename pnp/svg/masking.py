"""Clip paths and masks: what part of an element is seen."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from pnp.base.color import BLACK
from pnp.base.diagnostics import quote, user_error
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Clip, Group, Mask, Node, Picture, Shape, Solid, Text
from pnp.svg.measure import UNIT_BOX
from pnp.svg.paintservers import box_map, parse_url
from pnp.svg.parse import Element
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import ResolvedElement
from pnp.svg.rules import unsupported
from pnp.svg.shapes import OUTLINES, outline

Box = Callable[[], Rect | None]

Window = Clip | Mask

INK = Solid(BLACK)

NOTHING_SEEN = Mask((), Rect(0, 0, 0, 0))


def windows(view: ResolvedElement, box: Box, pen: Renderer) -> list[Window]:
    """Return all that limits what is seen of an element, in its user space.

    ``box`` is the element's bounding box, asked for when needed.

    Raises:
        PnpError: a clip path or a mask does not exist, or something in it is wrong.
    """
    found: list[Window] = []
    for name, tag, draw in (("clip-path", "clipPath", _clips), ("mask", "mask", _masks)):
        text = view.own.get(name, "none")
        href = parse_url(text)
        if href is not None:
            target = pen.target(href, view.element)
            if target.tag != tag:
                raise user_error(
                    f"{name} names a <{target.tag}>", view.where, f"it names a <{tag}>"
                )
            with pen.following(target, view):
                found += draw(view, target, box, pen)
        elif text != "none":
            what = quote(f"{name}: {text}")
            view.findings.append(unsupported(what, view.where, f"use a <{tag}>"))
    return found


def seen_through(nodes: tuple[Node, ...], found: list[Window], place: Affine) -> Group:
    """Return nodes cut by windows, then put in place."""
    clips = [window for window in found if isinstance(window, Clip)]
    masks = [window for window in found if isinstance(window, Mask)]
    while len(clips) > 1 or len(masks) > 1:
        clip = clips.pop() if len(clips) > 1 else None
        mask = masks.pop() if len(masks) > 1 else None
        nodes = (Group(nodes, clip=clip, mask=mask),)
    return Group(nodes, place, clips[0] if clips else None, masks[0] if masks else None)


def _masks(view: ResolvedElement, element: Element, box: Box, pen: Renderer) -> list[Window]:
    mask = pen.view(element, pen.home(element))
    region = _region(mask, box)
    drawn = pen.content(mask, mask.inner)
    view.findings += [*mask.findings, *drawn.findings]
    nodes = drawn.whole
    if mask.attrs.get("maskContentUnits") == "objectBoundingBox":
        onto = box_map(box())
        nodes = (Group(nodes, onto),) if onto is not None else ()
    if region is None or not nodes:
        return [NOTHING_SEEN]
    inner = windows(mask, box, pen)
    nodes = (seen_through(nodes, inner, IDENTITY),) if inner else nodes
    return [Mask(nodes, region, mask.own.get("mask-type", "luminance") != "alpha")]


def _region(mask: ResolvedElement, box: Box) -> Rect | None:
    """Return the rectangle outside which a mask lets nothing through."""
    boxed = mask.attrs.get("maskUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else mask.context.viewport
    rect = mask.region(whole)
    if not boxed:
        return rect
    onto = box_map(box())
    return None if onto is None else onto.box(rect)


def _clips(view: ResolvedElement, element: Element, box: Box, pen: Renderer) -> list[Window]:
    clip = pen.view(element, pen.home(element))
    place = clip.place
    if clip.attrs.get("clipPathUnits") == "objectBoundingBox":
        onto = box_map(box())
        if onto is None:
            return [NOTHING_SEEN]
        place = place @ onto
    parts = [node for child in element.children for node in _stencils(clip, child, place, pen)]
    view.findings += clip.findings
    return [_window(parts, pen), *windows(clip, box, pen)]


def _window(parts: list[Node], pen: Renderer) -> Window:
    """Return the union of stencils: a clip where one outline says it, else a mask."""
    shapes = [part for part in parts if isinstance(part, Shape)]
    boxes = [path_bounds(shape.path) for shape in shapes]
    apart = not any(a and b and a.intersection(b) for a, b in combinations(boxes, 2))
    alike = len({shape.even_odd for shape in shapes}) == 1
    if shapes and len(shapes) == len(parts) and apart and alike:
        path = shapes[0].path
        for shape in shapes[1:]:
            path += shape.path
        return Clip(path, shapes[0].even_odd)
    region = pen.bounds(parts)
    return Mask(tuple(parts), region, luminance=False) if region else NOTHING_SEEN


def _stencils(
    clip: ResolvedElement, element: Element, place: Affine, pen: Renderer
) -> Iterator[Node]:
    """Yield what one child of a clip path leaves visible, as black drawings."""
    for view in pen.views(element, clip.inner):
        parts = list(_stencil(view, place @ view.place, pen))
        inner = windows(view, partial(pen.bounds, parts), pen) if parts else []
        clip.findings += view.findings
        if inner:
            back = place @ view.place
            parts = [seen_through(tuple(_moved(parts, back.inverse())), inner, back)]
        yield from parts


def _stencil(view: ResolvedElement, place: Affine, pen: Renderer) -> Iterator[Node]:
    tag = view.element.tag
    if not view.visible and tag != "use":
        return
    if tag in OUTLINES:
        path = outline(view)
        if path is not None:
            yield Shape(path.placed(place), INK, even_odd=view.style["clip-rule"] == "evenodd")
    elif tag == "text":
        drawn = pen.draw(view.element, view.context)
        inner = place @ view.place.inverse() if view.place.determinant else place
        yield from _moved([_blackened(node) for node in drawn.nodes], inner)
    elif tag == "use":
        target = pen.target(view.attrs.get("href", ""), view.element)
        shift = Affine.move(view.length("x", "x"), view.length("y", "y"))
        with pen.following(target, view):
            yield from _stencils(view, target, place @ shift, pen)
    elif tag not in ("title", "desc", "metadata"):
        view.findings.append(unsupported(f"<{tag}> in a <clipPath>", view.where, "ungroup it"))


def _moved(nodes: list[Node], place: Affine) -> list[Node]:
    return list(nodes) if place == IDENTITY else [Group(tuple(nodes), place)]


def _blackened(node: Node) -> Node:
    """Return a drawing with everything in it solid black."""
    match node:
        case Group():
            return replace(node, nodes=tuple(map(_blackened, node.nodes)), opacity=1.0)
        case Shape():
            return replace(node, fill=INK, stroke=None)
        case Text():
            return replace(node, fill=INK, stroke=None)
        case Picture():
            return node
