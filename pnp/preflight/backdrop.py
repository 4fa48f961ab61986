"""Cheap tests by box: what shows behind a text, and whether a coloured ground fills the bleed.

Both save sampling colours point by point, which `ground` does where these cannot decide.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from pnp.base.color import WHITE, Color
from pnp.base.vision import difference
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Bounds
from pnp.geometry.polygon import clear, covers, filled, outline_of
from pnp.preflight.ground import OPAQUE, ColorSampler, Shade, composited
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView
from pnp.scene.node import Clip, Linear, Picture, Radial, Shape, Solid, Text


class Share(IntEnum):
    """Coverage of a box by a cheap test: ``PART`` means undecided, not partial."""

    NONE = 0
    PART = 1
    WHOLE = 2


class Backdrop(NamedTuple):
    """The ops that show behind a box, in painting order.

    ``color`` is their colour on white paper where it is the same all over the box, else None.
    """

    ops: tuple[PaintOp, ...]
    color: Color | None


def backdrop(ground: ColorSampler, ops: Iterable[PaintOp], box: Bounds) -> Backdrop:
    """Return what shows behind a box; ``ops`` are given topmost first."""
    found = list[PaintOp]()
    shades: list[Shade] | None = []
    clipped: dict[int, Share] = {}
    for op in ops:
        share = _share(ground, op, box, clipped)
        if share is Share.NONE:
            continue
        found.append(op)
        even = _even(op) if share is Share.WHOLE else None
        if shades is not None and even is not None:
            shades.append(even)
        else:
            shades = None
        if share is Share.WHOLE and is_opaque(op):
            break
    return Backdrop(tuple(reversed(found)), None if shades is None else composited(shades))


def _share(ground: ColorSampler, op: PaintOp, box: Bounds, clipped: dict[int, Share]) -> Share:
    """Return how much of a box an op paints; ``NONE`` for a text, which is no backdrop.

    ``clipped`` keeps how much of the box clips leave, by ``id``: those of a group are one object.
    """
    node, place, (clips, _, masked) = op.node, op.place, op.state
    if masked or isinstance(node, Picture):
        return Share.PART
    if isinstance(node, Text) or not place.determinant:
        return Share.NONE
    share = _painted(ground, node, box.placed(place.inverse()))
    if not clips or share is Share.NONE:
        return share
    if id(clips) not in clipped:
        clipped[id(clips)] = min(_left(ground, clip, at, box) for clip, at in clips)
    return min(share, clipped[id(clips)])


def _left(ground: ColorSampler, clip: Clip, at: Affine, box: Bounds) -> Share:
    """Return how much of a box a clip leaves."""
    if not at.determinant:
        return Share.NONE
    return _filled(ground, clip.path, box.placed(at.inverse()), even_odd=clip.even_odd)


def _painted(ground: ColorSampler, node: Shape, box: Bounds) -> Share:
    wide = box if node.stroke is None else box.grown(node.stroke.width / 2)
    share = _filled(ground, node.path, wide, even_odd=node.even_odd)
    return Share.NONE if node.fill is None and share is Share.WHOLE else share


def _filled(ground: ColorSampler, path: Path, box: Bounds, *, even_odd: bool) -> Share:
    lines = ground.lines(path).near(box)
    if not clear(lines, box):
        return Share.PART
    return Share.WHOLE if covers(lines, box.corners[0], even_odd) else Share.NONE


def _even(op: PaintOp) -> Shade | None:
    """Return the shade of a shape with a solid fill, None for anything else."""
    if isinstance(op.node, Shape) and isinstance(op.node.fill, Solid):
        color, opacity = op.node.fill
        return Shade(color, opacity * op.state.opacity)
    return None


def is_opaque(op: PaintOp) -> bool:
    """Return whether the filled parts of a shape hide what is below them."""
    match op.node:
        case Shape(fill=Solid(opacity=opacity)):
            least = opacity
        case Shape(fill=Linear(stops=stops) | Radial(stops=stops)):
            least = min(stop.opacity for stop in stops)
        case _:
            return False
    return least * op.state.opacity >= OPAQUE


BARE = 3.0
"""Colours closer to white than this (CIEDE2000) count as unprinted paper."""

HANDMADE = 0.3
"""How far, in millimetres, art may fall short of the bleed box: tolerance for hand-drawn art."""

FULL = 0.999
"""The least share of its bounding box that a path fills if it is a rectangle."""


def grounded(view: SideView) -> bool:
    """Return True if an opaque non-white rectangle covers the bleed box. False means unknown."""
    grounds = [coloured for layer in view.layers for coloured in layer.cached(_grounds)]
    return bool(grounds) and grounds[-1]


def _grounds(frame: CutFrame, ops: Sequence[PaintOp]) -> list[bool]:
    """Return, in painting order, True for a coloured ground, False for white that may hide it."""
    outside = [op for op in ops if _leaves_trim(frame, op)]
    return [coloured for op in outside if (coloured := _ground(frame, op)) is not None]


def _leaves_trim(frame: CutFrame, op: PaintOp) -> bool:
    left, top, right, bottom = op.box
    trim = frame.trim
    return left < 0 or top < 0 or right > trim.right or bottom > trim.bottom


def _ground(frame: CutFrame, op: PaintOp) -> bool | None:
    """Return True for a coloured ground, False for white that may hide one, None otherwise."""
    colors = _colors(op)
    if not colors or not is_opaque(op) or op.state.masked:
        return None
    if all(from_paper(color) < BARE for color in colors):
        return False
    return True if all(from_paper(c) >= BARE for c in colors) and _fills(frame, op) else None


def _colors(op: PaintOp) -> Sequence[Color]:
    match op.node:
        case Shape(fill=Solid(color=color)):
            return (color,)
        case Shape(fill=Linear(stops=stops) | Radial(stops=stops)):
            return [stop.color for stop in stops]
        case _:
            return ()


def _fills(frame: CutFrame, op: PaintOp) -> bool:
    """Return whether a shape is an unrotated, unclipped rectangle that covers the bleed box."""
    assert isinstance(op.node, Shape)
    least = frame.bleed_box.grown(-HANDMADE)
    upright = op.place.b == 0 == op.place.c and not op.state.clips
    large = op.box.within(least) == least
    return upright and large and filled(outline_of(op.node.path)) > FULL


def from_paper(color: Color) -> float:
    """Return how far a colour is from white paper (CIEDE2000)."""
    return difference(color, WHITE)
