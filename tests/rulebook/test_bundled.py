"""The bundled games against their rulebooks: every fact has its place, every check can fail."""

from dataclasses import replace

import pytest

from pnp.data.document import read_document
from pnp.data.project import SHARE
from pnp.rulebook.contract import Status, Tier, load_contract
from pnp.rulebook.judge import check
from tests.rulebook.facts import FACTS, PREFIXES, facts_of
from tests.rulebook.kits import checks_of, data_mutations, failing, kit_of

UNCHECKED = {"GG-98"}
"""What the rulebooks state or imply, and no change of a kit could break."""


@pytest.mark.parametrize("key", PREFIXES)
def test_the_kit_keeps_every_fact(key):
    made = kit_of(key)
    results = check(made.game, made.pieces)
    assert [result.message for result in results if result.status is Status.FAIL] == []
    chosen = [result.id for result in results if result.status is Status.CHOICE]
    facts = [fact for fact in facts_of(key) if fact.kind != "SIM"]
    assert sorted(chosen) == sorted(fact.id for fact in facts if fact.tier == "choice")


@pytest.mark.parametrize("key", PREFIXES)
def test_every_fact_stands_once_in_its_list(key):
    contract, facts = load_contract(kit_of(key).game), facts_of(key)
    for_play = [fact.id for fact in facts if fact.kind == "SIM"]
    assert sorted(fact.id for fact, _ in contract.play) == sorted(for_play)
    listed = [fact.id for fact, _ in contract.listed]
    assert set(listed) == UNCHECKED & {fact.id for fact in facts}
    checked = [one.fact.id for one in contract.checks]
    assert sorted([*checked, *listed, *for_play]) == sorted(fact.id for fact in facts)


@pytest.mark.parametrize("key", PREFIXES)
def test_a_fact_is_known_as_the_table_says(key):
    contract = load_contract(kit_of(key).game)
    told = [
        *(one.fact for one in contract.checks),
        *(fact for fact, _ in (*contract.play, *contract.listed)),
    ]
    tiers = {fact.id: fact.tier.value for fact in told}
    assert tiers == {fact.id: fact.tier for fact in facts_of(key)}


@pytest.mark.parametrize("key", PREFIXES)
def test_nine_facts_of_ten_are_checks(key):
    known = [fact.id for fact in facts_of(key) if fact.kind != "SIM" and fact.tier != "choice"]
    checked = [id_ for id_, one in checks_of(key).items() if one.fact.tier is not Tier.CHOICE]
    assert set(checked) <= set(known)
    assert len(checked) >= 0.9 * len(known)
    assert all(fact.reason for fact, _ in load_contract(kit_of(key).game).listed)


def test_the_table_has_every_fact_once():
    assert len({fact.id for fact in FACTS}) == len(FACTS) == 534
    assert {fact.tier for fact in FACTS} == {tier.value for tier in Tier}


@pytest.mark.parametrize("key", PREFIXES)
def test_a_quote_of_the_rulebook_is_short(key):
    facts = read_document(SHARE / "card_data" / key / "rulebook.yaml", "rulebook.yaml").data
    told = [fact for name in ("checks", "play", "listed") for fact in facts.get(name, [])]
    quotes = [fact["where"].split('"')[1] for fact in told if '"' in fact["where"]]
    assert all(len(quote.split()) <= 12 for quote in quotes)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("key", "id_"),
    [
        (key, fact.id)
        for key in PREFIXES
        for fact in facts_of(key)
        if key != "halloween"  # each of its checks has a mistake of its own in test_halloween
        if fact.kind != "SIM" and fact.id not in UNCHECKED
    ],
)
def test_every_check_can_fail(key, id_):
    assert failing(checks_of(key)[id_], key)


def test_a_card_with_a_shot_too_few_is_named():
    made = kit_of("ghoulash")
    start = "deck/3-2-debris: 3-2-debris 1 "
    changes = [m for m in data_mutations(made) if m.name.startswith(start)]
    change = next(m for m in changes if "'shots': 2" in m.name)
    results = {result.id: result for result in check(*change.made())}
    broken = results["GH-29"]
    assert "card.shots" in broken.message
    drawing, row = broken.places
    assert drawing.file == "templates/ghoulash/battle.svg"
    assert row.file == "card_data/ghoulash/battle.csv"
    line = (SHARE / row.file).read_text("utf-8").split("\n")[row.line - 1]
    assert line.startswith("3-2-debris,")


@pytest.mark.parametrize(
    ("key", "one", "other", "id_"),
    [
        ("girls-vs-ghouls", "orange", "purple", "GG-140"),
        ("ghoulash", "violet", "pink", "GH-103"),
        ("halloween", "red", "blue", "HW-66"),
        ("haunted-halloween", "yellow", "purple", "HH-184"),
    ],
)
def test_a_colour_that_is_not_the_one_it_is_named_for_is_placed_in_the_palette(
    key, one, other, id_
):
    made = kit_of(key)
    colours = {one: made.game.palette[other], other: made.game.palette[one]}
    game = replace(made.game, palette={**made.game.palette, **colours})
    broken = {result.id: result for result in check(game, made.pieces)}[id_]
    assert broken.status is Status.FAIL
    assert broken.places[0].file == f"card_data/{key}/game.yaml"


def test_a_link_that_is_cut_is_named_on_the_board():
    made = kit_of("girls-vs-ghouls")
    change = next(m for m in data_mutations(made) if m.name == "board: sidewalk-3-sidewalk-4 cut")
    results = {result.id: result for result in check(*change.made())}
    assert "sidewalk-3" in results["GG-36"].message
    assert "sidewalk-4" in results["GG-36"].message
    assert results["GG-36"].places[0].file == "card_data/girls-vs-ghouls/board.yaml"
