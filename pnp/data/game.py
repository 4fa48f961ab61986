"""The model of a loaded game: immutable, validated, every value with its place in the files.

A board is spaces and links between them; templates draw it, facts check it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pnp.base.diagnostics import Finding, Where
from pnp.base.slotted import slotted
from pnp.data.project import Project
from pnp.data.translation import Translation
from pnp.data.wanted import Wanted
from pnp.geometry.plane import Point, Size


@slotted
class Space:
    """A space of a board: ``Space("gate", "room", Point(40, 25), {"cost": 2}, where)``.

    ``at`` is in millimetres from the trim's top-left corner, y down. ``values`` holds the other
    keys of the space in board.yaml as plain data.
    """

    id: str
    kind: str
    at: Point
    values: Mapping[str, Any]
    where: Where


@slotted
class Link:
    """A link between two spaces, named by their ids."""

    start: str
    end: str
    kind: str
    where: Where


@slotted
class Board:
    """The board of one component, in the order of board.yaml."""

    component: str
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]
    where: Where


Value = str | int | float | bool | None

T = TypeVar("T")


class HelpTopic(NamedTuple):
    """A topic of the guide's help on cutting and assembling: ``HelpTopic("die", order=20)``.

    A guide's template chooses a drawing by ``name``; without one it can print ``words``, or
    ``one_side`` for what the printer does another way on sheets that are printed on one side.
    Topics with a lower ``order`` come first.
    """

    name: str
    order: int = 100
    words: str = ""
    one_side: str = ""


CUT = HelpTopic("cut", 1)
"""How cards and sheets are cut: along the marks, with knife and ruler."""

TOKENS = HelpTopic("tokens", 2)
"""How small pieces are cut: row by row."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The traits of a kind of component, such as a deck, a die or a box, for the other packages.

    Example: ``Kind(name="deck", shuffled=True, stacked=True)``. How a kind is read and drawn is
    in ``pnp.kinds``; see its README. Attributes:

    - ``name``: what game.yaml writes after ``kind:``.
    - ``two_sided``: each piece needs a back.
    - ``one_sided``: printed on one side and then folded or mounted, even if its data name a back.
    - ``shuffled``: pieces are drawn from a shuffled deck: their backs must look alike, and an
      opening hand has odds.
    - ``stacked``: pieces lie in a box as one block.
    - ``measured``: the size follows from another component, which is read before this one.
    - ``net``: a net to fold: most edges are folds, and the text on its flaps is glued over.
    - ``creased``: it is cut free of the marks beside it before it is folded, so that all its folds
      are printed on it.
    - ``close_cut``: the art is cut along its edge, so it needs bleed and must have no thin border.
    - ``booklet``: pages of sheets that are folded and stapled; they are not cut.
    - ``guide``: pages about the finished sheets. They are drawn after all other pieces are
      imposed, printed as a separate file, and not cut.
    - ``cutting``: the help topic for pieces that are cut along straight lines.
    - ``assembly``: the help topic that replaces it for pieces that are folded, glued or joined.
    """

    name: str
    two_sided: bool = False
    one_sided: bool = False
    shuffled: bool = False
    stacked: bool = False
    measured: bool = False
    net: bool = False
    creased: bool = False
    close_cut: bool = True
    booklet: bool = False
    guide: bool = False
    cutting: HelpTopic = CUT
    assembly: HelpTopic | None = None


class Cut(StrEnum):
    """How a piece is cut out: along straight lines, or along the outline in its template."""

    STRAIGHT = "straight"
    OUTLINE = "outline"


@slotted
class Card:
    """One row of data, of which ``qty`` copies are printed.

    Example: ``Card("zombie", 3, {"attack": 2}, Where("cards.csv", 7), "my-game/card.svg")``.
    ``face`` and ``back`` are template names. ``values`` holds the row's columns without ``id`` and
    ``qty``. ``places`` has the place of each value if the file's format has one (YAML).
    """

    id: str
    qty: int
    values: Mapping[str, Value]
    where: Where
    face: str
    back: str | None = None
    places: Mapping[str, Where] = field(default_factory=dict)

    def where_of(self, column: str) -> Where:
        """Return the place of one value: its own, or the row's with the name of the column."""
        return self.places.get(column) or self.where.at(column)


@slotted
class Parts:
    """The rows that one piece is made of: a die's sides, a spinner's segments, a track's spots.

    ``columns`` are the types of their columns, as in ``Component.columns``.
    """

    columns: Mapping[str, str | tuple[str, ...]]
    cards: tuple[Card, ...]


@slotted
class Component:
    """An entry of game.yaml with its rows: a deck named ``monsters`` of ``Size(63, 88)``.

    Lengths are millimetres. ``size`` is the trim size; for a box it is the front, for a tray the
    floor, for a die one side. ``bleed`` is measured outwards from the trim, ``safe`` inwards.
    ``aid`` marks a player aid, which the rulebook does not count as a piece. ``columns`` maps each
    declared column to its type: ``text``, ``int``, ``number`` or ``bool``, with ``?`` if a cell may
    be blank, or a tuple of the allowed words. ``parts`` are the rows that one piece is made of;
    None if each row is a piece. ``own`` holds the data of one kind only, in a type of that kind's
    module: ``Tray``, ``TuckBox``.
    ``sheets_of`` names the component whose sheets it lies on, itself or another; others stay off
    them. With None it shares sheets wherever that saves paper. ``headers`` are the places where its
    tables name the columns that game.yaml does not declare.
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
    parts: Parts | None = None
    own: object = None
    sheets_of: str | None = None
    headers: Mapping[str, Where] = field(default_factory=dict)

    @property
    def qty(self) -> int:
        """Return how many pieces are printed, all rows together."""
        return sum(card.qty for card in self.cards)

    def own_as(self, type_: type[T]) -> T:
        """Return ``own`` as a type of the component's kind: ``component.own_as(Tray).depth``.

        Raises:
            TypeError: ``own`` is of another type, or None.
        """
        if not isinstance(self.own, type_):
            raise TypeError(f"own of {self.name} is {self.own!r}, not a {type_.__name__}")
        return self.own


@slotted
class SetupPlace:
    """A place on a component: its middle, and by how many degrees what lies there is turned.

    ``space`` is the id of the space or spot that it is; empty for a point.
    """

    at: Point
    turn: float = 0.0
    space: str = ""


@slotted
class SetupGrid:
    """Places in rows, with gaps in millimetres: ``SetupGrid(6, 3, Size(2, 2))``."""

    columns: int
    rows: int
    gap: Size

    def size(self, piece: Size) -> Size:
        """Return the size of the whole for pieces of a size."""
        return Size(
            self.columns * (piece.width + self.gap.width) - self.gap.width,
            self.rows * (piece.height + self.gap.height) - self.gap.height,
        )

    def places(self, piece: Size, area: Size) -> tuple[SetupPlace, ...]:
        """Return the places row by row, in the middle of an area."""
        whole = self.size(piece)
        left, top = (area.width - whole.width) / 2, (area.height - whole.height) / 2
        return tuple(
            SetupPlace(
                Point(
                    left + piece.width / 2 + column * (piece.width + self.gap.width),
                    top + piece.height / 2 + row * (piece.height + self.gap.height),
                )
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )


@slotted
class Setup:
    """An entry under ``setup``: which pieces lie where; see ``pnp.data.setupfile``.

    ``places`` are those on the component ``on``; ``grid`` is for pieces that lie on the table.
    """

    put: tuple[Wanted, ...]
    where: Where
    each: int | None = None
    shuffled: bool = False
    up: str | None = None
    on: str | None = None
    places: tuple[SetupPlace, ...] = ()
    grid: SetupGrid | None = None
    held: str | None = None
    aside: bool = False

    def takes(self, component: str, card: str) -> bool:
        """Tell whether a row of a component is named."""
        return any(wanted.takes(component, card) for wanted in self.put)


@slotted
class Allowance:
    """An entry under ``allow`` in game.yaml: findings that the designer accepts.

    Example: rule ``thin-bleed``, where ``card_data/*/cards.csv:7``. ``rule`` is the id of a fact
    or print rule. ``where`` is a pattern for its place (``*`` matches any text); None is
    everywhere. ``place`` is where the entry itself is written.
    """

    rule: str
    where: str | None
    reason: str
    place: Where


@slotted
class Game:
    """A loaded game: ``game.key`` is ``"halloween"``, ``game.players`` is ``(2, 3, 4)``.

    ``play`` holds set-up numbers as plain data; templates and facts read them. ``files`` are all
    files that were read. ``boards`` are the boards read from YAML, by component name.
    ``rulebook`` is the path of rulebook.yaml, which is not read here. ``findings`` are the
    warnings about the data, ``allow`` the findings that the designer accepts. ``language`` is the
    tag of its texts' language (BCP 47), ``languages`` are all that it can be had in, first the one
    that it is written in. ``translation`` has the texts of another one. ``names`` are what its
    rulebook may call it. ``setup`` is how the pieces lie before the first turn.
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
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    translation: Translation | None = None
    names: tuple[str, ...] = ()
    setup: tuple[Setup, ...] = ()

    @property
    def kit(self) -> str:
        """Return the name of its kit: ``halloween``, or ``halloween-de`` for the German one."""
        return self.key if self.translation is None else f"{self.key}-{self.language}"

    def component(self, name: str) -> Component:
        """Return a component by its name."""
        return self.components[name]
