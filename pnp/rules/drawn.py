"""What expressions can ask of components as they are drawn and cut."""

from collections.abc import Callable, Iterator, Sequence

from pnp.component.piece import Piece
from pnp.content.game import Card, Component
from pnp.rules.grouping import component_rows
from pnp.rules.run import Run
from pnp.rules.show import show
from pnp.rules.source import ExpressionError
from pnp.rules.values import Rows
from pnp.scene.face import Face
from pnp.scene.node import Group, Node, Shape, Text

SIDES = ("face", "back")


def size(run: Run, rows: object) -> object:
    """Return width and height of a component's trim in millimetres."""
    return tuple(_whole(run, rows).size)


def width(run: Run, rows: object) -> object:
    """Return the width of a component's trim in millimetres."""
    return _whole(run, rows).size.width


def height(run: Run, rows: object) -> object:
    """Return the height of a component's trim in millimetres."""
    return _whole(run, rows).size.height


def foot(run: Run, rows: object) -> object:
    """Return width and depth of what a standee stands on, both its feet, in millimetres."""
    component = _whole(run, rows)
    return component.size.width, 2 * component.base


def drawing(run: Run, rows: object, side: object = "face") -> object:
    """Return for each copy a word that says how a side is drawn: equal words, equal drawings."""
    return _sides(run, rows, side, lambda face: run.kit.drawings.digest(face.nodes))


def outline(run: Run, rows: object, side: object = "face") -> object:
    """Return for each copy a word for the drawing without its colours."""
    return _sides(run, rows, side, lambda face: run.kit.outlines.digest(face.nodes))


def texts(run: Run, rows: object, side: object = "face") -> object:
    """Return for each copy the texts that are drawn on a side, in drawing order."""
    return _sides(run, rows, side, lambda face: tuple(_strings(face.nodes)))


def cut(run: Run, rows: object) -> object:
    """Return for each copy a word for the form that is cut out: its trim and its outline."""
    return _copies(run, rows, lambda piece: _form(run, piece))


def _whole(run: Run, rows: object) -> Component:
    found = component_rows(rows)
    run.see(found)
    return found.component


def _form(run: Run, piece: Piece) -> object:
    if piece.outline is None:
        return str(piece.trim)
    return f"{piece.trim}, {run.kit.outlines.digest([Shape(piece.outline)])}"


def _sides(run: Run, rows: object, side: object, read: Callable[[Face], object]) -> object:
    if side not in SIDES:
        raise ExpressionError(f"{show(side)} is not a side", 'write "face" or "back"')
    return _copies(run, rows, lambda piece: _side(piece, side == "back", read))


def _side(piece: Piece, back: bool, read: Callable[[Face], object]) -> object:
    face = piece.back if back else piece.face
    return None if face is None else read(face)


def _copies(run: Run, rows: object, read: Callable[[Piece], object]) -> object:
    """Return what is read from the piece of each row, once for each printed copy."""
    rows = component_rows(rows)
    run.see(rows)
    return tuple(v for card in rows.cards for v in [read(_piece(run, rows, card))] * card.qty)


def _piece(run: Run, rows: Rows, card: Card) -> Piece:
    piece = run.kit.piece(rows.component, card)
    if piece is None:
        raise ExpressionError(f"{rows.component.name}/{card.id} is not drawn")
    return piece


def _strings(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Text):
            yield node.string
        elif isinstance(node, Group):
            yield from _strings(node.nodes)
