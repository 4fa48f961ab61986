"""Compares what an SVG sheet draws with the nodes of its page, element by element.

A sheet has an element for each node. Lengths of an element are compared in its own units;
``stretch`` is how many millimetres of paper one of them is at most.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import inf
from operator import sub
from typing import NamedTuple, assert_never
from xml.etree.ElementTree import Element

from pnp.base.bounded import Bounded
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Rect
from pnp.proof.printedobjects import NotUnderstoodError
from pnp.proof.svgfile import HREF, KEY, SVG, DrawnSheet, name_of, only
from pnp.proof.svgpaint import (
    Fault,
    gradient_fault,
    opacity_fault,
    place_fault,
    reach,
    slack,
    stroke_fault,
)
from pnp.proof.svgvalues import (
    LONGEST,
    number,
    outline,
    picture_data,
    reference,
    transform,
)
from pnp.proof.traits import apart
from pnp.scene.node import (
    Blend,
    Clip,
    Group,
    Letters,
    Mask,
    Node,
    Paint,
    Pattern,
    Picture,
    Shape,
    Solid,
    Stroke,
    Text,
)
from pnp.text.fontbook import FontBook

MOST_SHAPES = 16384
"""The most shapes in the cache, beside their attributes in a file."""

MOST_WORDS = 8192
"""The most words in the cache."""

ANY_SCALE = inf
"""A stretch at which nothing but rounding is forgiven: what is as planned then is so at any other.

So a drawing is compared once, however large it is used; all that is intact passes at this one.
"""

_BOX = ("x", "y", "width", "height")
_FILL = frozenset({"fill", "fill-opacity", "fill-rule"})
_STROKE = frozenset({"stroke", "stroke-opacity", "stroke-width", "stroke-linecap"})
_CORNERS = frozenset({"stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"})
_PATH = frozenset({"d", "stroke-dashoffset"}) | _FILL | _STROKE | _CORNERS
_GROUP = frozenset({"id", KEY, "transform", "opacity", "clip-path", "mask", "style"})
_GROUP_USE = _GROUP | {HREF}
_ART = frozenset({"id"})
_LETTERS = frozenset({"fill", "fill-opacity", "transform"})
_GLYPH = frozenset({"d", "id"})
_CLIP = frozenset({"id"})
_CLIP_PATH = frozenset({"d", "clip-rule", "shape-rendering"})
_MASK = frozenset({"id", *_BOX, "maskUnits", "mask-type"})
_PATTERN = frozenset({"id", *_BOX, "patternUnits", "patternTransform"})
_PICTURE = frozenset({"transform", HREF})
_IMAGE = frozenset({"id", "width", "height", "preserveAspectRatio", HREF})

_SAME_GLYPH = 1e-6
"""Glyphs that differ by less, in ems, are equal in every size."""


class PlannedLetters(NamedTuple):
    """The glyphs of a text that have an outline: ids, and positions in ems, y down."""

    gids: list[int]
    xs: list[float]
    ys: list[float]


class Shapes:
    """Outlines and glyphs of plans that were found in files, for all sheets of a build."""

    def __init__(self, book: FontBook) -> None:
        self.book = book
        self._known = Bounded[tuple[object, ...], Shape](MOST_SHAPES)
        self._glyphs: dict[tuple[str, int, str, float], float] = {}
        self._words = Bounded[Letters, PlannedLetters](MOST_WORDS)

    def known(self, shape: Shape, attributes: Mapping[str, str], stretch: float) -> bool:
        """Return whether a shape was found to be drawn by these attributes."""
        return (id(shape), stretch, *attributes.items()) in self._known

    def learn(self, shape: Shape, attributes: Mapping[str, str], stretch: float) -> None:
        """Keep that a shape is drawn by attributes, which refer to nothing in their file."""
        if len(attributes.get("d", "")) <= LONGEST:
            self._known.keep((id(shape), stretch, *attributes.items()), shape)

    def glyph_gap(self, font: str, gid: int, data: str, em: float) -> float:
        """Return how much a glyph differs from path data, in ems, each ``em`` of its units."""
        key = font, gid, data, em
        if key not in self._glyphs:
            whole = self.book.font(font).outline(gid).placed(Affine.scale(em))
            self._glyphs[key] = outline_gap(whole, outline(data)) / em
        return self._glyphs[key]

    def ink(self, text: Text) -> PlannedLetters:
        """Return the glyphs of a text that have an outline."""
        ink = PlannedLetters([], [], [])
        for start, letters in text.words:
            word = self._words.get(letters)
            if word is None:
                word = self._words.keep(letters, self._word(text.font, letters))
            ink.gids.extend(word.gids)
            ink.xs.extend([start + x for x in word.xs])
            ink.ys.extend(word.ys)
        return ink

    def lettering(self, text: Text) -> Path:
        """Return a text as one outline."""
        font, place, parts = self.book.font(text.font), Affine.move(*text.origin), []
        for gid, x, y, _ in text.glyphs:
            part = font.outline(gid).placed(place @ Affine(text.size, 0, 0, text.size, x, y))
            parts.append(part)
        return Path("".join(p.ops for p in parts), tuple(chain(*(p.coords for p in parts))))

    def _word(self, font: str, letters: Letters) -> PlannedLetters:
        outlined = self.book.font(font).outline
        glyphs = [glyph for glyph in letters.glyphs if outlined(glyph.gid).ops]
        return PlannedLetters([g.gid for g in glyphs], [g.x for g in glyphs], [g.y for g in glyphs])


def outline_gap(want: Path, have: Path) -> float:
    """Return the most that coordinates differ; infinity if the operators do."""
    return _apart(want.coords, have.coords) if want.ops == have.ops else inf


def _apart(first: Iterable[float], second: Iterable[float]) -> float:
    return max(map(abs, map(sub, first, second)), default=0.0)


class SheetComparison:
    """Compares nodes with elements of one sheet; what is used often is compared once."""

    def __init__(self, sheet: DrawnSheet, shapes: Shapes) -> None:
        self._sheet, self._shapes = sheet, shapes
        self._same: set[tuple[int, int, float]] = set()
        self._letters_known: set[tuple[str, float, int, bytes]] = set()

    def fault(self, want: Node, have: Element) -> Fault:
        """Return how an element of the sheet differs from a node, in words; None if it does not.

        Raises:
            NotUnderstoodError: the element has something whose effect is not known.
        """
        return self._node(want, have, ANY_SCALE) and self._node(want, have, 1.0)

    def _node(self, want: Node, have: Element, stretch: float) -> Fault:
        match want:
            case Group():
                return self._group(want, have, stretch)
            case Shape():
                if have.tag != f"{SVG}path":
                    return f"a {name_of(have)} is drawn for an outline"
                if self._shapes.known(want, have.attrib, stretch):
                    return None
                return self._shape(want, have, stretch)
            case Text():
                return self._text(want, have, stretch)
            case Picture():
                return self._picture(want, have, stretch)
            case _:
                assert_never(want)

    def _nodes(self, want: Sequence[Node], have: Element, stretch: float) -> Fault:
        if len(want) != len(have):
            return f"{len(have)} things are drawn in the place of {len(want)}"
        for node, element in zip(want, have, strict=True):
            if fault := self._node(node, element, stretch):
                return fault
        return None

    def _contents(
        self, want: tuple[Node, ...], holder: Element, stretch: float, *, once: bool = False
    ) -> Fault:
        """Compare the contents of an element, which may have been found to be these nodes."""
        if once:
            return self._nodes(want, holder, stretch)
        key = id(holder), id(want), stretch
        fault = None if key in self._same else self._nodes(want, holder, stretch)
        if fault is None:
            self._same.add(key)
        return fault

    def _group(self, want: Group, have: Element, stretch: float) -> Fault:
        holder = have
        if have.tag == f"{SVG}use":
            only(have, "use", _GROUP_USE)
            holder = self._target(have.get(HREF, ""))
            if holder.tag == f"{SVG}g":
                only(holder, "g", _ART)
        elif have.tag == f"{SVG}g":
            only(have, "g", _GROUP)
        if holder.tag != f"{SVG}g":
            return f"a {name_of(holder)} is drawn for a group"
        if have.get(KEY) != want.key:
            return f"it has the key {have.get(KEY)}, not {want.key}"
        inner = stretch * reach(want.place)
        return (
            place_fault("group", have.get("transform"), want.place, stretch)
            or opacity_fault("group", have.get("opacity"), want.opacity)
            or _blend_fault(want, have.get("style"))
            or self._clip(want.clip, have.get("clip-path"), inner)
            or self._mask(want.mask, have.get("mask"), inner)
            or self._contents(want.nodes, holder, inner, once=holder is have)
        )

    def _clip(self, want: Clip | None, have: str | None, stretch: float) -> Fault:
        if have is None or want is None:
            return None if have is None and want is None else _more_or_less("clip", have)
        element = self._referred(have)
        only(element, "clipPath", _CLIP)
        if len(element) != 1:
            return f"a clip has {len(element)} outlines"
        path = element[0]
        only(path, "path", _CLIP_PATH)
        if (path.get("clip-rule") == "evenodd") is not want.even_odd:
            return "a clip has holes where it should not"
        return self._outline("clip", want.path, path, stretch)

    def _mask(self, want: Mask | None, have: str | None, stretch: float) -> Fault:
        if have is None or want is None:
            return None if have is None and want is None else _more_or_less("soft mask", have)
        element = self._referred(have)
        only(element, "mask", _MASK)
        _in_user_space(element, "maskUnits")
        if element.get("mask-type", "luminance") != ("luminance" if want.luminance else "alpha"):
            return "a soft mask is made in another way"
        if _box_gap(element, want.region) > slack(stretch):
            return "a soft mask has another region"
        fault = self._contents(want.nodes, element, stretch)
        return fault and f"a soft mask is not as planned: {fault}"

    def _shape(self, want: Shape, have: Element, stretch: float) -> Fault:
        kind = "stroke" if want.fill is None else "fill"
        if (have.get("fill-rule") == "evenodd") is not want.even_odd:
            return f"a {kind} has holes where it should not"
        fault = self._outlined(want.path, have, want.fill, want.stroke, stretch)
        paints = want.fill, want.stroke and want.stroke.paint
        if fault is None and all(isinstance(paint, Solid | None) for paint in paints):
            self._shapes.learn(want, have.attrib, stretch)
        return fault

    def _outlined(
        self, want: Path, have: Element, fill: Paint | None, stroke: Stroke | None, stretch: float
    ) -> Fault:
        only(have, "path", _PATH)
        return (
            self._outline("stroke" if fill is None else "fill", want, have, stretch)
            or self._paint("fill", fill, have, stretch)
            or self._stroke(stroke, have, stretch)
        )

    def _outline(self, kind: str, want: Path, have: Element, stretch: float) -> Fault:
        gap = outline_gap(want, outline(have.get("d", "")))
        if gap <= slack(stretch):
            return None
        if gap == inf:
            return f"a {kind} has another outline"
        return f"a {kind} is {gap * stretch:.2f} mm from its place"

    def _stroke(self, want: Stroke | None, have: Element, stretch: float) -> Fault:
        if want is None:
            return None if have.get("stroke", "none") == "none" else "a stroke was not planned"
        return self._paint("stroke", want.paint, have, stretch) or stroke_fault(have, want, stretch)

    def _paint(self, use: str, want: Paint | None, have: Element, stretch: float) -> Fault:
        value = have.get(use, "#000000" if use == "fill" else "none")
        if want is None or value == "none":
            return None if want is None and value == "none" else _more_or_less(use, value)
        paint = reference(value)
        if isinstance(want, Solid):
            if paint is not None or value != want.color.hex:
                return f"a {use} is {value}, not {want.color.hex}"
            return opacity_fault(use, have.get(f"{use}-opacity"), want.opacity)
        if paint is None:
            return f"a {use} is painted in another way"
        element = self._defined(paint)
        if fault := opacity_fault(use, have.get(f"{use}-opacity"), 1.0):
            return fault
        if isinstance(want, Pattern):
            return self._pattern(use, want, element, stretch)
        return gradient_fault(use, element, want, stretch)

    def _pattern(self, use: str, want: Pattern, have: Element, stretch: float) -> Fault:
        if have.tag != f"{SVG}pattern":
            return f"a {use} is painted in another way"
        only(have, "pattern", _PATTERN)
        _in_user_space(have, "patternUnits")
        inner = stretch * reach(want.place)
        if _box_gap(have, want.tile) > slack(inner):
            return f"a {use} has a pattern with other steps"
        name = f"{use}'s pattern"
        fault = place_fault(name, have.get("patternTransform"), want.place, stretch)
        if fault is None and (inside := self._contents(want.nodes, have, inner)):
            fault = f"a {use} has another pattern: {inside}"
        return fault

    def _text(self, want: Text, have: Element, stretch: float) -> Fault:
        if want.stroke is not None or not isinstance(want.fill, Solid):
            if have.tag != f"{SVG}path":
                return f"a {name_of(have)} is drawn for a text"
            path = self._shapes.lettering(want)
            return self._outlined(path, have, want.fill, want.stroke, stretch)
        if have.tag != f"{SVG}g":
            return f"a {name_of(have)} is drawn for a text"
        only(have, "g", _LETTERS)
        unit = transform(have.get("transform")).a
        place = Affine(unit, 0.0, 0.0, unit, *want.origin)
        if unit <= 0:
            return "a text is scaled, turned or mirrored"
        return (
            place_fault("text", have.get("transform"), place, stretch)
            or self._paint("fill", want.fill, have, stretch)
            or self._letters(want, have, unit, stretch)
        )

    def _letters(self, want: Text, have: Element, unit: float, stretch: float) -> Fault:
        """Compare the letters of a text; ``unit`` is the length of a unit around them."""
        ink, em, tolerance = self._shapes.ink(want), want.size / unit, slack(stretch)
        drawn = self._sheet.letters(have)
        if len(drawn.glyphs) != len(ink.gids):
            return f"a text has {len(drawn.glyphs)} letters in the place of {len(ink.gids)}"
        across = _apart([x * em for x in ink.xs], drawn.xs)
        away = max(across, _apart([y * em for y in ink.ys], drawn.ys))
        if away * unit > tolerance:
            return f"a letter is {away * unit * stretch:.2f} mm from its place"
        font, scale = want.font, round(em, 4)
        for gid, name in {*zip(ink.gids, drawn.glyphs, strict=True)}:
            if (font, scale, gid, name) in self._letters_known:
                continue
            gap = self._shapes.glyph_gap(font, gid, self._glyph(name.decode()), scale)
            if gap * want.size > tolerance:
                return "a text has other glyphs, or another size"
            if gap < _SAME_GLYPH:
                self._letters_known.add((font, scale, gid, name))
        return None

    def _glyph(self, name: str) -> str:
        """Return the path data of a glyph."""
        glyph = self._target(name)
        only(glyph, "path", _GLYPH)
        return glyph.get("d", "")

    def _picture(self, want: Picture, have: Element, stretch: float) -> Fault:
        if have.tag != f"{SVG}use":
            return f"a {name_of(have)} is drawn for an image"
        only(have, "use", _PICTURE)
        element = self._target(have.get(HREF, ""))
        if element.tag != f"{SVG}image":
            return f"a {name_of(element)} is drawn for an image"
        only(element, "image", _IMAGE)
        if element.get("preserveAspectRatio") != "none":
            raise NotUnderstoodError("an image that keeps its proportions")
        have_size = tuple(number(element.get(name, "")) for name in ("width", "height"))
        if have_size != (want.image.width, want.image.height):
            return "an image has other pixels"
        x, y, width, height = want.box
        place = Affine(width / want.image.width, 0.0, 0.0, height / want.image.height, x, y)
        if fault := place_fault("picture", have.get("transform"), place, stretch):
            return fault
        key = id(element), id(want.image), 0.0
        if key not in self._same and picture_data(element.get(HREF, "")) != want.image.data:
            return "an image has other pixels"
        self._same.add(key)
        return None

    def _referred(self, value: str) -> Element:
        """Return the element that ``url(#id)`` refers to."""
        name = reference(value)
        if name is None:
            raise NotUnderstoodError(f"the reference {value}")
        return self._defined(name)

    def _target(self, value: str) -> Element:
        """Return the element that ``#id`` refers to."""
        return self._defined(value.removeprefix("#"))

    def _defined(self, name: str) -> Element:
        if name not in self._sheet.by_id:
            raise NotUnderstoodError(f"the reference to {name}, which is not in the file")
        return self._sheet.by_id[name]


def _more_or_less(name: str, have: str | None) -> str:
    missing = have is None or have == "none"
    return f"a {name} is missing" if missing else f"a {name} was not planned"


def _in_user_space(element: Element, units: str) -> None:
    if element.get(units) != "userSpaceOnUse":
        raise NotUnderstoodError(f"a {name_of(element)} without {units}")


def _box_gap(element: Element, want: Rect) -> float:
    return apart([number(element.get(name, "")) for name in _BOX], want)


def _blend_fault(want: Group, have: str | None) -> Fault:
    """Return how a group mixes with what is below in another way than planned."""
    planned = "isolation:isolate" if want.isolated else None
    if want.blend is not Blend.NORMAL:
        planned = f"mix-blend-mode:{want.blend.value}"
    return None if have == planned else f"a group is blended as {have}, not as {planned}"
