"""What is drawn, reduced to what can be compared: kind, colour, text and the box it covers."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pnp.base.diagnostics import quote
from pnp.geometry.plane import Affine, Rect

TOLERANCE = 0.01
"""Millimetres: the least that a plan and its print may differ in, a tenth of a printer's dot."""


class Mark(NamedTuple):
    """One thing drawn under a key, where it shows on the page; ``box`` is None where it is cut off.

    ``kind`` is fill, stroke, text, image or shade. ``color`` is ``#rrggbb``, or None for a gradient
    or pattern. A text's box has no size: it is where the text begins.
    """

    kind: str
    color: str | None
    box: Rect | None
    text: str = ""

    def moved(self, x: float, y: float, clip: Rect | None) -> "Mark":
        """Return the mark moved over the page, then cut by a clip."""
        box = self.box and cut(self.box.shifted(x, y), clip)
        return Mark(self.kind, self.color, box, self.text)


def hull(coords: Iterable[float], place: Affine) -> Rect | None:
    """Return the box around all points of an outline in its place, control points included."""
    points = tuple(coords)
    if not points:
        return None
    a, b, c, d, e, f = place
    if not (b or c) or not (a or d):  # a box that stays upright tells all
        return place.box(_around(points))
    pairs = list(zip(points[::2], points[1::2], strict=True))
    return Rect.around([a * x + c * y + e for x, y in pairs], [b * x + d * y + f for x, y in pairs])


@lru_cache(8192)
def _around(points: tuple[float, ...]) -> Rect:
    return Rect.around(points[::2], points[1::2])


def cut(box: Rect | None, clip: Rect | None) -> Rect | None:
    """Return what a clip leaves of a box; unlike an intersection it keeps boxes without area."""
    if box is None or clip is None:
        return box
    x, y, width, height = box
    left, top, clip_width, clip_height = clip
    right, bottom = left + clip_width, top + clip_height
    if left <= x and top <= y and x + width <= right and y + height <= bottom:
        return box
    left, top = max(x, left), max(y, top)
    right, bottom = min(x + width, right), min(y + height, bottom)
    return Rect(left, top, right - left, bottom - top) if right >= left and bottom >= top else None


def joined(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks with each run of text made one, without its spaces.

    How a text is split into runs, and where spaces come from, is the back end's own business.
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
    """Return how a printed mark differs from the planned one, in words, or None."""
    if want.kind != have.kind:
        return f"a {have.kind} is drawn for a {want.kind}"
    if want.text != have.text:
        return f"it says {quote(have.text, 40)}, not {quote(want.text, 40)}"
    if want.color is not None and have.color is not None and want.color != have.color:
        return f"a {want.kind} is {have.color}, not {want.color}"
    return _apart(want.box, have.box, want.kind)


def _apart(want: Rect | None, have: Rect | None, kind: str) -> str | None:
    if want is None or have is None:
        return f"a {kind} is cut off differently" if _seen(want) or _seen(have) else None
    x, y = have.x - want.x, have.y - want.y
    right, bottom = x + have.width - want.width, y + have.height - want.height
    worst = max(abs(x), abs(y), abs(right), abs(bottom))
    if worst <= TOLERANCE:
        return None
    return f"a {kind} is {worst:.2f} mm from its place"


def _seen(box: Rect | None) -> bool:
    """Say whether more of a box is left than a sliver along the edge that cuts it."""
    return box is not None and min(box.width, box.height) > TOLERANCE
