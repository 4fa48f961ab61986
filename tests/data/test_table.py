import datetime
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError, Problems
from pnp.data import workbook
from pnp.data.rows import Table
from pnp.data.table import read_table
from tests.data.workbooks import Cell, write_ods, write_xlsx

ROWS = [
    [None, None, None],
    [None, None, None],
    [None, "id", "qty", "#mine", "says"],
    [None, "wolf", 2, "x", "Grr"],
    [None, None, None, None],
    [None, "hare", 1.0, None, None],
]


def read(path: Path, sheet: str | None = None) -> Table:
    problems = Problems()
    table = read_table(path, path.name, sheet, problems)
    problems.stop()
    return table


def faults(path: Path, sheet: str | None = None) -> list[str]:
    with pytest.raises(PnpError) as caught:
        read(path, sheet)
    return str(caught.value).splitlines()


def test_a_column_that_is_left_out_may_hold_formulas_without_values(tmp_path: Path) -> None:
    rows = [["id", "#sum", "says"], ["wolf", "=1/0", "Owoo"], ["hare", "#DIV/0!", "Hop"]]
    table = read(write_xlsx(tmp_path / "b.xlsx", rows))
    assert [row.cells for row in table.rows] == [
        {"id": "wolf", "says": "Owoo"},
        {"id": "hare", "says": "Hop"},
    ]


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
def test_rows_are_numbered_as_the_spreadsheet_shows_them(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    table = read(write(tmp_path / name, ROWS))
    assert str(table.where) == f'{name}:3, sheet "Cards"'
    assert [(row.where.line, dict(row.cells)) for row in table.rows] == [
        (4, {"id": "wolf", "qty": "2", "says": "Grr"}),
        (6, {"id": "hare", "qty": "1", "says": ""}),
    ]
    assert str(table.rows[0].place("says")) == f'{name}:4, sheet "Cards", column "says"'


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
def test_cells_say_what_the_spreadsheet_shows(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    cells = [6, 2.5, True, "0123", datetime.date(2026, 10, 31), datetime.time(12, 30), "a\nb"]
    path = write(tmp_path / name, [list("abcdefgh"), [*cells, datetime.timedelta(hours=30)]])
    assert list(read(path).rows[0].cells.values()) == [
        "6",
        "2.5",
        "TRUE",
        "0123",
        "2026-10-31",
        "12:30:00",
        "a\nb",
        "30:00:00",
    ]


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
def test_computed_numbers_have_as_many_digits_as_a_spreadsheet_shows(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    path = write(tmp_path / name, [list("abcd"), [3 * 1.1, 0.1 + 0.2, 0.07 * 100, 1e-7]])
    assert list(read(path).rows[0].cells.values()) == ["3.3", "0.3", "7", "1e-07"]


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
def test_large_whole_numbers_have_no_digits_that_no_spreadsheet_shows(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    path = write(tmp_path / name, [list("abcd"), [1.23456789012345e19, 1e22, 2.0**53, -0.0]])
    shown = ["12345678901234500000", "1" + "0" * 22, "9007199254740990", "0"]
    assert list(read(path).rows[0].cells.values()) == shown


def test_a_sheet_is_chosen_by_name_and_the_first_one_without(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "b.xlsx", [["id"], ["wolf"]], before=["Notes"])
    assert read(path, "Cards").rows[0].cells == {"id": "wolf"}
    assert faults(path) == [
        'b.xlsx, sheet "Notes": the table is empty',
        "  hint: write a header: id, qty and your columns; if it is another sheet, write sheet: "
        "and its name: Cards",
    ]
    assert faults(path, "Crads") == [
        'b.xlsx: the sheet "Crads" does not exist',
        '  hint: did you mean "Cards"?',
    ]


CALCULATE = (
    "  hint: open the file in a spreadsheet program and save it there; a # before the column's "
    "name leaves it out"
)


def test_a_cell_with_an_error_is_no_blank(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "b.xlsx", [["id", "says"], ["wolf", "#DIV/0!"], ["hare", "=1/0"]])
    assert faults(path) == [
        'b.xlsx:2, sheet "Cards": B2 shows the error "#DIV/0!"',
        "  hint: it has no formula: type what the cell is to say",
        'b.xlsx:3, sheet "Cards": the formula in B3 was never calculated',
        CALCULATE,
    ]


def test_an_error_that_only_new_programs_know_is_told_at_its_cell(tmp_path: Path) -> None:
    """calamine reads no cell at all of a sheet with one; in a private column it matters nothing."""
    sheet, rows = "xl/worksheets/sheet1.xml", [["id", "#note", "says"], ["wolf", "#DIV/0!", "Grr"]]
    path = write_xlsx(tmp_path / "b.xlsx", rows)
    rewritten(path, sheet, b"#DIV/0!", b"#SPILL!")
    assert said(path) == "Grr"
    assert said(rewritten(path, sheet, b'r="C2" ', b"")) == "Grr"  # it follows the one before
    assert faults(rewritten(path, sheet, b"#note", b"note")) == [
        'b.xlsx:2, sheet "Cards": B2 shows the error "#SPILL!"',
        "  hint: it has no formula: type what the cell is to say",
    ]


def test_formulas_without_values_are_told_once_for_each_column(tmp_path: Path) -> None:
    rows = [["id", "qty", "says"], *[[f"wolf-{n}", "=1/0", "=1/0"] for n in range(95)]]
    place = "b.xlsx:2, sheet"
    assert faults(write_xlsx(tmp_path / "b.xlsx", rows)) == [
        f'{place} "Cards": the 95 formulas in B2 to B96 were never calculated',
        CALCULATE,
        f'{place} "Cards": the 95 formulas in C2 to C96 were never calculated',
        CALCULATE,
    ]


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
def test_dates_are_told_once_for_each_column(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    day = datetime.date(2026, 3, 1)
    rows = [None, None], ["id", "#mine", "cost"], ["a", day, "1"], ["b", day, day], ["c", None, day]
    (found,) = read(write(tmp_path / name, rows)).findings
    assert str(found.where) == f'{name}:4, sheet "Cards", column "cost"'
    assert found.message == 'C4 is a date, printed as "2026-03-01", and 1 more of the column: C5'


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (datetime.time(1, 30), 'B2 is a time, printed as "01:30:00"'),
        (datetime.timedelta(hours=30), 'B2 is a duration, printed as "30:00:00"'),
        (datetime.timedelta(hours=-1.5), 'B2 is a duration, printed as "-1:30:00"'),
    ],
)
def test_times_are_told_as_what_they_are(
    tmp_path: Path, write: Callable[..., Path], name: str, cell: Cell, told: str
) -> None:
    (found,) = read(write(tmp_path / name, [["id", "cost"], ["a", cell]])).findings
    assert (found.rule.id, found.message) == ("date-cell", told)
    assert "format the column as Text" in (found.hint or "")


@pytest.mark.parametrize(("write", "name"), [(write_xlsx, "b.xlsx"), (write_ods, "b.ods")])
def test_a_hidden_sheet_is_the_table_only_by_its_name(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    rows = [["id"], ["wolf"]]
    seen = write(tmp_path / name, rows, before=["Old"], hidden=["Old"])
    assert read(seen).rows[0].cells == {"id": "wolf"}
    assert faults(seen, "xyz")[1] == "  hint: the sheets are Old (hidden), Cards"
    assert faults(seen, "Old")[0] == f'{name}, sheet "Old": the table is empty'
    unseen = write(tmp_path / name, rows, before=["Notes"], hidden=["Cards"])
    assert read(unseen, "Cards").rows[0].cells == {"id": "wolf"}
    assert faults(unseen)[1].endswith("write sheet: and its name: Cards (hidden)")


def merged_xlsx(path: Path, text: str) -> Path:
    """A workbook in which B2 and B3 are one cell, and B3 has a text that nobody sees."""
    write_xlsx(path, [["id", "says"], ["wolf", "Grr"], ["hare", text]])
    end = b"</sheetData>"
    return rewritten(path, "xl/worksheets/sheet1.xml", end, end + MERGED)


MERGED = b'<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>'


def merged_ods(path: Path, text: str) -> Path:
    """The same as OpenDocument."""
    write_ods(path, [["id", "says"], ["wolf", "Grr"], ["hare", text]])
    with zipfile.ZipFile(path) as parts:
        content = parts.read("content.xml")
    at = content.rindex(b"<table:table-cell")
    covered = content[at:].replace(b"table:table-cell", b"table:covered-table-cell")
    return rewritten(path, "content.xml", content[at:], covered)


def rewritten(path: Path, name: str, old: bytes, new: bytes) -> Path:
    """Change a part of a workbook."""
    with zipfile.ZipFile(path) as parts:
        files = {each: parts.read(each) for each in parts.namelist()}
    assert old in files[name]
    with zipfile.ZipFile(path, "w") as parts:
        for each, data in {**files, name: files[name].replace(old, new)}.items():
            parts.writestr(each, data)
    return path


@pytest.mark.parametrize(("write", "name"), [(merged_xlsx, "b.xlsx"), (merged_ods, "b.ods")])
def test_text_under_merged_cells_is_told(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    assert faults(write(tmp_path / name, "Hop")) == [
        f'{name}:3, sheet "Cards": B3 has text that is hidden under merged cells',
        "  hint: unmerge the cells, and delete the text or keep it",
    ]
    assert read(write(tmp_path / name, "")).rows[1].cells == {"id": "hare", "says": ""}


def test_merged_cells_on_each_other_end_at_once(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "b.xlsx", [["id", "says"], *[["", ""]] * 900, ["a", "b"]])
    more = b'<mergeCell ref="A1:XFD1048576"/>' * 9_000
    end = b"</sheetData>"
    rewritten(
        path, "xl/worksheets/sheet1.xml", end, end + b"<mergeCells>" + more + b"</mergeCells>"
    )
    assert faults(path)[0] == 'b.xlsx, sheet "Cards": merged cells lie on each other'


def test_a_cell_with_an_error_in_ods_is_no_blank(tmp_path: Path) -> None:
    path = write_ods(tmp_path / "b.ods", [["id", "says"], [None], [None], ["wolf", "#DIV/0!"]])
    calc = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
    with zipfile.ZipFile(path) as parts:
        files = {name: parts.read(name) for name in parts.namelist()}
    content = files["content.xml"].decode()
    start = content.rindex("<table:table-cell")
    cell = f'<table:table-cell xmlns:calcext="{calc}" calcext:value-type="error"'
    changed = content[:start] + cell + content[start + len("<table:table-cell") :]
    with zipfile.ZipFile(path, "w") as parts:
        for name, data in {**files, "content.xml": changed.encode()}.items():
            parts.writestr(name, data)
    assert faults(path) == [
        'b.ods:4, sheet "Cards": B4 shows the error "#DIV/0!"',
        "  hint: it has no formula: type what the cell is to say",
    ]


ODS_CELL = '<table:table-cell office:value-type="string"><text:p>Grr</text:p></table:table-cell>'


def ods_with(path: Path, cell: str) -> Path:
    """A workbook of OpenDocument with such a cell B2."""
    write_ods(path, [["id", "says"], ["wolf", "Grr"]])
    return rewritten(path, "content.xml", ODS_CELL.encode(), cell.encode())


def said(path: Path) -> str:
    return read(path).rows[0].cells["says"]


NOTE = "<text:p>Remember: ask Anna</text:p>"


@pytest.mark.parametrize(
    "shape",
    [
        f"<draw:custom-shape>{NOTE}</draw:custom-shape>",
        f"<draw:frame><draw:text-box>{NOTE}</draw:text-box></draw:frame>",
        "<draw:frame><draw:image><text:p/></draw:image><svg:title>TT</svg:title>"
        "<svg:desc>A red square.</svg:desc></draw:frame>",
        f"<draw:g><draw:rect>{NOTE}</draw:rect><draw:line/><draw:line>{NOTE}</draw:line></draw:g>",
        f"<draw:rect/><draw:rect>{NOTE}</draw:rect >",
        f"<office:annotation><dc:creator>Anna</dc:creator>{NOTE}</office:annotation>",
        f"<draw:custom-shape><table:table><table:table-row><table:table-cell>{NOTE}"
        "</table:table-cell></table:table-row></table:table></draw:custom-shape>",
    ],
)
@pytest.mark.parametrize("place", ["{}<text:p>Grr ñ!</text:p>", "<text:p>Grr ñ!</text:p>{}"])
def test_what_is_anchored_to_a_cell_in_ods_is_not_its_text(
    tmp_path: Path, shape: str, place: str
) -> None:
    inside = place.format(shape)
    cell = f'<table:table-cell office:value-type="string">{inside}</table:table-cell>'
    assert said(ods_with(tmp_path / "b.ods", cell)) == "Grr ñ!"


def test_a_shape_between_the_words_of_a_cell_leaves_both(tmp_path: Path) -> None:
    words = f"Draw <draw:frame>{NOTE}</draw:frame>two<draw:line/> cards"
    cell = ODS_CELL.replace("Grr", words)
    assert said(ods_with(tmp_path / "b.ods", cell)) == "Draw two cards"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Croak:<text:tab/>discard", "Croak:\tdiscard"),
        ("one<text:line-break/>two", "one\ntwo"),
        ("one<text:span>é<text:tab></text:tab>x</text:span>two", "oneé\txtwo"),
        ('a<text:s/>b <text:s text:c="2"/>c', "a b   c"),
        ("pay <![CDATA[<2> & é]]> or ]]&gt;<![CDATA[]]>", "pay <2> & é or ]]>"),
    ],
)
def test_typed_spaces_tabs_and_line_ends_in_ods_stay(tmp_path: Path, words: str, text: str) -> None:
    assert said(ods_with(tmp_path / "b.ods", ODS_CELL.replace("Grr", words))) == text


@pytest.mark.parametrize(
    "attributes",
    [
        'table:formula="of:=1/0" office:value-type="float" office:value="0"',
        'table:formula="of:=NA()" office:value-type="string" office:string-value=""',
        'table:formula="of:=NA()"',
    ],
)
def test_an_error_in_ods_is_seen_by_what_the_cell_shows(tmp_path: Path, attributes: str) -> None:
    cell = f"<table:table-cell {attributes}><text:p>#DIV/0!</text:p></table:table-cell>"
    assert faults(ods_with(tmp_path / "b.ods", cell)) == [
        'b.ods:2, sheet "Cards": B2 shows the error "#DIV/0!"',
        "  hint: fix the formula",
    ]


@pytest.mark.parametrize("attributes", ["", ' table:style-name="ce1"'])
def test_words_in_ods_without_a_type_are_text(tmp_path: Path, attributes: str) -> None:
    cell = f"<table:table-cell{attributes}><text:p>a<text:tab/>b</text:p></table:table-cell>"
    assert said(ods_with(tmp_path / "b.ods", cell)) == "a\tb"


def test_a_formula_in_ods_that_was_never_calculated_is_no_blank(tmp_path: Path) -> None:
    path = ods_with(tmp_path / "b.ods", '<table:table-cell table:formula="of:=1+1"/>')
    told = 'b.ods:2, sheet "Cards": the formula in B2 was never calculated'
    assert faults(path) == [told, CALCULATE]


NO_WORDS = '<table:table-cell table:formula="of:=IF(1;&quot;&quot;)">{}<text:p/></table:table-cell>'


@pytest.mark.parametrize("beside", ["", f"<office:annotation>{NOTE}</office:annotation>"])
def test_a_formula_in_ods_whose_value_has_no_words_is_a_blank(tmp_path: Path, beside: str) -> None:
    assert said(ods_with(tmp_path / "b.ods", NO_WORDS.format(beside))) == ""
    never = NO_WORDS.replace("<text:p/>", "")
    assert faults(ods_with(tmp_path / "b.ods", never.format(beside)))[1] == CALCULATE


def test_a_picture_in_a_cell_is_no_formula(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "b.xlsx", [["id", "says"], ["wolf", "#DIV/0!"]])
    old, new = b't="e"><v>#DIV/0!</v>', b't="e" vm="1"><v>#VALUE!</v>'
    told = faults(rewritten(path, "xl/worksheets/sheet1.xml", old, new))
    assert told[0].startswith('b.xlsx:2, sheet "Cards": B2 has no words: Excel shows a picture')
    assert "formula" not in "".join(told)


FOREST = [["id", "place"], ["owl", "Forest"], ["bat", None], ["elk", None], ["cod", "Sea"]]


def forest_xlsx(path: Path) -> Path:
    end = b"</sheetData>"
    merged = b'<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="C2:C3"/></mergeCells>'
    write_xlsx(path, FOREST)
    return rewritten(path, "xl/worksheets/sheet1.xml", end, end + merged)


def forest_ods(path: Path) -> Path:
    write_ods(path, FOREST)
    cell = b'<table:table-cell office:value-type="string"><text:p>Forest'
    spanned = cell.replace(b"cell ", b'cell table:number-rows-spanned="3" ')
    return rewritten(path, "content.xml", cell, spanned)


@pytest.mark.parametrize(("write", "name"), [(forest_xlsx, "b.xlsx"), (forest_ods, "b.ods")])
def test_words_merged_over_several_rows_are_told(
    tmp_path: Path, write: Callable[[Path], Path], name: str
) -> None:
    table = read(write(tmp_path / name))
    (found,) = table.findings
    assert (found.rule.id, found.severity) == ("merged-rows", "warning")
    assert str(found.where) == f'{name}:2, sheet "Cards", column "place"'
    assert found.message == 'B2 to B4 are merged: only the first row has "Forest"'
    assert [row.cells["place"] for row in table.rows] == ["Forest", "", "", "Sea"]


def hidden_xlsx(path: Path, rows: Sequence[Sequence[Cell]]) -> Path:
    """A workbook whose rows 3 and 4 are hidden, as by a filter."""
    write_xlsx(path, rows)
    for row in (b'<row r="3"', b'<row r="4"'):
        rewritten(path, "xl/worksheets/sheet1.xml", row, row + b' hidden="1"')
    return path


def hidden_ods(path: Path, rows: Sequence[Sequence[Cell]]) -> Path:
    """The same as OpenDocument."""
    write_ods(path, rows)
    for word in (b"Hop", b"Roar"):
        with zipfile.ZipFile(path) as parts:
            content = parts.read("content.xml")
        at = content.rindex(b"<table:table-row", 0, content.index(word))
        row = content[at:].replace(b"-row", b'-row table:visibility="filter"', 1)
        rewritten(path, "content.xml", content[at:], row)
    return path


@pytest.mark.parametrize(("write", "name"), [(hidden_xlsx, "b.xlsx"), (hidden_ods, "b.ods")])
def test_hidden_rows_are_read_and_told(
    tmp_path: Path, write: Callable[..., Path], name: str
) -> None:
    rows = [["id", "says"], ["wolf", "Grr"], ["hare", "Hop"], ["lion", "Roar"], ["newt", "…"]]
    table = read(write(tmp_path / name, rows))
    (found,) = table.findings
    assert len(table.rows) == 4
    assert (found.rule.id, str(found.where)) == ("hidden-rows", f'{name}:3, sheet "Cards"')
    assert found.message == "2 rows are hidden, and read like the others: 3, 4"


def test_a_cell_far_away_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "b.xlsx", [["id"], ["wolf"]])
    with zipfile.ZipFile(path) as parts:
        files = {name: parts.read(name) for name in parts.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    files[sheet] = files[sheet].replace(b'r="A2"', b'r="XFD1048576"')
    with zipfile.ZipFile(path, "w") as parts:
        for name, data in files.items():
            parts.writestr(name, data)
    assert faults(path) == [
        'b.xlsx, sheet "Cards": the sheet extends over 1,048,576 rows and 16,384 columns',
        "  hint: delete the cells far away from the table; PNP_LIMITS=cells=NUMBER allows more",
    ]


@pytest.mark.parametrize("name", ["b.xlsx", "b.ods"])
@pytest.mark.parametrize("data", [b"", b"garbage", b"PK\x03\x04" + b"junk" * 50])
def test_what_is_no_workbook_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert faults(path) == [
        f"{name}: the file is not a workbook",
        "  hint: save it again from a spreadsheet program",
    ]


def test_a_workbook_of_broken_xml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.xlsx"
    with zipfile.ZipFile(path, "w") as parts:
        parts.writestr("xl/workbook.xml", "<a>")
    assert faults(path)[0].startswith("b.xlsx: the workbook cannot be read: ")


def test_a_workbook_that_unpacks_to_very_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook, "LARGEST_UNPACKED", 2**20)
    path = write_xlsx(tmp_path / "b.xlsx", [["id"], ["wolf"]])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/sharedStrings.xml", b" " * 2**21)
    assert path.stat().st_size < 20_000
    assert faults(path) == [
        "b.xlsx: the workbook unpacks to more than 1 MB",
        "  hint: keep the table in a workbook of its own, without pictures",
    ]
