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
