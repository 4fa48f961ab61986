"""The whole flow on one screen: data, pieces, sheets, files, proof."""

from dataclasses import dataclass
from pathlib import Path

from pnp.base.diagnostics import Finding, exit_code
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.kinds.catalog import KINDS
from pnp.kit import Kit, Options, Tell, gc_paused, lay_out
from pnp.output.files import write_kit
from pnp.output.ownership import refuse_strangers
from pnp.output.swap import swapped_in
from pnp.output.target import target
from pnp.preflight.run import print_findings
from pnp.proof.prove import Proof
from pnp.rulebook.allow import split_allowed
from pnp.rulebook.judge import check
from pnp.rulebook.report import failures


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build: where it lies, what is in it, what was found, and what the proof says."""

    kit: Kit
    folder: Path
    files: tuple[str, ...]
    findings: tuple[Finding, ...]
    proof: Proof

    def exit_code(self, *, strict: bool = False) -> int:
        """Return 1 when an error was found or the proof failed; under ``strict`` warnings too."""
        return exit_code((*self.findings, *self.proof.findings), strict=strict)


@gc_paused()
def build(folder: Path, project: Project, options: Options, output: Path, tell: Tell) -> Build:
    """Return a game's kit, written to a folder of its own inside ``output`` and proved.

    Raises:
        PnpError: the input cannot be used; what ``output`` held before is untouched.
    """
    tell("reading")
    game = load_game(folder, project, KINDS)
    place = target(output, game, options)
    refuse_strangers(place)  # the user need not wait for the drawings to learn of them
    kit = lay_out(game, options, tell)
    tell("checking")
    printed = print_findings(kit.pieces, kit.templates.book)
    drawn, _allowed = split_allowed((*kit.findings, *printed), game.allow)
    findings = (*drawn, *_broken_facts(game, kit, options))
    with swapped_in(place) as fresh:
        files, proof = write_kit(fresh, kit, options, findings, tell)
    return Build(kit, place.folder, files, findings, proof)


def _broken_facts(game: Game, kit: Kit, options: Options) -> tuple[Finding, ...]:
    """Return the facts that the whole kit breaks; a part of a kit says nothing about them."""
    return tuple(failures(check(game, kit.pieces))) if options.only is None else ()
