"""Small games and drawings made in Python, for tests that need no files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.base.color import BLACK, Color
from pnp.base.diagnostics import Where
from pnp.data.game import Board, Card, Component, Game, Link, Space, Value
from pnp.data.project import Project
from pnp.geometry.plane import Point, Size
from pnp.kinds.piece import Piece
from pnp.rulebook.evaluate import evaluate
from pnp.rulebook.evaluation import Evaluation, FactContext, Pieces, Scope
from pnp.rulebook.grammar import Source, parse
from pnp.scene.node import Glyph, Letters, Node, Shape, Solid, Text
from tests import make

SIZE = Size(44, 67)
Row = tuple[str, int, Mapping[str, Value]]
WORDS = {"colour": ("red", "blue"), "kind": ("bat", "cat", "rat"), "points": "int"}


def component(
    name: str,
    rows: Sequence[Row],
    *,
    line: int,
    aid: bool = False,
    kind: str = "deck",
    columns: Mapping[str, str | tuple[str, ...]] | None = None,
) -> Component:
    file = f"card_data/fright/{name}.csv"
    cards = tuple(
        Card(key, qty, values, Where(file, line), "face.svg")
        for line, (key, qty, values) in enumerate(rows, 2)
    )
    where = Where("card_data/fright/game.yaml", line)
    return make.component(
        name, SIZE, cards, kind=kind, aid=aid, corner=3, columns=columns, where=where
    )


def board(owner: str, spaces: Sequence[tuple[str, str]], links: Sequence[str]) -> Board:
    """Return a board: ids and kinds of its spaces, and links as ``a-b`` or ``a-b: kind``."""
    file = f"card_data/fright/{owner}.yaml"
    return Board(
        owner,
        tuple(
            Space(id_, kind, Point(9 * n, 9), {"side": "in" if n < 4 else "out"}, Where(file, n))
            for n, (id_, kind) in enumerate(spaces, 1)
        ),
        tuple(
            Link(*ends.split("-"), kind or "way", Where(file, n))
            for n, (ends, _, kind) in enumerate((link.partition(": ") for link in links), 50)
        ),
        Where(file, 1),
    )


def game(
    *components: Component, rulebook: Path | None = None, boards: Sequence[Board] = ()
) -> Game:
    return make.game(
        *components,
        key="fright",
        title="Fright",
        designer="",
        players=(2, 3, 4),
        play={"grid": [2, 3], "hand": 3, "setup": {"coins": 5}},
        palette={},
        rulebook=rulebook,
        project=Project(rulebook.parent if rulebook else Path()),
        where=Where("card_data/fright/game.yaml", 1),
        boards={one.component: one for one in boards},
    )


def value_of(text: str, pieces: Pieces = (), *, of: Game | None = None) -> object:
    """Return the value of an expression over the small game."""
    source = Source.of(text, Where("rulebook.yaml", 3, 12))
    expression = parse(source)
    return evaluate(Evaluation(FactContext(of or FRIGHT, pieces), source), expression.root, Scope())


def bar(width: float, color: Color = BLACK) -> Shape:
    """Return a bar of a width in millimetres."""
    return make.filled(Solid(color), 0, 0, width, 5)


def word(text: str) -> Text:
    """Return a word on a baseline."""
    letters = Letters(tuple(Glyph(ord(char), i / 3, 0, char) for i, char in enumerate(text)))
    return Text("font", 3, Point(0, 0), ((0.0, letters),), text, Solid(BLACK))


def piece(owner: Component, card: Card, *, face: Sequence[Node], back: Sequence[Node]) -> Piece:
    """Return a row with two drawn sides."""
    sides = [make.face(owner.size, nodes=nodes, where=card.where) for nodes in (face, back)]
    return Piece(owner, card, sides[0], sides[1] if back else None)


GHOULS = component(
    "ghoul-deck",
    [
        ("bat", 2, {"colour": "red", "kind": "bat", "points": 1}),
        ("cat", 3, {"colour": "red", "kind": "cat", "points": 2}),
        ("rat", 1, {"colour": "blue", "kind": "rat", "points": 3}),
    ],
    line=10,
    columns=WORDS,
)
COINS = component("coin", [("coin", 20, {"colour": "gold"})], line=20, kind="token")
MAT = component("mat", [("mat", 4, {})], line=30, kind="sheet", aid=True)
TOWN = component("town", [("town", 1, {})], line=40, kind="board")
STREETS = [("a", "street"), ("b", "street"), ("c", "street"), ("d", "street")]
HOUSES = [("ha", "house"), ("hb", "house"), ("hc", "house"), ("hd", "house")]
RING = ["a-b", "b-c", "c-d", "d-a"]
DOORS = ["a-ha: door", "b-hb: door", "c-hc: door", "d-hd: door"]
FRIGHT = game(GHOULS, COINS, MAT)


def town(spaces: Sequence[tuple[str, str]] = (), links: Sequence[str] = ()) -> Game:
    """Return the game with a board: by default four streets in a ring, each with a house."""
    made = board("town", spaces or [*STREETS, *HOUSES], links or [*RING, *DOORS])
    return game(GHOULS, COINS, MAT, TOWN, boards=[made])
