"""The model of a board: spaces, and links between them. Templates draw it, facts check it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.base.diagnostics import Where
from pnp.geometry.plane import Point


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two spaces, named by their ids."""

    start: str
    end: str
    kind: str
    where: Where


@dataclass(frozen=True, slots=True)
class Board:
    """The board of one component, in the order of board.yaml."""

    component: str
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]
    where: Where
