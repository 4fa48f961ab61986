"""Marks: painted things, reduced to the traits that plan and print are compared by.

``ExpectedMarks`` computes those that a planned page must show, ``read`` those of the printed one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, assert_never

from pnp.base.diagnostics import quote
from pnp.geometry.plane import IDENTITY, NOWHERE, ORIGIN, Affine, Bounds
from pnp.scene.node import Group, Node, Paint, Picture, Shape, Solid, Text
from pnp.scene.page import Page

TOLERANCE = 0.01
"""The most that a plan and its print may differ, in millimetres: a tenth of a printer's dot."""


def apart(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the most that two points, sizes, boxes or paths differ in a coordinate."""
    return max(abs(one - other) for one, other in zip(first, second, strict=True))


class Mark(NamedTuple):
    """One painted thing, with the box where it shows on the page; None if it is clipped away.

    ``kind`` is fill, stroke, text, image or shade. ``color`` is ``#rrggbb``, or None for a gradient
    or pattern. The box of a text is its origin, without size. Millimetres, y down:
    ``Mark("text", "#000000", Bounds(12.5, 20, 12.5, 20), "Owl")``.
    """

    kind: str
    color: str | None
    box: Bounds | None
    text: str = ""

    def moved(self, x: float, y: float, clip: Bounds | None) -> "Mark":
        """Return the mark moved over the page, then cut by a clip."""
        kind, color, box, text = self
        if box is None:
            return self
        left, top, right, bottom = box
        return Mark(kind, color, cut(Bounds(left + x, top + y, right + x, bottom + y), clip), text)


def cut(box: Bounds | None, clip: Bounds | None) -> Bounds | None:
    """Return a box within a clip, None if nothing is left; a box without area may be left."""
    if box is None or clip is None:
        return box
    left, top, right, bottom = box
    x, y, x2, y2 = clip
    if x <= left and y <= top and right <= x2 and bottom <= y2:
        return box
    both = Bounds(max(left, x), max(top, y), min(right, x2), min(bottom, y2))
    return both if both.right >= both.left and both.bottom >= both.top else None


def clipped(own: Bounds, outer: Bounds | None) -> Bounds:
    """Return the intersection of a clip with an outer one; a point if it is empty."""
    box = Bounds.at(ORIGIN) if own is NOWHERE else own
    return cut(box, outer) or Bounds.at(box.corners[0])


def joined(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks with consecutive texts joined, and spaces removed.

    A back end may split a text into runs, and place words without space characters.
    """
    found: list[Mark] = []
    for mark in marks:
        if mark.kind != "text":
            found.append(mark)
            continue
        text = "".join(mark.text.split())
        if found and found[-1].kind == "text":
            found[-1] = found[-1]._replace(text=found[-1].text + text)
        elif text:
            found.append(mark._replace(text=text))
    return found


def difference(want: Mark, have: Mark) -> str | None:
    """Return how a printed mark differs from the planned one, in words; None if it does not."""
    if want.kind != have.kind:
        return f"a {have.kind} is drawn for a {want.kind}"
    if want.text != have.text:
        return f"it says {quote(have.text, 40)}, not {quote(want.text, 40)}"
    if want.color is not None and have.color is not None and want.color != have.color:
        return f"a {want.kind} is {have.color}, not {want.color}"
    return _moved(want.box, have.box, want.kind)


def _moved(want: Bounds | None, have: Bounds | None, kind: str) -> str | None:
    if want is None or have is None:
        return f"a {kind} is cut off differently" if _visible(want) or _visible(have) else None
    worst = apart(want, have)
    if worst <= TOLERANCE:
        return None
    return f"a {kind} is {worst:.2f} mm from its place"


def _visible(box: Bounds | None) -> bool:
    """Return whether more of a clipped box is left than a sliver along the clip's edge."""
    return box is not None and min(box.width, box.height) > TOLERANCE


Keyed = tuple[str | None, Mark]

MOST_FACES = 256
"""The most faces in the cache. Copies of a face are near each other; a kit may have thousands."""


class ExpectedMarks:
    """Computes the marks of planned pages; the marks of a face are cached for each turn.

    ``ExpectedMarks().marks(page)`` gives ``[("deck/owl#1/face", Mark("fill", "#ffffff", …)), …]``.
    """

    def __init__(self) -> None:
        self._faces: dict[tuple[object, ...], list[Keyed]] = {}

    def marks(self, page: Page) -> list[Keyed]:
        """Return each mark of a page with its innermost key, or None, in drawing order."""
        found: list[Keyed] = []
        self._add(found, page.nodes, IDENTITY, None, None)
        return found

    def _placed(self, group: Group, place: Affine, clip: Bounds | None) -> Iterator[Keyed]:
        """Yield the marks of a group that has a key."""
        a, b, c, d, e, f = place
        turn = (group.nodes, a, b, c, d)
        if turn not in self._faces:
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            found: list[Keyed] = []
            self._add(found, group.nodes, Affine(a, b, c, d), None, None)
            self._faces[turn] = found
        for key, mark in self._faces[turn]:
            yield key or group.key, mark.moved(e, f, clip)

    def _add(
        self, found: list[Keyed], nodes: Sequence[Node], place: Affine, clip: Bounds | None,
        key: str | None,
    ) -> None:  # fmt: skip
        for node in nodes:
            if isinstance(node, Group):
                inner = place @ node.place
                visible = _clip(node, inner, clip)
                if node.key is None:
                    self._add(found, node.nodes, inner, visible, key)
                else:
                    found += self._placed(node, inner, visible)
            else:
                found += [(key, mark) for mark in _marks(node, place, clip)]


def _marks(node: Shape | Text | Picture, place: Affine, clip: Bounds | None) -> Iterator[Mark]:
    """Yield the marks of one leaf node."""
    match node:
        case Shape():
            yield from _shape(node, cut(Bounds.hull(node.path.coords, place), clip))
        case Text():
            start = Bounds.at(place.apply(*node.origin))
            paint = node.fill or (node.stroke.paint if node.stroke else None)
            yield Mark("text", _color(paint), cut(start, clip) or start, node.string)
        case Picture():
            yield Mark("image", None, cut(Bounds.of(node.box).placed(place), clip))
        case _:
            assert_never(node)


def _clip(group: Group, place: Affine, outer: Bounds | None) -> Bounds | None:
    """Return the clip box inside a group: its own clip within the outer one."""
    if group.clip is None:
        return outer
    return clipped(Bounds.hull(group.clip.path.coords, place), outer)


def _shape(shape: Shape, box: Bounds | None) -> Iterator[Mark]:
    if not shape.path.ops:
        return
    if shape.fill is not None:
        yield Mark("fill", _color(shape.fill), box)
    if shape.stroke is not None:
        yield Mark("stroke", _color(shape.stroke.paint), box)


def _color(paint: Paint | None) -> str | None:
    return paint.color.hex if isinstance(paint, Solid) else None
