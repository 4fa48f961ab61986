"""One side of a piece as the print rules see it: its cut, its layers, each shared one read once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
from typing import Any, NamedTuple, TypeVar

from pnp.base.diagnostics import Rule, Where
from pnp.data.game import Component
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Bounds, Size
from pnp.geometry.polygon import Outline, outline_of, polygon
from pnp.kinds.piece import Piece
from pnp.preflight.ground import ColorSampler
from pnp.preflight.paintops import NO_VEIL, GraphicsState, PaintFlattener, PaintOp, inside
from pnp.scene.node import Group, Node, Text
from pnp.scene.page import Face
from pnp.scene.sameness import SharedNodes
from pnp.text.fontbook import FontBook
from pnp.text.lettering import Lettering


class Violation(NamedTuple):
    """One break of a rule. Those of a component that are ``like`` are told once.

    The worst one is told, that with the largest ``by``; ``message`` goes on after a side's name.
    """

    rule: Rule
    like: object
    by: float
    message: str
    hint: str


@dataclass(frozen=True, eq=False)
class CutFrame:
    """A component, which side it is, and how that is cut. Millimetres.

    ``cut`` is the outline on the face, None where straight cuts along the trim free the piece.
    """

    component: Component
    side: str
    size: Size
    bleed: float
    safe: float
    cut: Path | None
    lettering: Lettering

    @cached_property
    def trim(self) -> Bounds:
        """Return the box of the piece after cutting."""
        return Bounds(0.0, 0.0, *self.size)

    @cached_property
    def seen(self) -> Bounds:
        """Return the box of what is printed: the trim and its bleed."""
        return self.trim.grown(self.bleed)

    @cached_property
    def outline(self) -> Outline:
        """Return what the side is cut along, mirrored on a back; nothing where that is its trim."""
        parts = () if self.cut is None else tuple(part.closed for part in outline_of(self.cut))
        if self.side == "face":
            return parts
        width = self.size.width
        return tuple(polygon((width - x, y) for x, y in part.corners) for part in parts)


Judge = Callable[[CutFrame, PaintOp], Violation | None]
"""Says what is wrong with a mark by itself, whatever else the face paints."""

T = TypeVar("T")

Find = Callable[[CutFrame, Sequence[PaintOp]], Sequence[T]]


class VisibleText(NamedTuple):
    """A text that shows on the piece: its number among the marks, its mark, and itself."""

    number: int
    mark: PaintOp
    text: Text


class Layer:
    """Marks of a frame that follow one another, and what is known of them."""

    def __init__(self, frame: CutFrame, marks: Iterable[PaintOp]) -> None:
        self.frame = frame
        self.marks = tuple(mark for mark in marks if mark.box.meets(frame.seen))
        self.box = Bounds.around(mark.box for mark in self.marks)
        self._found: dict[object, Any] = {}

    @cached_property
    def texts(self) -> tuple[VisibleText, ...]:
        """Return each text that clips and knife leave anything of, numbered in the layer."""
        return tuple(
            VisibleText(number, mark, mark.node)
            for number, mark in enumerate(self.marks)
            if isinstance(mark.node, Text) and _shown(mark, self.frame.trim)
        )

    def meeting(self, box: Bounds, most: int) -> Iterator[PaintOp]:
        """Yield those of the first so many marks that may touch a box, from the top down."""
        left, top, right, bottom = box
        for mark in reversed(self.marks[:most]):
            x1, y1, x2, y2 = mark[2]
            if x1 < right and left < x2 and y1 < bottom and top < y2:
                yield mark

    def once(self, find: Find[T]) -> Sequence[T]:
        """Return what somebody, who is asked once, finds on the marks of the frame."""
        return self._kept(find, lambda: find(self.frame, self.marks))

    def flaws(self, judge: Judge) -> Sequence[Violation]:
        """Return what a judge, who is asked once, says of the marks."""
        return self._judged(judge, self.marks)

    def text_flaws(self, judge: Judge) -> Sequence[Violation]:
        """Return what a judge, who is asked once, says of the texts."""
        return self._judged(judge, (words.mark for words in self.texts))

    def _judged(self, judge: Judge, marks: Iterable[PaintOp]) -> Sequence[Violation]:
        said = (judge(self.frame, mark) for mark in marks)
        return self._kept(judge, lambda: tuple(flaw for flaw in said if flaw is not None))

    def _kept(self, asker: object, find: Callable[[], Sequence[T]]) -> Sequence[T]:
        if asker not in self._found:
            self._found[asker] = find()
        found: Sequence[T] = self._found[asker]
        return found


class Layers:
    """Splits the faces of one frame into layers; nodes that several faces draw become one."""

    def __init__(self, frame: CutFrame, marker: PaintFlattener, shared: SharedNodes) -> None:
        self.frame, self._marker, self._shared = frame, marker, shared
        self._known: dict[tuple[tuple[Node, ...], Affine], Layer] = {}

    def of(self, nodes: Sequence[Node]) -> list[Layer]:
        """Return what nodes paint inside the bleed, layer by layer in painting order."""
        found: list[Layer] = []
        own: list[PaintOp] = []
        for part in self._parts(nodes, IDENTITY, NO_VEIL, own):
            self._close(own, found)
            found.append(part)
        self._close(own, found)
        return found

    def _close(self, own: list[PaintOp], found: list[Layer]) -> None:
        if own:
            found.append(Layer(self.frame, own))
            own.clear()

    def _parts(
        self, nodes: Sequence[Node], place: Affine, veil: GraphicsState, own: list[PaintOp]
    ) -> Iterator[Layer]:
        """Yield the layers that are shared; append to ``own`` what is painted before each."""
        for common, run in groupby(nodes, self._shared.nodes.__contains__):
            if common and veil is NO_VEIL:
                yield self._common(tuple(run), place)
                continue
            for node in run:
                if isinstance(node, Group) and node in self._shared.holders:
                    yield from self._parts(node.nodes, *inside(node, place, veil), own)
                else:
                    self._marker.gather((node,), place, veil, own)

    def _common(self, nodes: tuple[Node, ...], place: Affine) -> Layer:
        known = self._known.get((nodes, place))
        if known is None:
            marks: list[PaintOp] = []
            self._marker.gather(nodes, place, NO_VEIL, marks)
            known = self._known[nodes, place] = Layer(self.frame, marks)
        return known


def _shown(mark: PaintOp, trim: Bounds) -> bool:
    for clip, place in mark.veil.clips:
        trim = trim.within(Bounds.hull(clip.path.coords).placed(place))
    return mark.box.meets(trim)


class SideViolation(NamedTuple):
    """A flaw, the component that has it, and the name and the row of the side."""

    flaw: Violation
    component: str
    name: str
    where: Where


@dataclass(frozen=True)
class PieceSide:
    """The face or the back of a piece."""

    piece: Piece
    face: Face
    side: str

    @property
    def name(self) -> str:
        """Return what the side is called in messages."""
        return self.piece.id if self.side == "face" else f"the back of {self.piece.id}"

    def fault(self, flaw: Violation) -> SideViolation:
        """Return a flaw as one of this side."""
        return SideViolation(flaw, self.piece.component.name, self.name, self.face.where)


class Reader:
    """What the rules share while they look at one kit: measured letters, outlines, colours."""

    def __init__(self, book: FontBook, sides: Sequence[PieceSide]) -> None:
        self.lettering = Lettering(book)
        self.marker = PaintFlattener(self.lettering)
        self.ground = ColorSampler(self.marker)
        self._shared = SharedNodes(side.face.nodes for side in sides)
        self._layers: dict[object, Layers] = {}

    def view(self, side: PieceSide) -> "SideView":
        """Return a side as its layers."""
        piece, face, cut = side.piece, side.face, side.piece.outline
        key = (piece.component.name, side.side, face.trim, face.bleed, face.safe, id(cut))
        if key not in self._layers:
            frame = CutFrame(
                piece.component, side.side, face.trim, face.bleed, face.safe, cut, self.lettering
            )
            self._layers[key] = Layers(frame, self.marker, self._shared)
        layers = self._layers[key]
        return SideView(side, layers.frame, layers.of(face.nodes), self)


class SideView:
    """A side, and what it paints inside its bleed, in painting order."""

    def __init__(
        self, side: PieceSide, frame: CutFrame, layers: Sequence[Layer], reader: Reader
    ) -> None:
        self.side, self.frame, self.layers, self.reader = side, frame, layers, reader
        self._starts = tuple(accumulate((len(layer.marks) for layer in layers), initial=0))[:-1]

    @cached_property
    def marks(self) -> tuple[PaintOp, ...]:
        """Return everything that may be seen, in painting order."""
        return tuple(mark for layer in self.layers for mark in layer.marks)

    @cached_property
    def texts(self) -> tuple[VisibleText, ...]:
        """Return each text that shows on the piece, with its number among the marks."""
        return tuple(
            VisibleText(start + number, mark, text)
            for start, layer in zip(self._starts, self.layers, strict=True)
            for number, mark, text in layer.texts
        )

    def below(self, number: int, box: Bounds) -> Iterator[PaintOp]:
        """Yield the marks before the one with a number that may touch a box, from the top down."""
        for start, layer in zip(reversed(self._starts), reversed(self.layers), strict=True):
            if start < number and layer.box.meets(box):
                yield from layer.meeting(box, number - start)

    def flaws(self, judge: Judge) -> Iterator[Violation]:
        """Yield what is wrong with marks by themselves."""
        for layer in self.layers:
            yield from layer.flaws(judge)

    def text_flaws(self, judge: Judge) -> Iterator[Violation]:
        """Yield what is wrong with texts by themselves."""
        for layer in self.layers:
            yield from layer.text_flaws(judge)
