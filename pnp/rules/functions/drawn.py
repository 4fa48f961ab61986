"""What expressions can ask of components as they are drawn and cut."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from pnp.component.piece import Piece
from pnp.content.game import Card, Component
from pnp.geometry import IDENTITY, Affine
from pnp.rules.functions.grouping import component_rows
from pnp.rules.language.run import Run
from pnp.rules.language.show import show
from pnp.rules.language.source import ExpressionError
from pnp.rules.language.values import Row, Rows
from pnp.scene.face import Face
from pnp.scene.node import Group, Node, Shape, Text

SIDES = ("face", "back")
CLOSING = (".", ",", ";", ":", "!", "?", ")")


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
    return _sides(run, rows, side, lambda face: run.kit.read(face, _words))


def wording(run: Run, rows: object, side: object = "face") -> object:
    """Return for each copy the words on a side as one text: lines and changes of font are joined.

    A line that ends with a hyphen runs on, and so does what begins with a full stop or a comma.
    """
    return _sides(run, rows, side, lambda face: run.kit.read(face, _wording))


def lettering(run: Run, rows: object, side: object = "face") -> object:
    """Return for each copy the texts on a side with the size of their letters in millimetres."""
    return _sides(run, rows, side, lambda face: run.kit.read(face, _sizes))


def symbols(run: Run, rows: object, name: object, side: object = "face") -> object:
    """Return for each copy how often a symbol is drawn on a side: what ``<use>`` calls by an id."""
    return _sides(run, rows, side, lambda face: run.kit.read(face, _symbols).get(str(name), 0))


def cut(run: Run, rows: object) -> object:
    """Return for each copy a word for the form that is cut out: its trim and its outline."""
    deck = component_rows(rows)
    run.see(deck)
    return _copies(deck, [_form(run, _piece(run, deck, card)) for card in deck.cards])


def _whole(run: Run, rows: object) -> Component:
    found = component_rows(rows)
    run.see(found)
    return found.component


def _form(run: Run, piece: Piece) -> object:
    if piece.outline is None:
        return str(piece.trim)
    return f"{piece.trim}, {run.kit.outlines.digest([Shape(piece.outline)])}"


def sides(run: Run, rows: Rows, side: object, read: Callable[[Face], object]) -> tuple[object, ...]:
    """Return what is read from a side of each row, once for each row; None where it has none.

    Raises:
        ExpressionError: the side is neither face nor back, or a row is not drawn.
    """
    if side not in SIDES:
        raise ExpressionError(f"{show(side)} is not a side", 'write "face" or "back"')
    run.see(rows)
    pieces = [_piece(run, rows, card) for card in rows.cards]
    return tuple(_side(piece, side == "back", read) for piece in pieces)


def _sides(run: Run, value: object, side: object, read: Callable[[Face], object]) -> object:
    """Return what is read from a side, once for each printed copy; of one row a single time."""
    if isinstance(value, Row):
        return sides(run, Rows(value.component, (value.card,)), side, read)[0]
    rows = component_rows(value)
    return _copies(rows, sides(run, rows, side, read))


def _side(piece: Piece, back: bool, read: Callable[[Face], object]) -> object:
    face = piece.back if back else piece.face
    return None if face is None else read(face)


def _copies(rows: Rows, values: Sequence[object]) -> object:
    pairs = zip(rows.cards, values, strict=True)
    return tuple(value for card, value in pairs for _ in range(card.qty))


def _piece(run: Run, rows: Rows, card: Card) -> Piece:
    piece = run.kit.piece(rows.component, card)
    if piece is None:
        raise ExpressionError(f"{rows.component.name}/{card.id} is not drawn")
    return piece


def _words(face: Face) -> tuple[str, ...]:
    return tuple(_strings(face.nodes))


def _wording(face: Face) -> str:
    whole = ""
    for string in _strings(face.nodes):
        runs_on = whole.endswith("-") or string.startswith(CLOSING)
        whole += string if runs_on else f" {string}"
    return " ".join(whole.split())


def _sizes(face: Face) -> tuple[tuple[str, float], ...]:
    return tuple(_sized(face.nodes, IDENTITY))


def _symbols(face: Face) -> Mapping[str, int]:
    return Counter(_names(face.nodes))


def _strings(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Text):
            yield node.string
        elif isinstance(node, Group):
            yield from _strings(node.nodes)


def _sized(nodes: Sequence[Node], place: Affine) -> Iterator[tuple[str, float]]:
    for node in nodes:
        if isinstance(node, Text):
            yield node.string, node.size * place.stretch
        elif isinstance(node, Group):
            yield from _sized(node.nodes, place @ node.place)


def _names(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Group):
            if node.name is not None:
                yield node.name
            yield from _names(node.nodes)
