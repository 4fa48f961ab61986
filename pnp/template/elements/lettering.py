"""Text elements: words at points, one line with data, or a box of flowing words."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter

from pnp.errors import quoted
from pnp.finding import Finding
from pnp.geometry import Affine, Point, Rect
from pnp.scene.node import Node, Shape, Text
from pnp.scene.path import Path
from pnp.template.elements.frames import Look, flowed, frame_of, one_line
from pnp.template.elements.look import lowered, text_style
from pnp.template.elements.pen import Pen
from pnp.template.elements.spans import Span, leaf, spans
from pnp.template.elements.view import ROW, Result, View
from pnp.template.faults import unsupported
from pnp.template.reading.svg import Element
from pnp.template.text.textstyle import Typeset
from pnp.template.text.typeset import run

SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a chunk stands before the point that it is anchored at."""


def draw_text(view: View, pen: Pen) -> Result:
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


def _set(view: View, pen: Pen, typeset: Callable[[Look], list[Typeset]]) -> Result:
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
    return Result(nodes, (*_left_out(view), *found), weight=1 + len(nodes))


def _at_points(pieces: list[Span], pen: Pen, look: Look) -> list[Typeset]:
    """Return text chunk by chunk: each begins where an x or y is given, and is anchored there."""
    at, placed = Point(0, 0), []
    for _, chunk in groupby(_numbered(pieces), key=itemgetter(0)):
        at, parts = _chunk([piece for _, piece in chunk], at, pen, look)
        placed += parts
    return placed


def _numbered(pieces: list[Span]) -> list[tuple[int, Span]]:
    numbered, number = [], 0
    for piece in pieces:
        number += piece.first.x is not None or piece.first.y is not None
        numbered.append((number, piece))
    return numbered


def _chunk(pieces: list[Span], at: Point, pen: Pen, look: Look) -> tuple[Point, list[Typeset]]:
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


def _stroke_first(node: Node, pen: Pen) -> list[Node]:
    """Return letters over their own stroke, which is drawn as outlines: text is read only once."""
    if not isinstance(node, Text) or node.stroke is None:
        return [node]
    path = Path("", ())
    font, size = pen.book.font(node.font), node.size
    for glyph in node.glyphs:
        place = Affine(size, 0, 0, size, node.origin.x + glyph.x, node.origin.y + glyph.y)
        path += font.outline(glyph.gid).placed(place)
    return [Shape(path, None, node.stroke), replace(node, stroke=None)]


def _of_row(finding: Finding, pen: Pen) -> Finding:
    """Return a finding with its row left open, as the same words may stand on other rows."""
    return replace(finding, where=ROW) if finding.where is pen.where else finding


def _left_out(view: View) -> list[Finding]:
    return [unsupported(part, view.where) for part in _strange_parts(view.element)]


@lru_cache(maxsize=512)
def _strange_parts(element: Element) -> tuple[str, ...]:
    """Return what is inside a text and not drawn, in the user's words."""
    elements = list(element.walk())
    tags = {e.tag for e in elements} - {"text", "tspan", "a", "title", "desc"}
    names = {n for e in elements for n in ("textLength", "rotate") if n in e.attrs}
    parts = [f"<{tag}> in a text" for tag in sorted(tags)]
    return (*parts, *(f"the attribute {quoted(name)} of a text" for name in sorted(names)))
