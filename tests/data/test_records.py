from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError, Problems
from pnp.data.rows import Table
from pnp.data.table import read_table


def read(tmp_path: Path, text: str, suffix: str) -> Table:
    path = tmp_path / f"beasts{suffix}"
    path.write_text(text, encoding="utf-8")
    problems = Problems()
    table = read_table(path, path.name, None, problems)
    problems.stop()
    return table


def faults(tmp_path: Path, text: str, suffix: str) -> list[str]:
    with pytest.raises(PnpError) as caught:
        read(tmp_path, text, suffix)
    return str(caught.value).splitlines()


def test_yaml_rows_keep_their_text_and_place(tmp_path: Path) -> None:
    text = (
        "- {id: wolf, code: 0123, mood: no}\n"
        "- id: hare\n  code: ~\n  '#note': x\n  says: |\n    a\n"
    )
    first, second = read(tmp_path, text, ".yaml").rows
    assert first.cells == {"id": "wolf", "code": "0123", "mood": "no"}
    assert second.cells == {"id": "hare", "code": "", "says": "a"}
    assert str(first.place("code")) == 'beasts.yaml:1:20, column "code"'
    assert str(second.place("code")) == 'beasts.yaml:3:9, column "code"'
    assert str(second.place("mood")) == 'beasts.yaml:2:3, column "mood"'


def test_json_rows_keep_their_numbers_as_written_and_know_their_line(tmp_path: Path) -> None:
    text = '[\n  {"id": "wolf", "n": 1.50, "big": true},\n\n  {"id": "hare",\n   "n": null}\n]\n'
    table = read(tmp_path, text, ".json")
    assert [dict(row.cells) for row in table.rows] == [
        {"id": "wolf", "n": "1.50", "big": "true"},
        {"id": "hare", "n": ""},
    ]
    assert str(table.rows[1].place("n")) == 'beasts.json:4, column "n"'


def test_columns_are_those_of_all_rows(tmp_path: Path) -> None:
    assert list(read(tmp_path, "[{id: a}, {id: b, x: 1}]", ".yml").columns) == ["id", "x"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "rows: []",
            [
                "beasts.yaml:1:1: expected a list of rows",
                "  hint: write a list of rows, each with its columns as keys",
            ],
        ),
        (
            "- id: wolf\n- hare\n",
            [
                "beasts.yaml:2:3: expected a mapping",
                "  hint: write a list of rows, each with its columns as keys",
            ],
        ),
        (
            "- id: wolf\n  legs: [1, 2]\n",
            [
                'beasts.yaml:2:9, column "legs": a list cannot be a cell',
                "  hint: write text, a number, true or false",
            ],
        ),
        (
            "- {id: wolf, id: hare}\n",
            ['beasts.yaml:1:14: duplicate key "id"', "  hint: it is already in line 1"],
        ),
    ],
)
def test_yaml_that_is_no_table_is_refused(tmp_path: Path, text: str, message: list[str]) -> None:
    assert faults(tmp_path, text, ".yaml") == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"id": "wolf"}',
            [
                "beasts.json:1: expected a list of rows",
                "  hint: write a list of rows, each with its columns as keys",
            ],
        ),
        (
            '[{"id": "wolf"},\n 3]',
            [
                "beasts.json:2: expected a JSON object",
                "  hint: write a list of rows, each with its columns as keys",
            ],
        ),
        (
            '[\n{"id": "wolf", "id": "hare"}]',
            ['beasts.json:2, column "id": duplicate key "id"'],
        ),
        (
            '[\n{"id": "wolf", "legs": {"a": 1}}]',
            [
                'beasts.json:2, column "legs": a mapping cannot be a cell',
                "  hint: write text, a number, true or false",
            ],
        ),
        (
            '[\n{"id": "wo\\u0000lf"}]',
            ['beasts.json:2, column "id": a NUL character is not allowed in text'],
        ),
        (
            '[\n{"id": "\\ud800"}]',
            ['beasts.json:2, column "id": the control character U+D800 is not allowed in text'],
        ),
        (
            '[{"id": "wolf"},\n {"id": }]',
            ["beasts.json:2:9: invalid JSON: expecting value"],
        ),
        (
            '[{"id": "wolf"}\n {"id": "hare"}]',
            ["beasts.json:2:2: invalid JSON: expecting ',' delimiter"],
        ),
        (
            '[{"id": "wolf", "": "lost"}]',
            [
                'beasts.json:1, column "": "lost" has a blank key',
                '  hint: name its key, with a "#" in front if pnp must ignore it',
            ],
        ),
        ('[{"id": "wolf"}', ["beasts.json:1:16: invalid JSON: expecting ',' delimiter"]),
        ('[{"id": "wolf"}] x', ["beasts.json:1:17: invalid JSON: extra data"]),
        (
            "[" * 100_000,
            [
                "beasts.json: the data is nested too deeply",
                "  hint: write text, a number, true or false",
            ],
        ),
        (
            f'[{{"id": "{"G" * 100_001}"}}]',
            [
                'beasts.json:1, column "id": the cell has 100,001 characters; the limit is 100,000',
                "  hint: is a quotation mark never closed?",
            ],
        ),
    ],
)
def test_json_that_is_no_table_is_refused(tmp_path: Path, text: str, message: list[str]) -> None:
    assert faults(tmp_path, text, ".json") == message
