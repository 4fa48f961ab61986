"""Text with a width: words that flow in a box, and lines of data that may shrink."""

import re
from collections.abc import Callable, Iterator

from pnp.errors import Where, fail, quoted
from pnp.geometry import Affine, Point, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Text
from pnp.template.elements.icons import icon_finder
from pnp.template.elements.look import lowered, scaled
from pnp.template.elements.pen import Pen
from pnp.template.elements.shapes import OUTLINES, outline
from pnp.template.elements.spans import beginning, leaf, plain_text
from pnp.template.elements.view import View
from pnp.template.text.textbox import box
from pnp.template.text.textstyle import Align, Anchor, TextStyle, Typeset, Valign
from pnp.template.text.typeset import line

Look = Callable[[View], TextStyle]

ANCHORS: dict[str, Anchor] = {"start": "start", "middle": "middle", "end": "end"}
ALIGNS: dict[str, Align] = {
    "start": "start",
    "left": "start",
    "middle": "middle",
    "center": "middle",
    "end": "end",
    "right": "end",
    "justify": "justify",
}
VALIGNS: dict[str, Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}
LEFT_OF_POINT = {"start": 0.0, "middle": 0.5, "end": 1.0, "justify": 0.0}

LEAST = 0.5
"""How far ``pnp:fit="shrink"`` goes without a ``pnp:min-size``: to half the size."""

ENDLESS = 10_000.0
"""The height of a text that only has a width; nothing overflows it."""

_URL = re.compile(r"url\(\s*[\"']?([^)\"']+)[\"']?\s*\)")
_MARKUP = re.compile(r"[\\*:]|^-(?= )", re.MULTILINE)


def frame_of(view: View, pen: Pen) -> Rect | None:
    """Return the box that a text flows in; it is endless where only a width is given.

    Raises:
        PnpError: the shape does not exist or is none.
    """
    match = _URL.search(view.own.get("shape-inside", ""))
    if match is None:
        return _of_width(view)
    target = pen.files.target(match[1], view.element)
    shape = pen.view(target, pen.home(target))
    found = outline(shape) if target.tag in OUTLINES else None
    # as Inkscape does: the shape's own map counts, that of groups around it does not
    rect = path_bounds(found, shape.place) if found else None
    if rect is None:
        hint = "it names a <rect> that is not empty"
        raise fail(f"shape-inside names {quoted(match[1])}, which is no shape", view.where, hint)
    return rect


def flowed(view: View, frame: Rect, pen: Pen, look: Look) -> Typeset:
    """Return words wrapped in a box: data as rich text, sample words as they are."""
    first = leaf(view, pen)
    style, where = look(first), _place(view, pen)
    markup = view.attrs.get("pnp:text")
    if markup is None:
        markup = _MARKUP.sub(r"\\\g<0>", plain_text(view, pen).strip())
    valign = view.attrs.get("pnp:valign", "top")
    unit = pen.unit(view.element)
    placed = box(
        pen.book,
        markup,
        scaled(style, unit),
        Affine.scale(unit).box(frame),
        where,
        align=_align(view),
        valign=_known(view, "valign", valign, VALIGNS),
        min_size=_min_size(view, style, unit),
        icon=icon_finder(view, style.fill, pen),
    )
    placed = _back(placed, unit)
    return placed if frame.height < ENDLESS else _hung(placed, view)


def one_line(view: View, first: View, pen: Pen, look: Look) -> Typeset:
    """Return the words of ``pnp:text`` from the point where the sample words stand."""
    style = look(first)
    inner = (beginning(view, pen), first)
    at = {name: _start(name, inner, view) for name in ("x", "y", "dx", "dy")}
    width = view.attrs.get("pnp:width")
    if width is None and view.attrs.get("pnp:fit") == "shrink":
        hint = 'write pnp:width="30" beside it'
        raise fail("pnp:fit needs a width to fit into", view.where, hint)
    unit = pen.unit(view.element)
    placed = line(
        pen.book,
        " ".join(view.attrs["pnp:text"].split()),
        scaled(style, unit),
        Point((at["x"] + at["dx"]) * unit, (at["y"] + at["dy"] + lowered(first, pen)) * unit),
        pen.where,
        anchor=ANCHORS.get(first.style["text-anchor"], "start"),
        max_width=None if width is None else view.measured(width, "x") * unit,
        min_size=_min_size(view, style, unit),
    )
    return _back(placed, unit)


def _back(placed: Typeset, unit: float) -> Typeset:
    """Return text that was set in millimetres, so that findings name them, in user units."""
    if unit == 1.0 or not placed.nodes:
        return placed
    return placed._replace(nodes=(Group(placed.nodes, Affine.scale(1 / unit)),))


def _of_width(view: View) -> Rect | None:
    """Return the box of a text with an ``inline-size``: as wide, below its first baseline."""
    size = view.own.get("inline-size", "auto")
    width = 0.0 if size == "auto" else view.measured(size, "x")
    if width <= 0:
        return None
    x = _first_length("x", view, view) - LEFT_OF_POINT[_align(view)] * width
    return Rect(x, 0, width, ENDLESS)


def _hung(placed: Typeset, view: View) -> Typeset:
    """Return words moved so that the first line stands on the text's own baseline."""
    baselines = list(_baselines(placed.nodes, Affine()))
    down = _first_length("y", view, view) - min(baselines, default=0.0)
    return placed._replace(nodes=(Group(placed.nodes, Affine.move(0, down)),))


def _baselines(nodes: tuple[Node, ...], place: Affine) -> Iterator[float]:
    for node in nodes:
        if isinstance(node, Text):
            yield place.apply(*node.origin).y
        elif isinstance(node, Group):
            yield from _baselines(node.nodes, place @ node.place)


def _align(view: View) -> Align:
    text = view.style["text-align"] or view.style["text-anchor"]
    return ALIGNS.get(text, "start")


def _min_size(view: View, style: TextStyle, unit: float) -> float | None:
    least = view.attrs.get("pnp:min-size")
    if least is not None:
        return view.measured(least, "y") * unit
    return style.size * LEAST * unit if view.attrs.get("pnp:fit") == "shrink" else None


def _start(name: str, inner: tuple[View, ...], view: View) -> float:
    """Return where the words stand: data on the text wins over the inner elements' sample."""
    with_data = name in view.element.twins
    return _first_length(name, *((view, *inner) if with_data else (*inner, view)))


def _first_length(name: str, *views: View) -> float:
    """Return the first number of a position list, of the first element that has one."""
    for view in views:
        parts = view.attrs.get(name, "").replace(",", " ").split()
        if parts:
            return view.measured(parts[0], name[-1])
    return 0.0


def _place(view: View, pen: Pen) -> Where:
    return pen.where if "pnp:text" in view.attrs else view.where


def _known(view: View, name: str, word: str, known: dict[str, Valign]) -> Valign:
    if word not in known:
        raise fail(
            f"pnp:{name}={quoted(word)} is not known", view.where, f"one of {', '.join(known)}"
        )
    return known[word]
