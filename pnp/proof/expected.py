"""The marks that a planned page must show, computed from its nodes alone."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import hypot
from typing import NamedTuple, assert_never

from pnp.base.bounded import Bounded
from pnp.base.color import Color
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine
from pnp.proof.traits import (
    Blending,
    Clipping,
    ColorRamp,
    Fade,
    GlyphString,
    Item,
    Mark,
    MarkList,
    Pen,
    Tiling,
    Use,
    Veil,
    Veils,
    grouped,
)
from pnp.scene.image import Image, samples
from pnp.scene.node import (
    Blend,
    Cap,
    Group,
    Join,
    Letters,
    Linear,
    Mask,
    Node,
    Paint,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    Stroke,
    Text,
)
from pnp.scene.page import Page

Keyed = dict[str | None, list[Item]]
"""The marks of a page by their innermost key, None for those without."""

MOST_BATCHES = 4096
"""The most drawings in the cache, with those inside them; a kit has ten thousand."""

MOST_WORDS = 8192
"""The most words in the cache."""

FLAT = 1e-12
"""A map that scales areas by less than this leaves nothing to see."""

SHORT = 1e-9
"""Gradients shorter than this have one colour only: the last (SVG 1.1, 13.2)."""

SHORTEST_DASHES = 1e-3
"""A line with no dash longer than this, in millimetres, is solid."""

_CAPS = {Cap.BUTT: 0, Cap.ROUND: 1, Cap.SQUARE: 2}
_JOINS = {Join.MITER: 0, Join.ROUND: 1, Join.BEVEL: 2}
_NOTHING_LEFT = Path("MLLLZ", (0.0,) * 8)
"""A clip without an outline."""


class _Around(NamedTuple):
    """What a node inherits: the map from its space to the page, its clips, its key."""

    place: Affine = IDENTITY
    clips: tuple[Clipping, ...] = ()
    key: str | None = None


class _GlyphColumns(NamedTuple):
    """Letters as columns: ids, and positions in ems, y up."""

    gids: tuple[int, ...]
    xs: tuple[float, ...]
    ys: tuple[float, ...]


class ExpectedMarks:
    """Computes the marks of planned pages; drawings that repeat are computed once."""

    def __init__(self) -> None:
        self._batches = Bounded[tuple[Node, ...], tuple[MarkList, bool]](MOST_BATCHES)
        self._words = Bounded[Letters, _GlyphColumns](MOST_WORDS)

    def marks(self, page: Page) -> Keyed:
        """Return what a page must show, in drawing order."""
        found: Keyed = {}
        self._add(found, page.nodes, _Around(page.correction))
        return found

    def _add(self, found: Keyed, nodes: Sequence[Node], around: _Around) -> None:
        """Add the marks of nodes to the list of their key."""
        for node in nodes:
            if isinstance(node, Group):
                self._add_group(found, node, around)
            else:
                found.setdefault(around.key, []).extend(self._marks(node, *around[:2]))

    def _add_group(self, found: Keyed, group: Group, around: _Around) -> None:
        place = around.place @ group.place
        key = group.key or around.key
        if group.key is not None:
            found.setdefault(key, [])
        if group.opacity <= 0 or abs(group.place.determinant) <= FLAT:
            return
        inner = _Around(place, (*around.clips, *_clip(group, place)), key)
        batch, has_keys = self._batch(group.nodes)
        if has_keys:
            self._add(found, group.nodes, inner)
        else:
            veils: Veils = () if group.mask is None else (self._veil(group.mask, place),)
            if group.blend is not Blend.NORMAL:
                veils = (Blending(group.blend.value), *veils)
            items = grouped(batch, place, inner.clips, group.opacity, veils)
            found.setdefault(key, []).extend(items)

    def _batch(self, nodes: tuple[Node, ...]) -> tuple[MarkList, bool]:
        """Return the marks of nodes in their own space, and whether there are keys among them."""
        known = self._batches.get(nodes)
        if known is None:
            found: Keyed = {}
            self._add(found, nodes, _Around())
            items = [item for items in found.values() for item in items]
            known = MarkList.of(items), not found.keys() <= {None}
            self._batches.keep(nodes, known)
        return known

    def _veil(self, mask: Mask, place: Affine) -> Veil:
        batch, _ = self._batch(mask.nodes)
        return Veil(mask.luminance, mask.region, place, Use(batch, place))

    def _marks(
        self, node: Shape | Text | Picture, place: Affine, clips: tuple[Clipping, ...]
    ) -> Iterator[Mark]:
        match node:
            case Shape():
                if node.path.ops:
                    yield from self._shape(node, place, clips)
            case Text():
                if node.words and node.size > 0:
                    yield from self._text(node, place, clips)
            case Picture():
                x, y, width, height = node.box
                square = place @ Affine(width, 0, 0, -height, x, y + height)
                yield Mark("image", picture_digest(node.image), square, None, clips)
            case _:
                assert_never(node)

    def _shape(self, node: Shape, place: Affine, clips: tuple[Clipping, ...]) -> Iterator[Mark]:
        if node.fill is not None:
            plain = Mark("fill", node.path, place, None, clips, even_odd=node.even_odd)
            yield from self._painted(plain, node.fill, place)
        if node.stroke is not None:
            plain = Mark("stroke", node.path, place, None, clips, pen=_pen(node.stroke))
            yield from self._painted(plain, node.stroke.paint, place)

    def _text(self, node: Text, place: Affine, clips: tuple[Clipping, ...]) -> Iterator[Mark]:
        x, y = node.origin
        ems = place @ Affine(node.size, 0, 0, -node.size, x, y)
        glyphs = self._glyphs(node)
        if node.fill is not None:
            yield from self._painted(Mark("text", glyphs, ems, None, clips), node.fill, place)
        if node.stroke is not None:
            plain = Mark("lettering", glyphs, ems, None, clips, pen=_pen(node.stroke))
            yield from self._painted(plain, node.stroke.paint, place)

    def _glyphs(self, text: Text) -> GlyphString:
        gids: list[int] = []
        xs: list[float] = []
        ys: list[float] = []
        for start, letters in text.words:
            word = self._word(letters)
            gids += word.gids
            xs += [start + x for x in word.xs]
            ys += word.ys
        return GlyphString(text.font, tuple(gids), xs, ys, "".join(text.shown.split()))

    def _word(self, letters: Letters) -> _GlyphColumns:
        known = self._words.get(letters)
        if known is None:
            glyphs = letters.glyphs
            gids, xs = tuple(g.gid for g in glyphs), tuple(g.x for g in glyphs)
            columns = _GlyphColumns(gids, xs, tuple(-g.y for g in glyphs))
            known = self._words.keep(letters, columns)
        return known

    def _painted(self, mark: Mark, paint: Paint, place: Affine) -> Iterator[Mark]:
        """Yield a mark with its paint, nothing if that is invisible."""
        match _settled(paint):
            case Solid(color, opacity):
                if opacity > 0:
                    yield mark.colored(_hex(color), opacity)
            case Pattern() as pattern:
                yield mark._replace(paint=self._tiling(pattern, place))
            case Linear() | Radial() as gradient:
                shade, levels = ramps(gradient, place)
                yield mark._replace(paint=shade, veils=() if levels is None else (Fade(levels),))

    def _tiling(self, pattern: Pattern, place: Affine) -> Tiling:
        batch, _ = self._batch(pattern.nodes)
        return Tiling(pattern.tile, pattern.tile.size, place @ pattern.place, batch)


def _clip(group: Group, place: Affine) -> tuple[Clipping, ...]:
    if group.clip is None:
        return ()
    path = group.clip.path if group.clip.path.ops else _NOTHING_LEFT
    return (Clipping(path, place, group.clip.even_odd),)


@lru_cache(512)
def _pen(stroke: Stroke) -> Pen:
    dashes = stroke.dashes if max(stroke.dashes, default=0) > SHORTEST_DASHES else ()
    return Pen(
        stroke.width,
        _CAPS[stroke.cap],
        _JOINS[stroke.join],
        max(1.0, stroke.miter),
        dashes,
        stroke.dash_offset,
    )


@lru_cache(1024)
def _hex(color: Color) -> str:
    return color.hex


def _settled(paint: Paint) -> Paint:
    """Return a gradient without extent as its last colour."""
    if isinstance(paint, Solid | Pattern):
        return paint
    if not paint.stops:
        return Solid(Color(0, 0, 0), 0.0)
    if len(paint.stops) == 1 or _is_short(paint):
        return Solid(paint.stops[-1].color, paint.stops[-1].opacity)
    return paint


def _is_short(paint: Linear | Radial) -> bool:
    if abs(paint.place.determinant) < SHORT**2:
        return True
    if isinstance(paint, Radial):
        return paint.radius < SHORT
    return hypot(paint.end.x - paint.start.x, paint.end.y - paint.start.y) < SHORT


def ramps(paint: Linear | Radial, place: Affine) -> tuple[ColorRamp, ColorRamp | None]:
    """Return a gradient as its colours, and its opacities as greys, None if all are 1."""
    if isinstance(paint, Linear):
        coords: tuple[float, ...] = (*paint.start, *paint.end)
    else:
        coords = (*paint.focus, paint.focus_radius, *paint.center, paint.radius)
    colors = tuple((s.offset, (s.color.red, s.color.green, s.color.blue)) for s in paint.stops)
    shade = ColorRamp(coords, colors, place @ paint.place, paint.spread.value)
    if all(stop.opacity >= 1 for stop in paint.stops):
        return shade, None
    greys = tuple((s.offset, (s.opacity * 255.0,) * 3) for s in paint.stops)
    return shade, shade._replace(stops=greys)


@lru_cache(256)
def picture_digest(image: Image) -> str:
    """Return a digest of an image's pixels; of a JPEG, that of its file."""
    if image.format == "jpeg":
        return digest_of("jpeg", image.width, image.height, image.data)
    pixels = samples(image)
    return digest_of(pixels.mode, pixels.width, pixels.height, pixels.data, pixels.alpha)


def digest_of(mode: str, width: int, height: int, data: bytes, alpha: bytes | None = None) -> str:
    """Return the digest of an image from its pixels, eight bits a channel, and their opacities."""
    digest = blake2b(f"{mode} {width} x {height} {alpha is not None} ".encode(), digest_size=16)
    digest.update(data)
    digest.update(alpha or b"")
    return digest.hexdigest()
