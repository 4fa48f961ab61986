"""Text set character by character: on a path, turned, fitted, decorated, in mixed directions.

Characters are shaped in runs of one font, whatever element they are in, and then placed one cluster
at a time (SVG 2, section 11.5). Text without any of this is set by ``pnp.text.typeset``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import groupby, pairwise
from typing import NamedTuple

from pnp.base.diagnostics import Finding
from pnp.base.slotted import slotted
from pnp.geometry.path import NO_PATH, Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.scene.node import Glyph, Group, Letters, Node, Shape, Solid, Stroke, Text
from pnp.svg.emoji import LETTERS, coloured, letters_as_picture, told
from pnp.svg.paintservers import paints_of
from pnp.svg.renderer import Renderer, ResolvedElement
from pnp.svg.textpath import TextPath, path_of
from pnp.svg.textspans import Letter, Surroundings, decorations, dropped, fonts_of, is_rtl, raised
from pnp.text import rules
from pnp.text.bidi import levels, visual_order
from pnp.text.font import Features, Font, ShapedGlyph
from pnp.text.shaping import NO_LIGATURES, itemised, runs_backwards
from pnp.text.style import TextStyle
from pnp.text.typeset import SHARE

Look = Callable[[ResolvedElement], TextStyle]


@slotted(frozen=False, eq=False)
class Cluster:
    """Characters that share glyphs; lengths are in user units, those of glyphs in ems.

    ``x`` and ``y`` are its place, ``turn`` its angle in degrees, once it is placed; ``shown`` is
    false for one that lies beyond the end of its path.
    """

    font: Font
    style: TextStyle
    glyphs: list[ShapedGlyph]
    letters: list[Letter]
    advance: float
    level: int
    stretch: float = 1.0
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    shown: bool = True

    @property
    def first(self) -> Letter:
        """Return the first character, whose position counts."""
        return self.letters[0]

    @property
    def around(self) -> Surroundings:
        """Return what the elements around the characters say."""
        return self.first.around or Surroundings()


@slotted(frozen=False)
class CharacterLayout:
    """Placed clusters in the order of reading, and findings on characters without a glyph."""

    clusters: list[Cluster] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def needs_layout(letters: Sequence[Letter], renderer: Renderer) -> bool:
    """Say whether characters have anything that a plain line of text has not."""
    if any(_is_coloured(letter, renderer) for letter in letters):
        return True
    if any(runs_backwards(letter.char) or _is_special(letter) for letter in letters):
        return True
    return any(
        one.piece != other.piece and other.x is None and other.y is None and _alike(one, other)
        for one, other in pairwise(letters)
    )


_FONT = (
    *("font-variation-settings", "font-family", "font-size", "font-weight", "font-style"),
    *("font-variant-numeric", "font-feature-settings"),
)


def _alike(one: Letter, other: Letter) -> bool:
    """Say whether two characters are in the same font, so that they are shaped together."""
    return all(one.element.style[name] == other.element.style[name] for name in _FONT)


def _is_coloured(letter: Letter, renderer: Renderer) -> bool:
    if ord(letter.char) <= LETTERS:
        return False
    style = letter.element.style
    chain = renderer.book.chain(
        fonts_of(letter.element, renderer), int(style["font-weight"]),
        style["font-style"] != "normal", letter.element.where,
    )  # fmt: skip
    return coloured(letter.char, chain)


def _is_special(letter: Letter) -> bool:
    around = letter.around or Surroundings()
    nested = around.raised != 0.0 and around.raised != raised(letter.element)
    nested = nested or is_rtl(letter.element)
    return nested or bool(letter.turn or around.decorated or around.fitted or around.path)


def lay_out(letters: Sequence[Letter], look: Look, renderer: Renderer) -> CharacterLayout:
    """Return the characters of a text shaped and placed, in user units."""
    layout = CharacterLayout()
    at = Point(0.0, 0.0)
    for chunk in _chunks(letters):
        clusters = list(_clusters(chunk, look, renderer, layout.findings))
        if clusters:
            _fit(clusters)
            at = _place(clusters, chunk[0], at, renderer, layout.findings)
            layout.clusters += clusters
    return layout


def _chunks(letters: Sequence[Letter]) -> Iterator[list[Letter]]:
    """Yield the characters that are anchored together, each time up to a new position."""
    chunk: list[Letter] = []
    for letter in letters:
        other = chunk and _path(chunk[-1]) is not _path(letter)
        if chunk and (letter.x is not None or letter.y is not None or other):
            yield chunk
            chunk = []
        chunk.append(letter)
    if chunk:
        yield chunk


def _path(letter: Letter) -> ResolvedElement | None:
    return letter.around.path if letter.around else None


class _Run(NamedTuple):
    """What characters that are shaped together have in common."""

    families: tuple[str, ...]
    weight: int
    italic: bool
    size: float
    letter_spacing: float
    word_spacing: float
    features: Features
    level: int


def _clusters(
    chunk: list[Letter], look: Look, renderer: Renderer, findings: list[Finding]
) -> Iterator[Cluster]:
    """Yield the clusters of a chunk in the order of reading."""
    styles = {id(letter.element): look(letter.element) for letter in chunk}
    base = int(is_rtl(chunk[0].element))
    found = levels("".join(letter.char for letter in chunk), base)
    keyed = [
        (letter, _run(styles[id(letter.element)], level))
        for letter, level in zip(chunk, found, strict=True)
    ]
    for run, pairs in groupby(keyed, key=lambda pair: pair[1]):
        letters = [letter for letter, _ in pairs]
        yield from _shaped(letters, run, styles, renderer, findings)


def _run(style: TextStyle, level: int) -> _Run:
    return _Run(
        style.families, style.weight, style.italic, style.size,
        style.letter_spacing, style.word_spacing, style.features, level,
    )  # fmt: skip


def _shaped(
    letters: list[Letter],
    run: _Run,
    styles: dict[int, TextStyle],
    renderer: Renderer,
    findings: list[Finding],
) -> Iterator[Cluster]:
    if run.size <= 0:
        return
    where = letters[0].element.where
    chain = renderer.book.chain(run.families, run.weight, run.italic, where)
    rtl = run.level % 2 == 1
    features = (*NO_LIGATURES, *run.features) if run.letter_spacing else run.features
    at = 0
    for font, text in itemised(chain, "".join(letter.char for letter in letters)):
        stretch = letters[at : at + len(text)]
        at += len(text)
        if font is None:
            findings += rules.missing_glyphs(list(text), chain[0].family, where)
            continue
        shaped = font.shape(text, features, rtl=rtl)
        starts = sorted({glyph.cluster for glyph in shaped})
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            own = [glyph for glyph in shaped if glyph.cluster == start]
            inside = stretch[start:end]
            advance = sum(glyph.advance for glyph in own) * run.size + run.letter_spacing
            advance += run.word_spacing if text[start] == " " else 0.0
            style = styles[id(inside[0].element)]
            yield Cluster(font, style, own, inside, advance, run.level)


def _fit(clusters: list[Cluster]) -> None:
    """Stretch the clusters of elements with a ``textLength`` to it."""
    elements = dict.fromkeys(each for cluster in clusters for each in cluster.around.fitted)
    for element in reversed(elements):
        inside = [cluster for cluster in clusters if cluster.around.fitted[-1:] == (element,)]
        if not inside:
            continue
        natural = sum(cluster.advance for cluster in inside)
        wanted = element.length("textLength", "x")
        if wanted < 0 or natural <= 0:
            element.fault("textLength", f"textLength {element.attrs['textLength']} is no length")
        elif element.attrs.get("lengthAdjust") == "spacingAndGlyphs":
            for cluster in inside:
                cluster.stretch *= wanted / natural
                cluster.advance *= wanted / natural
        else:
            for cluster in inside[:-1]:
                cluster.advance += (wanted - natural) / (len(inside) - 1)


def _place(
    clusters: list[Cluster], first: Letter, at: Point, renderer: Renderer, findings: list[Finding]
) -> Point:
    """Place the clusters of a chunk, and return the position after them."""
    on = _path(first)
    x = at.x if first.x is None else first.x
    y = 0.0 if on is not None else at.y if first.y is None else first.y
    pen = 0.0
    order = visual_order([cluster.level for cluster in clusters])
    for cluster in (clusters[index] for index in order):
        pen += cluster.first.dx
        cluster.x = pen
        pen += cluster.advance
    for cluster in clusters:
        y += cluster.first.dy
        cluster.y, cluster.turn = y, cluster.first.turn or 0.0
    shift = SHARE[_anchor(first.element)] * pen
    if on is not None:
        path = path_of(on, renderer)
        for cluster in clusters if path is None else ():
            cluster.shown = False
        if path is None:
            return at
        _along(clusters, path, path.start + (first.x or 0.0) - shift, renderer)
        findings += _beyond(clusters, on)
        return path.ended(path.start + (first.x or 0.0) - shift + pen)
    for cluster in clusters:
        cluster.x += x - shift
        cluster.y += dropped(cluster.first.element, renderer) - cluster.around.raised
    return Point(x - shift + pen, y)


def _anchor(element: ResolvedElement) -> str:
    anchor = element.style["text-anchor"]
    if is_rtl(element):
        return {"start": "end", "end": "start"}.get(anchor, anchor)
    return anchor


def _along(clusters: list[Cluster], path: TextPath, start: float, renderer: Renderer) -> None:
    """Place clusters along a path, each turned by the direction at its middle."""
    for cluster in clusters:
        spot = path.at(start + cluster.x + cluster.advance / 2)
        cluster.shown = spot is not None
        if spot is not None:
            down = cluster.y + dropped(cluster.first.element, renderer) - cluster.around.raised
            turned = Affine.turn(spot.turn)
            off = turned.apply(-cluster.advance / 2, down)
            cluster.x, cluster.y = spot.x + off.x, spot.y + off.y
            cluster.turn += spot.turn


def _beyond(clusters: list[Cluster], on: ResolvedElement) -> Iterator[Finding]:
    """Yield the finding that letters are beyond the ends of their path, where SVG draws none."""
    texts = [("".join([each.char for each in one.letters]), one.shown) for one in clusters]
    if not all(shown or not text.strip() for text, shown in texts):
        yield rules.off_path("".join([text for text, _ in texts]), on.where)


def drawn(
    layout: CharacterLayout,
    paints: Callable[[Cluster], TextStyle],
    box: Callable[[], Rect | None],
    renderer: Renderer,
) -> list[Node]:
    """Return placed clusters as nodes, with their decorations."""
    below: list[Node] = []
    words: list[Node] = []
    above: list[Node] = []
    for run in _straight(layout.clusters):
        style = paints(run[0])
        words += outlined(run[0].first.element, _words(run, style, renderer), renderer)
        for element in run[0].around.decorated:
            for kind in decorations(element):
                line = _rule(run, kind, element, box, renderer)
                (above if kind == "line-through" else below).extend(line)
    return [*below, *words, *above]


def _straight(clusters: Iterable[Cluster]) -> Iterator[list[Cluster]]:
    """Yield neighbours of one element and font on one line, from left to right."""
    shown = [cluster for cluster in clusters if cluster.shown]
    run: list[Cluster] = []
    for cluster in shown:
        if run and not _continues(run[-1], cluster):
            yield sorted(run, key=lambda each: each.x)
            run = []
        run.append(cluster)
    if run:
        yield sorted(run, key=lambda each: each.x)


def _continues(one: Cluster, other: Cluster) -> bool:
    if one.font.is_coloured or other.font.is_coloured:
        return False
    plain = not (one.turn or other.turn) and one.stretch == other.stretch == 1.0
    same = one.first.element is other.first.element and one.font is other.font
    return plain and same and one.level == other.level and one.y == other.y


def _words(run: list[Cluster], style: TextStyle, renderer: Renderer) -> list[Node]:
    """Return a run as one text; a turned or stretched cluster as a group of its own."""
    first = run[0]
    size = style.size
    if coloured("".join(letter.char for letter in first.letters), (first.font,)):
        return _pictures(run, renderer)
    glyphs: list[Glyph] = []
    for cluster in run:
        pen = (cluster.x - first.x) / size
        text = "".join(letter.char for letter in cluster.letters)
        for number, (gid, _, advance, x, y) in enumerate(cluster.glyphs):
            glyphs.append(Glyph(gid, pen + x, y, "" if number else text))
            pen += advance
    rtl = first.level % 2 == 1
    reading = sorted(run, key=lambda each: -each.x) if rtl else run
    string = "".join(letter.char for cluster in reading for letter in cluster.letters)
    turned = first.turn or first.stretch != 1.0
    origin = Point(0.0, 0.0) if turned else Point(first.x, first.y)
    letters = ((0.0, Letters(tuple(glyphs))),)
    text_node = Text(first.font.key, size, origin, letters, string, style.fill, style.stroke, rtl)
    nodes: list[Node] = [text_node]
    if turned:
        place = Affine.move(first.x, first.y) @ Affine.turn(first.turn)
        return [Group(tuple(nodes), place @ Affine.scale(first.stretch, 1))]
    return nodes


def _pictures(run: list[Cluster], renderer: Renderer) -> list[Node]:
    """Return clusters of a colour font as pictures, each in its place."""
    nodes: list[Node] = []
    for each in run:
        text = "".join(letter.char for letter in each.letters)
        size = each.style.size
        width, where = each.advance / each.stretch, each.first.element.where
        picture = letters_as_picture(text, each.font, width, size, renderer, where)
        place = Affine.move(each.x, each.y) @ Affine.turn(each.turn)
        if picture is not None and text.strip():
            nodes.append(Group((picture,), place @ Affine.scale(each.stretch, 1)))
            each.first.element.findings.append(told(each.font, where))
    return nodes


def _rule(
    run: list[Cluster],
    kind: str,
    element: ResolvedElement,
    box: Callable[[], Rect | None],
    renderer: Renderer,
) -> list[Node]:
    """Return the line of a decoration along a run, painted as the element that declares it."""
    first, last = run[0], run[-1]
    size = first.style.size
    font, away = first.font, first.around.raised
    at, thick = font.rule_line(kind)
    outline = Path.rect(
        Rect(0, (at - thick / 2) * size + away, last.x + last.advance - first.x, thick * size)
    )
    shape = Shape(outline, *paints_of(element, box, renderer))
    if shape.fill is None and shape.stroke is None:
        return []
    turn = Affine.turn(first.turn) if first.turn else IDENTITY
    place = Affine.move(first.x, first.y - dropped(first.first.element, renderer)) @ turn
    return [Group((shape,), place)]


def outlined(
    element: ResolvedElement, nodes: Iterable[Node], renderer: Renderer
) -> tuple[Node, ...]:
    """Return an element's text with its stroke as a shape where PDF has no form for it as text.

    That is a stroke below the fill, and one of a gradient or a pattern, which each reader of PDFs
    draws in another way. The fill stays text, which is copied once.
    """
    first = element.style["paint-order"].replace("markers", "").split()[:1] == ["stroke"]
    result: list[Node] = []
    for node in nodes:
        if isinstance(node, Group):
            inner = outlined(element, node.nodes, renderer)
            result.append(node if inner == node.nodes else replace(node, nodes=inner))
        elif isinstance(node, Text) and node.stroke and (first or not _is_solid(node.stroke)):
            shape, filled = _stroke_of(node, renderer), replace(node, stroke=None)
            result += (shape, filled) if first else (filled, shape)
        else:
            result.append(node)
    return tuple(result)


def _is_solid(stroke: Stroke) -> bool:
    """Say whether a stroke is of one colour."""
    return isinstance(stroke.paint, Solid)


def _stroke_of(node: Text, renderer: Renderer) -> Shape:
    path = NO_PATH
    font, size = renderer.book.font(node.font), node.size
    for glyph in node.glyphs:
        place = Affine(size, 0, 0, size, node.origin.x + glyph.x, node.origin.y + glyph.y)
        path += font.outline(glyph.gid).placed(place)
    return Shape(path, None, node.stroke)
