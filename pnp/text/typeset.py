"""Typesets text: a run at a point, a line that may shrink, or a box of wrapped rich text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from operator import attrgetter, itemgetter
from typing import NamedTuple, TypeVar

from pnp.base.diagnostics import Finding, Where
from pnp.geometry.path import Path
from pnp.geometry.plane import ROUNDING, Affine, Point, Rect
from pnp.scene.node import Group, Node, Shape
from pnp.text import rules
from pnp.text.bidi import base_level, levels, visual_order
from pnp.text.breaking import IconPart, Part, Unit, balance, fill
from pnp.text.flow import FindIcon, Flow, IconNames, Paragraph, flow
from pnp.text.font import Font
from pnp.text.fontbook import FontBook
from pnp.text.hyphenation import hyphenated
from pnp.text.shaping import (
    PlacedRun,
    clean,
    mixed_nodes,
    runs_backwards,
    shape_mixed,
    shape_run,
    text_nodes,
)
from pnp.text.style import Align, Anchor, TextStyle, Typeset, Valign, Wrap

LIST_INDENT = 0.8
"""The indent of list items, in ems."""

HALVINGS = 10
"""Steps of the binary search for a font size: to 1/1024 of the range down to the least one."""

SHARE = {
    "start": 0.0,
    "middle": 0.5,
    "end": 1.0,
    "justify": 0.0,
    "left": 0.0,
    "right": 1.0,
    "top": 0.0,
    "bottom": 1.0,
}
"""The share of the free space that is put on the left of text, or above it."""


def free_before(align: Align, rtl: bool) -> float:
    """Return the share of the free space that is put on the left of a line."""
    share = SHARE[align]
    return 1 - share if rtl and align in ("start", "end", "justify") else share


class _BoxLine(NamedTuple):
    """A line of a box: the units ``first`` to before ``after`` of a paragraph; lengths in ems.

    ``width`` is that of the units, with the hyphen that a break adds.
    """

    paragraph: Paragraph
    first: int
    after: int
    top: float
    indent: float
    width: float

    @property
    def ends_paragraph(self) -> bool:
        return self.after == len(self.paragraph.units)


def box(
    book: FontBook,
    markup: str,
    style: TextStyle,
    rect: Rect,
    where: Where | None = None,
    *,
    align: Align = "start",
    valign: Valign = "top",
    min_size: float | None = None,
    icon: FindIcon | None = None,
    icon_names: IconNames = tuple,
    wrap: Wrap = "fill",
    hyphens: str = "",
) -> Typeset:
    """Return rich text wrapped in a rectangle in millimetres, shrunk to ``min_size`` if needed.

    ``hyphens`` is the language by which its words are divided before it is shrunk.
    Text that does not fit even then is set all the same, with a finding. Icons are on the baseline
    and as tall as a capital letter, if they say nothing else. Lines are placed as Inkscape places
    flowed text.
    """
    if style.size <= 0:
        return Typeset((), 0.0, 0.0)
    text = flow(book, markup, style, icon, where, icon_names)
    if hyphens and not _fits(text, style.size, style, rect):
        text = flow(book, hyphenated(markup, hyphens), style, icon, where, icon_names)
    size = _fitting_size(text, style, rect, min_size)
    rows = list(_rows(text, rect.width / size, style, wrap))
    height = _height(rows, style.line_height) * size
    room = max(0.0, rect.height - height)
    top = rect.y + SHARE[valign] * room
    font = book.chain(style.families, style.weight, style.italic, where)[0]
    below = _baseline(font, style.line_height)
    nodes: list[Node] = []
    for row in rows:
        baseline = Point(rect.x, top + (row.top + below) * size)
        nodes += _row_nodes(row, size, baseline, rect.width / size, align, style, font)
    widest = max(((row.indent + row.width) * size for row in rows), default=0.0)
    overflow = _overflow(markup, height, widest, rect, size, where)
    return Typeset(tuple(nodes), widest, size, (*text.findings, *overflow))


def _fitting_size(text: Flow, style: TextStyle, rect: Rect, min_size: float | None) -> float:
    """Return the largest font size at which the text fits a box, or the least; millimetres."""
    high, low = style.size, min(style.size, min_size or style.size)
    if low == high or _fits(text, high, style, rect):
        return high
    if not _fits(text, low, style, rect):
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _fits(text, middle, style, rect):
            low = middle
        else:
            high = middle
    return low


def _fits(text: Flow, size: float, style: TextStyle, rect: Rect) -> bool:
    rows = list(_rows(text, rect.width / size, style, "fill"))
    if _height(rows, style.line_height) * size > rect.height + ROUNDING:
        return False
    return all((row.indent + row.width) * size <= rect.width + ROUNDING for row in rows)


def _rows(text: Flow, width: float, style: TextStyle, wrap: Wrap) -> Iterator[_BoxLine]:
    """Yield the lines of a text in a box of a width in ems, from the top."""
    top = 0.0
    divide = balance if wrap == "balance" else fill
    for paragraph in text.paragraphs:
        top += style.paragraph_gap * style.line_height if paragraph.gap else 0.0
        first, count = 0, len(paragraph.units)
        starts, ends, tails = paragraph.measures
        indent = LIST_INDENT if paragraph.indented else 0.0
        for after in divide(paragraph.measures, width - indent):
            end = (ends if after == count else tails)[after - 1]
            yield _BoxLine(paragraph, first, after, top, indent, end - starts[first])
            first, top = after, top + style.line_height


def _height(rows: list[_BoxLine], line_height: float) -> float:
    return rows[-1].top + line_height if rows else 0.0


def _baseline(font: Font, line_height: float) -> float:
    """Return the distance of the baseline below the top of a line, in ems.

    As in Inkscape, ascent and descent are scaled to one em together, and half of the rest of the
    line height (half-leading) is above them.
    """
    return (line_height - 1) / 2 + font.ascent / (font.ascent + font.descent)


def _row_nodes(
    row: _BoxLine,
    size: float,
    baseline: Point,
    width: float,
    align: Align,
    style: TextStyle,
    font: Font,
) -> Iterator[Node]:
    """Yield a line's text runs with their decorations, then its icons."""
    room, base = max(0.0, width - row.indent - row.width), row.paragraph.base
    stretch = room if align == "justify" and not row.ends_paragraph else 0.0
    x = 0.0 if stretch else free_before(align, base == 1) * room
    placed = _placed(row, x if base == 1 else x + row.indent, stretch)
    if base is not None:
        placed = _in_visual_order(placed)
    spans = _word_spans(placed) if style.decorations else []
    placed = [*_bullet(row, x), *placed]
    runs = [(x, part) for x, part in placed if not isinstance(part, IconPart)]
    texts = (text_nodes if base is None else mixed_nodes)(runs, size, baseline, style)
    yield from _decorated(texts, spans, size, baseline, style, font)
    if len(runs) < len(placed):
        for x, part in placed:
            if isinstance(part, IconPart):
                yield _icon_node(part, size, Point(baseline.x + x * size, baseline.y))


def _word_spans(placed: Sequence[tuple[float, Part]]) -> list[tuple[float, float]]:
    """Return the start and end of the words of a line, apart where an icon is between them."""
    spans: list[tuple[float, float]] = []
    joins = False
    for x, part in sorted(placed, key=itemgetter(0)):
        is_icon = isinstance(part, IconPart)
        if joins and not is_icon:
            spans[-1] = (spans[-1][0], x + part.width)
        elif not is_icon:
            spans.append((x, x + part.width))
        joins = not is_icon
    return spans


def _decorated(
    texts: Sequence[Node],
    spans: Iterable[tuple[float, float]],
    size: float,
    baseline: Point,
    style: TextStyle,
    font: Font,
) -> list[Node]:
    """Return texts with the lines of their style's decorations along spans, which are in ems."""
    below: list[Node] = []
    above: list[Node] = []
    for drawn in style.decorations:
        at, thick = font.rule_line(drawn.kind)
        top = baseline.y + (at - thick / 2) * size
        for start, end in spans:
            rect = Rect(baseline.x + start * size, top, (end - start) * size, thick * size)
            rule = Shape(Path.rect(rect), drawn.fill, drawn.stroke)
            (above if drawn.kind == "line-through" else below).append(rule)
    return [*below, *texts, *above]


def _bullet(row: _BoxLine, x: float) -> list[tuple[float, Part]]:
    """Return the bullet before a line's indent, which begins at ``x`` or ends the line."""
    bullet = row.paragraph.bullet
    if row.first > 0 or bullet is None:
        return []
    if row.paragraph.base == 1:
        x += row.width + row.indent - bullet.width
    return [(x, piece) for piece in bullet.pieces]


P = TypeVar("P", bound=Part)


def _in_visual_order(placed: Sequence[tuple[float, P]]) -> list[tuple[float, P]]:
    """Return the parts of a line as they are read, placed as they are seen from left to right."""
    if not placed:
        return []
    starts = [x for x, _ in placed]
    after = [*starts[1:], starts[-1] + placed[-1][1].width]
    seen = starts.copy()
    x = starts[0]
    for index in visual_order([part.level for _, part in placed]):
        seen[index] = x
        x += after[index] - starts[index]
    return [(start, part) for start, (_, part) in zip(seen, placed, strict=True)]


def _placed(row: _BoxLine, x: float, room: float) -> list[tuple[float, Part]]:
    """Return the parts of a line, each with its place in ems; spaces take ``room`` between them."""
    placed: list[tuple[float, Part]] = []
    *inner, last = row.paragraph.units[row.first : row.after]
    spaces = sum([unit.glue is not None for unit in inner]) if room else 0
    if spaces:
        stretched, x = _stretched(inner, x, room / spaces)
        placed, inner = placed + stretched, []
    parts = list(chain.from_iterable(map(_SPACED, inner)))
    parts += last.parts
    if last.hyphen is not None and not row.ends_paragraph:
        parts.append(last.hyphen)
    placed += zip(accumulate(map(_WIDTH, parts), initial=x), parts, strict=False)
    return placed


_SPACED, _WIDTH = attrgetter("spaced"), attrgetter("width")


def _stretched(
    units: Sequence[Unit], x: float, stretch: float
) -> tuple[list[tuple[float, Part]], float]:
    """Return the parts of units placed with wider spaces, and the position after them."""
    placed: list[tuple[float, Part]] = []
    for unit in units:
        for part in unit.spaced:
            placed.append((x, part))
            x += part.width
        x += stretch if unit.glue is not None else 0.0
    return placed, x


def _icon_node(part: IconPart, size: float, at: Point) -> Group:
    scale = part.height * size / part.icon.size.height
    top = at.y + (part.lowered - part.height) * size
    place = Affine(scale, 0, 0, scale, at.x + part.left * size, top)
    return Group(part.icon.nodes, place)


def _overflow(
    markup: str, height: float, widest: float, rect: Rect, size: float, where: Where | None
) -> Iterator[Finding]:
    if height > rect.height + ROUNDING:
        yield rules.too_tall(markup, height - rect.height, rect.size, size, where)
    if widest > rect.width + ROUNDING:
        yield rules.too_wide(markup, widest - rect.width, rect.width, size, where)


_WORDS = re.compile(r" |[^ ]+")


def line(
    book: FontBook,
    string: str,
    style: TextStyle,
    origin: Point,
    where: Where | None = None,
    *,
    anchor: Anchor = "start",
    max_width: float | None = None,
    min_size: float | None = None,
) -> Typeset:
    """Return one line of plain text that begins, is centred or ends at a point on its baseline.

    Lengths are in millimetres. If ``min_size`` is given, text wider than ``max_width`` shrinks down
    to it. Text that is still too wide is set all the same, with a finding.
    """
    if style.size <= 0:
        return Typeset((), 0.0, 0.0)
    string = clean(string)
    mixed = style.rtl or runs_backwards(string)
    runs, width, findings = (_mixed_runs if mixed else _line_runs)(book, string, style, where)
    size = _size_that_fits(style.size, width, max_width, min_size)
    if max_width is not None and width * size > max_width + ROUNDING:
        excess = width * size - max_width
        findings.append(rules.too_wide(string, excess, max_width, size, where))
    start = Point(origin.x - free_before(anchor, style.rtl) * width * size, origin.y)
    nodes: Sequence[Node] = (mixed_nodes if mixed else text_nodes)(runs, size, start, style)
    if style.decorations:
        font = book.chain(style.families, style.weight, style.italic, where)[0]
        nodes = _decorated(nodes, [(0.0, width)], size, start, style, font)
    return Typeset(tuple(nodes), width * size, size, tuple(findings))


def _size_that_fits(
    size: float, width: float, max_width: float | None, min_size: float | None
) -> float:
    """Return the largest font size in millimetres at which a line of a width in ems fits."""
    if max_width is None or min_size is None or width * size <= max_width:
        return size
    return min(size, max(min_size, max_width / width))


def _line_runs(
    book: FontBook, string: str, style: TextStyle, where: Where | None
) -> tuple[list[PlacedRun], float, list[Finding]]:
    """Return the runs of a line, its width in ems, and findings on its characters."""
    chain = book.chain(style.families, style.weight, style.italic, where)
    letter, blank = style.letter_spacing / style.size, style.word_spacing / style.size
    runs: list[PlacedRun] = []
    missing: list[str] = []
    x = 0.0
    texts = tuple(_WORDS.findall(string))
    for text, word in zip(texts, shape_run(chain, texts, letter, style.features), strict=True):
        missing += word.missing
        for piece in word.pieces:
            runs.append((x, piece))
            x += piece.width
        if text == " ":
            x += blank
    return runs, x, [*rules.missing_glyphs(missing, chain[0].family, where)]


def _mixed_runs(
    book: FontBook, string: str, style: TextStyle, where: Where | None
) -> tuple[list[PlacedRun], float, list[Finding]]:
    """Return the same as ``_line_runs`` for text in mixed directions, in the order of reading."""
    chain = book.chain(style.families, style.weight, style.italic, where)
    letter, blank = style.letter_spacing / style.size, style.word_spacing / style.size
    found = tuple(levels(string, 1 if style.rtl else base_level(string)))
    placed: list[PlacedRun] = []
    missing: list[str] = []
    x = 0.0
    for match in _WORDS.finditer(string):
        own = found[match.start() : match.end()]
        word = shape_mixed(chain, match[0], own, letter, style.features)
        missing += word.missing
        for piece in word.widened(blank if match[0] == " " else 0.0).pieces:
            placed.append((x, piece))
            x += piece.width
    return _in_visual_order(placed), x, [*rules.missing_glyphs(missing, chain[0].family, where)]
