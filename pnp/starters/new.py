"""``pnp new``: a folder with a small finished game, to be made one's own."""

import json
import os
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from unicodedata import normalize

from pnp.base.diagnostics import Where, named, quote, user_error
from pnp.base.scratch import clear_abandoned, filled
from pnp.data.project import check_key, slug_of
from pnp.rulebook.contract import schema_of
from pnp.starters.insertion import text_of

STARTERS = ("deck", "board", "standees")

PLACEHOLDER = "my-game"

TITLE = "My game"
"""Stands for the game's title in the files of a starter."""

LONGEST_TITLE = 24
"""The characters that fit on the starters' cards."""

SCHEMAS = {"game": "game.yaml", "board": "board*.yaml", "rulebook": "rulebook.yaml"}
"""The documents with a schema, and the names that an editor knows their files by."""


def new(folder: Path, starter: str) -> tuple[Path, ...]:
    """Write a new project with one game into a folder; return its files.

    The game's key is the folder's name in small letters, digits and hyphens, its title the same
    in words.

    Raises:
        PnpError: the folder has files already, or its name gives no key that a kit can have.
    """
    clear_abandoned(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise user_error(f"{folder} has files already", hint="name a folder that does not exist")
    name = Path(os.path.realpath(folder)).name  # which takes a link to itself, too
    key, title = _key(name, folder), title_of(name)
    written = []
    with named(folder), filled(folder) as fresh:
        for file, text in _files(starter):
            path = file.replace(PLACEHOLDER, key)
            own = title if path.endswith(".svg") else text_of(title)
            _write(fresh / path, text.replace(PLACEHOLDER, key).replace(TITLE, own))
            written.append(folder / path)
        for file, text in _editor_files():
            _write(fresh / file, text)
    return tuple(written)


def _key(name: str, folder: Path) -> str:
    key = slug_of(name)
    if not key:
        hint = "name it with letters or digits, as in owl-night"
        raise user_error(f"{quote(folder.name)} gives no name for a game", Where(str(folder)), hint)
    check_key(key, folder)
    return key


def title_of(name: str) -> str:
    """Return a folder's name as a game's title: ``market-day`` is ``Market Day``.

    Capitals stay as they are, and so do accents; letters that the starters' fonts may lack do not.
    """
    latin = normalize("NFC", name)
    plain = latin if max(latin) < "\u0180" else slug_of(name)
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)*", plain)
    if not any(map(str.isupper, plain)):
        words = [word[0].upper() + word[1:] for word in words]
    while len(" ".join(words)) > LONGEST_TITLE and len(words) > 1:
        words.pop()
    return " ".join(words)[:LONGEST_TITLE]


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
