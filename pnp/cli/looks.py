"""The work of ``pnp show`` around the picture: which game, which file, standard output."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pnp.base.diagnostics import exit_code, user_error
from pnp.base.scratch import scratch
from pnp.cli.console import say, write_bytes
from pnp.data.project import Project, entered, find_project, known_games, select_games
from pnp.data.wanted import Wanted
from pnp.kit import Selected
from pnp.scene.page import Ink
from pnp.show import STDOUT, Look, Picked, show


def show_picture(
    names: Sequence[str], file: str | None, opens: bool, look: Mapping[str, Any]
) -> int:
    """Draw what names like ``halloween/graveyard/white-*`` mean; return the exit code.

    Raises:
        PnpError: there is no such game or piece, no file is named, or it cannot be written.
    """
    folder, project, wanted = _found(names, Path.cwd())
    chosen = Look(**{**look, "ink": Ink(look["ink"])})
    if file == STDOUT:
        shown = _to_stdout(folder, project, wanted, chosen)
    else:
        path = Path(file) if file else _beside(opens)
        shown = show(folder, project, wanted, chosen, path)
        say(f"{_listed(shown.ids)}: {path}")
        if opens:
            click.launch(str(path))
    for finding in shown.findings:
        say(finding, err=True)
    return exit_code(shown.findings, strict=False)


MOST_IDS = 8
"""How many pieces a picture's line names."""


def _listed(ids: Sequence[str]) -> str:
    """Return ids in one line: ``pond/frog, pond/newt``; the first of many."""
    if len(ids) <= MOST_IDS:
        return ", ".join(ids)
    return f"{', '.join(ids[: MOST_IDS - 1])} and {len(ids) - MOST_IDS + 1} more"


def _to_stdout(folder: Path, project: Project, wanted: Sequence[Wanted], look: Look) -> Picked:
    from tempfile import gettempdir

    with scratch(Path(gettempdir())) as aside:
        path = aside / "card.png"
        shown = show(folder, project, wanted, look, path)
        write_bytes(path.read_bytes())
    return shown


def _beside(opens: bool) -> Path:
    """Return a file to look at that nobody named: in a folder of its own among temporary files."""
    if not opens:
        hint = "write -o card.png, or --open to look at it at once"
        raise user_error("no file is named for the picture", hint=hint)
    from tempfile import mkdtemp

    return Path(mkdtemp(prefix="pnp-")) / "cards.png"


Home = tuple[Path, Project, Wanted]
"""A game's folder, its project, and what of it is wanted."""


def _found(names: Sequence[str], cwd: Path) -> tuple[Path, Project, Sequence[Wanted]]:
    """Return the game that names are in, and what of it is wanted.

    Raises:
        PnpError: a name has too many parts or an empty one, or no game or several may be meant.
    """
    homes = [_home(name, cwd) for name in names]
    if len({folder for folder, _, _ in homes}) > 1:
        hint = "draw a picture for each game"
        raise user_error("one picture shows the pieces of one game", hint=hint)
    folder, project, _ = homes[0]
    return folder, project, [wanted for _, _, wanted in homes]


def _home(name: str, cwd: Path) -> Home:
    first, *rest = name.split("/")
    own = select_games((), cwd) if (find_project(cwd).root / "card_data").is_dir() else []
    of_game = len(rest) == 2 or _names_game(first, bool(rest), own, cwd)
    whole_game = of_game and rest in ([], [""])
    if not whole_game:
        _refuse_parts(name)
    if of_game:
        ((folder, project),) = select_games((first,), cwd)
        return folder, project, Wanted("*") if whole_game else Wanted.parse("/".join(rest))
    if len(own) != 1:
        hint = f"{entered(cwd)}write the game first: GAME/{name}"
        problem = "it is not clear which game is meant" if own else "this folder is in no project"
        raise user_error(problem, hint=hint)
    return *own[0], Wanted.parse(name)


def _refuse_parts(name: str) -> None:
    """Raise an error for a name with more than three parts, or with one that is empty."""
    parts = name.split("/")
    filled = [part for part in parts if part]
    if not 0 < len(filled) <= MOST_PARTS:
        hint = "write GAME/COMPONENT/CARD, as halloween/graveyard/white-zombie"
        fault = "too many parts" if filled else "empty parts only"
        raise user_error(f"{name} has {fault}", hint=hint)
    if filled != parts:
        raise user_error(f"{name} has an empty part", hint=f"write {'/'.join(filled)}")


MOST_PARTS = 3
"""The parts of a name: game, component and card."""


def _names_game(first: str, more: bool, own: Selected, cwd: Path) -> bool:
    """Tell whether the first part of a name is a game's key, not a component of the only game."""
    if not more and first in {folder.name for folder, _ in own}:
        return True
    return first in known_games(cwd) and first not in _components(own)


def _components(games: Selected) -> tuple[str, ...]:
    """Return the names of the components of the project's only game; nothing if it has several."""
    from pnp.data.load import load_game
    from pnp.kinds.catalog import KINDS

    return tuple(load_game(*games[0], KINDS).components) if len(games) == 1 else ()
