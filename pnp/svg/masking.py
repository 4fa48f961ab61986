"""Clip paths and masks: which part of an element is visible."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from pnp.base.color import BLACK
from pnp.base.diagnostics import quote, user_error
from pnp.geometry.path import NO_PATH, filling
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Clip, Group, Mask, Node, Picture, Shape, Solid, Text
from pnp.svg.measure import UNIT_BOX
from pnp.svg.paintservers import box_map, parse_url
from pnp.svg.parse import Element
from pnp.svg.renderer import Renderer, ResolvedElement
from pnp.svg.rules import unsupported
from pnp.svg.shapes import OUTLINES, outline
from pnp.svg.textelement import draw_text

Box = Callable[[], Rect | None]

Window = Clip | Mask

INK = Solid(BLACK)

NOTHING_SEEN = Mask((), Rect(0, 0, 0, 0))

MOST_STENCILS = 10_000
"""Limit for the shapes of one clip path, those of the clips on them included."""


def windows(
    element: ResolvedElement, box: Box, renderer: Renderer, *, masked: bool = True
) -> list[Window]:
    """Return the clips and, if ``masked``, the masks of an element, in its user space.

    ``box`` returns the element's bounding box; it is called only if units depend on it.
    """
    limits: list[Window] = []
    kinds = (("clip-path", "clipPath", _clips), ("mask", "mask", _masks))
    for name, tag, draw in kinds if masked else kinds[:1]:
        text = element.cascaded.get(name, "none")
        href = parse_url(text)
        if href is not None:
            target = renderer.referred(element, name, href, tag)
            if target is None:
                continue
            with renderer.following(target, element):
                limits += draw(element, target, box, renderer)
        elif text != "none":
            what = quote(f"{name}: {text}")
            element.findings.append(unsupported(what, element.where, f"use a <{tag}>"))
    return limits


def seen_through(nodes: tuple[Node, ...], limits: list[Window], place: Affine) -> Group:
    """Return nodes with clips and masks applied, then mapped by ``place``.

    A group has one clip and one mask, so more of them take nested groups.
    """
    clips = [window for window in limits if isinstance(window, Clip)]
    masks = [window for window in limits if isinstance(window, Mask)]
    while len(clips) > 1 or len(masks) > 1:
        clip = clips.pop() if len(clips) > 1 else None
        mask = masks.pop() if len(masks) > 1 else None
        nodes = (Group(nodes, clip=clip, mask=mask),)
    return Group(nodes, place, clips[0] if clips else None, masks[0] if masks else None)


def _masks(element: ResolvedElement, target: Element, box: Box, renderer: Renderer) -> list[Window]:
    mask = renderer.resolve(target, renderer.context_of(target))
    region = _region(mask, box)
    drawn = renderer.draw_shared_children(mask, mask.inner)
    element.findings += drawn.findings
    element.weight += drawn.weight
    nodes = drawn.grouped
    if mask.attrs.get("maskContentUnits") == "objectBoundingBox":
        onto = box_map(box())
        nodes = (Group(nodes, onto),) if onto is not None else ()
    if region is None or not nodes:
        return [NOTHING_SEEN]
    inner = windows(mask, box, renderer)
    element.findings += mask.findings
    element.weight += mask.weight
    nodes = (seen_through(nodes, inner, IDENTITY),) if inner else nodes
    return [Mask(nodes, region, mask.cascaded.get("mask-type", "luminance") != "alpha")]


def _region(mask: ResolvedElement, box: Box) -> Rect | None:
    """Return the rectangle outside which a mask hides everything."""
    boxed = mask.attrs.get("maskUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else mask.context.viewport
    rect = mask.region(whole)
    if not boxed:
        return rect
    onto = box_map(box())
    return None if onto is None else onto.box(rect)


def _clips(element: ResolvedElement, target: Element, box: Box, renderer: Renderer) -> list[Window]:
    clip = renderer.resolve(target, renderer.context_of(target))
    place = clip.transform(lambda: None)  # a clip path has no box of its own
    if clip.attrs.get("clipPathUnits") == "objectBoundingBox":
        onto = box_map(box())
        if onto is None:
            return [NOTHING_SEEN]
        place = place @ onto
    parts = [node for child in target.children for node in _stencils(clip, child, place, renderer)]
    if _count(parts) > MOST_STENCILS:
        message = f"the clip has more than {MOST_STENCILS:,} shapes, with those of its own clips"
        raise user_error(message, element.where, "look for clips of clips")
    limits = [_window(parts, renderer), *windows(clip, box, renderer, masked=False)]
    element.findings += clip.findings
    return limits


def _count(parts: Iterable[Node]) -> int:
    """Return the number of nodes, those inside of groups and of their masks included."""
    waiting, count = list(parts), 0
    while waiting:
        node = waiting.pop()
        count += 1
        if isinstance(node, Group):
            waiting += node.nodes
            waiting += node.mask.nodes if node.mask else ()
    return count


def _window(parts: list[Node], renderer: Renderer) -> Window:
    """Return the union of stencils: a clip if they can be joined to one outline, else a mask."""
    shapes = [part for part in parts if isinstance(part, Shape)]
    boxes = [path_bounds(shape.path) for shape in shapes]
    apart = not any(a and b and a.intersection(b) for a, b in combinations(boxes, 2))
    alike = len({shape.even_odd for shape in shapes}) == 1
    if shapes and len(shapes) == len(parts) and apart and alike:
        return Clip(sum((shape.path for shape in shapes), NO_PATH), shapes[0].even_odd)
    region = renderer.bounding_box(parts)
    return Mask(tuple(parts), region, luminance=False) if region else NOTHING_SEEN


def _stencils(
    clip: ResolvedElement, child: Element, place: Affine, renderer: Renderer
) -> Iterator[Node]:
    """Yield the areas that one child of a clip path makes visible, painted black."""
    for element in renderer.instances(child, clip.inner):
        box = partial(_box_of, element, renderer)
        at = place @ element.place(box)
        parts = list(_stencil(element, at, place, renderer))
        inner = windows(element, box, renderer, masked=False) if parts else []
        clip.findings += element.findings
        if inner:
            parts = [seen_through(tuple(_moved(parts, at.inverse())), inner, at)]
        yield from parts


def _box_of(element: ResolvedElement, renderer: Renderer) -> Rect | None:
    """Return the box of a part of a clip path in its user space."""
    tag = element.source.tag
    if tag == "text":
        return renderer.box_of(draw_text(element, renderer))
    return renderer.bounding_box(list(_stencil(element, IDENTITY, IDENTITY, renderer)))


def _stencil(
    element: ResolvedElement, place: Affine, outer: Affine, renderer: Renderer
) -> Iterator[Node]:
    """Yield what a part of a clip path makes visible; ``place`` is ``outer`` with its transform."""
    tag = element.source.tag
    if not element.visible and tag != "use":
        return
    if tag in OUTLINES:
        path = filling(outline(element) or NO_PATH)
        if path.ops:
            yield Shape(path.placed(place), INK, even_odd=element.style["clip-rule"] == "evenodd")
    elif tag == "text":
        drawn = renderer.draw(element.source, element.context)
        yield from _moved([_blackened(node) for node in drawn.nodes], outer)
    elif tag == "use":
        target = renderer.referred(element, "href", element.attrs.get("href", ""))
        if target is None:
            return
        with renderer.following(target, element):
            yield from _stencils(element, target, place, renderer)
    elif tag not in ("title", "desc", "metadata"):
        element.findings.append(
            unsupported(f"<{tag}> in a <clipPath>", element.where, "ungroup it")
        )


def _moved(nodes: list[Node], place: Affine) -> list[Node]:
    return list(nodes) if place == IDENTITY else [Group(tuple(nodes), place)]


def _blackened(node: Node) -> Node:
    """Return a drawing with shapes and text in opaque black."""
    match node:
        case Group():
            return replace(node, nodes=tuple(map(_blackened, node.nodes)), opacity=1.0)
        case Shape():
            return replace(node, fill=INK, stroke=None)
        case Text():
            return replace(node, fill=INK, stroke=None)
        case Picture():
            return node
