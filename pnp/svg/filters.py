"""Elements under a filter become images, since paper formats know no filters.

The only user of resvg, which gets such an element as an SVG file of its own.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from pnp.base.diagnostics import quote, user_error
from pnp.base.units import PIXELS_PER_INCH, pixels
from pnp.geometry.plane import IDENTITY, Rect
from pnp.scene.image import load_image
from pnp.scene.node import Picture
from pnp.svg.measure import UNIT_BOX
from pnp.svg.paintservers import box_map, parse_url
from pnp.svg.parse import SVG, Element
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import Fragment, ResolvedElement
from pnp.svg.rules import rasterised, unsupported
from pnp.text.fontbook import BODY_FAMILY

MOST_OCTAVES = 10
"""Each layer of noise is half as strong as the last: the tenth no longer shows."""

_REFERENCE = re.compile(r"""url\(\s*['"&quot;]*#([^)'"&]+)|\shref=['"]#([^'"]+)""")

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

_OUTER = ("transform", "opacity", "clip-path", "mask")


def standalone(element: ResolvedElement, region: Rect, renderer: Renderer) -> str:
    """Return the file that draws an element within a region of its user space.

    The element's own place, opacity, clip and mask are left out: they come after its filter.
    """
    own = {name: value for name, value in element.cascaded.items() if name not in _OUTER}
    drawn = "".join(_element(element, own, element, renderer))
    frame = " ".join(f"{value:.6g}" for value in region)
    style = _as_attribute(_style(element.context.style.values))
    definitions = "".join(_definitions(drawn, element, renderer))
    return (
        f'<svg xmlns="{SVG}" viewBox="{frame}"><defs>{definitions}</defs>'
        f"<g style={style}>{drawn}</g></svg>"
    )


def _definitions(drawn: str, element: ResolvedElement, renderer: Renderer) -> Iterator[str]:
    """Yield every element that the drawing refers to, and those that these refer to."""
    waiting, seen = [drawn], set[str]()
    while waiting:
        for match in _REFERENCE.finditer(waiting.pop()):
            name = match[1] or match[2]
            target = element.source.file.ids.get(name)
            if target is not None and name not in seen:
                seen.add(name)
                inner = renderer.resolve(target, renderer.context_of(target))
                text = "".join(_element(inner, inner.cascaded, element, renderer))
                waiting.append(text)
                yield text


def _element(
    element: ResolvedElement, own: dict[str, str], top: ResolvedElement, renderer: Renderer
) -> Iterator[str]:
    tag = element.source.tag
    attrs = {k: v for k, v in element.attrs.items() if k not in element.cascaded and _is_plain(k)}
    attrs["style"] = _style({k: v for k, v in own.items() if k != "transform"})
    if own is element.cascaded and element.transform != IDENTITY:
        attrs["transform"] = f"matrix({' '.join(f'{v:.9g}' for v in element.transform)})"
    if "numOctaves" in attrs:
        attrs["numOctaves"] = str(min(MOST_OCTAVES, round(element.number(attrs["numOctaves"]))))
    if "href" in attrs and not _inlined(attrs, element, top, renderer):
        return
    written = "".join(f" {name}={_as_attribute(value)}" for name, value in attrs.items() if value)
    yield f"<{tag}{written}>"
    yield _escaped(element.attrs.get("pnp:text", element.source.text))
    if "pnp:text" not in element.attrs:
        for child in element.source.children:
            yield from _child(child, element, top, renderer)
    yield f"</{tag}>"


def _child(
    child: Element, element: ResolvedElement, top: ResolvedElement, renderer: Renderer
) -> Iterator[str]:
    for inner in renderer.instances(child, element.inner):
        if child.tag != "style":
            yield from _element(inner, inner.cascaded, top, renderer)
    yield _escaped(child.tail)


def _inlined(
    attrs: dict[str, str], element: ResolvedElement, top: ResolvedElement, renderer: Renderer
) -> bool:
    """Say whether a reference stays within the file; images are taken in."""
    href = attrs["href"]
    if href.startswith(("#", "data:image/png", "data:image/jpeg")):
        return True
    if element.source.tag == "image":
        data = renderer.blob(href, element.source).data
        attrs["href"] = f"data:image/png;base64,{b64encode(data).decode()}"
        return True
    top.findings.append(unsupported(f"a reference to {quote(href)} under a filter", element.where))
    return False


def _is_plain(name: str) -> bool:
    return ":" not in name and name not in ("style", "class", "transform")


def _style(values: dict[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in values.items() if value)


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _as_attribute(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


MOST_PIXELS = 20_000_000
"""A3 at 300 dpi has 17 million; a larger image gets fewer dots per inch."""


@lru_cache(maxsize=128)
def rasterise(svg: str, width: int, height: int, fonts: tuple[str, ...]) -> bytes:
    """Return an SVG drawing as a PNG file with that many pixels.

    Raises:
        ValueError: the drawing cannot be drawn.
    """
    import resvg_py

    shrunk = min(1.0, sqrt(MOST_PIXELS / (width * height)))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=max(1, int(width * shrunk)),
            height=max(1, int(height * shrunk)),
            dpi=PIXELS_PER_INCH,
            skip_system_fonts=True,
            font_files=list(fonts),
            sans_serif_family=BODY_FAMILY,
            serif_family=BODY_FAMILY,
        )
    )


DPI = 300
"""What print needs, and no more."""


def filtered(element: ResolvedElement, drawn: Fragment, renderer: Renderer) -> Fragment:
    """Return an element's drawing as one picture, with the finding that says so.

    Raises:
        PnpError: the filter does not exist, or the element cannot be drawn.
    """
    region = _region(element, drawn, renderer)
    if region is None:
        return drawn
    if element.source.tag == "text" and "shape-inside" in element.cascaded:
        finding = unsupported("a filter on flowed text", element.where, "put it on the art behind")
        return Fragment(drawn.nodes, (*drawn.findings, finding), drawn.marks, drawn.weight)
    image = load_image(_png(element, region, renderer), element.where)
    finding = rasterised(f"<{element.source.tag}> with a filter", element.where)
    return Fragment(
        (Picture(image, region),), (*drawn.findings, finding), drawn.marks, drawn.weight
    )


def _png(element: ResolvedElement, region: Rect, renderer: Renderer) -> bytes:
    scale = renderer.mm_per_unit(element.source) * element.transform.stretch
    sides = [pixels(side * scale, DPI) for side in region.size]
    fonts = tuple(str(path) for path in renderer.book.files)
    return element.read(rasterise, standalone(element, region, renderer), *sides, fonts)


def _region(element: ResolvedElement, drawn: Fragment, renderer: Renderer) -> Rect | None:
    """Return where the filter leaves ink, in the element's user space."""
    href = parse_url(element.cascaded["filter"])
    box = renderer.bounding_box(drawn.nodes)
    if href is None or box is None:
        reach = max(box.width, box.height) / 2 if box else 0.0
        return box.inset(-reach) if box else None
    target = renderer.target(href, element.source)
    if target.tag != "filter":
        raise user_error(f"filter names a <{target.tag}>", element.where, "it names a <filter>")
    rule = renderer.resolve(target, renderer.context_of(target))
    boxed = rule.attrs.get("filterUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else rule.context.viewport
    rect, onto = rule.region(whole), box_map(box)
    if boxed:
        return onto.box(rect) if onto else None
    return rect if rect.width > 0 and rect.height > 0 else None
