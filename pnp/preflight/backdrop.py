"""What is behind a text, and whether a coloured ground fills the bleed."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from pnp.base.color import WHITE, Color
from pnp.base.vision import difference
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Bounds
from pnp.geometry.polygon import clear, covers, filled, outline_of
from pnp.preflight.ground import OPAQUE, ColorSampler, Shade, seen
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView
from pnp.scene.node import Linear, Picture, Radial, Shape, Solid, Text


class Share(IntEnum):
    """How much of a box something fills, as far as is soon said: ``PART`` may be any."""

    NONE = 0
    PART = 1
    WHOLE = 2


class Backdrop(NamedTuple):
    """What shows behind a box, in painting order; ``color`` where that is one all over the box."""

    marks: tuple[PaintOp, ...]
    color: Color | None


def backdrop(ground: ColorSampler, marks: Iterable[PaintOp], box: Bounds) -> Backdrop:
    """Return which of some marks, given from the top down, show behind a box."""
    found = list[PaintOp]()
    shades: list[Shade] | None = []
    for mark in marks:
        share = _share(ground, mark, box)
        if share is Share.NONE:
            continue
        found.append(mark)
        even = _even(mark) if share is Share.WHOLE else None
        if shades is not None and even is not None:
            shades.append(even)
        else:
            shades = None
        if share is Share.WHOLE and is_opaque(mark):
            break
    return Backdrop(tuple(reversed(found)), None if shades is None else seen(shades))


def _share(ground: ColorSampler, mark: PaintOp, box: Bounds) -> Share:
    """Return how much of a box a mark paints."""
    node, place, veil = mark.node, mark.place, mark.veil
    if veil.masked or isinstance(node, Picture):
        return Share.PART
    if isinstance(node, Text) or not place.determinant:
        return Share.NONE
    share = _painted(ground, node, box.placed(place.inverse()))
    for clip, at in veil.clips:
        share = min(share, _seen(ground, clip.path, at, box, even_odd=clip.even_odd))
    return share


def _painted(ground: ColorSampler, node: Shape, box: Bounds) -> Share:
    wide = box if node.stroke is None else box.grown(node.stroke.width / 2)
    share = _filled(ground, node.path, wide, even_odd=node.even_odd)
    return Share.NONE if node.fill is None and share is Share.WHOLE else share


def _filled(ground: ColorSampler, path: Path, box: Bounds, *, even_odd: bool) -> Share:
    lines = ground.lines(path).near(box)
    if not clear(lines, box):
        return Share.PART
    return Share.WHOLE if covers(lines, box.corners[0], even_odd) else Share.NONE


def _seen(ground: ColorSampler, path: Path, place: Affine, box: Bounds, *, even_odd: bool) -> Share:
    if not place.determinant:
        return Share.NONE
    return _filled(ground, path, box.placed(place.inverse()), even_odd=even_odd)


def _even(mark: PaintOp) -> Shade | None:
    """Return what a shape of one colour paints."""
    if isinstance(mark.node, Shape) and isinstance(mark.node.fill, Solid):
        color, opacity = mark.node.fill
        return Shade(color, opacity * mark.veil.opacity)
    return None


def is_opaque(mark: PaintOp) -> bool:
    """Say whether what lies under the filled parts of a shape is not seen."""
    match mark.node:
        case Shape(fill=Solid(opacity=opacity)):
            least = opacity
        case Shape(fill=Linear(stops=stops) | Radial(stops=stops)):
            least = min(stop.opacity for stop in stops)
        case _:
            return False
    return least * mark.veil.opacity >= OPAQUE


BARE = 3.0
"""What is so near to white paper (CIEDE2000) is as good as paper."""

HANDMADE = 0.3
"""By how much, in millimetres, art may end before the bleed does: it is made by hand."""

FULL = 0.999
"""The share of its box that a rectangle fills."""


def grounded(view: SideView) -> bool:
    """Say whether a coloured ground fills the bleed for certain, as it mostly does."""
    states = [state for layer in view.layers for state in layer.once(_states)]
    return bool(states) and states[-1]


def _states(frame: CutFrame, marks: Sequence[PaintOp]) -> list[bool]:
    """Return, in painting order, whether marks fill the bleed with colour, or may clear it."""
    asked = [mark for mark in marks if _leaves(frame, mark)]
    return [state for mark in asked if (state := _state(frame, mark)) is not None]


def _leaves(frame: CutFrame, mark: PaintOp) -> bool:
    left, top, right, bottom = mark.box
    trim = frame.trim
    return left < 0 or top < 0 or right > trim.right or bottom > trim.bottom


def _state(frame: CutFrame, mark: PaintOp) -> bool | None:
    """Return True of a coloured ground, False of white that may hide one, None of all else."""
    colors = _colors(mark)
    if not colors or not is_opaque(mark) or mark.veil.masked:
        return None
    if all(from_paper(color) < BARE for color in colors):
        return False
    return True if all(from_paper(c) >= BARE for c in colors) and _fills(frame, mark) else None


def _colors(mark: PaintOp) -> Sequence[Color]:
    match mark.node:
        case Shape(fill=Solid(color=color)):
            return (color,)
        case Shape(fill=Linear(stops=stops) | Radial(stops=stops)):
            return [stop.color for stop in stops]
        case _:
            return ()


def _fills(frame: CutFrame, mark: PaintOp) -> bool:
    """Say whether a shape is an upright rectangle over all that is printed of a face."""
    assert isinstance(mark.node, Shape)
    whole = frame.seen.grown(-HANDMADE)
    upright = mark.place.b == 0 == mark.place.c and not mark.veil.clips
    large = mark.box.within(whole) == whole
    return upright and large and filled(outline_of(mark.node.path)) > FULL


def from_paper(color: Color) -> float:
    """Return how far a colour is from white paper (CIEDE2000)."""
    return difference(color, WHITE)
