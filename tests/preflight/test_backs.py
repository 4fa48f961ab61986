"""Backs that tell cards apart, and backs that mix up decks."""

from pathlib import Path

import pytest

from tests.preflight.prints import BACK, GAME, SIZE, found, ids, inspected, rect, svg, text

NAMED = text("", pnp__text="{{ card.name }}", fill="#fff")
COLOURED = rect(5, 5, 30, 50, pnp__fill="{{ card.back }}")
WITH_COLUMN = GAME.replace("colour: text", "back: [white, black]")
SNOWY = "id,qty,name,back\nbarn,3,Barn owl,black\nsnow,2,Snowy owl,white\neagle,1,Eagle owl,black\n"


def test_a_back_that_shows_its_card_is_told_with_the_row(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, back=NAMED)
    assert str(finding) == (
        "card_data/owls/owl.csv:3: error [telltale-back] the back of owl/snow: is not drawn like"
        " that of owl/barn: players can recognise the card\n"
        "  hint: draw the back without anything of the row,"
        " declare a column `back`, or allow it where the cards lie open"
    )


def test_a_column_called_back_says_that_backs_differ(tmp_path: Path) -> None:
    assert ids(found(tmp_path, back=COLOURED, game=WITH_COLUMN, rows=SNOWY)) == []


def test_backs_of_one_kind_are_still_the_same(tmp_path: Path) -> None:
    marked = rect(10, 10, 9, 9, fill="#c33", pnp__width="{{ card.name|length }}")
    (finding,) = found(tmp_path, back=COLOURED + marked, game=WITH_COLUMN, rows=SNOWY)
    assert finding.rule.id == "telltale-back"
    assert finding.message.startswith("the back of owl/eagle: is not drawn like that of owl/barn")


def test_a_difference_that_nobody_notices_is_one(tmp_path: Path) -> None:
    nudged = rect(5, 5, 30, 50, pnp__width="{{ 30 + card.qty / 100 }}")
    assert ids(found(tmp_path, back=nudged)) == ["telltale-back"]


def test_rows_with_backs_of_their_own_say_so(tmp_path: Path) -> None:
    game = GAME.replace("    face: face.svg\n    back: back.svg\n    rows: owl.csv\n", "") + (
        "    cards:\n"
        "      - {rows: [{id: a, name: a, colour: '#fff'}], face: face.svg, back: back.svg}\n"
        "      - {rows: [{id: b, name: b, colour: '#fff'}], face: face.svg, back: other.svg}\n"
    )
    files = {"templates/other.svg": svg(BACK + rect(9, 9, 9, 9), SIZE)}
    assert ids(found(tmp_path, text("Owl"), game=game, files=files)) == []


def test_open_cards_may_be_allowed(tmp_path: Path) -> None:
    allow = "allow: [{rule: telltale-back, reason: the owls lie open}]\ncomponents:"
    one = inspected(tmp_path, back=NAMED, game=GAME.replace("components:", allow))
    assert one.findings == ()
    assert [allowed.reason for allowed in one.allowed] == ["the owls lie open"]


SECOND = """\
  bat:
    kind: {kind}
    size: {size}
    aid: {aid}
    face: bat.svg
    back: {back}
    rows: [{{id: bat, qty: 2}}]
"""


@pytest.mark.parametrize(
    ("kind", "size", "aid", "back", "rules"),
    [
        ("deck", "40 x 60 mm", "false", "back.svg", ["backs-alike"]),
        ("deck", "40 x 60 mm", "false", "copy.svg", ["backs-alike"]),
        ("deck", "40 x 60 mm", "false", "dots.svg", []),
        ("deck", "40 x 60 mm", "false", "dyed.svg", ["colour-alone"]),
        ("deck", "40 x 60 mm", "true", "back.svg", []),
        ("token", "40 x 60 mm", "false", "back.svg", []),
    ],
    ids=["same file", "same drawing", "another drawing", "another colour", "aid", "no deck"],
)
def test_decks_of_one_size_are_told_apart(
    kind: str, size: str, aid: str, back: str, rules: list[str], tmp_path: Path
) -> None:
    files = {
        "templates/bat.svg": svg(rect(5, 5, 9, 9), SIZE),
        "templates/copy.svg": svg(f"<g>{BACK}</g>", SIZE),
        "templates/dots.svg": svg(BACK + rect(9, 9, 9, 9), SIZE),
        "templates/dyed.svg": svg(BACK.replace("#264", "#462"), SIZE),
    }
    game = GAME + SECOND.format(kind=kind, size=size, aid=aid, back=back)
    findings = found(tmp_path, game=game, files=files)
    assert ids(findings) == rules
    if rules == ["backs-alike"]:
        assert str(findings[0]) == (
            "card_data/owls/game.yaml:11:3: warning [backs-alike] bat: has the same back as owl,"
            " and the same size\n"
            "  hint: draw another back for one of them, or allow it where they are one deck"
        )


def test_decks_of_two_sizes_are_told_apart_by_size(tmp_path: Path) -> None:
    game = GAME + SECOND.format(kind="deck", size="20 x 30 mm", aid="false", back="small.svg")
    small = svg(rect(-3, -3, 46, 66, fill="#264"), (20, 30))
    files = {"templates/bat.svg": small, "templates/small.svg": small}
    assert ids(found(tmp_path, game=game, files=files)) == []
