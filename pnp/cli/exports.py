"""The work of ``pnp export`` around the files: which target, which game, what is told."""

from pathlib import Path
from urllib.parse import urlsplit

from pnp.base.diagnostics import counted, quote, user_error
from pnp.cli.console import clear_step, say, shown_path, tell_step
from pnp.cli.options import output_folder
from pnp.data.project import select_games
from pnp.destinations.directory import destination, listed
from pnp.destinations.send import send


def tell_targets() -> None:
    """Print what each target takes."""
    say(listed())


def tell_exported(target: str | None, names: tuple[str, ...], output: str, base_url: str) -> None:
    """Write a game for a target, and print what was written.

    Raises:
        PnpError: the target is unknown, no or several games are meant, or nothing can be written.
    """
    if target is None:
        raise user_error("no target is named", hint="pnp export --list tells them")
    found = destination(target)
    place = output_folder(output)
    _refuse_address(base_url, linked=found.linked)
    games = select_games(names, Path.cwd(), bundled=False)
    if len(games) != 1:
        hint = f"write pnp export {target} {games[0][0].name}"
        raise user_error("an export is of one game", hint=hint)
    sent = send(*games[0], found, place, base_url, tell_step)
    clear_step()
    say(f"{sent.title}: {counted(sent.pieces, 'piece')} for {found.title}, read back as they are")
    for name, number in sent.left_out.items():
        say(f"  left out: {number} × {name}")
    say(f"  {counted(sent.files, 'file')} in {shown_path(sent.folder)}")


def _refuse_address(url: str, *, linked: bool) -> None:
    """Refuse an address where none is needed, or that is none."""
    if not url:
        return
    if not linked:
        raise user_error("--base-url is for tts alone", hint="leave it out: the pictures go along")
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.hostname and not parts.query
    except ValueError:
        valid = False
    if not valid or any(char.isspace() or char in '"<>\\^`{|}#' for char in url):
        hint = "write --base-url https://example.org/halloween"
        raise user_error(f"--base-url: {quote(url)} is no address of a web site", hint=hint)
