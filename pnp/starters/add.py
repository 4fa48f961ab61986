"""``pnp add``: one more component for a game, plain but finished, to be made one's own."""

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from pnp.base.diagnostics import Problems, Where, named, nearest, quote, user_error
from pnp.base.interrupts import uninterrupted
from pnp.base.scratch import scratch
from pnp.data.fields import slug
from pnp.data.project import DATA, confined, find_project, game_file, select_games
from pnp.data.schema import UnfitError
from pnp.data.textfile import read_bytes
from pnp.kinds.catalog import KINDS
from pnp.starters.insertion import inserted
from pnp.starters.new import PLACEHOLDER, inside

TO_ADD = ("deck", "tile", "token", "standee", "board", "die", "sheet", "booklet")
"""The kinds that have a component to begin with: a folder each in ``components``."""

_NAME = "my-part"
"""Stands for the component's name in the files of a kind, as ``my-game`` for the game's key."""

_ENTRY = "entry.yaml"

_PLAIN = re.compile(r"\w[\w./ -]*")
"""A path that YAML takes for text without quotes."""


def add(kind: str, name: str, key: str | None, cwd: Path) -> tuple[Path, ...]:
    """Add a component to a game of the project around a folder; return the written files.

    ``key`` is the key of the game; it may be None if the project has one game only. Either all
    files are written, or none.

    Raises:
        PnpError: the kind is unknown, the name is invalid or taken, a file exists already, or
            game.yaml has no place for an entry.
    """
    _check_kind(kind)
    _check_name(name)
    folder = _game_folder(key, cwd)
    project = find_project(folder)
    path = game_file(folder)
    shown = project.show(path)
    entry, new = _files(kind, name, folder, project.root)
    changed = inserted(read_bytes(path, shown), entry, shown)
    problems = Problems()
    for file in filter(Path.exists, new):
        problems.note("the file exists already", Where(project.show(file)), "choose another name")
    problems.stop()
    _write_all(new, path, changed)
    return (path, *new)


def _check_kind(kind: str) -> None:
    if kind not in TO_ADD:
        message = "has no component to begin with" if kind in KINDS.all else "is not a kind"
        hint = nearest(kind, TO_ADD) or f"the kinds to add are {', '.join(TO_ADD)}"
        raise user_error(f"{quote(kind)} {message}", hint=hint)


def _check_name(name: str) -> None:
    try:
        slug(name)
    except UnfitError as error:
        raise user_error(str(error), hint=error.hint) from None


def _game_folder(key: str | None, cwd: Path) -> Path:
    """Return the folder of a game of the project around ``cwd``.

    Raises:
        PnpError: there is no project, it has no such game, or several games may be meant.
    """
    root = find_project(cwd).root
    if not (root / DATA).is_dir():
        hint = "`pnp new FOLDER` makes one; go into it"
        raise user_error("there is no project here", Where(str(root)), hint)
    if key is not None:
        return game_file(confined(root / DATA, key)).parent
    own = [folder for folder, _ in select_games((), cwd)]
    if len(own) != 1:
        hint = f"write --game and one of {', '.join(folder.name for folder in own)}"
        raise user_error("it is not clear which game is meant", hint=hint)
    return own[0]


def _files(kind: str, name: str, folder: Path, root: Path) -> tuple[str, dict[Path, str]]:
    """Return the entry for game.yaml, and the text of each file to write."""
    key = folder.name
    texts = dict(inside(files("pnp.starters") / "components" / kind))
    names = rf"{PLACEHOLDER}/\S+|{_NAME}"
    entry = re.sub(names, lambda match: _quoted(_filled(match[0], name, key)), texts[_ENTRY])
    new = {}
    for path, text in texts.items():
        place, _, rest = path.partition("/")
        target = folder.parent if place == DATA else root / place
        if path != _ENTRY:
            new[target / _filled(rest, name, key)] = _filled(text, name, key)
    return entry, new


def _quoted(path: str) -> str:
    return path if _PLAIN.fullmatch(path) else json.dumps(path, ensure_ascii=False)


def _filled(text: str, name: str, key: str) -> str:
    values = {_NAME: name, PLACEHOLDER: key}
    return re.sub("|".join(values), lambda match: values[match[0]], text)


def _write_all(new: Mapping[Path, str], path: Path, content: bytes) -> None:
    """Write new files and then game.yaml; take them away again if one cannot be written."""
    written: list[Path] = []
    with uninterrupted():
        try:
            for file, text in new.items():
                file.parent.mkdir(parents=True, exist_ok=True)
                with named(file), file.open("x", encoding="utf-8", newline="\n") as stream:
                    written.append(file)
                    stream.write(text)
            _replace(path, content)
        except OSError:
            for file in written:
                file.unlink()
            raise


def _replace(path: Path, content: bytes) -> None:
    """Replace a file in one step: it is never seen half written."""
    target = path.resolve()
    with named(target), scratch(target.parent) as folder:
        fresh = folder / target.name
        fresh.write_bytes(content)
        fresh.chmod(target.stat().st_mode)
        fresh.replace(target)
