"""One element as an SVG file of its own, with its data filled in and all it refers to."""

import re
from base64 import b64encode
from collections.abc import Iterator

from pnp.errors import quoted
from pnp.geometry import IDENTITY, Rect
from pnp.template.elements.effort import MOST_OCTAVES
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import View
from pnp.template.faults import unsupported
from pnp.template.reading.svg import SVG, Element

_REFERENCE = re.compile(r"""url\(\s*['"&quot;]*#([^)'"&]+)|\shref=['"]#([^'"]+)""")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_OUTER = ("transform", "opacity", "clip-path", "mask")


def standalone(view: View, region: Rect, pen: Pen) -> str:
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


def _definitions(drawn: str, view: View, pen: Pen) -> Iterator[str]:
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


def _element(view: View, own: dict[str, str], top: View, pen: Pen) -> Iterator[str]:
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


def _child(child: Element, view: View, top: View, pen: Pen) -> Iterator[str]:
    for inner in pen.views(child, view.inner):
        if child.tag != "style":
            yield from _element(inner, inner.own, top, pen)
    yield _escaped(child.tail)


def _inlined(attrs: dict[str, str], view: View, top: View, pen: Pen) -> bool:
    """Say whether a reference stays within the file; images are taken in."""
    href = attrs["href"]
    if href.startswith(("#", "data:image/png", "data:image/jpeg")):
        return True
    if view.element.tag == "image":
        data = pen.files.blob(href, view.element).data
        attrs["href"] = f"data:image/png;base64,{b64encode(data).decode()}"
        return True
    top.findings.append(unsupported(f"a reference to {quoted(href)} under a filter", view.where))
    return False


def _is_plain(name: str) -> bool:
    return ":" not in name and name not in ("style", "class", "transform")


def _style(values: dict[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in values.items() if value)


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _as_attribute(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'
