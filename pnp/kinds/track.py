"""Tracks: one sheet whose positions are rows, which its template sees as ``track.positions``.

Each position has the columns of its row, ``x`` and ``y`` in millimetres from the trim's top-left
corner among them, and its ``number``, from 1.
"""

from dataclasses import replace

from pnp.data.game import Card
from pnp.kinds import board
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.piece import Piece


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a track, which may be split into panels."""
    parts = faces.component.parts
    assert parts is not None
    positions = [
        {"number": number, **row.values, "id": row.id} for number, row in enumerate(parts.cards, 1)
    ]
    values = {**faces.values, "track": {"positions": positions}}
    return board.piece(card, replace(faces, values=values))
