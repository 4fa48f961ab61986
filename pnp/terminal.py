"""What a run says on the terminal: its steps, what stopped it, and what became of a build."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.errors import PnpError

if TYPE_CHECKING:
    from pnp.series import Outcome


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


def tell_outcome(made: "Outcome") -> None:
    """Show what was found in a finished build, what it holds, and where it lies."""
    clear_step()
    for finding in made.findings:
        click.echo(finding, err=True)
    click.echo(f"{made.title}: {made.pieces} pieces on {made.sheets} sheets ({made.sides} sides)")
    click.echo(f"  {made.proof}")
    click.echo(f"  {made.files} files in {_shown(made.folder)}")


def _shown(folder: Path) -> Path:
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder
