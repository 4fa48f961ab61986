"""One side of a piece, as the print rules look at it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from pnp.component.piece import Piece
from pnp.errors import Where
from pnp.rules.printing.behind import Ground
from pnp.rules.printing.box import Box
from pnp.rules.printing.frame import Flaw, Frame, Judge
from pnp.rules.printing.layers import Layer, Layers, Shared, Words
from pnp.rules.printing.lettering import Lettering
from pnp.rules.printing.marks import Mark, Marker
from pnp.scene.face import Face
from pnp.template.text.fonts import FontBook


class Fault(NamedTuple):
    """A flaw, the component that has it, and the name and the row of the side."""

    flaw: Flaw
    component: str
    name: str
    where: Where


@dataclass(frozen=True)
class Side:
    """The face or the back of a piece."""

    piece: Piece
    face: Face
    side: str

    @property
    def name(self) -> str:
        """Return what the side is called in messages."""
        return self.piece.id if self.side == "face" else f"the back of {self.piece.id}"

    def fault(self, flaw: Flaw) -> Fault:
        """Return a flaw as one of this side."""
        return Fault(flaw, self.piece.component.name, self.name, self.face.where)


class Reader:
    """What the rules share while they look at one kit: measured letters, outlines, colours."""

    def __init__(self, book: FontBook, sides: Sequence[Side]) -> None:
        self.lettering = Lettering(book)
        self.marker = Marker(self.lettering)
        self.ground = Ground(self.marker)
        self._shared = Shared(side.face.nodes for side in sides)
        self._layers: dict[object, Layers] = {}

    def view(self, side: Side) -> "View":
        """Return a side as its layers."""
        piece, face, cut = side.piece, side.face, side.piece.outline
        key = (piece.component.name, side.side, face.trim, face.bleed, face.safe, id(cut))
        if key not in self._layers:
            frame = Frame(
                piece.component, side.side, face.trim, face.bleed, face.safe, cut, self.lettering
            )
            self._layers[key] = Layers(frame, self.marker, self._shared)
        layers = self._layers[key]
        return View(side, layers.frame, layers.of(face.nodes), self)


class View:
    """A side, and what it paints inside its bleed, in painting order."""

    def __init__(self, side: Side, frame: Frame, layers: Sequence[Layer], reader: Reader) -> None:
        self.side, self.frame, self.layers, self.reader = side, frame, layers, reader
        self._starts = tuple(accumulate((len(layer.marks) for layer in layers), initial=0))[:-1]

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Return everything that may be seen, in painting order."""
        return tuple(mark for layer in self.layers for mark in layer.marks)

    @cached_property
    def texts(self) -> tuple[Words, ...]:
        """Return each text that shows on the piece, with its number among the marks."""
        return tuple(
            Words(start + number, mark, text)
            for start, layer in zip(self._starts, self.layers, strict=True)
            for number, mark, text in layer.texts
        )

    def below(self, number: int, box: Box) -> Iterator[Mark]:
        """Yield the marks before the one with a number that may touch a box, from the top down."""
        for start, layer in zip(reversed(self._starts), reversed(self.layers), strict=True):
            if start < number and layer.box.meets(box):
                yield from layer.meeting(box, number - start)

    def flaws(self, judge: Judge) -> Iterator[Flaw]:
        """Yield what is wrong with marks by themselves."""
        for layer in self.layers:
            yield from layer.flaws(judge)

    def text_flaws(self, judge: Judge) -> Iterator[Flaw]:
        """Yield what is wrong with texts by themselves."""
        for layer in self.layers:
            yield from layer.text_flaws(judge)
