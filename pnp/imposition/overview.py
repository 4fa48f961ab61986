"""A contact sheet: every different face of a kit, with its name and quantity."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from math import sqrt
from typing import NamedTuple

from pnp.base.units import MM_PER_POINT, pixels
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.imposition.marks import FAMILIES
from pnp.kinds.piece import Piece
from pnp.scene.node import Clip, Group, Node
from pnp.scene.page import Face, Page
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook
from pnp.text.style import LINING, TextStyle
from pnp.text.typeset import line

COLUMN = 206.0
"""Width of a column in millimetres: four cards of poker size side by side."""

LEAST_COLUMNS = 2

LANDSCAPE = 1.2
"""The least width of the page as a multiple of its height; otherwise a column is added."""

EDGE = 10.0
GAP = 5.0

LARGEST = 66.0
"""Longest side of a thumbnail in millimetres; larger faces are scaled down."""

NARROWEST = 26.0
"""Least width of a thumbnail with its caption, in millimetres."""

CAPTION = TextStyle(families=FAMILIES, size=7 * MM_PER_POINT, features=LINING)
HEADING = TextStyle(families=FAMILIES, size=12 * MM_PER_POINT, weight=700, features=LINING)
CAPTION_SMALLEST = 4 * MM_PER_POINT
CAPTION_HEIGHT = 5.0
HEADING_HEIGHT = 9.0


DPI = 110.0

MOST_PIXELS = 16_000_000
"""Limit for the overview's pixels; a larger overview gets a lower resolution.

Those of the bundled games have up to 9 million. While written, a pixel takes 7 bytes of memory.
"""


def resolution(size: Size) -> float:
    """Return the dots per inch at which an overview of that size is rasterised."""
    return DPI * min(1.0, sqrt(MOST_PIXELS / (pixels(size.width, DPI) * pixels(size.height, DPI))))


class Thumbnail(NamedTuple):
    """One different face of a component, with its name and the number of its copies."""

    face: Face
    name: str
    qty: int

    @property
    def scale(self) -> float:
        """Return the scale of the face: 1 or less."""
        return min(1.0, LARGEST / max(self.face.trim))

    @property
    def cell(self) -> Size:
        """Return the size of face and caption together, in millimetres."""
        width, height = self.face.trim.width * self.scale, self.face.trim.height * self.scale
        return Size(max(NARROWEST, width), height + CAPTION_HEIGHT)


class ThumbnailRow(NamedTuple):
    """Thumbnails of a component side by side; the first row has a ``heading`` above."""

    entries: Sequence[Thumbnail]
    title: str
    heading: str

    @property
    def height(self) -> float:
        """Return the height of the row with the gap below it, in millimetres."""
        heading = HEADING_HEIGHT if self.heading else 0.0
        return heading + max(entry.cell.height for entry in self.entries) + GAP

    def continued(self) -> "ThumbnailRow":
        """Return the row as the first of a column, which always has a heading."""
        return self if self.heading else self._replace(heading=f"{self.title}, continued")


def overview(pieces: Sequence[Piece], book: FontBook, title: str) -> Page:
    """Return a page with every different face, by component, with its name and quantity."""
    columns = _columns(list(_lines(pieces)))
    top = EDGE + HEADING_HEIGHT
    nodes: list[Node] = [*line(book, title, HEADING, Point(EDGE, EDGE + 4)).nodes]
    for number, column in enumerate(columns):
        nodes += _column(column, Point(EDGE + number * (COLUMN + EDGE), top), book)
    height = top + max(map(_height, columns)) - GAP + EDGE
    size = Size(EDGE + len(columns) * (COLUMN + EDGE), height)
    whole = Rect.of(size)
    return Page(size, tuple(nodes), whole, whole, (), title)


def _lines(pieces: Sequence[Piece]) -> Iterator[ThumbnailRow]:
    for _, group in groupby(pieces, key=lambda piece: piece.component.name):
        mine = list(group)
        for number, row in enumerate(_rows(_entries(mine))):
            title = mine[0].component.title
            yield ThumbnailRow(row, title, "" if number else title)


def _columns(lines: Sequence[ThumbnailRow]) -> list[list[ThumbnailRow]]:
    """Return the fewest columns that make a landscape page, of about equal length."""
    return next(
        columns
        for most in count(LEAST_COLUMNS)
        for height in range(int(_height(lines) / most), int(most * COLUMN / LANDSCAPE))
        if len(columns := _filled(lines, height)) <= most
    )


def _filled(lines: Iterable[ThumbnailRow], height: float) -> list[list[ThumbnailRow]]:
    """Return columns filled up to a height in millimetres, with at least one row each."""
    columns: list[list[ThumbnailRow]] = []
    for each in lines:
        if columns and _height(columns[-1]) + each.height <= height:
            columns[-1].append(each)
        else:
            columns.append([each.continued()])
    return columns


def _height(column: Iterable[ThumbnailRow]) -> float:
    return sum(each.height for each in column)


def _entries(pieces: Sequence[Piece]) -> list[Thumbnail]:
    """Return the different faces, then the different backs, each named after its first card."""
    thumbnails: dict[tuple[str, Contents], Thumbnail] = {}
    for side in ("face", "back"):
        for piece in pieces:
            face = piece.face if side == "face" else piece.back
            if face is not None:
                name = piece.card.id if side == "face" else f"back of {piece.card.id}"
                known = thumbnails.get((side, face.nodes), Thumbnail(face, name, 0))
                thumbnails[side, face.nodes] = known._replace(qty=known.qty + piece.qty)
    return list(thumbnails.values())


def _rows(entries: Iterable[Thumbnail]) -> Iterator[list[Thumbnail]]:
    """Yield rows of as many thumbnails as fit side by side into a column."""
    row: list[Thumbnail] = []
    for entry in entries:
        if row and sum(other.cell.width + GAP for other in (*row, entry)) > COLUMN + GAP:
            yield row
            row = []
        row.append(entry)
    if row:
        yield row


def _column(lines: Sequence[ThumbnailRow], at: Point, book: FontBook) -> Iterator[Node]:
    y = at.y
    for each in lines:
        bottom = y + each.height
        if each.heading:
            yield from line(book, each.heading, HEADING, Point(at.x, y + 4)).nodes
            y += HEADING_HEIGHT
        yield from _drawn(each.entries, Point(at.x, y), book)
        y = bottom


def _drawn(row: Sequence[Thumbnail], at: Point, book: FontBook) -> Iterator[Node]:
    x = at.x
    for entry in row:
        place = Affine.move(x, at.y) @ Affine.scale(entry.scale)
        clip = Clip(Path.rect(Rect.of(entry.face.trim)))
        yield Group(entry.face.nodes, place=place, clip=clip)
        width, height = entry.cell
        baseline = Point(x, at.y + height - CAPTION_HEIGHT + CAPTION.size * 1.2)
        text = f"{entry.name} × {entry.qty}"
        yield from line(
            book, text, CAPTION, baseline, max_width=width, min_size=CAPTION_SMALLEST
        ).nodes
        x += width + GAP
