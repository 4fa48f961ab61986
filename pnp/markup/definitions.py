"""What ``<defs>`` holds: gradients, patterns, clip paths, masks, images, glyphs, repeated contents.

All but images are written once for all files of a build, with gaps for what differs between files:
the id, and the nodes inside.
"""

from base64 import b64encode
from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Any

from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.markup.syntax import lengths, number, path_data, transform
from pnp.scene.image import Image
from pnp.scene.node import Clip, Linear, Mask, Pattern, Radial, SpreadMethod
from pnp.scene.sameness import Contents

GLYPH_EM = 1000
"""Units per em of a defined glyph: lengths have three decimals, too few for an em of 1."""

Element = Any
"""An element of svgwrite, which is untyped."""

ID = "{id}"
"""The value of an ``id`` until a file gives one: no other attribute contains it."""


@slotted(eq=False)
class Definition:
    """An element of ``<defs>`` as text, with gaps for its id and for the ``nodes`` inside it.

    A clip path has the kind ``clip``, of which ids are made (``clip1``), ``before`` its id the text
    ``<clipPath id="``, ``after`` it ``"><path d="M0 0L1 0" /></clipPath>``. The nodes, if there are
    any, are drawn between ``after`` and ``end``.
    """

    kind: str
    before: str
    after: str
    nodes: Contents = ()
    end: str = ""


class Definitions:
    """The definitions of a build: for equal clip paths, masks or paints the same object."""

    def __init__(self) -> None:
        import svgwrite

        self.make = svgwrite.Drawing(profile="full", debug=False)
        self._known: dict[tuple[str, Hashable], Definition] = {}

    def contents(self, nodes: Contents) -> Definition:
        """Return the definition of a group's contents."""
        return self._once("art", nodes, self.make.g, nodes)

    def clip(self, clip: Clip) -> Definition:
        """Return the definition of a clip."""
        return self._once("clip", clip, lambda: self._clip(clip))

    def mask(self, mask: Mask) -> Definition:
        """Return the definition of a mask."""
        return self._once("mask", mask, lambda: self._mask(mask), mask.nodes)

    def paint(self, paint: Linear | Radial | Pattern) -> Definition:
        """Return the definition of a gradient or a pattern."""
        if isinstance(paint, Pattern):
            return self._once("paint", paint, lambda: self._pattern(paint), paint.nodes)
        return self._once("paint", paint, lambda: self._gradient(paint))

    def glyph(self, outline: Path) -> Definition:
        """Return a new definition of a glyph with ``GLYPH_EM`` units per em."""
        whole = outline.placed(Affine.scale(GLYPH_EM))
        return _definition("glyph", self.make.path(path_data(whole)))

    def image(self, image: Image) -> Definition:
        """Return a new definition of an image, which is not kept: images are large.

        One user unit is one pixel.
        """
        data = f"data:image/{image.format};base64,{b64encode(image.data).decode()}"
        size = (str(image.width), str(image.height))
        return _definition("image", self.make.image(data, size=size, preserveAspectRatio="none"))

    def _once(
        self, kind: str, thing: Hashable, make: Callable[[], Element], nodes: Contents = ()
    ) -> Definition:
        key = kind, thing
        if key not in self._known:
            self._known[key] = _definition(kind, make(), nodes)
        return self._known[key]

    def _gradient(self, paint: Linear | Radial) -> Element:
        """Return a gradient element, in the user space of the shape that it paints."""
        element = self._linear(paint) if isinstance(paint, Linear) else self._radial(paint)
        element["gradientUnits"] = "userSpaceOnUse"
        if paint.spread is not SpreadMethod.PAD:
            element["spreadMethod"] = paint.spread.value
        if paint.place != IDENTITY:
            element["gradientTransform"] = transform(paint.place)
        for stop in paint.stops:
            opacity = number(stop.opacity) if stop.opacity < 1 else None
            element.add_stop_color(number(stop.offset), stop.color.hex, opacity)
        return element

    def _linear(self, paint: Linear) -> Element:
        (x1, y1), (x2, y2) = paint.start, paint.end
        return self.make.linearGradient(**lengths(x1=x1, y1=y1, x2=x2, y2=y2))

    def _radial(self, paint: Radial) -> Element:
        circle = lengths(cx=paint.center.x, cy=paint.center.y, r=paint.radius)
        if paint.focus != paint.center:
            circle |= lengths(fx=paint.focus.x, fy=paint.focus.y)
        if paint.focus_radius:
            circle |= lengths(fr=paint.focus_radius)
        return self.make.radialGradient(**circle)

    def _clip(self, clip: Clip) -> Element:
        style = {"clip-rule": "evenodd"} if clip.even_odd else {}
        if _is_upright_rect(clip.path):
            style["shape-rendering"] = "crispEdges"  # else antialiasing leaves seams
        element = self.make.clipPath()
        element.add(self.make.path(path_data(clip.path), **style))
        return element

    def _mask(self, mask: Mask) -> Element:
        kind = {} if mask.luminance else {"mask-type": "alpha"}
        return self.make.mask(**_box(mask.region), maskUnits="userSpaceOnUse", **kind)

    def _pattern(self, paint: Pattern) -> Element:
        place = {} if paint.place == IDENTITY else {"patternTransform": transform(paint.place)}
        return self.make.pattern(**_box(paint.tile), patternUnits="userSpaceOnUse", **place)


def _definition(kind: str, element: Element, nodes: Contents = ()) -> Definition:
    element["id"] = ID
    before, _, after = element.tostring().partition(ID)
    if not nodes:
        return Definition(kind, before, after)
    return Definition(
        kind, before, after.removesuffix(" />") + ">", nodes, f"</{element.elementname}>"
    )


def _box(rect: Rect) -> dict[str, str]:
    return lengths(**rect._asdict())


def _is_upright_rect(path: Path) -> bool:
    corners = path.points()
    if path.ops != "MLLLZ":
        return False
    return all((a.x == b.x) != (a.y == b.y) for a, b in pairwise([*corners, corners[0]]))
