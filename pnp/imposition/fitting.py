"""Whether a batch fits on its paper: the frame it gets, and what it has to give up for it."""

from collections.abc import Iterator
from dataclasses import replace

from pnp.component.piece import Piece
from pnp.errors import Problem
from pnp.finding import Finding
from pnp.geometry import Size
from pnp.imposition import faults
from pnp.imposition.batch import Batch
from pnp.imposition.field import fields
from pnp.imposition.frame import MARK_SHORTEST, Frame, frame_for
from pnp.imposition.sheet import Backs, Layout
from pnp.sizes import PAPERS

_SLACK = 1e-6


def frame_of(batch: Batch, layout: Layout, backs: Backs) -> Frame | None:
    """Return the frame for a batch, or None when its pieces are too large for the paper."""
    return frame_for(layout, backs, batch.trim, bleed=batch.bleed, copies=batch.qty)


def given_up(batch: Batch, frame: Frame, layout: Layout) -> Iterator[Finding]:
    """Yield what there is no room for around the pieces of a batch."""
    for piece in _one_each(batch):
        component, kept = piece.component, min(frame.bleed)
        if kept < batch.bleed - _SLACK:
            yield faults.bleed_clipped(component, kept, layout.paper_name)
        sides = _without_marks(frame) if piece.cut_straight else ""
        if sides:
            yield faults.marks_clipped(component, sides, layout.paper_name)
        if frame.field.label is None:
            yield faults.label_left_out(component, layout.paper_name)


def too_large(piece: Piece, layout: Layout, backs: Backs) -> Problem:
    """Return why a piece cannot be printed, and on which paper it can."""
    width, height = max((field.area.size for field in fields(layout, backs, 0.0)), key=min)
    twice = " of each side" if backs is Backs.GUTTERFOLD else ""
    message = (
        f"{piece.component.name} is {piece.trim}, but {layout.paper_name} with these margins"
        f" can print {Size(max(0.0, width), max(0.0, height))}{twice}"
    )
    return Problem(message, piece.component.where, _larger_paper(piece, layout, backs))


def _larger_paper(piece: Piece, layout: Layout, backs: Backs) -> str:
    batch = Batch(piece.trim, piece.face.bleed, (piece,))
    for name, paper in sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height):
        if frame_of(batch, replace(layout, paper=paper), backs):
            return f"{name} is large enough"
    if backs is Backs.GUTTERFOLD:
        return "make it smaller, or print its back with --backs long-edge"
    across = layout.margins.left + layout.margins.right + piece.trim.width
    down = layout.margins.top + layout.margins.bottom + piece.trim.height
    return f"make it smaller, or print on paper of at least {Size(across, down)}"


def _without_marks(frame: Frame) -> str:
    places = zip(("beside it", "above and below it"), frame.mark_room, strict=True)
    return " and ".join(place for place, room in places if room < MARK_SHORTEST - _SLACK)


def _one_each(batch: Batch) -> list[Piece]:
    return [part.pieces[0] for part in batch.components]
