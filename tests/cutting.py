"""Cuts up the sheets of a finished PDF on paper, as somebody with a knife would.

It knows where pieces are from the PDF alone: each is drawn under its key, by its own matrix; its
size is that of the drawing. Marks are all straight lines outside of pieces. What is under a mark is
the page drawn again without anything but its pieces. Nothing here asks the program how it laid
pieces out. All lengths are millimetres, y down.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

import pikepdf
from PIL import Image

from pnp.base.units import MM_PER_INCH
from pnp.export.png import rasterise

EXACT = 0.02
"""Lines that are less apart are one."""

NEAR = 0.26
"""How far off a line a mark may lie: it is seen with its ground as one line of 0.3."""

SEEN = 0.8
"""The least length of a mark that somebody can lay a ruler along."""

SCRATCH = 0.15
"""How close beside a piece nobody cuts for the sake of another one."""

LEAST_OFF = 0.5
"""What is narrower nobody cuts off the end of a glue strip."""

SPREAD = 0.5
"""Of an edge, how far apart its two marks are at least."""

CONTRAST = 3.0
"""The least ratio of luminances at which a line is seen (WCAG 2.1, 1.4.11)."""

BESIDE = 3.5
"""How far off a piece its crop marks begin at most: past its bleed."""

LARGEST, FIGURE = 2.0, 0.66
"""The font size of the numbers at marks is at most this; the height of a figure, in em."""

STEP = 0.1
COARSE, FINE = 100.0, 300.0
"""Dots per inch at which the ground is looked at: again finer, where marks seem to be unseen."""

Matrix = tuple[float, ...]
UPRIGHT: Matrix = (1, 0, 0, 1, 0, 0)


class Box(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def span(self, level: bool) -> tuple[float, float]:
        """Return where it begins and ends, down for ``level`` lines and across for others."""
        return (self.top, self.bottom) if level else (self.left, self.right)

    def within(self, level: bool, low: float, high: float) -> "Box":
        """Return the box between two ``level`` lines, or two upright ones."""
        if level:
            return self._replace(top=low, bottom=high)
        return self._replace(left=low, right=high)


class Line(NamedTuple):
    """A line at y = ``at`` if it is ``level``, else at x = ``at``, from ``low`` to ``high``."""

    level: bool
    at: float
    low: float
    high: float

    def crosses(self, box: Box) -> bool:
        """Tell whether the line runs through a box, and not along its edge."""
        (near, far), (low, high) = box.span(self.level), box.span(not self.level)
        inside = near + EXACT < self.at < far - EXACT
        return inside and min(high, self.high) - max(low, self.low) > EXACT

    def along(self, other: "Line") -> bool:
        """Tell whether another line is part of this one."""
        same = self.level is other.level and abs(self.at - other.at) < EXACT
        return same and self.low - EXACT < other.low and other.high < self.high + EXACT


class Mark(NamedTuple):
    """A straight line that is printed beside the pieces, with its luminance from 0 to 1."""

    line: Line
    shade: float


class Number(NamedTuple):
    """A number that stands alone beside the pieces: the round of cuts of the mark beside it."""

    value: int
    x: float
    y: float


class Cutout(NamedTuple):
    """A piece on a sheet: its key, its box, and those of its edges that are cut straight."""

    key: str
    box: Box
    edges: tuple[Line, ...]


class Ground(NamedTuple):
    """A page without its marks: what is printed under them."""

    raster: Image.Image
    dpi: float

    def luminance(self, level: bool, at: float, along: float) -> float:
        """Return the luminance at a place on a line."""
        x, y = (along, at) if level else (at, along)
        column, row = int(x / MM_PER_INCH * self.dpi), int(y / MM_PER_INCH * self.dpi)
        place = min(column, self.raster.width - 1), min(row, self.raster.height - 1)
        return luminance(self.raster.getpixel((max(0, place[0]), max(0, place[1]))))


class Sheet(NamedTuple):
    """A side of a sheet: its pieces and marks; ``bare`` is its PDF with the pieces alone."""

    name: str
    box: Box
    pieces: tuple[Cutout, ...]
    marks: tuple[Mark, ...]
    numbers: tuple[Number, ...]
    bare: bytes
    number: int

    def ground(self, dpi: float) -> Ground:
        """Return the page as it is without marks."""
        return Ground(rasterise(self.bare, self.number, dpi).convert("RGB"), dpi)


class Sort(NamedTuple):
    """What is known of a piece from the game: its size when cut, and how it is cut.

    ``overlap`` is the width of the strips that the panels of a board are joined by, ``joints`` are
    the places where these meet, across and down, if it is no board of equal panels.
    """

    size: tuple[float, float]
    straight: bool
    overlap: float = 0.0
    joints: tuple[tuple[float, ...], tuple[float, ...]] | None = None


@lru_cache(4096)
def luminance(rgb: tuple[float, ...]) -> float:
    """Return the relative luminance of an sRGB colour of 0 to 255, as WCAG defines it."""
    parts = [part / 255 for part in rgb]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# --- the cuts ----------------------------------------------------------------------------------


def faults(sheet: Sheet) -> Iterator[str]:
    """Yield what somebody with a knife cannot do on a sheet, in the order of cuts and backwards."""
    found = [*_faults(sheet, COARSE)]
    yield from _faults(sheet, FINE) if found else ()
    yield from contradictions(sheet)


def _faults(sheet: Sheet, dpi: float) -> Iterator[str]:
    cuts, ground = [cut for cut, _ in order(sheet)], sheet.ground(dpi)
    made = {
        edge for cut in cuts for piece in sheet.pieces for edge in piece.edges if cut.along(edge)
    }
    for piece in sheet.pieces:
        for cut in cuts:
            if cut.crosses(piece.box):
                yield f"{sheet.name}: the cut {_said(cut)} goes through {piece.key}"
        for edge in piece.edges:
            if edge not in made:
                yield f"{sheet.name}: no cut goes along {_said(edge)} of {piece.key}"
    sights = {
        edge: [*seen(sheet.marks, edge, ground)] for piece in sheet.pieces for edge in piece.edges
    }
    for what, turn in (("in order", cuts), ("backwards", cuts[::-1])):
        for number, cut in enumerate(turn):
            for piece in sheet.pieces:
                for edge in piece.edges:
                    if cut.along(edge) and not _found(edge, sights[edge], turn[:number]):
                        yield (
                            f"{sheet.name}: cut {what}, {_said(edge)} of {piece.key} has not two"
                            f" marks: {len(sights[edge])} are seen before the first cut"
                        )


def _said(line: Line) -> str:
    way = "level" if line.level else "upright"
    return f"{way} at {line.at:.2f} from {line.low:.2f} to {line.high:.2f}"


def order(sheet: Sheet) -> list[tuple[Line, int]]:
    """Return cuts that take a sheet apart, each through the whole of what it divides, by rounds.

    The cuts of each round go the way that the printed numbers say; without numbers, where more
    lines go. What no through cut separates is cut line by line, along the pieces.
    """
    return list(_apart(sheet.box, sheet.pieces, frozenset(), _rounds(sheet), 1))


Rounds = Mapping[Line, set[int]]
"""The numbers that stand at the marks of edges."""


def _rounds(sheet: Sheet) -> Rounds:
    """Return the edges that have a number: those that the crop mark beside it begins at."""
    found: dict[Line, set[int]] = {}
    crops = [*_crops(sheet)] if sheet.numbers else []
    for number in sheet.numbers:
        for edge in _at_number(sheet, number, crops):
            found.setdefault(edge, set()).add(number.value)
    return found


def _crops(sheet: Sheet) -> Iterator[Line]:
    """Yield the marks that lie along no piece."""
    edges = [edge for piece in sheet.pieces for edge in piece.edges]
    for line, _ in sheet.marks:
        alike = (e for e in edges if e.level is line.level and abs(e.at - line.at) < NEAR)
        if not any(e.low - EXACT < line.low and line.high < e.high + EXACT for e in alike):
            yield line


def _at_number(sheet: Sheet, number: Number, crops: Sequence[Line]) -> list[Line]:
    """Return the edges at the nearest mark that stands at any: the ruler is a line of its own."""
    every = [edge for piece in sheet.pieces for edge in piece.edges]
    for mark in sorted(crops, key=lambda line: _away(line, number)):
        if edges := [edge for edge in every if _stands_at(mark, edge)]:
            return edges
    return []


def _stands_at(mark: Line, edge: Line) -> bool:
    same = edge.level is mark.level and abs(edge.at - mark.at) < NEAR
    return same and max(edge.low - mark.high, mark.low - edge.high) < BESIDE


def _away(line: Line, number: Number) -> float:
    across, along = (number.y, number.x) if line.level else (number.x, number.y)
    return abs(line.at - across) + 3 * max(line.low - along, along - line.high, 0.0)


def _apart(
    part: Box, pieces: Sequence[Cutout], done: frozenset[Line], rounds: Rounds, number: int
) -> Iterator[tuple[Line, int]]:
    left = [e for piece in pieces for e in piece.edges if not any(c.along(e) for c in done)]
    now = [edge for edge in left if _due(edge, left, rounds, number)]
    ways = {level: sorted(_through(part, pieces, now, level)) for level in (True, False)}
    told = [level for level in ways if ways[level] and _told(left, rounds, number, level)]
    level = told[0] if len(told) == 1 else len(ways[True]) >= len(ways[False])
    if not left:
        return
    if not ways[level]:
        yield from ((edge, number) for edge in left)
        return
    near, far = part.span(not level)
    cuts = [Line(level, at, near, far) for at in ways[level]]
    yield from ((cut, number) for cut in cuts)
    begin, end = part.span(level)
    for low, high in pairwise([begin, *ways[level], end]):
        inside = [p for p in pieces if low < sum(p.box.span(level)) / 2 < high]
        if inside:
            rest = part.within(level, low, high)
            yield from _apart(rest, inside, done | {*cuts}, rounds, number + 1)


def _due(edge: Line, left: Iterable[Line], rounds: Rounds, number: int) -> bool:
    """Tell whether no number on the line of an edge says that it is cut in another round."""
    numbers = [
        rounds[other]
        for other in left
        if other in rounds and other.level is edge.level and abs(other.at - edge.at) < EXACT
    ]
    return not numbers or any(number in told for told in numbers)


def _told(left: Iterable[Line], rounds: Rounds, number: int, level: bool) -> bool:
    """Tell whether the number of this round stands at an edge that is not cut yet."""
    return any(edge.level is level and number in rounds.get(edge, ()) for edge in left)


def contradictions(sheet: Sheet) -> Iterator[str]:
    """Yield printed numbers that are not those of the rounds in which their lines are cut."""
    cuts, crops = order(sheet), [*_crops(sheet)]
    for number in sheet.numbers:
        edges = _at_number(sheet, number, crops)
        rounds = {r for cut, r in cuts if any(cut.along(edge) for edge in edges)}
        if number.value not in rounds:
            where = f"{number.value} at {number.x:.1f}, {number.y:.1f}"
            yield f"{sheet.name}: {where} stands at a line that is cut in {rounds}"


def _through(
    part: Box, pieces: Sequence[Cutout], left: Iterable[Line], level: bool
) -> Iterator[float]:
    """Yield the places where a cut through a whole part is along an edge and through no piece."""
    last = -1.0
    near, far = part.span(not level)
    for edge in sorted(edge for edge in left if edge.level is level):
        cut = Line(level, edge.at, near, far)
        harmed = any(cut.crosses(p.box) or _scratches(cut, p.box) for p in pieces)
        if edge.at - last > EXACT and not harmed:
            last = edge.at
            yield edge.at


def _scratches(cut: Line, box: Box) -> bool:
    """Tell whether a cut is so close beside a piece that it takes the marks along its edge."""
    return any(EXACT < abs(cut.at - edge) < SCRATCH for edge in box.span(cut.level))


def seen(marks: Iterable[Mark], edge: Line, ground: Ground) -> Iterator[Line]:
    """Yield the parts of the marks of an edge that are seen on what is printed under them."""
    shades: dict[Line, list[float]] = {}
    for line, shade in marks:
        if line.level is edge.level and abs(line.at - edge.at) <= NEAR:
            shades.setdefault(line, []).append(shade)
    for line, drawn in shades.items():
        yield from _visible(line, drawn, ground)


def _visible(line: Line, shades: Sequence[float], ground: Ground) -> Iterator[Line]:
    """Yield the runs of a mark, of one or more shades, that contrast with the ground."""
    steps = max(1, ceil((line.high - line.low) / STEP))
    run: list[float] = []
    for number in range(steps + 1):
        along = line.low + (line.high - line.low) * min(number + 0.5, steps) / steps
        under = ground.luminance(line.level, line.at, along)
        if number < steps and any(_contrast(shade, under) for shade in shades):
            run.append(along)
        elif run:
            half = (line.high - line.low) / steps / 2
            if run[-1] - run[0] + 2 * half >= SEEN:
                yield line._replace(low=run[0] - half, high=run[-1] + half)
            run = []


def _contrast(one: float, other: float) -> bool:
    lighter, darker = max(one, other), min(one, other)
    return (lighter + 0.05) / (darker + 0.05) >= CONTRAST


def _found(edge: Line, sights: Iterable[Line], made: Sequence[Line]) -> bool:
    """Tell whether two marks of an edge, well apart, are still on the paper that the edge is on."""
    there = [sight for sight in sights if not any(_lost(cut, edge, sight) for cut in made)]
    middles = [(sight.low + sight.high) / 2 for sight in there]
    return bool(middles) and max(middles) - min(middles) >= SPREAD * (edge.high - edge.low)


def _lost(cut: Line, edge: Line, sight: Line) -> bool:
    """Tell whether a cut lies between an edge and one of its marks."""
    if cut.level is edge.level:
        low, high = sorted((edge.at, sight.at))
        beside = min(cut.high, sight.high) - max(cut.low, sight.low) > EXACT
        return low + EXACT < cut.at < high - EXACT and beside
    reached = cut.low - EXACT < edge.at < cut.high + EXACT
    if sight.low >= edge.high - EXACT:
        return reached and edge.high - EXACT <= cut.at <= sight.low + EXACT
    if sight.high <= edge.low + EXACT:
        return reached and sight.high - EXACT <= cut.at <= edge.low + EXACT
    return False


# --- the PDF -----------------------------------------------------------------------------------


def sheets(pdf: bytes, sorts: Mapping[str, Sort], margins: Box) -> Iterator[Sheet]:
    """Yield the fronts of a PDF: every page with a face on it that is cut straight."""
    with pikepdf.open(BytesIO(pdf)) as held:
        read = [_Reader() for _ in held.pages]
        for page, reader in zip(held.pages, read, strict=True):
            reader.read(page, page.resources, pieces=True)
            page.Contents = held.make_stream(pikepdf.unparse_content_stream(reader.alone))
        bare = BytesIO()
        held.save(bare)
        sizes = [[float(part) * MM_PER_INCH / 72 for part in page.mediabox] for page in held.pages]
        names = [str(page.label) for page in held.pages]
    last: dict[str, tuple[int, int]] = {}
    for reader in read:
        for key, _ in reader.faces:
            piece, panel = panel_of(key)
            last[piece] = max(last.get(piece, (0, 0)), panel or (0, 0))
    for number, (reader, (_, _, width, height)) in enumerate(zip(read, sizes, strict=True)):
        box = Box(0, 0, width, height)
        reach = Box(margins.left, margins.top, width - margins.right, height - margins.bottom)
        cutouts = tuple(_cutout(key, place, sorts, last, reach) for key, place in reader.faces)
        if any(piece.edges for piece in cutouts):
            marks = tuple(reader.marks)
            numbers = tuple(reader.numbers)
            yield Sheet(names[number], box, cutouts, marks, numbers, bare.getvalue(), number)


def _equal(length: float, joints: int) -> tuple[float, ...]:
    return tuple(length * number / (joints + 1) for number in range(1, joints + 1))


def panel_of(key: str) -> tuple[str, tuple[int, int] | None]:
    """Return the piece of a key, and row and column of its panel: of ``board/map.B1#1/face``."""
    name = key.partition("#")[0]
    piece, dot, panel = name.rpartition(".")
    return (piece, (ord(panel[0]) - ord("A"), int(panel[1:]) - 1)) if dot else (name, None)


def _cutout(
    key: str,
    place: Matrix,
    sorts: Mapping[str, Sort],
    last: Mapping[str, tuple[int, int]],
    reach: Box,
) -> Cutout:
    """Return a piece where it lies; of a panel its part of the board, with the strips."""
    piece, panel = panel_of(key)
    (width, height), straight, overlap, joints = sorts[piece]
    left, top, right, bottom = 0.0, 0.0, width, height
    if panel:
        (row, column), (rows, columns) = panel, last[piece]
        across, down = joints or (_equal(width, columns), _equal(height, rows))
        left, right = (0.0, *across, width)[column : column + 2]
        top, bottom = (0.0, *down, height)[row : row + 2]
    board = _placed(Box(left, top, right, bottom), place)
    if panel:
        right, bottom = right + overlap * (column < columns), bottom + overlap * (row < rows)
    box = _placed(Box(left, top, right, bottom), place)
    edges = [
        Line(level, at, *box.span(not level)) for level in (True, False) for at in box.span(level)
    ]
    within = [edge for edge in edges if _is_cut(edge, board, reach)]
    return Cutout(key, box, tuple(within) if straight else ())


def _is_cut(edge: Line, board: Box, reach: Box) -> bool:
    """Tell whether a cut goes along an edge: what is left of a glue strip may stay on it."""
    first, last = reach.span(edge.level)
    least = -EXACT if edge.at in board.span(edge.level) else LEAST_OFF
    return first + least <= edge.at <= last - least


def _placed(box: Box, matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    across = [a * x + c * y + e for x, y in corners]
    down = [b * x + d * y + f for x, y in corners]
    return Box(min(across), min(down), max(across), max(down))


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies ``inner`` first."""
    a, b, c, d, e, f = inner
    columns = [(a, b, 0), (c, d, 0), (e, f, 1)]
    return tuple(
        outer[row] * x + outer[row + 2] * y + outer[row + 4] * one
        for x, y, one in columns
        for row in (0, 1)
    )


@dataclass(frozen=True, slots=True)
class _State:
    """The graphics state that marks need: transform, colour of lines, dashes."""

    place: Matrix = UPRIGHT
    color: tuple[float, ...] = (0.0, 0.0, 0.0)
    dashed: bool = False


class _Text(NamedTuple):
    """The text state: letters and widths by their codes, font size and text matrix."""

    letters: Mapping[str, str] = {}
    widths: Mapping[str, float] = {}
    size: float = 0.0
    place: Matrix = UPRIGHT


def _letters(font: Any) -> dict[str, str]:
    """Return the letters of a font by their codes in hexadecimal."""
    pairs = re.findall(rb"^<(\w{4})> <(\w{4})>$", font.ToUnicode.read_bytes(), re.MULTILINE)
    return {code.decode(): chr(int(letter, 16)) for code, letter in pairs}


def _widths(font: Any) -> dict[str, float]:
    """Return the widths of a font's glyphs in em, by their codes in hexadecimal."""
    items = list(font.DescendantFonts[0].W)
    pairs = zip(items[::2], items[1::2], strict=True)
    return {
        f"{int(first) + n:04X}": float(width) / 1000
        for first, widths in pairs
        for n, width in enumerate(widths)
    }


@dataclass(slots=True)
class _Reader:
    """Reads a page: its faces by key and matrix, its marks, and what is left without the marks."""

    faces: list[tuple[str, Matrix]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    alone: list[Any] = field(default_factory=list)

    def read(
        self, stream: Any, resources: Any, *, pieces: bool, start: _State | None = None
    ) -> None:
        """Read a content stream; the page's own holds pieces, and begins in points, y up."""
        state, stack, key, path, text = start or _State(), [], "", [], _Text()
        for instruction in pikepdf.parse_content_stream(stream):
            operator, operands = str(instruction.operator), list(instruction.operands)
            first = pieces and not self.alone
            if pieces and (key or operator in ("q", "Q", "BDC") or first):
                self.alone.append(instruction)
            if key:
                if operator == "cm" and key not in dict(self.faces) and key.endswith("/face"):
                    self.faces.append((key, tuple(map(float, operands))))
                key = "" if operator == "EMC" else key
            elif operator == "BDC" and str(operands[0]) == "/Piece":
                key = str(operands[1].Key)
            elif operator == "q":
                stack.append(state)
            elif operator == "Q":
                state = stack.pop()
            elif operator == "Do":
                form = resources.XObject[str(operands[0])]
                if str(form.Subtype) == "/Form":
                    own = form.get("/Resources", resources)
                    self.read(form, own, pieces=False, start=state)
            elif not first:
                state = _changed(state, operator, operands)
                if operator in ("Tf", "Tm", "TJ"):
                    text = self._read_text(text, operator, operands, resources, state)
                path = self._drawn(path, operator, operands, state)

    def _read_text(
        self, text: "_Text", operator: str, operands: list[Any], resources: Any, state: _State
    ) -> "_Text":
        """Return the state of text; keep a number that stands alone."""
        if operator == "Tf":
            letters = _letters(resources.Font[str(operands[0])])
            widths = _widths(resources.Font[str(operands[0])])
            return text._replace(letters=letters, widths=widths, size=float(operands[1]))
        if operator == "Tm":
            return text._replace(place=tuple(map(float, operands)))
        shown = b"".join(bytes(part) for part in operands[0] if isinstance(part, pikepdf.String))
        codes = [shown[start : start + 2].hex().upper() for start in range(0, len(shown), 2)]
        word = "".join(text.letters.get(code, "?") for code in codes)
        if word.isdigit() and text.size <= LARGEST:
            *_, x, y = _times(state.place, text.place)
            wide = sum(text.widths[code] for code in codes)
            middle = x + text.size * wide / 2, y - text.size * FIGURE / 2
            self.numbers.append(Number(int(word), *middle))
        return text

    def _drawn(
        self, path: list[Any], operator: str, operands: list[Any], state: _State
    ) -> list[Any]:
        """Return the path so far; keep the lines of one that is stroked."""
        if operator in ("m", "l", "c", "v", "y", "re", "h"):
            return [*path, (operator, [float(number) for number in operands])]
        if operator == "S" and not state.dashed:
            self.marks += _lines(path, state)
        return [] if operator in ("S", "s", "f", "f*", "B", "B*", "n") else path


def _changed(state: _State, operator: str, operands: list[Any]) -> _State:
    match operator:
        case "cm":
            place = _times(state.place, tuple(map(float, operands)))
            return _State(place, state.color, state.dashed)
        case "RG" | "G":
            rgb = [float(part) for part in operands]
            return _State(state.place, tuple(rgb * 3 if operator == "G" else rgb), state.dashed)
        case "d":
            return _State(state.place, state.color, bool(len(operands[0])))
    return state


def _lines(path: Sequence[Any], state: _State) -> Iterator[Mark]:
    """Yield the level and the upright lines of a path that has nothing else."""
    if {operator for operator, _ in path} != {"m", "l"}:
        return
    shade = luminance(tuple(255 * part for part in state.color))
    for (_, start), (operator, end) in pairwise(path):
        if operator == "l":
            box = _placed(Box(*start, *end), state.place)
            if box.right - box.left < EXACT:
                yield Mark(Line(False, box.left, box.top, box.bottom), shade)
            elif box.bottom - box.top < EXACT:
                yield Mark(Line(True, box.top, box.left, box.right), shade)
