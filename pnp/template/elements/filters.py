"""Elements under a filter: drawn as an image, since paper formats know no filters."""

from pnp.errors import fail
from pnp.geometry import Rect
from pnp.scene.image import load_image
from pnp.scene.node import Picture
from pnp.template.elements.gradients import box_map
from pnp.template.elements.paints import parse_url
from pnp.template.elements.pen import Pen
from pnp.template.elements.raster import rasterise
from pnp.template.elements.standalone import standalone
from pnp.template.elements.view import Result, View
from pnp.template.faults import rasterised, unsupported
from pnp.template.reading.measure import UNIT_BOX
from pnp.units import pixels

DPI = 300
"""What print needs, and no more."""


def filtered(view: View, drawn: Result, pen: Pen) -> Result:
    """Return an element's drawing as one picture, with the finding that says so.

    Raises:
        PnpError: the filter does not exist, or the element cannot be drawn.
    """
    region = _region(view, drawn, pen)
    if region is None:
        return drawn
    if view.element.tag == "text" and "shape-inside" in view.own:
        found = unsupported("a filter on flowed text", view.where, "put it on the art behind")
        return Result(drawn.nodes, (*drawn.findings, found), drawn.marks, drawn.weight)
    image = load_image(_png(view, region, pen), view.where)
    found = rasterised(f"<{view.element.tag}> with a filter", view.where)
    return Result((Picture(image, region),), (*drawn.findings, found), drawn.marks, drawn.weight)


def _png(view: View, region: Rect, pen: Pen) -> bytes:
    scale = pen.unit(view.element) * view.place.stretch
    sides = [pixels(side * scale, DPI) for side in region.size]
    fonts = tuple(str(path) for path in pen.book.files)
    return view.read(rasterise, standalone(view, region, pen), *sides, fonts)


def _region(view: View, drawn: Result, pen: Pen) -> Rect | None:
    """Return where the filter leaves ink, in the element's user space."""
    href = parse_url(view.own["filter"])
    box = pen.bounds(drawn.nodes)
    if href is None or box is None:
        reach = max(box.width, box.height) / 2 if box else 0.0
        return box.inset(-reach) if box else None
    element = pen.files.target(href, view.element)
    if element.tag != "filter":
        raise fail(f"filter names a <{element.tag}>", view.where, "it names a <filter>")
    rule = pen.view(element, pen.home(element))
    boxed = rule.attrs.get("filterUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else rule.context.viewport
    rect, onto = rule.region(whole), box_map(box)
    if boxed:
        return onto.box(rect) if onto else None
    return rect if rect.width > 0 and rect.height > 0 else None
