"""Draws nodes as SVG elements, one element for each node; texts as outlines, or as live text."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import assert_never

from pnp.export.svg.definitions import GLYPH_EM, Definitions, Element
from pnp.export.svg.syntax import clean, number, path_data, transform
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine
from pnp.scene.node import Cap, Glyph, Group, Join, Node, Paint, Picture, Shape, Solid, Stroke, Text
from pnp.scene.sameness import Contents
from pnp.text.font import Font
from pnp.text.fontbook import FontBook

Style = dict[str, str]
"""The fill and stroke attributes of a text."""


class Outlines:
    """Writes texts as outlines, which look the same on every machine."""

    def __init__(self, defs: Definitions, book: FontBook) -> None:
        self.defs, self.book = defs, book

    def run(self, text: Text, style: Style) -> Element:
        """Return the element for a text."""
        if text.stroke is None and isinstance(text.fill, Solid):
            return self._uses(text, style)
        return self._outline(text, style)

    def finish(self) -> None:
        """Do nothing: glyphs are defined on first use."""

    def _uses(self, text: Text, style: Style) -> Element:
        unit = text.size / GLYPH_EM
        place = Affine.move(*text.origin) @ Affine.scale(unit)
        run = self.defs.drawing.g(**style, transform=transform(place))
        font = self.book.font(text.font)
        for glyph in text.glyphs:
            if (outline := font.outline(glyph.gid)).ops:
                name = self.defs.glyph(text.font, glyph.gid, outline)
                run.add(self.defs.drawing.use(f"#{name}", **_at(glyph.x / unit, glyph.y / unit)))
        return run

    def _outline(self, text: Text, style: Style) -> Element:
        """Return the text as one path: ``<use>`` would scale strokes and gradients."""
        font = self.book.font(text.font)
        whole = Path("", ())
        for glyph in text.glyphs:
            at = Affine.move(text.origin.x + glyph.x, text.origin.y + glyph.y)
            whole += font.outline(glyph.gid).placed(at @ Affine.scale(text.size))
        return self.defs.drawing.path(path_data(whole), **style)


class LiveText:
    """Writes texts as ``<text>``, and embeds subsets of their fonts."""

    def __init__(self, defs: Definitions, book: FontBook) -> None:
        self.defs, self.book = defs, book
        self._letters: dict[str, set[str]] = {}

    def run(self, text: Text, style: Style) -> Element:
        """Return the element for a text, with an x per character, so that all viewers agree."""
        font = self.book.font(text.font)
        words = clean("".join(glyph.text for glyph in text.glyphs))
        self._letters.setdefault(text.font, set()).update(words)
        ends = [glyph.x + font.advance(glyph.gid) * text.size for glyph in text.glyphs]
        return self.defs.drawing.text(
            words,
            x=[number(text.origin.x + x) for x in _places(text.glyphs, ends)],
            y=[number(text.origin.y)],
            **{"xml:space": "preserve", "font-size": number(text.size)},
            **{"font-family": f"'{self._family(text.font)}', '{font.family}'"},
            **_face(font),
            **style,
        )

    def finish(self) -> None:
        """Add the fonts, as subsets for the characters written so far."""
        rules = [self._rule(key, letters) for key, letters in self._letters.items()]
        if rules:
            self.defs.drawing.defs.add(self.defs.drawing.style("\n".join(rules)))

    def _family(self, key: str) -> str:
        return f"pnp-{list(self._letters).index(key) + 1}"

    def _rule(self, key: str, letters: set[str]) -> str:
        font = self.book.font(key)
        data = b64encode(font.subset_text("".join(sorted(letters)))).decode()
        kind = "otf" if font.is_cff else "ttf"
        face = "".join(f"{name}:{value};" for name, value in _face(font).items())
        return (
            f"@font-face{{font-family:'{self._family(key)}';{face}"
            f"src:url(data:font/{kind};base64,{data})}}"
        )


def _at(x: float, y: float) -> dict[str, str]:
    return {name: number(value) for name, value in (("x", x), ("y", y)) if value}


def _face(font: Font) -> dict[str, str]:
    return {"font-weight": str(font.weight), "font-style": "italic" if font.italic else "normal"}


def _places(glyphs: Sequence[Glyph], ends: Sequence[float]) -> Iterator[float]:
    """Yield the x of each character; the characters of a ligature divide its width evenly."""
    for glyph, end in zip(glyphs, ends, strict=True):
        step = (end - glyph.x) / max(1, len(glyph.text))
        yield from (glyph.x + step * count for count in range(len(glyph.text)))


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
