"""Draws what is beside the pieces on a sheet.

That is its label and the ruler that shows whether it was printed at 100 %; crop marks, fold marks
and cut outlines; glue strips and keys of panels.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from pnp.base.color import BLACK, WHITE
from pnp.base.diagnostics import Where
from pnp.base.units import MM_PER_POINT
from pnp.data.translation import Translation, say
from pnp.geometry.path import Path
from pnp.geometry.plane import ROUNDING, Affine, Bounds, Point, Rect, Size
from pnp.imposition.grid import MARK_SHORTEST, STRIP, UsableArea
from pnp.imposition.sheet import FlipAxis
from pnp.imposition.sheetlayout import GlueStrip, Panel, PanelSide
from pnp.kinds.net import GLUE_GREY
from pnp.scene.node import Clip, Group, Join, Node, Shape, Solid, Stroke
from pnp.scene.page import Placement
from pnp.text.fontbook import BODY_FAMILY, FontBook
from pnp.text.style import LINING, TextStyle, Typeset
from pnp.text.typeset import line

LABEL_SIZE = 6.5 * MM_PER_POINT
RULER_SIZE = 6.0 * MM_PER_POINT
RULER = 100.0
RULER_TEXT = "print at 100 % – this line is 100 mm"
RULER_LINE = 0.2
FAMILIES = (BODY_FAMILY,)
_BASELINE = 0.75
_RULER_BASELINE = 0.65
"""Baselines of label and ruler: distance from the strip's top as a share of its height."""


def draw_label(texts: Sequence[str], strip: Rect, book: FontBook, where: Where) -> Typeset:
    """Typeset the first text that fits into the strip, or the last one, scaled to fit."""
    length, height = max(strip.size), min(strip.size)
    size, origin = LABEL_SIZE * min(1.0, height / STRIP), Point(0, height * _BASELINE)
    for text in texts:
        set_line = line(book, text, label_style(size), origin, where)
        if set_line.width <= length:
            return _laid(set_line, strip)
    size *= length / set_line.width
    return _laid(line(book, texts[-1], label_style(size), origin, where), strip)


def draw_ruler(
    strip: Rect, book: FontBook, translation: Translation | None = None
) -> tuple[Node, ...]:
    """Return a line of 100 mm with its text, centred in a strip; nothing if that is shorter."""
    length = max(strip.width, strip.height)
    start, end, foot = (length - RULER) / 2, (length + RULER) / 2, STRIP - RULER_LINE
    if start < RULER_LINE:
        return ()
    path = Path("MLLL", (start, STRIP / 2, start, foot, end, foot, end, STRIP / 2))
    middle = Point(length / 2, STRIP * _RULER_BASELINE)
    words = say(translation, RULER_TEXT)
    text = line(book, words, label_style(RULER_SIZE), middle, anchor="middle")
    ruler = Shape(path, stroke=Stroke(Solid(BLACK), RULER_LINE))
    return (Group((ruler, *text.nodes), place=along(strip)),)


def _laid(text: Typeset, strip: Rect) -> Typeset:
    return text._replace(nodes=(Group(text.nodes, place=along(strip)),))


def label_style(size: float) -> TextStyle:
    """Return the text style of labels; ``size`` is the font size in millimetres."""
    return TextStyle(families=FAMILIES, size=size, features=LINING)


def along(strip: Rect) -> Affine:
    """Return the transform into a strip; text in a vertical strip runs from bottom to top."""
    if strip.width >= strip.height:
        return Affine.move(strip.x, strip.y)
    return Affine.move(strip.x, strip.bottom) @ Affine.turn(-90)


THIN = 0.15
"""Width of a mark in millimetres: 0.4 pt, as usual in print-and-play; visible, yet thin."""

LENGTH = 4.0
DASHES = (0.8, 0.5)
CUT = Stroke(Solid(BLACK), THIN)

HALO = 0.1
"""Millimetres of white on either side of a line across a drawing, seen where that is black."""

CUT_GROUND = Stroke(Solid(WHITE), THIN + 2 * HALO)
FOLD = Stroke(Solid(BLACK), THIN, dashes=DASHES)


class CutLine(NamedTuple):
    """A vertical line to cut or fold along: its x in millimetres, and the window it crosses."""

    x: float
    window: Rect


class Tick(NamedTuple):
    """A vertical mark at ``x`` from ``top`` down to ``bottom``, in millimetres."""

    x: float
    top: float
    bottom: float


class CutEdge(NamedTuple):
    """A piece that is cut straight: its trim and its window on the paper."""

    trim: Rect
    window: Rect


@lru_cache(maxsize=32)
def crop_marks(
    straight: tuple[CutEdge, ...], windows: tuple[Rect, ...], area: Rect
) -> tuple[Shape, ...]:
    """Return the crop marks of all straight cuts, outside every window, as one shape or none.

    Cached, so that sheets with the same slots share one shape.
    """
    upright = [CutLine(x, edge.window) for edge in straight for x in (edge.trim.x, edge.trim.right)]
    level = [
        CutLine(y, _swapped(edge.window))
        for edge in straight
        for y in (edge.trim.y, edge.trim.bottom)
    ]
    return _drawn(upright, level, windows, area, CUT)


def fold_marks(
    folds: Iterable[tuple[Placement, Path]], windows: Sequence[Rect], area: Rect
) -> tuple[Shape, ...]:
    """Return dashed marks beside horizontal and vertical creases, as one shape or none."""
    upright: list[CutLine] = []
    level: list[CutLine] = []
    for placement, crease in folds:
        for start, end in _straight(crease.placed(placement.slot.place)):
            if abs(start.x - end.x) < ROUNDING:
                upright += _across(start.x, placement.window)
            elif abs(start.y - end.y) < ROUNDING:
                level += _across(start.y, _swapped(placement.window))
    return _drawn(upright, level, windows, area, FOLD)


def _across(x: float, window: Rect) -> list[CutLine]:
    """Return the line if it crosses the window: a panel shows only some of a board's creases."""
    return [CutLine(x, window)] if window.x < x < window.right else []


def outlines(cuts: Iterable[tuple[Placement, Path]]) -> tuple[Node, ...]:
    """Return the outlines to cut along, as one shape on its ground, or nothing.

    The ground is white on the side that is cut away: on the piece it would leave a white hair.
    """
    placed = [outline.placed(placement.slot.place) for placement, outline in cuts]
    return tuple(node for lines in _stroked(placed, CUT) for node in (_ground(lines.path), lines))


def _ground(lines: Path) -> Group:
    """Return white beside outlines, outside of them."""
    around = Path.rect(Bounds.hull(lines.coords).grown(THIN + HALO).rect)
    outside = Path(around.ops + lines.ops, around.coords + lines.coords)
    return Group(_stroked([lines], CUT_GROUND), clip=Clip(outside, even_odd=True))


def _drawn(
    upright: Iterable[CutLine],
    level: Iterable[CutLine],
    windows: Sequence[Rect],
    area: Rect,
    stroke: Stroke,
) -> tuple[Shape, ...]:
    runs = _runs(upright, windows, area)
    across = _runs(level, [_swapped(window) for window in windows], _swapped(area))
    lines = [Path.line((x, top), (x, bottom)) for x, top, bottom in runs]
    lines += [Path.line((left, y), (right, y)) for y, left, right in across]
    return _stroked(lines, stroke)


def _stroked(paths: Sequence[Path], stroke: Stroke) -> tuple[Shape, ...]:
    if not paths:
        return ()
    ops = "".join(path.ops for path in paths)
    return (Shape(Path(ops, tuple(c for path in paths for c in path.coords)), stroke=stroke),)


def _runs(lines: Iterable[CutLine], windows: Sequence[Rect], area: Rect) -> list[Tick]:
    """Return the marks above and below the windows, without duplicates, where there is room.

    Lines in the paper's margin have none, as the printer does not reach it.
    """

    @cache
    def crossing(x: float) -> list[Rect]:
        return [w for w in windows if w.x - THIN / 2 < x < w.right + THIN / 2]

    ticks: dict[tuple[float, ...], Tick] = {}
    within = (line for line in lines if area.x - ROUNDING <= line.x <= area.right + ROUNDING)
    for x, window in within:
        for tick in _beyond(x, window, crossing(x), area):
            if tick.bottom - tick.top >= MARK_SHORTEST - ROUNDING:
                ticks.setdefault(tuple(round(value, 4) for value in tick), tick)
    return list(ticks.values())


def _beyond(x: float, window: Rect, crossing: Sequence[Rect], area: Rect) -> Iterator[Tick]:
    """Yield the mark above a window and the one below it, shortened before other windows."""
    inside = min(max(x, area.x + THIN / 2), area.right - THIN / 2)
    above = [window.y - min(w.bottom, window.y) for w in crossing if w.y < window.y - ROUNDING]
    room = min([window.y - area.y, LENGTH, *map(_mark_length, above)])
    yield Tick(inside, window.y - room, window.y)
    bottom = window.bottom
    below = [max(w.y, bottom) - bottom for w in crossing if w.bottom > bottom + ROUNDING]
    room = min([area.bottom - bottom, LENGTH, *map(_mark_length, below)])
    yield Tick(inside, bottom, bottom + room)


def _mark_length(gap: float) -> float:
    """Return the length of a mark in a gap: half of it, so that neighbours' marks stay apart."""
    return min(gap, max(gap / 2, MARK_SHORTEST))


def _straight(path: Path) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of each straight part of a path."""
    for stroke in path.strokes():
        if stroke.ops == "ML":
            x1, y1, x2, y2 = stroke.coords
            yield Point(x1, y1), Point(x2, y2)


def _swapped(rect: Rect) -> Rect:
    """Return a rectangle with x and y swapped, so that one function serves both directions."""
    return Rect(rect.y, rect.x, rect.height, rect.width)


WORDS = "fold here, glue, then cut"

UNDER = "glue under {name}"
"""What a glue strip says: the panel that is glued over it."""

_ABOVE = 1.2
"""Distance of the words above the fold line, in millimetres."""


def draw_fold(
    paper: Size, field: UsableArea, book: FontBook, translation: Translation | None = None
) -> tuple[Node, ...]:
    """Return the fold line of a gutterfold across the area, and the words beside it."""
    (x, y), area = Rect.of(paper).center, field.area
    if field.mirror is FlipAxis.SIDEWAYS:
        fold = Path.line((x, area.y), (x, area.bottom))
        strip = Rect(x, area.y, 0, area.height)
    else:
        fold = Path.line((area.x, y), (area.right, y))
        strip = Rect(area.x, y, area.width, 0)
    words = say(translation, WORDS)
    text = line(book, words, label_style(LABEL_SIZE), Point(0, -_ABOVE))
    return Shape(fold, stroke=FOLD), Group(text.nodes, place=along(strip))


GLUE = Solid(GLUE_GREY)
"""Glue is grey: 10 % black."""

KEY_LINE = Stroke(Solid(BLACK), 0.1)

_CELL = 1.5
"""Width of a panel in the key as a multiple of its height."""

_DEEP, _FROM_END, _FAR = 3.0, 5.0, 120.0
"""Millimetres: a triangle with its white rim, how far from the ends of the joint it stands, and the
length of a joint that has one in its middle too. The next panel covers them when it is glued."""

_HALO = Stroke(Solid(WHITE), 0.3, join=Join.ROUND)

_TRIANGLE = Path.polygon([(0, 0.3), (1.4, _DEEP - 0.2), (-1.4, _DEEP - 0.2)])
"""It lies below 0, 0, and points up to it."""

_OUTWARD = {PanelSide.BOTTOM: 0, PanelSide.LEFT: 90, PanelSide.TOP: 180, PanelSide.RIGHT: 270}
"""Degrees clockwise from down to the way from a panel to its strip."""

_BELOW_MIDDLE = 0.3
"""Distance of the baseline below the middle of the letters, in em."""


def draw_panel(
    panel: Panel, area: Rect, book: FontBook, translation: Translation | None = None
) -> Iterator[Node]:
    """Yield the printable part of a panel's glue strips, with triangles that show its joints."""
    for strip in panel.strips:
        if grey := _grey(strip, panel.window, area):
            yield Shape(Path.rect(grey), GLUE)
            yield from _words(say(translation, UNDER, name=strip.under), grey, book)
        yield from _triangles(strip, area)


def outer_box(panel: Panel, area: Rect) -> Rect:
    """Return the box around a panel's window and strips; marks are drawn outside of it."""
    return panel.window.union(panel.cut.intersection(area) or panel.window)


def draw_key(panel: Panel, strip: Rect) -> tuple[Rect, Node]:
    """Return the rest of the label's strip, and the key: a small map with this panel in black.

    The key is turned like the board on this paper, whichever way the label runs.
    """
    length, height = max(strip.size), min(strip.size)
    inner = Affine.turn(panel.turn).box(Rect(0, 0, panel.columns * _CELL, panel.rows))
    width = height * _key_length(inner.size, strip)
    box = along(strip).box(Rect(length - width, 0, width, height)).inset(KEY_LINE.width / 2)
    left = along(strip).box(Rect(0, 0, length - width - height, height))
    place = _onto(inner, box) @ Affine.turn(panel.turn) @ Affine.scale(_CELL, 1)
    numbers = product(range(panel.rows), range(panel.columns))
    shapes = tuple(_cell(panel, row, column, place) for row, column in numbers)
    return left, Group(shapes)


def _key_length(size: Size, strip: Rect) -> float:
    """Return the length of a key along the strip, as a multiple of the strip's height."""
    upright = strip.height > strip.width
    return size.height / size.width if upright else size.width / size.height


def _onto(inner: Rect, box: Rect) -> Affine:
    scale = Affine.scale(box.width / inner.width, box.height / inner.height)
    return Affine.move(box.x, box.y) @ scale @ Affine.move(-inner.x, -inner.y)


def _cell(panel: Panel, row: int, column: int, place: Affine) -> Shape:
    own = (row, column) == (panel.row, panel.column)
    outline = Path.rect(place.box(Rect(column, row, 1, 1)))
    return Shape(outline, Solid(BLACK) if own else None, KEY_LINE)


def _grey(strip: GlueStrip, window: Rect, area: Rect) -> Rect | None:
    """Return the part of a strip that is printed grey: not the drawing's bleed over the joint."""
    x, y, right, bottom = Bounds.of(strip.rect.intersection(area) or Rect(0, 0, 0, 0))
    match strip.side:
        case PanelSide.RIGHT:
            x = window.right
        case PanelSide.LEFT:
            right = window.x
        case PanelSide.BOTTOM:
            y = window.bottom
        case PanelSide.TOP:
            bottom = window.y
    wide = right - x > ROUNDING and bottom - y > ROUNDING
    return Rect(x, y, right - x, bottom - y) if wide else None


def _words(words: str, grey: Rect, book: FontBook) -> Iterator[Node]:
    """Yield what a strip says, if it is wide enough for that."""
    length, height = max(grey.size), min(grey.size)
    if height >= LABEL_SIZE:
        baseline = Point(length / 2, height / 2 + LABEL_SIZE * _BELOW_MIDDLE)
        style = label_style(LABEL_SIZE)
        text = line(book, words, style, baseline, anchor="middle")
        yield Group(text.nodes, place=along(grey))


def _triangles(strip: GlueStrip, area: Rect) -> Iterator[Node]:
    """Yield small triangles that point at the joint from the strip, where no cut takes them off."""
    shown = strip.rect.intersection(area)
    if shown is None:
        return
    upright = strip.side in (PanelSide.LEFT, PanelSide.RIGHT)
    start, end = (shown.y, shown.bottom) if upright else (shown.x, shown.right)
    deep = min(1.0, (shown.width if upright else shown.height) / _DEEP)
    along = [start + _FROM_END, end - _FROM_END]
    if end - start > _FAR:
        along.append((start + end) / 2)
    for at in along:
        tip = Point(strip.joint, at) if upright else Point(at, strip.joint)
        place = Affine.move(*tip) @ Affine.turn(_OUTWARD[strip.side]) @ Affine.scale(deep, deep)
        yield Shape(_TRIANGLE.placed(place), Solid(BLACK), _HALO)
