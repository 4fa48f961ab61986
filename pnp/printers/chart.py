"""The page that measures how a printer lays the back side: drawn, and its readings understood.

At each corner stand two verniers, one across and one down. The front has a ruler with a tick for
each 2.1 mm, the back one with a tick for each 1.0 mm; held against the light, the tick of the front
that a tick of the back prolongs tells the tenths of the shift, as on a caliper. Ten ticks of the
front are enough: each is 0.1 mm later than the one before it, measured from the ticks of the back.
A second ruler tells the whole millimetres. For card that lets no light through, the front has a
cross to prick with a pin, and the back a grid to read where the hole came out. A printer without
fault reads 10.0 everywhere, so that no reading has a sign.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.base.color import BLACK, Color
from pnp.base.diagnostics import user_error
from pnp.base.scratch import whole_file
from pnp.base.slotted import slotted
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.imposition.sheet import TURN_WORDS, Backs, FlipAxis, mirror_of
from pnp.printers.misprint import Reading
from pnp.scene.node import Group, Node, Shape, Solid, Stroke
from pnp.scene.page import Page
from pnp.text.fontbook import BODY_FAMILY, FontBook
from pnp.text.style import LINING, TextStyle
from pnp.text.typeset import box, line

LETTERS = "ABCDEFGH"
"""The verniers: from the top left corner to the bottom right one, across and down at each."""

PERFECT = 10.0
"""What a vernier shows where the back side lies exactly behind the front."""

FARTHEST = 6.0
"""Millimetres: the largest shift that the rulers show."""

FRONT_PITCH, BACK_PITCH = 2.1, 1.0
"""Millimetres between the ticks of a vernier."""

TENTHS = 10
FIRST = -FRONT_PITCH * (TENTHS - 1) / 2
"""Millimetres from the middle of a vernier to its tick for 0."""

SMALLEST = Size(120, 160)
"""The smallest paper that the chart fits on, in millimetres."""

ACROSS = Point(27, 22)
DOWN = Point(20, 50)
PINS = Point(54, 24)
"""Millimetres from a corner of the paper to the middle of the vernier across, of the one down, and
of the cross for the pin; all inside what any printer reaches."""

THIN = Stroke(Solid(BLACK), 0.1)
FINE = Stroke(Solid(BLACK), 0.2)
BOLD = Stroke(Solid(BLACK), 0.4)
GREY = Solid(Color(140, 140, 140))
SHINING, BOLD_SHINING = FINE._replace(paint=GREY), BOLD._replace(paint=GREY)
NUMBER = 2.2
WORDS = 3.4
HEADING = 7.0
"""Millimetres: heights of the letters."""

TEXT = 54.0
"""Millimetres: the height of the room for the words."""

WIDE = 190.0
"""Millimetres: paper as wide as this has room for a ruler of 100 mm between the crosses."""

ENLARGED = 2.6
"""The scale of the example."""

GRID = 5.0
"""Millimetres: half the side of the grid for the pin."""


@slotted
class Chart:
    """The chart for a paper and a turning edge: ``Chart(Size(210, 297), "a4", Backs.LONG_EDGE)``.

    Raises:
        PnpError: the paper is too small, or is not turned over.
    """

    paper: Size
    paper_name: str
    backs: Backs

    def __post_init__(self) -> None:
        if self.paper.width < SMALLEST.width or self.paper.height < SMALLEST.height:
            hint = f"it needs {SMALLEST}; calibrate on larger paper from the same tray"
            raise user_error(f"the chart does not fit on {self.paper_name}", hint=hint)
        if mirror_of(self.paper, self.backs) is None:
            hint = "write --backs long-edge or --backs short-edge"
            raise user_error(f"--backs {self.backs}: the paper is not turned over", hint=hint)

    @property
    def mirror(self) -> FlipAxis:
        """Return the sides that turning the paper swaps."""
        mirror = mirror_of(self.paper, self.backs)
        assert mirror is not None  # refused above
        return mirror

    def readings(self, values: Sequence[float], *, pins: bool) -> tuple[Reading, ...]:
        """Return the readings of the verniers A to H, or of the holes that a pin made.

        Raises:
            PnpError: a value is beyond the rulers.
        """
        shifts = [value - PERFECT for value in values]
        for letter, value, shift in zip(LETTERS, values, shifts, strict=True):
            if abs(shift) > FARTHEST:
                hint = f"they go from {PERFECT - FARTHEST:g} to {PERFECT + FARTHEST:g}"
                raise user_error(f"{letter}: {value:g} is beyond the rulers", hint=hint)
        places = self._holes() if pins else self._meetings(shifts)
        return tuple(
            Reading(letter, at, across, shift)
            for letter, (at, across), shift in zip(LETTERS, places, shifts, strict=True)
        )

    def _holes(self) -> Iterator[tuple[Point, bool]]:
        for corner in self._corners(PINS):
            yield corner, True
            yield corner, False

    def _meetings(self, shifts: Sequence[float]) -> Iterator[tuple[Point, bool]]:
        """Yield where on the verniers the ticks meet that show these shifts."""
        for number, (at, across) in enumerate(self.verniers()):
            along = FIRST + FRONT_PITCH * (round(shifts[number] * TENTHS) % TENTHS)
            yield Point(at.x + along, at.y) if across else Point(at.x, at.y + along), across

    def verniers(self) -> Iterator[tuple[Point, bool]]:
        """Yield the middle of each vernier, A to H, and whether it measures across.

        Points are in millimetres from the middle of the paper, seen from the front.
        """
        for across, down in zip(self._corners(ACROSS), self._corners(DOWN), strict=True):
            yield across, True
            yield down, False

    def _corners(self, inside: Point) -> list[Point]:
        """Return the four points that far inside the corners, from the middle of the paper."""
        x, y = self.paper.width / 2 - inside.x, self.paper.height / 2 - inside.y
        return [Point(-x, -y), Point(x, -y), Point(-x, y), Point(x, y)]

    def pages(self, book: FontBook, words: Sequence[str], corrected: Affine) -> tuple[Page, Page]:
        """Return front and back; ``words`` are the paragraphs that tell what to do.

        ``corrected`` is the correction of the back side, to see whether it is right.
        """
        middle = Affine.move(self.paper.width / 2, self.paper.height / 2)
        front = Group((*self._front(book), *self._words(book, words)), place=middle)
        # The back is drawn as it is seen from the front, then mirrored as turning the paper does.
        seen = Group(tuple(self._back()), place=middle @ self._flip)
        name = line(book, "Back", _style(HEADING), Point(0, 0), anchor="middle").nodes
        behind = Group((seen, Group((*name, *self._grid_numbers(book)), place=middle)))
        return self._page(front, "front", IDENTITY), self._page(behind, "back", corrected)

    @property
    def _flip(self) -> Affine:
        return Affine(a=-1) if self.mirror is FlipAxis.SIDEWAYS else Affine(d=-1)

    def _page(self, drawn: Node, side: str, correction: Affine) -> Page:
        whole = Rect.of(self.paper)
        return Page(self.paper, (drawn,), whole, whole, (), f"calibration {side}", correction)

    def _front(self, book: FontBook) -> Iterator[Node]:
        for letter, (at, across) in zip(LETTERS, self.verniers(), strict=True):
            turn = 0 if across else 90
            place = Affine.move(*at) @ Affine.turn(turn)
            yield Group(tuple(_front_rulers(book, turn)), place=place)
            beside = Point(at.x + FIRST - 7, at.y + 4) if across else Point(at.x, at.y + FIRST - 4)
            yield from line(book, letter, _style(HEADING), beside).nodes
        for at in self._corners(PINS):
            yield _cross(at)

    def _back(self) -> Iterator[Node]:
        for at, across in self.verniers():
            place = Affine.move(*at) @ Affine.turn(0 if across else 90)
            yield Group(tuple(_back_rulers()), place=place)
        for at in self._corners(PINS):
            yield _grid(at)

    def _grid_numbers(self, book: FontBook) -> Iterator[Node]:
        """Yield the numbers of the grids: upright on the back, so not mirrored with the rest.

        A hole lies as far to the left on the grid as the grid lies to the right.
        """
        for seen in self._corners(PINS):
            at = self._flip.apply(*seen)
            for step in (-4, 0, 4):
                value = f"{PERFECT - step:g}"
                x, y = self._flip.apply(step, step)
                yield _word(book, value, Point(at.x + x, at.y - GRID - 2))
                yield _word(book, value, Point(at.x - GRID - 2.5, at.y + y))

    def _words(self, book: FontBook, words: Sequence[str]) -> Iterator[Node]:
        wide = self.paper.width / 2 - DOWN.x - 14
        top = -self.paper.height / 2 + ACROSS.y + 22
        title = f"Front · {self.paper_name} · turned on the {TURN_WORDS[self.backs]}"
        style = _style(HEADING * 0.75)
        set_title = line(
            book, title, style, Point(0, top), anchor="middle", max_width=2 * wide, min_size=2
        )
        yield from set_title.nodes
        room = Rect(-wide, top + 6, 2 * wide, TEXT)
        yield from box(book, "\n\n".join(words), _style(WORDS), room, min_size=2.2).nodes
        yield from _example(book, room.bottom + 3, room.width)
        yield from _arrow(book, Point(0, 8 - self.paper.height / 2))
        yield from self._ruler(book)

    def _ruler(self, book: FontBook) -> Iterator[Node]:
        """Yield a line that shows whether the front has its size."""
        half, foot = 50 if self.paper.width >= WIDE else 25, self.paper.height / 2 - 36
        yield Shape(Outline.line((-half, foot), (half, foot)), stroke=BOLD)
        yield _ticks((-half, half), foot - 2, foot, BOLD)
        words = f"{2 * half} mm long? If not: print at 100 %, not fitted to the page."
        below = Point(0, foot + 4)
        yield from line(book, words, _style(NUMBER * 1.2), below, anchor="middle").nodes


def write_chart(file: Path, pages: Sequence[Page], book: FontBook, backs: Backs) -> None:
    """Write the two pages of a chart as a PDF, as a whole or not at all.

    Raises:
        PnpError: the file is no PDF by its name, or its folder is missing.
        OSError: it cannot be written.
    """
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import write_pdf

    if file.suffix.lower() != ".pdf":
        raise user_error(f"{file} is no PDF by its name", hint="write -o calibration.pdf")
    if not file.parent.is_dir():
        raise user_error(f"{file.parent} does not exist", hint="make the folder first")
    with whole_file(file) as fresh:
        write_pdf(pages, fresh, book, Info("Calibration of the back side", duplex=backs))


def _front_rulers(book: FontBook, turn: float = 0) -> Iterator[Node]:
    """Yield ruler and vernier of the front, across, about the middle of the vernier.

    ``turn`` is how they are turned afterwards: their numbers then stand upright.
    """
    whole = range(round(-FARTHEST), round(FARTHEST) + 1)
    yield _ticks(whole, -6.5, -5, FINE)
    yield _ticks(whole[::3], -7.5, -5, FINE)
    yield Shape(Outline.line((-FARTHEST, -5), (FARTHEST, -5)), stroke=FINE)
    for step in whole[::3]:
        yield _word(book, f"{PERFECT + step:g}", Point(step, -9), turn)
    tenths = [FIRST + FRONT_PITCH * number for number in range(TENTHS)]
    yield _ticks(tenths, 1.5, 4, FINE)
    for number, x in enumerate(tenths):
        yield _word(book, str(number), Point(x, 5.5), turn)


def _back_rulers(stroke: Stroke = FINE, bold: Stroke = BOLD) -> Iterator[Node]:
    """Yield the line and the ticks of the back, as they are seen from the front."""
    yield _ticks((0,), -5, -2.5, bold)
    reach = round(FARTHEST) + 1
    last = round((TENTHS - 1) * FRONT_PITCH / BACK_PITCH) + reach
    yield _ticks([FIRST + BACK_PITCH * k for k in range(-reach, last)], -1, 1.5, stroke)


def _example(book: FontBook, top: float, width: float) -> Iterator[Node]:
    """Yield a vernier as it is seen against the light, enlarged, and what it reads."""
    shift = 1.3
    seen = (
        *_front_rulers(book),
        Group(tuple(_back_rulers(SHINING, BOLD_SHINING)), place=Affine.move(shift, 0)),
    )
    place = Affine.move(0, top + 10.5 * ENLARGED) @ Affine.scale(ENLARGED)
    yield Group(seen, place=place)
    words = f"Against the light, enlarged; the back is grey here. This one reads {PERFECT + shift}."
    below = Point(0, top + 19 * ENLARGED)
    style = _style(WORDS)
    told = line(book, words, style, below, anchor="middle", max_width=width, min_size=2)
    yield from told.nodes


def _cross(at: Point) -> Shape:
    level = Outline.line((at.x - GRID, at.y), (at.x + GRID, at.y))
    return Shape(level + Outline.line((at.x, at.y - GRID), (at.x, at.y + GRID)), stroke=FINE)


def _grid(at: Point) -> Group:
    """Return a grid with lines every half millimetre, the whole ones bolder."""
    halves = [step / 2 for step in range(round(-2 * GRID), round(2 * GRID) + 1)]
    down = (_ticks(halves, -GRID, GRID, THIN), _ticks(halves[::2], -GRID, GRID, FINE))
    across = Group(down, place=Affine.turn(90))
    return Group((*down, across), place=Affine.move(*at))


def _ticks(xs: Iterable[float], top: float, bottom: float, stroke: Stroke) -> Shape:
    """Return upright lines."""
    coords = [coord for x in xs for coord in (x, top, x, bottom)]
    return Shape(Outline("ML" * (len(coords) // 4), tuple(coords)), stroke=stroke)


def _arrow(book: FontBook, tip: Point) -> Iterator[Node]:
    """Yield an arrow to the upper edge: front and back have to go in the same way round."""
    x, y = tip
    head = Outline.polygon([(x, y), (x + 2, y + 3), (x - 2, y + 3)])
    yield Shape(head, fill=Solid(BLACK))
    yield from line(book, "top", _style(WORDS), Point(x, y + 7), anchor="middle").nodes


def _word(book: FontBook, word: str, middle: Point, turn: float = 0) -> Group:
    """Return a word about a point, turned back by ``turn``."""
    low = Point(0, NUMBER * 0.35)
    set_word = line(book, word, _style(NUMBER), low, anchor="middle")
    return Group(set_word.nodes, place=Affine.move(*middle) @ Affine.turn(-turn))


def _style(size: float) -> TextStyle:
    return TextStyle(families=(BODY_FAMILY,), size=size, features=LINING)
