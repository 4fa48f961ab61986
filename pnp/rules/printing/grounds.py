"""Whether a coloured ground fills the bleed for certain: most do, and that is soon said."""

from collections.abc import Sequence

from pnp.color import WHITE, Color
from pnp.rules.printing.backdrop import is_opaque
from pnp.rules.printing.frame import Frame
from pnp.rules.printing.marks import Mark
from pnp.rules.printing.outlines import filled, outline_of
from pnp.rules.printing.view import View
from pnp.scene.node import Shape
from pnp.scene.paint import Linear, Radial, Solid
from pnp.vision import difference

BARE = 3.0
"""What is so near to white paper (CIEDE2000) is as good as paper."""

SLACK = 0.3
"""By how much, in millimetres, art may end before the bleed does: it is made by hand."""

FULL = 0.999
"""The share of its box that a rectangle fills."""


def grounded(view: View) -> bool:
    """Say whether a coloured ground fills the bleed for certain, as it mostly does."""
    states = [state for layer in view.layers for state in layer.once(_states)]
    return bool(states) and states[-1]


def _states(frame: Frame, marks: Sequence[Mark]) -> list[bool]:
    """Return, in painting order, whether marks fill the bleed with colour, or may clear it."""
    asked = [mark for mark in marks if _leaves(frame, mark)]
    return [state for mark in asked if (state := _state(frame, mark)) is not None]


def _leaves(frame: Frame, mark: Mark) -> bool:
    left, top, right, bottom = mark.box
    trim = frame.trim
    return left < 0 or top < 0 or right > trim.right or bottom > trim.bottom


def _state(frame: Frame, mark: Mark) -> bool | None:
    """Return True of a coloured ground, False of white that may hide one, None of all else."""
    colors = _colors(mark)
    if not colors or not is_opaque(mark) or mark.veil.masked:
        return None
    if all(from_paper(color) < BARE for color in colors):
        return False
    return True if all(from_paper(c) >= BARE for c in colors) and _fills(frame, mark) else None


def _colors(mark: Mark) -> Sequence[Color]:
    match mark.node:
        case Shape(fill=Solid(color=color)):
            return (color,)
        case Shape(fill=Linear(stops=stops) | Radial(stops=stops)):
            return [stop.color for stop in stops]
        case _:
            return ()


def _fills(frame: Frame, mark: Mark) -> bool:
    """Say whether a shape is an upright rectangle over all that is printed of a face."""
    assert isinstance(mark.node, Shape)
    whole = frame.seen.grown(-SLACK)
    upright = mark.place.b == 0 == mark.place.c and not mark.veil.clips
    large = mark.box.within(whole) == whole
    return upright and large and filled(outline_of(mark.node.path)) > FULL


def from_paper(color: Color) -> float:
    """Return how far a colour is from white paper (CIEDE2000)."""
    return difference(color, WHITE)
