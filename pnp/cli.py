"""The command line: words and exit codes. Everything else is called, and returns values."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp import __version__
from pnp.errors import PnpError, Problem

if TYPE_CHECKING:
    from pnp.content.game import Game
    from pnp.content.project import Project
    from pnp.series import Outcome

GAMES = click.argument("games", nargs=-1, metavar="[GAME]...")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")


class Commands(click.Group):
    """The commands in the order of their use; what stops one is shown as text, exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of their definition."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except PnpError as error:
            return _stop(error)
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            return _stop(PnpError([Problem(f"{name}{error.strerror or error}")]))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
def main() -> None:
    """Make print-and-play kits from spreadsheets and SVG templates.

    GAME is the key of a game, or a path with a slash in it. Without it a command takes every game
    of the project it stands in, or every bundled game.

    Exit codes: 0 fine, 1 something is wrong with the work, 2 the input cannot be used.
    """


@main.command()
@JSON
def games(as_json: bool) -> None:
    """List the games that can be built, and their components."""
    from pnp.content import listing

    found = _load(())
    click.echo(_json(listing.as_data(found)) if as_json else listing.as_text(found))


LAYOUT_OPTIONS = (
    click.option(
        "--paper",
        default="a4",
        show_default=True,
        help="a4, letter, a3, tabloid, legal, a4-letter (one file for both), or 210 x 297 mm.",
    ),
    click.option(
        "--margin",
        default="5 mm",
        show_default=True,
        help="What the printer cannot reach: one length, or left, top, right and bottom as in "
        "'5 5 5 12 mm'.",
    ),
    click.option(
        "--backs",
        type=click.Choice(["long-edge", "short-edge", "gutterfold", "none"]),
        default="long-edge",
        show_default=True,
        help="The edge that the paper is turned over; gutterfold: faces and backs on one side, to "
        "fold and glue; none: fronts only.",
    ),
    click.option(
        "--bleed",
        type=click.Choice(["gap", "butt"]),
        default="gap",
        show_default=True,
        help="gap: each piece keeps its bleed, two cuts between neighbours. butt: pieces "
        "touch, one cut.",
    ),
    click.option(
        "--gutter", default="0 mm", show_default=True, help="Extra gap between neighbours."
    ),
    click.option(
        "--ink",
        type=click.Choice(["full", "low"]),
        default="full",
        show_default=True,
        help="Full colour, or the templates' own drawing in outlines.",
    ),
)
"""What says how pieces are laid out on paper."""


def _with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that takes the layout options, in their order."""
    for option in reversed(LAYOUT_OPTIONS):
        command = option(command)
    return command


@main.command()
@GAMES
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="output",
    show_default=True,
    help="Folder for the kits; each game gets a folder of its own in it.",
)
@_with_options
@click.option("--component", "only", multiple=True, help="Make only this one; may be repeated.")
@click.option(
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png"]),
    multiple=True,
    default=["pdf", "svg"],
    show_default=True,
    help="What to write; may be repeated.",
)
@click.option(
    "--dpi",
    type=click.FloatRange(10, 1200),
    default=300,
    show_default=True,
    help="Resolution of --format png.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
def build(games: tuple[str, ...], output: Path, strict: bool, **chosen: Any) -> None:
    """Make print-ready kits, and read the PDFs back as a proof."""
    from pnp.choices import options
    from pnp.series import build_each

    codes = []
    for made in build_each(_select(games), options(**chosen), output, _tell):
        if isinstance(made, PnpError):
            _tell_problems(made)
            codes.append(2)
        else:
            _report(made)
            codes.append(made.exit_code(strict=strict))
    sys.exit(max(codes))


@main.command()
@GAMES
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif"]),
    default="text",
    show_default=True,
    help="How to print the results; sarif is for code hosts and editors.",
)
@click.option("--json", "form", flag_value="json", help="Short for --format json.")
@click.option(
    "--only", multiple=True, metavar="ID", help="Only this fact or rule, as HW-07 or 'HW-0*'."
)
@click.option("--explain", metavar="ID", help="Tell one fact or rule in full, with values.")
def check(games: tuple[str, ...], form: str, only: tuple[str, ...], explain: str | None) -> None:
    """Hold the data and drawings against the rulebook; exit with 1 when a fact is broken."""
    from pnp import inspection
    from pnp.rules import report, sarif, telling

    if explain is not None:
        told = inspection.explain(_select(games), explain)
        click.echo(telling.as_text(told) if form == "text" else _json(telling.as_data(told)))
        return
    found = inspection.inspected(_select(games), only)
    if form == "text":
        click.echo(report.as_text(found))
    else:
        click.echo(_json(report.as_data(found) if form == "json" else sarif.as_sarif(found)))
    sys.exit(report.exit_code(found))


@main.command()
@GAMES
@JSON
@click.option("--by", metavar="COLUMNS", help="Count by columns, as back,monster: one table.")
@click.option(
    "--odds",
    type=click.IntRange(min=1),
    metavar="N",
    help="Chances of an opening hand of N cards, from each deck that has as many.",
)
@click.option("--hands", is_flag=True, help="The same for the hands that the game deals.")
def count(
    games: tuple[str, ...], as_json: bool, by: str | None, odds: int | None, hands: bool
) -> None:
    """Show how many of what a game has, with its distributions as bars, or its odds."""
    from pnp.rules import counting

    shown = counting.shown(_load(games), by=by, odds=odds, dealt=hands)
    click.echo(_json(shown.as_data()) if as_json else shown.as_text())


@main.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
def customise(game: str, folder: Path) -> None:
    """Copy a bundled game's data, templates and fonts into FOLDER, to be changed there."""
    from pnp.content.customise import copy_game

    for path in copy_game(game, folder):
        click.echo(path)
    click.echo(f"change what you like, then: cd {folder} && pnp build")


@main.command()
@click.argument("document", type=click.Choice(["game", "board", "rulebook"]))
def schema(document: str) -> None:
    """Print the JSON Schema of game.yaml, board.yaml or rulebook.yaml, for an editor."""
    from pnp.rules.contract import schema_of

    click.echo(_json(schema_of(document)))


def _select(names: tuple[str, ...]) -> "list[tuple[Path, Project]]":
    from pnp.content.project import select_games

    return select_games(names, Path.cwd())


def _load(names: tuple[str, ...]) -> "list[Game]":
    from pnp.content.load import load_game

    return [load_game(folder, project) for folder, project in _select(names)]


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _stop(error: PnpError) -> None:
    _tell_problems(error)
    sys.exit(2)


def _tell_problems(error: PnpError) -> None:
    _clear()
    for problem in error.problems:
        click.echo(f"{click.style('error', fg='red')}: {problem}", err=True)


def _tell(step: str) -> None:
    """Show the step of a long run: one line on a terminal, nothing in a pipe."""
    _clear()
    if sys.stderr.isatty():
        click.echo(f"{step} …", nl=False, err=True)


def _clear() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def _report(made: "Outcome") -> None:
    _clear()
    for finding in made.findings:
        click.echo(finding, err=True)
    click.echo(f"{made.title}: {made.pieces} pieces on {made.sheets} sheets ({made.sides} sides)")
    click.echo(f"  {made.proof}")
    click.echo(f"  {made.files} files in {_shown(made.folder)}")


def _shown(folder: Path) -> Path:
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder
