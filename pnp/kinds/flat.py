"""Cards, tokens and sheets: pieces that lie flat, with one side or two."""

from pnp.data.game import Card, Component
from pnp.geometry.plane import Size
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.piece import Piece


def trim(component: Component) -> Size:
    """Return the size after cutting: the component's own, in millimetres."""
    return component.size


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a row's piece: its face, its back where it has one, and how it is cut and folded."""
    side = faces.draw(card, card.face)
    outline = faces.outline(side, card.face)
    creases = side.drawing.creases
    return Piece(faces.component, card, side.face, faces.back(card), outline, creases)
