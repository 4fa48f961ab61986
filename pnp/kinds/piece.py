"""One different thing to cut out of paper."""

from dataclasses import dataclass

from pnp.data.game import Card, Component
from pnp.geometry.path import Path
from pnp.geometry.plane import Size
from pnp.scene.page import Face


@dataclass(frozen=True, slots=True)
class Panels:
    """How a piece larger than the paper is split: ``overlap`` is how wide its glue strips are.

    Millimetres; at 0 the panels are trimmed and butted.
    """

    overlap: float


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece and its sides. ``outline`` is None where straight cuts along the trim free it.

    ``outline`` and ``creases`` are millimetres from the trim's top-left corner of the face.
    ``panels`` is None where the piece must not be split.
    """

    component: Component
    card: Card
    face: Face
    back: Face | None = None
    outline: Path | None = None
    creases: tuple[Path, ...] = ()
    panels: Panels | None = None

    @property
    def id(self) -> str:
        """Return the name of the piece in the kit: component and row."""
        return f"{self.component.name}/{self.card.id}"

    @property
    def qty(self) -> int:
        """Return how many copies are printed."""
        return self.card.qty

    @property
    def cut_straight(self) -> bool:
        """Say whether it is cut along its trim: it has no outline, and is no page of a guide."""
        return self.outline is None and not self.component.kind.guide

    @property
    def trim(self) -> Size:
        """Return the size after cutting, before folding."""
        return self.face.trim
