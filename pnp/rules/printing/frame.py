"""What the sides of many pieces have in common, and how a mark is judged by it alone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pnp.content.game import Component, Kind
from pnp.finding import Rule
from pnp.geometry import Size
from pnp.rules.printing.box import Box
from pnp.rules.printing.lettering import Lettering
from pnp.rules.printing.marks import Mark
from pnp.rules.printing.outlines import Outline, outline_of, polygon
from pnp.scene.path import Path

LOOSE = frozenset({Kind.SHEET, Kind.GUIDE, Kind.BOX, Kind.TRAY, Kind.DIE, Kind.STANDEE})
"""What is not cut close, or ends in folds, flaps and feet that are white on purpose."""


class Flaw(NamedTuple):
    """One break of a rule. Those of a component that are ``like`` are told once.

    The worst one is told, that with the largest ``by``; ``message`` goes on after a side's name.
    """

    rule: Rule
    like: object
    by: float
    message: str
    hint: str


@dataclass(frozen=True, eq=False)
class Frame:
    """A component, which side it is, and how that is cut. Millimetres.

    ``cut`` is the outline on the face, None where straight cuts along the trim free the piece.
    """

    component: Component
    side: str
    size: Size
    bleed: float
    safe: float
    cut: Path | None
    lettering: Lettering

    @cached_property
    def trim(self) -> Box:
        """Return the box of the piece after cutting."""
        return Box(0.0, 0.0, *self.size)

    @cached_property
    def seen(self) -> Box:
        """Return the box of what is printed: the trim and its bleed."""
        return self.trim.grown(self.bleed)

    @cached_property
    def outline(self) -> Outline:
        """Return what the side is cut along, mirrored on a back; nothing where that is its trim."""
        parts = () if self.cut is None else tuple(part.closed for part in outline_of(self.cut))
        if self.side == "face":
            return parts
        width = self.size.width
        return tuple(polygon((width - x, y) for x, y in part.corners) for part in parts)


Judge = Callable[[Frame, Mark], Flaw | None]
"""Says what is wrong with a mark by itself, whatever else the face paints."""
