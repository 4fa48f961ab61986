"""What a drawing is made of: four kinds of node, and the paint of shapes and text.

Nodes are compared by identity: one object is one drawing, however often it appears.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pnp.base.color import Color
from pnp.base.diagnostics import Where
from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.scene.image import Image


class Solid(NamedTuple):
    """One colour; opacity from 0 to 1."""

    color: Color
    opacity: float = 1.0


class Stop(NamedTuple):
    """A colour at an offset (0 to 1) along a gradient."""

    offset: float
    color: Color
    opacity: float = 1.0


class SpreadMethod(StrEnum):
    """How a gradient continues past its ends."""

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


@slotted(eq=False, weakref=True)
class Pattern:
    """A drawing repeated over the plane: ``tile`` is one period, in the pattern's own space.

    ``place`` maps that space to the shape's. What lies outside the tile is clipped.
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
    """How two segments of a stroke are joined."""

    MITER = "miter"
    ROUND = "round"
    BEVEL = "bevel"


class Stroke(NamedTuple):
    """A line drawn along an outline; width and dashes are in the shape's own units."""

    paint: Paint
    width: float
    cap: Cap = Cap.BUTT
    join: Join = Join.MITER
    miter: float = 4.0
    dashes: tuple[float, ...] = ()
    dash_offset: float = 0.0


class Clip(NamedTuple):
    """An outline outside which a group is invisible, in the group's inner space."""

    path: Path
    even_odd: bool = False


@slotted(eq=False)
class Mask:
    """A drawing whose luminance times opacity (or opacity alone) is the opacity of a group.

    It is in the group's inner space. Outside ``region`` the group is invisible.
    """

    nodes: "tuple[Node, ...]"
    region: Rect
    luminance: bool = True


class Blend(StrEnum):
    """How the colours of a group mix with those below it (Compositing and Blending 1)."""

    NORMAL = "normal"
    MULTIPLY = "multiply"
    SCREEN = "screen"
    OVERLAY = "overlay"
    DARKEN = "darken"
    LIGHTEN = "lighten"
    COLOR_DODGE = "color-dodge"
    COLOR_BURN = "color-burn"
    HARD_LIGHT = "hard-light"
    SOFT_LIGHT = "soft-light"
    DIFFERENCE = "difference"
    EXCLUSION = "exclusion"
    HUE = "hue"
    SATURATION = "saturation"
    COLOR = "color"
    LUMINOSITY = "luminosity"


@slotted(eq=False)
class Provenance:
    """The element of a template that drew a node.

    ``Provenance(Where("templates/owl.svg", 7), ("name", "art"))``: ``ids`` are its id and those of
    the elements around it, innermost first. ``painter`` is which of them says what it is filled
    with, if one of its file does. ``said`` are the cells of a table of texts that its words come
    from, if they are translated; ``filled`` tells whether data fill them in. All nodes that the
    element draws share one object. It is no part of what a node looks like.
    """

    where: Where
    ids: tuple[str, ...] = ()
    painter: "Provenance | None" = None
    said: tuple[Where, ...] = ()
    filled: bool = False


@slotted(eq=False, weakref=True)
class Group:
    """Nodes drawn together: mapped by ``place``, then clipped, masked and made transparent.

    ``Group((disc, star), Affine.move(10, 20), opacity=0.5)``. ``place`` maps the inner space to the
    outer one. ``key`` names a placement on a page, so that a finished file can be read back: a PDF
    writes it as marked content. ``name`` is the id that a template's ``use`` refers to: rules count
    symbols by it; back ends ignore it. ``blend`` is how it mixes with what is below, up to the
    next group that is ``isolated`` or has an effect.
    """

    nodes: "tuple[Node, ...]"
    place: Affine = IDENTITY
    clip: Clip | None = None
    mask: Mask | None = None
    opacity: float = 1.0
    key: str | None = None
    name: str | None = None
    blend: Blend = Blend.NORMAL
    isolated: bool = False
    provenance: Provenance | None = None


@slotted(eq=False, weakref=True)
class Shape:
    """An outline, filled and then stroked: ``Shape(Path.ellipse((5, 5), 4, 4), Solid(BLACK))``."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False
    provenance: Provenance | None = None


class Glyph(NamedTuple):
    """One glyph: its id in the font, and its position from where its run begins.

    ``text`` is the text that the glyph shows: ``fi`` for a ligature, empty on the second and later
    glyphs of a cluster.
    """

    gid: int
    x: float
    y: float
    text: str


@slotted(eq=False)
class Letters:
    """A run of glyphs, mostly a word, in ems; the same word of a font is the same object."""

    glyphs: tuple[Glyph, ...]


@slotted(eq=False, weakref=True)
class Text:
    """Words of one font on one baseline.

    ``font`` is a key of the font book; ``size`` is the em in millimetres; ``origin`` is where the
    baseline begins; ``words`` are runs of glyphs, each with its distance from there in ems;
    ``string`` is the text that a reader selects and copies; if it is ``rtl``, its first letter is
    the rightmost one. In a font of 3 mm, ``Barn Owl`` may
    have the words ``((0.0, Barn), (2.41, Owl))``, so that ``Owl`` begins 7.23 mm after ``origin``.
    """

    font: str
    size: float
    origin: Point
    words: tuple[tuple[float, Letters], ...]
    string: str
    fill: Paint | None
    stroke: Stroke | None = None
    rtl: bool = False
    provenance: Provenance | None = None

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """Return all glyphs, their positions in millimetres from the origin."""
        size = self.size
        return tuple(
            Glyph(gid, (start + x) * size, y * size, text)
            for start, letters in self.words
            for gid, x, y, text in letters.glyphs
        )

    @property
    def shown(self) -> str:
        """Return the text as it is seen from left to right, each ligature as it is read."""
        return "".join([glyph.text for glyph in self.glyphs]) if self.rtl else self.string


@slotted(eq=False, weakref=True)
class Picture:
    """An image stretched over a box: ``Picture(owl, Rect(0, 0, 44, 67))``.

    ``filtered`` is the bounding box of what a filter has drawn the image of, which reaches past it.
    """

    image: Image
    box: Rect
    filtered: Rect | None = None
    provenance: Provenance | None = None


Node = Group | Shape | Text | Picture


def stamp(nodes: Iterable[Node], provenance: Provenance) -> None:
    """Set the provenance of nodes that have none yet, and of those inside.

    It is called once for each drawing of an element, before anybody else sees the nodes: to build
    them with it, every function that sets a text or paints a shape would have to pass it on.
    """
    for node in nodes:
        if node.provenance is None:
            object.__setattr__(node, "provenance", provenance)
            if isinstance(node, Group):
                stamp(node.nodes, provenance)


def leaves(
    nodes: Iterable[Node], place: Affine = IDENTITY
) -> Iterator[tuple[Shape | Text | Picture, Affine]]:
    """Yield all nodes but groups in drawing order, each with the map from its space."""
    for node in nodes:
        if isinstance(node, Group):
            yield from leaves(node.nodes, place @ node.place)
        else:
            yield node, place


_TEXTS: WeakKeyDictionary[Group, tuple[tuple[Text, Affine], ...]] = WeakKeyDictionary()
"""The texts in each group that was asked before: faces share most of theirs."""


def texts_in(nodes: Iterable[Node]) -> Iterator[tuple[Text, Affine]]:
    """Yield all texts in drawing order, each with the map from its space."""
    for node in nodes:
        if isinstance(node, Text):
            yield node, IDENTITY
        elif isinstance(node, Group):
            inner = _TEXTS.get(node)
            if inner is None:
                place = node.place
                inner = _TEXTS[node] = tuple(
                    [(text, place @ at) for text, at in texts_in(node.nodes)]
                )
            yield from inner
