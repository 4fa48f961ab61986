"""Sides that differ in colour alone."""

import re
from pathlib import Path

import pytest

from tests.preflight.prints import GAME, ROWS, SIZE, found, ids, rect, svg, text

DISC = '<circle cx="20" cy="20" r="8" pnp:fill="{{ card.colour }}"/>'
TOKENS = GAME.replace("kind: deck", "kind: token").replace("    back: back.svg\n", "")


def coloured(one: str, other: str) -> str:
    return ROWS.replace("#cc6644", one).replace("#8c8c33", other)


def test_the_colours_are_told_and_who_mistakes_them(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, DISC, game=TOKENS)
    assert str(finding) == (
        "card_data/owls/owl.csv:3: warning [colour-alone] owl/snow: differs from owl/barn in"
        " colour alone: with deuteranopia, #cc6644 and #8c8c33 are 1 apart, less than 10\n  hint:"
        " give each a sign, a letter or a pattern of its own, or colours that differ in lightness"
    )


@pytest.mark.parametrize(
    ("one", "other", "vision"),
    [
        ("#cc6644", "#8c8c33", "with deuteranopia"),
        ("#51d2c4", "#20b7d5", "with tritanopia"),
        ("#0072b2", "#c65000", "in grey"),
        ("#222222", "#f0e442", ""),
        ("#0072b2", "#e69f00", ""),
    ],
)
def test_colours_are_held_against_every_eye(
    one: str, other: str, vision: str, tmp_path: Path
) -> None:
    findings = found(tmp_path, DISC, game=TOKENS, rows=coloured(one, other))
    assert [f": {vision}," in finding.message for finding in findings] == [True] * bool(vision)


@pytest.mark.parametrize(
    "sign",
    [
        text("", y=45, pnp__text="{{ card.name }}"),
        rect(8, 45, 5, 5, pnp__width="{{ card.qty }}"),
        rect(8, 45, 9, 9, pnp__fill="{{ '#000' if card.qty == 2 else '#fff' }}"),
    ],
    ids=["a word", "a form", "light and dark"],
)
def test_a_sign_beside_the_colour_is_enough(sign: str, tmp_path: Path) -> None:
    assert ids(found(tmp_path, DISC + sign, game=TOKENS)) == []


def test_both_sides_of_a_tile_are_told_apart(tmp_path: Path) -> None:
    game = GAME.replace("kind: deck", "kind: tile")
    rows = "id,name,colour\nchip,Chip,#fff\n"
    sides = {
        f"templates/{side}.svg": svg(rect(-3, -3, 46, 66, fill=color), SIZE)
        for side, color in (("face", "#cc6644"), ("back", "#8c8c33"))
    }
    (finding,) = found(tmp_path, game=game, rows=rows, files=sides)
    assert finding.rule.id == "colour-alone"
    assert finding.message.startswith("the back of owl/chip: differs from owl/chip ")


def test_equal_sides_need_no_telling(tmp_path: Path) -> None:
    assert ids(found(tmp_path, rect(5, 5, 9, 9), rect(5, 5, 9, 9))) == []


def test_many_pairs_are_told_once(tmp_path: Path) -> None:
    rows = "id,name,colour\n" + "".join(f"n{n},Owl,#cc66{n}{n}\n" for n in range(4, 8))
    (finding,) = found(tmp_path, DISC, game=TOKENS, rows=rows)
    assert finding.message.endswith("and 5 more like it")


def test_a_thousand_colours_are_not_all_compared(tmp_path: Path) -> None:
    """Half a million pairs would take minutes, and the first hundred tell as much."""
    rows = "id,name,colour\n" + "".join(f"n{n},Owl,#{n * 16:06x}\n" for n in range(1000))
    (finding,) = found(tmp_path, DISC, game=TOKENS, rows=rows)
    more = re.search(r"and (\d+) more like it", finding.message)
    assert more is not None and 0 < int(more[1]) < 100 * 99 / 2
