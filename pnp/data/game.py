"""What a loaded game is: frozen, checked, every value with the place it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from pnp.base.diagnostics import Finding, Where
from pnp.data.board import Board
from pnp.data.boxes import Tray, TuckBox
from pnp.data.project import Project
from pnp.geometry.plane import Size

Value = str | int | float | bool | None


class Kind(StrEnum):
    """What a component is made of paper as; each kind has its builder in ``pnp.kinds``."""

    DECK = "deck"
    TILE = "tile"
    TOKEN = "token"
    STANDEE = "standee"
    BOARD = "board"
    MAT = "mat"
    BOX = "box"
    TRAY = "tray"
    DIE = "die"
    SPINNER = "spinner"
    TRACK = "track"
    SHEET = "sheet"
    GUIDE = "guide"


class Cut(StrEnum):
    """How a piece is cut out: along straight lines with a knife, or along its own outline."""

    STRAIGHT = "straight"
    OUTLINE = "outline"


@dataclass(frozen=True, slots=True)
class Card:
    """One row of data; ``qty`` copies are printed. ``face`` and ``back`` name its templates.

    ``values`` holds the row's columns without ``id`` and ``qty``. ``places`` are the places of
    single values, where the format of the file has them.
    """

    id: str
    qty: int
    values: Mapping[str, Value]
    where: Where
    face: str
    back: str | None = None
    places: Mapping[str, Where] = field(default_factory=dict)

    def where_of(self, column: str) -> Where:
        """Return the place of one value of the row."""
        return self.places.get(column) or self.where.at(column)


@dataclass(frozen=True, slots=True)
class Parts:
    """The rows of which one piece is made: a die's sides, a spinner's segments, a track's spots.

    ``columns`` are those of these rows, as a component has them of its own.
    """

    columns: Mapping[str, str | tuple[str, ...]]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Arrow:
    """The arrow of a spinner: its template, and its size in millimetres."""

    face: str
    size: Size


@dataclass(frozen=True, slots=True)
class Component:
    """An entry of game.yaml with its rows. Lengths in millimetres.

    ``size`` is the trim size. ``aid`` marks what helps the player and is no piece of the rulebook.
    ``columns`` maps each declared column to its type: ``text``, ``int``, ``number``, ``bool`` or
    the tuple of words it may hold. ``bleed`` runs past the trim, ``safe`` stays inside it.
    ``base`` is the height of a standee's foot; 0 on every other kind. ``overlap`` is how wide a
    strip the panels are glued by that a board or mat falls into, None on what is never split.
    ``parts`` are the rows of which one piece is made, None where each row is a piece of its own.
    ``box``, ``tray`` and ``arrow`` are what only a box, a tray and a spinner has; the ``size`` of a
    box is its front's, that of a tray its floor's, that of a die one side's.
    """

    name: str
    kind: Kind
    title: str
    size: Size
    corner: float
    stock: str
    aid: bool
    cut: Cut
    columns: Mapping[str, str | tuple[str, ...]]
    cards: tuple[Card, ...]
    where: Where
    bleed: float = 3.0
    safe: float = 3.0
    base: float = 0.0
    overlap: float | None = None
    parts: Parts | None = None
    box: TuckBox | None = None
    tray: Tray | None = None
    arrow: Arrow | None = None

    @property
    def qty(self) -> int:
        """Return how many pieces are printed, all rows together."""
        return sum(card.qty for card in self.cards)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A fault that the maker of a game knows of and lets stand.

    ``rule`` is the id of a fact or print rule, ``where`` a pattern for its place (``*`` is any
    text), None is everywhere.
    """

    rule: str
    where: str | None
    reason: str
    place: Where


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game. ``play`` holds set-up numbers as plain data; ``files`` is all that was read.

    ``boards`` holds the boards that are data, by the names of their components. ``rulebook`` is the
    path of the rulebook contract, which is not read here. ``findings`` are what the data itself
    gives cause to warn of; ``allow`` is what its maker lets stand.
    """

    key: str
    title: str
    designer: str
    version: str
    players: tuple[int, ...]
    play: Mapping[str, object]
    palette: Mapping[str, str]
    components: Mapping[str, Component]
    rulebook: Path | None
    project: Project
    where: Where
    files: tuple[Path, ...]
    findings: tuple[Finding, ...] = ()
    boards: Mapping[str, Board] = field(default_factory=dict)
    allow: tuple[Allowance, ...] = ()

    def component(self, name: str) -> Component:
        """Return a component by its name."""
        return self.components[name]
