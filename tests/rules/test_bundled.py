"""The bundled games against their rulebooks: every id, every check broken once, and an oracle."""

import random

import pytest

from pnp.content.files.document import read_document
from pnp.content.project import SHARE
from pnp.rules.check import check
from pnp.rules.contract import load_contract
from pnp.rules.result import Status
from tests.rules.kits import caught, checks_of, data_mutations, failing, kit_of
from tests.rules.oracles import TOLD

CASES = 150
"""Random single changes of each game that are held against the oracle."""


@pytest.mark.parametrize("key", TOLD)
def test_the_kit_keeps_every_fact(key):
    made = kit_of(key)
    results = check(made.game, made.pieces)
    assert [result.message for result in results if result.status is Status.FAIL] == []
    chosen = [result.id for result in results if result.status is Status.CHOICE]
    assert sorted(chosen) == TOLD[key].named(TOLD[key].choices)


@pytest.mark.parametrize("key", TOLD)
def test_every_fact_stands_once_in_its_list(key):
    contract, told = load_contract(kit_of(key).game), TOLD[key]
    assert sorted(one.fact.id for one in contract.checks) == told.named(told.checked)
    assert sorted(one.id for one, _ in contract.play) == told.named(told.played)
    assert sorted(one.id for one, _ in contract.listed) == told.named(told.listed)


@pytest.mark.parametrize("key", TOLD)
def test_a_quote_of_the_rulebook_is_short(key):
    facts = read_document(SHARE / "card_data" / key / "rulebook.yaml", "rulebook.yaml").data
    told = [fact for name in ("checks", "play", "listed") for fact in facts[name]]
    quotes = [fact["where"].split('"')[1] for fact in told if '"' in fact["where"]]
    assert all(len(quote.split()) <= 12 for quote in quotes)


@pytest.mark.parametrize(
    ("key", "id_"), [(key, id_) for key, told in TOLD.items() for id_ in told.named(told.checked)]
)
def test_every_check_can_fail(key, id_):
    assert failing(checks_of(key)[id_], key)


@pytest.mark.parametrize("key", TOLD)
def test_the_oracle_agrees_on_the_kit(key):
    assert [n for n, holds in enumerate(TOLD[key].oracle) if not holds(kit_of(key).game)] == []


@pytest.mark.parametrize("key", TOLD)
def test_what_contradicts_the_oracle_is_caught(key):
    changes = random.Random(key).sample(list(data_mutations(kit_of(key))), CASES)
    contradictions, missed = 0, []
    for change in changes:
        made = change.made()
        try:
            wrong = not all(holds(made.game) for holds in TOLD[key].oracle)
        except (KeyError, TypeError, AttributeError):
            continue  # a number that is gone stops the run before any fact is asked
        contradictions += wrong
        if wrong and not caught(key, made):
            missed.append(change.name)
    assert missed == []
    assert contradictions > CASES // 20


def test_a_card_with_a_shot_too_few_is_named():
    made = kit_of("ghoulash")
    start = "deck/3-2-debris: 3-2-debris 1 "
    changes = [m for m in data_mutations(made) if m.name.startswith(start)]
    change = next(m for m in changes if "'shots': 2" in m.name)
    results = {result.id: result for result in check(*change.made())}
    broken = results["GH-29"]
    assert 'symbols(card, "shot") is 3, it must be card.shots, which is 2' in broken.message
    assert broken.file == "card_data/ghoulash/battle.csv"
    line = (SHARE / broken.file).read_text("utf-8").split("\n")[broken.line - 1]
    assert line.startswith("3-2-debris,")


def test_a_link_that_is_cut_is_named_on_the_board():
    made = kit_of("girls-vs-ghouls")
    change = next(m for m in data_mutations(made) if m.name == "board: sidewalk-3-sidewalk-4 cut")
    results = {result.id: result for result in check(*change.made())}
    assert results["GG-36"].message == (
        '"sidewalk-3" is linked to 1 spaces of the ring, which takes 2; '
        '"sidewalk-4" is linked to 1 spaces of the ring, which takes 2'
    )
    assert results["GG-36"].file == "card_data/girls-vs-ghouls/board.yaml"
