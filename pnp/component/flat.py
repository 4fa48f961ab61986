"""Cards, tokens and sheets: pieces that lie flat, with one side or two."""

from pnp.component.faces import Faces
from pnp.component.piece import Piece
from pnp.content.game import Card, Component
from pnp.geometry import Size


def trim(component: Component) -> Size:
    """Return the size after cutting: the component's own, in millimetres."""
    return component.size


def piece(card: Card, faces: Faces) -> Piece:
    """Return a row's piece: its face, its back where it has one, and how it is cut and folded."""
    side = faces.draw(card, card.face)
    outline = faces.outline(side, card.face)
    creases = side.drawing.creases
    return Piece(faces.component, card, side.face, faces.back(card), outline, creases)
