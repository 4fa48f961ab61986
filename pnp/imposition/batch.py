"""Pieces are sorted by the paper they share, and dealt out to sheets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import ceil
from typing import NamedTuple

from pnp.component.piece import Piece
from pnp.content.game import Kind
from pnp.geometry import Size
from pnp.imposition.sheet import Backs


class Copy(NamedTuple):
    """One of the copies of a piece; they count from 1."""

    piece: Piece
    number: int

    def key(self, side: str) -> str:
        """Return the name of one side of this copy, unique in the kit."""
        return f"{self.piece.id}#{self.number}/{side}"


class Paper(NamedTuple):
    """What is printed together as one file: a stock and the way it is turned."""

    file: str
    stock: str
    backs: Backs


class Batch(NamedTuple):
    """Pieces of one size and bleed (millimetres) that may lie on one sheet."""

    trim: Size
    bleed: float
    pieces: tuple[Piece, ...]

    @property
    def qty(self) -> int:
        """Return how many copies there are, all pieces together."""
        return sum(piece.qty for piece in self.pieces)

    @property
    def components(self) -> tuple["Batch", ...]:
        """Return the batch taken apart by component."""
        apart: dict[str, list[Piece]] = {}
        for piece in self.pieces:
            apart.setdefault(piece.component.name, []).append(piece)
        return tuple(self._replace(pieces=tuple(pieces)) for pieces in apart.values())

    def loads(self, places: int) -> Iterator[tuple[Copy, ...]]:
        """Yield the copies for each sheet of so many places.

        Components share sheets only where that saves one: apart they are easier to sort.
        """
        apart = self.components
        shared = ceil(self.qty / places) < sum(ceil(part.qty / places) for part in apart)
        for part in [self] if shared else apart:
            copies = _copies(part.pieces)
            while load := tuple(islice(copies, places)):
                yield load


def papers(pieces: Iterable[Piece], backs: Backs) -> dict[Paper, list[Piece]]:
    """Return the pieces of each file in the order given; guides have a file of their own.

    Without backs (``Backs.NONE``) every piece prints on one side.
    """
    sorted_out: dict[tuple[str, Backs], tuple[Paper, list[Piece]]] = {}
    for piece in pieces:
        turn = backs if piece.back is not None else Backs.NONE
        paper = Paper(_file_name(piece, turn), piece.component.stock, turn)
        sorted_out.setdefault((paper.file, turn), (paper, []))[1].append(piece)
    return dict(sorted_out.values())


def batches(pieces: Sequence[Piece]) -> list[Batch]:
    """Return the pieces sorted by size and bleed, in the order in which these first appear."""
    alike: dict[tuple[Size, float], list[Piece]] = {}
    for piece in pieces:
        alike.setdefault((piece.trim, piece.face.bleed), []).append(piece)
    return [Batch(trim, bleed, tuple(found)) for (trim, bleed), found in alike.items()]


def _file_name(piece: Piece, turn: Backs) -> str:
    guide = piece.component.kind is Kind.GUIDE
    stock = "guide" if guide else re.sub(r"[\W_]+", "-", piece.component.stock.lower()).strip("-")
    if turn is not Backs.NONE:
        return f"{stock}-{turn.value}"
    return stock if guide else f"{stock}-one-side"


def _copies(pieces: Iterable[Piece]) -> Iterator[Copy]:
    return (Copy(piece, number) for piece in pieces for number in range(1, piece.qty + 1))
