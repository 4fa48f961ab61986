"""Ghoulash against its rulebook: every id, every check broken once, and a plain-Python oracle."""

import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from pnp.content.game import Game
from pnp.rules.check import check
from pnp.rules.contract import load_contract
from pnp.rules.result import Status
from tests.rules.kits import caught, checks_of, data_mutations, failing, kit_of

KEY = "ghoulash"
CHECKED = {*range(1, 57), 68, *range(78, 82), 83, 84, 94}
LISTED = {77, 85, 86}
PLAYED = {*range(57, 68), *range(69, 77), 82, *range(87, 94)}
CHOICES = {4, 7, 17, 18, 24, 35, 36, 37, 38, 39, 40, 41, 51, 52, 78, 79, 80, 81}


def fact(number: int) -> str:
    return f"GH-{number:02}"


def test_the_kit_keeps_every_fact():
    made = kit_of(KEY)
    results = check(made.game, made.pieces)
    assert [result.message for result in results if result.status is Status.FAIL] == []
    chosen = {result.id for result in results if result.status is Status.CHOICE}
    assert chosen == set(map(fact, CHOICES))


def test_every_fact_stands_once_in_its_list():
    contract = load_contract(kit_of(KEY).game)
    lists = [
        [one.fact.id for one in contract.checks],
        [one.id for one, _ in contract.play],
        [one.id for one, _ in contract.listed],
    ]
    for found, expected in zip(lists, (CHECKED, PLAYED, LISTED), strict=True):
        assert sorted(found) == sorted(map(fact, expected))
    assert set(range(1, 95)) == CHECKED | PLAYED | LISTED


@pytest.mark.parametrize("number", sorted(CHECKED))
def test_every_check_can_fail(number):
    assert failing(checks_of(KEY)[fact(number)], KEY)


# the oracle: the rulebook's numbers, typed in


def copies(game: Game, name: str = "deck") -> list[Mapping[str, object]]:
    return [card.values for card in game.components[name].cards for _ in range(card.qty)]


def of(game: Game, kind: str) -> list[Mapping[str, object]]:
    return [values for values in copies(game) if values["type"] == kind]


def dots(game: Game) -> int:
    return sum(values["dots"] for values in of(game, "ghoul"))


def each(game: Game, column: str, kind: str = "battle") -> Counter:
    return Counter(values[column] for values in of(game, kind))


ORACLE: Mapping[int, Callable[[Game], bool]] = {
    1: lambda g: g.players == (2, 3, 4),
    2: lambda g: list(g.play["floor"]) == [6, 3],
    3: lambda g: g.play["hand"] == 7,
    5: lambda g: len(copies(g)) >= 46,
    9: lambda g: len(copies(g)) - len(of(g, "ghoul")) >= 50,
    11: lambda g: {v["type"] for v in copies(g)} == {"ghoul", "battle", "action", "special"},
    16: lambda g: any((v["strength"], v["dots"]) == (5, 2) for v in of(g, "ghoul")),
    19: lambda g: g.play["target"] == 10,
    21: lambda g: dots(g) >= 37,
    32: lambda g: each(g, "command")["first-aid"] >= 1,
    34: lambda g: each(g, "command")["debris"] >= 1,
    43: lambda g: each(g, "shots")[3] >= 2 and each(g, "shots")[2] >= 1,
    44: lambda g: each(g, "blobs")[2] >= 1 and each(g, "blobs")[1] >= 1,
    47: lambda g: len(of(g, "battle")) >= 8,
    68: lambda g: (
        Counter(v["limit"] for v in copies(g, "injury-chip")) == {5: 4, 3: 4}
    ),
    83: lambda g: len(copies(g)) % 9 == 0,
}


def test_the_oracle_agrees_on_the_kit():
    assert all(holds(kit_of(KEY).game) for holds in ORACLE.values())


def test_what_contradicts_the_oracle_is_caught():
    changes = random.Random(94).sample(list(data_mutations(kit_of(KEY))), 150)
    missed = []
    contradictions = 0
    for change in changes:
        made = change.made()
        try:
            wrong = not all(holds(made.game) for holds in ORACLE.values())
        except (KeyError, TypeError):
            continue
        contradictions += wrong
        if wrong and not caught(KEY, made):
            missed.append(change.name)
    assert contradictions > 30
    assert missed == []


def test_a_card_with_a_shot_too_few_is_named():
    made = kit_of(KEY)
    (change,) = [m for m in data_mutations(made) if m.name == "deck/3-2: 3-2 2 {}" or (
        m.name.startswith("deck/3-2-debris: 3-2-debris 1 ") and "'shots': 2" in m.name)][:1]
    results = {result.id: result for result in check(*change.made())}
    broken = results["GH-29"]
    assert "symbols(card, \"shot\") is 3, it must be card.shots, which is 2" in broken.message
    assert broken.file == "card_data/ghoulash/battle.csv"
