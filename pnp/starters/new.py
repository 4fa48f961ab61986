"""``pnp new``: a folder with a small finished game, to be made one's own."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pnp.base.diagnostics import Where, named, quote, user_error
from pnp.base.scratch import clear_abandoned, filled
from pnp.data.project import slug_of
from pnp.rulebook.contract import schema_of

STARTERS = ("deck", "board", "standees")

PLACEHOLDER = "my-game"

SCHEMAS = {"game": "game.yaml", "board": "board*.yaml", "rulebook": "rulebook.yaml"}
"""The documents with a schema, and the names that an editor knows their files by."""


def new(folder: Path, starter: str) -> tuple[Path, ...]:
    """Write a new project with one game into a folder; return its files.

    The game's key is the folder's name in small letters, digits and hyphens.

    Raises:
        PnpError: the folder has files already, or its name gives no key.
    """
    clear_abandoned(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise user_error(f"{folder} has files already", hint="name a folder that does not exist")
    key = _key(folder)
    written = []
    with named(folder), filled(folder) as fresh:
        for name, text in _files(starter):
            path = name.replace(PLACEHOLDER, key)
            _write(fresh / path, text.replace(PLACEHOLDER, key))
            written.append(folder / path)
        for name, text in _editor_files():
            _write(fresh / name, text)
    return tuple(written)


def _key(folder: Path) -> str:
    key = slug_of(folder.resolve().name)
    if not key:
        hint = "name it with letters or digits, as in owl-night"
        raise user_error(f"{quote(folder.name)} gives no name for a game", Where(str(folder)), hint)
    return key


def _files(starter: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file of a starter, then of those that all have."""
    for name in (starter, "project"):
        yield from inside(files("pnp.starters") / name)


def inside(folder: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield path and text of every file in a folder; a name like dot-gitignore begins with a dot.

    Git and packagers would take a real one for their own.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = path + re.sub("^dot-", ".", entry.name)
        if entry.is_dir():
            yield from inside(entry, f"{name}/")
        else:
            yield name, entry.read_text("utf-8")


def _editor_files() -> Iterator[tuple[str, str]]:
    """Yield the schemas of the data files, and the settings by which an editor finds them."""
    for document in SCHEMAS:
        yield f"schemas/{document}.schema.json", _json(schema_of(document))
    known = {
        f"./schemas/{document}.schema.json": f"card_data/*/{pattern}"
        for document, pattern in SCHEMAS.items()
    }
    yield ".vscode/settings.json", _json({"yaml.schemas": known})


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
