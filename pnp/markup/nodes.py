"""Writes nodes as SVG text, one element for each node, once for all files of a build.

What differs between files is a gap in the text: ids, which each file numbers for itself, and
groups, which are written where they are painted or, if the file repeats them, defined once.
"""

from typing import NamedTuple, assert_never

from pnp.base.bounded import Bounded
from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine
from pnp.markup.definitions import GLYPH_EM, Definition, Definitions
from pnp.markup.syntax import clean, escaped, number, path_data, transform
from pnp.scene.image import Image
from pnp.scene.node import Blend, Cap, Group, Join, Paint, Picture, Shape, Solid, Stroke, Text
from pnp.scene.sameness import Contents
from pnp.text.font import Font
from pnp.text.fontbook import FontBook

MITER_LIMIT = 4.0
"""SVG's initial value of ``stroke-miterlimit`` (SVG 1.1, section 11.4)."""

MOST_REMEMBERED = 4096
"""Limit for the contents kept as text; beyond it, all are dropped: a large deck has no end."""


@slotted(eq=False)
class KeyId:
    """A gap for the id of a group with a key."""

    words: str


@slotted(eq=False)
class Inner:
    """A gap for a group: its attributes, and its contents, which may be defined elsewhere."""

    attributes: "Markup"
    nodes: Contents


@slotted(eq=False)
class Live:
    """A gap for a text that is written as ``<text>``, and its style."""

    text: Text
    style: "Attributes"


Gap = Definition | Image | KeyId | Inner | Live
"""What a file fills in: for a definition or an image its id."""


class Markup(NamedTuple):
    """Text of an SVG file with gaps: ``Markup('<use xlink:href="#%s" />', (owl,))``."""

    form: str
    gaps: tuple[Gap, ...]


class Draft:
    """Markup under construction."""

    def __init__(self) -> None:
        self._forms: list[str] = []
        self._gaps: list[Gap] = []

    def write(self, form: str, *gaps: Gap) -> None:
        """Add text, with ``%s`` for each gap."""
        self._forms.append(form)
        self._gaps += gaps

    def markup(self) -> Markup:
        """Return what is written so far."""
        return Markup("".join(self._forms), tuple(self._gaps))


Attributes = dict[str, str | Definition]


class Glyphs(dict[int, Definition | None]):
    """The glyphs of a font by id, defined on first access; None if without outline, as a space."""

    def __init__(self, font: Font, defs: Definitions) -> None:
        super().__init__()
        self._font, self._defs = font, defs

    def __missing__(self, gid: int) -> Definition | None:
        outline = self._font.outline(gid)
        self[gid] = glyph = self._defs.glyph(outline) if outline.ops else None
        return glyph


class Scribe:
    """Writes nodes as markup; the same contents are written once."""

    def __init__(self, book: FontBook, *, live_text: bool) -> None:
        self.book, self.live_text = book, live_text
        self.defs = Definitions()
        self._known = Bounded[Contents, Markup](MOST_REMEMBERED)
        self._glyphs: dict[str, Glyphs] = {}

    def markup(self, nodes: Contents) -> Markup:
        """Return nodes as markup, in painting order."""
        known = self._known.get(nodes)
        return self._known.keep(nodes, self._written(nodes)) if known is None else known

    def _written(self, nodes: Contents) -> Markup:
        draft = Draft()
        for node in nodes:
            match node:
                case Group():
                    draft.write("%s", Inner(self._attributes(node), node.nodes))
                case Shape():
                    self._shape(draft, node)
                case Text():
                    self._text(draft, node)
                case Picture():
                    self._picture(draft, node)
                case _:
                    assert_never(node)
        return draft.markup()

    def _attributes(self, group: Group) -> Markup:
        """Return the attributes of a group, in alphabetical order."""
        draft = Draft()
        if group.clip is not None:
            draft.write(' clip-path="url(#%s)"', self.defs.clip(group.clip))
        if group.key is not None:
            key = escaped(clean(group.key)).replace("%", "%%")
            draft.write(f' data-key="{key}" id="%s"', KeyId(group.key))
        if group.mask is not None:
            draft.write(' mask="url(#%s)"', self.defs.mask(group.mask))
        if group.opacity < 1:
            draft.write(f' opacity="{number(group.opacity)}"')
        if group.blend is not Blend.NORMAL or group.isolated:
            mode = "" if group.blend is Blend.NORMAL else f"mix-blend-mode:{group.blend.value}"
            draft.write(f' style="{mode or "isolation:isolate"}"')
        if group.place != IDENTITY:
            draft.write(f' transform="{transform(group.place)}"')
        return draft.markup()

    def _shape(self, draft: Draft, shape: Shape) -> None:
        rule: Attributes = {"fill-rule": "evenodd"} if shape.even_odd else {}
        self._path(draft, shape.path, self._style(shape.fill, shape.stroke) | rule)

    def _path(self, draft: Draft, path: Path, style: Attributes) -> None:
        draft.write(f'<path d="{path_data(path)}"' if path.ops else "<path")
        _add(draft, style)
        draft.write(" />")

    def _text(self, draft: Draft, text: Text) -> None:
        style = self._style(text.fill, text.stroke)
        if self.live_text:
            draft.write("%s", Live(text, style))
        elif text.stroke is None and isinstance(text.fill, Solid):
            self._uses(draft, text, style)
        else:
            self._path(draft, self._outline(text), style)

    def _uses(self, draft: Draft, text: Text, style: Attributes) -> None:
        """Write a text as outlines of glyphs, which look the same on every machine."""
        unit = text.size / GLYPH_EM
        place = Affine.move(*text.origin) @ Affine.scale(unit)
        draft.write("<g")
        _add(draft, {**style, "transform": transform(place)})
        uses, glyphs = self._glyph_uses(text, unit)
        draft.write(f">{uses}</g>" if glyphs else " />", *glyphs)

    def _glyph_uses(self, text: Text, unit: float) -> tuple[str, list[Definition]]:
        """Return what uses the glyphs of a text that have an outline, and these glyphs."""
        size, known = text.size, self._glyphs_of(text.font)
        uses, glyphs = [], []
        for start, letters in text.words:
            for gid, x, y, _ in letters.glyphs:
                if (glyph := known[gid]) is not None:
                    left = f' x="{number((start + x) * size / unit)}"' if start + x else ""
                    down = f' y="{number(y * size / unit)}"' if y else ""
                    uses.append(f'<use{left} xlink:href="#%s"{down} />')
                    glyphs.append(glyph)
        return "".join(uses), glyphs

    def _glyphs_of(self, font: str) -> "Glyphs":
        if font not in self._glyphs:
            self._glyphs[font] = Glyphs(self.book.font(font), self.defs)
        return self._glyphs[font]

    def _outline(self, text: Text) -> Path:
        """Return the text as one path: ``<use>`` would scale strokes and gradients."""
        font = self.book.font(text.font)
        whole = Path("", ())
        for glyph in text.glyphs:
            at = Affine.move(text.origin.x + glyph.x, text.origin.y + glyph.y)
            whole += font.outline(glyph.gid).placed(at @ Affine.scale(text.size))
        return whole

    def _picture(self, draft: Draft, picture: Picture) -> None:
        image, box = picture.image, picture.box
        place = Affine.move(box.x, box.y) @ Affine.scale(
            box.width / image.width, box.height / image.height
        )
        draft.write(f'<use transform="{transform(place)}" xlink:href="#%s" />', image)

    def _style(self, fill: Paint | None, stroke: Stroke | None) -> Attributes:
        return {**self._paint("fill", fill), **(self._stroke(stroke) if stroke else {})}

    def _paint(self, use: str, paint: Paint | None) -> Attributes:
        if paint is None:
            return {use: "none"}
        if not isinstance(paint, Solid):
            return {use: self.defs.paint(paint)}
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


def _add(draft: Draft, attributes: Attributes) -> None:
    """Write attributes in alphabetical order, as svgwrite does; a definition is referred to."""
    for name in sorted(attributes):
        value = attributes[name]
        if isinstance(value, str):
            draft.write(f' {name}="{value}"')
        else:
            draft.write(f' {name}="url(#%s)"', value)
