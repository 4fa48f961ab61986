"""The four kinds of node. They are compared by identity: one object is one drawing."""

from dataclasses import dataclass
from typing import NamedTuple

from pnp.geometry import IDENTITY, Affine, Point, Rect
from pnp.scene.image import Image
from pnp.scene.paint import Paint, Stroke
from pnp.scene.path import Path


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
    a finished file can be read back: a PDF writes it as marked content.
    """

    nodes: "tuple[Node, ...]"
    place: Affine = IDENTITY
    clip: Clip | None = None
    mask: Mask | None = None
    opacity: float = 1.0
    key: str | None = None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Shape:
    """An outline, filled and then stroked."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


class Glyph(NamedTuple):
    """One drawn letter: its number in the font, its place from the run's origin in millimetres.

    ``text`` is what the glyph stands for; it is empty on the second and later glyphs of a cluster.
    """

    gid: int
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Text:
    """A run of glyphs of one font on one baseline.

    ``font`` is a key that the font book knows; ``size`` is the em in millimetres; ``origin`` is
    where the baseline begins; ``string`` is what a reader selects and copies.
    """

    font: str
    size: float
    origin: Point
    glyphs: tuple[Glyph, ...]
    string: str
    fill: Paint | None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Picture:
    """An image stretched over a box."""

    image: Image
    box: Rect


Node = Group | Shape | Text | Picture
