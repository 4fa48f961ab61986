"""The commands of ``pnp``: options, help texts and exit codes. The work is done elsewhere."""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from pnp import __version__
from pnp.base.ceilings import check_settings
from pnp.base.diagnostics import PnpError, Problems, user_error
from pnp.base.interrupts import INTERRUPTED, stopping
from pnp.cli.console import (
    check_folder,
    clear_step,
    enter,
    escaped_usage,
    say,
    shown_path,
    tell_outcome,
    tell_problems,
    tell_step,
    tell_unforeseen,
    unwritable,
    writing,
)
from pnp.cli.flags import DEFAULTS, layout_options, output_option, paper_options, sheet_options

if TYPE_CHECKING:
    from pnp.data.game import Game
    from pnp.data.project import Project
    from pnp.kit import Options


def _suggest(what: str) -> Callable[..., list[str]]:
    """Return what completes a word in a shell; loaded when a shell asks."""

    def suggest(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
        from pnp.cli.completion import suggested

        return suggested(what, context, begun)

    return suggest


GAMES = click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=_suggest("games"))
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")

LANGUAGE = click.option(
    "--language",
    metavar="TAG",
    shell_complete=_suggest("languages"),
    help="Language of its texts, as de; without it the one that the game is written in.",
)

UNFORESEEN = 70
"""Exit code when pnp itself is at fault: ``EX_SOFTWARE`` of BSD's sysexits.h."""


class Command(click.Command):
    """A command whose help may find nobody that takes it, and which takes no blank values."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Parse the command's own options."""
        with writing(err=False):
            return super().make_context(*args, **more)
        sys.exit()  # nobody reads the help

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command; refuse blank ones: a variable of a script is not set.

        Raises:
            PnpError: a value is blank.
        """
        written = list(args)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            values, _, _ = self.make_parser(ctx).parse_args(args=written)
            for param in self.params:
                _refuse_blank(param, values.get(param.name or ""))
        return rest


def _refuse_blank(param: click.Parameter, value: Any) -> None:
    """Raise an error if a value that is written is blank, or one of several."""
    values = value if isinstance(value, list | tuple) else (value,)
    if any(isinstance(each, str) and not each.strip() for each in values):
        option = isinstance(param, click.Option)
        name = max(param.opts, key=len) if option else str(param.name).upper()
        hint = "write it" if param.required else f"write it, or leave {name} out"
        hint += "; is a variable of your script not set?"
        raise user_error(f"{name}: the {'value' if option else 'word'} is blank", hint=hint)


class Commands(click.Group):
    """The commands, listed in the order of use; errors become a message and an exit code."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of their definition."""
        return list(self.commands)

    def main(self, *args: Any, **more: Any) -> Any:
        """Run the program, or answer a shell that asks for completions."""
        if "_PNP_COMPLETE" in os.environ:
            from pnp.cli import completion  # noqa: F401 - PowerShell is made known to click

        return super().main(*args, **more)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Parse the options of the program itself."""
        with escaped_usage():
            try:
                with writing(err=False):  # --help and --version write already here
                    return super().make_context(*args, **more)
                sys.exit()  # nobody reads them
            except PnpError as error:
                _stop(error)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and turn its errors into messages and exit codes."""
        try:
            with escaped_usage():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, SystemExit):
            raise
        except BaseException as error:  # a panic in a library of Rust's is no Exception
            if stopping() or isinstance(error, KeyboardInterrupt):
                clear_step()
                say("stopped: a kit that was not finished is unchanged", err=True)
                sys.exit(INTERRUPTED)
            _tell(error, self._output(ctx), debug=ctx.params["debug"])

    def _output(self, ctx: click.Context) -> str | None:
        """Return what ``--output`` names in the command that runs: a folder, a file, or nothing."""
        command = self.commands.get(ctx.invoked_subcommand or "")
        options = command.params if command is not None else ()
        names = (option.name for option in options if "--output" in option.opts)
        return next(("folder" if name == "output" else "file" for name in names), None)


def _tell(error: BaseException, output: str | None, *, debug: bool) -> NoReturn:
    """Say what ended a command, and exit with its code."""
    match error:
        case PnpError():
            _stop(error)
        case OSError():
            _stop(unwritable(error, output))
        case MemoryError():
            _stop(user_error("the memory is full", hint="close other programs, or make a part"))
        case _:
            with suppress(PnpError, OSError):
                tell_unforeseen(error, debug=debug)
            sys.exit(UNFORESEEN)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pnp")
@click.option("--debug", is_flag=True, help="Show the traceback when pnp itself is at fault.")
def main(debug: bool) -> None:
    """Make print-and-play kits from spreadsheets and SVG templates.

    GAME is the key of a game, or a path with a slash in it. Without it a command takes every game
    of the project it stands in; outside a project every bundled game, but build asks for --all.

    Exit codes: 0 fine, 1 something is wrong with the work, 2 the input cannot be used, 70 pnp
    itself is at fault, 130 stopped by Ctrl-C or a signal. The environment variable PNP_LIMITS
    sets limits, as in PNP_LIMITS="rows=50000 sheets=5000"; the README lists them.
    """
    check_settings()
    check_folder()


@main.command()
@JSON
def games(as_json: bool) -> None:
    """List the games that can be built, and their components."""
    from pnp.data import listing

    found, problems = _load(())
    say(_json(listing.as_data(found)) if as_json else listing.as_text(found))
    problems.stop()


@main.command()
@GAMES
@output_option("Folder for the kits; each game gets a folder of its own in it.")
@layout_options
@click.option(
    "--component",
    "components",
    multiple=True,
    metavar="COMPONENT",
    shell_complete=_suggest("components"),
    help="Make only this component, in parts/ inside the kit's folder; may be repeated.",
)
@click.option(
    "--card",
    "cards",
    multiple=True,
    metavar="COMPONENT/CARD",
    shell_complete=_suggest("cards"),
    help="Make only this card, or those of a pattern as 'graveyard/white-*', likewise.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png"]),
    multiple=True,
    default=["pdf", "svg"],
    show_default=True,
    help="What to write; may be repeated. Less than pdf and svg goes into parts/ inside the kit's "
    "folder, and leaves the kit as it is.",
)
@click.option(
    "--dpi",
    type=click.FloatRange(10, 1200),
    default=300,
    show_default=True,
    help="Resolution of --format png.",
)
@LANGUAGE
@click.option(
    "--printer",
    metavar="NAME",
    help="Correct the back sides for a printer that pnp calibrate measured; its paper, margin and "
    "turning edge are taken where none are given.",
)
@click.option(
    "--since",
    metavar="PATH",
    help="Only what changed since the kit in this folder, or since the manifest of one, and a page "
    "that says which old pieces to throw away; in parts/ inside the kit's folder.",
)
@click.option(
    "--cosmetic",
    is_flag=True,
    help="With --since: also what has other colours, sizes or places only.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
@click.option("--all", "everything", is_flag=True, help="Every bundled game, outside a project.")
def build(
    games: tuple[str, ...],
    output: str,
    printer: str | None,
    since: str | None,
    cosmetic: bool,
    strict: bool,
    everything: bool,
    **chosen: Any,
) -> None:
    """Make print-ready kits, and read the PDFs back as a proof.

    A kit's folder is made anew as a whole; its parts/ stay, and so does the manifest of each
    earlier version, as manifest-0.3.json. A folder that holds anything that no build made is
    refused, and nothing in it is touched.
    """
    from pnp.build import build_each
    from pnp.cli.editions import with_update
    from pnp.cli.options import options, output_folder

    codes = []
    place = output_folder(output)
    selected = _select(games, bundled=everything)
    written = _written(chosen)
    made_for = options(**written) if printer is None else _for_printer(printer, written)
    made_for, update = with_update(made_for, since, cosmetic=cosmetic)
    for made in build_each(selected, made_for, place, tell_step, update):
        if isinstance(made, PnpError):
            tell_problems(made)
            codes.append(2)
        else:
            tell_outcome(made)
            codes.append(made.exit_code(strict=strict))
    sys.exit(max(codes))


def _for_printer(printer: str, written: dict[str, Any]) -> "Options":
    from pnp.cli.calibration import with_printer

    return with_printer(printer, written)


def _written(chosen: Mapping[str, Any], usual: Collection[str] = DEFAULTS) -> dict[str, Any]:
    """Return the options without the ``usual`` ones that the user did not write.

    Those are paper, margin and backs: what they are without being written depends on others.
    """
    given = _given(usual)
    return {key: value for key, value in chosen.items() if key in given or key not in usual}


def _given(names: Iterable[str]) -> set[str]:
    """Return the names of those options that the user wrote."""
    from click.core import ParameterSource

    source = click.get_current_context().get_parameter_source
    return {key for key in names if source(key) is not ParameterSource.DEFAULT}


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
    "--only",
    multiple=True,
    metavar="ID[,ID…]",
    help="Only these facts or rules, as HW-07,HW-11 or 'HW-0*'; draws what they look at.",
)
@click.option("--explain", metavar="ID", help="Tell one fact or rule in full, with values.")
@click.option(
    "--language",
    metavar="TAG",
    shell_complete=_suggest("languages"),
    help="Only in this language, as de; without it in all that the game has texts in.",
)
def check(
    games: tuple[str, ...],
    form: str,
    only: tuple[str, ...],
    explain: str | None,
    language: str | None,
) -> None:
    """Hold data and drawings against rulebook and print rules; exit with 1 when one is broken."""
    from pnp import check
    from pnp.rulebook import explanation, report

    if explain is not None:
        told = check.explain(_select(games), explain, language)
        say(explanation.as_text(told) if form == "text" else _json(explanation.as_data(told)))
        return
    patterns = [id_.strip() for ids in only for id_ in ids.split(",")]
    found: list[check.Inspection] = []
    problems = Problems()
    with problems.kept():
        found, unusable = check.inspected(_select(games), patterns, language)
        problems += unusable
    if form == "json":
        say(_json(report.as_data(found, problems)))
    elif form == "sarif":
        say(_json(report.as_sarif(found, problems)))
    elif found:
        say(report.as_text(found))
    problems.stop()
    sys.exit(report.exit_code(found))


@main.command()
@click.argument("target", required=False, shell_complete=_suggest("targets"))
@click.argument("game", required=False, shell_complete=_suggest("games"))
@click.option(
    "--list", "lists", is_flag=True, help="Tell what TARGET takes, and what not, or each."
)
@output_option("Folder for the exports; each gets a folder of its own in it, as halloween-tts.")
@click.option("--base-url", metavar="URL", default="", help="Where the pictures of tts will be.")
@click.option(
    "--cards",
    type=click.Choice(["sheets", "single"]),
    default="sheets",
    show_default=True,
    help="Cards of tts on as few pictures as can be, or a picture for each.",
)
@click.option(
    "--stock",
    type=click.Choice(["s27", "s30", "s33", "m31", "p10"]),
    default="s30",
    show_default=True,
    help="Card stock of mpc: Smooth, Standard Smooth, Superior Smooth, Linen, Plastic.",
)
@sheet_options
@click.option(
    "--cut-offset",
    metavar="'X Y mm'",
    default="0 0 mm",
    help="How far to the right and down lines are moved, for a cutter that errs.",
)
@click.option(
    "--standard",
    type=click.Choice(["x4", "x1a"]),
    default="x4",
    show_default=True,
    help="PDF/X-4, or PDF/X-1a without transparency and layers.",
)
@click.option(
    "--profile", metavar="FILE", default="", help="ICC profile of the press; without it FOGRA39."
)
@click.option(
    "--registration",
    type=click.Choice(["three", "four", "card-maker"]),
    default="three",
    show_default=True,
    help="Marks of Silhouette on a cutter's sheets; card-maker: cards lie where the templates of "
    "silhouette-card-maker cut them.",
)
@LANGUAGE
def export(
    target: str | None,
    game: str | None,
    lists: bool,
    output: str,
    language: str | None,
    **chosen: str,
) -> None:
    """Make files for tables on the screen, print shops and cutters; read them back as a proof.

    What a build finds on the components that are sent, and broken facts, are told alike: an error
    ends with exit code 1, and the files are written.

    TARGET is tts (Tabletop Simulator), vtt (virtualtabletop.io), pcio (playingcards.io), mpc
    (MakePlayingCards), tgc (The Game Crafter), drivethru (DriveThruCards), pdfx (any print shop) or
    cutter (Silhouette, Cricut). Base URL and cards are for tts, stock is for mpc, paper, backs,
    bleed, offset and registration are for cutter, standard is for pdfx, profile for pdfx and
    drivethru.
    """
    from pnp.cli.exports import tell_exported, tell_targets

    if lists:
        tell_targets(target, game)
    else:
        names = (game,) if game else ()
        sys.exit(tell_exported(target, names, output, chosen, _given(chosen), language))


@main.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("-o", "--output", "file", help="HTML page to write, with pictures before and after.")
@click.option("--cosmetic", is_flag=True, help="Print what has other colours or sizes only, too.")
def diff(old: Path, new: Path, file: str | None, cosmetic: bool) -> None:
    """Tell what differs between two kits: what to print, and what to throw away.

    OLD and NEW are folders of kits, or manifests of kits. The text is Markdown for a pull request.
    """
    from pnp.cli.editions import tell_difference

    tell_difference(old, new, file, cosmetic=cosmetic)


@main.command()
@click.argument(
    "names",
    nargs=-1,
    required=True,
    metavar="[GAME/]COMPONENT[/CARD]...",
    shell_complete=_suggest("pieces"),
)
@click.option("-o", "--output", "file", help="Picture to write: a .png, .svg or .pdf; - is a PNG.")
@click.option("--open", "opens", is_flag=True, help="Open the picture in its usual program.")
@click.option(
    "--back",
    is_flag=True,
    help="The back instead of the face; of several cards each different back once.",
)
@click.option("--both", is_flag=True, help="The face, and the back beside it.")
@click.option("--bleed", is_flag=True, help="With the art past the cut.")
@click.option("--ink", type=click.Choice(["full", "low"]), default="full", show_default=True)
@click.option(
    "--dpi", type=click.FloatRange(10, 1200), help="Resolution of a PNG; 300, for many 110."
)
@click.option(
    "--view",
    type=click.Choice(["grey", "protanopia", "deuteranopia", "tritanopia"]),
    help="A PNG as a black-and-white printer or other eyes show it.",
)
@LANGUAGE
def show(
    names: tuple[str, ...], file: str | None, opens: bool, back: bool, both: bool, **look: Any
) -> None:
    """Draw one card as a picture, or several side by side, and tell what is found on them.

    CARD may be a pattern, as 'graveyard/white-*'. Without it all of the component are shown. No kit
    is touched.
    """
    from pnp.cli.looks import show_picture

    look |= {"face": not back or both, "back": back or both}
    sys.exit(show_picture(names, file, opens, look))


@main.command()
@click.argument("game", required=False, shell_complete=_suggest("games"))
@layout_options
@LANGUAGE
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Port to listen on; without it any that is free.",
)
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def preview(game: str | None, port: int, opens: bool, **layout: Any) -> None:
    """Show every face of a game in a browser, and redraw what is saved.

    The page is for browsers on this machine only. Paper, margins and backs are those of its sheets.
    Ctrl-C ends it.
    """
    from pnp.cli.options import options
    from pnp.preview.live import preview as run

    run(_select((game,) if game else ()), options(**_written(layout)), port, opens, say)


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
@click.option("--hands", is_flag=True, help="The same for the hands that play.hand deals.")
@LANGUAGE
def count(
    games: tuple[str, ...],
    as_json: bool,
    by: str | None,
    odds: int | None,
    hands: bool,
    language: str | None,
) -> None:
    """Show how many of what a game has, with its distributions as bars, or its odds."""
    from pnp.stats.count import shown

    found, problems = _load(games, language)
    tables = shown(found, by=by, odds=odds, dealt=hands)
    say(_json(tables.as_data()) if as_json else tables.as_text())
    problems.stop()


@main.command()
@click.argument("game", required=False, shell_complete=_suggest("games"))
@click.option("--language", metavar="TAG", required=True, help="The language, as de or pt-BR.")
def texts(game: str | None, language: str) -> None:
    """Print the texts of a game that have no translation yet, as a table in CSV.

    Save it beside game.yaml, name it there (texts: texts.csv), and fill the column of the language;
    or paste the rows below those that are there.
    """
    from pnp.check import untranslated

    for folder, project in _select((game,) if game else ()):
        say(untranslated(folder, project, language))


@main.command()
@click.option("--printer", metavar="NAME", help="A name for the printer, as den.")
@click.option("--read", metavar="NUMBERS", help="What A to H showed, as '10.3 9.8 10 …'.")
@click.option("--pins", is_flag=True, help="The numbers are those at the holes of a pin.")
@click.option(
    "--verify", is_flag=True, help="A chart that is corrected: all of it should read 10.0."
)
@click.option("--feed", default="", metavar="WORDS", help="How the paper goes in, to remember it.")
@paper_options
@click.option(
    "-o", "--output", "file", default="calibration.pdf", show_default=True, help="PDF to write."
)
def calibrate(
    printer: str | None,
    read: str | None,
    file: str,
    pins: bool,
    verify: bool,
    **settings: Any,
) -> None:
    """Measure how a printer lays the back side, so that builds can correct it.

    Without --read, writes a chart to print on both sides and to hold against the light. With it,
    remembers the printer, and pnp build --printer NAME corrects every back side. Paper, margin,
    backs and feed that are not given are those of the chart that waits to be read, or of the
    printer as it is known. --margin 0 is for printers that print to the edge.
    """
    from pnp.cli.calibration import calibrate as run

    written = _written(settings, settings)
    run(printer, read, file, verify=verify, pins=pins, written=written)


@main.command()
@click.option("--remove", metavar="NAME", help="Forget a printer.")
def printers(remove: str | None) -> None:
    """List the calibrated printers: paper, margins, turning edge, and how they print."""
    from pnp.cli.calibration import tell_printers

    tell_printers(remove)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "starter",
    type=click.Choice(["deck", "board", "standees"]),
    default="deck",
    show_default=True,
    help="The small finished game to begin with.",
)
def new(folder: Path, starter: str) -> None:
    """Write a small finished game into FOLDER, to be made your own."""
    from pnp.output.target import refuse_inside_kit
    from pnp.starters.new import new as begin

    refuse_inside_kit(folder)
    for path in begin(folder, starter):
        say(path)
    say(f"now: {enter(folder)} && pnp preview")


@main.command()
@click.argument("kind")
@click.argument("name")
@click.option(
    "--game",
    "key",
    metavar="KEY",
    shell_complete=_suggest("games"),
    help="The game, if the project has several.",
)
@click.option(
    "--from",
    "table",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A table that is there already, for a deck: its columns stay as they are.",
)
def add(kind: str, name: str, key: str | None, table: Path | None) -> None:
    """Add a component to a game: its entry in game.yaml, its data and its templates.

    KIND is deck, tile, token, standee, board, die, sheet or booklet; NAME is new to the game. All
    of it is plain and finished: `pnp build` works at once.
    """
    from pnp.starters.add import add as add_component

    added = add_component(kind, name, key, Path.cwd(), table)
    for path in added.files:
        say(shown_path(path))
    if added.columns is not None:
        say(added.columns)
    say(f"now: pnp show {name} --open")


@main.command()
@click.argument("game", shell_complete=_suggest("bundled"))
@click.argument("folder", type=click.Path(path_type=Path))
def customise(game: str, folder: Path) -> None:
    """Copy a bundled game's data, templates and fonts into FOLDER, to be changed there."""
    from pnp.data.listing import copy_game
    from pnp.output.target import refuse_inside_kit

    refuse_inside_kit(folder)
    for path in copy_game(game, folder):
        say(path)
    say(f"change what you like, then: {enter(folder)} && pnp build")


@main.command()
@click.argument("document", type=click.Choice(["game", "board", "rulebook"]))
def schema(document: str) -> None:
    """Print the JSON Schema of game.yaml, board.yaml or rulebook.yaml, for an editor."""
    from pnp.rulebook.contract import schema_of

    say(_json(schema_of(document)))


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish", "powershell"]))
def completion(shell: str) -> None:
    r"""Print the script by which SHELL completes commands, games, cards and targets.

    \b
    bash        eval "$(pnp completion bash)"              in ~/.bashrc
    zsh         eval "$(pnp completion zsh)"               in ~/.zshrc, after compinit
    fish        pnp completion fish | source               in ~/.config/fish/config.fish
    PowerShell  pnp completion powershell | Out-String | Invoke-Expression    in $PROFILE
    """
    from pnp.cli.completion import script

    say(script(main, shell))


def _select(names: tuple[str, ...], *, bundled: bool = True) -> "list[tuple[Path, Project]]":
    from pnp.data.project import select_games

    return select_games(names, Path.cwd(), bundled=bundled)


def _load(names: tuple[str, ...], language: str | None = None) -> "tuple[list[Game], Problems]":
    """Return the games that can be read, and the problems of the others.

    Raises:
        PnpError: none can be read.
    """
    from pnp.data.load import load_game
    from pnp.kinds.catalog import KINDS

    found, problems = [], Problems()
    for folder, project in _select(names):
        with problems.kept():
            found.append(load_game(folder, project, KINDS, language))
    if not found:
        problems.stop()
    return found, problems


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)


def _stop(error: PnpError) -> NoReturn:
    with suppress(PnpError, OSError):  # where even standard error goes to a full disk
        tell_problems(error)
    sys.exit(2)
