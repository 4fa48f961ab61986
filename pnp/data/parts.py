"""Rows of which one piece is made: sides of a die, segments of a spinner, positions of a track."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import dist

from pnp.base.diagnostics import Problems, Where, nearest, quote
from pnp.data.document import Document
from pnp.data.game import Card
from pnp.geometry.plane import Point, Size

OPPOSITE = {
    "top": "bottom",
    "front": "back",
    "right": "left",
    "back": "front",
    "left": "right",
    "bottom": "top",
}
"""The sides of a die, each with the one that lies opposite."""

NEAREST = 0.1
"""Millimetres: positions closer than this are one."""

Opposites = Mapping[str, Sequence[Sequence[str]]]


def side_of(card: Card) -> str:
    """Return on which side of its die a row is: its column ``side`` says so, else its id."""
    return str(card.values.get("side", card.id))


def weight_of(card: Card) -> float:
    """Return how wide a row's segment is, beside the others; 1 where that is not said."""
    weight = card.values.get("weight", 1)
    assert isinstance(weight, int | float)
    return weight


def place_of(card: Card) -> Point:
    """Return where a row's position is, in millimetres from the trim's top-left corner."""
    x, y = card.values["x"], card.values["y"]
    assert isinstance(x, int | float)
    assert isinstance(y, int | float)
    return Point(x, y)


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


def check_segments(cards: Sequence[Card], table: Where, problems: Problems) -> None:
    """Note segments without a width, and a spinner with less than two of them."""
    for card in cards:
        if weight_of(card) <= 0:
            message = f"the segment {quote(card.id)} has the weight {weight_of(card):g}"
            hint = "write a number above 0: what has 2 is twice as wide as what has 1"
            problems.note(message, card.where_of("weight"), hint)
    if len(cards) < 2:
        message = f"a spinner has segments, and this one {len(cards) or 'none'}"
        problems.note(message, table, "write a row for each result, at least two")


def check_positions(cards: Sequence[Card], size: Size, table: Where, problems: Problems) -> None:
    """Note a track without positions, positions beside it, and two at one place."""
    if not cards:
        problems.note("a track has positions, and this one none", table, "write a row for each")
    for card in cards:
        for axis, value, most in zip("xy", place_of(card), size, strict=True):
            if not 0 <= value <= most:
                message = f"the position {quote(card.id)} lies beside the track"
                hint = f"the track is {size}: write 0 to {most:g}"
                problems.note(message, card.where_of(axis), hint)
    for one, other in combinations(cards, 2):
        if dist(place_of(one), place_of(other)) < NEAREST:
            message = f"the position {quote(other.id)} is at the same place as {quote(one.id)}"
            hint = f"that one stands at {one.where}"
            problems.note(message, other.where_of("x"), hint)


def _facing(cards: Sequence[Card], column: str) -> list[tuple[Card, str, str]]:
    """Return each side with its value in a column, and the value of the side opposite."""
    values = {
        side_of(card): card.id if column == "id" else str(card.values.get(column)) for card in cards
    }
    sides = [(card, side_of(card)) for card in cards]
    return [(card, values[side], values[OPPOSITE[side]]) for card, side in sides]
