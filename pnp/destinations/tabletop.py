"""What lies where before the first turn, on any table on a screen: boards, grids and heaps.

``setup`` in game.yaml says it. What it does not name lies beside: a deck as one pile, other pieces
in a pile for each row.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from pnp.data.game import Component, Game, Setup
from pnp.destinations.goods import Goods, SentPiece, TableUse
from pnp.geometry.plane import Point, Size

TAKEN = {
    "deck": TableUse.CARD,
    **dict.fromkeys(("tile", "token"), TableUse.TILE),
    "standee": TableUse.FIGURE,
    **dict.fromkeys(("board", "mat", "track", "sheet"), TableUse.BOARD),
    "die": TableUse.DIE,
    "spinner": TableUse.SPINNER,
}
"""What becomes of each kind of component on a table."""

ASIDE = "of no use on a screen"

HAND = "hand"
"""What tables call the place of a player's own cards: no heap has that name."""

MOST_HEAPS = 40
"""Rows that lie in a pile each; if there are more, all of a component are one pile."""


class LaidCopy(NamedTuple):
    """One of the pieces of a row, counted from 1."""

    item: SentPiece
    number: int

    @property
    def name(self) -> str:
        """Return a name that no other piece has: ``graveyard/white-zombie#2``."""
        return f"{self.item.piece.id}#{self.number}"


class TableSpot(NamedTuple):
    """A place on an area: its middle in millimetres, and its turn in degrees, clockwise."""

    on: str
    at: Point
    turn: float = 0.0


class Heap(NamedTuple):
    """Pieces of one component that lie on each other, the first one on top.

    ``spot`` is None beside the boards. What is ``shuffled`` is dealt to ``slots``, one piece each.
    ``title`` is blank for what tells itself. ``setup`` is the entry that laid it, None if none did.
    """

    name: str
    copies: tuple[LaidCopy, ...]
    face_up: bool
    shuffled: bool = False
    title: str = ""
    spot: TableSpot | None = None
    slots: tuple[TableSpot, ...] = ()
    setup: Setup | None = None

    @property
    def component(self) -> Component:
        """Return the component of all pieces."""
        return self.copies[0].item.piece.component

    @property
    def size(self) -> Size:
        """Return the size of a piece in millimetres."""
        return self.copies[0].item.sides[0].size


class TableArea(NamedTuple):
    """Where pieces lie: a board, or a grid that nothing is drawn of; a size in millimetres.

    Copies that nothing is put on lie ``below`` the first one.
    """

    name: str
    size: Size
    board: LaidCopy | None = None
    below: tuple[LaidCopy, ...] = ()

    @property
    def component(self) -> str:
        """Return the name of the board's component, blank for a grid."""
        return self.board.item.piece.component.name if self.board is not None else ""

    @property
    def movable(self) -> bool:
        """Tell whether players take it to themselves: a sheet with nothing on it."""
        return self.board is not None and bool(self.below)


class Tabletop(NamedTuple):
    """All that lies on a table."""

    areas: tuple[TableArea, ...]
    heaps: tuple[Heap, ...]


def is_aside(game: Game, component: str, card: str) -> bool:
    """Tell whether ``setup`` leaves a row out on a screen."""
    return any(setup.aside and setup.takes(component, card) for setup in game.setup)


def two_sided(items: Iterable[SentPiece]) -> bool:
    """Tell whether pieces are seen from both sides: then all of them have two."""
    return any(len(item.sides) == 2 and item.use is not TableUse.SPINNER for item in items)


def spaces_of(game: Game, component: str) -> list[tuple[Point, float]]:
    """Return the middles of a board's spaces, and how far around each what is near belongs to it.

    That is less than half of the way to the nearest other space, and ``REACH`` at most.
    """
    board = game.boards.get(component)
    if board is None:
        return []
    middles = list(dict.fromkeys(space.at for space in board.spaces))

    def reach(at: Point) -> float:
        others = (hypot(at.x - other.x, at.y - other.y) for other in middles if other != at)
        return min(REACH, 0.45 * min(others, default=REACH / 0.45))

    return [(at, reach(at)) for at in middles]


REACH = 12.0
"""Millimetres: pieces that are put down farther from a space stay where they are."""


def laid_out(cargo: Goods) -> Tabletop:
    """Return what lies where."""
    return _Setter(cargo).table()


class _Setter:
    """Puts pieces down, each once."""

    def __init__(self, cargo: Goods) -> None:
        self._cargo = cargo
        self._left = {
            item.piece.id: [LaidCopy(item, number) for number in range(1, item.piece.qty + 1)]
            for item in cargo.all
        }
        boards = (item for item in cargo.all if item.use is TableUse.BOARD)
        self._areas = [area for item in boards for area in self._boards(item)]
        self._names = {HAND}

    def _boards(self, item: SentPiece) -> list[TableArea]:
        copies, size = self._taken(item), item.sides[0].size
        if any(setup.on == item.piece.component.name for setup in self._cargo.game.setup):
            return [TableArea(copy.name, size, copy) for copy in copies]
        return [TableArea(copies[0].name, size, copies[0], tuple(copies[1:]))]

    def table(self) -> Tabletop:
        """Return what lies where."""
        heaps = [heap for setup in self._cargo.game.setup for heap in self._put(setup)]
        for name, items in self._cargo.items.items():
            copies = [copy for item in items for copy in self._taken(item)]
            if copies:
                heaps += self._plain(copies, self._shuffled(name))
        return Tabletop(tuple(self._areas), tuple(heaps))

    def _taken(self, item: SentPiece, each: int | None = None) -> list[LaidCopy]:
        """Return so many copies that nothing has taken yet, or all of them."""
        left = self._left[item.piece.id]
        taken = left[:each]
        self._left[item.piece.id] = left[len(taken) :]
        return taken

    def _shuffled(self, name: str) -> bool:
        """Tell whether a component that ``setup`` does not name is a deck to draw from."""
        component = self._cargo.component(name)
        kind = self._cargo.items[name][0].use is TableUse.CARD
        return kind and not component.aid and two_sided(self._cargo.items[name])

    def _put(self, setup: Setup) -> Iterator[Heap]:
        groups: dict[str, list[LaidCopy]] = {}
        for wanted in setup.put:
            for item in self._cargo.all:
                if wanted.takes(item.piece.component.name, item.piece.card.id):
                    mine = self._taken(item, setup.each)
                    groups.setdefault(item.piece.component.name, []).extend(mine)
        found = [copies for copies in groups.values() if copies]
        spots = [spot for copies in found[:1] for spot in self._spots(setup, copies)]
        if not setup.shuffled and setup.held is None and spots:
            yield from self._on_spots([copy for copies in found for copy in copies], spots, setup)
            return
        for copies in found:
            if setup.shuffled or setup.held is not None:
                yield self._heap(copies, setup, slots=tuple(spots) if setup.shuffled else ())
            else:
                yield from self._plain(copies, False, setup)

    def _spots(self, setup: Setup, copies: Sequence[LaidCopy]) -> Iterator[TableSpot]:
        """Yield the places of an entry: on each copy of a board, or on a grid of its own."""
        if setup.grid is not None:
            piece = copies[0].item.sides[0].size
            whole = setup.grid.size(piece)
            area = TableArea(self._name(f"{copies[0].item.piece.component.name}-grid"), whole)
            self._areas.append(area)
            for place in setup.grid.places(piece, whole):
                yield TableSpot(area.name, place.at, place.turn)
        for area in self._areas:
            if area.component == setup.on:
                for place in setup.places:
                    yield TableSpot(area.name, place.at, place.turn)

    def _on_spots(
        self, copies: Sequence[LaidCopy], spots: Sequence[TableSpot], setup: Setup
    ) -> Iterator[Heap]:
        """Yield what lies at each place: one piece after the other, and again from the first."""
        for index, spot in enumerate(spots):
            groups: dict[str, list[LaidCopy]] = {}
            for copy in copies[index :: len(spots)]:
                groups.setdefault(copy.item.piece.component.name, []).append(copy)
            for mine in groups.values():
                yield self._heap(mine, setup, spot=spot)

    def _plain(
        self, copies: Sequence[LaidCopy], shuffled: bool, setup: Setup | None = None
    ) -> Iterator[Heap]:
        """Yield a deck as one pile, and other pieces by their rows."""
        if copies[0].item.use is TableUse.CARD:
            yield self._heap(copies, setup, shuffled=shuffled)
            return
        alone = copies[0].item.use in (TableUse.DIE, TableUse.SPINNER)
        groups: dict[str, list[LaidCopy]] = {}
        for copy in copies:
            groups.setdefault(copy.name if alone else copy.item.piece.id, []).append(copy)
        if len(groups) > MOST_HEAPS and not alone:
            groups = {"": list(copies)}
        for mine in groups.values():
            yield self._heap(mine, setup)

    def _heap(
        self,
        copies: Sequence[LaidCopy],
        setup: Setup | None,
        *,
        shuffled: bool = False,
        spot: TableSpot | None = None,
        slots: tuple[TableSpot, ...] = (),
    ) -> Heap:
        component = copies[0].item.piece.component
        shuffled = shuffled or (setup is not None and setup.shuffled)
        backs = two_sided(self._cargo.items[component.name])
        up = setup.up if setup is not None else None
        holder = setup.held if setup is not None else None
        title = component.title if shuffled else ""
        if holder is not None:
            title = self._cargo.component(holder).title
        return Heap(
            self._name(component.name),
            tuple(copies),
            up == "face" if up is not None else not (shuffled and backs),
            shuffled,
            title,
            spot,
            slots,
            setup,
        )

    def _name(self, stem: str) -> str:
        """Return a name that begins with ``stem``, another one each time."""
        number = 1
        while (name := stem if number == 1 else f"{stem}-{number}") in self._names:
            number += 1
        self._names.add(name)
        return name


def packed(sizes: Sequence[Size], room: Size, gap: float) -> list[Point] | None:
    """Return the top left corners of rectangles in a room, each as far up as it fits, then left.

    None if they do not fit. ``gap`` is between them, and around all of them.
    """
    taken: list[tuple[float, float, float, float]] = []
    rights, bottoms = {gap}, {gap}
    for width, height in sizes:
        at = next(
            (
                Point(x, y)
                for y in sorted(bottoms)
                if y + height + gap <= room.height
                for x in sorted(rights)
                if x + width + gap <= room.width
                and not any(
                    x < right + gap
                    and left < x + width + gap
                    and y < bottom + gap
                    and top < y + height + gap
                    for left, top, right, bottom in taken
                )
            ),
            None,
        )
        if at is None:
            return None
        taken.append((at.x, at.y, at.x + width, at.y + height))
        rights.add(at.x + width + gap)
        bottoms.add(at.y + height + gap)
    return [Point(left, top) for left, top, _, _ in taken]
