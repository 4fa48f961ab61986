"""The names in a game, read quickly and leniently: enough to complete what is typed in a shell.

Nothing is validated, and what cannot be read is left out: a game with mistakes has names too.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pnp.base.diagnostics import PnpError, Problems
from pnp.data.document import Document, read_document
from pnp.data.project import GAME_FILE, confined
from pnp.data.rows import Table, document_rows, id_stem, with_aliases
from pnp.data.table import read_table
from pnp.data.texttable import ONLY


def component_names(folder: Path) -> list[str]:
    """Return the names of the components of the game in a folder, in the order of the file."""
    return [name for name, _ in _components(folder)]


def card_ids(folder: Path, component: str) -> list[str]:
    """Return the ids of the rows of a component, in the order of its tables."""
    ids: dict[str, None] = {}
    for name, entry in _components(folder):
        if name == component:
            for table in _tables(folder, name, entry):
                ids.update(dict.fromkeys(row.cells.get("id", "") for row in table.rows))
    return [*filter(None, ids)] or [component]


def text_languages(folder: Path) -> list[str]:
    """Return the languages that the table of texts of the game in a folder has columns for."""
    with suppress(PnpError, OSError, AttributeError, TypeError):
        source = read_document(folder / GAME_FILE, GAME_FILE).data.get("texts")
        source = {"rows": source} if isinstance(source, str) else source
        rows, sheet = source["rows"], source.get("sheet")
        table = read_table(confined(folder, rows), rows, sheet, Problems())
        return [name for name in table.columns if name != ONLY]
    return []


def _components(folder: Path) -> Iterator[tuple[str, Document]]:
    with suppress(PnpError, OSError):
        document = read_document(folder / GAME_FILE, GAME_FILE)
        entries = document.data.get("components") if isinstance(document.data, Mapping) else None
        for name, entry in entries.items() if isinstance(entries, Mapping) else ():
            if isinstance(entry, Mapping):
                yield str(name), document.at(("components", name))


def _tables(folder: Path, component: str, entry: Document) -> Iterator[Table]:
    """Yield the tables of an entry: its own, or those under ``cards``."""
    parts = entry.data.get("cards")
    number = len(parts) if isinstance(parts, list) else 0
    paths: list[tuple[str | int, ...]] = [("cards", index) for index in range(number)]
    for path in paths or [()]:
        with suppress(PnpError, OSError, AttributeError, TypeError):
            yield _table(folder, entry.at(path), id_stem(component, path))


def _table(folder: Path, source: Document, stem: str) -> Table:
    rows, aliases = source.data.get("rows"), source.data.get("from") or {}
    if isinstance(rows, str):
        table = read_table(confined(folder, rows), rows, source.data.get("sheet"), Problems())
    else:
        table = document_rows(source.at(("rows",)), Problems())
    if not aliases:
        return table
    return with_aliases(table, aliases, None, source.at(("from",)), stem)
