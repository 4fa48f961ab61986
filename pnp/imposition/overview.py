"""Contact sheets: every different face of a kit, with its name and quantity."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from math import sqrt
from typing import NamedTuple

from pnp.base.units import MM_PER_POINT, pixels
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.imposition.marks import FAMILIES
from pnp.kinds.piece import SIDES, Piece
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

LARGEST, LARGEST_OF_MANY = 66.0, 44.0
"""Longest side of a thumbnail in millimetres; larger faces are scaled down."""

MANY = 150
"""A game with more different faces than this has smaller thumbnails."""

NARROWEST = 26.0
"""Least width of a thumbnail with its caption, in millimetres."""

CAPTION = TextStyle(families=FAMILIES, size=7 * MM_PER_POINT, features=LINING)
HEADING = TextStyle(families=FAMILIES, size=12 * MM_PER_POINT, weight=700, features=LINING)
CAPTION_SMALLEST = 4 * MM_PER_POINT
CAPTION_HEIGHT = 5.0
HEADING_HEIGHT = 9.0


MOST_HEIGHT = 3000.0
"""The most rows on one page, as the sum of their heights in millimetres: some 270 poker cards."""

DPI = 110.0

MOST_PIXELS = 6_000_000
"""Limit for the pixels of a page of the overview, a few screens; a larger one is coarser.

With as many rows as a page has at most, that is 75 dpi, at which captions can be read.
"""


def resolution(size: Size) -> float:
    """Return the dots per inch at which a page of an overview is rasterised."""
    return DPI * min(1.0, sqrt(MOST_PIXELS / (pixels(size.width, DPI) * pixels(size.height, DPI))))


class Thumbnail(NamedTuple):
    """One different face of a component as it is cut, with its name and number of copies."""

    face: Face
    cut: Path
    name: str
    qty: int


class Cell(NamedTuple):
    """A thumbnail, the scale of its face (1 or less), and its size with the caption."""

    entry: Thumbnail
    scale: float
    size: Size


class ThumbnailRow(NamedTuple):
    """Thumbnails of a component side by side; the first row has a ``heading`` above.

    ``tallest`` is the height of the tallest cell in millimetres.
    """

    cells: Sequence[Cell]
    tallest: float
    title: str
    heading: str

    @property
    def height(self) -> float:
        """Return the height of the row with the gap below it, in millimetres."""
        return (HEADING_HEIGHT if self.heading else 0.0) + self.tallest + GAP

    def continued(self) -> "ThumbnailRow":
        """Return the row as the first of a column, which always has a heading."""
        return self if self.heading else self._replace(heading=f"{self.title}, continued")


def overview(
    pieces: Sequence[Piece], book: FontBook, title: str, sides: Sequence[str] = SIDES
) -> Iterator[Page]:
    """Yield pages with every different face, by component, with its name and quantity.

    Each page has the size of a few screens; most games need one. ``sides`` are those to show, of
    which there is at least one.
    """
    groups = [list(group) for _, group in groupby(pieces, lambda piece: piece.component.name)]
    entries = [_entries(group, sides) for group in groups]
    largest = LARGEST if sum(map(len, entries)) <= MANY else LARGEST_OF_MANY
    lines = (
        row
        for group, mine in zip(groups, entries, strict=True)
        for row in _lines(group[0].component.title, mine, largest)
    )
    batches = list(_batches(lines))
    for number, rows in enumerate(batches, 1):
        heading = f"{title} · {number} of {len(batches)}" if len(batches) > 1 else title
        yield _page(_columns(rows), book, heading)


def _page(columns: Sequence[Sequence[ThumbnailRow]], book: FontBook, title: str) -> Page:
    top = EDGE + HEADING_HEIGHT
    nodes: list[Node] = [*line(book, title, HEADING, Point(EDGE, EDGE + 4)).nodes]
    for number, column in enumerate(columns):
        nodes += _column(column, Point(EDGE + number * (COLUMN + EDGE), top), book)
    height = top + max(map(_height, columns)) - GAP + EDGE
    size = Size(EDGE + len(columns) * (COLUMN + EDGE), height)
    whole = Rect.of(size)
    return Page(size, tuple(nodes), whole, whole, (), title)


def _lines(title: str, entries: Iterable[Thumbnail], largest: float) -> Iterator[ThumbnailRow]:
    """Yield the rows of a component."""
    for number, row in enumerate(_rows(_cell(entry, largest) for entry in entries)):
        tallest = max(cell.size.height for cell in row)
        yield ThumbnailRow(row, tallest, title, "" if number else title)


def _cell(entry: Thumbnail, largest: float) -> Cell:
    width, height = entry.face.trim
    scale = min(1.0, largest / max(width, height))
    return Cell(entry, scale, Size(max(NARROWEST, width * scale), height * scale + CAPTION_HEIGHT))


def _batches(lines: Iterable[ThumbnailRow]) -> Iterator[list[ThumbnailRow]]:
    """Yield the rows of each page."""
    batch: list[ThumbnailRow] = []
    total = 0.0
    for each in lines:
        if batch and total + each.height > MOST_HEIGHT:
            yield batch
            batch, total = [], 0.0
        batch.append(each if batch else each.continued())
        total += batch[-1].height
    yield batch


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
    used = 0.0
    for each in lines:
        if columns and used + each.height <= height:
            columns[-1].append(each)
            used += each.height
        else:
            columns.append([each.continued()])
            used = columns[-1][0].height
    return columns


def _height(column: Iterable[ThumbnailRow]) -> float:
    return sum(each.height for each in column)


def _entries(pieces: Sequence[Piece], sides: Iterable[str]) -> list[Thumbnail]:
    """Return the different faces, then the different backs, each named after its first card.

    They differ in what is drawn, or in the line that it is cut along.
    """
    thumbnails: dict[tuple[str, Contents, Size, Path | None], Thumbnail] = {}
    for side in sides:
        for piece in pieces:
            face = piece.face if side == "face" else piece.back
            if face is None:
                continue
            key = side, face.nodes, piece.trim, piece.outline
            known = thumbnails.get(key)
            if known is None:
                cut = piece.cut if side == "face" else piece.cut_on_back
                name = piece.card.id if side == "face" else f"back of {piece.card.id}"
                known = Thumbnail(face, cut, name, 0)
            thumbnails[key] = known._replace(qty=known.qty + piece.qty)
    return list(thumbnails.values())


def _rows(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield rows of as many thumbnails as fit side by side into a column."""
    row: list[Cell] = []
    used = 0.0
    for cell in cells:
        width = cell.size.width
        if row and used + width + GAP > COLUMN + GAP:
            yield row
            row, used = [], 0.0
        row.append(cell)
        used += width + GAP
    if row:
        yield row


def _column(lines: Sequence[ThumbnailRow], at: Point, book: FontBook) -> Iterator[Node]:
    y = at.y
    for each in lines:
        bottom = y + each.height
        if each.heading:
            yield from line(book, each.heading, HEADING, Point(at.x, y + 4)).nodes
            y += HEADING_HEIGHT
        yield from _drawn(each.cells, Point(at.x, y), book)
        y = bottom


def _drawn(row: Sequence[Cell], at: Point, book: FontBook) -> Iterator[Node]:
    x = at.x
    for entry, scale, (width, height) in row:
        place = Affine.move(x, at.y) @ Affine.scale(scale)
        yield Group(entry.face.nodes, place=place, clip=Clip(entry.cut))
        baseline = Point(x, at.y + height - CAPTION_HEIGHT + CAPTION.size * 1.2)
        text = f"{entry.name} × {entry.qty}"
        yield from line(
            book, text, CAPTION, baseline, max_width=width, min_size=CAPTION_SMALLEST
        ).nodes
        x += width + GAP
