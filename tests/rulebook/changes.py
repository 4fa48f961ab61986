"""Single changes of a game, as its maker could make them in a file by mistake."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise, zip_longest
from typing import Any, NamedTuple

from pnp.base.color import Color
from pnp.data.game import Board, Card, Component, Game, Parts
from pnp.rulebook.values import spelled
from pnp.scene.node import Group, Node, Shape, Solid
from tests.rulebook.kits import Made, touched, with_component

Rows = Sequence[Card]


@dataclass(frozen=True)
class Change:
    """One thing changed. ``touches`` is what an expression calls it.

    ``redraws``: a build would draw the kit anew from it, so that drawings tell nothing of it here.
    """

    kind: str
    name: str
    touches: str
    redraws: bool
    made: Callable[[], Made]


def changes_of(key: str, made: Made, number: int) -> list[Change]:
    """Return so many changes of a game, each kind of change as often as there are enough of it."""
    chance = random.Random(key)
    kinds = [list(make(made)) for make in (_rows, _quantities, _values, _numbers, _boards, _backs)]
    for kind in kinds:
        chance.shuffle(kind)
    dealt = [change for hand in zip_longest(*kinds) for change in hand if change is not None]
    return dealt[:number]


class Table(NamedTuple):
    """Rows of a component, or those of which its piece is made; ``given`` is the game with others.

    ``part`` are rows of the second kind: a build draws the piece anew from them.
    """

    component: Component
    part: bool
    rows: Rows
    columns: Mapping[str, str | tuple[str, ...]]
    given: Callable[[Rows], Game]

    @property
    def name(self) -> str:
        return ("part of " if self.part else "") + self.component.name

    def without(self, index: int) -> Rows:
        return (*self.rows[:index], *self.rows[index + 1 :])

    def other(self, index: int, **changes: Any) -> Rows:
        """Return the rows with one of them changed."""
        card = replace(self.rows[index], **changes)
        return (*self.rows[:index], card, *self.rows[index + 1 :])

    def change(self, made: Made, kind: str, text: str, rows: Rows, *, redraws: bool) -> Change:
        touches = spelled(self.component.name)
        name = f"{self.name}/{text}"
        return Change(kind, name, touches, redraws, lambda: made._replace(game=self.given(rows)))


def _tables(made: Made) -> Iterator[Table]:
    for name, component in made.game.components.items():
        parts = component.parts
        if component.aid:
            continue  # no piece of the rulebook
        if _written(component):
            given = partial(_with_rows, made.game, name)
            yield Table(component, False, component.cards, component.columns, given)
        if parts is not None:
            given = partial(_with_parts, made.game, name, parts)
            yield Table(component, True, parts.cards, parts.columns, given)


def _written(component: Component) -> bool:
    """Return whether a component has rows of data; a sheet has pages, and many a piece has none."""
    if component.kind.name == "sheet" or not component.cards:
        return False
    first = component.cards[0].where
    return first.file != component.where.file or first.line > component.where.line + 1


def _with_rows(game: Game, name: str, rows: Rows) -> Game:
    return with_component(game, name, cards=tuple(rows))


def _with_parts(game: Game, name: str, parts: Parts, rows: Rows) -> Game:
    return with_component(game, name, parts=replace(parts, cards=tuple(rows)))


def _rows(made: Made) -> Iterator[Change]:
    for table in _tables(made):
        if table.part and table.component.kind.name == "die":
            continue  # a die without six sides is refused where it is read
        for i, card in enumerate(table.rows):
            rows = table.without(i)
            yield table.change(made, "row dropped", card.id, rows, redraws=table.part)


def _quantities(made: Made) -> Iterator[Change]:
    for table in _tables(made):
        for i, card in enumerate(() if table.part else table.rows):
            for qty in (card.qty - 1, card.qty + 1):
                rows = table.other(i, qty=qty)
                text = f"{card.id}: {qty}"
                yield table.change(made, "quantity by one", text, rows, redraws=False)


def _values(made: Made) -> Iterator[Change]:
    for table in _tables(made):
        for i, card in enumerate(table.rows):
            for column, kind in table.columns.items():
                for value in _others(table.rows, i, column, kind):
                    rows = table.other(i, values={**card.values, column: value})
                    text = f"{card.id}: {column} {value}"
                    yield table.change(made, "value swapped", text, rows, redraws=True)
        for column, one, other in _pairs(table.rows):
            rows = _swapped(table.rows, one, other, column)
            text = f"{column} of {one.id} and {other.id}"
            yield table.change(made, "value swapped", text, rows, redraws=True)


def _others(rows: Rows, index: int, column: str, kind: str | Sequence[str]) -> Iterable[Any]:
    """Return what else may stand in a cell: a known word, another value, a number by one."""
    value = rows[index].values.get(column)
    if value is None:
        return ()
    beside = [row for row in rows if row.where.file == rows[index].where.file]
    found = {*(kind if isinstance(kind, tuple) else ()), *(r.values[column] for r in beside)}
    if isinstance(value, int) and not isinstance(value, bool):
        found |= {value - 1, value + 1}
    return sorted(found - {value}, key=repr)


def _pairs(rows: Rows) -> Iterator[tuple[str, Card, Card]]:
    """Yield two rows of one file and a column in which they differ."""
    for one, other in combinations(rows, 2):
        for column in one.values if one.where.file == other.where.file else ():
            if one.values[column] != other.values[column]:
                yield column, one, other


def _swapped(rows: Rows, one: Card, other: Card, column: str) -> Rows:
    given = {one.id: other.values[column], other.id: one.values[column]}
    return [
        replace(row, values={**row.values, column: given[row.id]}) if row.id in given else row
        for row in rows
    ]


def _numbers(made: Made) -> Iterator[Change]:
    players = made.game.players
    for numbers in (players[:-1], players[1:], (*players, players[-1] + 1)):
        game = replace(made.game, players=numbers)
        yield Change("number changed", f"players {numbers}", "players", True, _made(made, game))
    for path, play in _by_one(made.game.play):
        game = replace(made.game, play=play)
        yield Change("number changed", f"play{path}", touched(path), True, _made(made, game))


def _by_one(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield plain data with a number one more or less, or a list one shorter."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            for path, other in _by_one(inner):
                yield f".{key}{path}", {**value, key: other}
    elif isinstance(value, list | tuple):
        yield " shorter", list(value[:-1])
        for i, inner in enumerate(value):
            for path, other in _by_one(inner):
                yield f"[{i}]{path}", [*value[:i], other, *value[i + 1 :]]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield f" = {value + 1}", value + 1
        yield f" = {value - 1}", value - 1


def _boards(made: Made) -> Iterator[Change]:
    for name, board in made.game.boards.items():
        for text, changed in (*_cut(board), *_dropped(board), *_renamed(board)):
            game = replace(made.game, boards={**made.game.boards, name: changed})
            yield Change("board changed", text, spelled(name), True, _made(made, game))


def _cut(board: Board) -> Iterator[tuple[str, Board]]:
    for i, link in enumerate(board.links):
        left = board.links[:i] + board.links[i + 1 :]
        yield f"{link.start}-{link.end} cut", replace(board, links=left)


def _dropped(board: Board) -> Iterator[tuple[str, Board]]:
    for i, space in enumerate(board.spaces):
        left = board.spaces[:i] + board.spaces[i + 1 :]
        ways = tuple(link for link in board.links if space.id not in (link.start, link.end))
        yield f"{space.id} dropped", replace(board, spaces=left, links=ways)


def _renamed(board: Board) -> Iterator[tuple[str, Board]]:
    """Yield the board with a space of another kind, or with another value."""
    kinds = sorted({space.kind for space in board.spaces})
    for i, space in enumerate(board.spaces):
        others = [replace(space, kind=kind) for kind in kinds if kind != space.kind]
        for key, value in space.values.items():
            met = {s.values[key] for s in board.spaces if isinstance(s.values.get(key), str)}
            others += [
                replace(space, values={**space.values, key: word})
                for word in sorted(met - {str(value)})
            ]
        for other in others:
            spaces = (*board.spaces[:i], other, *board.spaces[i + 1 :])
            yield f"{space.id}: {other.kind} {dict(other.values)}", replace(board, spaces=spaces)


def further_changes(made: Made) -> Iterator[Change]:
    """Yield changes of words that stand in game.yaml, and of a board's links and places."""
    for path, play in _rearranged(made.game.play):
        game = replace(made.game, play=play)
        yield Change("words swapped", f"play{path}", touched(path), True, _made(made, game))
    for name, board in made.game.boards.items():
        for kind, make in (
            ("link joined", _joined),
            ("link of another kind", _rekinded),
            ("space moved", _moved),
        ):
            for text, changed in make(board):
                game = replace(made.game, boards={**made.game.boards, name: changed})
                yield Change(kind, text, spelled(name), True, _made(made, game))


def _rearranged(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield plain data with two words or numbers of one mapping or list swapped."""
    if isinstance(value, Mapping):
        plain = [key for key, inner in value.items() if isinstance(inner, str | int | float)]
        for one, other in pairwise(plain):
            if value[one] != value[other] and type(value[one]) is type(value[other]):
                turned = {**value, one: value[other], other: value[one]}
                yield f".{one} as {other}", turned
        for key, inner in value.items():
            for path, other in _rearranged(inner):
                yield f".{key}{path}", {**value, key: other}
    elif isinstance(value, list | tuple) and list(value) != list(reversed(value)):
        yield " reversed", list(reversed(value))


def _joined(board: Board) -> Iterator[tuple[str, Board]]:
    """Yield the board with a further link: from a space to the neighbor of its neighbor."""
    known = {frozenset((link.start, link.end)) for link in board.links}
    for one, other in combinations(board.links, 2):
        ends = {one.start, one.end} ^ {other.start, other.end}
        if len(ends) == 2 and frozenset(ends) not in known:
            start, end = sorted(ends)
            extra = replace(one, start=start, end=end)
            yield f"{start}-{end} joined", replace(board, links=(*board.links, extra))


def _rekinded(board: Board) -> Iterator[tuple[str, Board]]:
    kinds = sorted({link.kind for link in board.links if link.kind})
    for i, link in enumerate(board.links):
        for kind in kinds:
            if kind != link.kind:
                links = (*board.links[:i], replace(link, kind=kind), *board.links[i + 1 :])
                yield f"{link.start}-{link.end} as {kind}", replace(board, links=links)


def _moved(board: Board) -> Iterator[tuple[str, Board]]:
    """Yield the board with two spaces of one kind in each other's place."""
    for (i, one), (j, other) in combinations(enumerate(board.spaces), 2):
        if one.kind == other.kind:
            spaces = list(board.spaces)
            spaces[i], spaces[j] = replace(one, at=other.at), replace(other, at=one.at)
            yield f"{one.id} where {other.id} is", replace(board, spaces=tuple(spaces))


def _backs(made: Made) -> Iterator[Change]:
    """Yield the kit with the back of one piece in another colour."""
    for i, piece in enumerate(made.pieces):
        if piece.back is not None:
            back = replace(piece.back, nodes=recoloured(piece.back.nodes))
            pieces = (*made.pieces[:i], replace(piece, back=back), *made.pieces[i + 1 :])
            changed = _made(made._replace(pieces=pieces), made.game)
            name = spelled(piece.component.name)
            yield Change("back recoloured", piece.id, name, False, changed)


def recoloured(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return a drawing whose first filled shape has another colour."""
    for i, node in enumerate(nodes):
        new: Node = node
        if isinstance(node, Group):
            new = replace(node, nodes=recoloured(node.nodes))
            if new.nodes == node.nodes:
                continue
        elif isinstance(node, Shape) and isinstance(node.fill, Solid):
            new = replace(node, fill=Solid(Color(1, 2, 3)))
        else:
            continue
        return (*nodes[:i], new, *nodes[i + 1 :])
    return tuple(nodes)


def _made(made: Made, game: Game) -> Callable[[], Made]:
    return lambda: made._replace(game=game)
