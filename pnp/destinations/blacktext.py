"""Black letters print over what is below them, where the ink of both is not too much.

Black that is cut out of a colour leaves a white edge where sheets shift; black over a colour leaves
none.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from pnp.base.color import Color
from pnp.export.pdfx.flatten import inside, is_apart, mapped
from pnp.export.pdfx.press import FULL, Press
from pnp.export.pdfx.separation import OVERPRINT
from pnp.kinds.piece import Piece
from pnp.preflight.backdrop import backdrop, is_opaque
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import PieceSide, Reader, SideView, VisibleText
from pnp.scene.node import Group, Linear, Node, Radial, Shape, Solid, Text
from pnp.scene.page import Face
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook


class BlackText:
    """Marks the letters of faces that print over what is below them."""

    def __init__(self, book: FontBook, press: Press, pieces: Sequence[Piece]) -> None:
        self._press = press
        self._reader = Reader(book, [side for piece in pieces for side in _sides(piece)])

    def marked(self, piece: Piece, face: Face, name: str) -> Contents:
        """Return a side's drawing, such letters in groups of their own."""
        view = self._reader.view(PieceSide(piece, face, name))
        black = [words for words in view.texts if self._is_black(words.text)]
        not_over = {words.text for words in black if not self._has_room(view, words)}
        over = {words.text for words in black} - not_over
        return mapped(face.nodes, partial(_grouped, over=over))

    def _is_black(self, text: Text) -> bool:
        """Tell whether letters are black ink alone."""
        if text.stroke is not None or not isinstance(text.fill, Solid) or text.fill.opacity < 1:
            return False
        inks = self._press.black_alone(text.fill.color)
        return inks is not None and inks.black == FULL

    def _has_room(self, view: SideView, words: VisibleText) -> bool:
        """Tell whether all below letters is known, opaque, and light enough for black over it."""
        below = [*view.below(words.number, words.op.box)]
        shown = backdrop(view.reader.ground, below, words.op.box).ops
        letters = (op for op in below if isinstance(op.node, Text))
        return all(self._is_light(op) for op in (*shown, *letters))

    def _is_light(self, op: PaintOp) -> bool:
        colors = [*_colors(op)]
        if not colors or op.state.masked or op.state.opacity < 1:
            return False
        self._press.learn(colors)
        return all(self._press.inks(each).colored + FULL <= self._press.most_ink for each in colors)


def _sides(piece: Piece) -> Iterator[PieceSide]:
    yield PieceSide(piece, piece.face, "face")
    if piece.back is not None:
        yield PieceSide(piece, piece.back, "back")


def _colors(op: PaintOp) -> Iterator[Color]:
    """Yield all colours of an opaque op; nothing if they are not known."""
    node = op.node
    if not isinstance(node, Shape | Text) or (isinstance(node, Shape) and not _is_whole(op, node)):
        return
    for paint in (node.fill, node.stroke and node.stroke.paint):
        match paint:
            case Solid():
                yield paint.color
            case Linear() | Radial():
                yield from (stop.color for stop in paint.stops)


def _is_whole(op: PaintOp, shape: Shape) -> bool:
    """Tell whether a shape's fill and line are opaque."""
    lined = shape.stroke is None or (
        isinstance(shape.stroke.paint, Solid) and shape.stroke.paint.opacity >= 1
    )
    return lined and (shape.fill is None or is_opaque(op))


def _grouped(node: Node, over: set[Text]) -> Node:
    """Return a node with the letters ``over`` in groups by which the back end knows them.

    Inside of what is composited by itself, black would not print over what is below that.
    """
    if isinstance(node, Text):
        return Group((node,), key=OVERPRINT) if node in over else node
    if not isinstance(node, Group) or is_apart(node):
        return node
    return inside(node, partial(_grouped, over=over))
