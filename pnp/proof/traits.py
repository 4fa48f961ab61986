"""Marks: painted things, with all that their look depends on, by which plan and print are compared.

``expected`` computes those that a planned page must show, ``interpreter`` those of a printed one;
``compare`` holds them against each other. Lengths are millimetres, y down.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from operator import sub
from typing import NamedTuple

from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Bounds, Rect

TOLERANCE = 0.01
"""The most that a plan and its print may differ, in millimetres: a tenth of a printer's dot."""

ROUNDED_SHARE = 2e-6
"""The most that a length may be off besides, as a share of it: maps in PDFs have seven digits."""


def apart(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the most that two points, sizes, boxes or paths differ in a coordinate."""
    most: float = max(map(abs, map(sub, first, second)))
    return most


def allowed(length: float, tolerance: float = TOLERANCE) -> float:
    """Return the most that a length in millimetres may be off: far beyond the paper, a bit more."""
    return tolerance + ROUNDED_SHARE * length


GLYPH_WIDTH = 0.5
"""What a glyph is taken to cover of its em, to the right and upwards of its origin."""


class Pen(NamedTuple):
    """How an outline is stroked; cap and join are 0, 1 and 2 as in ISO 32000-1, tables 54 and 55.

    Width and dashes are in the units of the outline. A solid line has no dashes.
    """

    width: float
    cap: int
    join: int
    miter: float
    dashes: tuple[float, ...]
    offset: float


class GlyphString(NamedTuple):
    """Glyphs of one font, in ems from where the first line of glyphs begins, y up.

    ``font`` is the PostScript name, ``text`` what a reader selects, without spaces.
    """

    font: str
    gids: tuple[int, ...]
    xs: Sequence[float]
    ys: Sequence[float]
    text: str


class ColorRamp(NamedTuple):
    """The colours of a gradient: offsets from 0 to 1, each with red, green, blue from 0 to 255.

    ``coords`` are two points, or two circles as in a PDF: x, y, r of the inner, then of the outer.
    ``place`` maps them to the page.
    """

    coords: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, float, float]], ...]
    place: Affine
    spread: str = "pad"


class Clipping(NamedTuple):
    """An outline outside of which nothing is visible."""

    path: Path
    place: Affine
    even_odd: bool


class MarkList(NamedTuple):
    """Marks that are drawn together, once or often, in a space of their own.

    ``size`` is how many, those inside included; ``reach`` how far from its origin they are seen.
    """

    items: "Sequence[Mark | Use]"
    size: int
    reach: float = inf

    @classmethod
    def of(cls, items: "Sequence[Mark | Use]", reach: float = inf) -> "MarkList":
        """Return marks as a batch."""
        return cls(items, sum([i.batch.size if isinstance(i, Use) else 1 for i in items]), reach)


class Tiling(NamedTuple):
    """A drawing repeated over the plane: a period's box, its steps, and what is in it."""

    box: Rect
    steps: tuple[float, float]
    place: Affine
    batch: MarkList


class Veil(NamedTuple):
    """A soft mask: a drawing whose luminance (or opacity alone) is the opacity of others.

    Outside ``region``, which ``place`` maps to the page, nothing is visible.
    """

    luminance: bool
    region: Rect
    place: Affine
    drawing: "Use"


class Fade(NamedTuple):
    """A soft mask of which only the levels count: the opacities of a gradient, as greys."""

    levels: ColorRamp


class Blending(NamedTuple):
    """A blend mode, as CSS calls it: how a mark or a group mixes with what is below it."""

    mode: str


Veils = tuple[Veil | Fade | Blending, ...]
"""What makes a mark or a group transparent, besides a constant: its blend mode comes first."""

Painted = str | ColorRamp | Tiling
"""A colour as ``#rrggbb``, or a gradient or a pattern."""


class Area(NamedTuple):
    """A box on the page that may be turned: ``own``, in its own space, and its place."""

    own: Bounds
    place: Affine

    @property
    def box(self) -> Bounds:
        """Return the upright box around it."""
        return self.own.placed(self.place)


class Mark(NamedTuple):
    """One painted thing. ``kind`` is fill, stroke, text, lettering (stroked text) or image.

    ``drawn`` is an outline, a string of glyphs, or the digest of an image, which fills the unit
    square with y up; ``place`` maps it to the page. ``clips`` and ``veils``: outer ones first.
    """

    kind: str
    drawn: Path | GlyphString | str
    place: Affine
    paint: Painted | None
    clips: tuple[Clipping, ...] = ()
    alpha: float = 1.0
    veils: Veils = ()
    pen: Pen | None = None
    even_odd: bool = False

    def colored(self, color: str, alpha: float) -> "Mark":
        """Return the mark in a colour; ``_replace`` takes three times as long."""
        kind, drawn, place, _, clips, _, veils, pen, even_odd = self
        return Mark(kind, drawn, place, color, clips, alpha, veils, pen, even_odd)

    @property
    def color(self) -> str | None:
        """Return the colour, None for a gradient, a pattern or an image."""
        return self.paint if isinstance(self.paint, str) else None

    @property
    def text(self) -> str:
        """Return what a text says."""
        return self.drawn.text if isinstance(self.drawn, GlyphString) else ""

    def box(self, place: Affine) -> Bounds:
        """Return a box around the mark in another place than its own."""
        if isinstance(self.drawn, Path):
            return Bounds.hull(self.drawn.coords, place)
        return self.own_box.placed(place)

    @property
    def own_box(self) -> Bounds:
        """Return a box around the mark in its own space.

        It goes around an outline without its pen, an image, or the origins of glyphs, the last of
        which is taken for half an em wide.
        """
        if isinstance(self.drawn, Path):
            return Bounds.hull(self.drawn.coords)
        if isinstance(self.drawn, str):
            return Bounds(0, 0, 1, 1)
        xs, ys = self.drawn.xs, self.drawn.ys
        return Bounds(min(xs), min(ys), max(xs) + GLYPH_WIDTH, max(ys) + GLYPH_WIDTH)

    def area(self, place: Affine) -> "Area":
        """Return what the mark covers in another place than its own."""
        return Area(self.own_box, place)


class Use(NamedTuple):
    """A batch in a place on the page, or in a batch: clipped, and made transparent as a whole."""

    batch: MarkList
    place: Affine = IDENTITY
    clips: tuple[Clipping, ...] = ()
    alpha: float = 1.0
    veils: Veils = ()

    @property
    def is_group(self) -> bool:
        """Return whether the batch is made transparent as a whole."""
        return self.alpha != 1.0 or bool(self.veils)


Item = Mark | Use


def grouped(
    batch: MarkList, place: Affine, clips: tuple[Clipping, ...], alpha: float, veils: Veils
) -> Iterator[Item]:
    """Yield a batch as a transparency group, nothing if it is invisible.

    A single mark in a group looks the same as one that is itself that transparent.
    """
    if not batch.size or alpha <= 0:
        return
    if batch.size > 1 or not (veils or alpha < 1):
        yield Use(batch, place, clips, alpha, veils)
        return
    only = next(leaves(batch.items, place))
    yield only._replace(
        alpha=alpha * only.alpha, veils=(*veils, *only.veils), clips=(*clips, *only.clips)
    )


def placed_cuts(cuts: tuple[Clipping, ...], place: Affine) -> tuple[Clipping, ...]:
    """Return clips mapped onto the page."""
    if not cuts or place is IDENTITY:
        return cuts
    return tuple([Clipping(path, place @ own, even_odd) for path, own, even_odd in cuts])


def placed_veils(veils: Veils, place: Affine) -> Veils:
    """Return soft masks mapped onto the page."""
    return tuple([_placed_veil(veil, place) for veil in veils])


def _placed_veil(veil: Veil | Fade | Blending, place: Affine) -> Veil | Fade | Blending:
    if isinstance(veil, Blending):
        return veil
    if isinstance(veil, Fade):
        return Fade(veil.levels._replace(place=place @ veil.levels.place))
    use = veil.drawing
    drawing = use._replace(place=place @ use.place, clips=placed_cuts(use.clips, place))
    return veil._replace(place=place @ veil.place, drawing=drawing)


def placed_paint(paint: Painted | None, place: Affine) -> Painted | None:
    """Return a gradient or a pattern mapped onto the page."""
    if isinstance(paint, ColorRamp | Tiling):
        return paint._replace(place=place @ paint.place)
    return paint


def placed(mark: Mark, place: Affine) -> Mark:
    """Return a mark mapped onto the page, with all that its look depends on."""
    if place is IDENTITY:
        return mark
    return mark._replace(
        place=place @ mark.place,
        paint=placed_paint(mark.paint, place),
        clips=placed_cuts(mark.clips, place),
        veils=placed_veils(mark.veils, place),
    )


def leaves(
    items: Iterable[Item], place: Affine = IDENTITY, clips: tuple[Clipping, ...] = ()
) -> Iterator[Mark]:
    """Yield all marks of a drawing in order, mapped and clipped as on the page, without groups."""
    for item in items:
        if isinstance(item, Mark):
            mark = placed(item, place)
            yield mark._replace(clips=(*clips, *mark.clips)) if clips else mark
        else:
            inner = (*clips, *placed_cuts(item.clips, place))
            yield from leaves(item.batch.items, place @ item.place, inner)
