"""Marks: painted things, reduced to the traits that plan and print are compared by."""

from collections.abc import Iterable
from typing import NamedTuple

from pnp.base.diagnostics import quote
from pnp.geometry.plane import NOWHERE, ORIGIN, Bounds

TOLERANCE = 0.01
"""The most that a plan and its print may differ, in millimetres: a tenth of a printer's dot."""


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
        box = self.box and cut(self.box.shifted(x, y), clip)
        return Mark(self.kind, self.color, box, self.text)


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
    return _apart(want.box, have.box, want.kind)


def _apart(want: Bounds | None, have: Bounds | None, kind: str) -> str | None:
    if want is None or have is None:
        return f"a {kind} is cut off differently" if _visible(want) or _visible(have) else None
    worst = max(abs(a - b) for a, b in zip(want, have, strict=True))
    if worst <= TOLERANCE:
        return None
    return f"a {kind} is {worst:.2f} mm from its place"


def _visible(box: Bounds | None) -> bool:
    """Return whether more of a clipped box is left than a sliver along the clip's edge."""
    return box is not None and min(box.width, box.height) > TOLERANCE
