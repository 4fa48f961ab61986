"""One side of a component, finished."""

from dataclasses import dataclass

from pnp.errors import Where
from pnp.finding import Finding
from pnp.geometry import Rect, Size
from pnp.scene.node import Node


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Face:
    """A drawing whose origin is the top-left corner of the trim.

    ``bleed`` is how far the art runs past the trim on every side; ``safe`` is how far inside the
    trim everything of weight stays. ``where`` is the row the face was drawn for.
    """

    trim: Size
    bleed: float
    safe: float
    nodes: tuple[Node, ...]
    where: Where
    findings: tuple[Finding, ...] = ()

    @property
    def bleed_box(self) -> Rect:
        """Return the rectangle that the art covers, from the trim's top-left corner."""
        return Rect.of(self.trim).inset(-self.bleed)
