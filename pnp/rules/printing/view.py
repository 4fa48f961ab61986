"""One side of a piece, as the print rules look at it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pnp.component.piece import Piece
from pnp.errors import Where
from pnp.finding import Rule
from pnp.rules.printing.behind import Ground
from pnp.rules.printing.box import Box, box_of, hull, placed
from pnp.rules.printing.lettering import Lettering
from pnp.rules.printing.marks import Mark, Marker
from pnp.rules.printing.outlines import Outline, outline_of, polygon
from pnp.scene.face import Face
from pnp.scene.node import Text
from pnp.template.text.fonts import FontBook


class Fault(NamedTuple):
    """One break of a rule on one side. Faults of a component that are ``like`` are told once.

    The worst one is told, that with the largest ``by``; ``message`` goes on after its name.
    """

    rule: Rule
    component: str
    like: object
    by: float
    name: str
    message: str
    where: Where
    hint: str


class Reader:
    """What the rules share while they look at one kit: measured letters, outlines, colours."""

    def __init__(self, book: FontBook) -> None:
        self.lettering = Lettering(book)
        self.marker = Marker(self.lettering)
        self.ground = Ground(self.marker)


@dataclass(frozen=True)
class Side:
    """The face or the back of a piece."""

    piece: Piece
    face: Face
    side: str

    @property
    def name(self) -> str:
        """Return what the side is called in messages."""
        return self.piece.id if self.side == "face" else f"the back of {self.piece.id}"

    def fault(self, rule: Rule, like: object, by: float, message: str, hint: str) -> Fault:
        """Return a fault of this side."""
        owner = self.piece.component.name
        return Fault(rule, owner, like, by, self.name, message, self.face.where, hint)


@dataclass(frozen=True)
class View(Side):
    """A side, and what it paints inside its bleed, in painting order."""

    reader: Reader

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Return everything that may be seen, in painting order."""
        seen = box_of(self.face.bleed_box)
        return tuple(m for m in self.reader.marker.marks(self.face.nodes) if seen.meets(m.box))

    @cached_property
    def texts(self) -> tuple[tuple[int, Mark, Text], ...]:
        """Return each text that shows on the piece, with its number among the marks."""
        return tuple(
            (number, mark, mark.node)
            for number, mark in enumerate(self.marks)
            if isinstance(mark.node, Text) and _shown(mark, self.trim)
        )

    @cached_property
    def outline(self) -> Outline:
        """Return what the side is cut along, mirrored on a back; nothing where that is its trim."""
        cut = self.piece.outline
        parts = () if cut is None else tuple(part.closed for part in outline_of(cut))
        if self.side == "face":
            return parts
        width = self.face.trim.width
        return tuple(polygon((width - x, y) for x, y in part.corners) for part in parts)

    @property
    def trim(self) -> Box:
        """Return the box of the piece after cutting."""
        return Box(0.0, 0.0, *self.face.trim)


def _shown(mark: Mark, trim: Box) -> bool:
    """Say whether clips and knife leave anything of a mark."""
    for clip, place in mark.veil.clips:
        trim = trim.within(placed(hull(clip.path.coords), place))
    return mark.box.meets(trim)
