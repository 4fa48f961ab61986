"""Whether a batch fits on its paper: the frame it gets, and what it has to give up for it."""

from collections.abc import Iterator

from pnp.component.piece import Piece
from pnp.errors import PnpError, Problem
from pnp.finding import Finding
from pnp.geometry import Size
from pnp.imposition import faults
from pnp.imposition.batch import Batch
from pnp.imposition.duplex import printable_on_both
from pnp.imposition.frame import MARK_SHORTEST, Frame, frame_for
from pnp.imposition.sheet import Backs, Layout
from pnp.sizes import PAPERS

_SLACK = 1e-6
_HINT = "use smaller margins or larger paper"


def fitted(batch: Batch, layout: Layout, backs: Backs) -> Frame:
    """Return the frame for a batch on the paper of a layout.

    Raises:
        PnpError: the pieces are larger than what can be printed.
    """
    frame = _frame_on(layout.paper, batch, layout, backs)
    if frame is None:
        raise PnpError(_too_large(piece, layout, backs) for piece in _one_each(batch))
    return frame


def given_up(batch: Batch, frame: Frame, layout: Layout) -> Iterator[Finding]:
    """Yield what there is no room for around the pieces of a batch."""
    for piece in _one_each(batch):
        name, where = piece.component.name, piece.component.where
        kept = min(frame.bleed)
        if kept < batch.bleed - _SLACK:
            message = (
                f"{name} has {batch.bleed:g} mm of bleed, but {layout.paper_name} leaves room"
                f" for {round(kept, 2):g} mm at its edge"
            )
            yield Finding(faults.BLEED_CLIPPED, message, where, _HINT)
        sides = _without_marks(frame) if piece.outline is None else ""
        if sides:
            message = f"{name} leaves no room for crop marks {sides} on {layout.paper_name}"
            yield Finding(faults.MARKS_CLIPPED, message, where, _HINT)
        if frame.label is None:
            message = f"{name} leaves no room for the sheet's label on {layout.paper_name}"
            yield Finding(faults.LABEL_LEFT_OUT, message, where, _HINT)


def _frame_on(paper: Size, batch: Batch, layout: Layout, backs: Backs) -> Frame | None:
    printable = printable_on_both(paper, layout.margins, backs)
    return frame_for(
        printable,
        batch.trim,
        batch.qty,
        bleed=batch.bleed,
        style=layout.bleed,
        gutter=layout.gutter,
    )


def _too_large(piece: Piece, layout: Layout, backs: Backs) -> Problem:
    width, height = printable_on_both(layout.paper, layout.margins, backs).size
    message = (
        f"{piece.component.name} is {piece.trim}, but {layout.paper_name} with these margins"
        f" can print {Size(max(0.0, width), max(0.0, height))}"
    )
    return Problem(message, piece.component.where, _larger_paper(piece, layout, backs))


def _larger_paper(piece: Piece, layout: Layout, backs: Backs) -> str:
    batch = Batch(piece.trim, piece.face.bleed, (piece,))
    for name, paper in sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height):
        if _frame_on(paper, batch, layout, backs):
            return f"{name} is large enough"
    across = layout.margins.left + layout.margins.right + piece.trim.width
    down = layout.margins.top + layout.margins.bottom + piece.trim.height
    return f"make it smaller, or print on paper of at least {Size(across, down)}"


def _without_marks(frame: Frame) -> str:
    places = zip(("beside it", "above and below it"), frame.mark_room, strict=True)
    return " and ".join(place for place, room in places if room < MARK_SHORTEST - _SLACK)


def _one_each(batch: Batch) -> list[Piece]:
    return [part.pieces[0] for part in batch.components]
