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


def standalone(view: ResolvedElement, region: Rect, pen: Renderer) -> str:
    """Return the file that draws an element within a region of its user space.

    The element's own place, opacity, clip and mask are left out: they come after its filter.
    """
    own = {name: value for name, value in view.own.items() if name not in _OUTER}
    drawn = "".join(_element(view, own, view, pen))
    frame = " ".join(f"{value:.6g}" for value in region)
    style = _as_attribute(_style(view.context.style.values))
    definitions = "".join(_definitions(drawn, view, pen))
    return (
        f'<svg xmlns="{SVG}" viewBox="{frame}"><defs>{definitions}</defs>'
        f"<g style={style}>{drawn}</g></svg>"
    )


def _definitions(drawn: str, view: ResolvedElement, pen: Renderer) -> Iterator[str]:
    """Yield every element that the drawing refers to, and those that these refer to."""
    waiting, seen = [drawn], set[str]()
    while waiting:
        for match in _REFERENCE.finditer(waiting.pop()):
            name = match[1] or match[2]
            target = view.element.file.ids.get(name)
            if target is not None and name not in seen:
                seen.add(name)
                inner = pen.view(target, pen.home(target))
                text = "".join(_element(inner, inner.own, view, pen))
                waiting.append(text)
                yield text


def _element(
    view: ResolvedElement, own: dict[str, str], top: ResolvedElement, pen: Renderer
) -> Iterator[str]:
    tag = view.element.tag
    attrs = {k: v for k, v in view.attrs.items() if k not in view.own and _is_plain(k)}
    attrs["style"] = _style({k: v for k, v in own.items() if k != "transform"})
    if own is view.own and view.place != IDENTITY:
        attrs["transform"] = f"matrix({' '.join(f'{v:.9g}' for v in view.place)})"
    if "numOctaves" in attrs:
        attrs["numOctaves"] = str(min(MOST_OCTAVES, round(view.number(attrs["numOctaves"]))))
    if "href" in attrs and not _inlined(attrs, view, top, pen):
        return
    written = "".join(f" {name}={_as_attribute(value)}" for name, value in attrs.items() if value)
    yield f"<{tag}{written}>"
    yield _escaped(view.attrs.get("pnp:text", view.element.text))
    if "pnp:text" not in view.attrs:
        for child in view.element.children:
            yield from _child(child, view, top, pen)
    yield f"</{tag}>"


def _child(
    child: Element, view: ResolvedElement, top: ResolvedElement, pen: Renderer
) -> Iterator[str]:
    for inner in pen.views(child, view.inner):
        if child.tag != "style":
            yield from _element(inner, inner.own, top, pen)
    yield _escaped(child.tail)


def _inlined(
    attrs: dict[str, str], view: ResolvedElement, top: ResolvedElement, pen: Renderer
) -> bool:
    """Say whether a reference stays within the file; images are taken in."""
    href = attrs["href"]
    if href.startswith(("#", "data:image/png", "data:image/jpeg")):
        return True
    if view.element.tag == "image":
        data = pen.blob(href, view.element).data
        attrs["href"] = f"data:image/png;base64,{b64encode(data).decode()}"
        return True
    top.findings.append(unsupported(f"a reference to {quote(href)} under a filter", view.where))
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


def filtered(view: ResolvedElement, drawn: Fragment, pen: Renderer) -> Fragment:
    """Return an element's drawing as one picture, with the finding that says so.

    Raises:
        PnpError: the filter does not exist, or the element cannot be drawn.
    """
    region = _region(view, drawn, pen)
    if region is None:
        return drawn
    if view.element.tag == "text" and "shape-inside" in view.own:
        found = unsupported("a filter on flowed text", view.where, "put it on the art behind")
        return Fragment(drawn.nodes, (*drawn.findings, found), drawn.marks, drawn.weight)
    image = load_image(_png(view, region, pen), view.where)
    found = rasterised(f"<{view.element.tag}> with a filter", view.where)
    return Fragment((Picture(image, region),), (*drawn.findings, found), drawn.marks, drawn.weight)


def _png(view: ResolvedElement, region: Rect, pen: Renderer) -> bytes:
    scale = pen.unit(view.element) * view.place.stretch
    sides = [pixels(side * scale, DPI) for side in region.size]
    fonts = tuple(str(path) for path in pen.book.files)
    return view.read(rasterise, standalone(view, region, pen), *sides, fonts)


def _region(view: ResolvedElement, drawn: Fragment, pen: Renderer) -> Rect | None:
    """Return where the filter leaves ink, in the element's user space."""
    href = parse_url(view.own["filter"])
    box = pen.bounds(drawn.nodes)
    if href is None or box is None:
        reach = max(box.width, box.height) / 2 if box else 0.0
        return box.inset(-reach) if box else None
    element = pen.target(href, view.element)
    if element.tag != "filter":
        raise user_error(f"filter names a <{element.tag}>", view.where, "it names a <filter>")
    rule = pen.view(element, pen.home(element))
    boxed = rule.attrs.get("filterUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else rule.context.viewport
    rect, onto = rule.region(whole), box_map(box)
    if boxed:
        return onto.box(rect) if onto else None
    return rect if rect.width > 0 and rect.height > 0 else None
