"""The ``image`` element: a picture of pixels or a drawing, fitted into its box."""

from pnp.base.diagnostics import PnpError
from pnp.base.units import MM_PER_PIXEL
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.scene.image import Image, load_image
from pnp.scene.node import Clip, Group, Node, Picture
from pnp.svg.renderer import NOTHING, Fragment, Renderer, ResolvedElement, fitted


def draw_image(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return an image fitted into its box by ``preserveAspectRatio``, clipped if it slices."""
    href = element.attrs.get("href", "").strip()
    if not href or _is_empty(element):
        return NOTHING
    try:
        drawn = renderer.draw_picture(href, element.source)
        image = _image(href, element, renderer) if drawn is None else None
    except PnpError as error:
        return _left_out(element, error)
    if drawn is None:
        return NOTHING if image is None else _of_pixels(element, image)
    return _of_drawing(element, *drawn)


def _is_empty(element: ResolvedElement) -> bool:
    """Say whether a side is 0: then the file is not even read."""
    sides = (("width", "x"), ("height", "y"))
    return any(_is_given(element, n) and element.length(n, axis) <= 0 for n, axis in sides)


def _is_given(element: ResolvedElement, name: str) -> bool:
    return element.attrs.get(name, "auto").strip() != "auto"


def _image(href: str, element: ResolvedElement, renderer: Renderer) -> Image:
    blob = renderer.blob(href, element.source)
    return load_image(blob.data, blob.where)


def _left_out(element: ResolvedElement, error: PnpError) -> Fragment:
    """Return nothing, with a finding, for an image that is missing or damaged.

    Raises:
        PnpError: data names the image.
    """
    element.miss("href", error.problems[0])
    return Fragment(hidden=(Path.rect(_box(element, Size(0, 0))),))


def _of_pixels(element: ResolvedElement, image: Image) -> Fragment:
    box = _box(element, Size(image.width, image.height))
    if not element.visible:
        return Fragment(hidden=(Path.rect(box),))
    pixels = Rect(0, 0, image.width, image.height)
    aspect = element.attrs.get("preserveAspectRatio", "xMidYMid")
    placed = fitted(element, pixels, box, aspect).box(pixels)
    picture = Picture(image, placed)
    if box.contains(placed):
        unseen = () if placed.contains(box) else (Path.rect(box),)
        return Fragment((picture,), hidden=unseen)
    return Fragment((Group((picture,), clip=Clip(Path.rect(box))),), weight=2)


def _of_drawing(element: ResolvedElement, drawn: Fragment, size: Size) -> Fragment:
    """Return a drawing in the box, cut to its own size and to the box; ``size`` is in mm."""
    box = _box(element, Size(size.width / MM_PER_PIXEL, size.height / MM_PER_PIXEL))
    if not element.visible:
        return Fragment(hidden=(Path.rect(box),))
    whole = Rect.of(size)
    aspect = element.attrs.get("preserveAspectRatio", "xMidYMid")
    place = fitted(element, whole, box, aspect)
    page = Group(drawn.grouped, place, clip=Clip(Path.rect(whole)))
    nodes: tuple[Node, ...] = (page,) if drawn.nodes else ()
    if nodes and not box.contains(place.box(whole)):
        nodes = (Group(nodes, clip=Clip(Path.rect(box))),)
    moved = drawn.placed(place)
    return Fragment(
        nodes, drawn.findings, (), moved.weight + 1, moved.growth, (Path.rect(box),)
    )  # fmt: skip


def _box(element: ResolvedElement, size: Size) -> Rect:
    """Return the image's box; a side that is ``auto`` follows from the proportions of the image."""
    x, y = element.length("x", "x"), element.length("y", "y")
    given = [_is_given(element, name) for name in ("width", "height")]
    across = element.length("width", "x") if given[0] else 0.0
    down = element.length("height", "y") if given[1] else 0.0
    if not given[0]:
        across = down * size.width / (size.height or 1) if given[1] else float(size.width)
    if not given[1]:
        down = across * size.height / (size.width or 1)
    return Rect(x, y, across, down)
