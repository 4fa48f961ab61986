"""The ``image`` element: raster images fitted into their boxes."""

from pnp.geometry.path import Path
from pnp.geometry.plane import Rect
from pnp.scene.image import load_image
from pnp.scene.node import Clip, Group, Picture
from pnp.svg.measure import fit
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import NOTHING, Fragment, ResolvedElement
from pnp.svg.rules import unsupported


def draw_image(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return an image fitted into its box by ``preserveAspectRatio``, clipped if it slices.

    Raises:
        PnpError: the image does not exist, is damaged, or lies outside the templates folders.
    """
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
