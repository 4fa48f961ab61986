"""What the rulebooks say, typed in as plain Python: it knows nothing of any rulebook.yaml."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pnp.content.game import Component, Game

Oracle = tuple[Callable[[Game], bool], ...]


@dataclass(frozen=True)
class Told:
    """The ids of a rulebook's facts by what becomes of them, and what the kit must be."""

    prefix: str
    last: int
    played: frozenset[int]
    listed: frozenset[int]
    choices: frozenset[int]
    oracle: Oracle

    @property
    def checked(self) -> frozenset[int]:
        return frozenset(range(1, self.last + 1)) - self.played - self.listed

    def named(self, numbers: frozenset[int]) -> list[str]:
        return sorted(f"{self.prefix}-{number:02}" for number in numbers)


def rows(component: Component) -> list[Mapping[str, Any]]:
    """Return the values of every printed copy, with the id of its row."""
    return [{"id": c.id, **c.values} for c in component.cards for _ in range(c.qty)]


def of(game: Game, name: str, **wanted: object) -> list[Mapping[str, Any]]:
    found = rows(game.components[name])
    return [row for row in found if all(row.get(k) == v for k, v in wanted.items())]


def each(game: Game, name: str, column: str, **wanted: object) -> dict[Any, int]:
    return dict(Counter(row.get(column) for row in of(game, name, **wanted)))


def parts(game: Game, name: str, *columns: str) -> list[tuple[Any, ...]]:
    made = game.components[name].parts
    cards = made.cards if made else ()
    return [tuple({"id": c.id, **c.values}.get(column) for column in columns) for c in cards]


def kinds(game: Game) -> Counter[str]:
    return Counter(space.kind for space in game.boards["board"].spaces)


def steps(game: Game, start: str, *, links: Callable[[str], bool]) -> dict[str, int]:
    """Return how far each space is that can be reached, by a walk without any library."""
    ways: dict[str, set[str]] = {}
    for link in game.boards["board"].links:
        if links(link.kind):
            ways.setdefault(link.start, set()).add(link.end)
            ways.setdefault(link.end, set()).add(link.start)
    away, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for there in sorted(ways.get(here, ())):
            if there not in away:
                away[there] = away[here] + 1
                edge.append(there)
    return away


GHOULASH: Oracle = (
    lambda g: g.players == (2, 3, 4),
    lambda g: list(g.play["floor"]) == [6, 3],
    lambda g: (g.play["hand"], g.play["target"], g.play["challenge"]) == (7, 10, 2),
    lambda g: len(of(g, "deck")) >= 47,
    lambda g: len(of(g, "deck")) % 9 == 0,
    lambda g: len(of(g, "deck")) - len(of(g, "deck", type="ghoul")) >= 50,
    lambda g: set(each(g, "deck", "type")) == {"ghoul", "battle", "action", "special"},
    lambda g: len(of(g, "deck", type="ghoul", strength=5, dots=2)) > 0,
    lambda g: sum(row["dots"] for row in of(g, "deck", type="ghoul")) >= 37,
    lambda g: all(row["dots"] >= 1 for row in of(g, "deck", type="ghoul")),
    lambda g: len(of(g, "deck", type="battle", command="first-aid")) > 0,
    lambda g: len(of(g, "deck", type="battle", command="debris")) > 0,
    lambda g: len(of(g, "deck", type="battle", shots=3)) >= 2,
    lambda g: len(of(g, "deck", type="battle", shots=2)) >= 1,
    lambda g: len(of(g, "deck", type="battle", blobs=2)) >= 1,
    lambda g: len(of(g, "deck", type="battle", blobs=1)) >= 1,
    lambda g: len(of(g, "deck", type="battle")) >= 8,
    lambda g: each(g, "injury-chip", "limit") == {5: 4, 3: 4},
    lambda g: len(of(g, "player-piece")) in (0, 4),
)

GIRLS: Oracle = (
    lambda g: g.players == (4, 5, 6, 7),
    lambda g: len(of(g, "board")) == 1,
    lambda g: len(of(g, "house-tile")) == 8,
    lambda g: len(of(g, "standee")) == 12,
    lambda g: len(of(g, "reference")) == 12,
    lambda g: len(of(g, "treat")) == 75,
    lambda g: len(of(g, "trick")) == 50,
    lambda g: each(g, "identity", "role") == {"girl": 3, "ghoul": 3, "reporter": 1},
    lambda g: sorted(row["value"] for row in of(g, "victory")) == [1, 2, 3],
    lambda g: len(of(g, "candy-chip")) == 80,
    lambda g: len(of(g, "first-player")) == 1,
    lambda g: g.play["hand"] == {"treat": 3, "trick": 2},
    lambda g: (g.play["rounds"], g.play["house_points"]) == (3, 1),
    lambda g: (
        g.play["identities"]
        == {
            4: {"girl": 2, "ghoul": 2, "reporter": 0},
            5: {"girl": 2, "ghoul": 2, "reporter": 1},
            6: {"girl": 3, "ghoul": 3, "reporter": 0},
            7: {"girl": 3, "ghoul": 3, "reporter": 1},
        }
    ),
    lambda g: g.play["cubes"] == {"orange": 40, "black": 40},
    lambda g: g.play["starts"] == {"orange": "girls", "white": "ghouls"},
    lambda g: len(of(g, "treat", value=2)) > 0 and len(of(g, "treat", value=-3)) > 0,
    lambda g: len(of(g, "treat", kind="corn")) > 0,
    lambda g: all(
        row["value"] is None
        if row["kind"] == "corn"
        else row["value"] not in (None, 0) and (row["value"] > 0) == (row["kind"] == "attract")
        for row in of(g, "treat")
    ),
    lambda g: set(each(g, "trick", "id")) == {"flip", "invert", "double", "trap"},
    lambda g: (kinds(g)["house"], kinds(g)["sidewalk"], kinds(g)["slot"]) == (8, 8, 8),
    lambda g: all(
        Counter(steps(g, space.id, links=lambda kind: kind == "walk").values())
        == {0: 1, 1: 2, 2: 2, 3: 2, 4: 1}
        for space in g.boards["board"].spaces
        if space.kind == "sidewalk"
    ),
)

HAUNTED: Oracle = (
    lambda g: min(g.players) == 2 and max(g.players) <= 5,
    lambda g: len(of(g, "character")) == 5,
    lambda g: each(g, "ghost", "id") == dict.fromkeys(("green", "yellow", "purple", "banshee"), 1),
    lambda g: each(g, "sign", "id") == {"nobody-home": 1, "out-of-candy": 1},
    lambda g: len(of(g, "secret-candy")) == 9,
    lambda g: all(number >= 16 for number in each(g, "player-token", "id").values()),
    lambda g: len(of(g, "glow-stick")) == 5,
    lambda g: len(of(g, "boost")) > 10,
    lambda g: set(each(g, "monster", "id")) == {"yellow", "purple", "banshee", "portal"},
    lambda g: len(of(g, "power")) == 5,
    lambda g: (kinds(g)["start"], kinds(g)["portal"], kinds(g)["footprints"]) == (2, 4, 2),
    lambda g: (kinds(g)["centre"], kinds(g)["coffin"], kinds(g)["ghost-start"]) == (1, 1, 1),
    lambda g: kinds(g)["stone"] == 3,
    lambda g: (
        len(
            [
                space
                for space in g.boards["board"].spaces
                if space.kind == "doorstep" and space.values["zone"] == "haunted"
            ]
        )
        == 11
    ),
    # the wall is the only way out of the village
    lambda g: (
        {
            space.values["zone"]
            for space in g.boards["board"].spaces
            if space.id in steps(g, "start-1", links=lambda kind: kind != "wall")
        }
        == {"village"}
    ),
    # and over it every house can be reached
    lambda g: (
        {space.id for space in g.boards["board"].spaces if space.kind == "doorstep"}
        <= set(steps(g, "start-1", links=lambda kind: kind != "mist"))
    ),
    lambda g: steps(g, "centre", links=lambda kind: kind == "footprints").get("coffin") == 3,
    lambda g: (
        sorted(parts(g, "spinner", "id", "candies"))
        == [("again", 0), ("costume", 3), ("gone", 0), ("home", 0), ("one", 1), ("two", 2)]
    ),
    lambda g: (
        sorted(parts(g, "haunted-die", "result"))
        == [
            (word,)
            for word in (
                *("boo", "boost", "candy-and-roll", "portal", "three-candies", "two-candies"),
            )
        ]
    ),
    lambda g: parts(g, "ghost-die", "pips").count((1,)) == 1,
    lambda g: [bats for (bats,) in parts(g, "moon-tracker", "bats") if bats] == [1, 2, 3],
    lambda g: g.play["tracker"]["start"] == {2: 2, 3: 1, 4: 1, 5: 1},
)

TOLD: Mapping[str, Told] = {
    "ghoulash": Told(
        "GH",
        94,
        frozenset({*range(57, 68), *range(69, 77), 82, *range(87, 94)}) - {68},
        frozenset({77, 85, 86}),
        frozenset({4, 7, 17, 18, 24, *range(35, 42), 51, 52, *range(78, 82)}),
        GHOULASH,
    ),
    "girls-vs-ghouls": Told(
        "GG",
        121,
        frozenset({29, 61, *range(81, 88), *range(89, 92), 101, 102, 104, *range(113, 118), 121}),
        frozenset({88, 98, 108, 120}),
        frozenset({33, 34, 44, 57, 58, 60, 62, 65, 100, 103}),
        GIRLS,
    ),
    "haunted-halloween": Told(
        "HH",
        167,
        frozenset(
            {
                *(14, 41, 62, *range(81, 104), 125, *range(130, 135), 138, 144, 145),
                *range(159, 168),
            }
        ),
        frozenset({25, 29, *range(104, 107), 108, 156, 158}),
        frozenset(
            {
                *(3, 11, 12, 19, 22, 24, 26, 28, 33, 47, 48, 51, 54, 58, 60, 63, 65),
                *(76, 77, 78, 113),
            }
        ),
        HAUNTED,
    ),
}
