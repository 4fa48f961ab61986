"""How many panels a board takes that is larger than the paper, and which way up the paper lies."""

from typing import NamedTuple

from pnp.component.piece import Piece
from pnp.errors import PnpError, fail
from pnp.geometry import IDENTITY, Affine, Rect, Sides, Size
from pnp.imposition.axis import Axis
from pnp.imposition.sheet import Layout
from pnp.sizes import PAPERS

MOST = 6
"""The most panels across and down: more of them never lie flat together."""


class Split(NamedTuple):
    """A board on paper that is turned until the board stands upright.

    ``across`` and ``down`` are measured on that paper; ``place`` maps it to the paper as it is
    printed, which is turned clockwise by ``turn`` degrees.
    """

    across: Axis
    down: Axis
    turn: int
    place: Affine

    @property
    def parts(self) -> int:
        """Return how many panels there are."""
        return self.across.parts * self.down.parts

    @property
    def allowed(self) -> bool:
        """Say whether there are not too many panels."""
        return max(self.across.parts, self.down.parts) <= MOST


def split(piece: Piece, layout: Layout) -> Split:
    """Return the split into the fewest panels.

    Raises:
        PnpError: the piece has two sides, or is cut along an outline; there are too many panels,
            or they are no larger than their overlap.
    """
    _refuse(piece)
    best = _fewest(piece, layout.paper, layout.margins)
    if not best.allowed:
        raise _too_many(piece, best, layout)
    sides = [axis.panel for axis in (best.across, best.down) if axis.parts > 1]
    if best.across.overlap >= min(sides):
        raise _too_much_overlap(piece, best, layout)
    return best


def _fewest(piece: Piece, paper: Size, margins: Sides) -> Split:
    ways = [_turned(piece, paper, margins, turn) for turn in (0, 90)]
    return min(ways, key=lambda way: (not way.allowed, way.parts))


def _turned(piece: Piece, paper: Size, margins: Sides, turn: int) -> Split:
    place = IDENTITY
    if turn:
        place = Affine.move(paper.width, 0) @ Affine.turn(90)
        paper = paper.turned
        margins = Sides(margins.top, margins.right, margins.bottom, margins.left)
    area = Rect.of(paper).inset(margins)
    size, bleed = piece.trim, piece.face.bleed
    overlap = piece.panels.overlap if piece.panels else 0.0
    across = Axis(area.x, area.width, margins.right, size.width, overlap, bleed)
    down = Axis(area.y, area.height, margins.bottom, size.height, overlap, bleed)
    return Split(across.split, down.split, turn, place)


def _refuse(piece: Piece) -> None:
    name, where = piece.component.name, piece.component.where
    if piece.back is not None:
        raise fail(
            f"{name} has a back, and is too large for the paper: panels are printed on one side",
            where,
            "remove the back, or print on larger paper",
        )
    if piece.outline is not None:
        raise fail(
            f"{name} has an outline, and is too large for the paper: panels are cut straight",
            where,
            "write cut: straight, or print on larger paper",
        )


def _too_many(piece: Piece, best: Split, layout: Layout) -> PnpError:
    larger = sorted(PAPERS.items(), key=lambda item: item[1].width * item[1].height)
    enough = (name for name, size in larger if _fewest(piece, size, layout.margins).allowed)
    name = next(enough, None)
    return fail(
        f"{piece.component.name} is {piece.trim}: on {layout.paper_name} that takes"
        f" {best.across.parts} x {best.down.parts} panels, and {MOST} x {MOST} is the most",
        piece.component.where,
        f"print on larger paper: {name} will do" if name else "make it smaller",
    )


def _too_much_overlap(piece: Piece, best: Split, layout: Layout) -> PnpError:
    panel = Size(round(best.across.panel, 2), round(best.down.panel, 2))
    return fail(
        f"{piece.component.name} overlaps its panels by {best.across.overlap:g} mm, but on"
        f" {layout.paper_name} a panel is {panel}",
        piece.component.where,
        "write a smaller overlap (10 mm is enough for glue), or 0 mm to trim and butt",
    )
