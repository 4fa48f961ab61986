"""The whole flow on one screen: data, pieces, sheets, files, proof."""

from dataclasses import dataclass
from pathlib import Path

from pnp.content.game import Game
from pnp.content.load import load_game
from pnp.content.project import Project
from pnp.errors import fail
from pnp.finding import Finding, Severity
from pnp.kit import Kit, Options, Tell, lay_out, uncollected
from pnp.output.files import write_kit
from pnp.output.swap import swapped_in
from pnp.proof.prove import Proof
from pnp.rules.check import check
from pnp.rules.report import failures


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
        found = {finding.severity for finding in (*self.findings, *self.proof.findings)}
        return int(Severity.ERROR in found or (strict and Severity.WARNING in found))


@uncollected()
def build(folder: Path, project: Project, options: Options, output: Path, tell: Tell) -> Build:
    """Return a game's kit, written to a folder of its own inside ``output`` and proved.

    Raises:
        PnpError: the input cannot be used; what ``output`` held before is untouched.
    """
    tell("reading")
    game = load_game(folder, project)
    kit = lay_out(game, options, tell)
    tell("checking")
    facts = _broken_facts(game, kit, options)
    findings = (*kit.findings, *facts)
    target = _target(output, game)
    with swapped_in(target) as fresh:
        files, proof = write_kit(fresh, kit, options, findings, tell)
    return Build(kit, target, files, findings, proof)


def _broken_facts(game: Game, kit: Kit, options: Options) -> tuple[Finding, ...]:
    """Return the facts that the whole kit breaks; a part of a kit says nothing about them."""
    return tuple(failures(check(game, kit.pieces))) if options.only is None else ()


def _target(output: Path, game: Game) -> Path:
    target = output.resolve() / game.key
    if target.exists() and not target.is_dir():
        raise fail(f"{target.name!r} in the output folder is a file", hint="move it away")
    return target
