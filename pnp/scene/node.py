"""What a drawing is made of: four kinds of node, and the paint of shapes and text.

Nodes are compared by identity: one object is one drawing, however often it appears.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.color import Color
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.scene.image import Image

if TYPE_CHECKING:
    pass


class Solid(NamedTuple):
    """One colour; opacity from 0 to 1."""

    color: Color
    opacity: float = 1.0


class Stop(NamedTuple):
    """A colour at a place (0 to 1) along a gradient."""

    offset: float
    color: Color
    opacity: float = 1.0


class SpreadMethod(StrEnum):
    """How a gradient goes on past its ends."""

    PAD = "pad"
    REFLECT = "reflect"
    REPEAT = "repeat"


class Linear(NamedTuple):
    """Colours along a line; ``place`` maps the gradient's space to the shape's."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]
    spread: SpreadMethod = SpreadMethod.PAD
    place: Affine = IDENTITY


class Radial(NamedTuple):
    """Colours from a focus (a circle of ``focus_radius``) out to a circle."""

    center: Point
    radius: float
    focus: Point
    focus_radius: float
    stops: tuple[Stop, ...]
    spread: SpreadMethod = SpreadMethod.PAD
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


class Clip(NamedTuple):
    """Only what lies inside the outline is seen; the outline is in the group's inner space."""

    path: Path
    even_odd: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Mask:
    """A drawing whose brightness times opacity (or opacity alone) says how much is seen.

    It is in the group's inner space. Outside ``region`` nothing is seen.
    """

    nodes: "tuple[Node, ...]"
    region: Rect
    luminance: bool = True


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Group:
    """Nodes drawn together: put in place, then cut by a clip and a mask, then made transparent.

    ``place`` maps the inner space to the outer one. ``key`` names a placement on a page, so that
    a finished file can be read back: a PDF writes it as marked content. ``name`` is the id by which
    a template called the drawing in: rules count symbols by it, and nothing draws it.
    """

    nodes: "tuple[Node, ...]"
    place: Affine = IDENTITY
    clip: Clip | None = None
    mask: Mask | None = None
    opacity: float = 1.0
    key: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Shape:
    """An outline, filled and then stroked."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Glyph(NamedTuple):
    """One drawn letter: its number in the font, and its place from where its run begins.

    ``text`` is what the glyph stands for; it is empty on the second and later glyphs of a cluster.
    """

    gid: int
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Letters:
    """Glyphs that follow one another, mostly a word; 1 is the em. A word is one object all over."""

    glyphs: tuple[Glyph, ...]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Text:
    """Words of one font on one baseline.

    ``font`` is a key that the font book knows; ``size`` is the em in millimetres; ``origin`` is
    where the baseline begins; ``words`` are its letters, each with how many ems they begin after
    that; ``string`` is what a reader selects and copies.
    """

    font: str
    size: float
    origin: Point
    words: tuple[tuple[float, Letters], ...]
    string: str
    fill: Paint | None
    stroke: Stroke | None = None

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """Return all glyphs, their places in millimetres from the origin."""
        size = self.size
        return tuple(
            Glyph(gid, (start + x) * size, y * size, said)
            for start, letters in self.words
            for gid, x, y, said in letters.glyphs
        )


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Picture:
    """An image stretched over a box."""

    image: Image
    box: Rect


Node = Group | Shape | Text | Picture
