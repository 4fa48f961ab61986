"""What tables in a browser have in common: a room of 1600 x 1000, with heaps and boards on it.

Tiles, tokens and figures are cards there: they can be turned, and lie in piles.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from pnp.base.diagnostics import user_error
from pnp.data.game import Component, Game
from pnp.destinations.destination import Settings
from pnp.destinations.goods import Goods, PictureSide, Proven, SentPiece, TableUse, blank, proven
from pnp.destinations.plates import MadePicture, Plate
from pnp.destinations.tabletop import (
    TAKEN,
    Heap,
    TableArea,
    TableSpot,
    laid_out,
    packed,
    spaces_of,
    two_sided,
)
from pnp.geometry.plane import Point, Size

ROOM = Size(1600, 1000)

HAND = 180.0
"""The room left free at the bottom, for a hand."""

LARGEST_SCALE = 103 / 63
"""Units of the room a millimetre, so that a card is as wide as those of the tables themselves."""

LEAST_SCALE = 0.05
"""A scale at which a card is three units wide: nobody plays with that."""

STEP = 0.95
GAP = 20.0

LEAST = 8
"""The least width and height of a piece."""

LABEL, BUTTON = Size(150, 38), Size(150, 36)
"""The room of a title above a heap, and of a button below it."""

BUTTON_GAP = 4

DPI = 200.0


Widget = dict[str, Any]
"""A thing on a table as its file describes it."""


class Box(NamedTuple):
    """Where something lies in the room: its top left corner, its size, its turn in degrees."""

    at: Point
    size: Size
    turn: float = 0.0


class RoomPlan(NamedTuple):
    """A table that is laid: all in units of the room, by name, and the slots of heaps."""

    areas: tuple[tuple[TableArea, Box], ...]
    heaps: tuple[tuple[Heap, Box], ...]
    slots: Mapping[str, tuple[Box, ...]]
    scale: float


def plates(cargo: Goods, settings: Settings) -> list[Plate]:
    """Return a picture for each different side."""
    found: dict[str, Plate] = {}
    for items in cargo.items.values():
        for item in items:
            for number, side in enumerate(_seen(item, items)):
                stem = f"{item.piece.id.replace('/', '-')}{_ENDS.get((item.use, number), '')}"
                if item.use is TableUse.DIE:
                    stem = f"{stem}-{number + 1}"
                found.setdefault(side.key, Plate(stem, (side,), 1, DPI))
    return list(found.values())


_ENDS = {(use, 1): "-back" for use in (TableUse.CARD, TableUse.TILE, TableUse.FIGURE)} | {
    (TableUse.SPINNER, 1): "-arrow"
}


def _seen(item: SentPiece, like: Iterable[SentPiece]) -> Iterator[PictureSide]:
    """Yield the sides of a piece; among pieces with backs each has one."""
    yield from _shown(item)
    if len(item.sides) == 1 and two_sided(like):
        yield blank(item.sides[0].size)


def _shown(item: SentPiece) -> tuple[PictureSide, ...]:
    """Return the sides that are sent: of a board its front, as none is turned over there."""
    return item.sides[:1] if item.use is TableUse.BOARD else item.sides


def wanted(cargo: Goods) -> "Counter[Proven]":
    """Return what must be read back."""
    found: Counter[Proven] = Counter()
    for item in cargo.all:
        seen = (side.key for side in _shown(item))
        found[proven(item.piece.id, *seen)] += item.piece.qty
    return found


def remark(component: Component) -> str:
    """Return what is not sent of a component that is; blank for nothing."""
    backed = TAKEN[component.kind.name] is TableUse.BOARD and any(
        card.back for card in component.cards
    )
    return f"{component.name}: its back is left out, boards and pages lie face up" if backed else ""


def by_key(pictures: Iterable[MadePicture]) -> dict[str, MadePicture]:
    """Return pictures of one side each by what they show."""
    return {str(picture.plate.keys[0]): picture for picture in pictures}


def spread(cargo: Goods) -> RoomPlan:
    """Return where everything lies: boards first, then what lies beside them.

    All of it is scaled down until it fits on the table.

    Raises:
        PnpError: it does not.
    """
    table = laid_out(cargo)
    areas = sorted(table.areas, key=lambda area: -area.size.width * area.size.height)
    blocks = list(_blocks(heap for heap in table.heaps if heap.spot is None))
    room = Size(ROOM.width, ROOM.height - HAND)
    scale = LARGEST_SCALE
    while True:
        cells = [_scaled(area.size, scale) for area in areas]
        cells += [_block_size(block, scale) for block in blocks]
        found = packed(cells, room, GAP)
        if found is not None:
            break
        scale *= STEP
        if scale < LEAST_SCALE:
            hint = "leave some pieces out: {put: …, aside: true} under setup"
            raise user_error(f"{cargo.game.key} has too many pieces for a table", None, hint)
    corners = [Point(round(at.x), round(at.y)) for at in found]
    boxes = {
        area.name: Box(at, _scaled(area.size, scale))
        for area, at in zip(areas, corners, strict=False)
    }

    def placed(heap: Heap, spot: TableSpot) -> Box:
        corner, size = boxes[spot.on].at, _scaled(heap.size, scale)
        x = corner.x + spot.at.x * scale - size.width / 2
        y = corner.y + spot.at.y * scale - size.height / 2
        return Box(Point(round(x), round(y)), size, spot.turn)

    beside = {
        heap.name: box
        for block, at in zip(blocks, corners[len(areas) :], strict=True)
        for heap, box in _in_block(block, at, scale)
    }
    heaps = tuple(
        (heap, placed(heap, heap.spot) if heap.spot is not None else beside[heap.name])
        for heap in table.heaps
    )
    slots = {heap.name: tuple(placed(heap, spot) for spot in heap.slots) for heap in table.heaps}
    return RoomPlan(tuple((area, boxes[area.name]) for area in table.areas), heaps, slots, scale)


def deck_of(heap: Heap) -> str:
    """Return the name of the deck of a heap's cards: what is shuffled has one of its own."""
    name = heap.name if heap.shuffled else heap.component.name
    return part_of(name, "own-deck" if heap.shuffled else "deck")


def part_of(name: str, part: str) -> str:
    """Return the id of what belongs to a widget; names have no tilde."""
    return f"{name}~{part}"


def by_id(widgets: Iterable[Widget]) -> dict[str, Widget]:
    """Return widgets by their ids.

    Raises:
        RuntimeError: two have the same: a fault of pnp.
    """
    found: dict[str, Widget] = {}
    for widget in widgets:
        if widget["id"] in found:
            raise RuntimeError(f"two things on the table are called {widget['id']}")
        found[widget["id"]] = widget
    return found


def widened(box: Box) -> Box:
    """Return a box as wide as a title; what is in it stays where it is."""
    width = max(box.size.width, LABEL.width)
    left = box.at.x - (width - box.size.width) / 2
    return box._replace(at=Point(left, box.at.y), size=Size(width, box.size.height))


def title_box(box: Box) -> Box:
    """Return the place of the title above a heap."""
    wide = widened(box)
    at = Point(wide.at.x, box.at.y - LABEL.height)
    return Box(at, Size(wide.size.width, LABEL.height))


def button_box(box: Box) -> Box:
    """Return the place of the button below a heap."""
    wide = widened(box)
    at = Point(wide.at.x, box.at.y + box.size.height + BUTTON_GAP)
    return Box(at, Size(wide.size.width, BUTTON.height - BUTTON_GAP))


def snap_points(game: Game, laid: RoomPlan) -> Iterator[tuple[Point, float]]:
    """Yield the middle of each space of a board in the room, and how far around it pieces snap.

    That is less than half of the way to the next one.
    """
    for area, box in laid.areas:
        for point, reach in spaces_of(game, area.component):
            x, y = box.at.x + point.x * laid.scale, box.at.y + point.y * laid.scale
            yield Point(x, y), reach * laid.scale


def spins(component: Component) -> Iterator[str]:
    """Yield the ids of a spinner's segments for equal steps clockwise from the right."""
    from pnp.kinds.spinner import segments  # few games have one

    assert component.parts is not None
    found = list(segments(component.parts.cards, 1.0))
    for step in range(STEPS):
        turn = (90 + (step + 0.5) * 360 / STEPS - found[0]["start"]) % 360 + found[0]["start"]
        yield next(each["id"] for each in reversed(found) if each["start"] <= turn)


STEPS = 120
"""Steps of a spinner's turn: halves of many numbers of equal segments end at one."""


BLOCK = 4
"""How many heaps of a component lie side by side."""


def _blocks(heaps: Iterable[Heap]) -> Iterator[tuple[Heap, ...]]:
    """Yield heaps of a component that follow each other, as one block; titled ones are alone."""
    for _, group in groupby(heaps, lambda heap: (heap.title and heap.name) or heap.component.name):
        yield tuple(group)


def _block_size(block: Sequence[Heap], scale: float) -> Size:
    """Return the room of a block."""
    cell = _cell(block[0], _scaled(block[0].size, scale))
    columns = min(len(block), BLOCK)
    rows = ceil(len(block) / columns)
    return Size(columns * (cell.width + GAP) - GAP, rows * (cell.height + GAP) - GAP)


def _in_block(block: Sequence[Heap], at: Point, scale: float) -> Iterator[tuple[Heap, Box]]:
    """Yield the heaps of a block with their places; ``at`` is its corner."""
    for number, heap in enumerate(block):
        size = _scaled(heap.size, scale)
        cell = _cell(heap, size)
        row, column = divmod(number, BLOCK)
        left = at.x + column * (cell.width + GAP) + (cell.width - size.width) / 2
        top = at.y + row * (cell.height + GAP) + (LABEL.height if heap.title else 0)
        yield heap, Box(Point(round(left), round(top)), size)


def _cell(heap: Heap, size: Size) -> Size:
    """Return the room of a heap with its title and its button."""
    if not heap.title:
        return size
    below = BUTTON.height if heap.shuffled else 0
    return Size(max(size.width, LABEL.width), LABEL.height + size.height + below)


def _scaled(size: Size, scale: float) -> Size:
    return Size(max(LEAST, round(size.width * scale)), max(LEAST, round(size.height * scale)))
