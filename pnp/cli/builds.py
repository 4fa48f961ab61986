"""Builds several games in parallel processes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pnp.base.diagnostics import Finding, PnpError, exit_code
from pnp.base.parallel import run_parallel
from pnp.build import Build, build
from pnp.data.project import Project
from pnp.kit import Options, Tell

Selected = Sequence[tuple[Path, Project]]
"""The folder of each game, and its project."""


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


def build_each(
    selected: Selected, options: Options, output: Path, tell: Tell
) -> Iterator[Outcome | PnpError]:
    """Yield the outcome of each game, in the order given; an error in one does not stop others."""
    if len(selected) == 1:
        yield _built(*selected[0], options, output, tell)
        return
    outcomes = run_parallel(partial(_built_in_silence, options, output), selected)
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
        return _outcome(build(folder, project, options, output, tell))
    except PnpError as error:
        return error


def _outcome(made: Build) -> Outcome:
    kit = made.kit
    return Outcome(
        title=kit.game.title,
        folder=made.folder,
        pieces=sum(piece.qty for piece in kit.pieces),
        sheets=len(kit.sheets),
        sides=sum(sheet.sides for sheet in kit.sheets),
        files=len(made.files),
        findings=(*made.findings, *made.proof.findings),
        proof=made.proof.line(),
    )
