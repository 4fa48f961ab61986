"""``pnp add``: one more component for a game, plain but finished, to be made one's own."""

import re
import shlex
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pnp.base.diagnostics import Problems, Where, named, nearest, quote, user_error
from pnp.base.filelock import alone_in
from pnp.base.interrupts import uninterrupted
from pnp.base.scratch import scratch
from pnp.data.entry import usual_title
from pnp.data.fields import slug
from pnp.data.project import (
    DATA,
    DEVICE,
    Project,
    confined,
    find_project,
    game_file,
    project_games,
    reserved,
    select_games,
)
from pnp.data.schema import UnfitError
from pnp.data.textfile import read_bytes
from pnp.kinds.catalog import KINDS
from pnp.starters.fromtable import Columns, back, columns_of, face, ready, table_of, with_rows
from pnp.starters.insertion import inserted, text_of
from pnp.starters.new import PLACEHOLDER, inside

TO_ADD = ("deck", "tile", "token", "standee", "board", "die", "sheet", "booklet")
"""The kinds that have a component to begin with: a folder each in ``components``."""

OF_TABLES = "deck"
"""The kind that can be added for a table that is there already."""

_NAME = "my-part"
"""Stands for the component's name in the files of a kind, as ``my-game`` for the game's key."""

_TITLE = "My part"
"""Stands for the title that such a component has."""

_ENTRY = "entry.yaml"


class Added(NamedTuple):
    """The files that were written, and what the columns of the table, if any, were taken for."""

    files: tuple[Path, ...]
    columns: Columns | None


def add(kind: str, name: str, key: str | None, cwd: Path, table: Path | None = None) -> Added:
    """Add a component to a game of the project around a folder; return what was written.

    ``key`` is the key of the game; it may be None if the project has one game only. ``table`` has
    the rows of a deck: it is read where it lies, or copied beside game.yaml if it lies elsewhere.
    Either all files are written, or none.

    Raises:
        PnpError: the kind is unknown, the name is invalid or taken, a file exists already, the
            table cannot be used, or game.yaml has no place for an entry.
    """
    _check_kind(kind)
    _check_name(name)
    if table is not None and kind != OF_TABLES:
        hint = f"add the {kind} without it, and name the table in game.yaml"
        raise user_error(f"--from is for a {OF_TABLES}", hint=hint)
    folder = _game_folder(key, cwd)
    with alone_in(folder):
        return _added(kind, name, folder, find_project(folder), table)


def _added(kind: str, name: str, folder: Path, project: Project, table: Path | None) -> Added:
    path = game_file(folder)
    shown = project.show(path)
    entry, new = _files(kind, name, folder, project.root)
    columns = None
    if table is not None:
        entry, new, columns = _with_table(table, entry, new, name, folder)
    changed = inserted(read_bytes(path, shown), entry, shown)
    problems = Problems()
    for file in filter(Path.exists, new):
        hint = "choose another name"
        if table is not None and file.suffix != ".svg":
            own = shlex.quote(project.show(file))
            hint = f"rename the table, or write --from {own} if it is the same one"
        problems.note("the file exists already", Where(project.show(file)), hint)
    problems.stop()
    _write_all(new, path, changed)
    return Added((path, *new), columns)


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
    if DEVICE.fullmatch(name):
        raise user_error(f"{quote(name)} cannot name files on every system", hint=reserved(name))
    from pnp.rulebook.evaluation import SETTINGS  # its modules are only for facts

    if name in SETTINGS:
        message = f"{quote(name)} is {SETTINGS[name]} where facts are checked"
        raise user_error(message, hint=f"give it another name, as in {name}-card")


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
        games = {folder.name: folder for folder in project_games(Project(root))}
        if key not in games:
            hint = nearest(key, games) or f"its games are {', '.join(games)}"
            raise user_error(f"the project has no game {quote(key)}", Where(str(root)), hint)
        return games[key]
    own = [folder for folder, _ in select_games((), cwd)]
    if len(own) != 1:
        hint = f"write --game and one of {', '.join(shlex.quote(folder.name) for folder in own)}"
        raise user_error("it is not clear which game is meant", hint=hint)
    return own[0]


def _with_table(
    file: Path, entry: str, new: Mapping[Path, bytes], name: str, folder: Path
) -> tuple[str, dict[Path, bytes], Columns]:
    """Return the entry and the files of a deck with the rows of a table, and its columns."""
    table = table_of(file)
    columns = columns_of(table)
    drawings = {path: text for path, text in new.items() if path.suffix == ".svg"}
    front = next(path for path in drawings if not path.stem.endswith("-back"))
    drawings = {p: back(drawing, usual_title(name), table) for p, drawing in drawings.items()}
    drawings[front] = face(name, ready(table, columns, name), columns).encode()
    place = file.resolve()
    if place.is_relative_to(folder.resolve()):
        rows = place.relative_to(folder.resolve()).as_posix()
        return with_rows(entry, rows, columns), drawings, columns
    copy = {confined(folder, file.name): read_bytes(file, str(file))}
    return with_rows(entry, file.name, columns), copy | drawings, columns


def _files(kind: str, name: str, folder: Path, root: Path) -> tuple[str, dict[Path, bytes]]:
    """Return the entry for game.yaml, and what is written into each file."""
    key = folder.name
    texts = dict(inside(files("pnp.starters") / "components" / kind))
    names = rf"{PLACEHOLDER}/\S+|{_NAME}"
    entry = re.sub(names, lambda match: text_of(_filled(match[0], name, key)), texts[_ENTRY])
    new = {}
    for path, text in texts.items():
        place, _, rest = path.partition("/")
        target = folder.parent if place == DATA else root / place
        if path != _ENTRY:
            new[target / _filled(rest, name, key)] = _filled(text, name, key).encode()
    return entry, new


def _filled(text: str, name: str, key: str) -> str:
    values = {_NAME: name, PLACEHOLDER: key, _TITLE: usual_title(name)}
    return re.sub("|".join(values), lambda match: values[match[0]], text)


def _write_all(new: Mapping[Path, bytes], path: Path, content: bytes) -> None:
    """Write new files and then game.yaml; take them away again if one cannot be written."""
    written: list[Path] = []
    with uninterrupted():
        try:
            for file, data in new.items():
                file.parent.mkdir(parents=True, exist_ok=True)
                with named(file), file.open("xb") as stream:
                    written.append(file)
                    stream.write(data)
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
