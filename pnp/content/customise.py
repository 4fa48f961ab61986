"""A bundled game, copied for changing: the installed files stay out of reach."""

import shutil
from pathlib import Path

from pnp.content.project import SHARE
from pnp.errors import fail, nearest, quoted


def copy_game(key: str, folder: Path) -> tuple[Path, ...]:
    """Return the folders of a new project that holds a bundled game's data, templates and fonts.

    Raises:
        PnpError: no bundled game has that key, or the folder is in use.
    """
    bundled = sorted(path.parent.name for path in (SHARE / "card_data").glob("*/game.yaml"))
    if key not in bundled:
        hint = nearest(key, bundled) or f"bundled are {', '.join(bundled)}"
        raise fail(f"no bundled game is called {quoted(key)}", hint=hint)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise fail(f"{quoted(folder)} is not an empty folder", hint="name a folder that is new")
    copied = []
    for name in (f"card_data/{key}", f"templates/{key}", "fonts"):
        target = folder / name
        shutil.copytree(SHARE / name, target)
        copied.append(target)
    return tuple(copied)
