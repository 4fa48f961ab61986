"""Which marks show behind a box: a text needs few of all those that a face paints."""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from pnp.color import Color
from pnp.geometry import Affine
from pnp.rules.printing.behind import OPAQUE, Ground, seen
from pnp.rules.printing.box import Box, placed
from pnp.rules.printing.marks import Mark
from pnp.rules.printing.outlines import clear, covers
from pnp.rules.printing.shades import Shade
from pnp.scene.node import Picture, Shape, Text
from pnp.scene.paint import Linear, Radial, Solid
from pnp.scene.path import Path


class Share(IntEnum):
    """How much of a box something fills, as far as is soon said: ``PART`` may be any."""

    NONE = 0
    PART = 1
    WHOLE = 2


class Backdrop(NamedTuple):
    """What shows behind a box, in painting order; ``color`` where that is one all over the box."""

    marks: tuple[Mark, ...]
    color: Color | None


def backdrop(ground: Ground, marks: Iterable[Mark], box: Box) -> Backdrop:
    """Return which of some marks, given from the top down, show behind a box."""
    found = list[Mark]()
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


def _share(ground: Ground, mark: Mark, box: Box) -> Share:
    """Return how much of a box a mark paints."""
    node, place, veil = mark.node, mark.place, mark.veil
    if veil.masked or isinstance(node, Picture):
        return Share.PART
    if isinstance(node, Text) or not place.determinant:
        return Share.NONE
    share = _painted(ground, node, placed(box, place.inverse()))
    for clip, at in veil.clips:
        share = min(share, _seen(ground, clip.path, at, box, even_odd=clip.even_odd))
    return share


def _painted(ground: Ground, node: Shape, box: Box) -> Share:
    wide = box if node.stroke is None else box.grown(node.stroke.width / 2)
    share = _filled(ground, node.path, wide, even_odd=node.even_odd)
    return Share.NONE if node.fill is None and share is Share.WHOLE else share


def _filled(ground: Ground, path: Path, box: Box, *, even_odd: bool) -> Share:
    lines = ground.lines(path).near(box)
    if not clear(lines, box):
        return Share.PART
    return Share.WHOLE if covers(lines, box.corners[0], even_odd) else Share.NONE


def _seen(ground: Ground, path: Path, place: Affine, box: Box, *, even_odd: bool) -> Share:
    if not place.determinant:
        return Share.NONE
    return _filled(ground, path, placed(box, place.inverse()), even_odd=even_odd)


def _even(mark: Mark) -> Shade | None:
    """Return what a shape of one colour paints."""
    if isinstance(mark.node, Shape) and isinstance(mark.node.fill, Solid):
        color, opacity = mark.node.fill
        return Shade(color, opacity * mark.veil.opacity)
    return None


def is_opaque(mark: Mark) -> bool:
    """Say whether what lies under the filled parts of a shape is not seen."""
    match mark.node:
        case Shape(fill=Solid(opacity=opacity)):
            least = opacity
        case Shape(fill=Linear(stops=stops) | Radial(stops=stops)):
            least = min(stop.opacity for stop in stops)
        case _:
            return False
    return least * mark.veil.opacity >= OPAQUE
