"""The work of ``pnp show`` around the picture: which game, which file, standard output."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from pnp.base.diagnostics import exit_code, user_error
from pnp.cli.console import say, write_bytes
from pnp.data.project import Project, find_project, select_games
from pnp.scene.page import Ink
from pnp.show import STDOUT, Look, Picked, Wanted, show


def show_picture(name: str, file: str | None, opens: bool, look: Mapping[str, Any]) -> int:
    """Draw what a name like ``halloween/graveyard/white-*`` means; return the exit code.

    Raises:
        PnpError: there is no such game or piece, no file is named, or it cannot be written.
    """
    folder, project, wanted = _found(name, Path.cwd())
    chosen = Look(**{**look, "ink": Ink(look["ink"])})
    if file == STDOUT:
        shown = _to_stdout(folder, project, wanted, chosen)
    else:
        path = Path(file) if file else _beside(wanted, opens)
        shown = show(folder, project, wanted, chosen, path)
        say(f"{', '.join(shown.ids)}: {path}")
        if opens:
            click.launch(str(path))
    for finding in shown.findings:
        say(finding, err=True)
    return exit_code(shown.findings, strict=False)


def _to_stdout(folder: Path, project: Project, wanted: Wanted, look: Look) -> Picked:
    with TemporaryDirectory() as scratch:
        path = Path(scratch) / "card.png"
        shown = show(folder, project, wanted, look, path)
        write_bytes(path.read_bytes())
    return shown


def _beside(wanted: Wanted, opens: bool) -> Path:
    """Return a file to look at that nobody named: in a folder of its own among temporary files."""
    if not opens:
        hint = "write -o card.png, or --open to look at it at once"
        raise user_error("no file is named for the picture", hint=hint)
    from tempfile import mkdtemp

    return Path(mkdtemp(prefix="pnp-")) / f"{wanted.component}.png"


def _found(name: str, cwd: Path) -> tuple[Path, Project, Wanted]:
    """Return the game that a name is in, and what of it is wanted.

    The first part may be a game's key; without it, the project has to have one game only.

    Raises:
        PnpError: the name has too many parts, or no game or several games may be meant.
    """
    first, *rest = name.split("/")
    if len(rest) > 2:
        hint = "write GAME/COMPONENT/CARD, as halloween/graveyard/white-zombie"
        raise user_error(f"{name} has too many parts", hint=hint)
    own = select_games((), cwd) if (find_project(cwd).root / "card_data").is_dir() else []
    if rest and (len(rest) == 2 or first not in _components(own)):
        (folder, project), *_ = select_games((first,), cwd)
        return folder, project, Wanted(rest[0], rest[1] if len(rest) > 1 else None)
    if not rest and first in {folder.name for folder, _ in own}:
        (folder, project), *_ = select_games((first,), cwd)
        return folder, project, Wanted("*", None)
    if len(own) != 1:
        hint = f"write the game first: GAME/{name}"
        raise user_error("it is not clear which game is meant", hint=hint)
    return *own[0], Wanted(first, rest[0] if rest else None)


def _components(games: list[tuple[Path, Project]]) -> tuple[str, ...]:
    """Return the names of the components of the project's only game; nothing if it has several."""
    from pnp.data.load import load_game
    from pnp.kinds.catalog import KINDS

    return tuple(load_game(*games[0], KINDS).components) if len(games) == 1 else ()
