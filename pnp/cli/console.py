"""What a run says on the terminal: its steps, what stopped it, and what became of a build."""

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
    from pnp.cli.builds import Outcome

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What a terminal obeys instead of showing it, and what it cannot show: control characters but
line end and tab, marks that turn the direction of text, and bytes of names that are no UTF-8."""


def visible(text: object) -> str:
    """Return a text that a terminal only shows: what it would obey is written as in JSON."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", str(text))


def say(text: object, *, err: bool = False, mark: str = "") -> None:
    """Print a text and a line end; a red ``mark`` stands before it. All that is printed goes here.

    Raises:
        PnpError: the system refuses it, as where standard output goes to a full disk.
    """
    try:
        click.echo(click.style(mark, fg="red") + visible(text), err=err)
    except OSError as error:
        stream = "standard error" if err else "standard output"
        raise user_error(f"{stream}: {_said(error)}") from None


@contextmanager
def escaped_usage() -> Iterator[None]:
    """Let an error of use repeat the user's words as a terminal can show them."""
    try:
        yield
    except click.ClickException as error:
        setattr(error, "message", visible(error.message))  # noqa: B010 - final only for typing
        raise


def tell_step(step: str) -> None:
    """Show the step of a long run: one line on a terminal, nothing in a pipe."""
    clear_step()
    if sys.stderr.isatty():
        click.echo(f"{visible(step)} …", nl=False, err=True)


def clear_step() -> None:
    """Take the last step off the terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def tell_problems(error: PnpError) -> None:
    """Show everything that stops a run."""
    clear_step()
    for problem in error.problems:
        say(f": {problem}", err=True, mark="error")


def unwritable(error: OSError) -> PnpError:
    """Return what stops a run when the system refuses a file; for a kit's lock, its folder."""
    path = Path(error.filename) if error.filename else None
    elsewhere = "or name another folder with --output"
    hints = {ENOSPC: f"free some space, {elsewhere}"}
    hints[EFBIG] = f"let files be larger (ulimit -f), {elsewhere}"
    hints |= dict.fromkeys((EACCES, EPERM, EROFS), f"mend the rights of that place, {elsewhere}")
    message = _said(error)
    shown = path.parent if path and path.suffix == ".pnp-lock" else path
    return user_error(f"{shown}: {message}" if shown else message, hint=hints.get(error.errno or 0))


def _said(error: OSError) -> str:
    said = error.strerror or str(error)
    return f"{said[:1].lower()}{said[1:]}"


def tell_outcome(made: "Outcome") -> None:
    """Show what was found in a finished build, what it holds, and where it lies."""
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
