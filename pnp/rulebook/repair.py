"""Which value of the data, were it another one, would mend the most broken facts.

A wrong cell often breaks facts about whole groups of rows, and each of them blames the group. So
values are tried: another quantity, word or number in a row, the values of two rows exchanged, a
number of game.yaml one more or less, another kind or value of a space. What mends every broken
fact and breaks no other is most likely the mistake. Nothing is drawn anew for that.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from enum import Enum
from itertools import chain, combinations
from typing import Any, NamedTuple

from pnp.base.diagnostics import Where
from pnp.data.game import Board, Card, Component, Game
from pnp.rulebook.contract import Check, FactResult, Status
from pnp.rulebook.values import spelled

MOST_STEPS = 1_500_000
"""The most steps of evaluation that a search takes, as ``Evaluation`` counts them."""

TRIAL = 100
"""The steps that a search counts for asking a fact, besides those of its evaluation.

For a board it counts as many for each space: its graph is made anew.
"""

FEWEST = 4
"""The fewest facts that tell one mistake from another: a single one is mended in many ways."""

SETTINGS = frozenset({"players", "play"})
"""Numbers of game.yaml, on which facts of all kinds rest: one is named if it explains them all."""

UNNAMED = frozenset({"pieces", "components", "aids"})
"""Functions that look at components which their fact does not name."""

Key = tuple[str, ...]
"""A key path in game.yaml, outermost first."""

Likely = tuple[int, int, int]
"""Compares new values: whether the id says so, the neighbours have it, more rows have it."""


class Kept(Enum):
    """Whether a fact holds by data alone; UNSEEN where only drawings can tell."""

    HOLDS = "holds"
    BROKEN = "broken"
    UNSEEN = "unseen"


Ask = Callable[[Check, Game], tuple[Kept, int]]
"""Returns whether a game keeps a fact, and the steps that it took to find out."""


class Repair(NamedTuple):
    """A game with another value at some places; ``touches`` is what expressions call its owner."""

    game: Game
    touches: str
    places: tuple[Where, ...]
    likely: Likely = (0, 0, 0)
    weight: int = 1
    counts: bool = False
    """Whether it is a quantity that is another one."""


class Culprit(NamedTuple):
    """Places where another value would mend facts; ``whole`` if it mends all that are broken."""

    places: tuple[Where, ...]
    mends: Set[str]
    whole: bool


class Search:
    """Tries repairs of a game whose facts are broken, the likeliest first."""

    def __init__(self, game: Game, checks: Sequence[Check], ask: Ask) -> None:
        self._game, self._ask, self._left = game, ask, MOST_STEPS
        self._names = {check.fact.id: _names(check) for check in checks}
        answers = {check.fact.id: ask(check, game)[0] for check in checks}
        self._broken = [check for check in checks if answers[check.fact.id] is Kept.BROKEN]
        self._kept = [check for check in checks if answers[check.fact.id] is Kept.HOLDS]

    @property
    def of_data(self) -> Set[str]:
        """Return the facts that the data alone break."""
        return {check.fact.id for check in self._broken}

    def culprit(self, of_key: Callable[[Key], Where]) -> Culprit | None:
        """Return what is likeliest to be mistaken, None if no repair mends anything."""
        asked = frozenset[str]().union(*(self._names[check.fact.id] for check in self._broken))
        best: Culprit | None = None
        most = 0
        if len(self._broken) + len(self._kept) < FEWEST:
            return None
        single = sorted(_single(self._game, asked, of_key), key=_likeliest)
        for repair in chain(single, sorted(_exchanges(self._game, asked), key=_likeliest)):
            mended = self._mended(repair, most)
            gain = len(mended) - (self._harmed(repair) if len(mended) > most else 0)
            whole = len(mended) == len(self._broken)
            if gain > most and (whole or repair.touches not in SETTINGS):
                best, most = Culprit(repair.places, mended, whole), gain
            if most == len(self._broken):
                return None if self._rivals(repair, single) else best
            if self._left < 0:
                break
        return best

    def _rivals(self, found: Repair, repairs: Sequence[Repair]) -> bool:
        """Return whether the quantity of another row may as well be wrong as the one found.

        Where only their sum is known, that is one more or less than others are.
        """
        if not found.counts:
            return False
        return any(
            repair.counts
            and repair.touches == found.touches
            and repair.places != found.places
            and repair.likely[-1] > 0
            and len(self._mended(repair, len(self._broken) - 1)) == len(self._broken)
            for repair in repairs
        )

    def _mended(self, repair: Repair, most: int) -> Set[str]:
        """Return the facts that a repair mends; fewer if they cannot be more than ``most``."""
        mine = self._touched(self._broken, repair)
        mended = set[str]()
        for left, check in zip(range(len(mine), 0, -1), mine, strict=True):
            if len(mended) + left <= most:
                break
            if self._answer(check, repair) is not Kept.BROKEN:
                mended.add(check.fact.id)
        return mended

    def _harmed(self, repair: Repair) -> int:
        """Return how many of the other facts a repair breaks."""
        touched = self._touched(self._kept, repair)
        return sum(self._answer(check, repair) is Kept.BROKEN for check in touched)

    def _touched(self, checks: Sequence[Check], repair: Repair) -> Sequence[Check]:
        wanted = UNNAMED | {repair.touches}
        return [check for check in checks if wanted & self._names[check.fact.id]]

    def _answer(self, check: Check, repair: Repair) -> Kept:
        answer, steps = self._ask(check, repair.game)
        self._left -= steps + TRIAL * repair.weight
        return answer


def culprit_first(
    results: Sequence[FactResult], culprit: Culprit, of_data: Set[str]
) -> Iterator[FactResult]:
    """Yield the results, with the culprit as the first place of those that it explains.

    They are the facts that another value would mend. If it mends all ``of_data``, they are also
    those that look at drawings and name its place already: what is drawn follows from the data.
    """
    for result in results:
        drawn = culprit.whole and result.id not in of_data
        seen = drawn and not set(culprit.places).isdisjoint(result.places)
        if result.status is Status.FAIL and (result.id in culprit.mends or seen):
            places = dict.fromkeys((*culprit.places, *result.places))
            yield replace(result, places=tuple(places))
        else:
            yield result


def _likeliest(repair: Repair) -> tuple[int, ...]:
    return tuple(-part for part in repair.likely)


def _names(check: Check) -> Set[str]:
    """Return the names, columns and words that a fact's expressions write, as identifiers."""
    expressions = (check.expression, *check.loops.values(), *check.lets.values())
    found = set[str]()
    for node in (node for each in expressions for node in ast.walk(each.root)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                found.add(spelled(name))
    return found


def _single(game: Game, asked: Set[str], of_key: Callable[[Key], Where]) -> Iterator[Repair]:
    """Yield the repairs of one value, of what facts ask for."""
    for table in _tables(game, asked):
        for index, card in enumerate(table.cards):
            for column, old, new in table.others(card, asked):
                cards = (*table.cards[:index], _with(card, column, new), *table.cards[index + 1 :])
                likely = table.likely(index, old, new, column)
                made, places = table.made(cards), (card.where,)
                counts = column is None
                yield Repair(made, table.touches, places, likely, table.weight, counts)
    if "players" in asked:
        players = game.players
        for numbers in (players[:-1], players[1:], (*players, players[-1] + 1)):
            yield Repair(replace(game, players=numbers), "players", (of_key(("players",)),))
    if "play" in asked:
        for path, play in _settings(game.play):
            yield Repair(replace(game, play=play), "play", (of_key(("play", *path)),))


def _exchanges(game: Game, asked: Set[str]) -> Iterator[Repair]:
    """Yield the games in which two rows of one file have each other's value."""
    for table in _tables(game, asked):
        for (i, one), (j, other) in combinations(enumerate(table.cards), 2):
            shared = one.values if one.where.file == other.where.file else ()
            for column in (name for name in shared if spelled(name) in asked):
                mine, theirs = one.values[column], other.values.get(column)
                if mine != theirs:
                    cards = list(table.cards)
                    cards[i], cards[j] = _with(one, column, theirs), _with(other, column, mine)
                    there = table.likely(j, theirs, mine, column)
                    here = table.likely(i, mine, theirs, column)
                    likely = (here[0] + there[0], here[1] + there[1], here[2] + there[2])
                    places = (one.where, other.where)
                    made = table.made(tuple(cards))
                    yield Repair(made, table.touches, places, likely, table.weight)


class _TriedRows(NamedTuple):
    """Rows of a game, and how a game with others is made."""

    touches: str
    cards: tuple[Card, ...]
    words: Mapping[str, str | tuple[str, ...]]
    made: Callable[[tuple[Card, ...]], Game]
    counted: bool = True
    weight: int = 1

    def others(self, card: Card, asked: Set[str]) -> Iterator[tuple[str | None, Any, Any]]:
        """Yield each column with its value in a row and another one; None is the quantity."""
        if self.counted:
            numbers = {card.qty - 1, card.qty + 1, *(other.qty for other in self.cards)}
            yield from ((None, card.qty, qty) for qty in sorted(numbers - {card.qty}) if qty >= 0)
        columns = dict.fromkeys(column for other in self.cards for column in other.values)
        for column in (name for name in columns if spelled(name) in asked):
            old, kind = card.values.get(column), self.words.get(column)
            beside = [o for o in self.cards if o.where.file == card.where.file]
            if column not in card.values:  # as others of its kind have it
                beside = [o for o in beside if o.values.get("kind") == card.values.get("kind")]
            values = {
                _key(o.values[column]): o.values[column] for o in beside if column in o.values
            }
            near = (old - 1, old + 1) if isinstance(old, int) and not isinstance(old, bool) else ()
            for new in (*(kind if isinstance(kind, tuple) else ()), *near, *values.values()):
                if new != old:
                    yield column, old, new

    def likely(self, index: int, old: Any, new: Any, column: str | None) -> Likely:
        """Return how likely it is that a row should have a new value."""

        def has(value: Any, cards: Iterable[Card]) -> int:
            return sum((c.qty if column is None else c.values.get(column)) == value for c in cards)

        card = self.cards[index]
        near = [*self.cards[max(0, index - 1) : index], *self.cards[index + 1 : index + 2]]
        beside = [c for c in near if c.where.file == card.where.file]
        all_ = [c for c in self.cards if c is not card and c.where.file == card.where.file]
        said = 0 if column is None else _says(card.id, new) - _says(card.id, old)
        return said, has(new, beside) - has(old, beside), has(new, all_) - has(old, all_)


def _key(value: Any) -> str:
    return f"{type(value).__name__} {value}"


def _says(id_: str, value: Any) -> bool:
    """Return whether an id has the words of a value: ``white-zombie`` those of white."""
    words = spelled(str(value)).casefold().split("_")
    return bool(value) and set(words) <= set(spelled(id_).casefold().split("_"))


def _with(card: Card, column: str | None, value: Any) -> Card:
    if column is None:
        return replace(card, qty=value)
    return replace(card, values={**card.values, column: value})


def _tables(game: Game, asked: Set[str]) -> Iterator[_TriedRows]:
    """Yield the rows of the components that facts name, their parts, and the spaces of boards."""
    for name, component in game.components.items():
        if spelled(name) not in asked:
            continue
        yield _of_rows(game, component)
        if component.parts:
            yield _of_parts(game, component)
        if name in game.boards:
            yield _of_spaces(game, game.boards[name])


def _of_rows(game: Game, component: Component) -> _TriedRows:
    def made(cards: tuple[Card, ...]) -> Game:
        return _with_component(game, replace(component, cards=cards))

    return _TriedRows(spelled(component.name), component.cards, component.columns, made)


def _of_parts(game: Game, component: Component) -> _TriedRows:
    parts = component.parts
    assert parts is not None

    def made(cards: tuple[Card, ...]) -> Game:
        return _with_component(game, replace(component, parts=replace(parts, cards=cards)))

    return _TriedRows(spelled(component.name), parts.cards, parts.columns, made, counted=False)


def _with_component(game: Game, component: Component) -> Game:
    return replace(game, components={**game.components, component.name: component})


def _of_spaces(game: Game, board: Board) -> _TriedRows:
    """Return the spaces of a board as rows, with their kinds as a column."""
    rows = tuple(Card(s.id, 1, {"kind": s.kind, **s.values}, s.where, "") for s in board.spaces)

    def made(cards: tuple[Card, ...]) -> Game:
        spaces = tuple(
            replace(space, kind=str(card.values["kind"]), values=_without_kind(card))
            for space, card in zip(board.spaces, cards, strict=True)
        )
        changed = replace(board, spaces=spaces)
        return replace(game, boards={**game.boards, board.component: changed})

    return _TriedRows(spelled(board.component), rows, {}, made, False, len(rows))


def _without_kind(card: Card) -> Mapping[str, Any]:
    return {name: value for name, value in card.values.items() if name != "kind"}


def _settings(value: Any) -> Iterator[tuple[Key, Any]]:
    """Yield plain data with a number one more or less, or a list shorter or longer by one."""
    match value:
        case Mapping():
            for key, inner in value.items():
                for path, other in _settings(inner):
                    yield (spelled(str(key)), *path), {**value, key: other}
        case list() | tuple():
            yield from (((), [*value[:-1]]), ((), [*value, *value[-1:]]))
            for i, inner in enumerate(value):
                for path, other in _settings(inner):
                    yield path, [*value[:i], other, *value[i + 1 :]]
        case int() | float() if not isinstance(value, bool):
            yield from (((), value + 1), ((), value - 1))
