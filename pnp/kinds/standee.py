"""Standees: strips printed on one side and folded in the middle, with a foot at either end.

From top to bottom the unfolded strip has: foot, back (upside down), front, foot.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pnp.base.diagnostics import user_error
from pnp.base.slotted import slotted
from pnp.data.entry import EntryContext, Form, RowsEntry
from pnp.data.fields import Length
from pnp.data.game import Card, Component, HelpTopic
from pnp.geometry.contours import alike
from pnp.geometry.path import Path
from pnp.geometry.plane import ALONG_EDGE, Affine, Size
from pnp.kinds import rules
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.piece import Piece


class StandeeEntry(RowsEntry):
    """Standing figures: folded at the head, with a foot at both ends."""

    kind: Literal["standee"]
    base: Length = 8.0
    """The height of the foot."""

    def form(self, at: EntryContext) -> Form:
        """Return size and cut, and the feet."""
        return super().form(at)._replace(own=Feet(self.base))


@slotted
class Feet:
    """The feet of a standee, one at each end of its strip; ``height`` is millimetres."""

    height: float


def foot_height(component: Component) -> float:
    """Return the height of a piece's foot in millimetres; 0 without one."""
    return component.own.height if isinstance(component.own, Feet) else 0.0


def trim(component: Component) -> Size:
    """Return the size of the unfolded strip in millimetres: both sides and both feet."""
    width, height = component.size
    return Size(width, 2 * (height + foot_height(component)))


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a row's standee; its creases are the template's, else computed from its size.

    Raises:
        PnpError: the row has a back, or its template is missing, broken or of the wrong size.
    """
    if card.back:
        raise user_error(
            f"{faces.component.name} is a standee and has a back: it is printed on one side",
            faces.component.where,
            "remove the back and draw both sides on the face: the upper one upside down",
        )
    side = faces.draw(card, card.face)
    creases = side.drawing.creases or _creases(faces.component)
    outline = faces.outline(side, card)
    face = side.face
    if outline is not None and not _meet(outline, creases, faces.trim):
        findings = (*face.findings, rules.uneven_halves(faces.component, card))
        face = replace(face, findings=findings)
    return Piece(faces.component, card, face, None, outline, creases)


def _meet(outline: Path, creases: Sequence[Path], strip: Size) -> bool:
    """Tell whether the halves of a strip lie on each other if it is folded in the middle."""
    middle = strip.height / 2
    heights = [path.coords[1::2] for path in creases]
    if not any(all(abs(y - middle) < ALONG_EDGE for y in ys) for ys in heights):
        return True  # the template folds it in another way
    return alike(outline, outline.placed(Affine(1, 0, 0, -1, 0, strip.height)))


def _creases(component: Component) -> tuple[Path, ...]:
    """Return the folds between feet and sides, from the top; without feet only the middle one."""
    width, height = component.size
    base = foot_height(component)
    folds = (base, base + height, base + 2 * height) if base else (height,)
    return tuple(Path.line((0, y), (width, y)) for y in folds)


STANDEE = ComponentKind(
    name="standee",
    entry=StandeeEntry,
    piece=piece,
    trim=trim,
    one_sided=True,
    creased=True,
    close_cut=False,
    assembly=HelpTopic("standee", 10),
)
