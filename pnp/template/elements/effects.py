"""What is done to a finished element: filter, clip, mask, opacity, and its place."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from pnp.errors import fail
from pnp.geometry import IDENTITY, Affine, Rect
from pnp.scene.node import Group, Node
from pnp.template.elements.clips import seen_through, windows
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import Result, View
from pnp.template.reading.measure import MOST_GROWTH

EFFECTS = frozenset({"opacity", "clip-path", "mask"})
"""Properties that change how much is seen of a whole element."""

Filter = Callable[[View, Result, Pen], Result]


def finish(view: View, drawn: Result, pen: Pen, filtered: Filter) -> Result:
    """Return an element's drawing in its parent's space, with all its effects.

    Raises:
        PnpError: an effect refers to nothing or to something else, or what is drawn is scaled up
            beyond all bounds.
    """
    place = view.place
    if drawn.nodes and view.own.get("filter", "none") != "none":
        drawn = filtered(view, drawn, pen)
    nodes = _seen(view, drawn, place, pen) if drawn.nodes else ()
    growth = drawn.growth if place == IDENTITY else drawn.growth * place.stretch
    if growth > MOST_GROWTH:
        hint = "look for scales in scales, or for a viewBox that is far too small"
        raise fail("the drawing is scaled up too far", view.where, hint)
    if nodes is drawn.nodes and place == IDENTITY and not view.findings:
        return drawn
    marks = drawn.marks
    if place != IDENTITY:
        marks = tuple(mark._replace(path=mark.path.placed(place)) for mark in marks)
    findings = (*view.findings, *drawn.findings)
    return Result(nodes, findings, marks, drawn.weight, drawn.effort, growth)


def _seen(view: View, drawn: Result, place: Affine, pen: Pen) -> tuple[Node, ...]:
    if EFFECTS.isdisjoint(view.own):
        return _placed(view, drawn, place)

    @cache
    def box() -> Rect | None:
        return pen.bounds(drawn.nodes)

    opacity = view.opacity(view.own.get("opacity", "1"))
    found = windows(view, box, pen)
    if opacity <= 0:
        return ()
    if not found and opacity == 1.0:
        return _placed(view, drawn, place)
    group = seen_through(drawn.nodes, found, place)
    return (replace(group, opacity=opacity),)


def _placed(view: View, drawn: Result, place: Affine) -> tuple[Node, ...]:
    """Return the drawing moved. What the file groups stays one object, to be stored once."""
    if place != IDENTITY:
        kept = drawn.whole if view.element.tag == "use" else drawn.nodes
        return (Group(kept, place),)
    return drawn.whole if view.element.tag == "g" else drawn.nodes
