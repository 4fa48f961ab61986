"""One side of a piece as the print rules read it: its cut, and its layers of paint operations.

A layer that many sides share, such as a card's frame, is flattened and checked once.
"""

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
from pnp.preflight.paintops import INITIAL_STATE, GraphicsState, PaintFlattener, PaintOp, inside
from pnp.scene.node import Group, Node, Text
from pnp.scene.page import Face
from pnp.scene.sameness import SharedNodes
from pnp.text.fontbook import FontBook
from pnp.text.lettering import Lettering


class Violation(NamedTuple):
    """One break of a rule on a side.

    Violations of one component with equal ``like`` become one finding: the one with the largest
    ``by`` is reported. ``message`` follows the side's name and a colon:
    ``Violation(RULE, "thin", -0.05, "a line is 0.050 mm wide, less than 0.088 mm", "give …")``.

    ``where`` is the template's element that drew what breaks the rule, if it is one element's
    fault. ``component`` and ``name`` name the component and its side, ``row`` is the row. They are
    empty as long as many sides share what was checked; ``PieceSide.located`` adds them.
    """

    rule: Rule
    like: object
    by: float
    message: str
    hint: str
    component: str = ""
    name: str = ""
    row: Where | None = None
    where: Where | None = None

    def of(self, op: PaintOp) -> "Violation":
        """Return the violation, blamed on the template's element that drew an operation.

        If its words are translated, the hint tells where: shorter ones may mend it as well.
        """
        drawn_by = op.node.provenance
        if drawn_by is None or self.where:
            return self
        said = f"; its words are at {drawn_by.said[0]}" if drawn_by.said else ""
        return self._replace(where=drawn_by.where, hint=self.hint + said)


@dataclass(frozen=True, eq=False)
class CutFrame:
    """How one side of a component is cut; millimetres, y down from the trim's top-left corner.

    ``side`` is "face" or "back". ``cut`` is the cut outline on the face, None where the piece is
    cut straight along its trim. A poker card's face:
    ``CutFrame(deck, "face", Size(63, 88), bleed=3, safe=3, cut=None, lettering=…)``.
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
        """Return the trim box: the piece after cutting."""
        return Bounds(0.0, 0.0, *self.size)

    @cached_property
    def bleed_box(self) -> Bounds:
        """Return the bleed box: the trim box, grown by the bleed on each side."""
        return self.trim.grown(self.bleed)

    @cached_property
    def outline(self) -> Outline:
        """Return the cut outline, mirrored on a back; empty where the cut is the trim."""
        parts = () if self.cut is None else tuple(part.closed for part in outline_of(self.cut))
        if self.side == "face":
            return parts
        width = self.size.width
        return tuple(polygon((width - x, y) for x, y in part.corners) for part in parts)


OpCheck = Callable[[CutFrame, PaintOp], Violation | None]
"""Checks one paint operation by itself, regardless of what else the side paints."""

T = TypeVar("T")

Find = Callable[[CutFrame, Sequence[PaintOp]], Sequence[T]]
"""Derives a list from the paint operations of a layer."""


class VisibleText(NamedTuple):
    """A text that shows on the cut piece, with its paint operation and the index of that."""

    number: int
    op: PaintOp
    text: Text


class Layer:
    """Consecutive paint operations of a side, and a cache of what rules derive from them."""

    def __init__(self, frame: CutFrame, ops: Sequence[PaintOp]) -> None:
        self.frame = frame
        self.ops = tuple(op for op in ops if op.box.meets(frame.bleed_box))
        self.lost = tuple(op for op in ops if _is_lost(op, frame.trim))
        self.box = Bounds.around(op.box for op in self.ops)
        self._cache: dict[object, Any] = {}

    @cached_property
    def texts(self) -> tuple[VisibleText, ...]:
        """Return each text that is inside the trim and its clips, with its index in the layer."""
        return tuple(
            VisibleText(number, op, op.node)
            for number, op in enumerate(self.ops)
            if isinstance(op.node, Text) and _shown(op, self.frame.trim)
        )

    def meeting(self, box: Bounds, most: int) -> Iterator[PaintOp]:
        """Yield those of the first ``most`` ops whose boxes intersect a box, topmost first."""
        left, top, right, bottom = box
        for op in reversed(self.ops[:most]):
            x1, y1, x2, y2 = op[2]
            if x1 < right and left < x2 and y1 < bottom and top < y2:
                yield op

    def cached(self, find: Find[T]) -> Sequence[T]:
        """Return ``find(frame, ops)``, computed once for each ``find``."""
        return self._memoised(find, lambda: find(self.frame, self.ops))

    def violations(self, check: OpCheck) -> Sequence[Violation]:
        """Return the violations of a check over all ops, computed once for each check."""
        return self._checked(check, self.ops)

    def text_violations(self, check: OpCheck) -> Sequence[Violation]:
        """Return the violations of a check over the visible texts, computed once for each check."""
        return self._checked(check, (words.op for words in self.texts))

    def lost_violations(self, check: OpCheck) -> Sequence[Violation]:
        """Return the violations of a check over the data's texts that are all cut away."""
        return self._checked(check, self.lost)

    def _checked(self, check: OpCheck, ops: Iterable[PaintOp]) -> Sequence[Violation]:
        results = ((op, check(self.frame, op)) for op in ops)
        return self._memoised(check, lambda: tuple(one.of(op) for op, one in results if one))

    def _memoised(self, key: object, compute: Callable[[], Sequence[T]]) -> Sequence[T]:
        if key not in self._cache:
            self._cache[key] = compute()
        value: Sequence[T] = self._cache[key]
        return value


class Layers:
    """Splits drawings of one frame into layers; nodes that several drawings share are one layer."""

    def __init__(self, frame: CutFrame, flattener: PaintFlattener, shared: SharedNodes) -> None:
        self.frame, self._flattener, self._shared = frame, flattener, shared
        self._known: dict[tuple[tuple[Node, ...], Affine, GraphicsState], Layer] = {}

    def of(self, nodes: Sequence[Node]) -> list[Layer]:
        """Return the paint operations of nodes inside the bleed, as layers in painting order."""
        found: list[Layer] = []
        own: list[PaintOp] = []
        for part in self._parts(nodes, IDENTITY, INITIAL_STATE, own):
            self._close(own, found)
            found.append(part)
        self._close(own, found)
        return found

    def _close(self, own: list[PaintOp], found: list[Layer]) -> None:
        if own:
            found.append(Layer(self.frame, own))
            own.clear()

    def _parts(
        self, nodes: Sequence[Node], place: Affine, state: GraphicsState, own: list[PaintOp]
    ) -> Iterator[Layer]:
        """Yield the shared layers; append the ops painted before each to ``own``."""
        for common, run in groupby(nodes, self._shared.nodes.__contains__):
            if common:
                yield self._common(tuple(run), place, state)
                continue
            for node in run:
                if isinstance(node, Group) and node in self._shared.holders:
                    yield from self._parts(node.nodes, *inside(node, place, state), own)
                else:
                    self._flattener.gather((node,), place, state, own)

    def _common(self, nodes: tuple[Node, ...], place: Affine, state: GraphicsState) -> Layer:
        key = nodes, place, state
        known = self._known.get(key)
        if known is None:
            ops: list[PaintOp] = []
            self._flattener.gather(nodes, place, state, ops)
            known = self._known[key] = Layer(self.frame, ops)
        return known


def _is_lost(op: PaintOp, trim: Bounds) -> bool:
    text = op.node
    if not isinstance(text, Text) or op.box.meets(trim):
        return False
    return text.provenance is not None and text.provenance.filled


def _shown(op: PaintOp, trim: Bounds) -> bool:
    for clip, place in op.state.clips:
        trim = trim.within(Bounds.hull(clip.path.coords).placed(place))
    return op.box.meets(trim)


@dataclass(frozen=True)
class PieceSide:
    """The face or the back of a piece."""

    piece: Piece
    face: Face
    side: str

    @property
    def name(self) -> str:
        """Return the side's name in messages: ``the back of deck/owl``."""
        return self.piece.id if self.side == "face" else f"the back of {self.piece.id}"

    def located(self, violation: Violation) -> Violation:
        """Return a violation with the names and the row of this side."""
        component = self.piece.component.name
        return violation._replace(component=component, name=self.name, row=self.face.where)


class Reader:
    """What all rules share for one kit: text measurements, flattened nodes, sampled colours."""

    def __init__(self, book: FontBook, sides: Sequence[PieceSide]) -> None:
        self.lettering = Lettering(book)
        self.flattener = PaintFlattener(self.lettering)
        self.ground = ColorSampler(self.flattener)
        self._shared = SharedNodes(side.face.nodes for side in sides)
        self._layers: dict[object, Layers] = {}

    def view(self, side: PieceSide) -> "SideView":
        """Return a side split into layers."""
        piece, face, cut = side.piece, side.face, side.piece.outline
        key = (piece.component.name, side.side, face.trim, face.bleed, face.safe, cut)
        if key not in self._layers:
            frame = CutFrame(
                piece.component, side.side, face.trim, face.bleed, face.safe, cut, self.lettering
            )
            self._layers[key] = Layers(frame, self.flattener, self._shared)
        layers = self._layers[key]
        return SideView(side, layers.frame, layers.of(face.nodes), self)


class SideView:
    """A side and its layers in painting order: what a print rule gets.

    ``ops`` numbers the paint operations from the bottom up over all layers. The side of an owl card
    with a shared frame: ``SideView(side, frame, layers=[frame_layer, owl_layer], reader=…)``.
    """

    def __init__(
        self, side: PieceSide, frame: CutFrame, layers: Sequence[Layer], reader: Reader
    ) -> None:
        self.side, self.frame, self.layers, self.reader = side, frame, layers, reader
        self._starts = tuple(accumulate((len(layer.ops) for layer in layers), initial=0))[:-1]

    @cached_property
    def ops(self) -> tuple[PaintOp, ...]:
        """Return the paint operations of all layers, in painting order."""
        return tuple(op for layer in self.layers for op in layer.ops)

    @cached_property
    def texts(self) -> tuple[VisibleText, ...]:
        """Return each text that shows on the cut piece, with its index in ``ops``."""
        return tuple(
            VisibleText(start + number, op, text)
            for start, layer in zip(self._starts, self.layers, strict=True)
            for number, op, text in layer.texts
        )

    def below(self, number: int, box: Bounds) -> Iterator[PaintOp]:
        """Yield the ops before index ``number`` whose boxes intersect a box, topmost first."""
        for start, layer in zip(reversed(self._starts), reversed(self.layers), strict=True):
            if start < number and layer.box.meets(box):
                yield from layer.meeting(box, number - start)

    def violations(self, check: OpCheck) -> Iterator[Violation]:
        """Yield the violations of a check over all ops."""
        for layer in self.layers:
            yield from layer.violations(check)

    def text_violations(self, check: OpCheck) -> Iterator[Violation]:
        """Yield the violations of a check over the visible texts."""
        for layer in self.layers:
            yield from layer.text_violations(check)

    def lost_violations(self, check: OpCheck) -> Iterator[Violation]:
        """Yield the violations of a check over the data's texts that are all cut away."""
        for layer in self.layers:
            yield from layer.lost_violations(check)
