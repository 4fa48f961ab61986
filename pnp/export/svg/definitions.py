"""The ``<defs>`` of an SVG file: gradients, clip paths, masks, glyphs and repeated contents."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Any

from pnp.export.svg.syntax import lengths, number, path_data, transform
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.image import Image
from pnp.scene.node import Clip, Linear, Mask, Pattern, Radial, SpreadMethod
from pnp.scene.sameness import Contents


def gradient(drawing: Any, paint: Linear | Radial) -> Any:
    """Return a gradient element, in the user space of the shape that it paints."""
    element = _linear(drawing, paint) if isinstance(paint, Linear) else _radial(drawing, paint)
    element["gradientUnits"] = "userSpaceOnUse"
    if paint.spread is not SpreadMethod.PAD:
        element["spreadMethod"] = paint.spread.value
    if paint.place != IDENTITY:
        element["gradientTransform"] = transform(paint.place)
    for stop in paint.stops:
        opacity = number(stop.opacity) if stop.opacity < 1 else None
        element.add_stop_color(number(stop.offset), stop.color.hex, opacity)
    return element


def _linear(drawing: Any, paint: Linear) -> Any:
    (x1, y1), (x2, y2) = paint.start, paint.end
    return drawing.linearGradient(**lengths(x1=x1, y1=y1, x2=x2, y2=y2))


def _radial(drawing: Any, paint: Radial) -> Any:
    circle = lengths(cx=paint.center.x, cy=paint.center.y, r=paint.radius)
    if paint.focus != paint.center:
        circle |= lengths(fx=paint.focus.x, fy=paint.focus.y)
    if paint.focus_radius:
        circle |= lengths(fr=paint.focus_radius)
    return drawing.radialGradient(**circle)


GLYPH_EM = 1000
"""Units per em of a defined glyph: lengths have three decimals, too few for an em of 1."""

Element = Any
"""An element of svgwrite, which is untyped."""

Fill = Callable[[Element, Contents], Element]
"""Draws nodes into an element, and returns the element.

It is ``Draughtsman.fill``, passed in at each call: a draughtsman holds its definitions, and a
reference back would be a cycle that keeps every drawing until a garbage collection.
"""


class Definitions:
    """The ``<defs>`` of one drawing. Ids are numbered in order of first use: ``clip1``."""

    def __init__(self, drawing: Element) -> None:
        self.drawing = drawing
        self._ids: dict[tuple[str, Hashable], str] = {}
        self._counts: Counter[str] = Counter()
        self._taken: set[str] = set()

    def name(self, words: str) -> str:
        """Return an id that is unique in the file, made from a text."""
        safe = "-".join(re.findall(r"[A-Za-z0-9_]+", words))
        safe = safe if safe[:1].isalpha() else f"n{safe}"
        free, count = safe, 1
        while free in self._taken:
            count += 1
            free = f"{safe}-{count}"
        self._taken.add(free)
        return free

    def contents(self, nodes: Contents, fill: Fill) -> str:
        """Return the id of a group's contents."""
        return self._once("art", nodes, lambda: fill(self.drawing.g(), nodes))

    def clip(self, clip: Clip) -> str:
        """Return the id of a clip."""
        return self._once("clip", clip, lambda: self._clip(clip))

    def mask(self, mask: Mask, fill: Fill) -> str:
        """Return the id of a mask."""
        return self._once("mask", mask, lambda: fill(self._mask(mask), mask.nodes))

    def paint(self, paint: Linear | Radial | Pattern, fill: Fill) -> str:
        """Return the id of a gradient or a pattern."""
        if isinstance(paint, Pattern):
            return self._once("paint", paint, lambda: fill(self._pattern(paint), paint.nodes))
        return self._once("paint", paint, lambda: gradient(self.drawing, paint))

    def image(self, image: Image) -> str:
        """Return the id of an image; one user unit is one pixel."""
        return self._once("image", image.digest, lambda: self._image(image))

    def glyph(self, font: str, gid: int, outline: Path) -> str:
        """Return the id of a glyph with ``GLYPH_EM`` units per em."""
        return self._once("glyph", (font, gid), lambda: self._glyph(outline))

    def _once(self, kind: str, thing: Hashable, make: Callable[[], Element]) -> str:
        if (kind, thing) not in self._ids:
            self._counts[kind] += 1
            self._ids[kind, thing] = name = self.name(f"{kind}{self._counts[kind]}")
            element = make()
            element["id"] = name
            self.drawing.defs.add(element)
        return self._ids[kind, thing]

    def _clip(self, clip: Clip) -> Element:
        style = {"clip-rule": "evenodd"} if clip.even_odd else {}
        if _is_upright_rect(clip.path):
            style["shape-rendering"] = "crispEdges"  # else antialiasing leaves seams
        element = self.drawing.clipPath()
        element.add(self.drawing.path(path_data(clip.path), **style))
        return element

    def _mask(self, mask: Mask) -> Element:
        kind = {} if mask.luminance else {"mask-type": "alpha"}
        return self.drawing.mask(**_box(mask.region), maskUnits="userSpaceOnUse", **kind)

    def _pattern(self, paint: Pattern) -> Element:
        place = {} if paint.place == IDENTITY else {"patternTransform": transform(paint.place)}
        return self.drawing.pattern(**_box(paint.tile), patternUnits="userSpaceOnUse", **place)

    def _image(self, image: Image) -> Element:
        data = f"data:image/{image.format};base64,{b64encode(image.data).decode()}"
        size = (str(image.width), str(image.height))
        return self.drawing.image(data, size=size, preserveAspectRatio="none")

    def _glyph(self, outline: Path) -> Element:
        return self.drawing.path(path_data(outline.placed(Affine.scale(GLYPH_EM))))


def _box(rect: Rect) -> dict[str, str]:
    return lengths(**rect._asdict())


def _is_upright_rect(path: Path) -> bool:
    corners = path.points()
    if path.ops != "MLLLZ":
        return False
    return all((a.x == b.x) != (a.y == b.y) for a, b in pairwise([*corners, corners[0]]))
