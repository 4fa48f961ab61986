"""A deck for a table that is there already: what its columns are for is found, and it stays as is.

What is guessed stands in the entry and in the template that are written, and is changed there.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from pnp.base.ceilings import PIECES
from pnp.base.diagnostics import Finding, Problems, Where, user_error
from pnp.data.cards import (
    check_columns,
    check_ids,
    copies_column,
    is_copies,
    read_cards,
    undeclared,
)
from pnp.data.entry import RowSource
from pnp.data.errorwords import MEND, error_cells
from pnp.data.project import slug_of
from pnp.data.rows import PRIVATE, Table, renamed
from pnp.data.table import read_table
from pnp.starters.insertion import text_of

LONGEST_KIND = 24
"""The characters that fit into the line under the picture; longer texts are what a card does."""

LONGEST_NUMBER = 3
"""The characters that fit into the coin."""

TITLES = ("name", "title", "titel", "card", "karte")
COSTS = ("cost", "costs", "price", "points", "value", "kosten", "preis", "punkte", "wert")
KINDS = ("kind", "type", "category", "class", "suit", "typ", "art", "sorte", "kategorie", "klasse")
WORDS = (
    *("text", "texts", "words", "rules", "rule", "effect", "effects", "ability", "abilities"),
    *("description", "action", "what it does", "texte", "wirkung", "effekt", "regel", "regeln"),
    *("beschreibung", "fähigkeit", "aktion", "kartentext"),
)
PICTURES = ("picture", "image", "illustration", "artwork", "icon", "file", "bild", "datei")
"""Names of columns, in English and German, as people write them in their tables."""

_NUMBER = re.compile(r"[-+−]?[0-9]{1,3}")
_PICTURE = re.compile(r"\S.*\.(svgz?|png|jpe?g|gif|webp)", re.IGNORECASE)
_ROLE = re.compile(r"(\{\{ |pnp:if=\")?@(\w+)")


class Columns(NamedTuple):
    """The columns of a table by what they are for; a part of a card that has none is left out.

    ``aliases`` is what game.yaml has as ``from``: ``{"id": "Name", "qty": "Count"}``. ``parts`` are
    those that the template draws: ``{"name": "Name", "number": "Cost", "words": "Text"}``.
    ``copies`` is the column that has them, and ``unused`` are those that are for nothing.
    """

    aliases: Mapping[str, str]
    parts: Mapping[str, str]
    copies: str | None
    unused: tuple[str, ...]

    def __str__(self) -> str:
        """Return what was found: ``name = Card, copies = x, words = Text; not used: Picture``."""
        parts = [f"{part} = {column}" for part, column in self.parts.items()]
        parts.insert(1, f"copies = {self.copies}" if self.copies else "copies: 1 each")
        unused = f"; not used: {', '.join(self.unused)}" if self.unused else ""
        return ", ".join(parts) + unused


def table_of(path: Path) -> Table:
    """Return a table file; of a workbook it is the first sheet in sight.

    Raises:
        PnpError: it cannot be read, or has no rows or columns.
    """
    problems = Problems()
    table = read_table(path, str(path), None, problems)
    problems.stop()
    named = table.columns.keys() - {PRIVATE}
    if not table.rows or not named:
        missing = "rows" if named else "columns that are not private"
        hint = "write a header, and below it a row for each card"
        raise user_error(f"the table has no {missing}", Where(str(path)), hint)
    return table


def ready(table: Table, columns: Columns, name: str) -> Table:
    """Return a table as the deck ``name`` reads it, with its ids.

    Raises:
        PnpError: a game with this deck could not be built: holds every reason.
    """
    problems = Problems()
    read = renamed(table, columns.aliases, None, name) if columns.aliases else table
    known = undeclared(read.columns)
    check_columns(read, known, table.where, problems)
    cards = read_cards(read, known, RowSource((), None, None, "", None), problems)
    check_ids(cards, problems)
    for found in error_cells(table):
        problems.note(found.message, found.where, MEND)
    taken = "qty" if "qty" in table.columns else columns.copies
    Problems(_no_copies(problem, taken) for problem in problems).stop()
    if not any(card.qty for card in cards):
        hint = "write how many copies of each card are printed"
        raise user_error(
            "the deck has no cards: all its copies are 0", cards[0].where_of("qty"), hint
        )
    if sum(card.qty for card in cards) > PIECES.most:
        hint = PIECES.hint("lower the copies of its rows")
        raise user_error(f"the deck has more than {PIECES.most:,} cards", table.where, hint)
    return read


def _no_copies(problem: Finding, copies: str | None) -> Finding:
    """Return a problem with more of a hint, if it is of the column that was taken for copies.

    One that is named ``Qty`` and has no numbers is not taken for them, and cannot be read.
    """
    field = problem.where and problem.where.field
    if copies is None and field and field != "qty" and field.lower() == "qty":
        hint = "write the numbers of copies into it, or rename it, if it has none"
        return replace(problem, message="the column has no numbers of copies", hint=hint)
    if field is None or field != copies:
        return problem
    return replace(problem, hint=f"{problem.hint}; or rename the column, if it has no copies")


def columns_of(table: Table) -> Columns:
    """Return what the columns of a table are for, by their names, else by what is in them."""
    copies = copies_column(table)
    names = [name for name in table.columns if name in (copies, "qty") or name != PRIVATE]
    cells = {name: [row.cells.get(name, "") for row in table.rows] for name in names}
    aliases = {}
    if copies not in (None, "qty") and "qty" in cells:
        copies = None
    full = {name: column for name, column in cells.items() if name != copies} or cells
    title = _called(TITLES, full) or _full(full) or next(iter(full))
    own = "id" if "id" in cells else _called(("id",), cells) or title
    if own != "id":
        aliases["id"] = own
    if copies not in (None, "qty"):
        aliases["qty"] = copies
    used = {title, copies, own}
    free = {name: column for name, column in cells.items() if name not in used and any(column)}
    parts = {"name": title, **_parts(free)}
    unused = tuple(name for name in cells if name not in {*used, *parts.values()})
    return Columns(aliases, parts, copies, unused)


def _parts(free: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the columns with a number, the kind and the words: a name says more than a length."""
    texts = {name: list(filter(None, column)) for name, column in free.items()}
    texts = {name: column for name, column in texts.items() if not _all(_PICTURE, column)}
    brief = [name for name, column in texts.items() if max(map(len, column)) <= LONGEST_NUMBER]
    numbers = [name for name, column in texts.items() if _all(_NUMBER, column)]
    parts = {
        "number": _called(COSTS, brief) or next(iter(sorted(numbers, key=is_copies)), None),
        "kind": _called(KINDS, texts),
        "words": _called(WORDS, texts),
    }
    rest = [name for name in texts if name not in (*numbers, *parts.values())]
    rest = [name for name in rest if _called((*PICTURES, *KINDS, *WORDS), [name]) is None]
    short = [name for name in rest if max(map(len, texts[name])) <= LONGEST_KIND]
    long = [name for name in rest if name not in short]
    parts["kind"] = parts["kind"] or next(iter(short), None)
    if long:
        longest = max(long, key=lambda name: mean(map(len, free[name])))
        parts["words"] = parts["words"] or longest
    return {part: column for part, column in parts.items() if column is not None}


def _called(names: Collection[str], columns: Iterable[str]) -> str | None:
    """Return the column with the first of some names, else one whose last word is among them.

    ``Type of card`` is a column of types.
    """
    known = {column.lower().rstrip(" .:"): column for column in columns}
    last = {re.split(" (?:of|for) ", name)[0].split(" ")[-1]: known[name] for name in known}
    return next((each[name] for each in (known, last) for name in names if name in each), None)


def _full(cells: Mapping[str, list[str]]) -> str | None:
    """Return the first column but those of ids that has words in each cell, and none twice.

    One whose words all give ids comes before others.
    """
    named = [
        name
        for name, column in cells.items()
        if name.lower() != "id" and all(column) and len({*column}) == len(column)
        if not _all(_NUMBER, column)
    ]
    return next((name for name in named if all(map(slug_of, cells[name]))), next(iter(named), None))


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
    """Return a template with the first row as its sample; the deck's name is ``name``.

    ``table`` has ids, as ``ready`` returns it: a column ``ID`` is ``id`` there. A row that is not
    printed is no sample.
    """
    cells = next(row.cells for row in table.rows if row.cells.get("qty", "1").strip("0., "))
    read = {part: own if own in table.columns else "id" for part, own in columns.parts.items()}
    words = {part: cells.get(column, "") for part, column in read.items()}
    words["sample"] = f"{name}/{cells['id']}"
    drawing = (files("pnp.starters") / "table" / "face.svg").read_text("utf-8")
    return "".join(
        _ROLE.sub(lambda found: _filled(found, read, words), line)
        for line in drawing.splitlines(keepends=True)
        if {found[2] for found in _ROLE.finditer(line)} <= words.keys()
    )


def _filled(found: re.Match[str], read: Mapping[str, str], words: Mapping[str, str]) -> str:
    """Return a part's column where data is read, and the words of the sample where it is shown."""
    before, part = found[1], found[2]
    if before is None:
        return escape(words[part].replace("{{", "{ {"))  # a template would read data there
    column = read[part]
    plain = column.isidentifier() and column.isascii() and not hasattr(dict, column)
    return before + escape(f"card.{column}" if plain else f"card[{_spelled(column)}]")


def _spelled(column: str) -> str:
    """Return a column's name in quotes; braces are escaped, as they would end the expression."""
    return repr(column).replace("{", r"\x7b").replace("}", r"\x7d")


def back(drawing: bytes, title: str, table: Table) -> bytes:
    """Return the template of the back; ``title`` is the deck's.

    Where a column is named ``component``, templates know the cell by that name, and not the deck.
    """
    own = "component" in table.columns
    return drawing.replace(b"{{ component.title }}", title.encode()) if own else drawing
