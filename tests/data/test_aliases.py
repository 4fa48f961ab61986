"""Tables as people have them: other names of columns, ids from names, a template by the row."""

from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Game
from tests.make import load, write

GAME = """\
title: Tea
components:
  tea:
    kind: deck
    size: 40 x 60 mm
    face: {face}
    rows: tea.csv
    {more}
"""

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="60mm" viewBox="0 0 40 60"/>
"""

ROWS = """\
Name,Count,kind
Green Tea,2,green
Café au Lait!,3.0,black
Green Tea,1,black
"""


def tea(
    root: Path, rows: str = ROWS, more: str = "from: {id: Name, qty: Count}", face: str = "tea.svg"
) -> Game:
    drawings = {f"templates/{name}.svg": SVG for name in ("tea", "green", "black")}
    data = {"card_data/tea/tea.csv": rows}
    data["card_data/tea/game.yaml"] = GAME.format(face=f'"{face}"', more=more)
    return load(write(root, {**drawings, **data}) / "card_data/tea")


def cards(game: Game) -> dict[str, int]:
    return {card.id: card.qty for card in game.components["tea"].cards}


def fault(root: Path, **more: str) -> tuple[str, str, str | None]:
    with pytest.raises(PnpError) as caught:
        tea(root, **more)
    (problem,) = caught.value.problems
    return str(problem.where), problem.message, problem.hint


def test_columns_with_other_names_are_read(tmp_path: Path) -> None:
    assert cards(tea(tmp_path)) == {"green-tea": 2, "cafe-au-lait": 3, "green-tea-2": 1}


@pytest.mark.parametrize("own", ["Qty", "QTY"])
def test_a_column_may_differ_from_qty_in_its_case_only(tmp_path: Path, own: str) -> None:
    rows = ROWS.replace("Count", own)
    made = tea(tmp_path, rows, more=f"from: {{id: Name, qty: {own}}}")
    assert cards(made) == {"green-tea": 2, "cafe-au-lait": 3, "green-tea-2": 1}
    assert set(made.components["tea"].columns) == {"Name", "kind"}


def test_what_stands_for_id_and_qty_is_told(tmp_path: Path) -> None:
    with pytest.raises(PnpError) as caught:
        tea(tmp_path, ROWS.replace("Count", "Qty"), more="")
    hints = " ".join(problem.hint or "" for problem in caught.value.problems)
    assert "from: {id: Name}" in hints
    assert "from: {qty: Qty}" in hints


def test_a_row_more_keeps_the_ids_of_others(tmp_path: Path) -> None:
    before = cards(tea(tmp_path / "a"))
    after = cards(tea(tmp_path / "b", ROWS.replace("Café", "Mint,1,green\nCafé")))
    assert before.items() <= after.items()


def test_a_name_can_be_printed_too(tmp_path: Path) -> None:
    for declared in ("Name: text, kind: text", "kind: text"):
        own = f"from: {{id: Name, qty: Count}}\n    columns: {{{declared}}}"
        first, *_ = tea(tmp_path, more=own).components["tea"].cards
        assert first.values == {"Name": "Green Tea", "kind": "green"}


def test_a_column_under_a_name_of_its_own(tmp_path: Path) -> None:
    own = "from: {id: Name, qty: Count, leaf: kind}\n    columns: {leaf: [green, black]}"
    first, *_ = tea(tmp_path, more=own).components["tea"].cards
    assert first.values == {"Name": "Green Tea", "leaf": "green"}
    wrong = ROWS.replace("2,green", "2,gren")
    place, message, _ = fault(tmp_path, rows=wrong, more=own)
    assert place == 'card_data/tea/tea.csv:2, column "kind"'
    assert "gren" in message


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    place, message, hint = fault(tmp_path, more="from: {id: Nmae, qty: Count}")
    assert place.startswith("card_data/tea/game.yaml:8")
    assert "Nmae" in message
    assert hint == 'did you mean "Name"?'


def test_two_columns_for_one_name_are_refused(tmp_path: Path) -> None:
    place, message, _ = fault(tmp_path, rows="id,Name\na,A\n", more="from: {id: Name}")
    assert place.startswith("card_data/tea/game.yaml:8")
    assert '"id"' in message


NAMELESS = "Name,Count\n茶,1\nMilk,1\nCON,1\nTea 1,1\n茶,2\n"


def test_a_name_without_letters_gives_a_numbered_id_and_is_told(tmp_path: Path) -> None:
    made = tea(tmp_path, NAMELESS)
    assert cards(made) == {"tea-2": 1, "milk": 1, "tea-3": 1, "tea-1": 1, "tea-4": 2}
    (found,) = made.findings
    assert found.rule.id == "numbered-ids"
    assert str(found.where) == 'card_data/tea/tea.csv:2, column "Name"'
    assert found.message == '"茶" gives no id, and 2 more of the column: it is tea-2'


def test_a_name_that_windows_keeps_is_told_as_such(tmp_path: Path) -> None:
    (found,) = tea(tmp_path, "Name,Count\nMilk,1\nCon,1\n").findings
    assert found.message == '"Con" gives no id: it is tea-1'
    assert found.hint is not None and found.hint.startswith("Windows keeps that name for a device")


def test_a_blank_name_is_no_id(tmp_path: Path) -> None:
    place, message, _ = fault(tmp_path, rows="Name,Count\n,1\n")
    assert place == 'card_data/tea/tea.csv:2, column "Name"'
    assert "blank" in message


def test_two_columns_that_differ_in_capitals_are_told(tmp_path: Path) -> None:
    _, message, hint = fault(tmp_path, rows="Name,Qty,qty\nA,2,1\n", more="from: {id: Name}")
    assert message == 'the table has a column "qty" too'
    assert hint == "keep one of them, or begin its name with #: #Qty"


@pytest.mark.parametrize("cells", [("3", ""), ("3", "2", "many"), ("2x", "3x")])
def test_a_number_of_copies_that_lacks_some_is_told(tmp_path: Path, cells: tuple[str, ...]) -> None:
    rows = "".join(f"Tea {n},{cell},a\n" for n, cell in enumerate(cells))
    (found,) = tea(tmp_path, f"Name,Count,kind\n{rows}", "from: {id: Name}").findings
    assert found.rule.id == "likely-copies"


@pytest.mark.parametrize("rows", ["Oolong,3,a\nAssam,a lot,b\n", "Oolong,,a\nAssam,,b\n"])
def test_a_column_with_few_numbers_has_no_copies(tmp_path: Path, rows: str) -> None:
    assert tea(tmp_path, f"Name,No.,kind\n{rows}", "from: {id: Name}").findings == ()


def test_a_likely_number_of_copies_is_told(tmp_path: Path) -> None:
    rows = ROWS.replace("Green Tea,1", "Oolong,1")
    (found,) = tea(tmp_path, rows, "from: {id: Name}").findings
    assert found.rule.id == "likely-copies"
    assert str(found.where) == 'card_data/tea/tea.csv:1, column "Count"'
    assert tea(tmp_path / "b", rows, "from: {id: Name, qty: Count}").findings == ()


@pytest.mark.parametrize(
    ("own", "written"),
    [("x", "x"), ("X", "X"), ("times", "times"), ("#", '"#"'), ("No.", '"No."'), ("n", '"n"')],
)
def test_what_is_told_to_be_copies_is_read_as_it_is_told(
    tmp_path: Path, own: str, written: str
) -> None:
    rows = f"Name,{own},kind\nOolong,3,a\nAssam,2,b\n"
    (found,) = tea(tmp_path, rows, "from: {id: Name}").findings
    assert found.rule.id == "likely-copies"
    assert found.hint == f"write from: {{qty: {written}}} in game.yaml, or name the column qty"
    mended = tea(tmp_path / "b", rows, f"from: {{id: Name, qty: {written}}}")
    assert (cards(mended), mended.findings) == ({"oolong": 3, "assam": 2}, ())


@pytest.mark.parametrize("header", ["Name,#,kind", "Name,No.,kind", "Name,n,kind"])
def test_numbers_that_rise_are_those_of_the_cards(tmp_path: Path, header: str) -> None:
    made = tea(tmp_path, f"{header}\nOolong,1,a\nAssam,2,b\n", "from: {id: Name}")
    assert made.findings == ()
    assert "#" not in made.components["tea"].columns


def test_rows_of_one_name_are_told(tmp_path: Path) -> None:
    (found,) = tea(tmp_path, ROWS.replace("Green Tea,1", "GREEN tea!,1")).findings
    assert found.rule.id == "names-alike"
    assert str(found.where) == 'card_data/tea/tea.csv:4, column "Name"'
    assert found.message == '"GREEN tea!" has the name of line 2'


def test_a_whole_number_may_be_written_with_a_decimal_comma(tmp_path: Path) -> None:
    rows = ROWS.replace(",", ";").replace("3.0", "3,0")
    assert cards(tea(tmp_path, rows))["cafe-au-lait"] == 3
    _, message, _ = fault(tmp_path / "b", rows=rows.replace("3,0", "3,000"))
    assert message == '"3,000" is not a number of copies'


@pytest.mark.parametrize("written", ["1,200", "1.200"])
def test_a_mark_of_thousands_is_refused_wherever_one_may_be_meant(
    tmp_path: Path, written: str
) -> None:
    _, message, hint = fault(tmp_path, rows=f'Name,Count\nMilk,"{written}"\n')
    assert message == f'"{written}" is not a number of copies'
    assert hint == "write 1200, without marks, or 1"


@pytest.mark.parametrize("face", ["{{ kind }}.svg", "{{card.kind}}.svg"])
def test_a_row_chooses_its_template(tmp_path: Path, face: str) -> None:
    made = tea(tmp_path, face=face).components["tea"].cards
    assert [card.face for card in made] == ["green.svg", "black.svg", "black.svg"]


@pytest.mark.parametrize("columns", ["", 'columns: {kind: "text?"}'])
def test_a_blank_cell_may_choose_a_template(tmp_path: Path, columns: str) -> None:
    more = f"from: {{id: Name, qty: Count}}\n    {columns}"
    rows = ROWS.replace("black", "").replace("2,green", "2,")
    made = tea(tmp_path, rows, more, face="tea{{ kind }}.svg").components["tea"].cards
    assert [card.face for card in made] == ["tea.svg"] * 3


@pytest.mark.parametrize("columns", ["", 'columns: {kind: "text?"}'])
def test_a_row_that_chooses_no_template_is_told(tmp_path: Path, columns: str) -> None:
    more = f"from: {{id: Name, qty: Count}}\n    {columns}"
    rows = ROWS.replace("2,green", "2,")
    place, message, hint = fault(tmp_path, rows=rows, more=more, face="{{ kind }}.svg")
    assert (place, message) == ('card_data/tea/tea.csv:2, column "kind"', "the cell is blank")
    assert hint == 'fill it: the template of its row is "{{ kind }}.svg"'


def test_a_template_that_a_row_chooses_must_exist(tmp_path: Path) -> None:
    rows = ROWS.replace("2,green", "2,gren")
    place, message, hint = fault(tmp_path, rows=rows, face="{{ kind }}.svg")
    assert place == 'card_data/tea/tea.csv:2, column "kind"'
    assert "gren.svg" in message
    assert hint == 'did you mean "green"?'


def test_a_template_by_a_column_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PnpError) as caught:
        tea(tmp_path, face="{{ kidn }}.svg")
    (problem,) = caught.value.problems
    assert str(problem.where).startswith("card_data/tea/game.yaml:")
    assert problem.hint == 'did you mean "kind"?'


def test_players_need_not_be_said(tmp_path: Path) -> None:
    assert tea(tmp_path).players == ()


def test_a_made_id_is_none_that_another_row_has(tmp_path: Path) -> None:
    made = tea(tmp_path, "Name\nGreen\nGreen\nGreen 2\nGreen\n", "from: {id: Name}")
    ids = [card.id for card in made.components["tea"].cards]
    assert ids == ["green", "green-3", "green-2", "green-4"]


@pytest.mark.parametrize(
    ("type_", "cell", "shown"), [("bool", "yes", "true"), ("number", "2.0", "2")]
)
def test_a_template_is_chosen_by_what_templates_print(
    tmp_path: Path, type_: str, cell: str, shown: str
) -> None:
    rows, more = f"id,kind\na,{cell}\n", f"columns: {{kind: {type_}}}"
    _, message, _ = fault(tmp_path, rows=rows, more=more, face="tea-{{ kind }}.svg")
    assert message == f'"templates/tea-{shown}.svg" does not exist'


def test_a_made_id_of_words_without_letters_is_none_that_another_row_has(tmp_path: Path) -> None:
    made = tea(tmp_path, "Name\n茶\nTea\nTea\n緑\n", "from: {id: Name}")
    ids = [card.id for card in made.components["tea"].cards]
    assert ids == ["tea-1", "tea", "tea-2", "tea-3"]
