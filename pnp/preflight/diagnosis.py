"""The findings of pieces that are made: the same for a build, an export and a picture of them."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.base.diagnostics import Finding
from pnp.data.game import Game
from pnp.kinds.piece import Piece
from pnp.preflight.coverage import coverage
from pnp.preflight.run import print_findings
from pnp.rulebook.allow import split_allowed
from pnp.scene.page import Ink
from pnp.template.render import Templates


def diagnosed(
    game: Game,
    pieces: Sequence[Piece],
    templates: Templates,
    drawn: Iterable[Finding],
    *,
    whole: bool,
) -> tuple[Finding, ...]:
    """Return what is found on pieces and is not allowed: the findings of their drawing first.

    Those of the print rules and of the translation follow. ``drawn`` are the findings that are
    known. ``whole`` is False for a part of the game.
    """
    printed = print_findings(pieces, templates.book)
    said = coverage(game, pieces, templates, whole=whole)
    findings = (*drawn, *printed, *(said.findings if said else ()))
    return split_allowed(findings, game.allow)[0]


def broken_facts(game: Game, pieces: Sequence[Piece], ink: Ink = Ink.FULL) -> Iterator[Finding]:
    """Return a finding for each fact of a game's rulebook that fails; ``pieces`` are all of it."""
    if game.rulebook is None:
        return iter(())
    # imported late: a game without a rulebook needs no language of facts
    from pnp.rulebook.judge import check
    from pnp.rulebook.report import failures

    return failures(check(game, pieces, ink))
