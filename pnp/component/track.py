"""Tracks: one sheet whose positions are rows, which its template sees as ``track.positions``.

Each position has the columns of its row, ``x`` and ``y`` in millimetres from the trim's top-left
corner among them, and its ``number``, from 1.
"""

from dataclasses import replace

from pnp.component import board
from pnp.component.faces import Faces
from pnp.component.piece import Piece
from pnp.content.game import Card


def piece(card: Card, faces: Faces) -> Piece:
    """Return a track, which may be split into panels."""
    parts = faces.component.parts
    assert parts is not None
    positions = [
        {"number": number, **row.values, "id": row.id} for number, row in enumerate(parts.cards, 1)
    ]
    values = {**faces.values, "track": {"positions": positions}}
    return board.piece(card, replace(faces, values=values))
