"""Boards and mats: they lie flat, and fall into panels where they are larger than the paper."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.data.board import Board, Link, Space
from pnp.data.game import Card
from pnp.kinds import flat
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.piece import Panels, Piece


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a row's board, which may be split into panels."""
    overlap = faces.component.overlap
    panels = None if overlap is None else Panels(overlap)
    return replace(flat.piece(card, faces), panels=panels)


def board_values(board: Board) -> dict[str, list[dict[str, Any]]]:
    """Return the spaces and links of a board as its templates read them.

    Places are millimetres from the trim's top-left corner. A link has both its ends: ``x1, y1``
    and ``x2, y2``.
    """
    spaces = {space.id: space for space in board.spaces}
    return {
        "spaces": [_space_values(space) for space in board.spaces],
        "links": [_link_values(link, spaces) for link in board.links],
    }


def _space_values(space: Space) -> dict[str, Any]:
    own = {"id": space.id, "kind": space.kind, "x": space.at.x, "y": space.at.y}
    return {**space.values, **own}


def _link_values(link: Link, spaces: Mapping[str, Space]) -> dict[str, Any]:
    start, end = spaces[link.start].at, spaces[link.end].at
    places = {"x1": start.x, "y1": start.y, "x2": end.x, "y2": end.y}
    return {"from": link.start, "to": link.end, "kind": link.kind, **places}
