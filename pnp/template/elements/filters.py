"""Elements under a filter: drawn as an image, since paper formats know no filters."""

from collections.abc import Iterator
from dataclasses import replace

from pnp.errors import PnpError, fail
from pnp.geometry import Rect, Size
from pnp.scene.image import load_image
from pnp.scene.node import Picture
from pnp.template.elements.effort import (
    DPI,
    LEAST_DPI,
    MOST_PIXELS,
    MOST_WORK_OF_DRAWING,
    STEP,
    Step,
    resolution,
    steps,
    work,
)
from pnp.template.elements.gradients import box_map
from pnp.template.elements.paints import parse_url
from pnp.template.elements.pen import Pen
from pnp.template.elements.raster import rasterise
from pnp.template.elements.standalone import standalone
from pnp.template.elements.view import Result, View
from pnp.template.faults import rasterised, unsupported
from pnp.template.reading.measure import UNIT_BOX
from pnp.units import MM_PER_INCH


def filtered(view: View, drawn: Result, pen: Pen) -> Result:
    """Return an element's drawing as one picture, with the finding that says so.

    Raises:
        PnpError: the filter does not exist or is too much work, or the element cannot be drawn.
    """
    rule = _rule(view, pen)
    region = _region(view, rule, pen.bounds(drawn.nodes))
    if region is None:
        return drawn
    if view.element.tag == "text" and "shape-inside" in view.own:
        found = unsupported("a filter on flowed text", view.where, "put it on the art behind")
        return replace(drawn, findings=(*drawn.findings, found))
    parts = _steps(view, rule, drawn, pen)
    dots = _scale(view, pen) * DPI / MM_PER_INCH
    dpi = resolution(region.size, dots, parts, drawn.effort)
    if dpi is None:
        raise _too_much(view, region.size, dots)
    dots *= dpi / DPI
    effort = drawn.effort + work(region.size, dots, parts)
    pen.effort += effort
    if pen.effort > MOST_WORK_OF_DRAWING:
        hint = "look for a loop with too many turns, or draw the effect with gradients and opacity"
        raise fail("the filters of the drawing are too much work", view.where, hint)
    image = load_image(_png(view, region, dots, pen), view.where)
    found = rasterised(f"<{view.element.tag}> with a filter", dpi, view.where)
    findings = (*drawn.findings, found)
    return Result((Picture(image, region),), findings, drawn.marks, drawn.weight, effort)


def _scale(view: View, pen: Pen) -> float:
    """Return how many millimetres a user unit is where the element stands in its own file."""
    scale = pen.unit(view.element) * view.place.stretch
    for outer in view.element.above():
        scale *= pen.view(outer, pen.home(outer)).place.stretch
    return scale


def _png(view: View, region: Rect, dots: float, pen: Pen) -> bytes:
    sides = [max(1, round(side * dots)) for side in region.size]
    fonts = tuple(str(path) for path in pen.book.files)
    return view.read(rasterise, standalone(view, region, pen), *sides, fonts)


def _too_much(view: View, size: Size, dots: float) -> PnpError:
    """Return the error that a filter is too much work even with few dots per inch."""
    what = f"the filter on <{view.element.tag}>"
    if size.width * size.height * (dots * LEAST_DPI / DPI) ** 2 > MOST_PIXELS:
        sides = " x ".join(f"{side * dots * MM_PER_INCH / DPI:.4g}" for side in size)
        hint = "write x, y, width and height on the <filter> that lie close around the drawing"
        return fail(f"{what} works on {sides} mm, too much for an image", view.where, hint)
    hint = "write a smaller radius, a smaller kernel or fewer steps, or filter a smaller region"
    return fail(f"{what} is too much work", view.where, hint)


def _rule(view: View, pen: Pen) -> View | None:
    """Return the <filter> that an element names, None where it has functions instead."""
    href = parse_url(view.own["filter"])
    if href is None:
        return None
    element = pen.files.target(href, view.element)
    if element.tag != "filter":
        raise fail(f"filter names a <{element.tag}>", view.where, "it names a <filter>")
    return pen.view(element, pen.home(element))


def _steps(view: View, rule: View | None, drawn: Result, pen: Pen) -> list[Step]:
    if rule is None:
        return [Step(2 * STEP)] * view.own["filter"].count("(")
    boxed = rule.attrs.get("primitiveUnits") == "objectBoundingBox"
    box = pen.bounds(drawn.nodes) if boxed else None
    return list(steps(_primitives(rule, pen), box.size if box else Size(1, 1)))


def _primitives(rule: View, pen: Pen) -> Iterator[View]:
    """Yield all that is in a filter, parts of primitives included."""
    for child in rule.element.children:
        for view in pen.views(child, rule.inner):
            yield view
            yield from _primitives(view, pen)


def _region(view: View, rule: View | None, box: Rect | None) -> Rect | None:
    """Return where the filter leaves ink, in the element's user space."""
    if rule is None or box is None:
        reach = max(box.width, box.height) / 2 if box else 0.0
        return box.inset(-reach) if box else None
    boxed = rule.attrs.get("filterUnits", "objectBoundingBox") == "objectBoundingBox"
    whole = UNIT_BOX if boxed else rule.context.viewport
    rect, onto = rule.region(whole), box_map(box)
    if boxed:
        return onto.box(rect) if onto else None
    return rect if rect.width > 0 and rect.height > 0 else None
