"""Text elements: words at points, one line with data, or a box of flowing words with icons."""

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter

from pnp.base.color import BLACK
from pnp.base.diagnostics import Finding, Where, quote, user_error
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Paint, Shape, Solid, Text
from pnp.svg.cascade import INITIAL
from pnp.svg.parse import Element
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import ROW, Fragment, ResolvedElement
from pnp.svg.rules import unsupported
from pnp.svg.shapes import OUTLINES, outline
from pnp.svg.textspans import (
    TextSpan,
    beginning,
    leaf,
    lowered,
    plain_text,
    scaled,
    spans,
    text_style,
)
from pnp.text.style import Align, Anchor, Icon, TextStyle, Typeset, Valign
from pnp.text.typeset import box, line, run

FOLDER = "icons"


def icon_finder(
    view: ResolvedElement, color: Paint | None, pen: Renderer
) -> Callable[[str], Icon | None]:
    """Return the look-up of icons for a text: beside its own file first, then in ``icons/``.

    In the icon's drawing ``currentColor`` is the text's colour.
    """
    ink = color.color if isinstance(color, Solid) else BLACK
    style = INITIAL.child({"color": ink.hex})
    beside = posixpath.join(posixpath.dirname(view.element.file.name), FOLDER)

    def find(name: str) -> Icon | None:
        for folder in dict.fromkeys((beside, FOLDER)):
            found = pen.drawing(posixpath.join(folder, f"{name}.svg"), style)
            if found is not None:
                drawn, size = found
                view.findings += drawn.findings
                return Icon(drawn.whole, size)
        return None

    return find


Look = Callable[[ResolvedElement], TextStyle]

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


def frame_of(view: ResolvedElement, pen: Renderer) -> Rect | None:
    """Return the box that a text flows in; it is endless where only a width is given.

    Raises:
        PnpError: the shape does not exist or is none.
    """
    match = _URL.search(view.own.get("shape-inside", ""))
    if match is None:
        return _of_width(view)
    target = pen.target(match[1], view.element)
    shape = pen.view(target, pen.home(target))
    found = outline(shape) if target.tag in OUTLINES else None
    # as Inkscape does: the shape's own map counts, that of groups around it does not
    rect = path_bounds(found, shape.place) if found else None
    if rect is None:
        hint = "it names a <rect> that is not empty"
        raise user_error(
            f"shape-inside names {quote(match[1])}, which is no shape", view.where, hint
        )
    return rect


def flowed(view: ResolvedElement, frame: Rect, pen: Renderer, look: Look) -> Typeset:
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


def one_line(view: ResolvedElement, first: ResolvedElement, pen: Renderer, look: Look) -> Typeset:
    """Return the words of ``pnp:text`` from the point where the sample words stand."""
    style = look(first)
    inner = (beginning(view, pen), first)
    at = {name: _start(name, inner, view) for name in ("x", "y", "dx", "dy")}
    width = view.attrs.get("pnp:width")
    if width is None and view.attrs.get("pnp:fit") == "shrink":
        hint = 'write pnp:width="30" beside it'
        raise user_error("pnp:fit needs a width to fit into", view.where, hint)
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


def _of_width(view: ResolvedElement) -> Rect | None:
    """Return the box of a text with an ``inline-size``: as wide, below its first baseline."""
    size = view.own.get("inline-size", "auto")
    width = 0.0 if size == "auto" else view.measured(size, "x")
    if width <= 0:
        return None
    x = _first_length("x", view, view) - LEFT_OF_POINT[_align(view)] * width
    return Rect(x, 0, width, ENDLESS)


def _hung(placed: Typeset, view: ResolvedElement) -> Typeset:
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


def _align(view: ResolvedElement) -> Align:
    text = view.style["text-align"] or view.style["text-anchor"]
    return ALIGNS.get(text, "start")


def _min_size(view: ResolvedElement, style: TextStyle, unit: float) -> float | None:
    least = view.attrs.get("pnp:min-size")
    if least is not None:
        return view.measured(least, "y") * unit
    return style.size * LEAST * unit if view.attrs.get("pnp:fit") == "shrink" else None


def _start(name: str, inner: tuple[ResolvedElement, ...], view: ResolvedElement) -> float:
    """Return where the words stand: data on the text wins over the inner elements' sample."""
    with_data = name in view.element.twins
    return _first_length(name, *((view, *inner) if with_data else (*inner, view)))


def _first_length(name: str, *views: ResolvedElement) -> float:
    """Return the first number of a position list, of the first element that has one."""
    for view in views:
        parts = view.attrs.get(name, "").replace(",", " ").split()
        if parts:
            return view.measured(parts[0], name[-1])
    return 0.0


def _place(view: ResolvedElement, pen: Renderer) -> Where:
    return pen.where if "pnp:text" in view.attrs else view.where


def _known(view: ResolvedElement, name: str, word: str, known: dict[str, Valign]) -> Valign:
    if word not in known:
        raise user_error(
            f"pnp:{name}={quote(word)} is not known", view.where, f"one of {', '.join(known)}"
        )
    return known[word]


SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a chunk stands before the point that it is anchored at."""


def draw_text(view: ResolvedElement, pen: Renderer) -> Fragment:
    """Return the words of a text element.

    Raises:
        PnpError: a font, a length or a reference is wrong.
    """
    frame = frame_of(view, pen)
    if frame is not None:
        return _set(view, pen, lambda look: [flowed(view, frame, pen, look)])
    if "pnp:text" in view.attrs:
        first = leaf(view, pen)
        return _set(view, pen, lambda look: [one_line(view, first, pen, look)])
    pieces = spans(view, pen)
    return _set(view, pen, lambda look: _at_points(pieces, pen, look))


def _set(
    view: ResolvedElement, pen: Renderer, typeset: Callable[[Look], list[Typeset]]
) -> Fragment:
    """Return set text as a drawing; its box is only measured when a paint hangs on it."""

    @cache
    def bounds() -> Rect | None:
        bare = typeset(lambda inner: text_style(inner, pen))
        return pen.bounds(node for part in bare for node in part.nodes)

    parts = typeset(lambda inner: text_style(inner, pen, bounds))
    nodes = tuple(node for part in parts for node in part.nodes)
    if view.style["paint-order"].replace("markers", "").split()[:1] == ["stroke"]:
        nodes = tuple(half for node in nodes for half in _stroke_first(node, pen))
    found = (_of_row(finding, pen) for part in parts for finding in part.findings)
    return Fragment(nodes, (*_left_out(view), *found), weight=1 + len(nodes))


def _at_points(pieces: list[TextSpan], pen: Renderer, look: Look) -> list[Typeset]:
    """Return text chunk by chunk: each begins where an x or y is given, and is anchored there."""
    at, placed = Point(0, 0), []
    for _, chunk in groupby(_numbered(pieces), key=itemgetter(0)):
        at, parts = _chunk([piece for _, piece in chunk], at, pen, look)
        placed += parts
    return placed


def _numbered(pieces: list[TextSpan]) -> list[tuple[int, TextSpan]]:
    numbered, number = [], 0
    for piece in pieces:
        number += piece.first.x is not None or piece.first.y is not None
        numbered.append((number, piece))
    return numbered


def _chunk(
    pieces: list[TextSpan], at: Point, pen: Renderer, look: Look
) -> tuple[Point, list[Typeset]]:
    """Return where the pen stands after a chunk, and the chunk set."""
    first = pieces[0].first
    x = at.x if first.x is None else first.x
    y = at.y if first.y is None else first.y
    looks = [look(piece.first.view) for piece in pieces]
    wheres = [pen.where if "pnp:text" in p.first.view.attrs else p.first.view.where for p in pieces]
    tried = [
        run(pen.book, piece.text, style, Point(0, 0), where)
        for piece, style, where in zip(pieces, looks, wheres, strict=True)
    ]
    width = sum(part.width for part in tried) + sum(piece.first.dx for piece in pieces)
    x -= SHARE.get(first.view.style["text-anchor"], 0.0) * width
    placed = []
    for piece, style, part, where in zip(pieces, looks, tried, wheres, strict=True):
        x, y = x + piece.first.dx, y + piece.first.dy
        origin = Point(x, y + lowered(piece.first.view, pen))
        placed.append(run(pen.book, piece.text, style, origin, where))
        x += part.width
    return Point(x, y), placed


def _stroke_first(node: Node, pen: Renderer) -> list[Node]:
    """Return letters over their own stroke, which is drawn as outlines: text is read only once."""
    if not isinstance(node, Text) or node.stroke is None:
        return [node]
    path = Path("", ())
    font, size = pen.book.font(node.font), node.size
    for glyph in node.glyphs:
        place = Affine(size, 0, 0, size, node.origin.x + glyph.x, node.origin.y + glyph.y)
        path += font.outline(glyph.gid).placed(place)
    return [Shape(path, None, node.stroke), replace(node, stroke=None)]


def _of_row(finding: Finding, pen: Renderer) -> Finding:
    """Return a finding with its row left open, as the same words may stand on other rows."""
    return replace(finding, where=ROW) if finding.where is pen.where else finding


def _left_out(view: ResolvedElement) -> list[Finding]:
    return [unsupported(part, view.where) for part in _strange_parts(view.element)]


@lru_cache(maxsize=512)
def _strange_parts(element: Element) -> tuple[str, ...]:
    """Return what is inside a text and not drawn, in the user's words."""
    elements = list(element.walk())
    tags = {e.tag for e in elements} - {"text", "tspan", "a", "title", "desc"}
    names = {n for e in elements for n in ("textLength", "rotate") if n in e.attrs}
    parts = [f"<{tag}> in a text" for tag in sorted(tags)]
    return (*parts, *(f"the attribute {quote(name)} of a text" for name in sorted(names)))
