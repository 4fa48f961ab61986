"""Draws nodes as SVG elements, one element for each node."""

from typing import assert_never

from pnp.export.svg.definitions import Definitions, Element
from pnp.export.svg.syntax import clean, number, path_data, transform
from pnp.export.svg.text import LiveText, Outlines
from pnp.geometry.plane import IDENTITY, Affine
from pnp.scene.node import Cap, Group, Join, Node, Paint, Picture, Shape, Solid, Stroke, Text
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook

MITER_LIMIT = 4.0
"""SVG's initial value of ``stroke-miterlimit`` (SVG 1.1, section 11.4)."""

Attributes = dict[str, str]


class Draughtsman:
    """Draws the nodes of a page into a drawing of svgwrite."""

    def __init__(
        self, drawing: Element, book: FontBook, shared: frozenset[Contents], *, live_text: bool
    ) -> None:
        self.drawing, self.shared = drawing, shared
        self.defs = Definitions(drawing)
        self.words = LiveText(self.defs, book) if live_text else Outlines(self.defs, book)

    def fill(self, element: Element, nodes: Contents) -> Element:
        """Add nodes to an element in painting order, and return the element."""
        for node in nodes:
            element.add(self.draw(node))
        return element

    def draw(self, node: Node) -> Element:
        """Return the element for a node."""
        match node:
            case Group():
                return self._group(node)
            case Shape():
                return self._shape(node)
            case Text():
                return self.words.run(node, self._style(node.fill, node.stroke))
            case Picture():
                return self._picture(node)
            case _:
                assert_never(node)

    def _group(self, group: Group) -> Element:
        attributes = {**self._named(group), **self._cut(group)}
        if group.nodes in self.shared:
            return self.drawing.use(f"#{self.defs.contents(group.nodes, self.fill)}", **attributes)
        return self.fill(self.drawing.g(**attributes), group.nodes)

    def _named(self, group: Group) -> Attributes:
        if group.key is None:
            return {}
        return {"id": self.defs.name(group.key), "data-key": clean(group.key)}

    def _cut(self, group: Group) -> Attributes:
        attributes = {}
        if group.place != IDENTITY:
            attributes["transform"] = transform(group.place)
        if group.clip:
            attributes["clip-path"] = f"url(#{self.defs.clip(group.clip)})"
        if group.mask:
            attributes["mask"] = f"url(#{self.defs.mask(group.mask, self.fill)})"
        if group.opacity < 1:
            attributes["opacity"] = number(group.opacity)
        return attributes

    def _shape(self, shape: Shape) -> Element:
        rule = {"fill-rule": "evenodd"} if shape.even_odd else {}
        style = self._style(shape.fill, shape.stroke)
        return self.drawing.path(path_data(shape.path), **style, **rule)

    def _picture(self, picture: Picture) -> Element:
        image, box = picture.image, picture.box
        place = Affine.move(box.x, box.y) @ Affine.scale(
            box.width / image.width, box.height / image.height
        )
        return self.drawing.use(f"#{self.defs.image(image)}", transform=transform(place))

    def _style(self, fill: Paint | None, stroke: Stroke | None) -> Attributes:
        return {**self._paint("fill", fill), **(self._stroke(stroke) if stroke else {})}

    def _paint(self, use: str, paint: Paint | None) -> Attributes:
        if paint is None:
            return {use: "none"}
        if not isinstance(paint, Solid):
            return {use: f"url(#{self.defs.paint(paint, self.fill)})"}
        opacity = {f"{use}-opacity": number(paint.opacity)} if paint.opacity < 1 else {}
        return {use: paint.color.hex, **opacity}

    def _stroke(self, stroke: Stroke) -> Attributes:
        attributes = {**self._paint("stroke", stroke.paint), "stroke-width": number(stroke.width)}
        if stroke.cap is not Cap.BUTT:
            attributes["stroke-linecap"] = stroke.cap.value
        if stroke.join is not Join.MITER:
            attributes["stroke-linejoin"] = stroke.join.value
        elif stroke.miter != MITER_LIMIT:
            attributes["stroke-miterlimit"] = number(stroke.miter)
        if stroke.dashes:
            attributes["stroke-dasharray"] = " ".join(map(number, stroke.dashes))
            attributes["stroke-dashoffset"] = number(stroke.dash_offset)
        return attributes
