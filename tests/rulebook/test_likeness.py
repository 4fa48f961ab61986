"""What is drawn: which sides are alike, and how often a symbol stands on one."""

from dataclasses import replace

import pytest
import yaml

from pnp.base.color import BLACK, Color
from pnp.geometry.plane import Affine
from pnp.kinds.compose import compose
from pnp.rulebook.contract import Status
from pnp.rulebook.judge import check
from pnp.scene.node import Group
from pnp.scene.page import Ink
from tests.make import load, templates
from tests.projects import change, owls
from tests.rulebook.games import FRIGHT, GHOULS, bar, game, piece, value_of, word

RED = Color(200, 0, 0)


def drawn(widths=(9, 9, 9), colours=(BLACK, BLACK, BLACK)):
    """Return the deck drawn: faces with their names, backs as bars of a width and colour."""
    rows = zip(GHOULS.cards, widths, colours, strict=True)
    return [piece(GHOULS, c, face=[word(c.id)], back=[bar(w, colour)]) for c, w, colour in rows]


def outcome(tmp_path, text, pieces):
    fact = {"id": "F-1", "tier": "stated", "says": "A fact.", "where": "Map", "check": text}
    path = tmp_path / "rulebook.yaml"
    path.write_text(yaml.safe_dump({"game": "Fright", "checks": [fact]}), "utf-8")
    (result,) = check(game(GHOULS, rulebook=path), pieces)
    return result


BACK, FACE = 'same_drawing(ghoul_deck, "back")', "distinct_drawing(ghoul_deck)"
FORMS = 'same_drawing(ghoul_deck, "back", colours=False)'


def test_sides_that_are_alike_are_the_same(tmp_path):
    assert outcome(tmp_path, BACK, drawn()).status is Status.PASS
    assert outcome(tmp_path, FACE, drawn()).status is Status.PASS


def test_a_side_that_differs_is_named_with_its_row(tmp_path):
    result = outcome(tmp_path, BACK, drawn(widths=(9, 9, 8)))
    assert result.message == "the back of ghoul-deck/rat differs from the others"
    assert (result.places[0].file, result.places[0].line) == ("card_data/fright/ghoul-deck.csv", 4)


def test_the_side_that_most_copies_have_is_right(tmp_path):
    result = outcome(tmp_path, BACK, drawn(widths=(8, 9, 7)))
    assert result.message == (
        "the back of ghoul-deck/bat differs from the others; "
        "the back of ghoul-deck/rat differs from the others"
    )


def test_colours_may_be_left_out(tmp_path):
    pieces = drawn(colours=(BLACK, RED, BLACK))
    assert outcome(tmp_path, BACK, pieces).status is Status.FAIL
    assert outcome(tmp_path, FORMS, pieces).status is Status.PASS


def test_two_faces_that_are_the_same_are_named(tmp_path):
    pieces = drawn()
    pieces[1] = replace(pieces[1], face=pieces[0].face)
    result = outcome(tmp_path, FACE, pieces)
    assert result.message == "the faces of ghoul-deck/bat and ghoul-deck/cat are the same"
    assert [place.line for place in result.places] == [2, 3]


def test_a_side_that_is_not_there_is_like_no_drawing(tmp_path):
    pieces = drawn()
    pieces[0] = replace(pieces[0], back=None)
    assert outcome(tmp_path, BACK, pieces).message == (
        "the back of ghoul-deck/bat differs from the others"
    )


def starred(*numbers):
    """Return the deck with so many stars on the faces, each called in by its id."""
    star = Group((bar(1),), name="star")
    rows = zip(GHOULS.cards, numbers, strict=True)
    return [piece(GHOULS, c, face=[word(c.id), *[Group((star,))] * n], back=[]) for c, n in rows]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('symbols(ghoul_deck, "star")', (1, 1, 2, 2, 2, 3)),
        ('symbols(ghoul_deck, "star") == ghoul_deck.points', True),
        ('symbols(rows(ghoul_deck, points > 1), "star", "face")', (2, 2, 2, 3)),
        ('symbols(ghoul_deck, "moon")', (0,) * 6),
        ('symbols(ghoul_deck, "star", "back")', (None,) * 6),
        ('[symbols(card, "star") for card in ghoul_deck][-1]', 3),
        ("[texts(card) for card in ghoul_deck][0]", ("bat",)),
    ],
)
def test_symbols_on_a_side_are_counted(text, value):
    assert value_of(text, starred(1, 2, 3), of=FRIGHT) == value


def test_a_card_with_a_symbol_too_few_is_named(tmp_path):
    text = 'all(symbols(card, "star") == card.points for card in ghoul_deck)'
    result = outcome(tmp_path, text, starred(1, 2, 2))
    assert result.message == (
        'with card = rat, symbols(card, "star") is 2, it must be card.points, which is 3'
    )
    assert result.places[0].line == 4


def test_letters_are_measured_where_they_stand():
    large = Group((word("big"),), Affine.scale(2))
    pieces = [piece(GHOULS, c, face=[word(c.id), large], back=[]) for c in GHOULS.cards]
    assert value_of("lettering(ghoul_deck)[0]", pieces) == (("bat", 3), ("big", 6))


def test_lines_and_changes_of_font_are_read_as_one_text():
    lines = [word(text) for text in ("The will-o'-the-", "wisp", ", ", "once", "", "awake", "!")]
    pieces = [piece(GHOULS, c, face=[Group(tuple(lines))], back=[]) for c in GHOULS.cards]
    assert value_of("wording(ghoul_deck)[0]", pieces) == "The will-o'-the-wisp, once awake!"
    assert value_of('set(wording(ghoul_deck, "back"))', pieces) == {None}


def test_a_template_names_the_symbols_that_it_calls_in(tmp_path):
    owls(tmp_path)
    loop = '<circle id="eye" cx="12" cy="20" r="5" fill="#222"\n          '
    change(tmp_path, "templates/owl.svg", loop, '<use href="#eye" ')
    eye = '<defs><circle id="eye" cx="12" cy="20" r="5" fill="#222"/></defs>\n  <rect id="ground"'
    change(tmp_path, "templates/owl.svg", '<rect id="ground"', eye)
    made = load(tmp_path / "card_data" / "owls")
    pieces = compose(made, templates(tmp_path), Ink.FULL)
    assert value_of('symbols(owl, "eye")', pieces, of=made) == (2, 2, 2, 2, 2, 0)
