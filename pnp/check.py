"""A game held against its rulebook, without writing anything."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from pnp.base.diagnostics import Finding, PnpError, Rule, nearest, quote, user_error
from pnp.base.parallel import run_parallel
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.kit import draw, gc_paused
from pnp.preflight.registry import ELSEWHERE, PRINT_RULES
from pnp.preflight.run import print_findings
from pnp.proof import rules as proof
from pnp.rulebook.allow import Allowed, split_allowed, unused
from pnp.rulebook.explanation import Explanation, explained, fact_ids
from pnp.rulebook.judge import check
from pnp.rulebook.result import FactResult
from pnp.scene.drawing import Ink

Folders = Sequence[tuple[Path, Project]]

RULES = {**PRINT_RULES, **{rule.id: rule for rule in proof.RULES}}
"""Every rule that is no fact of a rulebook, by its id."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """A game held against its rulebook, and what was found while drawing it.

    ``allowed`` is what was found and may stand, as the game's maker says.
    """

    game: Game
    results: tuple[FactResult, ...]
    findings: tuple[Finding, ...]
    allowed: tuple[Allowed, ...] = ()

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of all facts, and of the rules that found something."""
        found = (*self.findings, *(allowed.finding for allowed in self.allowed))
        return frozenset({r.id for r in self.results} | {f.rule.id for f in found})

    def only(self, wanted: Callable[[str], bool]) -> "Inspection":
        """Return what concerns some facts and rules."""
        return replace(
            self,
            results=tuple(r for r in self.results if wanted(r.id)),
            findings=tuple(f for f in self.findings if wanted(f.rule.id)),
            allowed=tuple(a for a in self.allowed if wanted(a.finding.rule.id)),
        )


@gc_paused()
def inspect(folder: Path, project: Project) -> Inspection:
    """Return what is wrong with a game, without writing anything.

    Raises:
        PnpError: the input cannot be used.
    """
    game = load_game(folder, project, KINDS)
    drawn = draw(game)
    results = check(game, drawn.pieces)
    printed = print_findings(drawn.pieces, drawn.book)
    kept, allowed = split_allowed((*game.findings, *drawn.findings, *printed), game.allow)
    return Inspection(game, results, (*kept, *_idle(game, results, allowed)), allowed)


def _idle(
    game: Game, results: Sequence[FactResult], allowed: Sequence[Allowed]
) -> tuple[Finding, ...]:
    """Return what is allowed for nothing, in either ink: low ink is drawn only when it matters."""
    idle = unused(game.allow, results, allowed, RULES, ELSEWHERE)
    if not idle:
        return ()
    drawn = draw(game, Ink.LOW)
    found = (*drawn.findings, *print_findings(drawn.pieces, drawn.book))
    used = (*allowed, *split_allowed(found, game.allow)[1])
    return unused(game.allow, results, used, RULES, ELSEWHERE)


def inspected(folders: Folders, only: Collection[str] = ()) -> list[Inspection]:
    """Return what is wrong with games; ``only`` are patterns for ids of facts and rules.

    Raises:
        PnpError: the input cannot be used, or nothing matches a pattern.
    """
    found = list(run_parallel(_inspect, folders))
    return _narrowed(found, only) if only else found


def _inspect(selected: tuple[Path, Project]) -> Inspection:
    return inspect(*selected)


def _narrowed(found: Sequence[Inspection], patterns: Collection[str]) -> list[Inspection]:
    """Return what concerns facts and rules whose ids match a pattern, in games that have some."""
    ids = frozenset(RULES).union(*(one.ids for one in found))
    for pattern in patterns:
        if not any(fnmatchcase(id_, pattern) for id_ in ids):
            raise _unknown(pattern, ids)

    def wanted(id_: str) -> bool:
        return any(fnmatchcase(id_, pattern) for pattern in patterns)

    held = [one.only(wanted) for one in found]
    return [one for one in held if one.ids] or held


def _unknown(name: str, known: Iterable[str]) -> PnpError:
    hint = nearest(name, sorted(known)) or "`pnp check --json` lists every fact with its id"
    return user_error(f"no fact or rule is called {quote(name)}", hint=hint)


def explain(folders: Folders, id_: str) -> list[Explanation | Rule]:
    """Return a print rule, or a fact in full from every game that has it.

    A game is drawn when the fact asks for drawings.

    Raises:
        PnpError: no game has such a fact, or the input cannot be used.
    """
    if id_ in RULES:
        return [RULES[id_]]
    games = [load_game(folder, project, KINDS) for folder, project in folders]
    told = [explained(game, partial(_pieces, game), id_) for game in games]
    found: list[Explanation | Rule] = [one for one in told if one is not None]
    if not found:
        raise _unknown(id_, [*RULES, *(known for game in games for known in fact_ids(game))])
    return found


def _pieces(game: Game) -> tuple[Piece, ...]:
    return draw(game).pieces
