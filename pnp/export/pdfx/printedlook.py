"""Whether two drawings are the same on paper: other colours may be the same inks."""

from dataclasses import replace

from pnp.base.color import Color
from pnp.export.pdf.nodes import FLAT
from pnp.export.pdfx.flatten import inside, mapped
from pnp.export.pdfx.press import Inks, Press
from pnp.scene.node import Group, Node, Paint, Picture, Shape, Solid, Stroke, Text
from pnp.scene.sameness import Contents, look

GREY_LINE = Color(128, 128, 128)
"""Stands for the grey of any line: whether it is black ink alone depends on the line's width."""


class PrintedLook:
    """Digests of drawings as a press prints them.

    Drawings whose operators are equal after separation have equal digests. A solid colour counts as
    its inks; other paints and pictures, which operators name, count as they are.
    """

    def __init__(self, press: Press) -> None:
        self._press = press
        self._first: dict[Inks, Color] = {}
        self._known: dict[Node, Node] = {}

    def digest(self, nodes: Contents) -> str:
        """Return the digest of a drawing that is ready for inks."""
        return look(mapped(nodes, self._printed))

    def _printed(self, node: Node) -> Node:
        """Return a node in the first colours that had its inks; an empty group for no ink."""
        if node not in self._known:
            self._known[node] = self._made(node)
        return self._known[node]

    def _made(self, node: Node) -> Node:
        if _is_invisible(node):
            return Group(())
        if isinstance(node, Group):
            return inside(node, self._printed)
        if isinstance(node, Picture):
            return node
        fill, stroke = self._fill(node), self._stroke(node)
        same = fill == node.fill and stroke == node.stroke
        return node if same else replace(node, fill=fill, stroke=stroke)

    def _fill(self, node: Shape | Text) -> Paint | None:
        if not isinstance(node.fill, Solid):
            return node.fill
        return node.fill._replace(
            color=self._color(node.fill.color, letters=isinstance(node, Text))
        )

    def _stroke(self, node: Shape | Text) -> Stroke | None:
        if node.stroke is None or not isinstance(node.stroke.paint, Solid):
            return node.stroke
        paint, letters = node.stroke.paint, isinstance(node, Text)
        grey = not letters and self._press.black_alone(paint.color) is not None
        color = GREY_LINE if grey else self._color(paint.color, letters=letters)
        return node.stroke._replace(paint=paint._replace(color=color))

    def _color(self, color: Color, *, letters: bool) -> Color:
        """Return the first colour that had the same inks."""
        alone = self._press.black_alone(color) if letters else None
        return self._first.setdefault(alone or self._press.inks(color), color)


def _is_invisible(node: Node) -> bool:
    """Tell whether no operator is written for a node."""
    match node:
        case Group():
            return node.opacity <= 0 or abs(node.place.determinant) <= FLAT
        case Picture():
            return False
        case Shape():
            empty = not node.path.ops
        case Text():
            empty = not node.words or node.size <= 0
    return empty or (node.fill is None and node.stroke is None)
