"""A face as layers: what many faces share is read once, and judged once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from pnp.geometry import IDENTITY, Affine
from pnp.rules.printing.box import Box, around, hull, placed
from pnp.rules.printing.frame import Flaw, Frame, Judge
from pnp.rules.printing.marks import NO_VEIL, Mark, Marker, Veil, inside
from pnp.scene.node import Group, Node, Text

T = TypeVar("T")
Find = Callable[[Frame, Sequence[Mark]], Sequence[T]]


class Words(NamedTuple):
    """A text that shows on the piece: its number among the marks, its mark, and itself."""

    number: int
    mark: Mark
    text: Text


class Layer:
    """Marks of a frame that follow one another, and what is known of them."""

    def __init__(self, frame: Frame, marks: Iterable[Mark]) -> None:
        self.frame = frame
        self.marks = tuple(mark for mark in marks if mark.box.meets(frame.seen))
        self.box = around(mark.box for mark in self.marks)
        self._found: dict[object, Any] = {}

    @cached_property
    def texts(self) -> tuple[Words, ...]:
        """Return each text that clips and knife leave anything of, numbered in the layer."""
        return tuple(
            Words(number, mark, mark.node)
            for number, mark in enumerate(self.marks)
            if isinstance(mark.node, Text) and _shown(mark, self.frame.trim)
        )

    def meeting(self, box: Box, most: int) -> Iterator[Mark]:
        """Yield those of the first so many marks that may touch a box, from the top down."""
        left, top, right, bottom = box
        for mark in reversed(self.marks[:most]):
            x1, y1, x2, y2 = mark[2]
            if x1 < right and left < x2 and y1 < bottom and top < y2:
                yield mark

    def once(self, find: Find[T]) -> Sequence[T]:
        """Return what somebody, who is asked once, finds on the marks of the frame."""
        return self._kept(find, lambda: find(self.frame, self.marks))

    def flaws(self, judge: Judge) -> Sequence[Flaw]:
        """Return what a judge, who is asked once, says of the marks."""
        return self._judged(judge, self.marks)

    def text_flaws(self, judge: Judge) -> Sequence[Flaw]:
        """Return what a judge, who is asked once, says of the texts."""
        return self._judged(judge, (words.mark for words in self.texts))

    def _judged(self, judge: Judge, marks: Iterable[Mark]) -> Sequence[Flaw]:
        said = (judge(self.frame, mark) for mark in marks)
        return self._kept(judge, lambda: tuple(flaw for flaw in said if flaw is not None))

    def _kept(self, asker: object, find: Callable[[], Sequence[T]]) -> Sequence[T]:
        if asker not in self._found:
            self._found[asker] = find()
        found: Sequence[T] = self._found[asker]
        return found


class Layers:
    """Splits the faces of one frame into layers; nodes that several faces draw become one."""

    def __init__(self, frame: Frame, marker: Marker, shared: "Shared") -> None:
        self.frame, self._marker, self._shared = frame, marker, shared
        self._known: dict[tuple[tuple[Node, ...], Affine], Layer] = {}

    def of(self, nodes: Sequence[Node]) -> list[Layer]:
        """Return what nodes paint inside the bleed, layer by layer in painting order."""
        found: list[Layer] = []
        own: list[Mark] = []
        for part in self._parts(nodes, IDENTITY, NO_VEIL, own):
            self._close(own, found)
            found.append(part)
        self._close(own, found)
        return found

    def _close(self, own: list[Mark], found: list[Layer]) -> None:
        if own:
            found.append(Layer(self.frame, own))
            own.clear()

    def _parts(
        self, nodes: Sequence[Node], place: Affine, veil: Veil, own: list[Mark]
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
            marks: list[Mark] = []
            self._marker.gather(nodes, place, NO_VEIL, marks)
            known = self._known[nodes, place] = Layer(self.frame, marks)
        return known


class Shared:
    """The nodes that several drawings have, and the groups of one drawing that hold some."""

    def __init__(self, drawings: Iterable[Sequence[Node]]) -> None:
        self.nodes: set[Node] = set()
        self.holders: set[Node] = set()
        self._met: set[Node] = set()
        for nodes in drawings:
            fresh: list[Node] = []
            self._meet(nodes, fresh)
            self._met.update(fresh)

    def _meet(self, nodes: Sequence[Node], fresh: list[Node]) -> bool:
        """Say whether one of some nodes was met before; append those that were not."""
        some = False
        for node in nodes:
            if node in self._met:
                self.nodes.add(node)
                some = True
            else:
                fresh.append(node)
                if isinstance(node, Group) and self._meet(node.nodes, fresh):
                    self.holders.add(node)
                    some = True
        return some


def _shown(mark: Mark, trim: Box) -> bool:
    for clip, place in mark.veil.clips:
        trim = trim.within(placed(hull(clip.path.coords), place))
    return mark.box.meets(trim)
