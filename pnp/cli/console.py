"""What a run says on the terminal: its steps, what stopped it, and what became of a build."""

import sys
from errno import EACCES, ENOSPC, EPERM, EROFS
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.base.diagnostics import PnpError, counted, user_error

if TYPE_CHECKING:
    from pnp.cli.builds import Outcome


def tell_step(step: str) -> None:
    """Show the step of a long run: one line on a terminal, nothing in a pipe."""
    clear_step()
    if sys.stderr.isatty():
        click.echo(f"{step} …", nl=False, err=True)


def clear_step() -> None:
    """Take the last step off the terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def tell_problems(error: PnpError) -> None:
    """Show everything that stops a run."""
    clear_step()
    for problem in error.problems:
        click.echo(f"{click.style('error', fg='red')}: {problem}", err=True)


def unwritable(error: OSError) -> PnpError:
    """Return what stops a run when the system refuses a file; for a kit's lock, its folder."""
    path = Path(error.filename) if error.filename else None
    elsewhere = "or name another folder with --output"
    hints = {ENOSPC: f"free some space, {elsewhere}"}
    hints |= dict.fromkeys((EACCES, EPERM, EROFS), f"mend the rights of that place, {elsewhere}")
    said = error.strerror or str(error)
    message = f"{said[:1].lower()}{said[1:]}"
    shown = path.parent if path and path.suffix == ".lock" else path
    return user_error(f"{shown}: {message}" if shown else message, hint=hints.get(error.errno or 0))


def tell_outcome(made: "Outcome") -> None:
    """Show what was found in a finished build, what it holds, and where it lies."""
    clear_step()
    for finding in made.findings:
        click.echo(finding, err=True)
    pieces, sheets = counted(made.pieces, "piece"), counted(made.sheets, "sheet")
    click.echo(f"{made.title}: {pieces} on {sheets} ({counted(made.sides, 'side')})")
    click.echo(f"  {made.proof}")
    click.echo(f"  {counted(made.files, 'file')} in {_shown(made.folder)}")


def _shown(folder: Path) -> Path:
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder
