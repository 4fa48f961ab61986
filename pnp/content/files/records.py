"""Rows that are a list of records: in YAML, inside game.yaml, or in JSON."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.content.files.document import Document
from pnp.content.files.problems import Problems
from pnp.content.files.rows import Row, Table, check_size, listed
from pnp.content.files.text import read_text
from pnp.errors import Where, fail, quoted

_RECORDS = "write a list of rows, each with its columns as keys"
_CELL = "write text, a number, true or false"


def document_rows(document: Document, problems: Problems) -> Table:
    """Return the table that a list of mappings in YAML stands for.

    Raises:
        PnpError: the document is no list.
    """
    if not isinstance(document.data, list):
        raise fail("the rows are no list", document.where(), _RECORDS)
    check_size(document.where(), rows=len(document.data))
    rows = (_document_row(document.at((i,)), problems) for i in range(len(document.data)))
    return listed(document.where(), filter(None, rows), problems)


def _document_row(row: Document, problems: Problems) -> Row | None:
    if not isinstance(row.data, dict):
        problems.note("the row is no group of keys", row.where(), _RECORDS)
        return None
    check_size(row.where(), columns=len(row.data))
    cells: dict[str, str] = {}
    for key, value in row.data.items():
        if isinstance(value, list | dict):
            problems.note(*_no_cell(value, row.where((key,)).at(str(key))))
        cells[str(key)] = "" if value is None else row.text((key,))
    places = {str(key): row.where((key,)).at(str(key)) for key in row.data}
    return Row(row.where(), cells, places)


def read_json(path: Path, shown: str, problems: Problems) -> Table:
    """Return the table of a JSON file that holds a list of objects.

    Raises:
        PnpError: the file is no JSON, or no list.
    """
    text = read_text(path, shown)
    try:
        rows = [_json_row(where, value, problems) for where, value in _items(text, shown)]
    except json.JSONDecodeError as error:
        place = Where(shown, error.lineno, error.colno)
        raise fail(f"the file is no JSON: {_lower(error.msg)}", place) from None
    except RecursionError:
        raise fail("the data is nested too deep", Where(shown), _CELL) from None
    return listed(Where(shown, 1), filter(None, rows), problems)


def _items(text: str, shown: str) -> Iterator[tuple[Where, Any]]:
    """Yield the items of a list, each with the line it begins in."""
    decoder = json.JSONDecoder(
        object_pairs_hook=_Pairs, parse_int=str, parse_float=str, parse_constant=str
    )
    at = _skip(text, 0)
    if text[at : at + 1] != "[":
        raise fail("the rows are no list", Where(shown, 1), _RECORDS)
    at = _skip(text, at + 1)
    line, counted, rows = 1, 0, 0
    while text[at : at + 1] != "]":
        line, counted = line + text.count("\n", counted, at), at
        rows += 1
        check_size(Where(shown, line), rows=rows)
        value, at = decoder.raw_decode(text, at)
        yield Where(shown, line), value
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
    if _skip(text, at + 1) != len(text):
        raise json.JSONDecodeError("Extra data", text, at + 1)


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON, with keys that stand twice still in it."""


def _json_row(where: Where, value: Any, problems: Problems) -> Row | None:
    if not isinstance(value, _Pairs):
        problems.note("the row is no object", where, _RECORDS)
        return None
    check_size(where, columns=len(value))
    cells: dict[str, str] = {}
    for key, cell in value:
        if key in cells:
            problems.note(f"the key {quoted(key)} stands twice", where.at(key))
        if isinstance(cell, list):
            problems.note(*_no_cell(cell, where.at(key)))
        cells[key] = _json_text(cell)
    return Row(where, cells)


def _json_text(cell: Any) -> str:
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _no_cell(value: Any, where: Where) -> tuple[str, Where, str]:
    group = isinstance(value, dict | _Pairs)
    return f"{'a group of keys' if group else 'a list'} cannot be a cell", where, _CELL


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in " \t\r\n":
        at += 1
    return at


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
