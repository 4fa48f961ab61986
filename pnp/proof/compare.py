"""Compares the marks of a plan with those of its print."""

from collections.abc import Iterator, Sequence
from math import frexp, sqrt
from operator import sub
from typing import NamedTuple

from pnp.base.bounded import Bounded
from pnp.base.diagnostics import quote
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Bounds
from pnp.proof.colorramps import ramp_fault
from pnp.proof.traits import (
    TOLERANCE,
    Area,
    Blending,
    Clipping,
    ColorRamp,
    Fade,
    GlyphString,
    Item,
    Mark,
    MarkList,
    Painted,
    Pen,
    Tiling,
    Use,
    Veil,
    Veils,
    allowed,
    apart,
    placed,
    placed_cuts,
    placed_paint,
    placed_veils,
)

NEAR = 1e-3
"""Batches that are this close to each other all over, in millimetres, and equal, are not compared
mark by mark."""

GLYPH = 2e-3
"""The most that a glyph may be off its place in the line, in ems: files have whole thousandths."""

OPACITY = 2e-3
"""The most that opacities may differ."""

MOST_PAIRS = 4096
"""The most pairs of outlines in the cache."""

MOST_LISTS = 512
"""The most pairs of drawings in the cache, which holds their marks."""

Fault = str | None
"""What is wrong, in words; None if nothing is."""


class Frame(NamedTuple):
    """The map of a batch's own space to the page, and the clips around its marks."""

    place: Affine = IDENTITY
    clips: tuple[Clipping, ...] = ()

    def within(self, use: Use) -> "Frame":
        """Return the frame of what is in a batch."""
        clips = (*self.clips, *placed_cuts(use.clips, self.place))
        return Frame(self.place @ use.place, clips)


PAGE = Frame()


class _Course:
    """The items of a drawing, one after the other; batches are entered when their turn comes."""

    def __init__(self, items: Sequence[Item], frame: Frame) -> None:
        self._outer: list[tuple[Iterator[Item], Frame]] = []
        self._rest, self.frame = iter(items), frame
        self.item: Item | None = None
        self.step()

    def step(self) -> None:
        """Go to the next item that paints something, None after the last."""
        self.item = next(self._rest, None)
        while _size(self.item) == 0 or (self.item is None and self._outer):
            if self.item is None:
                self._rest, self.frame = self._outer.pop()
            self.item = next(self._rest, None)

    def enter(self) -> None:
        """Go to the first item of the batch."""
        assert isinstance(self.item, Use)
        use = self.item
        self._outer.append((self._rest, self.frame))
        self._rest, self.frame = iter(use.batch.items), self.frame.within(use)
        self.step()


class KnownPair(NamedTuple):
    """Whether two batches are equal where they are ``2 ** level`` times their size on the page.

    They are kept, so that the cache knows them by identity.
    """

    equal: bool
    level: int
    pair: tuple[MarkList, MarkList]

    def answers(self, level: int) -> bool:
        """Return whether it is also known at another size: differences grow with it."""
        return level <= self.level if self.equal else level >= self.level


class PathGap(NamedTuple):
    """How alike two outlines are: the most that coordinates differ, and the largest of them.

    The outlines are kept, so that the cache knows them by identity.
    """

    gap: float
    reach: float
    pair: tuple[Path, Path]


class Comparison:
    """Compares drawings; what was found equal once is not compared again."""

    def __init__(self) -> None:
        self._batches = Bounded[tuple[int, int], KnownPair](MOST_LISTS)
        self._outlines = Bounded[tuple[int, int], PathGap](MOST_PAIRS)
        self._clipped: tuple[object, ...] = ()

    def fault(self, want: Sequence[Item], have: Sequence[Item]) -> Fault:
        """Return how a print differs from its plan, in words; None if it does not."""
        return self._fault(want, PAGE, have, PAGE)

    def _fault(
        self, want: Sequence[Item], planned: Frame, have: Sequence[Item], printed: Frame
    ) -> Fault:
        left, right = _Course(want, planned), _Course(have, printed)
        while left.item is not None and right.item is not None:
            if isinstance(left.item, Use) or isinstance(right.item, Use):
                fault = self._met(left, right)
            else:
                fault = self._marks(left.item, left.frame, right.item, right.frame)
                left.step()
                right.step()
            if fault:
                return fault
        if left.item is not None:
            return f"a {_kind(left.item)} is missing"
        if right.item is not None:
            return f"a {_kind(right.item)} is drawn that was not planned"
        return None

    def _met(self, left: _Course, right: _Course) -> Fault:
        """Compare or enter what both are at, one of which is a batch at least."""
        want, have = left.item, right.item
        sizes = _size(want), _size(have)
        if isinstance(want, Use) and isinstance(have, Use) and sizes[0] == sizes[1]:
            if self._same(want, left.frame, have, right.frame):
                left.step()
                right.step()
                return None
            if want.is_group and have.is_group:
                fault = self._transparent(want, left.frame, have, right.frame)
                left.enter()
                right.enter()
                return fault
        enters = [c for c in (left, right) if isinstance(c.item, Use) and not c.item.is_group]
        if not enters:
            return f"a {_kind(want)} is not as transparent as planned"
        max(enters, key=lambda course: _size(course.item)).enter()
        return None

    def _same(self, want: Use, planned: Frame, have: Use, printed: Frame) -> bool:
        """Return whether two batches are in the same place, and are known or found to be equal."""
        if want.is_group or have.is_group:
            return False
        place = planned.place @ want.place
        if _moved(place, printed.place @ have.place, have.batch.reach) > NEAR:
            return False
        if self._clips(planned, want.clips, printed, have.clips):
            return False
        return self._equal(want.batch, have.batch, place.stretch)

    def _equal(self, want: MarkList, have: MarkList, scale: float) -> bool:
        """Return whether two batches are equal where they are so many times their size."""
        level = frexp(scale)[1]
        known = self._batches.get((id(want), id(have)))
        if known is None or not known.answers(level):
            frame = Frame(Affine.scale(2.0**level))
            equal = self._fault(want.items, frame, have.items, frame) is None
            known = KnownPair(equal, level, (want, have))
            self._batches.keep((id(want), id(have)), known)
        return known.equal

    def _transparent(self, want: Use, planned: Frame, have: Use, printed: Frame) -> Fault:
        if abs(want.alpha - have.alpha) > OPACITY:
            return f"a group has the opacity {have.alpha:g}, not {want.alpha:g}"
        return self._veils(want.veils, planned, have.veils, printed, None)

    def _marks(self, want: Mark, planned: Frame, have: Mark, printed: Frame) -> Fault:
        """Return how two marks differ, in words."""
        if want.kind != have.kind:
            return f"a {have.kind} is drawn for a {want.kind}"
        to = planned.place @ want.place if planned is not PAGE else want.place
        at = printed.place @ have.place if printed is not PAGE else have.place
        fault = self._drawn(want, to, have, at)
        if fault or (fault := self._clips(planned, want.clips, printed, have.clips)):
            return fault
        if abs(want.alpha - have.alpha) > OPACITY:
            return f"a {want.kind} has the opacity {have.alpha:g}, not {want.alpha:g}"
        if want.even_odd != have.even_odd:
            return f"a {want.kind} has holes where it should not"
        if want.pen and have.pen and (fault := _pens(want.pen, to, have.pen, at)):
            return fault
        if want.paint != have.paint or not isinstance(want.paint, str | None):
            ours = placed_paint(want.paint, planned.place)
            theirs = placed_paint(have.paint, printed.place)
            if fault := self._paint(want.kind, ours, theirs, want.area(to)):
                return fault
        if want.veils or have.veils:
            return self._veils(want.veils, planned, have.veils, printed, want.area(to))
        return None

    def _drawn(self, want: Mark, to: Affine, have: Mark, at: Affine) -> Fault:
        if isinstance(want.drawn, Path) and isinstance(have.drawn, Path):
            return self._path(want.kind, want.drawn, to, have.drawn, at)
        if isinstance(want.drawn, GlyphString) and isinstance(have.drawn, GlyphString):
            return _text(want.drawn, to, have.drawn, at)
        if want.drawn != have.drawn:
            return "an image has other pixels"
        corners = _corners(to)
        away = apart(corners, _corners(at))
        if away <= allowed(max(map(abs, corners))):
            return None
        return f"an image is {away:.2f} mm from its place"

    def _path(self, kind: str, want: Path, to: Affine, have: Path, at: Affine) -> Fault:
        alike = self._alike(want, have)
        turned = _moved(to, at, alike.reach)
        scale = abs(to.a) + abs(to.b) + abs(to.c) + abs(to.d)
        if turned + alike.gap * scale <= TOLERANCE:
            return None
        if want.ops != have.ops:
            return f"a {kind} has another outline"
        planned, printed = want.placed(to).coords, have.placed(at).coords
        away = apart(planned, printed)
        if away <= TOLERANCE or away <= allowed(max(map(abs, planned))):
            return None
        return f"a {kind} is {away:.2f} mm from its place"

    def _alike(self, want: Path, have: Path) -> PathGap:
        known = self._outlines.get((id(want), id(have)))
        if known is None:
            gap = reach = float("inf")
            if want.ops == have.ops:
                gap = max(map(abs, map(sub, want.coords, have.coords)), default=0.0)
                reach = max(map(abs, want.coords), default=0.0)
            pair = PathGap(gap, reach, (want, have))
            known = self._outlines.keep((id(want), id(have)), pair)
        return known

    def _clips(
        self, planned: Frame, want: tuple[Clipping, ...], printed: Frame, have: tuple[Clipping, ...]
    ) -> Fault:
        """Return how the clips around two marks differ; those of the last marks are remembered."""
        last = self._clipped
        if last and last[0] is want and last[1] is have:
            if last[2] is planned and last[3] is printed:
                return None
        elif not (want or have or planned.clips or printed.clips):
            return None
        ours = (*planned.clips, *placed_cuts(want, planned.place))
        theirs = (*printed.clips, *placed_cuts(have, printed.place))
        if len(ours) != len(theirs):
            return f"there are {len(theirs)} clips around it, not {len(ours)}"
        for one, other in zip(ours, theirs, strict=True):
            fault = self._path("clip", one.path, one.place, other.path, other.place)
            if fault or one.even_odd != other.even_odd:
                return fault or "a clip has holes where it should not"
        self._clipped = want, have, planned, printed
        return None

    def _paint(self, kind: str, want: Painted | None, have: Painted | None, area: Area) -> Fault:
        if isinstance(want, ColorRamp) and isinstance(have, ColorRamp):
            return ramp_fault(kind, want, have, area)
        if isinstance(want, Tiling) and isinstance(have, Tiling):
            return self._tiling(kind, want, have)
        if isinstance(want, str) and isinstance(have, str):
            return f"a {kind} is {have}, not {want}"
        return f"a {kind} is painted in another way"

    def _tiling(self, kind: str, want: Tiling, have: Tiling) -> Fault:
        tile, other = Path.rect(want.box), Path.rect(have.box)
        if self._path("pattern", tile, want.place, other, have.place):
            return f"a {kind} has a pattern in another place"
        if apart(want.steps, have.steps) * want.place.stretch > TOLERANCE:
            return f"a {kind} has a pattern with other steps"
        fault = self._fault(want.batch.items, PAGE, have.batch.items, PAGE)
        return fault and f"a {kind} has another pattern: {fault}"

    def _veils(
        self, want: Veils, planned: Frame, have: Veils, printed: Frame, area: Area | None
    ) -> Fault:
        """Return how the soft masks of two marks or groups differ; a mark has an area."""
        if _blendings(want) != _blendings(have):
            return "it is blended with what is below in another way"
        if len(want) != len(have):
            return f"there are {len(have)} soft masks, not {len(want)}"
        ours = placed_veils(want, planned.place)
        theirs = placed_veils(have, printed.place)
        for one, other in zip(ours, theirs, strict=True):
            if isinstance(one, Blending):
                continue
            assert isinstance(other, Veil)
            fault = (
                self._fade(one, other, area) if isinstance(one, Fade) else self._veil(one, other)
            )
            if fault:
                return f"a soft mask is not as planned: {fault}"
        return None

    def _veil(self, want: Veil, have: Veil) -> Fault:
        if want.luminance != have.luminance:
            return "it is made in another way"
        region, other = Path.rect(want.region), Path.rect(have.region)
        if fault := self._path("region", region, want.place, other, have.place):
            return fault
        return self._fault([want.drawing], PAGE, [have.drawing], PAGE)

    def _fade(self, want: Fade, have: Veil, area: Area | None) -> Fault:
        """Return what is wrong with the mask that fades a mark: one fill with a gradient."""
        use = have.drawing
        only = use.batch.items[0] if use.batch.size == 1 else None
        if (
            not have.luminance
            or not isinstance(only, Mark)
            or not isinstance(only.paint, ColorRamp)
        ):
            return "it is no gradient"
        only = placed(only, use.place)
        room = Bounds.of(have.region).placed(have.place).grown(TOLERANCE)
        cover = only.box(only.place).grown(TOLERANCE)
        if area is None or only.clips or only.alpha < 1:
            return "it does not cover what it fades"
        if area.box.within(room).within(cover) != area.box:
            return "it does not cover what it fades"
        assert isinstance(only.paint, ColorRamp)
        return ramp_fault("mask", want.levels, only.paint, area)


def _moved(to: Affine, at: Affine, reach: float) -> float:
    """Return the most that two maps move a point apart that is in reach of the origin."""
    if to == at:
        return 0.0
    a, b, c, d, e, f = map(abs, map(sub, to, at))
    across, down = a + c, b + d  # in an endless reach, of which no share is no share
    most: float = max((across and across * reach) + e, (down and down * reach) + f)
    return most


def _blendings(veils: Veils) -> list[Blending]:
    return [veil for veil in veils if isinstance(veil, Blending)]


def _size(item: Item | None) -> int:
    return item.batch.size if isinstance(item, Use) else 1


def _kind(item: Item | None) -> str:
    while isinstance(item, Use):
        item = item.batch.items[0]
    return item.kind if item else "mark"


def _corners(place: Affine) -> tuple[float, ...]:
    return (*place.apply(0, 0), *place.apply(1, 0), *place.apply(0, 1))


def _text(want: GlyphString, to: Affine, have: GlyphString, at: Affine) -> Fault:
    if want.text != have.text:
        return f"it says {quote(have.text, 40)}, not {quote(want.text, 40)}"
    if want.font != have.font and want.font.rpartition("-")[0] != have.font:
        return f"a text is set in {have.font}, not {want.font}"
    if want.gids != have.gids:
        return "a text has other glyphs"
    away = apart(to[4:], at[4:])
    if away > TOLERANCE:
        return f"a text is {away:.2f} mm from its place"
    em = sqrt(abs(to.determinant))
    reach = max(1.0, max(want.xs), -min(want.xs))
    if apart(to[:4], at[:4]) * reach > TOLERANCE + GLYPH * em:
        return f"a text has the size {sqrt(abs(at.determinant)):.2f} mm, not {em:.2f} mm"
    off = apart(want.xs, have.xs)
    if want.ys != have.ys:
        off = max(off, apart(want.ys, have.ys))
    if off * em > TOLERANCE + GLYPH * em:
        return f"a letter is {off * em:.2f} mm from its place"
    return None


def _pens(want: Pen, to: Affine, have: Pen, at: Affine) -> Fault:
    """Return how two strokes differ, in words."""
    if _ellipse(want.width, to, have.width, at) > allowed(want.width * to.stretch, TOLERANCE / 4):
        wide = have.width * at.stretch, want.width * to.stretch
        return f"a stroke is {wide[0]:.3f} mm wide, not {wide[1]:.3f} mm"
    if len(want.dashes) != len(have.dashes):
        return "a stroke has other dashes"
    scale, other = to.stretch, at.stretch
    dashes = zip((*want.dashes, want.offset), (*have.dashes, have.offset), strict=True)
    if want.dashes and any(_dashes_differ(a * scale, b * other) for a, b in dashes):
        return "a stroke has other dashes"
    if want.cap != have.cap or want.join != have.join:
        return "a stroke has other ends or corners"
    if want.join == 0 and abs(want.miter - have.miter) > TOLERANCE:
        return "a stroke has other corners"
    return None


def _dashes_differ(want: float, have: float) -> bool:
    return abs(want - have) > allowed(abs(want))


def _ellipse(width: float, to: Affine, other: float, at: Affine) -> float:
    """Return how much the images of two round pens differ, in millimetres."""
    one, two = _axes(width, to), _axes(other, at)
    return max(apart(one[:2], two[:2]), abs(one[2] - two[2]) / max(*one[:2], 1e-9))


def _axes(width: float, place: Affine) -> tuple[float, float, float]:
    a, b, c, d = (width * factor for factor in place[:4])
    return sqrt(a * a + c * c), sqrt(b * b + d * d), a * b + c * d
