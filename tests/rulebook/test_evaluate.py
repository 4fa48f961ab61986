"""The language of facts: what each construct is worth."""

from dataclasses import replace

import pytest

from pnp.base.diagnostics import Where
from pnp.data.game import Setup, SetupGrid, SetupPlace
from pnp.data.wanted import Wanted
from pnp.geometry.plane import Point, Size
from tests.rulebook.games import FRIGHT, value_of

VALUES = [
    # data
    ("7", 7),
    ("2.5", 2.5),
    ('"red"', "red"),
    ("True", True),
    ("None", None),
    ("[1, 2]", (1, 2)),
    ("(1, 2)", (1, 2)),
    ("{1, 2, 2}", frozenset({1, 2})),
    ('{"a": 1}', {"a": 1}),
    # arithmetic and comparison
    ("2 + 3 * 4 - 1", 13),
    ("7 // 2 + 7 % 2", 4),
    ("21 / 9 == 7 / 3", True),
    ("2 ** 10", 1024),
    ("-3 + +1", -2),
    ("1 < 2 <= 2 < 3", True),
    ("1 < 3 < 2", False),
    ("2 in [1, 2]", True),
    ("2 not in [1, 2]", False),
    ("[1] + [2]", (1, 2)),
    ('"a" + "b"', "ab"),
    ("{1, 2} | {3}", frozenset({1, 2, 3})),
    ("{1, 2} & {2, 3}", frozenset({2})),
    ("{1, 2} - {2}", frozenset({1})),
    ("{1, 2} ^ {2, 3}", frozenset({1, 3})),
    # logic
    ("1 == 1 and 2 == 2", True),
    ("1 == 2 or 2 == 2", True),
    ("not 1 == 2", True),
    ("1 == 2 and nobody", False),
    ("1 == 1 or nobody", True),
    ('"few" if max(players) < 3 else "many"', "many"),
    # names
    ("players", (2, 3, 4)),
    ("play.hand", 3),
    ("play.setup.coins", 5),
    ("play.grid[0] * play.grid[1]", 6),
    ("players[-1]", 4),
    ("players[:2]", (2, 3)),
    ('{"a": {"b": 1}}["a"]["b"]', 1),
    # rows that match
    ('exists(ghoul_deck, kind == "cat")', True),
    ("exists(ghoul_deck, points > 3)", False),
    ("exists(ghoul_deck)", True),
    ("all(ghoul_deck, points > 0)", True),
    ("all(ghoul_deck, points > 1)", False),
    ("any(ghoul_deck, points > 2)", True),
    ("any(ghoul_deck, points > 3)", False),
    ("[count(ghoul_deck, points == n) for n in range(1, 4)]", (2, 3, 1)),
    ("tally(ghoul_deck.kind)", {"bat": 2, "cat": 3, "rat": 1}),
    ("tally([])", {}),
    # columns: one value for each copy
    ("ghoul_deck.points", (1, 1, 2, 2, 2, 3)),
    ("ghoul_deck.id", ("bat", "bat", "cat", "cat", "cat", "rat")),
    ("ghoul_deck.qty", (2, 2, 3, 3, 3, 1)),
    # comprehensions
    ("[n * n for n in range(4)]", (0, 1, 4, 9)),
    ("[n + m for n in [1, 2] for m in [10, 20] if n > 1]", (12, 22)),
    ("{card.colour for card in ghoul_deck}", frozenset({"red", "blue"})),
    ("{n: n + 1 for n in players}", {2: 3, 3: 4, 4: 5}),
    ("[a + b for a, (b, c) in [[1, [2, 3]]]]", (3,)),
    ("[c.id for c in ghoul_deck]", ("bat", "bat", "cat", "cat", "cat", "rat")),
    ("[n for n in {3, 1, 2}]", (1, 2, 3)),
    ('[w for w in {"b", "a"}]', ("a", "b")),
    # counting
    ("count(ghoul_deck)", 6),
    ("count(coin)", 20),
    ("count([1, 2, 3])", 3),
    ('count(ghoul_deck, colour == "red" and points > 1)', 3),
    ("count(ghoul_deck, id in ['bat', 'rat'])", 3),
    ("[count(ghoul_deck, kind == k) for k in ['bat', 'dog']]", (2, 0)),
    ('rows(ghoul_deck, colour == "blue").points', (3,)),
    ("sum(ghoul_deck.points)", 11),
    ("sum(card.points for card in ghoul_deck if card.kind == 'bat')", 2),
    ("min(ghoul_deck.points)", 1),
    ("max(3, 5)", 5),
    ("len(set(ghoul_deck.colour))", 2),
    ("sorted([3, 1, 2])", (1, 2, 3)),
    ("set()", frozenset()),
    ("range(2, 8, 3)", (2, 5)),
    ("all(n > 1 for n in players)", True),
    ("any(n > 4 for n in players)", False),
    ("zip([1, 2], ['a', 'b'])", ((1, "a"), (2, "b"))),
    ("abs(-2) + floor(2.9) + ceil(2.1)", 7),
    ("round(2.567, 2)", 2.57),
    ("round(2.6)", 3),
    ('text(2.0) + " mm"', "2 mm"),
    ('groupby(ghoul_deck, "colour")', {"red": 5, "blue": 1}),
    ('groupby(ghoul_deck, "colour", "kind")', {"red": {"bat": 2, "cat": 3}, "blue": {"rat": 1}}),
    ('groupby(ghoul_deck, "colour", sum="points")', {"red": 8, "blue": 3}),
    ('values(groupby(ghoul_deck, "colour", set="points"))', (frozenset({1, 2}), frozenset({3}))),
    ('keys(groupby(ghoul_deck, "colour"))', ("red", "blue")),
    ('items(groupby(ghoul_deck, "colour"))', (("red", 5), ("blue", 1))),
    # the kit
    ("pieces()", 26),
    ("components()", {"ghoul-deck": 6, "coin": 20}),
    ("aids()", {"mat": 4}),
    ("size(ghoul_deck)", (44, 67)),
    ("width(ghoul_deck) + height(ghoul_deck)", 111),
    ("foot(coin)", (44, 0)),
    ("laid(coin)", ()),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_value(text, value):
    assert value_of(text) == value


def test_how_pieces_lie_is_known_of_each_entry_that_puts_them():
    where = Where("game.yaml", 9)
    grid = SetupGrid(3, 2, Size(2, 2))
    pile = Setup((Wanted("ghoul-deck", "bat"),), where, shuffled=True, grid=grid)
    den = SetupPlace(Point(5, 5), space="den")
    held = Setup((Wanted("coin"),), where, each=5, up="face", on="mat", places=(den,))
    more = Setup((Wanted("*"),), where, places=(SetupPlace(Point(9, 5)),), on="mat")
    game = replace(FRIGHT, setup=(pile, held, more))
    lie = {"shuffled": True, "up": None, "grid": (3, 2), "places": 6, "on": None, "spaces": ()}
    assert value_of("laid(ghoul_deck)[0]", of=game) == {"cards": ("bat",), **lie}
    assert value_of("[pile.on for pile in laid(coin)]", of=game) == ("mat", "mat")
    assert value_of("[pile.spaces for pile in laid(coin)]", of=game) == (("den",), ())
    assert value_of("[len(pile.cards) for pile in laid(coin)]", of=game) == (1, 1)
    assert "bat" not in value_of("laid(ghoul_deck)[1].cards", of=game)
    assert len(value_of('laid(rows(ghoul_deck, kind == "cat"))', of=game)) == 1
    assert value_of("[pile.places for pile in laid(coin)]", of=game) == (1, 1)


def test_an_expression_may_run_over_several_lines():
    assert value_of("1 +\n  2\n  + 3") == 6
