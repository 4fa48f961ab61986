"""Whatever is typed into a file by mistake: the game loads, or what is wrong has a place."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import PnpError
from tests.data.games import GAME, ROWS, load, write_game

JSON = '[{"id": "q", "qty": 1, "z": null}, {"id": "r", "qty": "2", "z": 1.5}]'

TEXT = f"""{GAME}\
  strip: {{kind: sheet, aid: true, size: 190 x 30 mm, face: beasts/face.svg}}
  lord:
    kind: standee
    size: 20 x 40 mm
    base: 8 mm
    cards:
      - {{rows: lords.json, face: beasts/face.svg}}
      - {{rows: [{{id: x, qty: 2}}], face: beasts/face.svg, back: beasts/back.svg}}
palette: {{night: "#17141b"}}
play: {{grid: [6, {{y: 2}}]}}
"""

SLIPS = st.sampled_from(
    [
        "~",
        "[]",
        "{}",
        "[{}]",
        "1",
        "-1",
        "true",
        "1e999",
        ".inf",
        "''",
        "&a",
        "*a",
        "<<",
        "!x",
        "-",
        ":",
        ",",
        "\t",
        "\x00",
        "{",
        "}",
        "[",
        "]",
        "'",
        '"',
        "\\ud800",
        "../",
        "/",
        "null",
        "kind",
        "deck",
        "rows",
        "é",
        "#",
        "|",
        "?",
        "[[[[",
    ]
) | st.sampled_from(["\n", "  ", ": ", "- ", "<<: ", "x" * 500, "\x1b", "\ufeff"])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_slip_of_the_pen_is_more_than_an_error_with_a_place(data: st.DataObject) -> None:
    files = {"game_yaml": TEXT, "beasts_csv": ROWS, "lords_json": JSON}
    name = data.draw(st.sampled_from(sorted(files)))
    text = files[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        gap = data.draw(st.sampled_from([0, 1, 5]))
        text = text[:start] + data.draw(SLIPS) + text[start + gap :]
    files[name] = text
    with TemporaryDirectory() as root:
        folder = write_game(Path(root), files.pop("game_yaml"), **files)
        try:
            load(folder)
        except PnpError as error:
            assert all(problem.where is not None for problem in error.problems)
