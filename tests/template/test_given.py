"""What comes from data has to be right: a value that its attribute does not take is an error."""

from pathlib import Path

import pytest

from pnp.scene.node import texts_in
from pnp.scene.sameness import look
from tests.projects import change, owls, pnp
from tests.template.drawings import Studio

TEXT = '<text x="9" y="9" font-family="Alegreya Sans" pnp:{name}="{value}">x</text>'
RECT = '<rect width="9" height="9" pnp:{name}="{value}"/>'

WRONG = [
    *(
        (TEXT, "text-anchor", "centre"),
        (TEXT, "font-style", "slanted"),
        (TEXT, "direction", "rigt"),
    ),
    *((TEXT, "text-decoration", "undreline"), (TEXT, "dominant-baseline", "mid")),
    *((TEXT, "rotate", "a"), (TEXT, "textLength", "a"), (TEXT, "white-space", "x")),
    *((TEXT, "x", "a"), (TEXT, "fit", "shrnk"), (TEXT, "font-size", "big")),
    *((RECT, "visibility", "hiden"), (RECT, "display", "no"), (RECT, "fill-rule", "x")),
    *((RECT, "color", "reddish"), (RECT, "opacity", "50"), (RECT, "stroke-width", "-1")),
    *((RECT, "width", "-5"), (RECT, "rx", "-5"), (RECT, "paint-order", "x"), (RECT, "fill", "")),
    *((RECT, "mix-blend-mode", "mutliply"), (RECT, "mask", "nope"), (RECT, "filter", "x")),
    *((RECT, "clip-path", "url(#nope)"), (RECT, "style", "opacity:x"), (RECT, "transform", "x")),
    ('<circle pnp:{name}="{value}"/>', "r", "-3"),
    ('<polygon pnp:{name}="{value}"/>', "points", "0,0 1"),
    ('<path pnp:{name}="{value}"/>', "d", "M0 0L5"),
]


@pytest.mark.parametrize(("body", "name", "value"), WRONG)
def test_a_wrong_value_is_refused(studio: Studio, body: str, name: str, value: str) -> None:
    written = body.format(name=name, value=value)
    bound = body.format(name=name, value="{{ card.word }}")
    assert studio.refused(bound, {"word": value})
    assert studio.refused(written, {}) if value else True


RIGHT = [
    *((TEXT, "text-anchor", "middle"), (TEXT, "font-style", "oblique 10deg")),
    *((TEXT, "text-decoration", "underline wavy red"), (TEXT, "dominant-baseline", "central")),
    *((TEXT, "x", "1 2,3"), (TEXT, "rotate", "0 90"), (TEXT, "font-size", "larger")),
    *((RECT, "opacity", "50%"), (RECT, "stroke", "none"), (RECT, "fill", "currentColor")),
    *((RECT, "mask", "none"), (RECT, "display", "inherit"), (RECT, "rx", "auto")),
    *((RECT, "mix-blend-mode", "multiply"), (RECT, "style", "opacity:.5;fill:red")),
    *((RECT, "mix-blend-mode", "Multiply"), (RECT, "mix-blend-mode", "inherit")),
    *((RECT, name, "") for name in ("stroke-dasharray", "display", "mask", "marker-end")),
]


@pytest.mark.parametrize(("body", "name", "value"), RIGHT)
def test_a_right_value_is_taken(studio: Studio, body: str, name: str, value: str) -> None:
    assert studio.drawn(body.format(name=name, value="{{ card.word }}"), {"word": value}).nodes


FITTED = '<text x="2" y="9" font-size="9" pnp:width="5" pnp:{name}="{value}">a long line</text>'

CAPITALS = [
    (TEXT, "text-anchor", "Middle"),
    (TEXT, "font-style", "Oblique"),
    (TEXT, "text-transform", "Uppercase"),
    (RECT, "visibility", "Hidden"),
    (FITTED, "fit", "Shrink"),
]


@pytest.mark.parametrize(("body", "name", "word"), CAPITALS)
def test_a_word_may_have_capitals_as_spreadsheets_write_it(
    studio: Studio, body: str, name: str, word: str
) -> None:
    bound = body.format(name=name, value="{{ card.word }}")
    small, capital = (look(studio.drawn(bound, {"word": w}).nodes) for w in (word.lower(), word))
    without = look(studio.drawn(body.replace('pnp:{name}="{value}"', "")).nodes)
    assert capital == small != without


@pytest.mark.parametrize("word", ["", "owl"])
def test_a_condition_without_else_says_nothing_where_it_does_not_hold(
    studio: Studio, word: str
) -> None:
    short, whole = (
        studio.drawn(
            f'<text y="9" pnp:text="a{{{{ {inner} }}}}b" pnp:class="k {{{{ {inner} }}}}"/>',
            {"word": word},
        )
        for inner in ("('x' if card.word)|upper", "'X' if card.word else ''")
    )
    said = [[text.string for text, _ in texts_in(made.nodes)] for made in (short, whole)]
    assert said == [["aXb"]] * 2 if word else said == [["ab"]] * 2


GAME, ROWS = "card_data/owls/game.yaml", "card_data/owls/owl.csv"
OWL = "templates/owl.svg"

READ = [
    ('<g pnp:for="i in range(card.wing)"/>', 'put the element into a <g pnp:if="{asked}">'),
    ('<g pnp:if="card.wing > 2"/>', 'write pnp:if="{asked} and …" there'),
    ('<rect width="9" height="9" pnp:x="{{ card.wing }}"/>', 'write pnp:if="{asked}" there'),
    ('<polygon pnp:points="0 0 {{ wing }} 4"/>', 'write pnp:if="{asked}" there'),
    ('<path pnp:d="M0 0L{{ 2 * card.wing }} 4"/>', 'write pnp:if="{asked}" there'),
    ('<rect pnp:fill="{{ play.hands[card.wing] }}"/>', 'write pnp:if="{asked}" there'),
    ('<rect pnp:style="opacity:.{{ card.wing }}"/>', 'write pnp:if="{asked}" there'),
]


@pytest.mark.parametrize(("body", "hint"), READ)
def test_a_blank_cell_is_told_where_it_is(tmp_path: Path, body: str, hint: str) -> None:
    owls(tmp_path)
    change(tmp_path, GAME, "eyes: int", "eyes: int, note: int?, wing: int?")
    change(tmp_path, GAME, "{hand: 3}", "{hands: {3: red, 4: red}}")
    change(tmp_path, ROWS, "name,eyes", "name,eyes,note,wing")
    for row, wing in (("Barn Owl,2", "3"), ("Snowy Owl,2", ""), ("Blind Owl,0", "4")):
        change(tmp_path, ROWS, row, f"{row},,{wing}")
    also = '<g pnp:class="{{ card.note }}"/>'  # it is blank everywhere, and not to blame
    change(tmp_path, OWL, "<circle", f"{body}{also}<circle")
    found = pnp(tmp_path, "check")
    told, said = found.output.splitlines()
    assert (found.exit_code, told.partition(": ")[2].partition(": ")[0]) == (
        2, f'{ROWS}:3, column "wing"',
    )  # fmt: skip
    what = hint.format(asked="card.wing is not none")
    assert said == f"  hint: the cell is blank: fill it, or {what}; it is read in {OWL}:4"


@pytest.mark.parametrize(("sample", "told"), [("owl/barn", False), ("owls/barn", True)])
def test_a_sample_of_no_component_is_told_of_a_game_s_own_drawing(
    tmp_path: Path, sample: str, told: bool
) -> None:
    owls(tmp_path)
    (tmp_path / "templates/owls").mkdir()
    (tmp_path / "templates/owl.svg").rename(tmp_path / "templates/owls/owl.svg")
    change(tmp_path, GAME, "face: owl.svg", "face: owls/owl.svg")
    change(tmp_path, "templates/owls/owl.svg", "owl/barn", sample)
    assert ("[stale-sample]" in pnp(tmp_path, "check").output) is told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{{ (13.48 - 13.81) * card.eyes / 4 }} 1", "-0.165 1"),
        ("{{ card.eyes / 3 }} {{ -3.3 * (card.eyes + 1) }}", "0.666667 -9.9"),
        ("{{ 0.3 - card.eyes / 10 - 0.1 }},{{ 0.1 - 0.3 + card.eyes / 10 }}", "0,0"),
        ("{{ card.eyes }}.25 -987654.5", "2.25 -987654.5"),
    ],
)
def test_what_a_sample_should_show_is_told_in_numbers_to_type(
    tmp_path: Path, given: str, told: str
) -> None:
    owls(tmp_path)
    lines = f'<polyline points="7 7" pnp:points="{given}" stroke="#222"/>'
    change(tmp_path, OWL, "<circle", f"{lines}<circle")
    output = pnp(tmp_path, "check").output
    assert f'points is "7 7" here, and owl/barn gives "{told}"\n' in output
