"""Of many rows that a broken fact rests on, the one is named first that is mistaken."""

from dataclasses import replace

import pytest

from pnp.data.game import Card, Game
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.judge import check
from tests.make import bundled
from tests.rulebook.kits import with_component


def _undrawn(component: str):
    raise ExpressionError(f"{component} is not drawn")


def _first_places(game: Game) -> set[str]:
    results = (r for r in check(game, _undrawn) if r.broken and "not drawn" not in r.message)
    return {str(result.places[0]) for result in results}


def _graveyard(**changed: Card) -> Game:
    game = bundled("halloween")
    cards = game.components["graveyard"].cards
    rows = tuple(changed.get(card.id.replace("-", "_"), card) for card in cards)
    return with_component(game, "graveyard", cards=rows)


def _card(id_: str) -> Card:
    cards = bundled("halloween").components["graveyard"].cards
    return next(card for card in cards if card.id == id_)


@pytest.mark.parametrize(
    ("column", "value"), [("back", "black"), ("monster", "zombie"), ("points", 2)]
)
def test_a_mistaken_cell_is_the_first_place_of_every_broken_fact(column, value):
    wisp = _card("white-wisp")
    game = _graveyard(white_wisp=replace(wisp, values={**wisp.values, column: value}))
    assert _first_places(game) == {str(wisp.where)}


def test_two_rows_with_each_others_value_are_named_by_what_their_ids_say():
    zombie, wisp = _card("white-zombie"), _card("gray-wisp")
    game = _graveyard(
        white_zombie=replace(zombie, values={**zombie.values, "back": "gray"}),
        gray_wisp=replace(wisp, values={**wisp.values, "back": "white"}),
    )
    assert _first_places(game) <= {str(zombie.where), str(wisp.where)}


def test_what_the_rulebook_keeps_blames_nothing():
    game = bundled("halloween")
    assert not _first_places(game)
