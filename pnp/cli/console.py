"""Output on the terminal: progress, errors, and the outcome of a build."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EFBIG, ENOSPC, EPERM, EROFS
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.base.diagnostics import PnpError, counted, user_error

if TYPE_CHECKING:
    from pnp.build import Outcome

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that a terminal obeys or cannot show: control characters except line feed and tab,
marks that change the direction of text, and lone surrogates (bytes of names that are not UTF-8)."""


def visible(text: object) -> str:
    """Return a text with such characters escaped as in JSON, so that a terminal can show it."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", str(text))


def say(text: object, *, err: bool = False, mark: str = "") -> None:
    """Print a text and a line end, after a red ``mark``. All output of commands goes through here.

    Raises:
        PnpError: the stream cannot be written, as when it is redirected to a full disk.
    """
    try:
        click.echo(click.style(mark, fg="red") + visible(text), err=err)
    except OSError as error:
        stream = "standard error" if err else "standard output"
        raise user_error(f"{stream}: {_reason(error)}") from None


@contextmanager
def escaped_usage() -> Iterator[None]:
    """Escape the user's words in click's usage errors, so that a terminal can show them."""
    try:
        yield
    except click.ClickException as error:
        setattr(error, "message", visible(error.message))  # noqa: B010 - final only for typing
        raise


def tell_step(step: str) -> None:
    """Show the current step of a build on a terminal, in place of the last one."""
    clear_step()
    if sys.stderr.isatty():
        click.echo(f"{visible(step)} …", nl=False, err=True)


def clear_step() -> None:
    """Erase the current step from the terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def tell_problems(error: PnpError) -> None:
    """Print all problems of an error."""
    clear_step()
    for problem in error.problems:
        say(f": {problem}", err=True, mark="error")


def unwritable(error: OSError) -> PnpError:
    """Return the error for a file that cannot be written; for a kit's lock, name its folder."""
    path = Path(error.filename) if error.filename else None
    elsewhere = "or name another folder with --output"
    hints = {ENOSPC: f"free some space, {elsewhere}"}
    hints[EFBIG] = f"let files be larger (ulimit -f), {elsewhere}"
    hints |= dict.fromkeys((EACCES, EPERM, EROFS), f"change its permissions, {elsewhere}")
    message = _reason(error)
    shown = path.parent if path and path.suffix == ".pnp-lock" else path
    return user_error(f"{shown}: {message}" if shown else message, hint=hints.get(error.errno or 0))


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{reason[:1].lower()}{reason[1:]}"


def tell_outcome(made: "Outcome") -> None:
    """Print the findings, the contents and the folder of a finished build."""
    clear_step()
    for finding in made.findings:
        say(finding, err=True)
    pieces, sheets = counted(made.pieces, "piece"), counted(made.sheets, "sheet")
    say(f"{made.title}: {pieces} on {sheets} ({counted(made.sides, 'side')})")
    say(f"  {made.proof}")
    say(f"  {counted(made.files, 'file')} in {_shown(made.folder)}")


def _shown(folder: Path) -> Path:
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder
