"""A game held against its rulebook, without writing anything."""

from dataclasses import dataclass
from pathlib import Path

from pnp.content.game import Game
from pnp.content.load import load_game
from pnp.content.project import Project
from pnp.finding import Finding
from pnp.kit import draw
from pnp.rules.check import check
from pnp.rules.result import Result


@dataclass(frozen=True, slots=True)
class Inspection:
    """A game held against its rulebook, and what was found while drawing it."""

    game: Game
    results: tuple[Result, ...]
    findings: tuple[Finding, ...]


def inspect(folder: Path, project: Project) -> Inspection:
    """Return what is wrong with a game, without writing anything.

    Raises:
        PnpError: the input cannot be used.
    """
    game = load_game(folder, project)
    pieces, findings = draw(game)
    return Inspection(game, check(game, pieces), (*game.findings, *findings))
