"""Spinners: a disc whose template draws the segments, and optionally an arrow, as one piece.

Disc and arrow are cut along the outlines of their templates; without one, the disc is a circle and
the arrow a rectangle. The templates mark where the two are pinned together.

Templates read ``spinner.segments``: each row with ``start``, ``sweep`` and ``middle`` in degrees,
clockwise from the top, where the middle of the first segment is; ``share`` of the disc (0 to 1);
``x`` and ``y`` of a point on its middle line, two thirds out; and ``d``, its SVG path data.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field, model_validator

from pnp.base.diagnostics import Where, quote
from pnp.base.slotted import slotted
from pnp.data.entry import EntryContext, Form, PartsEntry
from pnp.data.fields import FileName, Square, TrimSize
from pnp.data.game import Card, Component, HelpTopic
from pnp.data.schema import UnfitError
from pnp.geometry.path import NO_PATH, Path
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.piece import Piece
from pnp.scene.node import Clip, Group
from pnp.scene.page import Drawing, Face


class SpinnerEntry(PartsEntry):
    """A disc with an arrow: a row for each segment, whose share of the disc is its `weight`."""

    kind: Literal["spinner"]
    size: Square
    """The size of the disc: `80 x 80 mm`."""
    arrow: FileName | None = None
    """The template of the arrow, inside templates/."""
    arrow_size: TrimSize | None = Field(default=None, alias="arrow-size")
    """The size of the arrow: `60 x 16 mm`."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "arrow")
    numbers: ClassVar[tuple[str, ...]] = ("weight",)

    @model_validator(mode="after")
    def _has_whole_arrow(self) -> "SpinnerEntry":
        if (self.arrow is None) != (self.arrow_size is None):
            missing = "arrow" if self.arrow is None else "arrow-size"
            raise UnfitError(
                f'the key "{missing}" is missing',
                "an arrow has a template and a size: arrow: my-game/arrow.svg,"
                " arrow-size: 60 x 16 mm",
            )
        return self

    def form(self, at: EntryContext) -> Form:
        """Return the size of the disc, and the arrow if there is one."""
        if self.arrow is None or self.arrow_size is None:
            return Form(self.size)
        return Form(self.size, own=Arrow(self.arrow, self.arrow_size))

    def check_parts(self, cards: Sequence[Card], table: Where, at: EntryContext) -> None:
        """Note segments whose weight is not positive, and a disc with fewer than two."""
        for card in cards:
            if weight_of(card) <= 0:
                message = f"the segment {quote(card.id)} has the weight {weight_of(card):g}"
                hint = "write a number above 0: a segment with 2 is twice as wide as one with 1"
                at.problems.note(message, card.where_of("weight"), hint)
        if len(cards) < 2:
            message = f"a spinner needs two segments, this one has {len(cards) or 'none'}"
            at.problems.note(message, table, "write a row for each result")


@slotted
class Arrow:
    """The arrow of a spinner: its template, and its size in millimetres."""

    face: str
    size: Size


def arrow_of(component: Component) -> Arrow | None:
    """Return the arrow of a spinner, or None if it has none."""
    return component.own if isinstance(component.own, Arrow) else None


def weight_of(card: Card) -> float:
    """Return the weight of a row's segment relative to the others; 1 by default."""
    weight = card.values.get("weight")
    return weight if isinstance(weight, int | float) else 1


OUT = 2 / 3
"""Distance of a segment's point from the centre, as a share of the radius."""


def trim(component: Component) -> Size:
    """Return the size of disc and arrow together, one below the other, in millimetres."""
    arrow = arrow_of(component)
    if arrow is None:
        return component.size
    width = max(component.size.width, arrow.size.width)
    return Size(width, component.size.height + 2 * component.bleed + arrow.size.height)


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return a spinner: disc and arrow as one piece.

    Raises:
        PnpError: a template is missing, broken or of the wrong size, or its outline is invalid.
    """
    component = faces.component
    assert component.parts is not None
    spinner = {"segments": list(segments(component.parts.cards, component.size.width / 2))}
    with_segments = replace(faces, values={**faces.values, "spinner": spinner})
    drawings = list(_drawings(card, with_segments))
    outline = sum((_outline(drawn, faces) for drawn in drawings), NO_PATH)
    face = Face(
        trim(component),
        component.bleed,
        component.safe,
        tuple(_art(drawn, component.bleed) for drawn in drawings),
        card.where,
        tuple(finding for drawn in drawings for finding in drawn.drawing.findings),
    )
    creases = tuple(
        crease.placed(drawn.place) for drawn in drawings for crease in drawn.drawing.creases
    )
    return Piece(component, card, face, None, outline, creases)


def segments(cards: Sequence[Card], radius: float) -> Iterator[dict[str, Any]]:
    """Yield the segments of a disc as plain data for its templates; see the module's docstring."""
    total = sum(map(weight_of, cards))
    start = -180 * weight_of(cards[0]) / total
    for card in cards:
        share = weight_of(card) / total
        sweep = 360 * share
        middle = start + sweep / 2
        x, y = _on_disc(radius, OUT * radius, middle)
        yield {
            **card.values,
            "weight": weight_of(card),
            "id": card.id,
            "start": start,
            "sweep": sweep,
            "middle": middle,
            "share": share,
            "x": x,
            "y": y,
            "d": _sector(radius, start, sweep),
        }
        start += sweep


def _on_disc(radius: float, out: float, degrees: float) -> Point:
    """Return the point at ``out`` mm from the centre and an angle clockwise from the top."""
    turn = radians(degrees)
    return Point(radius + out * sin(turn), radius - out * cos(turn))


def _sector(radius: float, start: float, sweep: float) -> str:
    (x1, y1), (x2, y2) = (_on_disc(radius, radius, turn) for turn in (start, start + sweep))
    large = int(sweep > 180)
    to = f"A{radius:g} {radius:g} 0 {large} 1 {x2:.3f} {y2:.3f}"
    return f"M{radius:g} {radius:g}L{x1:.3f} {y1:.3f}{to}Z"


class _SpinnerPart(NamedTuple):
    """Disc or arrow: its template, its drawing, and its place on the piece.

    It is cut along ``usual`` if its template has no outline.
    """

    template: str
    drawing: Drawing
    place: Affine
    usual: Path


def _drawings(card: Card, faces: FaceRenderer) -> Iterator[_SpinnerPart]:
    """Yield the disc, and the arrow if there is one."""
    component = faces.component
    disc, arrow, whole = component.size, arrow_of(component), trim(component)
    at = Affine.move((whole.width - disc.width) / 2, 0)
    circle = Path.ellipse(Rect.of(disc).center, disc.width / 2, disc.height / 2)
    yield _SpinnerPart(card.face, faces.drawing(card, card.face, disc), at, circle)
    if arrow is not None:
        below = Affine.move((whole.width - arrow.size.width) / 2, whole.height - arrow.size.height)
        drawing = faces.drawing(card, arrow.face, arrow.size, "arrow")
        yield _SpinnerPart(arrow.face, drawing, below, Path.rect(Rect.of(arrow.size)))


def _outline(part: _SpinnerPart, faces: FaceRenderer) -> Path:
    cut = part.drawing.cut
    path = part.usual if cut is None else faces.sound(cut, part.template)
    return path.placed(part.place)


def _art(part: _SpinnerPart, bleed: float) -> Group:
    window = Path.rect(Rect.of(part.drawing.size).inset(-bleed))
    return Group(part.drawing.nodes, part.place, Clip(window))


SPINNER = ComponentKind(
    name="spinner",
    entry=SpinnerEntry,
    piece=piece,
    trim=trim,
    one_sided=True,
    assembly=HelpTopic("spinner", 30),
)
