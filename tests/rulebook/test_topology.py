"""Boards followed by expressions: who is linked to whom, how far it is, and what is wrong."""

from dataclasses import replace
from itertools import product

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.color import BLACK
from pnp.base.diagnostics import PnpError, Where
from pnp.data.game import Parts
from pnp.rulebook.contract import Status
from pnp.rulebook.graph import Graph
from pnp.rulebook.judge import check
from pnp.scene.node import Provenance, Solid
from tests import make
from tests.rulebook.games import (
    COINS,
    DOORS,
    GHOULS,
    HOUSES,
    RING,
    STREETS,
    component,
    game,
    piece,
    town,
    value_of,
)
from tests.rulebook.test_language import ENDLESS

VALUES = [
    ('count(spaces(town, kind == "house"))', 4),
    ("count(spaces(town))", 8),
    ('count(links(town, kind == "door"))', 4),
    ('set(rows(spaces(town), kind == "street").id)', {"a", "b", "c", "d"}),
    ('spaces(town, id == "c").x', (27,)),
    ('[s.id for s in spaces(town, side == "in" and x > 9)]', ("b", "c")),
    ('groupby(spaces(town), "kind")', {"street": 4, "house": 4}),
    ('links(town, kind == "door" and start == "a").end', ("ha",)),
    ('degree(town, "a")', 3),
    ('degree(spaces(town, kind == "street"), "a")', 2),
    ('[degree(town, s) for s in spaces(town, kind == "house")]', (1, 1, 1, 1)),
    ("tally(values(degrees(town)))", {3: 4, 1: 4}),
    ('neighbours(town, "a")', {"b", "d", "ha"}),
    ('distance(town, "ha", "hc")', 4),
    ('distance(town, "a", "a")', 0),
    ('distance(spaces(town, kind == "house"), "ha", "hb")', None),
    ('reachable(spaces(town, id != "b" and id != "d"), "a")', {"a", "ha"}),
    ('len(within(town, "ha", 2))', 4),
    ("diameter(town)", 4),
    ('diameter(spaces(town, kind == "house"))', None),
    ('diameter(graph(spaces(town), links(town, kind == "door")))', None),
    ('is_ring(spaces(town, kind == "street"))', True),
    ("is_ring(town)", False),
    ("is_ring(grid(2, 2))", True),
    ("is_ring(grid(2, 1))", False),
    ("connected(town)", True),
    ('connected(spaces(town, kind == "house"))', False),
    ('bijection(town, "street", "house")', True),
    (
        'separates(links(town, kind == "door"), spaces(town, kind == "street"), '
        'spaces(town, kind == "house"))',
        True,
    ),
    ('separates(spaces(town, id == "a"), spaces(town, id == "ha"), spaces(town, id == "b"))', True),
    (
        'separates(spaces(town, id == "a"), spaces(town, id == "b"), spaces(town, id == "d"))',
        False,
    ),
    ('tour(town, "a")', False),
    ('tour(spaces(town, kind == "street"), "a")', True),
    ("diameter(grid(6, 3))", 7),
    ("tally(values(degrees(grid(6, 3))))", {2: 4, 3: 10, 4: 4}),
    ("neighbours(grid(6, 3), (1, 1))", {(1, 2), (2, 1)}),
    ("[tour(grid(5, 3), (c, 1)) for c in range(1, 6)]", (True, False, True, False, True)),
    ("overlaps(town, [9, 40])", ()),
    ("[[a.id, b.id] for a, b in overlaps(town, [9.2, 40])][0]", ("a", "b")),
    ('overlaps(spaces(town, id in ["a", "c"]), [17, 40])', ()),
    ('len(overlaps(spaces(town, kind == "street"), [19, 40]))', 5),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_value(text, value):
    assert value_of(text, of=town()) == value


def painted(*widths):
    """Return the board drawn: at each space a bar so wide, drawn by an element with the id spot."""
    of = town()
    owner, spaces = of.components["town"], of.boards["town"].spaces
    spot = Provenance(Where("templates/town.svg", 7), ("spot",))
    bars = [
        replace(make.filled(Solid(BLACK), at.at.x - wide / 2, 5, wide, 8), provenance=spot)
        for at, wide in zip(spaces, widths, strict=False)
    ]
    return of, [piece(owner, owner.cards[0], face=bars, back=())]


def test_spaces_overlap_as_they_are_drawn():
    of, pieces = painted(8, 8, 12, 8, 8, 8, 8, 8)
    pairs = value_of('[[a.id, b.id] for a, b in overlaps(town, "spot")]', pieces, of=of)
    assert pairs == (("b", "c"), ("c", "d"))
    of, pieces = painted(*[9] * 7)
    with pytest.raises(PnpError, match='nothing with the id "spot" is drawn at hd'):
        value_of('overlaps(town, "spot")', pieces, of=of)


REFUSED = [
    ("spaces(coin)", "coin is not a board", "the boards are town"),
    ("connected(coin)", "coin is not a board", "the boards are town"),
    ("connected(3)", "3 is not a board", "write a board, its spaces() or a graph()"),
    (
        "connected(links(town))",
        "town link has no spaces",
        "write graph(spaces(board), links(board, …))",
    ),
    ("spaces(4)", "4 is not a component", "write the name of a component, unquoted"),
    ('degree(town, "hx")', 'there is no space "hx" here', 'did you mean "hd"?'),
    ('degree(town, "zzz")', 'there is no space "zzz" here', "a space is named by its id"),
    (
        'distance(spaces(town, kind == "house"), "ha", "a")',
        'there is no space "a" here',
        'did you mean "ha"?',
    ),
    (
        'bijection(town, "streat", "house")',
        'town has no space of kind "streat"',
        'did you mean "street"?',
    ),
    ("grid(0, 3)", "[0, 3] is not a size for a grid", None),
    ("grid(10 ** 6, 10 ** 6)", "[1000000, 1000000] is not a size for a grid", None),
    ('grid("a", 3)', 'grid() cannot take "a", 3', "write grid(6, 3)"),
    ("tour(grid(9, 9), (2, 1))", *ENDLESS),
]


@pytest.mark.parametrize(("text", "message", "hint"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refused(text, message, hint):
    with pytest.raises(PnpError) as caught:
        value_of(text, of=town())
    (problem,) = caught.value.problems
    assert problem.message.split("\n")[0] == message
    assert problem.hint == hint


@pytest.mark.parametrize("text", ['count(spaces(town), knd == "house")', "spaces(town).knd"])
def test_a_column_that_spaces_lack_is_told_with_the_nearest(text):
    with pytest.raises(PnpError) as caught:
        value_of(text, of=town())
    (problem,) = caught.value.problems
    assert '"knd"' in problem.message
    assert '"kind"' in (problem.hint or "")


def dice():
    """Return the game with a die: its six sides are rows, and it is one piece."""
    made = component("die", [("die", 1, {})], line=50, kind="die")
    sides = component("side", [(f"s{n}", 1, {"pips": n}) for n in range(1, 7)], line=51)
    parts = Parts({"pips": "int"}, sides.cards)
    return game(GHOULS, COINS, replace(made, parts=parts))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count(die)", 1),
        ("count(parts(die))", 6),
        ("parts(die).pips", (1, 2, 3, 4, 5, 6)),
        ("count(parts(die, pips > 4))", 2),
        ("all(parts(die), pips > 0)", True),
        ('{side.id: side.pips for side in parts(die)}["s3"]', 3),
        ("len(set(parts(die).pips))", 6),
    ],
)
def test_rows_of_which_one_piece_is_made(text, value):
    assert value_of(text, of=dice()) == value


def test_a_component_without_parts_is_told():
    with pytest.raises(PnpError) as caught:
        value_of("parts(coin)", of=dice())
    (problem,) = caught.value.problems
    assert problem.message.startswith("coin is not made of parts")
    assert problem.hint == "a die has sides, a spinner segments, a track positions"


def test_a_game_without_a_board_says_so():
    with pytest.raises(PnpError, match="the game has no board with spaces"):
        value_of("connected(coin)")


BROKEN = [
    (
        'is_ring(spaces(town, kind == "street"))',
        [*STREETS, *HOUSES],
        [*RING[1:], *DOORS],
        '"a" is linked to 1 spaces of the ring, which takes 2; '
        '"b" is linked to 1 spaces of the ring, which takes 2',
        [1, 2],
    ),
    (
        "connected(town)",
        [*STREETS, *HOUSES],
        [*RING, *DOORS[1:]],
        'there is no way from "a" to "ha"',
        [5],
    ),
    (
        'bijection(town, "street", "house")',
        [*STREETS, *HOUSES[1:]],
        [*RING, *DOORS[1:]],
        "a is linked to 0 spaces of kind house",
        [1],
    ),
    (
        'bijection(town, "street", "house")',
        [*STREETS, *HOUSES],
        [*RING, *DOORS, "a-hb: door"],
        "a is linked to 2 spaces of kind house; hb is linked to 2 spaces of kind street",
        [1, 6],
    ),
    (
        'separates(links(town, kind == "way"), spaces(town, id == "a"), spaces(town, id == "c"))',
        [*STREETS, *HOUSES],
        [*RING, *DOORS, "c-ha: door"],
        '"a" and "c" are still joined',
        [1, 3],
    ),
    (
        'separates(links(town), spaces(town, id == "a"), spaces(town, id == "hd"))',
        [*STREETS, *HOUSES],
        [*RING, *DOORS[:3]],
        "there is no way between them to begin with",
        [1],
    ),
    (
        'all(spaces(town, kind == "house"), x < 60)',
        [*STREETS, *HOUSES],
        [*RING, *DOORS],
        "hc: x is 63, the rulebook says less than 60; hd: x is 72, the rulebook says less than 60",
        [7, 8],
    ),
    (
        'all(degree(town, house) == 1 for house in spaces(town, kind == "house"))',
        [*STREETS, *HOUSES],
        [*RING, *DOORS, "a-hb: door"],
        "with house = hb, degree(town, house) is 2, the rulebook says 1",
        [6],
    ),
    (
        'not overlaps(spaces(town, id in ["a", "b", "hd"]), [10, 10])',
        [*STREETS, *HOUSES],
        [*RING, *DOORS],
        'overlaps(spaces(town, id in ["a", "b", "hd"]), [10, 10]) is [[a, b]], and must not be',
        [1, 2],
    ),
]


@pytest.mark.parametrize(
    ("text", "spaces", "links", "message", "lines"), BROKEN, ids=[row[0] for row in BROKEN]
)
def test_a_broken_board_names_its_spaces(tmp_path, text, spaces, links, message, lines):
    fact = {"id": "F-1", "tier": "stated", "says": "A fact.", "where": "Map", "check": text}
    path = tmp_path / "rulebook.yaml"
    path.write_text(yaml.safe_dump({"game": "Fright", "checks": [fact]}), "utf-8")
    made = town(spaces, links)
    (result,) = check(replace(made, rulebook=path), ())
    assert (result.status, result.message) == (Status.FAIL, message)
    assert [place.line for place in result.places] == lines
    assert result.places[0].file == "card_data/fright/town.yaml"


NODES = range(8)


@given(links=st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=12))
def test_distances_are_the_shortest_and_parts_are_what_they_reach(links):
    graph = Graph(NODES, links)
    beside = {frozenset(link) for link in links}
    shortest = {(one, one): 0 for one in NODES}
    for steps in range(1, len(NODES)):
        ends = [(one, near) for (one, near), known in shortest.items() if known == steps - 1]
        for (one, near), other in product(ends, NODES):
            if frozenset((near, other)) in beside:
                shortest.setdefault((one, other), steps)
    assert {(a, b): n for a in NODES for b, n in graph.steps(a).items()} == shortest
    parts = graph.parts()
    assert sorted(node for part in parts for node in part) == [*NODES]
    assert {(a, b) for part in parts for a in part for b in part} == {*shortest}
    assert [len(part) for part in parts] == sorted(map(len, parts), reverse=True)
