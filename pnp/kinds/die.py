"""Dice: a cube folded from a cross-shaped net; each row of data is drawn on its side.

Seen from outside, with the front upright, the sides lie in the cross like this:

           top
    left  front  right  back
          bottom

The drawings of top and bottom are upright as seen from the front. Each of the seven pairs of edges
that meet has a tab; the back is glued to the left last.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pnp.base.diagnostics import Problems, Where, nearest, quote
from pnp.data.document import Document
from pnp.data.entry import EntryContext, Form, PartsEntry
from pnp.data.fields import Length, Square, convert, undotted
from pnp.data.game import Card, Component, HelpTopic, Value
from pnp.data.schema import UnfitError
from pnp.geometry.plane import Rect, Size
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.net import PanelEdge, Seam, Slope, Unfolded, folded, square, unfolded
from pnp.kinds.piece import Piece

LEAST_SIDE = 10.0
"""Millimetres: the tabs of a smaller die cannot be folded by hand."""


def _foldable(size: Size) -> Size:
    if size.width < LEAST_SIDE:
        raise UnfitError(
            f"{size} is too small to fold", f"a side is {LEAST_SIDE:g} mm or more: 16 x 16 mm"
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
    """How far the art runs past the edges that are cut."""
    opposite: dict[str, list[Pair]] = Field(default_factory=dict)
    """Pairs of values on opposite sides, by column: `{pips: [[1, 6], [2, 5], [3, 4]]}`."""

    def form(self, at: EntryContext) -> Form:
        """Return the size of a side."""
        return Form(self.size)

    def check_parts(self, cards: Sequence[Card], table: Where, at: EntryContext) -> None:
        """Note missing and duplicate sides, and sides that do not lie as ``opposite`` declares."""
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
"""The sides of a die, each with the opposite one."""

Opposites = Mapping[str, Sequence[Sequence[str]]]


def side_of(card: Card) -> str:
    """Return the side of the die that a row is drawn on: its column ``side``, else its id."""
    return str(card.values.get("side") or card.id)


def check_sides(cards: Sequence[Card], table: Where, problems: Problems) -> None:
    """Note rows that name no side of a die, duplicate sides, and missing sides."""
    first: dict[str, Card] = {}
    before = len(problems)
    every = ", ".join(OPPOSITE)
    for card in cards:
        side, where = side_of(card), card.where_of("side" if card.values.get("side") else "id")
        other = first.setdefault(side, card)
        if side not in OPPOSITE:
            hint = nearest(side, OPPOSITE) or f"the sides are {every}"
            problems.note(f"{quote(side)} is not a side of a die", where, hint)
        elif other is not card:
            hint = f"{quote(other.id)} is already at {other.where}"
            problems.note(f"duplicate side {quote(side)}", where, hint)
    missing = [side for side in OPPOSITE if side not in first]
    if missing and len(problems) == before:
        listed = f"{', '.join(map(quote, missing))} {'is' if len(missing) == 1 else 'are'} missing"
        message = f"a die has six sides, this one has {len(first) or 'none'}: {listed}"
        problems.note(message, table, f"write a row for each of {every}")


def check_opposite(
    cards: Sequence[Card], opposites: Opposites, part: Document, problems: Problems
) -> None:
    """Note the sides that are not opposite each other as the die's entry declares."""
    columns = ["id", *dict.fromkeys(name for card in cards for name in card.values)]
    for column, pairs in opposites.items():
        if column not in columns:
            hint = nearest(column, columns) or f"the table has {', '.join(columns)}"
            problems.note(f"the sides have no column {quote(column)}", part.where((column,)), hint)
            continue
        facing = _facing(cards, column)
        known = list(dict.fromkeys(value for _, value, _ in facing))
        for index, pair in enumerate(pairs):
            where = part.where((column, index))
            one, other = (_as_printed(word, cards, column) for word in pair)
            unknown = [word for word in (one, other) if word not in known]
            for word in unknown:
                hint = nearest(word, known) or f"the table has {', '.join(known)}"
                problems.note(f"no side has the {column} {quote(word)}", where, hint)
            for card, value, opposite in facing if not unknown else ():
                if value == one and opposite != other:
                    message = f"{quote(one)} is opposite {quote(opposite)}"
                    hint = f"{where} says {quote(other)}: swap the rows of two sides"
                    problems.note(message, card.where_of(column), hint)


def _facing(cards: Sequence[Card], column: str) -> list[tuple[Card, str, str]]:
    """Return each side with its value in a column, and the value of the opposite side."""
    values = {
        side_of(card): card.id if column == "id" else _in_words(card.values.get(column))
        for card in cards
    }
    sides = [(card, side_of(card)) for card in cards]
    return [(card, values[side], values[OPPOSITE[side]]) for card, side in sides]


def _in_words(value: Value) -> str:
    """Return a value as tables write it: yes and no, whole numbers without a point."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return undotted(value) if isinstance(value, int | float) else value or ""


def _as_printed(word: str, cards: Sequence[Card], column: str) -> str:
    """Return a word of game.yaml as ``_in_words`` writes the value that it means in a column."""
    kinds = {type(card.values.get(column)) for card in cards} if column != "id" else set()
    for kind, name in ((bool, "bool"), (float, "number")):
        if kind in kinds:
            try:
                return _in_words(convert(word, name))
            except UnfitError:
                return word
    return word


TOP, RIGHT, BOTTOM, LEFT = range(4)
"""The edges of a square, numbered as in ``unfolded``."""

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
"""Each edge with a tab, and the edge that the tab is glued to."""

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
"""The longest tab: in millimetres, and as a share of a side. Its slope in degrees."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return cross(component.size.width, component.bleed).trim


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return the net of a die."""
    component = faces.component
    assert component.parts is not None
    net = cross(component.size.width, component.bleed)
    sides = {side_of(row): row for row in component.parts.cards}
    arts = {name: faces.drawing(sides[name], card.face, component.size) for name in PLACES}
    return folded(net, arts, (), card, faces)


def cross(edge: float, spill: float) -> Unfolded:
    """Return the net of a cube; art bleeds past the cut edges by ``spill``. Millimetres."""
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
    creased=True,
    close_cut=False,
    assembly=HelpTopic("die", 20),
)
