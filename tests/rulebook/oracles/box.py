"""A game out of its box, as plain Python asks for its pieces."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pnp.data.game import Game, Space
from pnp.kinds.piece import Piece
from pnp.scene.node import Node, Shape, Solid
from tests.make import leaves

Row = Mapping[str, Any]
DRAWN: dict[tuple[int, ...], tuple[object, str]] = {}
"""Drawings as words, each told once; the drawing is kept so that its numbers stay its own."""


class NotDrawnError(Exception):
    """A drawing is asked for, and there is none."""


class Box:
    """The rows, spaces and numbers of a game, and its drawings where there are any."""

    def __init__(self, game: Game, pieces: Sequence[Piece] | None) -> None:
        self.game, self.pieces, self.play, self.players = game, pieces, game.play, game.players
        self.rows: dict[str, list[Row]] = {}

    def of(self, name: str, /, **wanted: object) -> list[Row]:
        """Return the values of every printed copy that has the wanted ones."""
        if name not in self.rows:
            cards = self.game.components[name].cards
            self.rows[name] = [{"id": c.id, **c.values} for c in cards for _ in range(c.qty)]
        return fitting(self.rows[name], wanted)

    def count(self, name: str, /, **wanted: object) -> int:
        return len(self.of(name, **wanted))

    def column(self, name: str, column: str, /, **wanted: object) -> list[Any]:
        return [row.get(column) for row in self.of(name, **wanted)]

    def each(self, name: str, column: str, /, **wanted: object) -> dict[Any, int]:
        return dict(Counter(self.column(name, column, **wanted)))

    def whole(self, *, aids: bool = False) -> int:
        components = self.game.components.values()
        return sum(component.qty for component in components if component.aid is aids)

    def parts(self, name: str, *columns: str) -> list[Any]:
        """Return what the parts of one piece say: sides of a die, segments of a spinner."""
        made = self.game.components[name].parts
        rows = [{"id": card.id, **card.values} for card in made.cards] if made else []
        return [
            row[columns[0]] if len(columns) == 1 else tuple(map(row.get, columns)) for row in rows
        ]

    # the board

    def spaces(self, **wanted: object) -> list[Space]:
        found = self.game.boards["board"].spaces
        told = [{"space": s, "id": s.id, "kind": s.kind, **s.values} for s in found]
        return [row["space"] for row in fitting(told, wanted)]

    def ids(self, **wanted: object) -> set[str]:
        return {space.id for space in self.spaces(**wanted)}

    def zones(self, **wanted: object) -> list[str]:
        return [space.values.get("zone") for space in self.spaces(**wanted)]

    def ways(self, *kinds: str, but: Collection[str] = ()) -> list[tuple[str, str]]:
        """Return the links of some kinds, or of all, without those at spaces left out."""
        return [
            (link.start, link.end)
            for link in self.game.boards["board"].links
            if (not kinds or link.kind in kinds) and not {link.start, link.end} & set(but)
        ]

    def near(self, space: str, *kinds: str) -> list[str]:
        """Return the neighbours of a space."""
        met = [way for way in self.ways(*kinds) if space in way]
        return sorted(other for way in met for other in way if other != space)

    # drawings

    def backs(self, name: str, /, **wanted: object) -> set[str]:
        """Return each different back of a component, or of its rows that have the wanted values."""
        if self.pieces is None:
            raise NotDrawnError
        ids = {row["id"] for row in self.of(name, **wanted)}
        mine = [p for p in self.pieces if p.component.name == name and p.card.id in ids]
        return {drawn(piece.back.nodes) if piece.back else "none" for piece in mine}

    def grounds(self, name: str) -> list[list[Any]]:
        """Return for each piece of a component the colours that its face and back begin with."""
        if self.pieces is None:
            raise NotDrawnError
        mine = [piece for piece in self.pieces if piece.component.name == name]
        return [[ground(side.nodes) for side in (p.face, p.back) if side] for p in mine]


Oracle = Mapping[int, Callable[[Box], bool]]


def contradicted(oracle: Oracle, box: Box) -> list[int]:
    """Return the facts that a game breaks, or that can no longer be asked of it."""
    return [number for number, kept in oracle.items() if not _keeps(kept, box)]


def _keeps(kept: Callable[[Box], bool], box: Box) -> bool:
    try:
        return kept(box)
    except NotDrawnError:
        return True
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False


def fitting(rows: Iterable[Row], wanted: Row) -> list[Any]:
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def drawn(nodes: Sequence[object]) -> str:
    """Return a drawing as words: equal words are equal drawings."""
    key = tuple(map(id, nodes))
    if key not in DRAWN:
        DRAWN[key] = nodes, repr(nodes)
    return DRAWN[key][1]


def ground(nodes: Sequence[Node]) -> Any:
    """Return the colour of the first shape that has one."""
    filled = (n.fill for n in leaves(nodes) if isinstance(n, Shape) and isinstance(n.fill, Solid))
    return next(filled).color


def steps(ways: Iterable[tuple[str, str]], start: str) -> dict[str, int]:
    """Return how far each space is that can be reached, by a walk without any library."""
    near: dict[str, set[str]] = {}
    for one, other in ways:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    away, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for there in sorted(near.get(here, set()) - set(away)):
            away[there] = away[here] + 1
            edge.append(there)
    return away
