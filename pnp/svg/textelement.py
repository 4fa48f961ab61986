"""The ``text`` element: characters at points, one line of data, or wrapped rich text with icons."""

import posixpath
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pnp.base.bounded import kept_with_it
from pnp.base.color import BLACK
from pnp.base.diagnostics import Finding, Where, nearest, quote, user_error
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect
from pnp.geometry.polygon import filled, outline_of
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Node, Paint, Picture, Solid, leaves, texts_in
from pnp.svg.blankletters import blank_letters
from pnp.svg.emoji import told, uncoloured, with_pictures
from pnp.svg.paintservers import parse_url
from pnp.svg.parse import Element
from pnp.svg.renderer import NOTHING, ROW, Fragment, Renderer, ResolvedElement
from pnp.svg.rules import UNSUPPORTED_SVG, unsupported
from pnp.svg.shapes import OUTLINES, outline, with_transform
from pnp.svg.textlayout import Cluster, drawn, lay_out, needs_layout, outlined
from pnp.svg.textspans import (
    INLINE,
    LISTS,
    Letter,
    TextSpan,
    beginning,
    decorated_style,
    decorations,
    divide,
    is_rtl,
    leaf,
    letters_of,
    lowered,
    own_words,
    plain_text,
    scaled,
    spans,
    text_in_box,
    text_style,
)
from pnp.text.casing import cased
from pnp.text.flow import has_markup
from pnp.text.hyphenation import is_hyphenated
from pnp.text.rules import OF_WORDS, break_in_line, markup_in_line
from pnp.text.style import Align, Anchor, Icon, TextStyle, Typeset, Valign
from pnp.text.typeset import SHARE, box, free_before, line

FOLDER = "icons"


def icon_finder(
    element: ResolvedElement, color: Paint | None, renderer: Renderer
) -> Callable[[str], Icon | None]:
    """Return a function that finds icons for a text: first beside its file, then in ``icons/``.

    In an icon's drawing, ``currentColor`` is the colour of the text.
    """

    def find(name: str) -> Icon | None:
        ink = color.color if isinstance(color, Solid) else BLACK
        style = renderer.initial.child({"color": ink.hex})
        for path in _icon_paths(element.source.file.name, name):
            found = renderer.draw_icon(path, style)
            if found is not None:
                drawn, icon = found
                element.findings += drawn.findings
                return icon
        return None

    return find


@lru_cache(maxsize=512)
def _icon_paths(file: str, name: str) -> tuple[str, ...]:
    return tuple(posixpath.join(folder, f"{name}.svg") for folder in _icon_folders(file))


def _icon_folders(file: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((posixpath.join(posixpath.dirname(file), FOLDER), FOLDER)))


Look = Callable[[ResolvedElement], TextStyle]

ANCHORS: dict[str, Anchor] = {"start": "start", "middle": "middle", "end": "end"}

ALIGNS: dict[str, Align] = {
    "start": "start",
    "left": "left",
    "middle": "middle",
    "center": "middle",
    "end": "end",
    "right": "right",
    "justify": "justify",
}

VALIGNS: dict[str, Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}

LEAST = 0.5
"""The smallest share of the font size for ``pnp:fit="shrink"`` without a ``pnp:min-size``."""

FILLED = 0.9
"""The share of its box that a shape fills if text is set in the box as it is in the shape."""

ENDLESS = 10_000.0
"""The height of a text box that only has a width, in user units: no text overflows it."""

_MARKUP = re.compile(r"[\\*:]|^-(?= )", re.MULTILINE)


def frame_of(element: ResolvedElement, renderer: Renderer) -> Rect | None:
    """Return the box to wrap a text in, None for none; its height may be ``ENDLESS``.

    Raises:
        PnpError: ``shape-inside`` names no element, or not a shape.
    """
    href = parse_url(element.cascaded.get("shape-inside", ""))
    if href is None:
        return _of_width(element)
    target = renderer.target(href, element.source)
    shape = renderer.resolve(target, renderer.context_of(target))
    path = outline(shape) if target.tag in OUTLINES else None
    # as in Inkscape: the shape's own transform counts, those of groups around it do not
    placed = with_transform(shape, path) if path else None
    rect = path_bounds(placed) if placed else None
    if rect and placed and filled(outline_of(placed)) < FILLED:
        what = f"the text is set in the box around the <{target.tag}> {quote(href)}, not in it"
        hint = "draw an upright <rect> inside of it, and name that in shape-inside"
        element.findings.append(Finding(UNSUPPORTED_SVG, what, element.where, hint))
    if element.cascaded["shape-inside"].count("url(") > 1:
        element.findings.append(_second_shape(element.where))
    padding = element.cascaded.get("shape-padding", "0")
    if rect and padding != "0":
        rect = rect.inset(element.measured(padding))
    if rect is None:
        hint = "it names a <rect> that is not empty"
        raise user_error(
            f"shape-inside names {quote(href)}, which is not a shape", element.where, hint
        )
    return rect


class WordStyle(NamedTuple):
    """The style of a text element's words, whether they are set in a box or on a line.

    ``first`` is the element whose style the words have, ``outer`` the text element. The style is
    ``bare`` without paint, ``style`` with it, or None if the paint depends on the box around the
    words. ``unit`` is a user unit in
    millimetres, in which words are set and styles are given. ``findings`` are the element's.
    """

    first: ResolvedElement
    outer: ResolvedElement
    bare: TextStyle
    style: TextStyle | None
    unit: float
    min_size: float | None
    findings: tuple[Finding, ...]

    @property
    def transform(self) -> str:
        """Return the ``text-transform`` of the words."""
        return self.first.style["text-transform"]

    @classmethod
    def of(cls, element: ResolvedElement, renderer: Renderer) -> "WordStyle":
        """Return the style of an element's words; its lengths are in millimetres."""
        first, unit = leaf(element, renderer), renderer.mm_per_unit(element.source)
        bare, style = _styles(first, element, unit, renderer)
        least = _min_size(element, first, unit)
        element.findings += _unplaced(element)
        return cls(first, element, bare, style, unit, least, tuple(element.findings))


def _unplaced(element: ResolvedElement) -> Iterator[Finding]:
    """Yield a finding for what places the letters of a sample one by one: data have others."""
    hint = "convert the words to a path if they never change, or leave it out"
    for name in LISTS:
        if len(element.attrs.get(name, "").replace(",", " ").split()) > 1:
            yield unsupported(f"{name} for single letters of such a text", element.where, hint)
    for name in ("rotate", "textLength"):
        if element.attrs.get(name, "0").strip() not in ("", "0"):
            yield unsupported(f"{name} of such a text", element.where, hint)


@dataclass(slots=True, eq=False, kw_only=True)
class Setting(ABC):
    """How the words of a text element are set: all of it but the words, so that rows share it."""

    words: WordStyle

    @abstractmethod
    def typeset(self, element: ResolvedElement, style: TextStyle, renderer: Renderer) -> Typeset:
        """Return the words of an element set in a style, in user units."""

    def painted(self, element: ResolvedElement, renderer: Renderer) -> Typeset:
        """Return the words of an element set; their box is only measured if the paint needs it."""

        @cache
        def bounds() -> Rect | None:
            return renderer.bounding_box(self.typeset(element, self.words.bare, renderer).nodes)

        style = self.words.style
        if style is None:
            first, outer = self.words.first, self.words.outer
            style = scaled(decorated_style(first, outer, renderer, bounds), self.words.unit)
        return self.typeset(element, style, renderer)

    def in_user_units(self, placed: Typeset) -> Typeset:
        """Return text in user units; it is set in millimetres because its findings give lengths."""
        if self.words.unit == 1.0 or not placed.nodes:
            return placed
        return placed._replace(nodes=(Group(placed.nodes, Affine.scale(1 / self.words.unit)),))


@dataclass(slots=True, eq=False, kw_only=True)
class BoxSetting(Setting):
    """Text wrapped in ``frame``: data as rich text, the template's sample text verbatim.

    ``baseline`` is that of the first line if the frame is endless.
    """

    frame: Rect
    align: Align
    valign: Valign
    baseline: float | None

    def typeset(self, element: ResolvedElement, style: TextStyle, renderer: Renderer) -> Typeset:
        """Return the words of an element in the box."""
        markup = element.attrs.get("pnp:text")
        if markup is None:
            markup = _plain(text_in_box(element, renderer))
        else:
            markup = cased(markup, self.words.transform, renderer.language)
        placed = box(
            renderer.book,
            markup,
            style,
            self.frame,
            _place(element, renderer),
            align=self.align,
            valign=self.valign,
            min_size=self.words.min_size,
            icon=icon_finder(element, style.fill, renderer),
            icon_names=lambda: renderer.names_in(_icon_folders(element.source.file.name)),
            hyphens=_hyphens(element, renderer),
        )
        placed = self.in_user_units(placed)
        return placed if self.baseline is None else _on_baseline(placed, self.baseline)


@dataclass(slots=True, eq=False, kw_only=True)
class LineSetting(Setting):
    """Text in one line, data or the template's own, from the point where the sample text begins."""

    origin: Point
    anchor: Anchor
    max_width: float | None

    def typeset(self, element: ResolvedElement, style: TextStyle, renderer: Renderer) -> Typeset:
        """Return the words of an element on the line."""
        text, where = element.attrs.get("pnp:text"), _place(element, renderer)
        verbatim = text is None
        if text is None:
            text = plain_text(element, renderer)
        else:
            text = cased(text, self.words.transform, renderer.language)
        text = text.strip()
        placed = line(
            renderer.book,
            " ".join(text.split()),
            style,
            self.origin,
            where,
            anchor=self.anchor,
            max_width=self.max_width,
            min_size=self.words.min_size,
        )
        unread = [markup_in_line(text, where)] if has_markup(text) and not verbatim else []
        unread += [break_in_line(text, where)] if "\n" in text and not verbatim else []
        return self.in_user_units(placed._replace(findings=(*placed.findings, *unread)))


def _box_setting(element: ResolvedElement, frame: Rect, renderer: Renderer) -> BoxSetting:
    if "pnp:width" in element.attrs:
        hint = "the words are as wide as their box: change that, and leave pnp:width out"
        raise user_error("pnp:width is not for a text in a box", element.where, hint)
    words = WordStyle.of(element, renderer)
    valign = element.attrs.get("pnp:valign", "top")
    return BoxSetting(
        words=words,
        frame=Affine.scale(words.unit).box(frame),
        align=_align(element),
        valign=_known(element, "valign", valign, VALIGNS),
        baseline=None if frame.height < ENDLESS else _first_length("y", element, element),
    )


def _line_setting(element: ResolvedElement, renderer: Renderer) -> LineSetting:
    words = WordStyle.of(element, renderer)
    first, unit = words.first, words.unit
    inner = beginning(element, renderer)
    at = {name: _start(name, inner, element) for name in ("x", "y", "dx", "dy")}
    if "pnp:valign" in element.attrs:
        hint = "set the text in a shape: shape-inside:url(#box) in its style"
        raise user_error("pnp:valign needs a box", element.where, hint)
    width = element.attrs.get("pnp:width")
    if width is None:
        _refuse_needless(element)
    down = at["y"] + at["dy"] + lowered(first, renderer)
    return LineSetting(
        words=words,
        origin=Point((at["x"] + at["dx"]) * unit, down * unit),
        anchor=ANCHORS.get(first.style["text-anchor"], "start"),
        max_width=None if width is None else element.measured(width, "x") * unit,
    )


def _refuse_needless(element: ResolvedElement) -> None:
    """Refuse what is about room on a text that has none: it would do nothing."""
    if element.attrs.get("pnp:fit") == "shrink":
        hint = 'write pnp:width="30" beside it'
        raise user_error("pnp:fit needs a width to fit into", element.where, hint)
    if "pnp:min-size" in element.attrs:
        hint = 'write pnp:fit="shrink" and pnp:width="30" beside it, or set the text in a box'
        raise user_error("pnp:min-size needs a width to fit into", element.where, hint)


def _hyphens(element: ResolvedElement, renderer: Renderer) -> str:
    """Return the language to hyphenate a box in, or an empty text if words stay whole."""
    if element.style["hyphens"].lower() != "auto":
        return ""
    if not is_hyphenated(renderer.language):
        what = quote(f"hyphens: auto in {renderer.language}")
        hint = "write soft hyphens into the text where a word may be divided"
        element.findings.append(unsupported(what, element.where, hint))
    return renderer.language


def _styles(
    first: ResolvedElement, outer: ResolvedElement, unit: float, renderer: Renderer
) -> tuple[TextStyle, TextStyle | None]:
    """Return a style without paint, and with it unless the paint depends on the words' box."""
    bare = scaled(text_style(first, renderer), unit)
    painted = (first, outer) if decorations(outer) else (first,)
    if any(parse_url(each.style[name]) for each in painted for name in ("fill", "stroke")):
        return bare, None
    return bare, scaled(decorated_style(first, outer, renderer, lambda: None), unit)


def _of_width(element: ResolvedElement) -> Rect | None:
    """Return the box of a text with an ``inline-size``, which is its width; None without one."""
    size = element.cascaded.get("inline-size", "auto")
    width = 0.0 if size == "auto" else element.measured(size, "x")
    if width <= 0:
        return None
    x = _first_length("x", element, element) - free_before(_align(element), is_rtl(element)) * width
    return Rect(x, 0, width, ENDLESS)


def _on_baseline(placed: Typeset, y: float) -> Typeset:
    """Return text moved so that its first line is on the baseline at ``y``."""
    baselines = [at.apply(*text.origin).y for text, at in texts_in(placed.nodes)]
    down = y - min(baselines, default=0.0)
    return placed._replace(nodes=(Group(placed.nodes, Affine.move(0, down)),))


def _align(element: ResolvedElement) -> Align:
    text = element.style["text-align"] or element.style["text-anchor"]
    return ALIGNS.get(text, "start")


def _min_size(element: ResolvedElement, first: ResolvedElement, unit: float) -> float | None:
    least = element.attrs.get("pnp:min-size")
    if least is not None:
        return element.measured(least, "y") * unit
    return first.style.size * LEAST * unit if element.attrs.get("pnp:fit") == "shrink" else None


def _start(name: str, inner: tuple[ResolvedElement, ...], element: ResolvedElement) -> float:
    """Return a start position: that of the text if bound to data, else of the inner elements."""
    with_data = name in element.source.pnp_attrs
    return _first_length(name, *((element, *inner) if with_data else (*inner, element)))


def _first_length(name: str, *elements: ResolvedElement) -> float:
    """Return the first length in a position list of the first element that has one, else 0."""
    for element in elements:
        parts = element.attrs.get(name, "").replace(",", " ").split()
        if parts:
            return element.measured(parts[0], name[-1])
    return 0.0


def _place(element: ResolvedElement, renderer: Renderer) -> Where:
    return renderer.where if "pnp:text" in element.attrs else element.where


def _known(element: ResolvedElement, name: str, word: str, known: dict[str, Valign]) -> Valign:
    if word not in known:
        raise user_error(
            f"pnp:{name}={quote(word)} is not known", element.where, f"one of {', '.join(known)}"
        )
    return known[word]


def draw_text(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return the drawing of a ``text`` element.

    Raises:
        PnpError: words of several pieces are to be fitted into a width.
    """
    if "pnp:text" not in element.attrs and _is_fitted(element.source):
        element = _of_one_piece(element, renderer)
    if "pnp:text" in element.attrs:
        return _of_words(element, _shared_setting(element, renderer), renderer)
    frame = frame_of(element, renderer)
    if frame is not None:
        if _is_mixed(element, renderer):
            hint = "write it as pnp:text, with **bold** and *italic* words"
            finding = unsupported("another style inside flowed text", element.where, hint)
            element.findings.append(finding)
        return _of_words(element, _box_setting(element, frame, renderer), renderer)
    if any(f"pnp:{name}" in element.attrs for name in FITTING):
        return _of_words(element, _line_setting(element, renderer), renderer)
    letters = letters_of(element, renderer)
    divide(letters)
    if needs_layout(letters, renderer):
        return _laid_out(element, letters, renderer)
    pieces = spans(letters)
    placed = _spans_set(pieces, renderer)
    element.findings += [f for piece in pieces for f in piece.first.element.findings]
    owners = [piece.first.element for piece in pieces]
    return _finished(element, zip(owners, placed, strict=True), renderer)


FITTING = ("fit", "width", "min-size", "valign")
"""What is written beside ``pnp:text``, and is for words of one piece."""


@kept_with_it
def _is_fitted(element: Element) -> bool:
    """Say whether a text or a part of it is to be fitted."""
    return any(not part.pnp_attrs.keys().isdisjoint(FITTING) for part in element.walk())


def _of_one_piece(element: ResolvedElement, renderer: Renderer) -> ResolvedElement:
    """Return a text whose words are fitted, with what is written on its only tspan as its own.

    Editors write a tspan into each text. In a box, words may have more pieces.

    Raises:
        PnpError: the words have several pieces.
    """
    inner, given = element, dict(element.data)
    while True:
        names = (f"pnp:{name}" for name in ("text", *FITTING))
        given |= {name: inner.attrs[name] for name in names if name in inner.attrs}
        tspans = [child for child in inner.source.children if child.tag in INLINE]
        if "pnp:text" in inner.attrs or not tspans:
            return element.filled(given)
        parts = [part for child in tspans for part in renderer.instances(child, inner.inner)]
        if not parts:
            return element
        if len(tspans) > 1 or len(parts) > 1 or own_words(inner.source).strip():
            break
        (inner,) = parts
    if parse_url(element.cascaded.get("shape-inside", "")) is None and _of_width(element) is None:
        message = "only words of one piece can be fitted into a width"
        hint = "write all of them as pnp:text on the <text>, with pnp:fit and pnp:width beside it"
        raise user_error(message, element.where, hint)
    return element


def _is_mixed(element: ResolvedElement, renderer: Renderer) -> bool:
    """Say whether the template's own words have several styles."""
    styles = [letter.element.style for letter in letters_of(element, renderer)]
    return any(style.values != styles[0].values for style in styles)


def _laid_out(element: ResolvedElement, letters: list[Letter], renderer: Renderer) -> Fragment:
    """Return text that is set character by character."""
    layout = lay_out(letters, lambda inner: text_style(inner, renderer), renderer)

    @cache
    def bounds() -> Rect | None:
        bare = drawn(layout, lambda cluster: cluster.style, lambda: None, renderer)
        return renderer.bounding_box(bare)

    styles: dict[ResolvedElement, TextStyle] = {}

    def paints(cluster: Cluster) -> TextStyle:
        inner = cluster.first.element
        if inner not in styles:
            styles[inner] = text_style(inner, renderer, bounds)
        return styles[inner]

    nodes = tuple(drawn(layout, paints, bounds, renderer))
    inner = dict.fromkeys(letter.element for letter in letters)
    findings = [f for each in inner if each is not element for f in each.findings]
    paths = {letter.around.path for letter in letters if letter.around and letter.around.path}
    findings += [f for path in paths for f in path.findings]
    told = (*_left_out(element), *layout.findings, *findings)
    return Fragment(
        nodes, tuple(_of_row(f, element, renderer) for f in told), weight=1 + len(nodes)
    )


FLOWED = ("flowPara", "flowSpan", "flowDiv", "flowLine")
"""The elements inside a ``flowRoot`` that have words."""


def draw_flow(element: ResolvedElement, renderer: Renderer) -> Fragment:
    """Return the drawing of a ``flowRoot``, the boxes of text of Inkscape up to 0.92."""
    regions = _flow_regions(element, renderer)
    inner = [child for child in element.source.children if child.tag in ("flowPara", "flowDiv")]
    words = "\n".join(_words_of(child) for child in inner)
    if not words.strip():
        return NOTHING
    if not regions:
        finding = unsupported("flowed text without a shape", element.where, "convert it to text")
        return replace(NOTHING, findings=(finding,))
    frame, others = regions[0], regions[1:]
    first = renderer.resolve(inner[0], element.inner).filled({"pnp:text": _plain(words)})
    placed = _of_words(first, _box_setting(first, frame, renderer), renderer)
    drawn = replace(placed, findings=(*first.findings, *placed.findings))
    if others:
        drawn = replace(drawn, findings=(*drawn.findings, _second_shape(element.where)))
    parts = (part for child in inner for part in child.walk())
    if any(part.tag == "flowSpan" and part.attrs.get("style") for part in parts):
        finding = unsupported("another style inside flowed text", element.where)
        drawn = replace(drawn, findings=(*drawn.findings, finding))
    return drawn


def _second_shape(where: Where) -> Finding:
    hint = "make a text of its own for each shape"
    return unsupported("the second shape of a flowed text", where, hint)


def _flow_regions(element: ResolvedElement, renderer: Renderer) -> list[Rect]:
    """Return the boxes of the shapes that a text flows through, also of those that are used."""
    regions = [child for child in element.source.children if child.tag == "flowRegion"]
    shapes = [shape for region in regions for shape in region.children]
    boxes = [_flow_region(renderer.resolve(shape, element.inner), renderer) for shape in shapes]
    return [box for box in boxes if box is not None]


def _flow_region(shape: ResolvedElement, renderer: Renderer) -> Rect | None:
    path = _flow_outline(shape, renderer)
    return path_bounds(path) if path else None


def _flow_outline(shape: ResolvedElement, renderer: Renderer) -> Path | None:
    """Return the outline of a shape, or of the one that a ``use`` shows, with its transform."""
    path = None
    if shape.source.tag in OUTLINES:
        path = outline(shape)
    elif shape.source.tag == "use" and "href" in shape.attrs:
        target = renderer.referred(shape, "href", shape.attrs["href"], *OUTLINES)
        if target is None:
            return None
        path = _flow_outline(renderer.resolve(target, shape.inner), renderer)
    return with_transform(shape, path) if path else None


def _words_of(element: Element) -> str:
    inner = (_words_of(child) + child.tail for child in element.children)
    return " ".join((element.text + "".join(inner)).split())


def _plain(words: str) -> str:
    """Return words as rich text that shows them as they are."""
    return _MARKUP.sub(r"\\\g<0>", words)


def _of_words(element: ResolvedElement, setting: Setting, renderer: Renderer) -> Fragment:
    words = setting.words
    element.findings = list(words.findings)
    placed = setting.painted(element, renderer)
    element.findings += words.first.findings
    return _finished(element, [(element, placed)], renderer)


def _shared_setting(element: ResolvedElement, renderer: Renderer) -> Setting:
    """Return how the data's words are set: what is the same for all rows is found out once."""
    others = tuple(item for item in element.data.items() if item[0] != "pnp:text")

    def setting() -> Setting:
        frame = frame_of(element, renderer)
        if frame is None:
            return _line_setting(element, renderer)
        return _box_setting(element, frame, renderer)

    shared = renderer.remembered(("words", element.source, element.context, others), setting)
    # where the paint depends on the words, its findings belong to this row's element
    return shared if shared.words.style is not None else setting()


def _spans_set(pieces: list[TextSpan], renderer: Renderer) -> list[Typeset]:
    """Return the spans of a text set; their box is only measured if a paint depends on it."""

    @cache
    def bounds() -> Rect | None:
        bare = _at_points(pieces, renderer, lambda inner: text_style(inner, renderer))
        return renderer.bounding_box(node for part in bare for node in part.nodes)

    return _at_points(pieces, renderer, lambda inner: text_style(inner, renderer, bounds))


def _finished(
    element: ResolvedElement, parts: Iterable[tuple[ResolvedElement, Typeset]], renderer: Renderer
) -> Fragment:
    """Return typeset text as a drawing; each part comes with the element that it is in."""
    nodes: list[Node] = []
    findings: list[Finding] = []
    for owner, part in parts:
        nodes += outlined(owner, _with_pictures(element, part.nodes, renderer), renderer)
        texts = (text for text, _ in texts_in(part.nodes))
        blank = blank_letters(texts, renderer.book, _place(element, renderer))
        findings += (_of_row(finding, element, renderer) for finding in (*part.findings, *blank))
    return Fragment(tuple(nodes), (*_left_out(element), *findings), weight=1 + len(nodes))


def _with_pictures(
    element: ResolvedElement, nodes: tuple[Node, ...], renderer: Renderer
) -> tuple[Node, ...]:
    """Return text with pictures for the letters of colour fonts, with a finding on each font."""
    where, texts = element.where, [text for text, _ in texts_in(nodes)]
    said = [finding for text in texts for finding in uncoloured(text, renderer, where)]
    fonts = {text.font: renderer.book.font(text.font) for text in texts}
    colour = [font for font in fonts.values() if font.is_coloured]
    drawn = nodes
    if colour:
        drawn = tuple([part for node in nodes for part in with_pictures(node, renderer, where)])
    if any(isinstance(node, Picture) for node, _ in leaves(drawn)):
        said += [told(font, where) for font in colour]
    element.findings += [each for each in dict.fromkeys(said) if each not in element.findings]
    return drawn


def _at_points(pieces: list[TextSpan], renderer: Renderer, look: Look) -> list[Typeset]:
    """Return text set chunk by chunk; a chunk begins, and is anchored, at each given x or y."""
    at, placed = Point(0, 0), []
    for _, chunk in groupby(_numbered(pieces), key=itemgetter(0)):
        at, parts = _chunk([piece for _, piece in chunk], at, renderer, look)
        placed += parts
    return placed


def _numbered(pieces: list[TextSpan]) -> list[tuple[int, TextSpan]]:
    numbered, number = [], 0
    for piece in pieces:
        number += piece.first.x is not None or piece.first.y is not None
        numbered.append((number, piece))
    return numbered


def _chunk(
    pieces: list[TextSpan], at: Point, renderer: Renderer, look: Look
) -> tuple[Point, list[Typeset]]:
    """Return the current text position after a chunk, and the typeset chunk."""
    first = pieces[0].first
    x = at.x if first.x is None else first.x
    y = at.y if first.y is None else first.y
    looks = [look(piece.first.element) for piece in pieces]
    wheres = [_place(piece.first.element, renderer) for piece in pieces]
    measured = [
        line(renderer.book, piece.text, style, Point(0, 0), where)
        for piece, style, where in zip(pieces, looks, wheres, strict=True)
    ]
    width = sum(part.width for part in measured) + sum(piece.first.dx for piece in pieces)
    x -= SHARE[ANCHORS.get(first.element.style["text-anchor"], "start")] * width
    placed = []
    for piece, style, part, where in zip(pieces, looks, measured, wheres, strict=True):
        x, y = x + piece.first.dx, y + piece.first.dy
        origin = Point(x, y + lowered(piece.first.element, renderer))
        placed.append(line(renderer.book, piece.text, style, origin, where))
        x += part.width
    return Point(x, y), placed


def _of_row(finding: Finding, element: ResolvedElement, renderer: Renderer) -> Finding:
    """Return a finding with ``ROW`` for the row's place, as rows with the same text share it.

    Of words that are translated it is at the cell that has them, with what they are printed on.
    """
    here = ROW if finding.where is renderer.where else finding.where
    cell = None
    if finding.rule in OF_WORDS:
        of_data = renderer.translated_at(element.attrs.get("pnp:text", ""))
        cell = next(filter(None, (*element.source.said, of_data)), None)
    if cell is None:
        return replace(finding, where=here) if here is ROW else finding
    return replace(finding, where=cell, row=here)


def _left_out(element: ResolvedElement) -> list[Finding]:
    parts = _unsupported_parts(element.source)
    return [unsupported(part, element.where, hint) for part, hint in parts]


@kept_with_it
def _unsupported_parts(element: Element) -> tuple[tuple[str, str | None], ...]:
    """Return the unsupported elements of a text in the user's words, each with a hint."""
    elements = list(element.walk())
    tags = {e.tag for e in elements} - {"text", "title", "desc", *INLINE, *FLOWED}
    paths = [e for e in elements if e.tag == "textPath"]
    nested = [e for e in paths if any(outer.tag == "textPath" for outer in list(e.above())[1:])]
    inside = [("<textPath> in a <textPath>", None)] if nested else []
    return (*inside, *((f"<{tag}> in a text", nearest(tag, INLINE)) for tag in sorted(tags)))
