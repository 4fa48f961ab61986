"""What a board is as data: spaces, and links between them. Templates draw it, checks follow it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.base.diagnostics import Where
from pnp.geometry.plane import Point


@dataclass(frozen=True, slots=True)
class Space:
    """A place on a board. ``at`` is millimetres from the trim's top-left corner.

    ``values`` holds what board.yaml says of the space besides, as plain data.
    """

    id: str
    kind: str
    at: Point
    values: Mapping[str, Any]
    where: Where


@dataclass(frozen=True, slots=True)
class Link:
    """A way between two spaces, named by their ids."""

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
