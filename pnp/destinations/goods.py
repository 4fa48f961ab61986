"""``Goods``: the pieces that a destination takes, with the pictures of their sides."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pnp.base.color import BLACK
from pnp.data.game import Component, Game
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect, Size
from pnp.kinds.piece import Piece
from pnp.kinds.standee import foot_height
from pnp.scene.node import Node, Shape, Solid
from pnp.scene.sameness import look


class TableUse(StrEnum):
    """What becomes of a piece on a table that is not of wood."""

    CARD = "cards"
    TILE = "tiles"
    FIGURE = "standing figures"
    BOARD = "boards"
    DIE = "dice"
    SPINNER = "spinners"
    CUT = "cut out"
    PAGE = "pages"


class PictureSide(NamedTuple):
    """A part of a drawing that becomes a picture: ``place`` moves it to 0, 0 of ``size``.

    ``key`` names what is seen: equal keys are the same picture. ``outline`` is what is not
    transparent, in the drawing's coordinates; None is all. Lengths are millimetres.
    """

    key: str
    nodes: tuple[Node, ...]
    size: Size
    outline: Path | None = None
    place: Affine = IDENTITY


class Proven(NamedTuple):
    """A piece as it is read back: its name, and the keys of what is seen of it.

    A die has six keys, a spinner those of disc and arrow, anything else those of its face and, if
    it has one, of its back.
    """

    name: str
    seen: tuple[str, ...]


Shows = Mapping[str, tuple[str | None, ...]]
"""The keys of what is at each place of a picture, None if nothing, by its file's name."""


BLANK = look(())
"""The key of an empty side."""


def proven(name: str, *seen: str) -> Proven:
    """Return a piece as it is read back; a blank back is none."""
    return Proven(name, seen[:1] if seen[1:] == (BLANK,) else seen)


@dataclass(frozen=True)
class SentPiece:
    """A piece that is sent: ``SentPiece(piece, TableUse.CARD, (face, back))``.

    It may have no back.
    """

    piece: Piece
    use: TableUse
    sides: tuple[PictureSide, ...]

    @property
    def proven(self) -> Proven:
        """Return what must be read back of each copy."""
        return proven(self.piece.id, *(side.key for side in self.sides))

    @property
    def pair(self) -> tuple[PictureSide, PictureSide]:
        """Return face and back; the back of what has none is empty."""
        face, *back = self.sides
        return face, back[0] if back else blank(face.size)


@dataclass(frozen=True)
class Goods:
    """All that is sent of a game, by component, and what is left out: ``{"spinner": 1}``."""

    game: Game
    items: Mapping[str, tuple[SentPiece, ...]]
    left_out: Mapping[str, int]

    @property
    def wanted(self) -> "Counter[Proven]":
        """Return what must be read back."""
        found: Counter[Proven] = Counter()
        for item in self.all:
            found[item.proven] += item.piece.qty
        return found

    @property
    def all(self) -> Iterator[SentPiece]:
        """Yield every item."""
        for items in self.items.values():
            yield from items

    def component(self, name: str) -> Component:
        """Return a component by its name."""
        return self.game.component(name)


def goods(
    game: Game,
    pieces: Iterable[Piece],
    takes: Mapping[str, TableUse],
    fits: Callable[[Piece], bool],
) -> Goods:
    """Return the pieces that are taken; ``takes`` says what becomes of each kind."""
    items: dict[str, list[SentPiece]] = {}
    left_out: Counter[str] = Counter()
    for piece in pieces:
        use = takes.get(piece.component.kind.name)
        if use is None or not fits(piece):
            left_out[piece.component.name] += piece.qty
        else:
            items.setdefault(piece.component.name, []).append(
                SentPiece(piece, use, _sides(piece, use))
            )
    return Goods(game, {name: tuple(mine) for name, mine in items.items()}, left_out)


def blank(size: Size) -> PictureSide:
    """Return an empty side: the back of what has none."""
    return PictureSide(BLANK, (), size)


def _sides(piece: Piece, use: TableUse) -> tuple[PictureSide, ...]:
    if use is TableUse.FIGURE:
        return _figure(piece)
    if use is TableUse.DIE:
        return tuple(_die(piece))
    if use is TableUse.SPINNER:
        return tuple(_spinner(piece))
    front = _side(piece.face.nodes, piece.trim, piece.outline)
    if piece.back is None:
        return (front,)
    outline = None if piece.outline is None else piece.cut_on_back
    return front, _side(piece.back.nodes, piece.trim, outline)


def _side(
    nodes: tuple[Node, ...],
    size: Size,
    outline: Path | None,
    part: str = "",
    place: Affine = IDENTITY,
) -> PictureSide:
    """Return a side; its key is of the drawing, of what is seen of it, and of which part it is."""
    seen = Shape(outline or Path.rect(Rect.of(size)), Solid(BLACK))
    key = look((*nodes, seen)) if nodes else BLANK
    return PictureSide(f"{key}/{part}" if part else key, nodes, size, outline, place)


def _figure(piece: Piece) -> tuple[PictureSide, ...]:
    """Return front and back of a standee: the halves of its strip, without the feet."""
    size, foot = piece.component.size, foot_height(piece.component)
    front = Affine.move(0, -foot - size.height)
    back = Affine.turn(180, Rect.of(size).center) @ Affine.move(0, -foot)
    return tuple(
        _side(piece.face.nodes, size, piece.outline, name, place)
        for name, place in (("front", front), ("back", back))
    )


DIE_SIDES = ("front", "top", "right", "left", "bottom", "back")
"""The sides of a die in the order 1 to 6: opposite ones make seven."""


def _die(piece: Piece) -> Iterator[PictureSide]:
    from pnp.kinds.die import cross  # few games have dice

    component = piece.component
    panels = cross(component.size.width, component.bleed).panels
    for name in DIE_SIDES:
        corner = panels[name].corners[0]
        place = Affine.move(-corner.x, -corner.y)
        yield _side(piece.face.nodes, component.size, None, name, place)


def _spinner(piece: Piece) -> Iterator[PictureSide]:
    """Yield disc and arrow: both are on one piece, the arrow below the disc."""
    from pnp.kinds.spinner import arrow_of  # few games have one

    component, whole = piece.component, piece.trim
    disc, arrow = component.size, arrow_of(component)
    at = Affine.move((disc.width - whole.width) / 2, 0)
    yield _side(piece.face.nodes, disc, piece.outline, "disc", at)
    if arrow is not None:
        left, top = (whole.width - arrow.size.width) / 2, whole.height - arrow.size.height
        place = Affine.move(-left, -top)
        yield _side(piece.face.nodes, arrow.size, piece.outline, "arrow", place)


def die_values(component: Component) -> tuple[str, ...]:
    """Return what a die's sides are called, in the order of ``DIE_SIDES``: ids, else numbers."""
    from pnp.kinds.die import side_of

    rows = component.parts.cards if component.parts is not None else ()
    ids = [row.id for name in DIE_SIDES for row in rows if side_of(row) == name]
    return (*ids, *(str(number) for number in range(len(ids) + 1, len(DIE_SIDES) + 1)))


def is_round(piece: Piece) -> bool:
    """Tell whether a piece is cut along a circle that fills its size."""
    if piece.outline is None or abs(piece.trim.width - piece.trim.height) > SLIGHT:
        return False
    middle, radius = Rect.of(piece.trim).center, piece.trim.width / 2
    ends = [Point(*coords[-2:]) for op, coords in piece.outline.segments() if op in "MC"]
    curved = piece.outline.ops.count("C") >= 4 and "L" not in piece.outline.ops
    return curved and all(
        abs(((end.x - middle.x) ** 2 + (end.y - middle.y) ** 2) ** 0.5 - radius) < SLIGHT
        for end in ends
    )


def is_hexagon(piece: Piece) -> bool:
    """Tell whether a piece is cut along a hexagon that fills its size, lying or standing."""
    if piece.outline is None or "C" in piece.outline.ops or len(piece.outline.subpaths()) != 1:
        return False
    points = piece.outline.points()
    lying = hexagon(piece.trim)
    standing = [Point(y, x) for x, y in hexagon(piece.trim.turned)]
    return any(_has_corners(points, corners) for corners in (lying, standing))


def _has_corners(points: Sequence[Point], corners: Sequence[Point]) -> bool:
    """Tell whether points are corners, one by one: each is near, and none is missing."""

    def near(one: Point, other: Point) -> bool:
        return abs(one.x - other.x) < SLIGHT and abs(one.y - other.y) < SLIGHT

    return all(any(near(one, other) for other in corners) for one in points) and all(
        any(near(one, other) for other in points) for one in corners
    )


def hexagon(size: Size) -> list[Point]:
    """Return the corners of a lying hexagon that fills a size, clockwise from the left one."""
    shares = ((0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1))
    return [Point(x * size.width, y * size.height) for x, y in shares]


SLIGHT = 0.6
"""Millimetres: less than a knife errs."""
