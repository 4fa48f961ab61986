"""Pieces are sorted by the paper they share, and counted out copy by copy."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.geometry.plane import Size
from pnp.imposition.sheet import Backs
from pnp.kinds.piece import Piece


class Copy(NamedTuple):
    """One of the copies of a piece, counted from 1; ``panel`` names a part of it, as ``A1``."""

    piece: Piece
    number: int
    panel: str = ""

    def key(self, side: str) -> str:
        """Return the name of one side of this copy, unique in the kit."""
        panel = f".{self.panel}" if self.panel else ""
        return f"{self.piece.id}{panel}#{self.number}/{side}"


class OutputFile(NamedTuple):
    """What is printed together as one file: a stock and the way it is turned."""

    file: str
    stock: str
    backs: Backs


class Batch(NamedTuple):
    """Pieces of one size and bleed (millimetres) that may lie in one grid."""

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

    @property
    def copies(self) -> tuple[Copy, ...]:
        """Return every copy of every piece, in reading order."""
        return tuple(Copy(p, number) for p in self.pieces for number in range(1, p.qty + 1))


def papers(pieces: Iterable[Piece], backs: Backs) -> dict[OutputFile, list[Piece]]:
    """Return the pieces of each file in the order given; guides have files of their own.

    Without backs (``Backs.NONE``) every piece prints on one side.
    """
    stems: dict[tuple[str, bool], str] = {}
    found: dict[OutputFile, list[Piece]] = {}
    for piece in pieces:
        turn = backs if piece.back is not None else Backs.NONE
        stock, guide = piece.component.stock, piece.component.kind.guide
        if (stock, guide) not in stems:
            stems[stock, guide] = _unused("guide" if guide else _slug(stock), stems.values())
        stem = stems[stock, guide]
        paper = OutputFile(stem if guide else f"{stem}-{_TURNS[turn]}", stock, turn)
        found.setdefault(paper, []).append(piece)
    return found


def batches(pieces: Sequence[Piece]) -> list[Batch]:
    """Return the pieces sorted by size and bleed, in the order in which these first appear."""
    alike: dict[tuple[Size, float], list[Piece]] = {}
    for piece in pieces:
        alike.setdefault((piece.trim, piece.face.bleed), []).append(piece)
    return [Batch(trim, bleed, tuple(found)) for (trim, bleed), found in alike.items()]


_TURNS = {turn: "one-side" if turn is Backs.NONE else turn.value for turn in Backs}


def _slug(stock: str) -> str:
    return re.sub(r"[\W_]+", "-", stock.lower()).strip("-") or "stock"


def _unused(stem: str, taken: Iterable[str]) -> str:
    """Return a stem, numbered where another stock of like name has it."""
    known, number, found = set(taken), 1, stem
    while found in known:
        number += 1
        found = f"{stem}-{number}"
    return found
