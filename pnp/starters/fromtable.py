"""A deck for a table that is there already: what its columns are for is found, and it stays as is.

What is guessed stands in the entry and in the template that are written, and is changed there.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from pnp.base.diagnostics import Problems, Where, user_error
from pnp.data.cards import NAMES, QTY_ELSEWHERE
from pnp.data.project import slug_of
from pnp.data.rows import Table
from pnp.data.table import read_table
from pnp.starters.insertion import text_of

LONGEST_KIND = 24
"""The characters that fit into the line under the picture; longer texts are what a card does."""

_NUMBER = re.compile(r"[-+−]?[0-9]{1,3}")
_COPIES = re.compile(r"[0-9]{1,3}([.,]0+)?")
_ROLE = re.compile(r"(\{\{ |pnp:if=\")?@(\w+)")


class Columns(NamedTuple):
    """The columns of a table by what they are for; a part of a card that has none is left out.

    ``aliases`` is what game.yaml has as ``from``: ``{"id": "Name", "qty": "Count"}``. ``parts`` are
    those that the template draws: ``{"name": "Name", "number": "Cost", "words": "Text"}``.
    """

    aliases: Mapping[str, str]
    parts: Mapping[str, str]


def table_of(path: Path) -> Table:
    """Return a table file; of a workbook it is the first sheet.

    Raises:
        PnpError: it cannot be read, or has no rows or columns.
    """
    problems = Problems()
    table = read_table(path, str(path), None, problems)
    problems.stop()
    if not table.rows or not table.columns:
        missing = "rows" if table.columns else "columns that are not private"
        hint = "write a header, and below it a row for each card"
        raise user_error(f"the table has no {missing}", Where(str(path)), hint)
    return table


def columns_of(table: Table) -> Columns:
    """Return what the columns of a table are for, by their names and by what is in them."""
    cells = {name: [row.cells.get(name, "") for row in table.rows] for name in table.columns}
    aliases = {}
    title = _called(NAMES[1:], cells) or _full(cells) or next(iter(cells))
    if "id" not in cells:
        aliases["id"] = _called(("id",), cells) or title
    copies = _called(("qty", *QTY_ELSEWHERE), cells)
    if copies is not None and _all(_COPIES, cells[copies]):
        if copies != "qty":
            aliases["qty"] = copies
    else:
        copies = None
    used = {title, copies, "id", aliases.get("id")}
    free = {name: column for name, column in cells.items() if name not in used and any(column)}
    parts = {"name": title}
    numbers = [name for name, column in free.items() if _all(_NUMBER, filter(None, column))]
    texts = [name for name in free if name not in numbers]
    short = [name for name in texts if max(map(len, free[name])) <= LONGEST_KIND]
    parts |= {"number": numbers[0]} if numbers else {}
    parts |= {"kind": short[0]} if short else {}
    if long := [name for name in texts if name not in short]:
        parts["words"] = max(long, key=lambda name: mean(map(len, free[name])))
    return Columns(aliases, parts)


def _called(names: Collection[str], columns: Iterable[str]) -> str | None:
    """Return the column with the first of some names, in capitals or not."""
    known = {column.lower(): column for column in columns}
    return next((known[name] for name in names if name in known), None)


def _full(cells: Mapping[str, list[str]]) -> str | None:
    """Return the first column but those of ids that has words in each cell, and none twice."""
    return next(
        (
            name
            for name, column in cells.items()
            if name.lower() != "id"
            if all(map(slug_of, column)) and len({*column}) == len(column)
            if not _all(_NUMBER, column)
        ),
        None,
    )


def _all(form: re.Pattern[str], cells: Iterable[str]) -> bool:
    return all(form.fullmatch(cell) for cell in cells)


def with_rows(plain: str, rows: str, columns: Columns) -> str:
    """Return the entry of a deck for game.yaml: ``plain`` with another table in its place."""
    lines = [f"  rows: {text_of(rows)}"]
    if columns.aliases:
        aliases = (f"{ours}: {text_of(own)}" for ours, own in columns.aliases.items())
        lines.append(f"  from: {{{', '.join(aliases)}}}")
    without = re.sub(r"(?m)^ +columns: .*\n", "", plain)
    return re.sub(r"(?m)^ +rows: .*$", lambda _: "\n".join(lines), without)


def face(name: str, table: Table, columns: Columns) -> str:
    """Return a template with the first row as its sample; the deck's name is ``name``."""
    cells = table.rows[0].cells
    own = columns.aliases.get("id", "id")
    id_ = cells.get(own, "") if own == "id" else slug_of(cells.get(own, ""))
    words = {part: cells.get(column, "") for part, column in columns.parts.items()}
    words["sample"] = f"{name}/{id_}"
    drawing = (files("pnp.starters") / "table" / "face.svg").read_text("utf-8")
    return "".join(
        _ROLE.sub(lambda found: _filled(found, columns, words), line)
        for line in drawing.splitlines(keepends=True)
        if {found[2] for found in _ROLE.finditer(line)} <= words.keys()
    )


def _filled(found: re.Match[str], columns: Columns, words: Mapping[str, str]) -> str:
    """Return a part's column where data is read, and the words of the sample where it is shown."""
    before, part = found[1], found[2]
    if before is None:
        return escape(words[part].replace("{{", "{ {"))  # a template would read data there
    column = columns.parts[part]
    plain = column.isidentifier() and column.isascii() and not hasattr(dict, column)
    return before + escape(f"card.{column}" if plain else f"card[{column!r}]")
