"""The order of cuts: in which rounds a sheet is cut up, with as few of them as possible.

A cut of a guillotine goes through the whole of what it divides. The cuts of a round go one way, and
those of the next round the other way through what the last one left. On a sheet of rows these are
the long cuts between the rows, then the short ones. What no cut goes through without touching a
piece is cut along the pieces, in a last round.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.data.translation import Translation, say
from pnp.geometry.plane import Rect
from pnp.imposition.cornermarks import BESIDE, NARROW
from pnp.imposition.marks import CutEdge
from pnp.imposition.sheet import ONE_LINE, SheetCut

ON_EDGE = 1.5 * NARROW
"""Millimetres of a mark on an edge that lie beside the piece."""


class _Edge(NamedTuple):
    """An edge of a piece to cut along, of the direction and ends of a ``SheetCut``."""

    level: bool
    at: float
    start: float
    end: float


class _Uncut(NamedTuple):
    """What is left together after some cuts: pieces in a box, and edges that are not cut yet."""

    box: Rect
    pieces: Sequence[CutEdge]
    edges: Sequence[_Edge]


@lru_cache(maxsize=32)
def cut_order(
    straight: tuple[CutEdge, ...], others: tuple[Rect, ...], sheet: Rect
) -> tuple[SheetCut, ...]:
    """Return the cuts of a sheet, round by round; a single piece has a round for each direction.

    ``straight`` are the pieces that are cut straight, ``others`` the boxes of those that are cut
    along an outline. Cached, as sheets with the same slots are cut alike.
    """
    edges = [edge for piece in straight for edge in _edges(piece.trim)]
    pieces = [*straight, *(CutEdge(box, box) for box in others)]
    cuts = _divided(_Uncut(sheet, pieces, edges), 1)
    return tuple(sorted(cuts, key=lambda cut: (cut.step, not cut.through)))


def order_words(cuts: Sequence[SheetCut], translation: Translation | None = None) -> str:
    """Return what a label says of the numbers at marks: ``cut all 1, then 2``; empty for one."""
    last = max((cut.step for cut in cuts), default=0)
    if last < 2:
        return ""
    later = ", ".join(map(str, range(2, last + 1)))
    alone = ", ".join(map(str, sorted({cut.step for cut in cuts if not cut.through})))
    words = say(translation, "cut all 1, then {later}", later=later)
    return words + (
        say(translation, " ({steps} along the pieces only)", steps=alone) if alone else ""
    )


def _edges(trim: Rect) -> tuple[_Edge, ...]:
    return (
        *(_Edge(True, y, trim.x, trim.right) for y in (trim.y, trim.bottom)),
        *(_Edge(False, x, trim.y, trim.bottom) for x in (trim.x, trim.right)),
    )


def _divided(part: _Uncut, step: int) -> list[SheetCut]:
    """Return the cuts of a part, that way first which takes fewer rounds, or else fewer cuts."""
    if not part.edges:
        return []
    ways = [way for level in (True, False) if (way := _one_way(part, level, step))]
    if not ways:
        return [SheetCut(*edge, step, through=False) for edge in part.edges]
    return min(ways, key=lambda cuts: (max(cut.step for cut in cuts), len(cuts)))


def _one_way(part: _Uncut, level: bool, step: int) -> list[SheetCut]:
    """Return the cuts of a part if those of the first round are all ``level``, or none of them."""
    lines = _free_lines(part, level)
    start, end = _span(part.box, not level)
    cuts = [SheetCut(level, at, start, end, step) for at in lines]
    if cuts:
        for rest in _rests(part, level, lines):
            cuts += _divided(rest, step + 1)
    return cuts


def _free_lines(part: _Uncut, level: bool) -> list[float]:
    """Return where edges are that a cut through the whole part can follow."""
    lines: list[float] = []
    for at in sorted(edge.at for edge in part.edges if edge.level is level):
        known = lines and at - lines[-1] < ONE_LINE
        if not known and not any(_harms(at, level, piece) for piece in part.pieces):
            lines.append(at)
    return lines


def _harms(at: float, level: bool, piece: CutEdge) -> bool:
    """Tell whether a cut through its part goes through a piece or the marks beside it."""
    (near, far), (shown, ended) = _span(piece.trim, level), _span(piece.window, level)
    if abs(at - near) < ONE_LINE or abs(at - far) < ONE_LINE:
        return False
    before, after = (min(max(room, ON_EDGE), BESIDE) for room in (near - shown, ended - far))
    return near - before < at < far + after


def _rests(part: _Uncut, level: bool, lines: Sequence[float]) -> Iterable[_Uncut]:
    """Yield what is left between cuts, with the edges that none of them made."""
    start, end = _span(part.box, level)
    for low, high in pairwise((start, *lines, end)):
        pieces = [each for each in part.pieces if _inside(_span(each.trim, level), low, high)]
        edges = [
            edge
            for edge in part.edges
            if not (edge.level is level and any(abs(edge.at - at) < ONE_LINE for at in lines))
            and _inside((edge.at, edge.at) if edge.level is level else edge[2:], low, high)
        ]
        box = part.box
        if level:
            yield _Uncut(Rect(box.x, low, box.width, high - low), pieces, edges)
        else:
            yield _Uncut(Rect(low, box.y, high - low, box.height), pieces, edges)


def _inside(span: tuple[float, float], low: float, high: float) -> bool:
    return low < (span[0] + span[1]) / 2 < high


def _span(rect: Rect, level: bool) -> tuple[float, float]:
    """Return where a rectangle begins and ends, down for ``level`` lines, else across."""
    return (rect.y, rect.bottom) if level else (rect.x, rect.right)
