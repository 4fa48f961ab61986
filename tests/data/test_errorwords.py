"""Cells of tables of text that are nothing but an error of a spreadsheet."""

from pathlib import Path

import pytest

from tests.projects import change, owls, pnp

ROWS = "card_data/owls/owl.csv"


@pytest.mark.parametrize(
    "word",
    [
        *("#REF!", "#NAME?", "#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "Err:508"),
        *("#BEZUG!", "#WERT!", "#NV", "#ZAHL!", "#LEER!", "#¿NOMBRE?", "#VALEUR!", "#SPILL!"),
    ],
)
def test_a_text_that_is_nothing_but_an_error_is_told_with_its_place(
    tmp_path: Path, word: str
) -> None:
    root = owls(tmp_path)
    (root / ROWS).write_text(f"id,qty,name,eyes\nbarn,2,{word},2\n", "utf-8")
    result = pnp(root, "build")
    place = f'{ROWS}:2, column "name": error [error-cell] '
    assert (result.exit_code, place in result.output, f'"{word}"' in result.output) == (
        1,
        True,
        True,
    ), result.output


@pytest.mark.parametrize("type_", ["int", "int?", "number", "bool", "[2, 3]"])
def test_no_column_takes_an_error_for_a_value(tmp_path: Path, type_: str) -> None:
    root = owls(tmp_path)
    change(root, "card_data/owls/game.yaml", "eyes: int", f"eyes: {type_}")
    change(root, ROWS, "barn,3,Barn Owl,2", "barn,3,Barn Owl,#N/A")
    result = pnp(root, "check")
    assert result.exit_code in (1, 2)
    assert f'{ROWS}:2, column "eyes": ' in result.output
    assert '"#N/A"' in result.output


def test_further_cells_of_a_column_are_named(tmp_path: Path) -> None:
    root = owls(tmp_path)
    change(root, ROWS, "Snowy Owl", "#REF!")
    change(root, ROWS, "Blind Owl", "#NAME?")
    said = pnp(root, "check").output
    assert said.count("[error-cell]") == 1
    assert f'{ROWS}:3, column "name"' in said
    assert "and 1 more of the column: line 4" in said


@pytest.mark.parametrize("text", ["See #REF! there", "N/A", "#1", "#YOLO!", "Err: 508", "#n/a"])
def test_a_text_that_only_has_such_a_word_in_it_is_a_text(tmp_path: Path, text: str) -> None:
    root = owls(tmp_path)
    change(root, ROWS, "Snowy Owl", text)
    assert "error-cell" not in pnp(root, "check").output


def test_a_card_that_is_to_say_so_is_allowed(tmp_path: Path) -> None:
    root = owls(tmp_path)
    change(root, ROWS, "Snowy Owl", "#REF!")
    allow = "allow: [{rule: error-cell, where: '*owl.csv*', reason: the owl is a program}]\n"
    change(root, "card_data/owls/game.yaml", "components:", f"{allow}components:")
    result = pnp(root, "check")
    assert result.exit_code == 0, result.output


def test_a_name_that_ids_are_made_of_is_looked_at_as_it_is_written(tmp_path: Path) -> None:
    root = owls(tmp_path)
    change(root, ROWS, "id,qty,name,eyes", "qty,name,eyes")
    text = (root / ROWS).read_text("utf-8")
    for id_ in ("barn,", "snow,", "blind,"):
        text = text.replace(id_, "", 1)
    (root / ROWS).write_text(text.replace("Snowy Owl", "#REF!"), "utf-8")
    change(root, "card_data/owls/game.yaml", "rows: owl", "from: {id: name}\n    rows: owl")
    assert f'{ROWS}:3, column "name": error [error-cell]' in pnp(root, "check").output


def test_translations_are_looked_at_too(tmp_path: Path) -> None:
    root = owls(tmp_path)
    change(root, "card_data/owls/game.yaml", "title: Owls", "title: Owls\ntexts: texts.csv")
    (root / "card_data/owls/texts.csv").write_text("en,de\nBarn Owl,#NV\n", "utf-8")
    said = pnp(root, "check", "--language", "de").output
    assert 'card_data/owls/texts.csv:2, column "de": error [error-cell]' in said


def test_a_deck_is_not_made_of_a_table_with_errors(tmp_path: Path) -> None:
    root = owls(tmp_path)
    (root / "own.csv").write_text("Name,Text\nOwl,#REF!\n", "utf-8")
    result = pnp(root, "add", "deck", "own", "--from", "own.csv")
    assert result.exit_code == 2
    assert 'own.csv:2, column "Text": the cell is the error "#REF!"' in result.output
    assert not (root / "templates/owls/own.svg").exists()
