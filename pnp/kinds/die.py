"""Dice: each row is drawn on its side of a cube, which is folded from a cross.

As the front is looked at, with the top above it, the sides of the cross are

           top
    left  front  right  back
          bottom

The drawing of the top is read from the front, and so is that of the bottom. There is a tab for each
of the seven pairs of edges that meet; the back is glued to the left last.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pnp.base.diagnostics import Problems, Where, nearest, quote
from pnp.data.document import Document
from pnp.data.entry import EntryContext, Form, PartsEntry
from pnp.data.fields import Length, Square
from pnp.data.game import Card, Component, HelpTopic
from pnp.data.schema import UnfitError
from pnp.geometry.plane import Rect, Size
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.kind import ComponentKind
from pnp.kinds.net import PanelEdge, Seam, Slope, Unfolded, folded, square, unfolded
from pnp.kinds.piece import Piece

LEAST_SIDE = 10.0
"""Millimetres: a smaller die has tabs that no finger folds."""


def _foldable(size: Size) -> Size:
    if size.width < LEAST_SIDE:
        raise UnfitError(
            f"{size} is too small to be folded", f"a side is {LEAST_SIDE:g} mm or more: 16 x 16 mm"
        )
    return size


Pair = Annotated[list[str], Field(min_length=2, max_length=2)]


class DieEntry(PartsEntry):
    """A die, as a net with tabs: a row for each side, drawn with the template.

    A row is the side that its column `side` names, or its id: top, front, right, back, left,
    bottom.
    """

    kind: Literal["die"]
    size: Annotated[Square, AfterValidator(_foldable)]
    """The size of one side: `18 x 18 mm`."""
    bleed: Length = 1.0
    """How far the art runs past the lines that are cut."""
    opposite: dict[str, list[Pair]] = Field(default_factory=dict)
    """What lies opposite, by column: `{pips: [[1, 6], [2, 5], [3, 4]]}`."""

    def form(self, at: EntryContext) -> Form:
        """Return the size of a side."""
        return Form(self.size)

    def check_parts(self, cards: Sequence[Card], table: Where, at: EntryContext) -> None:
        """Note sides that are missing, that stand twice, or that lie at another place."""
        before = len(at.problems)
        check_sides(cards, table, at.problems)
        if len(at.problems) == before and self.opposite:
            check_opposite(cards, self.opposite, at.part.at(("opposite",)), at.problems)


OPPOSITE = {
    "top": "bottom",
    "front": "back",
    "right": "left",
    "back": "front",
    "left": "right",
    "bottom": "top",
}
"""The sides of a die, each with the one that lies opposite."""

Opposites = Mapping[str, Sequence[Sequence[str]]]


def side_of(card: Card) -> str:
    """Return on which side of its die a row is: its column ``side`` says so, else its id."""
    return str(card.values.get("side", card.id))


def check_sides(cards: Sequence[Card], table: Where, problems: Problems) -> None:
    """Note rows that are no side of a die or one that is there already, and missing sides."""
    first: dict[str, Card] = {}
    before = len(problems)
    every = ", ".join(OPPOSITE)
    for card in cards:
        side, where = side_of(card), card.where_of("side" if "side" in card.values else "id")
        other = first.setdefault(side, card)
        if side not in OPPOSITE:
            hint = nearest(side, OPPOSITE) or f"the sides are {every}"
            problems.note(f"{quote(side)} is no side of a die", where, hint)
        elif other is not card:
            hint = f"{quote(other.id)} stands at {other.where} already"
            problems.note(f"two rows are the side {quote(side)}", where, hint)
    missing = [side for side in OPPOSITE if side not in first]
    if missing and len(problems) == before:
        listed = f"{', '.join(map(quote, missing))} {'is' if len(missing) == 1 else 'are'} missing"
        message = f"a die has six sides, and this one {len(first) or 'none'}: {listed}"
        problems.note(message, table, f"write a row for each of {every}")


def check_opposite(
    cards: Sequence[Card], opposites: Opposites, part: Document, problems: Problems
) -> None:
    """Note the sides that do not lie opposite each other as the die's entry declares."""
    for column, pairs in opposites.items():
        facing = _facing(cards, column)
        known = [own for _, own, _ in facing]
        for index, (one, other) in enumerate(pairs):
            where = part.where((column, index))
            strange = [word for word in (one, other) if word not in known]
            for word in strange:
                hint = nearest(word, known) or f"in the table stand {', '.join(known)}"
                problems.note(f"no side has the {column} {quote(word)}", where, hint)
            for card, own, found in facing if not strange else ():
                if own == one and found != other:
                    message = f"{quote(one)} lies opposite {quote(found)}"
                    hint = f"{where} says {quote(other)}: swap the rows of two sides"
                    problems.note(message, card.where_of(column), hint)


def _facing(cards: Sequence[Card], column: str) -> list[tuple[Card, str, str]]:
    """Return each side with its value in a column, and the value of the side opposite."""
    values = {
        side_of(card): card.id if column == "id" else str(card.values.get(column)) for card in cards
    }
    sides = [(card, side_of(card)) for card in cards]
    return [(card, values[side], values[OPPOSITE[side]]) for card, side in sides]


TOP, RIGHT, BOTTOM, LEFT = range(4)
"""The edges of a square, as ``unfolded`` numbers them."""

PLACES = {
    "top": (1, 0),
    "left": (0, 1),
    "front": (1, 1),
    "right": (2, 1),
    "back": (3, 1),
    "bottom": (1, 2),
}
"""Where each side lies in the cross: its column and its row."""

FOLDS = [
    PanelEdge("front", TOP),
    PanelEdge("front", LEFT),
    PanelEdge("front", RIGHT),
    PanelEdge("right", RIGHT),
    PanelEdge("front", BOTTOM),
]

MEETING = {
    PanelEdge("top", LEFT): PanelEdge("left", TOP),
    PanelEdge("top", TOP): PanelEdge("back", TOP),
    PanelEdge("top", RIGHT): PanelEdge("right", TOP),
    PanelEdge("back", RIGHT): PanelEdge("left", LEFT),
    PanelEdge("bottom", RIGHT): PanelEdge("right", BOTTOM),
    PanelEdge("bottom", BOTTOM): PanelEdge("back", BOTTOM),
    PanelEdge("bottom", LEFT): PanelEdge("left", BOTTOM),
}
"""Each edge with a tab, and the edge that it meets."""

BORDER = [
    PanelEdge("left", TOP),
    PanelEdge("top", LEFT),
    PanelEdge("top", TOP),
    PanelEdge("top", RIGHT),
    PanelEdge("right", TOP),
    PanelEdge("back", TOP),
    PanelEdge("back", RIGHT),
    PanelEdge("back", BOTTOM),
    PanelEdge("right", BOTTOM),
    PanelEdge("bottom", RIGHT),
    PanelEdge("bottom", BOTTOM),
    PanelEdge("bottom", LEFT),
    PanelEdge("left", BOTTOM),
    PanelEdge("left", LEFT),
]
"""The edges round the cross, clockwise."""

TAB, TAB_SHARE, SLOPE = 6.0, 0.3, 45.0
"""How far a tab reaches: millimetres and the share of a side, at most. Its slope in degrees."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return cross(component.size.width, component.bleed).trim


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return the net of a die.

    Raises:
        PnpError: a template is missing or broken, or is not as large as a side.
    """
    component = faces.component
    assert component.parts is not None
    net = cross(component.size.width, component.bleed)
    sides = {side_of(row): row for row in component.parts.cards}
    arts = {name: faces.drawing(sides[name], card.face, component.size) for name in PLACES}
    return folded(net, arts, (), card, faces)


def cross(edge: float, spill: float) -> Unfolded:
    """Return the net of a cube with edges of a length; art spills over the edges that are cut."""
    border = set(BORDER)
    reach = min(TAB, TAB_SHARE * edge)
    panels = {
        name: square(
            Rect(column * edge, row * edge, edge, edge),
            spill,
            [number for number in range(4) if PanelEdge(name, number) not in border],
        )
        for name, (column, row) in PLACES.items()
    }
    seams = [Seam(one, mate, Slope(reach, SLOPE, SLOPE)) for one, mate in MEETING.items()]
    return unfolded(panels, FOLDS, BORDER, seams)


DIE = ComponentKind(
    name="die",
    entry=DieEntry,
    piece=piece,
    trim=trim,
    one_sided=True,
    net=True,
    close_cut=False,
    assembly=HelpTopic("die", 20),
)
