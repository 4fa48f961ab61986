"""``pnp games`` and ``pnp customise``: lists games as text or data, and copies a bundled one."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.base.diagnostics import nearest, quote, user_error
from pnp.base.scratch import clear_abandoned, filled
from pnp.data.game import Component, Game
from pnp.data.project import SHARE


def copy_game(key: str, folder: Path) -> tuple[Path, ...]:
    """Copy a bundled game's data, templates and fonts into a new project; return the folders.

    Raises:
        PnpError: no bundled game has that key, or the folder is not empty.
    """
    bundled = sorted(path.parent.name for path in (SHARE / "card_data").glob("*/game.yaml"))
    if key not in bundled:
        hint = nearest(key, bundled) or f"the bundled games are {', '.join(bundled)}"
        raise user_error(f"no bundled game is called {quote(key)}", hint=hint)
    clear_abandoned(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise user_error(f"{quote(folder)} is not an empty folder", hint="name a new folder")
    names = f"card_data/{key}", f"templates/{key}", "fonts"
    with filled(folder) as fresh:
        for name in names:
            _copy(SHARE / name, fresh / name)
    return tuple(folder / name for name in names)


def _copy(folder: Path, place: Path) -> None:
    """Copy a folder; the error of a full disk is one as any other, which copytree's is not."""
    for path in (folder, *sorted(folder.rglob("*"))):
        copy = place / path.relative_to(folder)
        if path.is_dir():
            copy.mkdir(parents=True)
        else:
            shutil.copy(path, copy)


def as_data(games: Sequence[Game]) -> list[dict[str, Any]]:
    """Return each game with its components as plain data."""
    return [
        {
            "key": game.key,
            "title": game.title,
            "designer": game.designer,
            "version": game.version,
            "players": list(game.players),
            "languages": list(game.languages),
            "components": [_entry(component) for component in game.components.values()],
        }
        for game in games
    ]


def as_text(games: Sequence[Game]) -> str:
    """Return each game with a line for each component."""
    return "\n\n".join("\n".join([_title(game), *_lines(game)]) for game in games)


def _entry(component: Component) -> dict[str, Any]:
    return {
        "name": component.name,
        "title": component.title,
        "kind": component.kind.name,
        "size": [component.size.width, component.size.height],
        "qty": component.qty,
        "different": len(component.cards),
        "aid": component.aid,
    }


def _title(game: Game) -> str:
    by = f", by {game.designer}" if game.designer else ""
    players = f", {_players(game.players)}" if game.players else ""
    languages = f", in {', '.join(game.languages)}" if len(game.languages) > 1 else ""
    return f"{game.key}: {game.title}{by}{players}{languages}"


def _players(numbers: Sequence[int]) -> str:
    *fewer, most = sorted(set(numbers))
    if not fewer:
        return f"{most} player{'s' if most > 1 else ''}"
    if len(fewer) == most - fewer[0]:
        return f"{fewer[0]}-{most} players"
    return f"{', '.join(map(str, fewer))} or {most} players"


def _lines(game: Game) -> list[str]:
    width = max(map(len, game.components), default=0)
    return [
        f"  {component.name:<{width}}  {component.qty:>3} {component.kind.name:<8}"
        f" {component.size!s:<18} {'aid' if component.aid else ''}".rstrip()
        for component in game.components.values()
    ]
