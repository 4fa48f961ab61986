"""``build``, the whole flow on one screen: data, pieces, sheets, files, proof; and many games."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from pnp.base.diagnostics import Finding, PnpError, exit_code
from pnp.base.parallel import beside, run_parallel
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project, data_size
from pnp.kinds.catalog import KINDS
from pnp.kit import Kit, Options, Selected, Tell, gc_paused, lay_out
from pnp.output.files import write_kit
from pnp.output.swap import swapped_in
from pnp.output.target import refuse_strangers, target
from pnp.preflight.run import print_findings
from pnp.proof.prove import Proof
from pnp.rulebook.allow import split_allowed
from pnp.scene.page import Ink


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game's build, for the terminal; small, as it is sent between processes."""

    title: str
    folder: Path
    pieces: int
    sheets: int
    sides: int
    files: int
    findings: tuple[Finding, ...]
    proof: str

    def exit_code(self, *, strict: bool = False) -> int:
        """Return 1 if there are errors, else 0; ``strict`` counts warnings too."""
        return exit_code(self.findings, strict=strict)


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build: the kit, its folder and files, the findings, and the proof of its PDFs.

    ``folder`` is where it was written (``output/halloween``), ``files`` are the paths inside it:
    ``("halloween-kit.pdf", "overview.png", …, "manifest.json")``.
    """

    kit: Kit
    folder: Path
    files: tuple[str, ...]
    findings: tuple[Finding, ...]
    proof: Proof

    @property
    def outcome(self) -> Outcome:
        """Return what the terminal shows of the build."""
        kit = self.kit
        return Outcome(
            title=kit.game.title,
            folder=self.folder,
            pieces=sum(piece.qty for piece in kit.pieces),
            sheets=len(kit.sheets),
            sides=sum(sheet.sides for sheet in kit.sheets),
            files=len(self.files),
            findings=(*self.findings, *self.proof.findings),
            proof=self.proof.line(),
        )


@gc_paused()
def build(folder: Path, project: Project, options: Options, output: Path, tell: Tell) -> Build:
    """Build a game's kit in its own folder inside ``output``, and read its PDFs back as a proof.

    Raises:
        PnpError: the input cannot be used; ``output`` is left unchanged.
    """
    tell("reading")
    game = load_game(folder, project, KINDS)
    place = target(output, game, options)
    refuse_strangers(place)  # fail before the slow part; checked again just before the swap
    kit = lay_out(game, options, tell)
    with beside(partial(_findings, game, kit, options)) as found, swapped_in(place) as fresh:
        findings = cache(found)
        files, proof = write_kit(fresh, kit, options, findings, tell)
    return Build(kit, place.folder, files, findings(), proof)


def _findings(game: Game, kit: Kit, options: Options) -> tuple[Finding, ...]:
    """Return what the print rules find, and the facts of the rulebook that fail.

    No facts are checked when only a part is built.
    """
    printed = print_findings(kit.pieces, kit.templates.book)
    drawn, _allowed = split_allowed((*kit.findings, *printed), game.allow)
    return (*drawn, *(_broken_facts(game, kit, options.ink) if options.only is None else ()))


def _broken_facts(game: Game, kit: Kit, ink: Ink) -> Iterator[Finding]:
    """Return a finding for each fact of the game's rulebook that fails."""
    if game.rulebook is None:
        return iter(())
    # imported late: a game without a rulebook needs no language of facts
    from pnp.rulebook.judge import check
    from pnp.rulebook.report import failures

    return failures(check(game, kit.pieces, ink))


def build_each(
    selected: Selected, options: Options, output: Path, tell: Tell
) -> Iterator[Outcome | PnpError]:
    """Yield the outcome of each game, in the order given; an error in one does not stop others."""
    if len(selected) == 1:
        yield _built(*selected[0], options, output, tell)
        return
    outcomes = run_parallel(partial(_built_in_silence, options, output), selected, data_size)
    for folder, _ in selected:
        tell(f"building {folder.name}")
        yield next(outcomes)


def _built_in_silence(
    options: Options, output: Path, selected: tuple[Path, Project]
) -> Outcome | PnpError:
    """Build without progress messages: those of several games would mix."""
    return _built(*selected, options, output, lambda _: None)


def _built(
    folder: Path, project: Project, options: Options, output: Path, tell: Tell
) -> Outcome | PnpError:
    try:
        return build(folder, project, options, output, tell).outcome
    except PnpError as error:
        return error
