"""The functions of expressions on lists and rows: counts, sums, sets, groups, and odds.

Odds are exact: those of hands from a shuffled deck (hypergeometric distribution).
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, islice
from typing import Any

from pnp.base.odds import chance, mean_number
from pnp.data.game import Card, Setup
from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.operators import Number, bounded, number, unique, whole
from pnp.rulebook.values import (
    ColumnValues,
    GroupedCounts,
    Multiset,
    Pile,
    Record,
    Rows,
    column_names,
    no_column,
    show,
    spelled,
)

Measure = tuple[str, str]
"""The aggregate of each group and its column: ``("sum", "points")``."""


def groupby(run: Evaluation, rows: object, *columns: object, **options: object) -> object:
    """Return how many copies have each value of a column, nested for each further column.

    Instead of counting, ``sum="points"`` adds up a column, and ``set="kind"`` collects its values.
    """
    rows = component_rows(rows)
    run.record(rows)
    names = [column_of(rows, column) for column in columns]
    if len(options) > 1:
        raise ExpressionError("groupby() takes sum or set, not both")
    for word, column in options.items():
        return _tally(run, rows, names, (word, column_of(rows, column)))
    return _tally(run, rows, names, None)


def component_rows(value: object) -> Rows:
    """Return the value, checked to be rows of a component."""
    if isinstance(value, Rows):
        return value
    raise ExpressionError(
        f"{show(value)} is not a component", "write the name of a component, unquoted"
    )


def _tally(
    run: Evaluation, rows: Rows, columns: list[str], measure: Measure | None
) -> GroupedCounts:
    run.spend(len(rows.cards))
    first, *rest = columns
    groups: dict[object, list[Card]] = {}
    for row in rows.once():
        groups.setdefault(row.column(first), []).append(row.card)
    entries: dict[object, object] = {}
    for key, cards in groups.items():
        inner = Rows(rows.component, tuple(cards))
        entries[key] = _tally(run, inner, rest, measure) if rest else _measured(inner, measure)
    return GroupedCounts(rows, first, measure, entries)


def _measured(rows: Rows, measure: Measure | None) -> object:
    if measure is None:
        return len(rows)
    word, column = measure
    values = rows.column(column)
    return sum(map(number, values)) if word == "sum" else frozenset(values)


def column_of(rows: Rows, name: object) -> str:
    """Return a column of a component, given by name, as an identifier."""
    if not isinstance(name, str):
        raise ExpressionError(
            f"{show(name)} is not a column's name", 'write the name in quotes: "points"'
        )
    if spelled(name) in column_names(rows.component):
        return spelled(name)
    raise no_column(rows.component, name)


MOST_DIGITS = 15
"""The most digits after the point that a number can be rounded to."""


def count(run: Evaluation, values: object, matching: Rows | None = None) -> object:
    """Return the length of a list, or the number of a component's copies, or of matching ones."""
    if isinstance(values, Rows):
        return len(rows(run, values, matching))
    return len(members(run, values))


def rows(run: Evaluation, rows: object, matching: Rows | None = None) -> Rows:
    """Return the rows of a component, or the matching ones; records them."""
    chosen = component_rows(rows) if matching is None else matching
    run.record(chosen)
    return chosen


def parts_of(run: Evaluation, value: object) -> Rows:
    """Return the rows that make up one piece: sides, segments, positions."""
    component = component_rows(value).component
    parts = run.kit.parts(component)
    if parts is None:
        hint = "a die has sides, a spinner segments, a track positions"
        raise ExpressionError(f"{component.name} is not made of parts", hint)
    return parts


def members(run: Evaluation, values: object) -> tuple[object, ...]:
    """Return the members of a list; costs one step each."""
    return tuple(run.members(values))


def total(run: Evaluation, values: object) -> object:
    """Return the sum of numbers."""
    listed = members(run, values)
    for at, member in enumerate(listed):
        if not isinstance(member, Number):
            raise _no_number(values, at, member)
    return bounded(sum(listed))  # type: ignore[arg-type]


def _no_number(values: object, at: int, member: object) -> ExpressionError:
    """Return the error for a member of a list that is no number, with its row if it is a column."""
    if not isinstance(values, ColumnValues):
        return ExpressionError(f"{show(member)} is not a number")
    row = next(islice(values.rows, at, None))
    message = f"{row.card.id} has the {values.name} {show(member)}, which is not a number"
    if member is None:
        name = spelled(values.rows.component.name)
        message = f"{row.card.id} has no {values.name}: nothing is not a number"
        hint = f"leave blanks out: rows({name}, {values.name} != null).{values.name}"
        return ExpressionError(message, hint if name.isidentifier() else None)
    return ExpressionError(message)


def extreme(pick: Callable[..., object]) -> Callable[..., object]:
    """Return ``min()`` or ``max()``: of a list, or of several arguments."""

    def answer(run: Evaluation, *values: object) -> object:
        among = members(run, values[0]) if len(values) == 1 else values
        if not among:
            hint = "the list is empty: for players, write players: 2-4 in game.yaml"
            raise ExpressionError("there is nothing to choose from", hint)
        return pick(among)

    return answer


def different(run: Evaluation, values: object = ()) -> object:
    """Return the set of a list's members."""
    return unique(members(run, values))


def numbers(run: Evaluation, *ends: object) -> object:
    """Return the numbers of a range: an end; a start and an end; or a start, an end and a step."""
    whole_ends = [whole(end) for end in ends]
    for end, whole_end in zip(ends, whole_ends, strict=True):
        if whole_end is None and isinstance(end, Number):
            hint = "write whole numbers; // divides without a rest"
            raise ExpressionError(f"range() cannot take {show(end)}", hint)
    if None in whole_ends or whole_ends[2:] == [0]:
        raise TypeError
    between = range(*whole_ends)  # type: ignore[arg-type]
    run.spend(len(between))
    return tuple(between)


def paired(run: Evaluation, *lists: object) -> object:
    """Return tuples of the members of equally long lists."""
    columns = [members(run, values) for values in lists]
    if len({len(column) for column in columns}) > 1:
        lengths = ", ".join(str(len(column)) for column in columns)
        raise ExpressionError(f"the lists are not equally long: {lengths}")
    return tuple(zip(*columns, strict=True))


def every(run: Evaluation, conditions: object, matching: Rows | None = None) -> object:
    """Return whether all members of a list are true, or all rows of a component match."""
    if matching is None:
        listed = members(run, conditions)
        run.test(len(listed))
        return all(listed)
    whole = rows(run, conditions)
    run.test(len(whole.cards))
    return len(matching.cards) == len(whole.cards)


def some(run: Evaluation, conditions: object, matching: Rows | None = None) -> object:
    """Return whether a member of a list is true, or a row of a component matches."""
    if matching is None:
        return any(members(run, conditions))
    return exists(run, conditions, matching)


def exists(run: Evaluation, values: object, matching: Rows | None = None) -> object:
    """Return whether a component has a copy, or one that matches."""
    return len(rows(run, values, matching)) > 0


def tally(run: Evaluation, values: object) -> object:
    """Return how often each member occurs in a list."""
    numbers: dict[object, int] = {}
    listed = members(run, values)
    unique(listed)
    for member in listed:
        numbers[member] = numbers.get(member, 0) + 1
    return numbers


def entries(read: Callable[[Mapping[object, object]], Iterable[object]]) -> Callable[..., object]:
    """Return ``keys()``, ``values()`` or ``items()``: a mapping as a list."""

    def answer(run: Evaluation, mapping: object) -> object:
        if not isinstance(mapping, Mapping):
            raise ExpressionError(f"{show(mapping)} is not a mapping", "groupby() gives one")
        run.spend(len(mapping))
        return tuple(read(mapping))

    return answer


def totals(aid: bool) -> Callable[..., object]:
    """Return ``aids()`` or ``components()``: the number of copies by component name."""

    def answer(run: Evaluation) -> object:
        components = run.kit.game.components.values()
        found = Record({c.name: c.qty for c in components if c.aid is aid})
        found.called = "aids()" if aid else "components()"
        return found

    return answer


def optional(run: Evaluation, name: object) -> object:
    """Return the component of a name in a list, which is empty if the game has none of it."""
    if not isinstance(name, str):
        raise ExpressionError(
            f"{show(name)} is not a component's name", 'write the name in quotes: "score-pad"'
        )
    component = run.kit.game.components.get(name)
    return () if component is None else (Rows(component, component.cards),)


def laid(run: Evaluation, rows: object) -> object:
    """Return how some rows lie before the first turn, for each entry of the set-up with any.

    ``laid(graveyard)`` is ``[{cards: […], shuffled: true, up: none, grid: [6, 6], places: 36,
    on: none, spaces: []}]``. Places on a board have no grid; ``spaces`` are the ids of those that
    are spaces. ``cards`` are the ids of rows that no entry above has put to the last copy. An entry
    that was looked at is a place to point at.
    """
    deck = component_rows(rows)
    run.spend(len(run.kit.game.setup) * (1 + len(deck.cards)))
    left = {card.id: card.qty for card in deck.cards}
    found: list[Pile] = []
    for entry in run.kit.game.setup:
        taken = tuple(id_ for id_ in left if entry.takes(deck.component.name, id_))
        if not taken:
            continue
        run.drawn[entry.where] = None
        found.append(_pile(entry, tuple(id_ for id_ in taken if left[id_])))
        left |= {id_: max(0, left[id_] - (entry.each or left[id_])) for id_ in taken}
    return tuple(found)


def _pile(entry: Setup, cards: tuple[str, ...]) -> Pile:
    grid = entry.grid
    pile = Pile(
        {
            "cards": cards,
            "shuffled": entry.shuffled,
            "up": entry.up,
            "grid": grid and (grid.columns, grid.rows),
            "places": grid.columns * grid.rows if grid else len(entry.places),
            "on": entry.on,
            "spaces": tuple(place.space for place in entry.places if place.space),
        }
    )
    pile.places = (entry.where,)
    return pile


def pairs(run: Evaluation, values: object) -> object:
    """Return each two different rows of a component, or members of a list, once."""
    listed = tuple(values.once()) if isinstance(values, Rows) else members(run, values)
    run.spend(len(listed) * (len(listed) - 1) // 2)
    return tuple(combinations(listed, 2))


def pieces(run: Evaluation) -> object:
    """Return the number of pieces in the game, without player aids."""
    components = [c for c in run.kit.game.components.values() if not c.aid]
    for component in components:
        run.record(Rows(component, component.cards))
    return sum(component.qty for component in components)


def in_order(run: Evaluation, values: object) -> object:
    """Return the members of a list in rising order."""
    listed: list[Any] = list(members(run, values))
    return tuple(sorted(listed))


def text(run: Evaluation, value: object) -> object:
    """Return a value as text; a text as it is."""
    return value if isinstance(value, str) else show(value, quoted=False)


def rounded(run: Evaluation, value: object, digits: object = 0) -> object:
    """Return a number, rounded to ``digits`` digits after the point."""
    places = number(digits)
    if not 0 <= places <= MOST_DIGITS:
        raise ExpressionError(
            f"{show(digits)} is not a number of digits", f"write 0 to {MOST_DIGITS}"
        )
    return round(number(value), int(places)) if places else round(number(value))


Drawable = Rows | Multiset
"""What a hand is drawn from."""

MOST_MEMBERS = 10_000
"""The most members of a multiset."""


def multiset(run: Evaluation, value: object) -> Drawable:
    """Return what a hand is drawn from: rows, or the members of a list or of a mapping to numbers.

    ``{"copper": 7, "estate": 3}`` has ten members.
    """
    if isinstance(value, Rows):
        return value
    if not isinstance(value, Mapping):
        listed = members(run, value)
        unique(listed)
        return Multiset(listed)
    if not all(isinstance(number, int) and number >= 0 for number in value.values()):
        message = f"{show(value)} does not say how many there are of each"
        raise ExpressionError(message, "write {'red': 7, 'blue': 3}")
    whole = sum(value.values())
    if whole > MOST_MEMBERS:
        raise ExpressionError(f"{whole} members are too many, {MOST_MEMBERS} are the most")
    run.spend(whole)
    return Multiset(member for member, number in value.items() for _ in range(number))


def odds(
    run: Evaluation,
    deck: Drawable,
    matching: Drawable,
    *,
    hand: object = None,
    at_least: object = 1,
) -> object:
    """Return the probability that a hand has at least ``at_least`` of the matching cards."""
    number, least = _hand(run, deck, hand), _whole(at_least, "at_least")
    run.spend(number * max(1, number - least))
    return chance(len(deck), len(matching), number, max(0, least))


def expected(run: Evaluation, deck: Drawable, matching: Drawable, *, hand: object = None) -> object:
    """Return the expected number of matching cards in a hand."""
    return mean_number(len(deck), len(matching), _hand(run, deck, hand))


def _hand(run: Evaluation, deck: Drawable, hand: object) -> int:
    if isinstance(deck, Rows):
        run.record(deck)
    number = _whole(hand, "hand")
    if not 0 <= number <= len(deck) or not len(deck):
        what = f"cards of {deck.component.name}" if isinstance(deck, Rows) else "members"
        raise ExpressionError(f"a hand of {number} cannot be drawn from {len(deck)} {what}")
    return number


def _whole(value: object, name: str) -> int:
    number = whole(value)
    if number is not None:
        return number
    hint = f"write {name}=7, a whole number"
    hint += "; // divides without a rest" if isinstance(value, Number) else ""
    raise ExpressionError(f"{name} is {show(value)}", hint)
