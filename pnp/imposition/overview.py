"""A contact sheet: every different face of a kit, with its name and quantity."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.component.piece import Piece
from pnp.geometry import Affine, Point, Rect, Size
from pnp.imposition.label import FAMILIES
from pnp.scene.face import Face
from pnp.scene.node import Clip, Group, Node
from pnp.scene.page import Page
from pnp.scene.path import Path
from pnp.template.fonts import FontBook
from pnp.template.textstyle import LINING, TextStyle
from pnp.template.typeset import line
from pnp.units import MM_PER_POINT

WIDTH = 297.0
EDGE = 10.0
GAP = 5.0
LARGEST = 66.0
"""The longest side that a face is shown with in millimetres; larger faces are shown smaller."""

NARROWEST = 26.0
"""Room for the name below a small face."""

CAPTION = TextStyle(families=FAMILIES, size=7 * MM_PER_POINT, features=LINING)
HEADING = TextStyle(families=FAMILIES, size=12 * MM_PER_POINT, weight=700, features=LINING)
CAPTION_SMALLEST = 4 * MM_PER_POINT
CAPTION_HEIGHT = 5.0
HEADING_HEIGHT = 9.0


class Entry(NamedTuple):
    """A face that differs from all others of its component, and how often it is printed."""

    face: Face
    name: str
    qty: int

    @property
    def scale(self) -> float:
        """Return how much smaller than in life the face is shown."""
        return min(1.0, LARGEST / max(self.face.trim))

    @property
    def cell(self) -> Size:
        """Return the room that face and caption take, in millimetres."""
        width, height = self.face.trim.width * self.scale, self.face.trim.height * self.scale
        return Size(max(NARROWEST, width), height + CAPTION_HEIGHT)


def overview(pieces: Sequence[Piece], book: FontBook, title: str) -> Page:
    """Return a page with every different face, component by component, each named and counted."""
    nodes: list[Node] = [*line(book, title, HEADING, Point(EDGE, EDGE + 4)).nodes]
    y = EDGE + HEADING_HEIGHT
    for _, group in groupby(pieces, key=lambda piece: piece.component.name):
        mine = list(group)
        nodes += line(book, mine[0].component.title, HEADING, Point(EDGE, y + 4)).nodes
        y += HEADING_HEIGHT
        for row in _rows(_entries(mine)):
            nodes += _drawn(row, y, book)
            y += max(entry.cell.height for entry in row) + GAP
    size = Size(WIDTH, y + EDGE - GAP)
    whole = Rect.of(size)
    return Page(size, tuple(nodes), whole, whole, (), title)


def _entries(pieces: Sequence[Piece]) -> list[Entry]:
    """Return the different faces, then the different backs, each under its first row's name."""
    found: dict[tuple[str, tuple[Node, ...]], Entry] = {}
    for side in ("face", "back"):
        for piece in pieces:
            face = piece.face if side == "face" else piece.back
            if face is not None:
                name = piece.card.id if side == "face" else f"back of {piece.card.id}"
                known = found.get((side, face.nodes), Entry(face, name, 0))
                found[side, face.nodes] = known._replace(qty=known.qty + piece.qty)
    return list(found.values())


def _rows(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield as many entries as stand beside each other on the page."""
    row: list[Entry] = []
    for entry in entries:
        if row and sum(other.cell.width + GAP for other in (*row, entry)) > WIDTH - 2 * EDGE + GAP:
            yield row
            row = []
        row.append(entry)
    if row:
        yield row


def _drawn(row: Sequence[Entry], y: float, book: FontBook) -> Iterator[Node]:
    x = EDGE
    for entry in row:
        place = Affine.move(x, y) @ Affine.scale(entry.scale)
        clip = Clip(Path.rect(Rect.of(entry.face.trim)))
        yield Group(entry.face.nodes, place=place, clip=clip)
        baseline = Point(x, y + entry.cell.height - CAPTION_HEIGHT + CAPTION.size * 1.2)
        text = f"{entry.name} × {entry.qty}"
        width = entry.cell.width
        yield from line(
            book, text, CAPTION, baseline, max_width=width, min_size=CAPTION_SMALLEST
        ).nodes
        x += width + GAP
