"""``pnp preview``: opens the live view of one game, until Ctrl-C."""

import shutil
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event

from pnp.base.diagnostics import PnpError, user_error
from pnp.data.project import Project
from pnp.kit import Options
from pnp.preview.desk import Desk
from pnp.preview.entries import Entry
from pnp.preview.server import HOST, Preview

EDITORS = {
    "code": "vscode://file{file}:{line}",
    "codium": "vscodium://file{file}:{line}",
    "cursor": "cursor://file{file}:{line}",
    "zed": "zed://file{file}:{line}",
    "subl": "subl://open?url=file://{file}&line={line}",
}
"""Addresses that open a file at a line, by the program that has to be on the PATH."""


AWAKE = 0.5
"""Seconds after which a Ctrl-C is seen at the latest: one that comes just as a wait begins does not
end it, and on Windows none does."""


def preview(
    selected: Sequence[tuple[Path, Project]],
    options: Options,
    port: int,
    opens: bool,
    say: Callable[[str], None],
) -> None:
    """Show a game in a browser until Ctrl-C; ``options`` are for its sheets.

    Raises:
        PnpError: there is not exactly one game, or the port is taken.
    """
    if len(selected) != 1:
        names = ", ".join(folder.name for folder, _ in selected) or "none"
        raise user_error("name one game to look at", hint=f"pnp preview GAME; the games: {names}")
    desk = Desk(*selected[0], options)
    page = _page(desk, port)
    desk.tell = in_turn(desk.tell, teller(desk, say))
    say(f"{desk.folder.name}: {page.address}")
    with suppress(KeyboardInterrupt):
        say("save a table or a template to see it here; Ctrl-C ends it")
        with page.running():
            if opens:
                webbrowser.open(page.address)
            while True:
                Event().wait(AWAKE)


def in_turn(*calls: Callable[[], None]) -> Callable[[], None]:
    """Return what calls several functions, one after the other."""

    def call() -> None:
        for each in calls:
            each()

    return call


def teller(desk: Desk, say: Callable[[str], None]) -> Callable[[], None]:
    """Return what says the problems of a desk whenever they are others, and that they are gone."""
    told: list[Entry] = []

    def tell() -> None:
        problems = desk.state.get("problems", [])
        if problems == told:
            return
        for each in problems:
            say(f"{each['place']}: {each['message']}" if each["place"] else each["message"])
            if each["hint"]:
                say(f"  hint: {each['hint']}")
        if not problems:
            say("mended, and drawn again")
        told[:] = problems

    return tell


def _page(desk: Desk, port: int) -> Preview:
    try:
        return Preview(desk, port, _editor())
    except OSError as error:
        message = f"port {port} of {HOST} cannot be used: {error.strerror or error}"
        raise _taken(message) from None


def _taken(message: str) -> PnpError:
    return user_error(message, hint="leave out --port, and any free one is taken")


def _editor() -> str:
    """Return the address that opens a file in an editor of this machine; empty if none is known."""
    return next((address for name, address in EDITORS.items() if shutil.which(name)), "")
