"""Halloween's rulebook, its numbers typed in here, held against the checks of rulebook.yaml.

The oracle is plain Python over the game's rows. Nothing in it is read from rulebook.yaml.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pytest

from pnp.base.diagnostics import Where
from pnp.data.game import Card, Component, Game
from pnp.data.load import load_game
from pnp.data.project import SHARE, Project
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Size
from pnp.kinds.catalog import KINDS
from pnp.kinds.compose import compose
from pnp.kinds.piece import Piece
from pnp.rulebook.contract import Check, Status, load_contract
from pnp.rulebook.evaluation import FactContext
from pnp.rulebook.judge import check, judge
from pnp.scene.node import Group, Shape, Solid, Text
from pnp.scene.page import Ink
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook

HERE = SHARE / "card_data" / "halloween"
MONSTERS = {"zombie": (2, 4), "skeleton": (2, 3), "ghost": (2, 2), "wisp": (3, 1)}
GRAVES = {"white", "gray", "black", "brown"}
PLAYERS = {"red", "blue", "yellow", "green"}

CHECKED = {*range(1, 33), *range(45, 51), 53, 54, *range(56, 60)}


class Made(NamedTuple):
    """A game and its pieces as drawn."""

    game: Game
    pieces: tuple[Piece, ...]


@pytest.fixture(scope="module")
def made() -> Made:
    project = Project(SHARE)
    game = load_game(HERE, project, KINDS)
    templates = Templates(project, FontBook(project.folders("fonts")))
    return Made(game, compose(game, templates, Ink.FULL))


@pytest.fixture(scope="module")
def rows(made) -> Mapping[str, Check]:
    return {row.fact.id: row for row in load_contract(made.game).checks}


# changes to the data


def with_component(game: Game, name: str, **changes: object) -> Game:
    changed = replace(game.components[name], **changes)
    return replace(game, components={**game.components, name: changed})


def with_cards(game: Game, name: str, change: Callable[[Card], Card]) -> Game:
    cards = tuple(map(change, game.components[name].cards))
    return with_component(game, name, cards=cards)


def with_row(game: Game, name: str, row: str, **changes: object) -> Game:
    """Return the game with one row changed: its ``qty``, or values."""

    def change(card: Card) -> Card:
        if card.id != row:
            return card
        values = {**card.values, **{k: v for k, v in changes.items() if k != "qty"}}
        return replace(card, values=values, qty=changes.get("qty", card.qty))

    return with_cards(game, name, change)


def data(name: str, row: str, **changes: object) -> Callable[[Made], Made]:
    return lambda made: made._replace(game=with_row(made.game, name, row, **changes))


def play(**changes: object) -> Callable[[Made], Made]:
    return lambda made: made._replace(game=replace(made.game, play={**made.game.play, **changes}))


def resized(name: str, width: float, height: float) -> Callable[[Made], Made]:
    return lambda made: made._replace(
        game=with_component(made.game, name, size=Size(width, height))
    )


def renamed(made: Made) -> Made:
    components = dict(made.game.components)
    components["counter"] = replace(components.pop("headstone"), name="counter")
    return made._replace(game=replace(made.game, components=components))


# changes to the drawings


def redrawn(change: Callable[[Piece], Piece]) -> Callable[[Made], Made]:
    return lambda made: made._replace(pieces=tuple(map(change, made.pieces)))


def dotted_back(piece: Piece) -> Piece:
    """Return the white zombie with a dot on its back: it can be told from the other whites."""
    if piece.id != "graveyard/white-zombie":
        return piece
    dot = Shape(Outline.ellipse((9, 9), 0.2, 0.2))
    return replace(piece, back=replace(piece.back, nodes=(*piece.back.nodes, dot)))


def plain_back(piece: Piece) -> Piece:
    """Return a card whose back is a plain field, in its colour or without one."""
    if piece.component.name != "graveyard":
        return piece
    paint = Solid(tuple(piece.card.values["back"].encode()[:3]))
    field = Shape(Outline.rect(Rect(0, 0, 44, 67)), paint)
    return replace(piece, back=replace(piece.back, nodes=(field,)))


def swapped_back(made: Made) -> Made:
    """Return the kit with the backs of a white and a black card swapped."""
    by_id = {piece.id: piece for piece in made.pieces}
    pair = {"graveyard/white-ghost": "graveyard/black-wisp"}
    pair |= {other: one for one, other in pair.items()}
    return redrawn(lambda p: replace(p, back=by_id[pair[p.id]].back) if p.id in pair else p)(made)


def swapped_faces(made: Made) -> Made:
    """Return the kit with the face of every ghost on every wisp."""
    ghost = next(p for p in made.pieces if p.id == "graveyard/white-ghost").face
    return redrawn(lambda p: replace(p, face=ghost) if p.id.endswith("-wisp") else p)(made)


def unnamed(piece: Piece) -> Piece:
    """Return a card without the words on its face."""
    face = replace(piece.face, nodes=tuple(without_texts(piece.face.nodes)))
    return replace(piece, face=face) if piece.component.name == "graveyard" else piece


def speechless(piece: Piece) -> Piece:
    """Return the rules summary without its words."""
    face = replace(piece.face, nodes=tuple(without_texts(piece.face.nodes)))
    return replace(piece, face=face) if piece.component.name == "rules-summary" else piece


def without_texts(nodes: Sequence[object]) -> Iterator[object]:
    for node in nodes:
        if isinstance(node, Group):
            yield replace(node, nodes=tuple(without_texts(node.nodes)))
        elif not isinstance(node, Text):
            yield node


def scissors(piece: Piece) -> Piece:
    """Return the brown cards with an outline of their own."""
    outline = Outline.rect(Rect(0, 0, 44, 67), 9)
    brown = piece.component.name == "graveyard" and piece.card.values["back"] == "brown"
    return replace(piece, outline=outline) if brown else piece


MUTATIONS: Mapping[int, Callable[[Made], Made]] = {
    1: lambda made: made._replace(game=replace(made.game, players=(2, 3))),
    2: data("headstone", "red", qty=19),
    3: data("headstone", "red", colour="blue"),
    4: data("dark-lord", "green", qty=2),
    5: data("graveyard", "gray-ghost", qty=3),
    6: data("graveyard", "gray-ghost", back="brown"),
    7: data("graveyard", "gray-ghost", monster="wisp"),
    8: data("graveyard", "gray-ghost", points=3),
    9: data("graveyard", "brown-wisp", qty=2),
    10: data("graveyard", "brown-wisp", points=4),
    11: data("graveyard", "white-zombie", points=5),
    12: play(points=80),
    13: data("graveyard", "black-skeleton", back="white"),
    14: data("graveyard", "black-skeleton", qty=3),
    15: data("graveyard", "black-skeleton", qty=1),
    16: data("dark-lord", "red", qty=2),
    17: redrawn(dotted_back),
    18: redrawn(plain_back),
    19: data("graveyard", "white-wisp", back="red"),
    20: data("graveyard", "white-wisp", qty=4),
    21: swapped_back,
    22: redrawn(unnamed),
    23: resized("headstone", 16, 40),
    24: play(grid=[9, 4]),
    25: data("graveyard", "white-wisp", qty=2),
    26: play(grid=[9, 4]),
    27: play(grid=[9, 4]),
    28: resized("graveyard", 70, 120),
    29: play(counters=15),
    30: data("headstone", "blue", qty=21),
    31: redrawn(speechless),
    32: lambda made: made._replace(game=replace(made.game, players=tuple(range(2, 31)))),
    45: data("headstone", "yellow", qty=18),
    46: redrawn(speechless),
    47: data("graveyard", "white-zombie", qty=3),
    48: data("graveyard", "white-wisp", qty=4),
    49: data("headstone", "red", colour="pink"),
    50: lambda made: made._replace(game=replace(made.game, players=(2, 3))),
    53: data("dark-lord", "red", colour="purple"),
    54: data("graveyard", "white-zombie", qty=3),
    56: swapped_faces,
    57: resized("graveyard", 63, 88),
    58: renamed,
    59: redrawn(scissors),
}


# the oracle


def copies(component: Component) -> list[Mapping[str, object]]:
    return [card.values for card in component.cards for _ in range(card.qty)]


def counted(component: Component, *columns: str) -> Counter:
    return Counter(tuple(values[c] for c in columns) for values in copies(component))


def deck(game: Game) -> Component:
    return game.components["graveyard"]


def total(game: Game) -> int:
    return sum(values["points"] for values in copies(deck(game)))


def kits(game: Game) -> list[tuple[int, int]]:
    """Return lords and headstones of each player's colour."""
    lords = counted(game.components["dark-lord"], "colour")
    stones = counted(game.components["headstone"], "colour")
    return [(lords[key], stones[key]) for key in lords | stones]


def by_back(game: Game, column: str) -> dict[object, list[object]]:
    found: dict[object, list[object]] = {}
    for values in copies(deck(game)):
        found.setdefault(values["back"], []).append(values[column])
    return found


ORACLE: Mapping[int, Callable[[Game], bool]] = {
    1: lambda g: g.players == (2, 3, 4),
    2: lambda g: g.components["headstone"].qty == 80,
    3: lambda g: counted(g.components["headstone"], "colour") == {(c,): 20 for c in PLAYERS},
    4: lambda g: counted(g.components["dark-lord"], "colour") == {(c,): 1 for c in PLAYERS},
    5: lambda g: deck(g).qty == 36,
    6: lambda g: counted(deck(g), "back") == {(c,): 9 for c in GRAVES},
    7: lambda g: (
        counted(deck(g), "back", "monster")
        == {(c, m): n for c in GRAVES for m, (n, _) in MONSTERS.items()}
    ),
    8: lambda g: (
        set(counted(deck(g), "monster", "points"))
        == {("zombie", 4), ("skeleton", 3), ("ghost", 2), ("wisp", 1)}
    ),
    9: lambda g: (
        counted(deck(g), "monster")
        == {("zombie",): 8, ("skeleton",): 8, ("ghost",): 8, ("wisp",): 12}
    ),
    10: lambda g: counted(deck(g), "points") == {(4,): 8, (3,): 8, (2,): 8, (1,): 12},
    11: lambda g: total(g) == 84,
    13: lambda g: {c: sum(p) for c, p in by_back(g, "points").items()} == dict.fromkeys(GRAVES, 21),
    14: lambda g: all(
        sorted(Counter(m).values()) == [2, 2, 2, 3] for m in by_back(g, "monster").values()
    ),
    15: lambda g: all(9 * sum(p) == 21 * len(p) for p in by_back(g, "points").values()),
    16: lambda g: sum(c.qty for c in g.components.values() if not c.aid) == 120,
    19: lambda g: not {v["back"] for v in copies(deck(g))} & {*PLAYERS, "pink", "purple"},
    20: lambda g: all(n == 9 for n in counted(deck(g), "back").values()),
    24: lambda g: list(g.play["grid"]) == [6, 6],
    25: lambda g: g.play["grid"][0] * g.play["grid"][1] == deck(g).qty,
    29: lambda g: (
        kits(g) == [(1, 20)] * len(kits(g)) and (g.play["lords"], g.play["counters"]) == (1, 20)
    ),
    30: lambda g: sum(lords for lords, _ in kits(g)) == 4 and sum(s for _, s in kits(g)) == 80,
    47: lambda g: total(g) // 2 == 42,
    48: lambda g: all(total(g) % n == 0 for n in (2, 3, 4)),
    50: lambda g: 4 in g.players and g.components["dark-lord"].qty >= 4,
    53: lambda g: (
        {v["colour"] for v in copies(g.components["dark-lord"])}
        == {v["colour"] for v in copies(g.components["headstone"])}
    ),
}


def status(made: Made, row: Check) -> Status:
    return judge(row, FactContext(made.game, made.pieces)).status


def test_the_kit_keeps_every_fact(made):
    results = check(made.game, made.pieces)
    assert [result.message for result in results if result.status is Status.FAIL] == []
    assert Counter(result.status.value for result in results) == {
        "pass": 41,
        "choice": 3,
        "play": 17,
    }


@pytest.mark.parametrize("number", sorted(CHECKED))
def test_every_check_can_fail(made, rows, number):
    row = rows[f"HW-{number:02}"]
    assert status(made, row) is not Status.FAIL
    assert status(MUTATIONS[number](made), row) is Status.FAIL


@pytest.mark.parametrize("number", sorted(ORACLE))
def test_the_oracle_agrees_on_the_kit_and_its_mutation(made, number):
    assert ORACLE[number](made.game)
    assert not ORACLE[number](MUTATIONS[number](made).game)


def single_changes(game: Game) -> Iterator[tuple[str, Game]]:
    """Yield the game with one row one copy more or less, or one value swapped for another."""
    for name in ("graveyard", "headstone", "dark-lord"):
        component = game.components[name]
        for card in component.cards:
            for qty in (card.qty - 1, card.qty + 1):
                yield f"{card.id} {qty}", with_row(game, name, card.id, qty=qty)
            for column, kind in component.columns.items():
                words = kind if isinstance(kind, tuple) else (1, 2, 3, 4)
                for word in words:
                    if word != card.values[column]:
                        yield f"{card.id} {word}", with_row(game, name, card.id, **{column: word})


def test_every_single_change_breaks_what_the_oracle_says(made, rows):
    wrong = []
    for change, game in single_changes(made.game):
        for number, holds in ORACLE.items():
            caught = status(made._replace(game=game), rows[f"HW-{number:02}"]) is Status.FAIL
            if caught is holds(game):
                wrong.append((change, number))
    assert wrong == []


def test_a_changed_quantity_names_fact_place_and_values(made):
    game = with_row(made.game, "graveyard", "white-ghost", qty=3)
    results = {r.id: r for r in check(game, made.pieces)}
    broken = results["HW-07"]
    assert broken.message == "graveyard: white has 3 × ghost, the rulebook says 2"
    assert (broken.places[0].file, broken.places[0].line) == (
        "card_data/halloween/graveyard.csv",
        4,
    )
    assert results["HW-05"].message == "count(graveyard) is 37, the rulebook says 36"
    assert results["HW-11"].message == "sum(graveyard.points) is 86, the rulebook says 84"
    assert {r.places[0].line for r in results.values() if r.status is Status.FAIL} == {4}


def test_a_number_of_the_set_up_names_its_own_line(made):
    game = replace(made.game, play={**made.game.play, "grid": [6, 5]})
    (broken,) = [r for r in check(game, made.pieces) if r.id == "HW-24"]
    assert broken.message == "play.grid is [6, 5], the rulebook says [6, 6]"
    lines = (HERE / "game.yaml").read_text("utf-8").split("\n")
    assert lines[broken.places[0].line - 1].strip().startswith("grid: [6, 6]")


def test_rows_and_rulebook_stand_where_the_user_finds_them(made):
    assert deck(made.game).cards[0].where == Where("card_data/halloween/graveyard.csv", 2)
