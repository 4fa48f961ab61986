"""Whatever kind of table the rows stand in, the cards are the same."""

import csv
import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.data.game import Value
from tests.data.games import load, write_game
from tests.data.workbooks import write_ods, write_xlsx

GAME = """\
title: Beasts
players: 2
components:
  beast:
    kind: deck
    size: poker
    columns: {name: text, teeth: int, weight: number?, tame: bool, mood: ["", calm, "no", "01"]}
    rows: {file}
    face: beasts/face.svg
"""

CELLS = (
    st.text(st.characters(exclude_categories=["C", "Z"], include_characters=' \n,;"#='), max_size=9)
    | st.sampled_from(["no", "007", "~", "1e3", "TRUE", "2026-10-31", "- a", "a: b"])
).map(str.strip)
"""Without blanks around it, which no cell keeps."""

COLUMNS = ("qty", "name", "teeth", "weight", "tame", "mood")

ROW = st.tuples(
    st.integers(1, 1_000),
    CELLS,
    st.integers(-(10**12), 10**12),
    st.none() | st.integers(-99, 99) | st.sampled_from([0.5, -2.25, 1e-7]),
    st.booleans(),
    st.sampled_from(["", "calm", "no", "01"]),
).map(lambda cells: dict(zip(COLUMNS, cells, strict=True)))


def cards(file: str, root: Path) -> list[tuple[str, int, dict[str, Value]]]:
    game = load(write_game(root, GAME.replace("{file}", file)))
    return [(card.id, card.qty, dict(card.values)) for card in game.component("beast").cards]


def write_all(folder: Path, rows: list[dict[str, Any]]) -> list[str]:
    """Return the names of files that hold the same rows."""
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    cells = [[None if cell == "" else cell for cell in line] for line in lines]
    write_xlsx(folder / "a.xlsx", [[], *cells])
    write_ods(folder / "a.ods", [*cells[:1], [], *cells[1:]])
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";").writerows(lines)
    (folder / "a.csv").write_text(text.getvalue(), encoding="utf-8-sig", newline="")
    (folder / "a.json").write_text(json.dumps(rows), encoding="utf-8")
    dumped = yaml.safe_dump(rows, allow_unicode=True)
    (folder / "a.yaml").write_text(dumped, encoding="utf-8")
    return ["a.xlsx", "a.ods", "a.csv", "a.json", "a.yaml"]


@settings(max_examples=25, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=4))
def test_every_kind_of_table_gives_the_same_cards(rows: list[dict[str, Any]]) -> None:
    rows = [{"id": f"b{index}", **row} for index, row in enumerate(rows)]
    expected = [
        (row["id"], row["qty"], {k: v for k, v in row.items() if k not in ("id", "qty")})
        for row in rows
    ]
    with TemporaryDirectory() as name:
        folder = write_game(Path(name))
        for file in write_all(folder, rows):
            assert cards(file, Path(name)) == expected, file
