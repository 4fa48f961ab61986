"""What shapes and text are filled and drawn with."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pnp.color import Color
from pnp.geometry import IDENTITY, Affine, Point, Rect

if TYPE_CHECKING:
    from pnp.scene.node import Node


class Solid(NamedTuple):
    """One colour; opacity from 0 to 1."""

    color: Color
    opacity: float = 1.0


class Stop(NamedTuple):
    """A colour at a place (0 to 1) along a gradient."""

    offset: float
    color: Color
    opacity: float = 1.0


class Spread(StrEnum):
    """How a gradient goes on past its ends."""

    PAD = "pad"
    REFLECT = "reflect"
    REPEAT = "repeat"


class Linear(NamedTuple):
    """Colours along a line; ``place`` maps the gradient's space to the shape's."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]
    spread: Spread = Spread.PAD
    place: Affine = IDENTITY


class Radial(NamedTuple):
    """Colours from a focus (a circle of ``focus_radius``) out to a circle."""

    center: Point
    radius: float
    focus: Point
    focus_radius: float
    stops: tuple[Stop, ...]
    spread: Spread = Spread.PAD
    place: Affine = IDENTITY


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A drawing repeated over the plane: ``tile`` is one period, in the pattern's own space.

    ``place`` maps that space to the shape's. What leaves the tile is cut off.
    """

    nodes: "tuple[Node, ...]"
    tile: Rect
    place: Affine = IDENTITY


Paint = Solid | Linear | Radial | Pattern


class Cap(StrEnum):
    """How an open stroke ends."""

    BUTT = "butt"
    ROUND = "round"
    SQUARE = "square"


class Join(StrEnum):
    """How two strokes meet."""

    MITER = "miter"
    ROUND = "round"
    BEVEL = "bevel"


class Stroke(NamedTuple):
    """A line drawn along an outline; width and dashes in the shape's own units."""

    paint: Paint
    width: float
    cap: Cap = Cap.BUTT
    join: Join = Join.MITER
    miter: float = 4.0
    dashes: tuple[float, ...] = ()
    dash_offset: float = 0.0
