"""Patterns: a drawing repeated over a shape."""

from collections.abc import Callable

from pnp.geometry import IDENTITY, Affine, Rect
from pnp.scene.node import Group
from pnp.scene.paint import Pattern
from pnp.template.elements.gradients import Chain, box_map, chain
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import View
from pnp.template.reading.measure import UNIT_BOX, Viewport, fit, parse_transform, parse_view_box
from pnp.template.reading.svg import Element


def pattern(
    view: View, server: Element, box: Callable[[], Rect | None], pen: Pen
) -> Pattern | None:
    """Return the paint of a pattern for one shape, None where it cannot be seen.

    Raises:
        PnpError: an attribute or something inside the pattern is wrong.
    """
    link = chain(view, server, "patternUnits", ("pattern",), pen)
    place = link.views[0].read(parse_transform, link.get("patternTransform", ""))
    bounds = box() if _needs_box(link) else None
    tile = _tile(link, bounds)
    if tile is None or tile.width <= 0 or tile.height <= 0 or not place.determinant:
        return None
    group = _content(view, link, tile, bounds, pen)
    onto = place @ Affine.move(tile.x, tile.y)
    return None if group is None else Pattern((group,), Rect.of(tile.size), onto)


def _needs_box(link: Chain) -> bool:
    content = link.get("patternContentUnits", "userSpaceOnUse")
    return link.whole is UNIT_BOX or content == "objectBoundingBox"


def _tile(link: Chain, bounds: Rect | None) -> Rect | None:
    tile = Rect(
        link.length("x", "x", "0"),
        link.length("y", "y", "0"),
        link.length("width", "x", "0"),
        link.length("height", "y", "0"),
    )
    if link.whole is not UNIT_BOX:
        return tile
    onto = box_map(bounds)
    return None if onto is None else onto.box(tile)


def _content(view: View, link: Chain, tile: Rect, bounds: Rect | None, pen: Pen) -> Group | None:
    """Return what stands in one tile, from the tile's own corner, as all renderers take it."""
    owner = next((v for v in link.views if v.element.children), link.views[0])
    context, place = owner.inner, IDENTITY
    if link.has("viewBox"):
        seen = owner.read(parse_view_box, link.get("viewBox", ""))
        window = Rect.of(tile.size)
        place = owner.read(fit, seen, window, link.get("preserveAspectRatio", "xMidYMid"))
        context = context._replace(viewport=Viewport(seen.width, seen.height))
    elif link.get("patternContentUnits", "userSpaceOnUse") == "objectBoundingBox":
        onto = box_map(bounds) or IDENTITY
        place = Affine.scale(onto.a, onto.d)
    drawn = pen.content(owner, context)
    view.findings += drawn.findings
    return Group(drawn.whole, place) if drawn.nodes else None
