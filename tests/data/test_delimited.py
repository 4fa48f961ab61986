from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError, Problems
from pnp.data.rows import Table, delimiter_of
from pnp.data.table import read_table


def write(tmp_path: Path, data: str | bytes, name: str = "beasts.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def read(tmp_path: Path, data: str | bytes) -> Table:
    problems = Problems()
    table = read_table(write(tmp_path, data), "beasts.csv", None, problems)
    problems.stop()
    return table


def faults(tmp_path: Path, data: str | bytes) -> list[str]:
    with pytest.raises(PnpError) as caught:
        read(tmp_path, data)
    return str(caught.value).splitlines()


def cells(table: Table) -> list[tuple[int | None, dict[str, str]]]:
    return [(row.where.line, dict(row.cells)) for row in table.rows]


WOLF = [(2, {"id": "wolf", "says": "Grr, ñ"})]


@pytest.mark.parametrize(
    "data",
    [
        b'id,says\nwolf,"Grr, \xc3\xb1"\n',
        b'id;says\r\nwolf;"Grr, \xc3\xb1"\r\n',
        b"id\tsays\nwolf\tGrr, \xc3\xb1\n",
        b"id;says\nwolf;Grr, \xc3\xb1",
        b'\xef\xbb\xbfid,says\nwolf,"Grr, \xc3\xb1"\n',
        'id\tsays\nwolf\t"Grr, ñ"\n'.encode("utf-16"),
        "\ufeffid;says\nwolf;Grr, ñ\n".encode("utf-16-be"),
        b'id,says\rwolf,"Grr, \xc3\xb1"\r',
        b'id,says,,\nwolf,"Grr, \xc3\xb1",,\n',
        b'id , says\n wolf ," Grr, \xc3\xb1 "\n'.replace(b'," ', b',"'),
        b'id,says\nwolf,"Grr, \xc3\xb1",,,\n,,,,,\n,\n',
        b'"id","says"\n"wolf","Grr, \xc3\xb1"\n',
        b'id,#mine,says\nwolf,draw me,"Grr, \xc3\xb1"\n',
        b'id,says,#mine\nwolf,"Grr, \xc3\xb1",\n,,a snail\n',
        b'id,says,#done\nwolf,"Grr, \xc3\xb1",TRUE\n,,FALSE\n,,FALSE\n',
    ],
)
def test_every_dialect_of_csv_gives_the_same_rows(tmp_path: Path, data: bytes) -> None:
    assert cells(read(tmp_path, data)) == WOLF


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("id", ","),
        ("id,qty;note,x", ","),
        ("id;qty;note,x", ";"),
        ('"a;b;c",id', ","),
        ('\n\n"a\n,b";id;x', ";"),
        ("id\tqty", "\t"),
        ("sep=;\nid", ";"),
    ],
)
def test_the_header_tells_the_delimiter(text: str, delimiter: str) -> None:
    assert delimiter_of(text, "beasts.csv") == delimiter


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Name;Wirkung (kurz, knapp)\nWolf;Heult\nFuchs;Klaut ein Huhn", ";"),
        ("Name;Wirkung (kurz, knapp)\nWolf;Heult, laut\nFuchs;Klaut, rennt", ";"),
        ("Name;Wirkung (kurz, knapp, klar)\nWolf;Heult, laut\nFuchs;Klaut", ";"),
        ("Name;a,b,c,d\nWolf;1\nFuchs;2", ";"),
        ("id,a;b;c\nx,1;2\ny,3", ","),
        ('id;a,b\nx;"1,5\n;2"\n\n;\ny;3', ";"),
        ("id\ta,b\nx\t1\ny\t2", "\t"),
        ("id;a,b;;\nx;1;;\ny;3;;", ";"),
        ("id;a,b\nx;1\ny;1,2,3\nz;2;note", ";"),
        ("id|name|text\nx|a, b|c; d", "|"),
        ("id,a|b\nx,1|2", ","),
        ("name\nWolf, grey\nHare; brown", ","),
    ],
)
def test_the_delimiter_is_the_one_by_which_rows_fit(text: str, delimiter: str) -> None:
    assert delimiter_of(text, "beasts.csv") == delimiter


def test_rows_are_read_by_the_delimiter_that_fits_them(tmp_path: Path) -> None:
    data = "Name;Wirkung (kurz, knapp)\nWolf;Heult, laut\nFuchs;Klaut ein Huhn\n"
    assert [list(row.cells.values()) for row in read(tmp_path, data).rows] == [
        ["Wolf", "Heult, laut"],
        ["Fuchs", "Klaut ein Huhn"],
    ]
    table = read(tmp_path, "id|name\nwolf|Wolf, grey\n")
    assert cells(table) == [(2, {"id": "wolf", "name": "Wolf, grey"})]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('<?xml version="1.0" encoding="UTF-8"?>\n<office:document>', "XML"),
        ("\ufeff\n<!DOCTYPE html><table>", "HTML"),
        ('<html xmlns:x="urn:schemas-microsoft-com:office:excel">', "HTML"),
    ],
)
def test_markup_in_the_name_of_a_csv_is_told_as_what_it_is(
    tmp_path: Path, text: str, what: str
) -> None:
    assert faults(tmp_path, text) == [
        f"beasts.csv: the file is {what}, not cells with separators",
        "  hint: open it in a spreadsheet program, and save it as CSV, XLSX or ODS",
    ]


def test_a_delimiter_that_nothing_tells_is_asked_for(tmp_path: Path) -> None:
    data = "a;b,c\n1;2,5\n3;4,5\n"
    told = faults(tmp_path, data)
    assert told[0] == "beasts.csv:1: cells may be separated by a comma or a semicolon"
    assert "sep=;" in told[1]
    assert list(read(tmp_path, f"sep=;\n{data}").columns) == ["a", "b,c"]


def test_lines_are_counted_as_an_editor_counts_them(tmp_path: Path) -> None:
    data = '\nid,says\n\nwolf,"two\nlines"\n,\nhare,"a ""quote"""\n'
    table = read(tmp_path, data)
    assert table.where.line == 2
    assert cells(table) == [
        (4, {"id": "wolf", "says": "two\nlines"}),
        (7, {"id": "hare", "says": 'a "quote"'}),
    ]
    assert str(table.rows[1].place("says")) == 'beasts.csv:7, column "says"'


def test_the_line_that_names_the_delimiter_is_no_header(tmp_path: Path) -> None:
    table = read(tmp_path, "sep=;\r\nid;qty\r\nwolf;2\r\n")
    assert cells(table) == [(3, {"id": "wolf", "qty": "2"})]
    assert table.where.line == 2


def test_tsv_is_a_table_too(tmp_path: Path) -> None:
    path = write(tmp_path, "id\tqty\nwolf\t2\n", "beasts.tsv")
    assert cells(read_table(path, "beasts.tsv", None, Problems())) == [
        (2, {"id": "wolf", "qty": "2"})
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            "id,qty,id\nwolf,1,2\n",
            [
                'beasts.csv:1: duplicate column "id"',
                "  hint: give each column a unique name",
            ],
        ),
        (
            "id,qty,\nwolf,1,\nhare,1,note\n",
            [
                'beasts.csv:3: "note" is in a column without a name',
                '  hint: name the column in the header, with a "#" in front if pnp must ignore it',
            ],
        ),
        (
            'id,says\nwolf,"Grr" he said\n',
            [
                "beasts.csv:2: a quotation mark has text after it",
                '  hint: put the whole cell in quotes, and write a quotation mark inside as ""',
            ],
        ),
        (
            f"id,says\nhare,a\nwolf,{'G' * 100_001}\n",
            [
                'beasts.csv:3, column "says": the cell has 100,001 characters; the limit is '
                "100,000",
                "  hint: is a quotation mark never closed?",
            ],
        ),
        (
            f"id,says\nhare,a\nwolf,{'G' * 10_000_000}\n",
            [
                "beasts.csv:3: a cell has more than 100,000 characters",
                "  hint: is a quotation mark never closed?",
            ],
        ),
        (
            "\n \n",
            [
                "beasts.csv: the table is empty",
                "  hint: write a header: id, qty and your columns",
            ],
        ),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(
    tmp_path: Path, data: str, message: list[str]
) -> None:
    assert faults(tmp_path, data) == message


def test_a_row_of_too_many_or_too_few_cells_is_named(tmp_path: Path) -> None:
    first, _, second, _ = faults(tmp_path, "id,qty\nwolf,1,big\nhare\n")
    assert first.startswith("beasts.csv:2: ") and "3 cells" in first
    assert second.startswith("beasts.csv:3: ") and "1 cell," in second


def test_a_quotation_mark_is_named_where_it_is_opened(tmp_path: Path) -> None:
    told, _ = faults(tmp_path, 'id,says\nhare,a\nwolf,"Grr\nand\nmore\n')
    assert told.startswith("beasts.csv:3: ") and "quotation mark" in told


def test_two_private_columns_may_have_one_name(tmp_path: Path) -> None:
    assert cells(read(tmp_path, "id,#,#\nwolf,x,y\n")) == [(2, {"id": "wolf"})]


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "id", "beasts.doc")
    with pytest.raises(PnpError) as caught:
        read_table(path, "beasts.doc", None, Problems())
    assert str(caught.value).splitlines() == [
        'beasts.doc: "beasts.doc" is not a supported kind of table',
        "  hint: save it as .csv, .json, .ods, .tsv, .xlsx, .yaml, .yml",
    ]


def test_only_a_workbook_has_sheets(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="only a workbook has sheets"):
        read_table(write(tmp_path, "id\n"), "beasts.csv", "Cards", Problems())


def test_a_row_with_an_unticked_checkbox_alone_is_blank(tmp_path: Path) -> None:
    table = read(tmp_path, "id,says,done\nwolf,Grr,FALSE\n,,FALSE\n,,FALSE\n")
    assert cells(table) == [(2, {"id": "wolf", "says": "Grr", "done": "FALSE"})]
