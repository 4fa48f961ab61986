"""What a loaded game is: frozen, checked, every value with the place it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, TypeVar

from pnp.base.diagnostics import Finding, Where
from pnp.data.board import Board
from pnp.data.project import Project
from pnp.geometry.plane import Size

Value = str | int | float | bool | None

T = TypeVar("T")


class HelpTopic(NamedTuple):
    """What a guide explains of cutting or assembling: ``HelpTopic("die", order=20)``.

    A guide's template has a drawing for a topic, chosen by ``name``; for a topic that it has no
    drawing for it can print ``words``. Topics with a lower ``order`` come first.
    """

    name: str
    order: int = 100
    words: str = ""


CUT = HelpTopic("cut", 1)
"""How cards and sheets are cut: along the marks, with knife and ruler."""

TOKENS = HelpTopic("tokens", 2)
"""How small pieces are cut: row by row."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What is made of the paper, as the rest of the program sees it: ``deck``, ``die``, ``box``.

    The kinds themselves are in ``pnp.kinds``; see its README. Attributes:

    - ``name``: what game.yaml writes after ``kind:``.
    - ``two_sided``: each piece needs a back.
    - ``one_sided``: folded or mounted of a print on one side, whatever its data call a back.
    - ``shuffled``: pieces are drawn from a shuffled deck, so that a back must not tell them apart,
      and an opening hand has odds.
    - ``stacked``: pieces lie in a box as one block.
    - ``measured``: the size follows from another component, which is read before this one.
    - ``net``: most edges of the piece are folds, and the words on its flaps are glued away.
    - ``close_cut``: the picture is cut along its edge, so that it needs bleed, and no thin border.
    - ``guide``: pages about the finished sheets. They are drawn after all other pieces are laid
      out, printed as a file of their own, and not cut.
    - ``cutting``: what a guide explains of pieces that are cut along straight lines.
    - ``assembly``: what a guide explains instead where a piece is folded, glued or joined.
    """

    name: str
    two_sided: bool = False
    one_sided: bool = False
    shuffled: bool = False
    stacked: bool = False
    measured: bool = False
    net: bool = False
    close_cut: bool = True
    guide: bool = False
    cutting: HelpTopic = CUT
    assembly: HelpTopic | None = None


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
class Component:
    """An entry of game.yaml with its rows. Lengths in millimetres.

    ``size`` is the trim size. ``aid`` marks what helps the player and is no piece of the rulebook.
    ``columns`` maps each declared column to its type: ``text``, ``int``, ``number``, ``bool`` or
    the tuple of words it may hold. ``bleed`` runs past the trim, ``safe`` stays inside it.
    ``parts`` are the rows of which one piece is made, None where each row is a piece of its own.
    ``own`` is what only its kind has, of a type of that kind's module: ``Tray``, ``TuckBox``. The
    ``size`` of a box is its front's, that of a tray its floor's, that of a die one side's.
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

    @property
    def qty(self) -> int:
        """Return how many pieces are printed, all rows together."""
        return sum(card.qty for card in self.cards)

    def own_as(self, type_: type[T]) -> T:
        """Return what only its kind has: ``component.own_as(Tray).depth``.

        Raises:
            TypeError: the component has something else, or nothing.
        """
        if not isinstance(self.own, type_):
            raise TypeError(f"{self.name} has {self.own!r}, and no {type_.__name__}")
        return self.own


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
