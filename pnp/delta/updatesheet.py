"""The page that is printed with an update: which old cards to throw away, and which to keep."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.base.diagnostics import named
from pnp.base.units import MM_PER_POINT
from pnp.data.translation import Translation, say
from pnp.delta.comparison import Delta
from pnp.delta.words import Section, sections, title
from pnp.geometry.plane import Point, Rect, Size
from pnp.imposition.marks import FAMILIES
from pnp.imposition.sheet import Layout
from pnp.scene.node import Node
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from pnp.text.style import LINING, TextStyle
from pnp.text.typeset import line

TITLE = TextStyle(families=FAMILIES, size=16 * MM_PER_POINT, weight=700, features=LINING)
HEADING = TextStyle(families=FAMILIES, size=11 * MM_PER_POINT, weight=700, features=LINING)
ENTRY = TextStyle(families=FAMILIES, size=9 * MM_PER_POINT, features=LINING)
SMALLEST = 5 * MM_PER_POINT

EDGE = 10.0
"""Millimetres left free inside the printer's margins."""

TOP = 14.0
LEADING = 4.6
"""Millimetres from baseline to baseline of entries; a heading takes two."""

INDENT = 4.0

COLUMN = 80.0
"""The least width of a column in millimetres."""

GAP = 8.0

Row = tuple[str, TextStyle]


def write_update_sheet(
    file: Path, delta: Delta, layout: Layout, book: FontBook, translation: Translation | None
) -> None:
    """Write the pages of an update as a PDF for a paper, in the game's language.

    Raises:
        OSError: it cannot be written.
    """
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import write_pdf

    pages = tuple(update_pages(delta, layout, book, translation))
    info = Info(
        title(delta, translation), subject=say(translation, "What to throw away and to print")
    )
    with named(file):
        write_pdf(pages, file, book, info)


def update_pages(
    delta: Delta, layout: Layout, book: FontBook, translation: Translation | None
) -> Iterator[Page]:
    """Yield the pages: a list in columns."""
    left, top, right, bottom = layout.margins
    size = layout.paper
    room = Rect(left, top, size.width - left - right, size.height - top - bottom).inset(
        min(EDGE, *(side / 10 for side in size))
    )
    count = max(1, int((room.width + GAP) // (COLUMN + GAP)))
    rows = list(_rows([*_alarm(delta, translation), *sections(delta, translation)]))
    fitting = max(1, int((room.height - TOP) // LEADING))
    columns = [rows[at : at + fitting] for at in range(0, len(rows), fitting)]
    for at in range(0, len(columns), count):
        head = title(delta, translation)
        nodes = _drawn(columns[at : at + count], room, count, book, head)
        yield _page(size, tuple(nodes), head)


def _alarm(delta: Delta, translation: Translation | None) -> Iterator[Section]:
    if delta.new_backs:
        yield Section(say(translation, "New backs: old cards would be known"), delta.new_backs)


def _page(size: Size, nodes: tuple[Node, ...], label: str) -> Page:
    whole = Rect.of(size)
    return Page(size, nodes, whole, whole, (), label)


def _rows(listed: Sequence[Section]) -> Iterator[Row]:
    for heading, entries in listed:
        yield "", ENTRY
        yield heading, HEADING
        yield from ((entry, ENTRY) for entry in entries)


def _drawn(
    columns: Sequence[Sequence[Row]], room: Rect, count: int, book: FontBook, words: str
) -> Iterator[Node]:
    at = Point(room.x, room.y + TITLE.size)
    yield from line(book, words, TITLE, at, max_width=room.width, min_size=SMALLEST).nodes
    width = (room.width - (count - 1) * GAP) / count
    for number, column in enumerate(columns):
        for row, (text, style) in enumerate(column):
            inside = INDENT if style is ENTRY else 0.0
            x = room.x + number * (width + GAP) + inside
            spot = Point(x, room.y + TOP + (row + 1) * LEADING)
            if text:
                yield from line(
                    book, text, style, spot, max_width=width - inside, min_size=SMALLEST
                ).nodes
