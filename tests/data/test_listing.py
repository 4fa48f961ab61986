from pathlib import Path

import pytest

from pnp.data.listing import as_text
from tests.data.games import GAME, load, write_game


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("players: 2-4\ndesigner: Ada", "beasts: Beasts, by Ada, 2-4 players"),
        ("players: 2-4", "beasts: Beasts, 2-4 players"),
        ("players: 3", "beasts: Beasts, 3 players"),
        ("players: [2, 4]", "beasts: Beasts, 2 or 4 players"),
        ("players: [2, 3, 6]", "beasts: Beasts, 2, 3 or 6 players"),
        ("players: 1", "beasts: Beasts, 1 player"),
    ],
)
def test_a_game_is_titled_by_what_is_known_of_it(tmp_path: Path, lines: str, title: str) -> None:
    game = load(write_game(tmp_path, GAME.replace("players: 2-4", lines)))
    assert as_text([game]).splitlines()[0] == title
