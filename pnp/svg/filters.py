"""Rasterises elements with a filter, since PDF has no filters.

The only user of resvg, which gets each such element as a standalone SVG file. The work of a filter
is estimated beforehand in pixel visits, and from it the resolution to rasterise at.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf, sqrt
from typing import NamedTuple

from pnp.base.ceilings import FILTER_WORK
from pnp.base.diagnostics import Finding, PnpError
from pnp.base.slotted import slotted
from pnp.base.units import MM_PER_INCH, MM_PER_PIXEL, PIXELS_PER_INCH
from pnp.geometry.plane import IDENTITY, Rect, Size
from pnp.scene.image import Image, enlarged, load_image
from pnp.scene.node import Picture
from pnp.svg.measure import UNIT_BOX, canvas, parse_number
from pnp.svg.paintservers import box_map, parse_url
from pnp.svg.parse import SVG, Element, SvgFile
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


_REFERENCE = re.compile(r"""url\(\s*['"&quot;]*#([^)'"&]+)|\shref=['"]#([^'"]+)""")

_LOCAL = re.compile(r"""url\(\s*['"]?#([^)'"]+)['"]?\s*\)""")

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

_OUTER = ("transform", "opacity", "clip-path", "mask")


class _DefinedIds:
    """The ids of a standalone drawing; those of elements of other files are made up."""

    def __init__(self, file: SvgFile) -> None:
        self.file = file
        self.foreign: dict[str, Element] = {}

    def of(self, target: Element) -> str:
        """Return the id under which an element is defined."""
        if target.file is self.file and "id" in target.attrs:
            return target.attrs["id"]
        known = (name for name, element in self.foreign.items() if element is target)
        name = next(known, None) or f"other-{len(self.foreign) + 1}"
        self.foreign[name] = target
        return name

    def element(self, name: str) -> Element | None:
        """Return the element with an id of the drawing."""
        return self.foreign.get(name) or self.file.ids.get(name)

    def renamed(self, text: str, file: SvgFile) -> str:
        """Return a value of a file with its references as this drawing names them."""
        if file is self.file or "#" not in text:
            return text

        def name(match: re.Match[str]) -> str:
            target = file.ids.get(match[1])
            return match[0] if target is None else f"url(#{self.of(target)})"

        return _LOCAL.sub(name, text)


@slotted(frozen=False, eq=False)
class _Writing:
    """What the writing of each element needs: the filtered element, its drawing and its names.

    ``side`` is the size of the region in user units, each of so many ``dots``; ``effort`` is the
    work of filters on what the drawing refers to, each taken to fill the image.
    """

    top: ResolvedElement
    renderer: Renderer
    names: _DefinedIds
    side: Size
    dots: float
    defining: bool = False
    effort: float = 0.0

    def affords(self, element: ResolvedElement) -> bool:
        """Say whether the filter of an element is drawn; one in excess is told.

        What the filtered element contains is counted by its drawing already.
        """
        text = element.cascaded.get("filter", "none")
        if text == "none" or not self.defining:
            return True
        href = parse_url(text)
        rule = None if href is None else _rule(element, href, self.renderer)
        self.effort += work(self.side, self.dots, _steps(element, rule, self.side, self.renderer))
        if self.effort > FILTER_WORK.most:
            self.top.findings.append(_one_too_many(element))
        return self.effort <= FILTER_WORK.most


def standalone(
    element: ResolvedElement,
    region: Rect,
    sides: Sequence[int],
    dots: float,
    renderer: Renderer,
    *,
    stretched: bool = False,
) -> str:
    """Return an SVG file that draws an element within a region of its user space.

    ``sides`` are those of the image in pixels, ``dots`` the pixels of a user unit. ``stretched``
    says that the region fills the image, whose sides are rounded. The element's transform, opacity,
    clip path and mask are left out: they apply after the filter.
    """
    names = _DefinedIds(element.source.file)
    scope = _Writing(element, renderer, names, region.size, dots)
    own = {name: value for name, value in element.cascaded.items() if name not in _OUTER}
    drawn = "".join(_element(element, own, scope))
    frame = " ".join(f"{value:.9g}" for value in region.inset(-WIDER / dots))
    style = _as_attribute(_style(element.context.style.values))
    scope.defining = True
    definitions = "".join(_definitions(drawn, scope))
    aspect = ' preserveAspectRatio="none"' if stretched else ""
    size = f'width="{sides[0]}" height="{sides[1]}"'  # without it, resvg rounds those of the region
    # percentages refer to the viewport of the drawing, which is not the region
    whole = element.context.viewport
    inner = f'width="{whole.along("x"):.9g}" height="{whole.along("y"):.9g}" overflow="visible"'
    return (
        f'<svg xmlns="{SVG}" {size} viewBox="{frame}"{aspect}><svg {inner}>'
        f"<defs>{definitions}</defs><g style={style}>{drawn}</g></svg></svg>"
    )


def _definitions(drawn: str, scope: _Writing) -> Iterator[str]:
    """Yield every element that the drawing refers to, directly or through others, as SVG text."""
    waiting, seen = [drawn], set[str]()
    while waiting:
        for match in _REFERENCE.finditer(waiting.pop()):
            name = match[1] or match[2]
            target = scope.names.element(name)
            if target is not None and name not in seen:
                seen.add(name)
                inner = scope.renderer.resolve(target, scope.renderer.context_of(target))
                text = "".join(_element(inner, inner.cascaded, scope))
                waiting.append(text)
                yield text


def _element(element: ResolvedElement, own: dict[str, str], scope: _Writing) -> Iterator[str]:
    tag = _tag(element, scope)
    attrs = {k: v for k, v in element.attrs.items() if k not in element.cascaded and _is_plain(k)}
    if tag == "g" and element.source.tag == "svg":
        attrs = {}
    left_out = ("transform",) if scope.affords(element) else ("transform", "filter")
    attrs["style"] = _style({k: v for k, v in own.items() if k not in left_out})
    if own is element.cascaded and element.transform != IDENTITY:
        attrs["transform"] = f"matrix({' '.join(f'{v:.9g}' for v in element.transform)})"
    if "numOctaves" in attrs:
        octaves = element.understood("numOctaves", 1.0, parse_number, attrs["numOctaves"])
        attrs["numOctaves"] = str(min(MOST_OCTAVES, round(octaves)))
    if tag in LIGHTS:  # resvg reads slopes from pixel to pixel, which editors do not
        text = attrs.get("surfaceScale", "1")
        slope = element.understood("surfaceScale", 1.0, parse_number, text)
        attrs["surfaceScale"] = f"{slope * scope.dots:.6g}"
    if "href" in attrs and not _inlined(attrs, element, scope):
        return
    if element.source.file is not scope.names.file:
        file = element.source.file
        attrs = {name: scope.names.renamed(value, file) for name, value in attrs.items()}
        attrs["id"] = scope.names.of(element.source) if _is_named(element.source, scope) else ""
    written = "".join(f" {name}={_as_attribute(value)}" for name, value in attrs.items() if value)
    yield f"<{tag}{written}>"
    yield _escaped(element.attrs.get("pnp:text", element.source.text))
    if "pnp:text" not in element.attrs:
        for child in element.source.children:
            yield from _child(child, element, scope)
    yield f"</{tag}>"


def _tag(element: ResolvedElement, scope: _Writing) -> str:
    """Return an element's tag; the root of another file is used as a symbol."""
    source = element.source
    if source.parent is not None:
        return source.tag
    return "g" if source is scope.top.source else "symbol"


def _is_named(source: Element, scope: _Writing) -> bool:
    return "id" in source.attrs or source in scope.names.foreign.values()


def _child(child: Element, element: ResolvedElement, scope: _Writing) -> Iterator[str]:
    for inner in scope.renderer.instances(child, element.inner):
        if child.tag != "style":
            yield from _element(inner, inner.cascaded, scope)
    yield _escaped(child.tail)


def _inlined(attrs: dict[str, str], element: ResolvedElement, scope: _Writing) -> bool:
    """Say whether a reference can be kept; one to an image file becomes a ``data:`` URL."""
    href = attrs["href"]
    if href.startswith(("#", "data:")) and element.source.file is scope.names.file:
        return True
    if element.source.tag in ("image", "feImage") and not href.startswith("#"):
        return _image(attrs, element, scope)
    target = scope.renderer.referred(element, "href", href)
    if target is None:
        return False
    attrs["href"] = f"#{scope.names.of(target)}"
    if target.parent is None and element.source.tag == "use":
        size = canvas(target).size
        for name, side in (("width", size.width), ("height", size.height)):
            attrs.setdefault(name, f"{side / MM_PER_PIXEL:.6g}")
    return True


def _image(attrs: dict[str, str], element: ResolvedElement, scope: _Writing) -> bool:
    try:
        data = scope.renderer.blob(attrs["href"], element.source).data
    except PnpError as error:
        problem = error.problems[0]
        scope.top.findings.append(invalid(problem.message, element.where, problem.hint))
        return False
    kinds = {b"\x89P": "png", b"\xff\xd8": "jpeg", b"GI": "gif", b"RI": "webp"}
    kind = kinds.get(data[:2], "svg+xml")
    attrs["href"] = f"data:image/{kind};base64,{b64encode(data).decode()}"
    return True


def _is_plain(name: str) -> bool:
    return ":" not in name and name not in ("style", "class", "transform")


def _style(values: dict[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in values.items() if value)


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _as_attribute(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


@lru_cache(maxsize=128)
def rasterise(svg: str, width: int, height: int, fonts: tuple[str, ...]) -> bytes:
    """Return an SVG drawing as a PNG file of a size in pixels.

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

    A filter that exceeds a limit is left out, with a finding.

    Raises:
        PnpError: data names a filter that does not exist, or the element cannot be drawn.
    """
    href = parse_url(element.cascaded["filter"])
    rule = None if href is None else _rule(element, href, renderer)
    unseen = Fragment((), drawn.findings, drawn.marks, hidden=drawn.hidden)
    if href is not None and rule is None:
        return unseen
    region = _region(element, rule, renderer.box_of(drawn))
    if region is None:
        element.findings += [] if rule is None or not drawn.nodes else [_no_region(element)]
        return drawn if rule is None else unseen
    if element.source.tag == "text" and "shape-inside" in element.cascaded:
        finding = unsupported("a filter on flowed text", element.where, "put it on the art behind")
        return _without(drawn, finding)
    boxed = rule is not None and rule.attrs.get("primitiveUnits") == "objectBoundingBox"
    box = renderer.box_of(drawn) if boxed else None
    parts = _steps(element, rule, box.size if box else Size(1, 1), renderer)
    dots = _scale(element, renderer) * DPI / MM_PER_INCH
    if resolution(region.size, dots, parts, drawn.effort, FILTER_WORK.most) is None:
        return _without(drawn, _too_much(element, region.size, dots))
    left = FILTERS_OF_DRAWING * FILTER_WORK.most - renderer.effort
    most = min(FILTER_WORK.most, left / 2)
    coarsest = LEAST_DPI / DPI
    dpi = resolution(region.size, dots, parts, drawn.effort, most, coarsest)
    if dpi is None:
        return _without(drawn, _one_too_many(element))
    dots *= dpi / DPI
    if rule is not None and any(each.tag == "feTile" for each in rule.source.walk()):
        dots = max(1.0, round(dots))  # a tile is a number of whole pixels
    effort = drawn.effort + work(region.size, dots, parts)
    renderer.effort += effort
    image = _image_of(element, region, dots, _smaller(parts, dots), renderer)
    findings = (*drawn.findings, *_told(element, rule, dpi))
    return Fragment((Picture(image, region),), findings, drawn.marks, drawn.weight, effort)


def _told(element: ResolvedElement, rule: ResolvedElement | None, dpi: float) -> Iterator[Finding]:
    yield rasterised(f"<{element.source.tag}> with a filter", dpi, element.where)
    if rule is not None and any(each.tag == "feConvolveMatrix" for each in rule.source.walk()):
        what = "the coarseness of <feConvolveMatrix>, which counts pixels of a screen,"
        hint = "look at the printed page: its pixels are finer, and so is the effect"
        yield unsupported(what, element.where, hint)


def _without(drawn: Fragment, finding: Finding) -> Fragment:
    """Return a drawing as it is without its filter, and why.

    A filter around it would draw it with this filter: so that one is left out, too.
    """
    return replace(drawn, findings=(*drawn.findings, finding), effort=inf)


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
    scale = renderer.mm_per_unit(element.source) * element.transform.stretch
    for outer in element.source.above():
        scale *= renderer.resolve(outer, renderer.context_of(outer)).transform.stretch
    return scale


def _smaller(parts: list[PrimitiveCost], dots: float) -> int:
    """Return by how much smaller an image can be drawn, as all of it is blurred."""
    blur = parts[0].blur * dots if len(parts) == 1 else 0.0
    return max(1, min(MOST_ENLARGED, int(blur / SOFT)))


def _image_of(
    element: ResolvedElement, region: Rect, dots: float, smaller: int, renderer: Renderer
) -> Image:
    """Return an element as an image, drawn smaller by a factor and enlarged again."""
    sides = [max(1, round(side * dots)) for side in region.size]
    drawn = [-(-side // smaller) for side in sides]
    fonts = tuple(str(path) for path in renderer.book.files)
    svg = standalone(element, region, drawn, dots / smaller, renderer, stretched=smaller > 1)
    image = load_image(element.read(rasterise, svg, *drawn, fonts), element.where)
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
        reach = max(box.width, box.height) / 2 if box else 0.0
        return box.inset(-reach) if box else None
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
    inner: float,
    most_work: float,
    coarsest: float = COARSEST,
) -> float | None:
    """Return the dots per inch at which an image is drawn, None if these would be too few.

    ``size`` is in user units, each of so many ``dots`` at ``DPI``; ``inner`` is the work of the
    filters inside the element. No more than a share of ``coarsest`` is given up for less work.
    """
    area = size.width * size.height * dots * dots
    blurred = len(parts) == 1 and parts[0].blur * dots >= BLURRED
    enough = BLURRED_DPI / DPI if blurred else 1.0
    most = min(enough, sqrt(MOST_PIXELS / area)) if area else enough
    share = most
    while most * DPI >= LEAST_DPI and share >= most * coarsest:
        if work(size, dots * share, parts) + inner <= most_work:
            return share * DPI
        share *= LESS
    return None


def _pair(text: str) -> tuple[float, float]:
    """Return an attribute's one or two numbers, without checks: resvg reports what is wrong."""
    numbers = [min(abs(float(number)), inf) for number in re.findall(NUMBER, text)[:2]] or [0.0]
    return numbers[0], numbers[-1]
