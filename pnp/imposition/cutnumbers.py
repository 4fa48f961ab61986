"""The numbers at crop marks: the round of cuts that a line belongs to.

All lines with a 1 are cut first, then those with a 2. One number stands at one end of a line, on
the paper that is cut away, and where there is room for it between the marks. Blocks that are cut
along one line have a number each.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.geometry.plane import Bounds, Point, Rect
from pnp.imposition.marks import THIN, CutEdge, label_style
from pnp.imposition.sheet import SheetCut
from pnp.scene.node import Group, Node, Shape
from pnp.text.fontbook import FontBook
from pnp.text.typeset import line

SIZE = 1.9
"""Font size in millimetres, 5.4 pt; smaller beside a mark that is shorter than the number."""

TALL, WIDE = 0.66, 0.56
"""Height and width of a number, in em."""

OFF, CLEAR = 0.3, 0.7
"""Millimetres between a number and its mark, and at least between it and any other mark."""

APART = 1.5
"""Millimetres between two numbers if there is room: beside a corner 2 and 1 would be read as 21."""

ALIKE = 3.0
"""Millimetres: lines of one round that are less apart share a number."""


class _CropMark(NamedTuple):
    """A crop mark, drawn beside a window: of a ``level`` line or an upright one."""

    level: bool
    box: Bounds

    @property
    def at(self) -> float:
        """Return the place of its line: the y of a level one, else the x."""
        return self.box[1] if self.level else self.box[0]

    @property
    def length(self) -> float:
        """Return its length in millimetres."""
        return max(self.box.width, self.box.height)

    def continues(self, cut: SheetCut) -> bool:
        """Tell whether it lies on the line of a cut."""
        return self.level is cut.level and abs(self.at - cut.at) < THIN

    def between(self, cut: SheetCut, other: SheetCut) -> bool:
        """Tell whether it stands between two parts of its line."""
        middle = self.box.rect.center
        along = middle.x if self.level else middle.y
        return self.continues(cut) and cut.end < along < other.start

    def touches(self, window: Rect) -> bool:
        """Tell whether it begins at a window."""
        left, top, right, bottom = self.box
        if self.level:
            return abs(right - window.x) < THIN or abs(left - window.right) < THIN
        return abs(bottom - window.y) < THIN or abs(top - window.bottom) < THIN


class _Number(NamedTuple):
    """The number of a round, placed: its box is that of its figures."""

    tick: _CropMark
    step: int
    size: float
    box: Bounds


@lru_cache(maxsize=32)
def cut_numbers(
    cuts: tuple[SheetCut, ...],
    edges: tuple[CutEdge, ...],
    windows: tuple[Rect, ...],
    marks: tuple[Shape, ...],
    area: Rect,
    book: FontBook,
) -> tuple[Node, ...]:
    """Return the numbers at the marks of a sheet; nothing for a piece alone.

    ``marks`` are the crop marks, and others that numbers keep off. Cached, so that sheets with the
    same slots share them.
    """
    if len(windows) < 2:
        return ()
    drawn = [part.coords for shape in marks for part in shape.path.subpaths()]
    taken = [Bounds.of(window) for window in windows]
    ticks = [tick for coords in drawn if (tick := _tick(coords))]
    numbers: list[_Number] = []
    for cut in _lines(cuts, ticks):
        own = sorted(_ticks_of(cut, edges, ticks), key=_from_top_left)
        if any(_shared(tick, cut.step, other) for tick in own for other in numbers):
            continue
        ways = [way for tick in own for way in _beside(tick, cut.step, _waste(cut, edges))]
        near = [(tick.box, tick in own) for tick in ticks]
        free = list(_free(ways, taken, near, area))
        lonely = (way for way in free if not _close(way, numbers))
        if number := next(lonely, free[0] if free else None):
            numbers.append(number)
            taken.append(number.box)
    return tuple(_figures(number, book) for number in numbers)


def _lines(cuts: Sequence[SheetCut], ticks: Sequence[_CropMark]) -> Iterator[SheetCut]:
    """Yield the lines of each round: parts of a cut are one line up to marks between them."""
    lines: dict[tuple[bool, float, int], list[SheetCut]] = {}
    for cut in cuts:
        lines.setdefault((cut.level, round(cut.at, 1), cut.step), []).append(cut)
    for parts in lines.values():
        first, *others = sorted(parts, key=lambda part: part.start)
        for part in others:
            if any(tick.between(first, part) for tick in ticks):
                yield first
                first = part
            else:
                first = first._replace(end=max(first.end, part.end))
        yield first


def _tick(coords: Sequence[float]) -> _CropMark | None:
    box = Bounds.hull(coords)
    return _CropMark(box.width > box.height, box) if min(box.width, box.height) < THIN else None


def _ticks_of(
    cut: SheetCut, edges: Sequence[CutEdge], ticks: Sequence[_CropMark]
) -> Iterator[_CropMark]:
    """Yield the marks of a cut."""
    windows = [edge.window for edge in edges if any(_on(cut, edge.trim))]
    for tick in ticks:
        if tick.continues(cut) and any(tick.touches(window) for window in windows):
            yield tick


def _from_top_left(tick: _CropMark) -> float:
    """Return how far from the top, or of a level line from the left, a mark begins."""
    return tick.box.left if tick.level else tick.box.top


def _on(cut: SheetCut, trim: Rect) -> tuple[bool, bool]:
    """Tell whether a cut goes along the first and the last edge of a piece that way."""
    if cut.level:
        first, last, start, end = trim.y, trim.bottom, trim.x, trim.right
    else:
        first, last, start, end = trim.x, trim.right, trim.y, trim.bottom
    return cut.makes(cut.level, first, start, end), cut.makes(cut.level, last, start, end)


def _waste(cut: SheetCut, edges: Sequence[CutEdge]) -> int:
    """Return on which side of a cut paper is cut away: -1 before the line, 1 after it."""
    return -1 if any(_on(cut, edge.trim)[0] for edge in edges) else 1


def _shared(tick: _CropMark, step: int, other: _Number) -> bool:
    """Tell whether a number of that round stands so close that a mark needs none of its own."""
    if tick.level is not other.tick.level or step != other.step:
        return False
    one, near = tick.box.rect.center, other.tick.box.rect.center
    return max(abs(one.x - near.x), abs(one.y - near.y)) < ALIKE


def _beside(tick: _CropMark, step: int, side: int) -> Iterator[_Number]:
    """Yield a number on the given side of a mark, then on the other."""
    size = min(SIZE, tick.length / TALL)
    wide, tall = WIDE * size * len(str(step)), TALL * size
    middle = tick.box.rect.center
    for way in (side, -side):
        away = way * (THIN / 2 + OFF + (tall if tick.level else wide) / 2)
        x, y = (middle.x, middle.y + away) if tick.level else (middle.x + away, middle.y)
        box = Bounds(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
        yield _Number(tick, step, size, box)


def _free(
    numbers: Iterable[_Number],
    taken: Sequence[Bounds],
    ticks: Sequence[tuple[Bounds, bool]],
    area: Rect,
) -> Iterator[_Number]:
    """Yield the numbers in the area that keep off what is taken, and off others' marks.

    ``ticks`` are all marks, and whether each is one of the number's own line.
    """
    for number in numbers:
        around = number.box.grown(CLEAR)
        free = not any(number.box.meets(other) for other in taken)
        lonely = not any(around.meets(box) for box, own in ticks if not own)
        if free and lonely and area.contains(number.box.rect):
            yield number


def _close(number: _Number, others: Sequence[_Number]) -> bool:
    """Tell whether a number of another round stands so close that the two are read as one."""
    around = number.box.grown(APART)
    return any(other.step != number.step and around.meets(other.box) for other in others)


def _figures(number: _Number, book: FontBook) -> Group:
    middle = number.box.rect.center
    baseline = Point(middle.x, middle.y + TALL * number.size / 2)
    text = line(book, str(number.step), label_style(number.size), baseline, anchor="middle")
    return Group(text.nodes)
