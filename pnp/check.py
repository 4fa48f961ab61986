"""``pnp check``: a game checked against its rulebook and the print rules; writes no files."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pnp.base.diagnostics import Finding, PnpError, Problems, Rule, nearest, quote, user_error
from pnp.base.parallel import run_parallel
from pnp.base.slotted import slotted
from pnp.data.cards import HIDDEN_NAME, LIKELY_COPIES
from pnp.data.errorwords import ERROR_CELL
from pnp.data.game import Game
from pnp.data.load import ROW_LEFT_OUT, languages, load_game
from pnp.data.project import Project, data_size
from pnp.data.rows import NAMES_ALIKE, NUMBERED_IDS
from pnp.data.table import DATE_CELL, HIDDEN_ROWS, MERGED_ROWS
from pnp.delta.rules import RULES as OF_EDITIONS
from pnp.imposition.rules import RULES as OF_SHEETS
from pnp.kinds.catalog import KINDS
from pnp.kinds.rules import RULES as OF_OUTLINES
from pnp.kit import Drawn, Selected, draw, drawn_on_demand, gc_paused
from pnp.preflight.coverage import RULES as OF_TEXTS
from pnp.preflight.coverage import Coverage, coverage
from pnp.preflight.run import RULES as OF_PRINT
from pnp.preflight.run import findings_of_each, print_findings
from pnp.proof.rules import RULES as OF_PROOF
from pnp.rulebook.allow import UNUSED, Allowed, split_allowed, unused
from pnp.rulebook.contract import FactResult
from pnp.rulebook.explanation import Explanation, explained, fact_ids
from pnp.rulebook.judge import check, mistaken
from pnp.scene.page import Ink
from pnp.svg.rules import INVALID_SVG, MISSING_PICTURE, RASTERISED, UNSUPPORTED_SVG
from pnp.template.palette import LITERAL_COLOR
from pnp.template.render import Templates
from pnp.template.sample import STALE_SAMPLE
from pnp.text.rules import RULES as OF_TEXT

RULES = {
    rule.id: rule
    for rule in (
        *(ROW_LEFT_OUT, LIKELY_COPIES, HIDDEN_NAME, NAMES_ALIKE, NUMBERED_IDS, DATE_CELL),
        *(ERROR_CELL, MERGED_ROWS, HIDDEN_ROWS),
        *(UNSUPPORTED_SVG, INVALID_SVG, MISSING_PICTURE, RASTERISED),
        *(STALE_SAMPLE, LITERAL_COLOR),
        *OF_TEXT,
        *OF_OUTLINES,
        *OF_PRINT,
        *OF_SHEETS,
        *OF_EDITIONS,
        *OF_TEXTS,
        UNUSED,
        *OF_PROOF,
    )
}
"""All rules by id, such as ``no-bleed``; the facts of rulebooks are apart."""

ELSEWHERE = frozenset(rule.id for rule in (*OF_SHEETS, *OF_EDITIONS))
"""Rules that `pnp check` cannot run: only a build has sheets, and a kit that it replaces."""


@slotted
class Inspection:
    """The result of checking a game: its facts, its findings, and the findings that are allowed.

    ``results`` has one entry for each fact of the rulebook. ``allowed`` are the findings that
    game.yaml lists under ``allow``; they are not among ``findings``. ``coverage`` says how much of
    it is translated, if it is.
    """

    game: Game
    results: tuple[FactResult, ...]
    findings: tuple[Finding, ...]
    allowed: tuple[Allowed, ...] = ()
    coverage: Coverage | None = None

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of all facts, and of the rules that have findings, allowed or not."""
        findings = (*self.findings, *(allowed.finding for allowed in self.allowed))
        return frozenset({r.id for r in self.results} | {f.rule.id for f in findings})

    def only(self, wanted: Callable[[str], bool]) -> "Inspection":
        """Return the part of the inspection about the facts and rules whose ids are wanted."""
        return replace(
            self,
            results=tuple(r for r in self.results if wanted(r.id)),
            findings=tuple(f for f in self.findings if wanted(f.rule.id)),
            allowed=tuple(a for a in self.allowed if wanted(a.finding.rule.id)),
        )


@gc_paused()
def inspect(folder: Path, project: Project, language: str | None = None) -> Inspection:
    """Check one game in a language against its rulebook and the print rules.

    Raises:
        PnpError: the input cannot be used.
    """
    game = load_game(folder, project, KINDS, language)
    with _mistakes_told(game):
        return inspection(game, draw(game))


@contextmanager
def _mistakes_told(game: Game) -> Iterator[None]:
    """Tell an error of a template at the data that are mistaken, if the rulebook knows them."""
    try:
        yield
    except PnpError as error:
        raise mistaken(game, error) from None


@gc_paused()
def inspect_all(found: tuple[Path, Project]) -> list[Inspection]:
    """Check a game of a folder in each of its languages, first in the one it is written in.

    What says nothing is drawn once for all of them.

    Raises:
        PnpError: the input cannot be used.
    """
    written = load_game(*found, KINDS)
    with _mistakes_told(written):
        drawn = draw(written)
    editions = [(written, drawn)]
    for language in written.languages[1:]:
        game = load_game(*found, KINDS, language)
        templates = drawn.templates.in_language(game.language, game.translation)
        editions.append((game, draw(game, templates=templates)))
    printed = findings_of_each((drawn.pieces for _, drawn in editions), drawn.book)
    return [_inspection(*one, of) for one, of in zip(editions, printed, strict=True)]


@gc_paused()
def inspect_only(job: "Job", patterns: Collection[str]) -> Inspection:
    """Return the part of an inspection about the facts and rules whose ids match a pattern.

    For facts alone, only the components are drawn that they look at.

    Raises:
        PnpError: the input cannot be used.
    """

    def wanted(id_: str) -> bool:
        return any(fnmatchcase(id_, pattern) for pattern in patterns)

    if any(map(wanted, RULES)):
        return inspect(*job).only(wanted)
    game = load_game(job.folder, job.project, KINDS, job.language)
    with _mistakes_told(game):
        return Inspection(game, check(game, drawn_on_demand(game), wanted=wanted), ())


def inspection(game: Game, drawn: Drawn) -> Inspection:
    """Return the result of checking a game that is drawn in full ink.

    Raises:
        PnpError: the input cannot be used.
    """
    return _inspection(game, drawn, print_findings(drawn.pieces, drawn.book))


def _inspection(game: Game, drawn: Drawn, printed: Sequence[Finding]) -> Inspection:
    results = check(game, drawn.pieces)
    said = coverage(game, drawn.pieces, drawn.templates)
    literal = drawn.templates.literal_colors
    found = (*game.findings, *drawn.findings, *printed, *literal, *(said.findings if said else ()))
    kept, allowed = split_allowed(found, game.allow)
    idle = _unused_allowances(game, drawn.templates, results, allowed)
    return Inspection(game, results, (*kept, *idle), allowed, said)


def _unused_allowances(
    game: Game, templates: Templates, results: Sequence[FactResult], allowed: Sequence[Allowed]
) -> tuple[Finding, ...]:
    """Return a finding for each allowance that allows nothing, neither in full nor in low ink.

    The game is drawn again in low ink only if an allowance is unused in full ink. In another
    language an allowance may have nothing to allow.
    """
    if game.translation is not None:
        return ()
    if not unused(game.allow, results, allowed, RULES, ELSEWHERE):
        return ()
    drawn = draw(game, Ink.LOW, templates)
    findings = (*drawn.findings, *print_findings(drawn.pieces, drawn.book))
    used = (*allowed, *split_allowed(findings, game.allow)[1])
    return unused(game.allow, results, used, RULES, ELSEWHERE)


def inspected(
    folders: Selected, only: Collection[str] = (), language: str | None = None
) -> tuple[list[Inspection], Problems]:
    """Check several games in parallel, in a language or in all of theirs.

    Return the inspections, and the problems of the games that cannot be checked; an error in one
    does not stop others. ``only`` are patterns for ids, such as ``HW-0*``. With fewer games than
    cores, the languages of a game are checked in parallel, too; else one after the other, which is
    less work.

    Raises:
        PnpError: no fact or rule of the games matches a pattern.
    """
    found = list(_each_inspected(folders, only, language))
    problems = Problems()
    for one in found:
        problems += one.problems if isinstance(one, PnpError) else ()
    sound = [one for one in found if isinstance(one, Inspection)]
    if only and not problems:
        _check_known(sound, only)
    return [one for one in sound if one.ids or not only] or sound, problems


def _each_inspected(
    folders: Selected, only: Collection[str], language: str | None
) -> Iterator[Inspection | PnpError]:
    """Yield the inspection of each game in each language, or why there is none."""
    if not (only or language) and len(folders) >= (os.cpu_count() or 1):
        yield from chain.from_iterable(run_parallel(_all_or_error, folders, data_size))
        return
    jobs = [
        Job(folder, project, each)
        for folder, project in folders
        for each in ([language] if language else languages(folder, project, KINDS))
    ]
    work = partial(_inspect, patterns=tuple(only))
    yield from run_parallel(work, jobs, lambda job: data_size(job[:2]))


class Job(NamedTuple):
    """A game to check in one language; None is the one that it is written in."""

    folder: Path
    project: Project
    language: str | None


def _inspect(job: Job, patterns: Collection[str]) -> Inspection | PnpError:
    try:
        return inspect_only(job, patterns) if patterns else inspect(*job)
    except PnpError as error:
        return error


def _all_or_error(found: tuple[Path, Project]) -> Sequence[Inspection | PnpError]:
    try:
        return inspect_all(found)
    except PnpError as error:
        return [error]


def _check_known(inspections: Sequence[Inspection], patterns: Collection[str]) -> None:
    """Raise an error for a pattern that no fact or rule matches."""
    ids = frozenset(RULES).union(*(one.ids for one in inspections))
    for pattern in patterns:
        if not any(fnmatchcase(id_, pattern) for id_ in ids):
            raise _unknown(pattern, {*RULES, *_facts_of(one.game for one in inspections)})


def _facts_of(games: Iterable[Game]) -> Iterator[str]:
    return (fact for game in games for fact in fact_ids(game))


def _unknown(name: str, known: Iterable[str]) -> PnpError:
    hint = nearest(name, sorted(known)) or "`pnp check --json` lists every fact with its id"
    return user_error(f"no fact or rule is called {quote(name)}", hint=hint)


@gc_paused()
def untranslated(folder: Path, project: Project, language: str) -> str:
    """Return a table of the texts of a game that a language lacks, as CSV with a header.

    Raises:
        PnpError: the input cannot be used, or the game is written in the language.
    """
    game = load_game(folder, project, KINDS, language, begins=True)
    drawn = draw(game)
    said = coverage(game, drawn.pieces, drawn.templates)
    if said is None:
        hint = "name another language, as --language de"
        raise user_error(f"{game.key} is written in {quote(language)}", game.where, hint)
    return f"{game.languages[0]},{language},#where\n{said.table()}".rstrip()


def explain(folders: Selected, id_: str, language: str | None = None) -> list[Explanation | Rule]:
    """Return the print rule with that id, or the fact explained for every game that has it.

    Only those components are drawn that the fact looks at.

    Raises:
        PnpError: there is no such rule or fact, or the input cannot be used.
    """
    if id_ in RULES:
        return [RULES[id_]]
    games = [load_game(folder, project, KINDS, language) for folder, project in folders]
    explanations = [explained(game, drawn_on_demand(game), id_) for game in games]
    known: list[Explanation | Rule] = [one for one in explanations if one is not None]
    if not known:
        raise _unknown(id_, [*RULES, *_facts_of(games)])
    return known
