"""Each check of Halloween's rulebook.yaml fails at a mistake of its own, and at no other.

What is a mistake is said by the oracle, plain Python that reads nothing of rulebook.yaml.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest

from pnp.base.color import Color
from pnp.base.diagnostics import Where
from pnp.data.game import Card, Game
from pnp.data.project import SHARE
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Size
from pnp.kinds.piece import Piece
from pnp.rulebook.contract import Check, Status
from pnp.rulebook.evaluation import FactContext
from pnp.rulebook.judge import check, judge
from pnp.scene.node import Shape, Solid
from tests.rulebook.kits import CHANGES, Made, checks_of, kit_of, with_cards, with_component
from tests.rulebook.oracles.box import Box
from tests.rulebook.oracles.halloween import HALLOWEEN

HERE = SHARE / "card_data" / "halloween"


@pytest.fixture(scope="module")
def made() -> Made:
    return kit_of("halloween")


@pytest.fixture(scope="module")
def rows() -> Mapping[str, Check]:
    return checks_of("halloween")


# changes to the data


def with_row(game: Game, name: str, row: str, **changes: object) -> Game:
    """Return the game with one row changed: its ``qty``, or values."""

    def change(card: Card) -> Card:
        if card.id != row:
            return card
        values = {**card.values, **{k: v for k, v in changes.items() if k != "qty"}}
        return replace(card, values=values, qty=changes.get("qty", card.qty))

    return with_cards(game, name, [change(card) for card in game.components[name].cards])


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
    paint = Solid(Color(*piece.card.values["back"].encode()[:3]))
    field = Shape(Outline.rect(Rect(0, 0, 44, 67)), paint)
    return replace(piece, back=replace(piece.back, nodes=(field,)))


def swapped_back(made: Made) -> Made:
    """Return the kit with the backs of a white and a black card swapped."""
    by_id = {piece.id: piece for piece in made.pieces}
    pair = {"graveyard/white-ghost": "graveyard/black-wisp"}
    pair |= {other: one for one, other in pair.items()}
    return redrawn(lambda p: replace(p, back=by_id[pair[p.id]].back) if p.id in pair else p)(made)


def white_for_black(made: Made) -> Made:
    """Return the kit with the white back on every black card."""
    white = next(p for p in made.pieces if p.id == "graveyard/white-ghost").back

    def changed(piece: Piece) -> Piece:
        black = piece.card.id.startswith("black-")
        return replace(piece, back=white) if black and piece.back else piece

    return redrawn(changed)(made)


def swapped_faces(made: Made) -> Made:
    """Return the kit with the face of every ghost on every wisp."""
    ghost = next(p for p in made.pieces if p.id == "graveyard/white-ghost").face
    return redrawn(lambda p: replace(p, face=ghost) if p.id.endswith("-wisp") else p)(made)


def swapped_stones(made: Made) -> Made:
    """Return the kit with red and blue headstones drawn as each other."""
    faces = {p.card.id: p.face for p in made.pieces if p.component.name == "headstone"}
    other = {"red": faces["blue"], "blue": faces["red"]}

    def swapped(piece: Piece) -> Piece:
        stone = piece.component.name == "headstone" and piece.card.id in other
        return replace(piece, face=other[piece.card.id]) if stone else piece

    return redrawn(swapped)(made)


def wordless(name: str) -> Callable[[Made], Made]:
    """Take the words off the faces of a component."""
    change = CHANGES["no words"]
    return redrawn(lambda piece: change(piece) if piece.component.name == name else piece)


def without_symbols(piece: Piece) -> Piece:
    """Return a page of the rules whose symbols are none."""
    page = piece.component.name == "rules-summary"
    return CHANGES["no symbols"](piece) if page else piece


def one_turn_card(made: Made) -> Made:
    """Return the kit with the turn card of the red player for everybody."""
    red = next(p for p in made.pieces if p.id == "turn-card/red").face
    return redrawn(lambda p: replace(p, face=red) if p.component.name == "turn-card" else p)(made)


def emptied(piece: Piece) -> Piece:
    """Return a page of the rules without anything on it."""
    page = piece.component.name == "rules-summary"
    return replace(piece, face=replace(piece.face, nodes=())) if page else piece


def grayed(piece: Piece) -> Piece:
    """Return a page of the rules whose pictures are all gray."""
    page = piece.component.name == "rules-summary"
    return CHANGES["all gray"](piece) if page else piece


def bare_path(piece: Piece) -> Piece:
    """Return the score path without a drawing."""
    path = piece.component.name == "score-strip"
    return CHANGES["an empty face"](piece) if path else piece


def scissors(piece: Piece) -> Piece:
    """Return the brown cards with an outline of their own."""
    outline = Outline.rect(Rect(0, 0, 44, 67), 9)
    brown = piece.component.name == "graveyard" and piece.card.values["back"] == "brown"
    return replace(piece, outline=outline) if brown else piece


MONSTERS = ("zombie", "skeleton", "ghost", "wisp")

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
    18: white_for_black,
    19: data("graveyard", "white-wisp", back="red"),
    20: data("graveyard", "white-wisp", qty=4),
    21: swapped_back,
    22: wordless("graveyard"),
    23: resized("headstone", 16, 40),
    24: play(grid=[9, 4]),
    25: data("graveyard", "white-wisp", qty=2),
    26: play(grid=[9, 4]),
    27: play(grid=[9, 4]),
    28: resized("graveyard", 70, 120),
    29: play(counters=15),
    30: data("headstone", "blue", qty=21),
    31: wordless("rules-summary"),
    32: lambda made: made._replace(game=replace(made.game, players=tuple(range(2, 31)))),
    45: data("headstone", "yellow", qty=18),
    46: wordless("rules-summary"),
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
    62: swapped_faces,
    63: swapped_stones,
    64: redrawn(plain_back),
    65: wordless("rules-summary"),
    66: lambda made: made._replace(
        game=replace(made.game, palette={**made.game.palette, "white": "#000000"})
    ),
    67: wordless("rules-summary"),
    68: play(monsters={kind: {"points": 9} for kind in MONSTERS}),
    69: wordless("graveyard"),
    70: wordless("rules-summary"),
    71: redrawn(emptied),
    72: redrawn(grayed),
    73: wordless("rules-summary"),
    74: redrawn(bare_path),
    **dict.fromkeys((75, 76, 77, 78, 79, 81), redrawn(without_symbols)),
    80: play(monsters={kind: {"name": "?", "points": 9, "copies": 1} for kind in MONSTERS}),
    82: one_turn_card,
    83: swapped_faces,
}


def status(made: Made, row: Check) -> Status:
    return judge(row, FactContext(made.game, made.pieces)).status


def test_the_kit_keeps_every_fact(made):
    results = check(made.game, made.pieces)
    assert [result.message for result in results if result.status is Status.FAIL] == []
    assert Counter(result.status.value for result in results) == {
        "pass": 62,
        "choice": 4,
        "play": 17,
    }


@pytest.mark.parametrize("number", sorted(MUTATIONS))
def test_every_check_can_fail(made, rows, number):
    row = rows[f"HW-{number:02}"]
    assert status(made, row) is not Status.FAIL
    assert status(MUTATIONS[number](made), row) is Status.FAIL


@pytest.mark.parametrize("number", sorted(HALLOWEEN))
def test_the_oracle_agrees_on_the_kit_and_its_mutation(made, number):
    assert HALLOWEEN[number](Box(*made))
    assert not HALLOWEEN[number](Box(*MUTATIONS[number](made)))


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
        changed = made._replace(game=game)
        box = Box(*changed)
        for number, holds in HALLOWEEN.items():
            caught = status(changed, rows[f"HW-{number:02}"]) is Status.FAIL
            if caught is holds(box):
                wrong.append((change, number))
    assert wrong == []


def test_a_changed_quantity_names_the_row_s_place(made):
    game = with_row(made.game, "graveyard", "white-ghost", qty=3)
    broken = {r.id: r for r in check(game, made.pieces) if r.status is Status.FAIL}
    assert {"HW-05", "HW-07", "HW-11"} <= broken.keys()
    places = {(result.places[0].file, result.places[0].line) for result in broken.values()}
    assert places == {("card_data/halloween/graveyard.csv", 4)}


def test_a_number_of_the_set_up_names_its_own_line(made):
    game = replace(made.game, play={**made.game.play, "grid": [6, 5]})
    (broken,) = [r for r in check(game, made.pieces) if r.id == "HW-24"]
    lines = (HERE / "game.yaml").read_text("utf-8").split("\n")
    assert lines[broken.places[0].line - 1].strip().startswith("grid: [6, 6]")


def test_rows_and_rulebook_stand_where_the_user_finds_them(made):
    assert made.game.components["graveyard"].cards[0].where == Where(
        "card_data/halloween/graveyard.csv", 2
    )
