"""Five hundred single mistakes in the four games' data: what contradicts a rulebook is caught.

What contradicts it is decided by plain Python with the rulebooks' numbers typed in, which has never
seen a rulebook.yaml.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from pnp.base.diagnostics import PnpError
from pnp.rulebook.contract import Check, Tier
from tests.rulebook.changes import Change, changes_of
from tests.rulebook.facts import FACTS, PREFIXES
from tests.rulebook.kits import OF_DRAWINGS, Made, checks_of, holds, kit_of, names_of, redrawn
from tests.rulebook.oracles import ORACLES
from tests.rulebook.oracles.box import Box, contradicted

CHANGES = 125
"""Of each game."""

QUICK_FIRST = [
    pytest.param(key, marks=() if key == "halloween" else pytest.mark.thorough) for key in ORACLES
]
"""The other games' boards and pages are drawn anew for many a change."""

LEAST = {"ghoulash": 50, "girls-vs-ghouls": 90, "halloween": 115, "haunted-halloween": 50}
"""How many contradict a rulebook; further changes are made until so many have.

An oracle that has lost its tongue runs out of ``FURTHER`` ones, and fails.
"""

FURTHER = 25


@pytest.mark.parametrize("key", ORACLES)
def test_the_oracle_agrees_with_the_kit(key):
    assert contradicted(ORACLES[key], Box(*kit_of(key))) == []


@pytest.mark.parametrize("key", ORACLES)
def test_the_oracle_speaks_of_facts_by_their_ids(key):
    ids = {f"{PREFIXES[key]}-{number:02}" for number in ORACLES[key]}
    assert ids <= {fact.id for fact in FACTS if fact.kind != "SIM"}


@pytest.mark.parametrize("key", QUICK_FIRST)
def test_a_mistake_is_caught_when_it_contradicts_the_rulebook_and_only_then(key):
    made, tried, wrong, missed, blamed = kit_of(key), 0, 0, [], []
    for change in changes_of(key, made, CHANGES + FURTHER):
        if tried >= CHANGES and wrong >= LEAST[key]:
            break
        tried += 1
        changed = change.made()
        numbers = contradicted(ORACLES[key], _box(change, changed))
        wrong += bool(numbers)
        if numbers and not _caught(key, change, changed, numbers):
            missed.append((change.name, numbers))
        if not numbers:
            blamed += [(change.name, id_) for id_ in _broken(key, change, changed)]
    assert (missed, blamed) == ([], [])
    assert tried >= CHANGES
    assert wrong >= LEAST[key]


@pytest.mark.parametrize("key", ORACLES)
def test_mistakes_are_of_every_kind(key):
    kinds = Counter(change.kind for change in changes_of(key, kit_of(key), CHANGES))
    assert {"row dropped", "quantity by one", "value swapped", "number changed"} < kinds.keys()
    assert "back recoloured" in kinds
    assert ("board changed" in kinds) == bool(kit_of(key).game.boards)
    assert min(kinds.values()) >= 15


def _box(change: Change, changed: Made) -> Box:
    return Box(changed.game, None if change.redraws else changed.pieces)


def _caught(key: str, change: Change, changed: Made, numbers: Iterable[int]) -> bool:
    """Return whether a check fails or cannot be asked, that of a broken fact first.

    What the data leaves open is asked of the kit drawn anew, as ``pnp check`` draws it.
    """
    first = {f"{PREFIXES[key]}-{number:02}" for number in numbers}
    asked = sorted(_asked(key, change), key=lambda check: check.fact.id not in first)
    if any(not holds(check, changed, unasked=False) for check in asked):
        return True
    try:
        drawn = redrawn(changed, change.touches)
    except PnpError:
        return True
    return any(not holds(check, drawn, unasked=False) for check in checks_of(key).values())


def _broken(key: str, change: Change, changed: Made) -> list[str]:
    """Return the facts that a change seems to break; a choice of the maker's is none."""
    facts = [check for check in _asked(key, change) if check.fact.tier is not Tier.CHOICE]
    return [check.fact.id for check in facts if not holds(check, changed, unasked=False)]


def _asked(key: str, change: Change) -> list[Check]:
    """Return the checks that a change can concern, without those of drawings it would alter."""
    concerned, names = {change.touches, "components"}, names_of(key)
    return [
        check
        for id_, check in checks_of(key).items()
        if names[id_] & concerned and not (change.redraws and names[id_] & OF_DRAWINGS)
    ]
