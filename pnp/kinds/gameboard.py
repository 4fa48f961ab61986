"""Boards and mats: flat pieces that are split into panels if they are larger than the paper.

Their spaces and the links between them are read from a YAML file, see ``pnp.data.boardfile``.
"""

from dataclasses import replace
from typing import ClassVar, Literal

from pnp.data.entry import EntryContext, Form, RowsEntry
from pnp.data.fields import FileName, Length, Stock
from pnp.data.game import Board, Card
from pnp.kinds import flat
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.piece import Panels, Piece


class PanelsEntry(RowsEntry):
    """A piece that may be split into panels to fit the paper. Without rows there is one."""

    overlap: Length = 10.0
    """The width of the strip by which a panel is glued to its neighbour; 0 mm: they are butted."""
    board: FileName | None = None
    """A YAML file beside game.yaml with spaces and the links between them."""

    needs_rows: ClassVar[bool] = False

    def form(self, at: EntryContext) -> Form:
        """Return size and cut, how panels are joined, and the board if it can be read."""
        form = super().form(at)._replace(own=Panels(self.overlap))
        return form if self.board is None else form._replace(board=self._board(self.board, at))

    def _board(self, file: str, at: EntryContext) -> Board | None:
        from pnp.data.boardfile import read_board  # its models are only for boards with spaces

        with at.problems.kept():
            document = at.read(file, at.part.where(("board",)), "board")
            return read_board(at.name, self.size, document, at.problems)
        return None


class BoardEntry(PanelsEntry):
    """The board that the game is played on; its spaces are data."""

    kind: Literal["board"]
    board: FileName
    """A YAML file beside game.yaml with spaces and the links between them."""


class MatEntry(PanelsEntry):
    """A mat that pieces are laid on; it may have spaces that are data."""

    kind: Literal["mat"]
    stock: Stock = "paper"


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a row's board or mat, which may be split into panels."""
    side, own = faces.draw(card, card.face), faces.component.own
    panels = replace(own, keep=side.drawing.keep) if isinstance(own, Panels) else None
    return replace(flat.with_side(card, side, faces), panels=panels)


BOARD = ComponentKind(name="board", entry=BoardEntry, piece=piece)
MAT = ComponentKind(name="mat", entry=MatEntry, piece=piece)
