"""Tables that mean harm, or are broken: a clear error, soon, in little memory."""

import io
import struct
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from pnp.base.diagnostics import Problems
from pnp.data import document, workbook
from pnp.data.rows import Table
from pnp.data.table import read_table
from tests.bounded import Case, main, tried
from tests.data.workbooks import write_ods, write_xlsx

Parts = Mapping[str, bytes]

ROWS = [["id", "says"], ["wolf", "Grr"], ["hare", "#DIV/0!"]]
SHEET, BOOK = "xl/worksheets/sheet1.xml", "xl/workbook.xml"
STRINGS, STYLES, CONTENT = "xl/sharedStrings.xml", "xl/styles.xml", "content.xml"

XLSX: dict[str, tuple[Callable[[Parts], Parts], str]] = {}
ODS: dict[str, tuple[Callable[[Parts], Parts], str]] = {}
"""Changes of the parts of a workbook, and words of the error that they lead to."""


def changed(name: str, old: bytes, new: bytes) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        assert old in parts[name], old
        return {**parts, name: parts[name].replace(old, new, 1)}

    return change


def sheet(rows: bytes) -> Callable[[Parts], Parts]:
    return lambda parts: {
        **parts,
        SHEET: b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b"<sheetData>" + rows + b"</sheetData></worksheet>",
    }


def table(rows: bytes) -> Callable[[Parts], Parts]:
    def change(parts: Parts) -> Parts:
        before, _, rest = parts[CONTENT].partition(b"<table:table-row")
        return {**parts, CONTENT: before + rows + rest[rest.index(b"</table:table>") :]}

    return change


def shared(parts: Parts, texts: bytes) -> Parts:
    """Return the parts of a workbook with shared texts, which openpyxl does not write."""
    links = "xl/_rels/workbook.xml.rels"
    link = b'<Relationship Id="x" Type="x/sharedStrings" Target="sharedStrings.xml"/>'
    linked = changed(links, b"</Relationships>", link + b"</Relationships>")(parts)
    return {**linked, STRINGS: texts}


FAR = "the sheet extends over 1,048,576 rows and 16,384 columns\n  hint: delete the cells far away"
NO_CELL = "is not a cell of a sheet\n  hint: save it again"
UNREADABLE = "the workbook cannot be read: "
V = b"<v>1</v></c>"

XLSX |= {
    "single quotes": (sheet(b"<row><c r='XFD1048576'>" + V + b"</row>"), FAR),
    "another prefix": (sheet(b'<x:row><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>'), FAR),
    "no quotes in order": (sheet(b'<row r="1"><c t="n" r = "XFD1048576" >' + V + b"</row>"), FAR),
    "character reference": (sheet(b'<row><c r="XFD104857&#54;">' + V + b"</row>"), FAR),
    "small letters": (sheet(b'<row><c r="xfd1048576">' + V + b"</row>"), FAR),
    "eight digits": (sheet(b'<row><c r="B99999999">' + V + b"</row>"), f'"B99999999" {NO_CELL}'),
    "many digits": (sheet(b'<row><c r="B' + b"9" * 99 + b'">' + V + b"</row>"), NO_CELL),
    "four letters": (sheet(b'<row><c r="XXXX1">' + V + b"</row>"), f'"XXXX1" {NO_CELL}'),
    "column XFE": (sheet(b'<row><c r="XFE1">' + V + b"</row>"), f'"XFE1" {NO_CELL}'),
    "row nought": (sheet(b'<row><c r="A0">' + V + b"</row>"), f'"A0" {NO_CELL}'),
    "no letters": (sheet(b'<row><c r="7">' + V + b"</row>"), f'"7" {NO_CELL}'),
    "empty name": (sheet(b'<row><c r="">' + V + b"</row>"), f'"" {NO_CELL}'),
    "far row, cells without names": (
        sheet(b'<row r="1048576"><c r="XFC1">' + V + b"<c>" + V + b"</row>"),
        "the sheet extends over 1,048,576 rows and 16,384 columns",
    ),
    "row of many digits": (
        sheet(b'<row r="99999999999"><c>' + V + b"</row>"),
        '"99999999999" is not a row of a sheet',
    ),
    "row of no digits": (sheet(b'<row r="x"><c>' + V + b"</row>"), '"x" is not a row of a sheet'),
    "rows without end": (
        sheet(b'<row r="1048576"><c>' + V + b"</row><row><c>" + V + b"</row>"),
        "a cell is in row 1,048,577 and column 1\n  hint: a sheet has 1,048,576 rows",
    ),
    "cells without names": (
        sheet(b"<row>" + (b"<c>" + V) * 17_000 + b"</row>"),
        "a cell is in row 1 and column 16,385",
    ),
    "a comment of cells": (
        lambda parts: changed(SHEET, b"<sheetData>", b"<!--" + b"<c " * 20_000 + b"--><sheetData>")(
            parts
        ),
        "B3 shows the error",
    ),
    "open cells": (sheet(b"<c " * 100_000), "its XML is broken"),
    "cells in cells": (sheet(b"<c>" * 100_000), "a cell is inside a cell"),
    "deep": (sheet(b"<a>" * 100_000), "nested deeper than 100 levels"),
    "elements": (sheet(b"<a/>" * 100_001), "more than 100,000 elements"),
    "dimension": (
        changed(SHEET, b'ref="A1:B3"', b'ref="A1:XFD99999999999"'),
        f'"XFD99999999999" {NO_CELL}',
    ),
    "merged cells": (
        changed(SHEET, b"</sheetData>", b'</sheetData><mergeCell ref="A1:B9999999999"/>'),
        f'"B9999999999" {NO_CELL}',
    ),
    "missing text": (
        sheet(b'<row><c t="s"><v>999999</v></c></row>'),
        'A1 has the text "999999", which is missing',
    ),
    "text of no number": (sheet(b'<row><c t="s"><v>x</v></c></row>'), "which is missing"),
    "one text everywhere": (
        lambda parts: sheet(b"<row>" + b'<c t="s"><v>0</v></c>' * 10_000 + b"</row>")(
            shared(parts, b"<sst><si><t>" + b"x" * 99_999 + b"</t></si></sst>")
        ),
        "the cells have more than 67,108,864 characters",
    ),
    "encoding": (
        lambda parts: {**parts, BOOK: b'<?xml version="1.0" encoding="UTF-9"?>' + parts[BOOK]},
        'its XML is declared as "UTF-9", not as UTF-8',
    ),
    "EBCDIC": (
        lambda parts: {**parts, SHEET: b'<?xml version="1.0" encoding="cp037"?>' + parts[SHEET]},
        'its XML is declared as "cp037", not as UTF-8',
    ),
    "UTF-16": (
        lambda parts: {**parts, SHEET: parts[SHEET].decode().encode("utf-16")},
        "its XML is not in UTF-8",
    ),
    "a bad byte": (changed(SHEET, b"#DIV/0!", b"#DIV\xff"), "its XML is broken"),
    "a bad byte in a text": (
        lambda parts: shared(parts, b"<sst><si><t>\xff</t></si></sst>"),
        "its XML is broken",
    ),
    "UTF-16 without a mark": (
        lambda parts: {**parts, SHEET: parts[SHEET].decode().encode("utf-16-le")},
        "its XML is not in UTF-8",
    ),
    "entities": (
        lambda parts: shared(parts, b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;">]><sst/>'),
        "its XML has a document type",
    ),
    "instruction": (
        changed(SHEET, b"<sheetData>", b"<?a <c r='XFD1048576'>?><sheetData>"),
        'its XML has the processing instruction "a"',
    ),
    "styles": (
        lambda parts: {**parts, STYLES: b"<styleSheet>" + b"<xf/>" * 100_001 + b"</styleSheet>"},
        "more than 100,000 elements",
    ),
    "defined names": (
        changed(BOOK, b"<definedNames", b"<definedNames>" + b"<a>" * 200 + b"<definedNames"),
        "nested deeper than 100 levels",
    ),
    "no sheets": (changed(BOOK, b"<sheets>", b"<sheets/><sheets>"), "B3 shows the error"),
    "sheet without a link": (changed(BOOK, b'r:id="rId1"', b""), 'the sheet "Cards" is missing'),
    "link out of the archive": (
        changed("xl/_rels/workbook.xml.rels", b"worksheets/sheet1.xml", b"../../../etc/passwd"),
        '"etc/passwd" is missing',
    ),
    "a cell twice": (
        sheet(b'<row><c r="B2">' + V + b'<c r="B2">' + V + b"</row>"),
        ', sheet "Cards": the workbook cannot be read: B2 is there twice',
    ),
    "a row twice": (
        sheet((b'<row r="2"><c r="A2">' + V + b"</row>") * 2),
        ', sheet "Cards": the workbook cannot be read: A2 is there twice',
    ),
    "a type that is none": (
        sheet(b'<row><c r="B2" t="q">' + V + b"</row>"),
        ', sheet "Cards": the workbook cannot be read: B2 has the type "q", which is none',
    ),
    "a truth that is none": (
        sheet(b'<row><c r="B2" t="b"><v>2</v></c></row>'),
        ', sheet "Cards": the workbook cannot be read: B2 has the value "2", no 0 or 1',
    ),
    "no number": (
        sheet(b'<row><c r="B2"><v>NaN</v></c></row>'),
        ':2, sheet "Cards": B2 has the number nan, which cannot be printed\n  hint: type the',
    ),
    "a number beyond all": (
        sheet(b'<row><c r="B2"><v>-1e999</v></c></row>'),
        ':2, sheet "Cards": B2 has the number -inf, which cannot be printed',
    ),
    "an error of next year": (
        changed(SHEET, b"#DIV/0!", b"#SOON!"),
        ':3, sheet "Cards": B3 shows the error "#SOON!"',
    ),
    "two sheets of one name": (
        changed(BOOK, b"<sheets>", b'<sheets><sheet name="Cards" sheetId="9" r:id="rId1"/>'),
        'the workbook cannot be read: two sheets have the name "Cards"',
    ),
    "a date that is none": (
        lambda parts: sheet(b'<row><c s="1"><v>1e300</v></c></row>')(
            {
                **parts,
                STYLES: b"<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs>"
                b"</styleSheet>",
            }
        ),
        "",
    ),
}

CELL = b'<table:table-cell office:value-type="float" office:value="1"'
P = b"><text:p>1</text:p></table:table-cell>"

ODS |= {
    "columns": (
        table(b"<table:table-row>" + CELL + b' table:number-columns-repeated="99999999"' + P),
        "a cell is in row 1 and column 99,999,999\n  hint: a sheet has ",
    ),
    "rows": (
        table(b'<table:table-row table:number-rows-repeated="1048576">' + (CELL + P) * 9),
        "the sheet extends over 1,048,576 rows and 2 columns",
    ),
    "an attribute is enough": (
        table(
            b'<table:table-row table:number-rows-repeated="1048576">'
            + CELL
            + b' table:number-columns-repeated="16384"/>'
        ),
        "the sheet extends over 1,048,576 rows and 16,384 columns",
    ),
    "a far cell": (
        table(
            b"<table:table-row table:number-rows-repeated='1000000'><table:table-cell "
            b"table:number-columns-repeated='16000'/></table:table-row><table:table-row>"
            b"<table:table-cell table:number-columns-repeated='16000'/>" + CELL + P
        ),
        "the sheet extends over 1,000,001 rows and 16,001 columns",
    ),
    "no number": (
        table(b"<table:table-row>" + CELL + b' table:number-columns-repeated="x"' + P),
        '"x" is not a number of cells',
    ),
    "nought": (
        table(b"<table:table-row>" + CELL + b' table:number-columns-repeated="0"' + P),
        '"0" is not a number of cells',
    ),
    "below nought": (
        table(b"<table:table-row>" + CELL + b' table:number-columns-repeated="-1"' + P),
        '"-1" is not a number of cells',
    ),
    "many digits": (
        table(b'<table:table-row table:number-rows-repeated="' + b"9" * 5000 + b'">' + CELL + P),
        "is not a number of cells",
    ),
    "spaces by their number": (
        table(
            b'<table:table-row><table:table-cell office:value-type="string"><text:p>'
            b'<text:s text:c="9999999"/>'
            + b'<text:s text:c="60000000"/>a</text:p></table:table-cell>'
        ),
        "the cells have more than 67,108,864 characters",
    ),
    "one text everywhere": (
        table(
            b"<table:table-row>"
            b'<table:table-cell office:value-type="string" table:number-columns-repeated="10000">'
            b"<text:p>" + b"x" * 99_999 + b"</text:p></table:table-cell>"
        ),
        "the cells have more than 67,108,864 characters",
    ),
    "no number in a cell": (
        table(b'<table:table-row><table:table-cell office:value-type="float" office:value="1,5"/>'),
        ', sheet "Cards": the workbook cannot be read: A1 has the value "1,5", which is none of',
    ),
    "no truth in a cell": (
        table(
            b'<table:table-row><table:table-cell office:value-type="boolean" '
            b'office:boolean-value="1"/>'
        ),
        ', sheet "Cards": the workbook cannot be read: A1 has the value "1", which is none of its',
    ),
    "a number beyond all": (
        table(
            b'<table:table-row><table:table-cell office:value-type="float" office:value="1e999"/>'
        ),
        ':1, sheet "Cards": A1 has the number inf, which cannot be printed',
    ),
    "two sheets of one name": (
        changed(
            CONTENT,
            b"</office:spreadsheet>",
            b'<table:table table:name="Cards"/></office:spreadsheet>',
        ),
        'the workbook cannot be read: two sheets have the name "Cards"',
    ),
    "another sheet": (
        lambda parts: changed(
            CONTENT,
            b"</office:spreadsheet>",
            b'<table:table table:name="B"><table:table-row table:number-rows-repeated="999999">'
            + CELL
            + b' table:number-columns-repeated="999"'
            + P
            + b"</table:table-row></table:table></office:spreadsheet>",
        )(parts),
        ', sheet "B": the sheet extends over 999,999 rows and 999 columns\n',
    ),
    "many sheets": (
        lambda parts: changed(
            CONTENT,
            b"</office:spreadsheet>",
            b"".join(
                b'<table:table table:name="B%d"><table:table-row table:number-rows-repeated='
                b'"100000">%s%s</table:table-row></table:table>' % (n, CELL * 1, P)
                for n in range(100)
            )
            + b"</office:spreadsheet>",
        )(parts),
        'sheet "B19": the sheet extends over 100,000 rows and 1 columns',
    ),
    "a table in a table": (
        table(b"<table:table-row><table:table-cell><table:table>"),
        "a table is inside a table",
    ),
    "a cell outside": (
        lambda parts: changed(
            CONTENT, b"</office:spreadsheet>", CELL + P + b"</office:spreadsheet>"
        )(parts),
        "a cell is outside of a table",
    ),
    "a value that is none": (
        table(b'<table:table-row><table:table-cell office:value-type="float" office:value="x"/>'),
        'A1 has the value "x", which is none of its type',
    ),
    "encrypted": (
        lambda parts: {**parts, "META-INF/manifest.xml": b"<manifest:encryption-data/>"},
        "the workbook is locked by a password\n  hint: save it without one",
    ),
    "entities": (
        lambda parts: {
            **parts,
            CONTENT: b'<!DOCTYPE a [<!ENTITY a "ha">]>' + parts[CONTENT].partition(b"?>")[2],
        },
        "its XML has a document type",
    ),
}


def closed(parts: Parts) -> Parts:
    """Close what a change of an ODS left open, so that it is XML again."""
    content = parts.get(CONTENT, b"")
    if b"<table:table-row" in content and b"</table:table-row></table:table>" not in content:
        content = content.replace(b"</table:table>", b"</table:table-row></table:table>", 1)
    return {**parts, CONTENT: content} if content else parts


def pack(path: Path, parts: Parts, method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return path


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def damaged(data: bytes) -> bytes:
    """Return an archive with bytes of the packed sheet overwritten."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        entry = packed.getinfo(SHEET)
    at = entry.header_offset + 30 + len(SHEET) + 20
    return data[:at] + b"\xff" * 40 + data[at + 40 :]


def flagged(data: bytes) -> bytes:
    """Return an archive of which each entry says to be encrypted."""
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        parts = data.split(sign)
        data = sign.join(
            [parts[0], *(p[: offset - 4] + b"\x01\x00" + p[offset - 2 :] for p in parts[1:])]
        )
    return data


def lying(data: bytes) -> bytes:
    """Return an archive that declares each part to be small, in its list and before the part."""
    for sign, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        parts = data.split(sign)
        small = struct.pack("<I", 10)
        data = sign.join([parts[0], *(p[: offset - 4] + small + p[offset:] for p in parts[1:])])
    return data


def twice(data: bytes) -> bytes:
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as packed:
        packed.writestr(SHEET.upper(), b"<worksheet/>")
    return stream.getvalue()


def crowded(data: bytes) -> bytes:
    stream = io.BytesIO(data)
    with zipfile.ZipFile(stream, "a") as packed:
        for number in range(10_001):
            packed.writestr(f"a{number}", b"")
    return stream.getvalue()


ARCHIVES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "damaged": (damaged, f'"{SHEET}" is damaged: '),
    "encrypted": (flagged, "the workbook is locked by a password"),
    "lying": (lying, " is damaged: "),
    "twice": (twice, f'duplicate part "{SHEET.upper()}"'),
    "crowded": (crowded, "the workbook has more than 10,000 parts"),
    "cut short": (lambda data: data[:-30], "the file is not a workbook"),
    "old": (
        lambda data: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + data,
        "has a password, or the old format XLS",
    ),
}

TEXTS: dict[str, tuple[Callable[[], str], str]] = {
    "rows.csv": (lambda: "id\n" + "a\n" * 1_000_000, "more than 20,000 rows"),
    "blank.csv": (lambda: "id\n" + "\n" * 5_000_000, "more than 200,000 lines"),
    "columns.csv": (lambda: "id" + "," * 5_000_000, "more than 1,000 columns"),
    "cells.csv": (lambda: "id\na" + "," * 5_000_000, "more than 1,000 columns"),
    "rows.json": (
        lambda: "[" + ",".join(['{"id":"a"}'] * 1_000_000) + "]",
        "more than 20,000 rows",
    ),
    "keys.json": (
        lambda: "[{" + ",".join(f'"{n}":1' for n in range(500_000)) + "}]",
        "more than 1,000 columns",
    ),
    "rows.yaml": (lambda: "- {id: a}\n" * 25_000, "more than 20,000 rows"),
    "values.yaml": (lambda: "[" + "a," * 100_001, "more than 100,000 values"),
}


def read(path: Path) -> Table:
    problems = Problems()
    found = read_table(path, path.name, None, problems)
    problems.stop()
    return found


def cases(folder: Path) -> Iterator[tuple[str, Case]]:
    books = write_xlsx(folder / "b.xlsx", ROWS), write_ods(folder / "b.ods", ROWS[:2])
    for changes, book in zip((XLSX, ODS), books, strict=True):
        for name, (change, _) in changes.items():
            path = folder / f"{name}{book.suffix}"
            yield path.name, partial(_read_changed, path, book, change)
    for name, (spoil, _) in ARCHIVES.items():
        path = folder / f"{name}.zip.xlsx"
        yield path.name, partial(_read_spoilt, path, books[0], spoil)
    for name, (text, _) in TEXTS.items():
        yield name, partial(_read_text, folder / name, text)


def _read_changed(path: Path, book: Path, change: Callable[[Parts], Parts]) -> Table:
    return read(pack(path, closed(change(unpacked(book)))))


def _read_spoilt(path: Path, book: Path, spoil: Callable[[bytes], bytes]) -> Table:
    path.write_bytes(spoil(book.read_bytes()))
    return read(path)


def _read_text(path: Path, text: Callable[[], str]) -> Table:
    path.write_text(text(), encoding="utf-8")
    return read(path)


WANTED = {
    **{f"{name}.xlsx": words for name, (_, words) in XLSX.items()},
    **{f"{name}.ods": words for name, (_, words) in ODS.items()},
    **{f"{name}.zip.xlsx": words for name, (_, words) in ARCHIVES.items()},
    **{name: words for name, (_, words) in TEXTS.items()},
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return tried("tests.data.test_hostile_tables", str(tmp_path_factory.mktemp("tables")))


@pytest.mark.parametrize("name", WANTED)
def test_a_table_that_means_harm_is_refused(name: str, said: dict[str, str]) -> None:
    assert said[name].startswith((name, "fine") if not WANTED[name] else name), said[name]
    assert WANTED[name] in said[name]


if __name__ == "__main__":
    # the bounds as they are take seconds to reach
    workbook.MOST_ELEMENTS = document.MOST_VALUES = 100_000
    main(dict(cases(Path(sys.argv[1]))))
