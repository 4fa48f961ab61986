"""Rasterises elements with a filter, since PDF has no filters.

The only user of resvg, which gets the finished drawing of each such element as an SVG file of its
own, so that what is filtered looks as it does without. The work of a filter is estimated beforehand
in pixel visits, and from it the resolution to rasterise at.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import inf, sqrt
from typing import NamedTuple

from pnp.base.ceilings import FILTER_WORK
from pnp.base.diagnostics import Finding, PnpError
from pnp.base.slotted import slotted
from pnp.base.units import MM_PER_INCH, PIXELS_PER_INCH
from pnp.geometry.plane import Affine, Rect, Size
from pnp.markup.nodes import Scribe
from pnp.markup.svgpage import SvgPage
from pnp.markup.syntax import escaped
from pnp.scene.image import SIGNATURES, Image, enlarged, load_image
from pnp.scene.node import Group, Node, Picture
from pnp.scene.precision import Refiner
from pnp.svg.filterfunctions import in_linear_light, linear_color, reach
from pnp.svg.measure import UNIT_BOX, parse_number
from pnp.svg.paintservers import box_map, color_of, parse_url
from pnp.svg.parse import SVG, XLINK, Element
from pnp.svg.pathdata import NUMBER
from pnp.svg.renderer import Fragment, Renderer, ResolvedElement
from pnp.svg.rules import UNSUPPORTED_SVG, invalid, rasterised, unsupported
from pnp.text.fontbook import BODY_FAMILY

MOST_PIXELS = 20_000_000
"""A3 at 300 dpi has 17 million; a larger image gets fewer dots per inch."""

FILTERS_OF_DRAWING = 2
"""The work of all filters of one drawing, as a multiple of the most work of one."""

MOST_OCTAVES = 10
"""Each octave of noise is half as strong as the last: the tenth is not visible."""

DPI = 300
"""The resolution of an image in dots per inch: what print needs, and no more."""

BLURRED_DPI = 150
"""The resolution of what is only blurred, by ``BLURRED`` dots or more: the least of sharp print."""

BLURRED = 8
"""Dots at ``DPI`` of a blur's standard deviation that hide every dot of ``BLURRED_DPI``."""

SOFT = 4
"""Dots of a blur's standard deviation that are enough to draw it, and to enlarge it afterwards."""

MOST_ENLARGED = 4
"""The most that what is blurred is enlarged by."""

LEAST_DPI = 10
"""The lowest resolution: a region that needs a lower one is larger than anything printed."""

COARSEST = 1 / 3
"""The lowest share of its resolution that an image gets in order to save work."""

LESS = 0.9
"""The resolution is multiplied by this until the work is within the limit."""

STEP = 30
"""Visits to each pixel by a primitive that reads it once, colour conversion and copy included."""

_DRAWN = 10

WIDER = 0.001
"""Pixels around a region: resvg takes whole pixels, a whole one less where it is rounded down."""

_SPACE = "color-interpolation-filters"

LIGHTS = ("feDiffuseLighting", "feSpecularLighting")

_NOISE = 50

_KERNEL = 2

_WINDOW = 6


class PrimitiveCost(NamedTuple):
    """The cost of a primitive: visits to each pixel, plus ``per_area`` times the squared scale.

    ``per_area`` is for primitives whose window is a number of user units, not of pixels; ``blur``
    is the lesser standard deviation of a blur, in user units.
    """

    fixed: float
    per_area: float = 0.0
    blur: float = 0.0


_LOCAL = re.compile(r"""url\(\s*['"]?([^)'"]*#[^)'"]+)['"]?\s*\)""")


@slotted(frozen=False, eq=False)
class _Writing:
    """The filters that are written for an image, by made-up ids, and what they refer to.

    Each user unit has so many ``dots``. The names of others' files and of what is drawn cannot
    collide with these ids: an id begins with ``filter-``.
    """

    top: ResolvedElement
    renderer: Renderer
    dots: float
    ids: dict[Element, str]
    written: list[str]
    drawn: list[tuple[str, Fragment]]

    def name(self, target: Element) -> str:
        """Return the id of an element, which is written if it is not yet."""
        if target not in self.ids:
            self.ids[target] = f"filter-{len(self.ids) + 1}"
            if target.tag == "filter":
                rule = self.renderer.resolve(target, self.renderer.context_of(target))
                self.written.append("".join(_element(rule, self)))
            else:
                with self.renderer.following(target, self.top):
                    drawn = self.renderer.draw(target, self.renderer.context_of(target))
                self.top.findings.extend(drawn.findings)
                self.drawn.append((self.ids[target], drawn))
        return self.ids[target]


def standalone(
    element: ResolvedElement,
    nodes: Sequence[Node],
    region: Rect,
    sides: Sequence[int],
    dots: float,
    renderer: Renderer,
    *,
    stretched: bool = False,
) -> str:
    """Return an SVG file that draws an element's nodes with its filter, in a region of its space.

    ``sides`` are those of the image in pixels, ``dots`` the pixels of a user unit. ``stretched``
    says that the region fills the image, whose sides are rounded.
    """
    scope = _Writing(element, renderer, dots, {}, [], [])
    functions = in_linear_light(element.cascaded["filter"], partial(color_of, element))
    applied = _named(functions, element, scope)
    own = {name: element.style[name] for name in ("color", "font-size")}  # units and currentColor
    style = _style({**own, "filter": applied})
    page, finer = SvgPage(Scribe(renderer.book, live_text=False), frozenset()), Refiner(dots)
    place = Affine.scale(1 / dots)
    art = page.drawn((Group(finer.nodes(tuple(nodes)), place),))
    if parse_url(functions) is None:  # resvg takes the box of what is drawn for the region
        corner = f'x="{region.x:.9g}" y="{region.y:.9g}"'
        art += (
            f'<rect {corner} width="{region.width:.9g}" height="{region.height:.9g}" fill="none"/>'
        )
    for name, drawn in scope.drawn:
        inside = page.drawn((Group(finer.nodes(drawn.nodes), place),))
        scope.written.append(f'<g id="{name}">{inside}</g>')
    frame = " ".join(f"{value:.9g}" for value in region.inset(-WIDER / dots))
    aspect = ' preserveAspectRatio="none"' if stretched else ""
    size = f'width="{sides[0]}" height="{sides[1]}"'  # without it, resvg rounds those of the region
    # percentages refer to the viewport of the drawing, which is not the region
    whole = element.context.viewport
    inner = f'width="{whole.along("x"):.9g}" height="{whole.along("y"):.9g}" overflow="visible"'
    return (
        f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" {size} viewBox="{frame}"{aspect}><svg {inner}>'
        f"{page.definitions()}<defs>{''.join(scope.written)}</defs>"
        f'<g style="{escaped(style)}">{art}</g></svg></svg>'
    )


def _named(text: str, element: ResolvedElement, scope: _Writing) -> str:
    """Return a value with its references as the image names them; a wrong one is left out."""

    def name(match: re.Match[str]) -> str:
        target = scope.renderer.referred(element, "filter", match[1], "filter")
        return "" if target is None else f"url(#{scope.name(target)})"

    return _LOCAL.sub(name, text)


def _element(element: ResolvedElement, scope: _Writing, *, light: bool = True) -> Iterator[str]:
    """Yield a filter or a part of one as SVG text; ``light`` says that it works in linear light."""
    tag = element.source.tag
    attrs = {k: v for k, v in element.attrs.items() if k not in element.cascaded and _is_plain(k)}
    space = element.cascaded.get(_SPACE) or attrs.get(_SPACE)
    light = light if space in (None, "inherit") else space.lower() != "srgb"
    attrs["style"] = _style({**element.cascaded, **_lit(element, tag, light)})
    attrs["id"] = scope.ids.get(element.source, "")
    if "numOctaves" in attrs:
        octaves = element.understood("numOctaves", 1.0, parse_number, attrs["numOctaves"])
        attrs["numOctaves"] = str(min(MOST_OCTAVES, round(octaves)))
    if tag in LIGHTS:  # resvg reads slopes from pixel to pixel, which editors do not
        text = attrs.get("surfaceScale", "1")
        slope = element.understood("surfaceScale", 1.0, parse_number, text)
        attrs["surfaceScale"] = f"{slope * scope.dots:.6g}"
    if tag == "feDisplacementMap":
        attrs["scale"] = f"{_root(element):.9g}"
    kept = "href" not in attrs or _inlined(attrs, element, scope)
    scope.top.findings.extend(element.findings)
    if not kept:
        return
    written = "".join(f' {name}="{escaped(value)}"' for name, value in attrs.items() if value)
    inner = "".join(
        text
        for child in element.source.children
        for part in scope.renderer.instances(child, element.inner)
        for text in _element(part, scope, light=light)
    )
    yield f"<{tag}{written}>{inner}</{tag}>"


def _lit(element: ResolvedElement, tag: str, light: bool) -> dict[str, str]:
    """Return a primitive's colour as resvg takes it.

    It takes the colour of a lamp as it is, in whatever space the filter works, and that of a shadow
    as one of linear light.
    """
    wrong = (
        {"feDropShadow": "flood-color"} if not light else dict.fromkeys(LIGHTS, "lighting-color")
    )
    name = wrong.get(tag, "")
    text = element.cascaded.get(name) or element.attrs.get(name)
    return {name: linear_color(*color_of(element, text))} if text else {}


def _root(element: ResolvedElement) -> float:
    """Return the scale of a displacement for resvg, which moves by the square of it."""
    scale = element.understood("scale", 0.0, parse_number, element.attrs.get("scale", "0"))
    if scale < 0:
        what = "a negative scale of <feDisplacementMap>"
        element.findings.append(unsupported(what, element.where, "write a positive one"))
    return sqrt(max(0.0, scale))


def _inlined(attrs: dict[str, str], element: ResolvedElement, scope: _Writing) -> bool:
    """Say whether a reference can be kept; one to an image file becomes a ``data:`` URL."""
    href = attrs["href"]
    if element.source.tag == "feImage" and "#" not in href.partition(",")[0]:
        return _image(attrs, element, scope)
    kinds = ("filter",) if element.source.tag == "filter" else ()
    target = scope.renderer.referred(element, "href", href, *kinds)
    if target is not None:
        attrs["href"] = f"#{scope.name(target)}"
    return target is not None


def _image(attrs: dict[str, str], element: ResolvedElement, scope: _Writing) -> bool:
    try:
        blob = scope.renderer.blob(attrs["href"], element.source)
        data, form = blob.data, "svg+xml"
        if data.startswith(SIGNATURES):
            image = load_image(data, blob.where)
            data, form = image.data, image.format
    except PnpError as error:
        problem = error.problems[0]
        scope.top.findings.append(invalid(problem.message, element.where, problem.hint))
        return False
    attrs["href"] = f"data:image/{form};base64,{b64encode(data).decode()}"
    return True


def _is_plain(name: str) -> bool:
    return ":" not in name and name not in ("style", "class", "transform")


def _style(values: Mapping[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in values.items() if value)


@lru_cache(maxsize=128)
def rasterise(svg: str, width: int, height: int, fonts: tuple[str, ...] = ()) -> bytes:
    """Return an SVG drawing as a PNG file of a size in pixels; text needs files of ``fonts``.

    Raises:
        ValueError: resvg cannot draw it.
    """
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            dpi=PIXELS_PER_INCH,
            skip_system_fonts=True,
            font_files=list(fonts),
            sans_serif_family=BODY_FAMILY,
            serif_family=BODY_FAMILY,
        )
    )


def filtered(element: ResolvedElement, drawn: Fragment, renderer: Renderer) -> Fragment:
    """Return an element's drawing as one picture, with a ``rasterised`` finding.

    A filter that exceeds a limit, or that does not exist, is left out, with a finding.

    Raises:
        PnpError: data names a filter that does not exist, or the element cannot be drawn.
    """
    href = parse_url(element.cascaded["filter"])
    rule = None if href is None else _rule(element, href, renderer)
    if href is not None and rule is None:
        return drawn
    box = renderer.box_of(drawn)
    region = _region(element, rule, box)
    if region is None:
        element.findings += [] if rule is None or not drawn.nodes else [_no_region(element)]
        unseen = Fragment((), drawn.findings, drawn.marks, hidden=drawn.hidden)
        return drawn if rule is None else unseen
    boxed = rule is not None and rule.attrs.get("primitiveUnits") == "objectBoundingBox"
    parts = _steps(element, rule, box.size if boxed and box else Size(1, 1), renderer)
    dots = _scale(element, renderer) * DPI / MM_PER_INCH
    if resolution(region.size, dots, parts, FILTER_WORK.most) is None:
        return _without(drawn, _too_much(element, region.size, dots))
    left = FILTERS_OF_DRAWING * FILTER_WORK.most - renderer.effort
    most = min(FILTER_WORK.most, left / 2)
    coarsest = LEAST_DPI / DPI
    dpi = resolution(region.size, dots, parts, most, coarsest)
    if dpi is None:
        return _without(drawn, _one_too_many(element))
    dots *= dpi / DPI
    if rule is not None and any(each.tag == "feTile" for each in rule.source.walk()):
        dots = max(1.0, round(dots))  # a tile is a number of whole pixels
    renderer.effort += work(region.size, dots, parts)
    image = _image_of(element, drawn.nodes, region, dots, _smaller(parts, dots), renderer)
    findings = (*drawn.findings, *_told(element, rule, dpi))
    return Fragment((Picture(image, region, box),), findings, drawn.marks, drawn.weight)


def _told(element: ResolvedElement, rule: ResolvedElement | None, dpi: float) -> Iterator[Finding]:
    yield rasterised(f"<{element.source.tag}> with a filter", dpi, element.where)
    if rule is not None and any(each.tag == "feConvolveMatrix" for each in rule.source.walk()):
        what = "the coarseness of <feConvolveMatrix>, which counts pixels of a screen,"
        hint = "look at the printed page: its pixels are finer, and so is the effect"
        yield unsupported(what, element.where, hint)


def _without(drawn: Fragment, finding: Finding) -> Fragment:
    """Return a drawing as it is without its filter, and why."""
    return replace(drawn, findings=(*drawn.findings, finding))


def _one_too_many(element: ResolvedElement) -> Finding:
    """Return the finding that a filter is left out because of those drawn before it."""
    tag, advice = element.source.tag, "filter less, or draw the effect with gradients and opacity"
    what = f"the filters of the drawing are too much work: <{tag}> is drawn without its filter"
    return Finding(UNSUPPORTED_SVG, what, element.where, FILTER_WORK.hint(advice))


def _no_region(element: ResolvedElement) -> Finding:
    what = f"the filter on <{element.source.tag}> has no area, so that nothing of it is drawn"
    return invalid(what, element.where, "write filterUnits, x, y, width and height on the filter")


def _scale(element: ResolvedElement, renderer: Renderer) -> float:
    """Return a user unit of the element in millimetres, all transforms in its file applied."""
    scale = renderer.mm_per_unit(element.source) * element.stretch
    for outer in element.source.above():
        scale *= renderer.resolve(outer, renderer.context_of(outer)).stretch
    return scale


def _smaller(parts: list[PrimitiveCost], dots: float) -> int:
    """Return by how much smaller an image can be drawn, as all of it is blurred."""
    blur = parts[0].blur * dots if len(parts) == 1 else 0.0
    return max(1, min(MOST_ENLARGED, int(blur / SOFT)))


def _image_of(
    element: ResolvedElement,
    nodes: Sequence[Node],
    region: Rect,
    dots: float,
    smaller: int,
    renderer: Renderer,
) -> Image:
    """Return an element's nodes as an image, drawn smaller by a factor and enlarged again."""
    sides = [max(1, round(side * dots)) for side in region.size]
    drawn = [-(-side // smaller) for side in sides]
    finer, wide = dots / smaller, smaller > 1
    svg = standalone(element, nodes, region, drawn, finer, renderer, stretched=wide)
    image = load_image(element.read(rasterise, svg, *drawn), element.where)
    return image if smaller == 1 else enlarged(image, *sides)


def _too_much(element: ResolvedElement, size: Size, dots: float) -> Finding:
    """Return the finding that a filter is too much work even at a low resolution."""
    what = f"the filter on <{element.source.tag}>"
    if size.width * size.height * (dots * LEAST_DPI / DPI) ** 2 > MOST_PIXELS:
        sides = " x ".join(f"{side * dots * MM_PER_INCH / DPI:.4g}" for side in size)
        hint = "write x, y, width and height on the <filter> that lie close around the drawing"
        what = f"{what} works on {sides} mm, too much for an image: it is left out"
        return Finding(UNSUPPORTED_SVG, what, element.where, hint)
    advice = "write a smaller radius, a smaller kernel or fewer steps, or filter a smaller region"
    what = f"{what} is too much work: it is left out"
    return Finding(UNSUPPORTED_SVG, what, element.where, FILTER_WORK.hint(advice))


def _rule(element: ResolvedElement, href: str, renderer: Renderer) -> ResolvedElement | None:
    """Return the <filter> that a reference names, None if it is wrong."""
    target = renderer.referred(element, "filter", href, "filter")
    if target is None:
        return None
    rule = renderer.resolve(target, renderer.context_of(target))
    outer, seen = rule, {target}
    while "href" in outer.attrs:  # older editors share regions so
        other = renderer.referred(outer, "href", outer.attrs["href"], "filter")
        if other is None or other in seen:
            break
        seen.add(other)
        outer = renderer.resolve(other, renderer.context_of(other))
        rule.attrs = {**outer.attrs, **rule.attrs}
    return rule


def _steps(
    element: ResolvedElement, rule: ResolvedElement | None, box: Size, renderer: Renderer
) -> list[PrimitiveCost]:
    """Return the costs of a filter's primitives on an element with a bounding box of a size."""
    if rule is None:
        return [PrimitiveCost(2 * STEP)] * element.cascaded["filter"].count("(")
    boxed = rule.attrs.get("primitiveUnits") == "objectBoundingBox"
    unit = box if boxed else Size(1, 1)
    return [_cost(primitive, unit) for primitive in _primitives(rule, renderer)]


def _cost(primitive: ResolvedElement, unit: Size) -> PrimitiveCost:
    """Return the cost of a primitive; ``unit`` is the size of its unit in user units."""
    attrs = primitive.attrs
    match primitive.source.tag:
        case "feMorphology":
            across, down = _pair(attrs.get("radius", "0"))
            return PrimitiveCost(STEP, _WINDOW * across * down * unit.width * unit.height)
        case "feConvolveMatrix":
            across, down = _pair(attrs.get("order", "3"))
            return PrimitiveCost(STEP + _KERNEL * across * down)
        case "feTurbulence":
            octaves = min(MOST_OCTAVES, _pair(attrs.get("numOctaves", "1"))[0])
            return PrimitiveCost(STEP + _NOISE * octaves)
        case "feGaussianBlur" if not attrs.get("stdDeviation", "").lstrip().startswith("-"):
            across, down = _pair(attrs.get("stdDeviation", "0"))
            return PrimitiveCost(2 * STEP, blur=min(across * unit.width, down * unit.height))
        case "feDropShadow" | "feDiffuseLighting" | "feSpecularLighting":
            return PrimitiveCost(2 * STEP)
    return PrimitiveCost(STEP)


def _primitives(rule: ResolvedElement, renderer: Renderer) -> Iterator[ResolvedElement]:
    """Yield the primitives of a filter and the elements inside them."""
    for child in rule.source.children:
        for primitive in renderer.instances(child, rule.inner):
            yield primitive
            yield from _primitives(primitive, renderer)


def _region(
    element: ResolvedElement, rule: ResolvedElement | None, box: Rect | None
) -> Rect | None:
    """Return the filter region in the element's user space, None if it is empty."""
    if rule is None:
        text = element.cascaded["filter"]
        own = max(box.width, box.height) / 2 if box and "url(" in text else 0.0
        return box.inset(-max(own, reach(text, element.measured))) if box else None
    boxed = rule.attrs.get("filterUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else rule.context.viewport
    rect, onto = rule.region(whole), box_map(box)
    if boxed:
        return onto.box(rect) if onto else None
    return rect if rect.width > 0 and rect.height > 0 else None


def work(side: Size, dots: float, parts: Iterable[PrimitiveCost]) -> float:
    """Return the pixel visits for an image of a size in user units, each of so many ``dots``."""
    each = _DRAWN + sum(part.fixed + part.per_area * dots * dots for part in parts)
    return side.width * side.height * dots * dots * each


def resolution(
    size: Size,
    dots: float,
    parts: list[PrimitiveCost],
    most_work: float,
    coarsest: float = COARSEST,
) -> float | None:
    """Return the dots per inch at which an image is drawn, None if these would be too few.

    ``size`` is in user units, each of so many ``dots`` at ``DPI``. No more than a share of
    ``coarsest`` is given up for less work.
    """
    area = size.width * size.height * dots * dots
    blurred = len(parts) == 1 and parts[0].blur * dots >= BLURRED
    enough = BLURRED_DPI / DPI if blurred else 1.0
    most = min(enough, sqrt(MOST_PIXELS / area)) if area else enough
    share = most
    while most * DPI >= LEAST_DPI and share >= most * coarsest:
        if work(size, dots * share, parts) <= most_work:
            return share * DPI
        share *= LESS
    return None


def _pair(text: str) -> tuple[float, float]:
    """Return an attribute's one or two numbers, without checks: resvg reports what is wrong."""
    numbers = [min(abs(float(number)), inf) for number in re.findall(NUMBER, text)[:2]] or [0.0]
    return numbers[0], numbers[-1]
