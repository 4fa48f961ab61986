"""What a shell completes after ``pnp``: games, cards, targets, beside click's own words.

click knows bash, zsh and fish. PowerShell is told here: its script passes the words in variables of
the environment, and gets a line for each suggestion.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from pnp.data.outline import card_ids, component_names, text_languages
from pnp.data.project import SHARE, Project, find_project, known_games, project_games

VARIABLE = "_PNP_COMPLETE"
"""The variable of the environment by which a shell asks for suggestions."""

_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName pnp -ScriptBlock {
    param($word, $command, $cursor)
    $words = $command.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor }
    $env:COMP_WORDS = ($words | ForEach-Object { $_.Extent.Text.Trim("'", '"') }) -join "`n"
    $env:COMP_INCOMPLETE = $word.Trim("'", '"')
    $env:%(complete_var)s = 'powershell_complete'
    try {
        %(prog_name)s | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            [System.Management.Automation.CompletionResult]::new(
                $value, $value, 'ParameterValue', $help)
        }
    } finally {
        Remove-Item Env:COMP_WORDS, Env:COMP_INCOMPLETE, Env:%(complete_var)s
    }
}
"""


@add_completion_class
class PowerShellComplete(ShellComplete):
    """Completion for PowerShell 5.1 and later, on any system."""

    name: ClassVar[str] = "powershell"
    source_template: ClassVar[str] = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is typed, without the program's, and that one."""
        words = os.environ.get("COMP_WORDS", "").split("\n")[1:]
        return words, os.environ.get("COMP_INCOMPLETE", "")

    def format_completion(self, item: CompletionItem) -> str:
        """Return a suggestion as a line: the word, and what it means."""
        return f"{item.value}\t{item.help or item.value}"


def script(command: click.Command, shell: str) -> str:
    """Return the script by which a shell completes the words of a command."""
    completes = get_completion_class(shell)
    assert completes is not None
    return completes(command, {}, "pnp", VARIABLE).source()


def suggested(what: str, context: click.Context, begun: str) -> list[str]:
    """Return what may stand for a word that begins so; ``what`` is a key of ``_SUGGESTIONS``."""
    return [name for name in _SUGGESTIONS[what](context, begun) if name.startswith(begun)]


def _games(context: click.Context, begun: str) -> Iterator[str]:
    yield from known_games(Path.cwd())


def _bundled(context: click.Context, begun: str) -> Iterator[str]:
    yield from (folder.name for folder in project_games(Project(SHARE)))


def _components(context: click.Context, begun: str) -> Iterator[str]:
    for folder in _meant(context):
        yield from component_names(folder)


def _cards(context: click.Context, begun: str) -> Iterator[str]:
    """Yield ``graveyard/``, then its cards."""
    component, slash, _ = begun.partition("/")
    for folder in _meant(context):
        if slash:
            yield from (f"{component}/{name}" for name in card_ids(folder, component))
        else:
            yield from (f"{name}/" for name in component_names(folder))


def _pieces(context: click.Context, begun: str) -> Iterator[str]:
    """Yield components of the project's only game, or games; behind a slash, what is in them."""
    first, _, _ = begun.rpartition("/")
    own, games = _own(), known_games(Path.cwd())
    mine = component_names(own[0]) if len(own) == 1 else []
    if not first:
        yield from (each for name in [*mine, *games] for each in (name, f"{name}/"))
    elif first in mine:
        yield from (f"{first}/{name}" for name in card_ids(own[0], first))
    elif first in games:
        names = component_names(games[first])
        yield from (each for name in names for each in (f"{first}/{name}", f"{first}/{name}/"))
    elif (game := first.partition("/")[0]) in games:
        component = first.partition("/")[2]
        yield from (f"{first}/{name}" for name in card_ids(games[game], component))


def _targets(context: click.Context, begun: str) -> Iterator[str]:
    from pnp.destinations.directory import WHERE  # its modules are only for exports

    yield from WHERE


def _languages(context: click.Context, begun: str) -> Iterator[str]:
    for folder in _meant(context):
        yield from text_languages(folder)


def _meant(context: click.Context) -> list[Path]:
    """Return the folders of the games that the command line names, or those of the project."""
    known = known_games(Path.cwd())
    # beside an option that still waits for its value click has put no argument in its place
    words = (*(context.params.get("games") or ()), *context.args)
    named = [known[name] for name in words if name in known]
    return named or _own()


def _own() -> list[Path]:
    """Return the folders of the games of the project; outside of one, of those bundled."""
    return [*project_games(find_project(Path.cwd()))] or [*project_games(Project(SHARE))]


_SUGGESTIONS: dict[str, Callable[[click.Context, str], Iterator[str]]] = {
    "games": _games,
    "bundled": _bundled,
    "components": _components,
    "cards": _cards,
    "pieces": _pieces,
    "languages": _languages,
    "targets": _targets,
}
