"""Opening hands: who is dealt what, and with which chances."""

from dataclasses import replace
from fractions import Fraction
from textwrap import dedent

import pytest

from pnp.base.diagnostics import PnpError
from pnp.stats.hands import as_data, as_text, chances, opening_hands
from tests.rulebook.games import COINS, FRIGHT, GHOULS, game


def dealing(hand: object):
    return replace(FRIGHT, play={"hand": hand})


def sizes(hand: object) -> list[tuple[int, tuple[int, ...]]]:
    return [(one.size, one.players) for one in opening_hands([dealing(hand)])]


@pytest.mark.parametrize(
    ("hand", "dealt"),
    [
        (1, [(1, (2, 3, 4))]),
        (2, [(2, (2, 3))]),
        ({"ghoul-deck": 2}, [(2, (2, 3))]),
        ({2: 3, 3: 2, 4: 1}, [(3, (2,)), (2, (3,)), (1, (4,))]),
        ({2: 1, 3: 1, 4: 1}, [(1, (2, 3, 4))]),
        ({"ghoul-deck": {2: 3, 3: 2, 4: 1}}, [(3, (2,)), (2, (3,)), (1, (4,))]),
        ({2: 3}, [(3, (2,))]),
    ],
)
def test_the_hand_that_the_game_deals(hand, dealt):
    assert sizes(hand) == dealt


@pytest.mark.parametrize("hand", [None, 7, {"coin": 3}, "three", {5: 1}])
def test_a_game_that_deals_none_says_so(hand):
    with pytest.raises(PnpError) as caught:
        sizes(hand)
    assert str(caught.value) == (
        "no game says how many cards a player is dealt\n"
        "  hint: write play: {hand: 7}, or {hand: {treat: 3, trick: 2}}; or ask with --odds 7"
    )


def test_a_hand_that_is_larger_than_every_deck_is_told():
    with pytest.raises(PnpError, match="7 cards"):
        opening_hands([FRIGHT], 7)


def test_tokens_and_aids_are_not_dealt():
    assert [one.deck.name for one in opening_hands([FRIGHT], 1)] == ["ghoul-deck"]
    aid = replace(GHOULS, name="spare", aid=True)
    assert len(opening_hands([game(GHOULS, aid, COINS)], 1)) == 1


def test_chances_are_exact():
    (hand,) = opening_hands([FRIGHT], 2)
    found = {(one.column, one.value): one for one in chances(hand)}
    cat = found["kind", "cat"]
    assert (cat.cards, cat.expected) == (3, 1)
    assert cat.one == (Fraction(4, 5), Fraction(1, 5), 0)
    # four cards leave out two of six: one of all 15 pairs is without any cat only if 3 are others
    assert cat.table == {2: (Fraction(1), Fraction(2)), 3: (Fraction(1), Fraction(3))}
    rat = found["kind", "rat"]
    assert rat.table == {2: (Fraction(2, 3), Fraction(2, 3)), 3: (Fraction(1), Fraction(1))}


def test_text():
    assert as_text(opening_hands([FRIGHT], 2)).startswith(
        dedent("""\
        fright: an opening hand of 2 from 6 × ghoul-deck
          by colour  cards  1 or more  2 or more  3 or more  on average  any of 2  any of 3
          red            5     100.0%      66.7%       0.0%        1.67    100.0%    100.0%
          blue           1      33.3%       0.0%       0.0%        0.33     66.7%    100.0%
          by kind  cards  1 or more  2 or more  3 or more  on average  any of 2  any of 3
          bat          2      60.0%       6.7%       0.0%        0.67     93.3%    100.0%
        """)
    )


def test_data_has_fractions_as_text():
    (data,) = as_data(opening_hands([FRIGHT], 2))
    assert (data["deck"], data["hand"], data["players"]) == ("ghoul-deck", 2, [2, 3])
    assert data["chances"][1] == {
        "column": "colour",
        "value": "blue",
        "cards": 1,
        "at_least": {"1": "1/3", "2": "0", "3": "0"},
        "expected": "1/3",
        "somebody": {"2": "2/3", "3": "1"},
        "expected_of_all": {"2": "2/3", "3": "1"},
    }
