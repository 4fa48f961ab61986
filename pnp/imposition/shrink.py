"""``shrunk``: aids that are too large for the paper, made smaller so that they fit.

A rules page or a score sheet of A4's size must not keep a game from being printed on A5. Pieces of
the game itself, and nets that hold other pieces, keep their size.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import floor

from pnp.base.diagnostics import Finding
from pnp.data.game import Component
from pnp.geometry.plane import ROUNDING, Affine, Size
from pnp.imposition import rules
from pnp.imposition.grid import MARK_ROOM, fields, frame_for
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.signature import spread_of
from pnp.kinds.piece import Piece
from pnp.scene.node import Group
from pnp.scene.page import Face

SMALLEST = 0.5
"""The least factor: at less, nobody reads the text."""


def shrunk(
    pieces: Iterable[Piece], layout: Layout
) -> tuple[tuple[Piece, ...], tuple[Finding, ...]]:
    """Return the pieces, aids that are too large made smaller, and a finding for each of those."""
    made: list[Piece] = []
    findings: list[Finding] = []
    for piece in pieces:
        by = 1.0 if piece.panels else scale(piece.component, piece.trim, layout, piece.back)
        if by < 1:
            booklet = piece.component.kind.booklet
            half = spread_of(piece.trim, layout.paper).half if booklet else None
            findings.append(rules.shrunk(piece.component, by, layout.paper_name, half))
        made.append(_scaled(piece, by) if by < 1 else piece)
    return tuple(made), tuple(dict.fromkeys(findings))


def scale(component: Component, trim: Size, layout: Layout, back: Face | None = None) -> float:
    """Return the largest factor at which an aid fits; 1 for what is no aid.

    It is in whole percent, but for booklets, which fill the paper. It is 1, too, where it would be
    less than ``SMALLEST``.
    ``back`` is the back of a piece that has one: it decides how the paper is turned.
    """
    kind, bleed = component.kind, component.bleed
    if kind.booklet:
        by = spread_of(trim, layout.paper).scale(trim)
        return by if SMALLEST <= by < 1 - ROUNDING else 1.0
    if kind.net or not (component.aid or kind.guide):
        return 1.0
    backs = Backs.NONE if back is None else layout.backs
    if frame_for(layout, backs, trim, bleed=bleed, copies=1):
        return 1.0
    room = 0.0 if kind.guide else 2 * MARK_ROOM
    free = [field.area.size for field in fields(layout, backs)]
    whole = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    ratios = [_ratio(size, each, room) for size in (whole, whole.turned) for each in free]
    by = floor(max(ratios) * 100) / 100
    return by if by >= SMALLEST else 1.0


def _ratio(size: Size, free: Size, room: float) -> float:
    return min((free.width - room) / size.width, (free.height - room) / size.height)


def _scaled(piece: Piece, by: float) -> Piece:
    place = Affine.scale(by)
    return replace(
        piece,
        face=_smaller(piece.face, by),
        back=None if piece.back is None else _smaller(piece.back, by),
        outline=None if piece.outline is None else piece.outline.placed(place),
        creases=tuple(crease.placed(place) for crease in piece.creases),
    )


def _smaller(face: Face, by: float) -> Face:
    trim = Size(face.trim.width * by, face.trim.height * by)
    nodes = (Group(face.nodes, place=Affine.scale(by)),)
    return replace(face, trim=trim, bleed=face.bleed * by, safe=face.safe * by, nodes=nodes)
