"""Several games, built side by side: one process a core, each game in one of them."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pnp.build import Build, build
from pnp.content.project import Project
from pnp.errors import PnpError
from pnp.finding import Finding, exit_code
from pnp.kit import Options, Tell

Selected = Sequence[tuple[Path, Project]]
"""The folder of each game, and the project that it is in."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one game's build; small, so that it can cross from process to process."""

    title: str
    folder: Path
    pieces: int
    sheets: int
    sides: int
    files: int
    findings: tuple[Finding, ...]
    proof: str

    def exit_code(self, *, strict: bool = False) -> int:
        """Return 1 when an error was found, the proof's too; under ``strict`` also on warnings."""
        return exit_code(self.findings, strict=strict)


def build_each(
    selected: Selected, options: Options, output: Path, tell: Tell
) -> Iterator[Outcome | PnpError]:
    """Yield what became of each game, in the order given; one that stops does not stop others."""
    if len(selected) == 1:
        yield _built(*selected[0], options, output, tell)
        return
    with ProcessPoolExecutor(min(len(selected), os.cpu_count() or 1)) as pool:
        for (folder, _), made in list(_started(pool, selected, options, output)):
            tell(f"building {folder.name}")
            yield made.result()


def _started(
    pool: Executor, selected: Selected, options: Options, output: Path
) -> Iterator[tuple[tuple[Path, Project], "Future[Outcome | PnpError]"]]:
    for folder, project in selected:
        made = pool.submit(_built, folder, project, options, output, _in_silence)
        yield (folder, project), made


def _in_silence(_: str) -> None:
    """Tell nobody: steps of several builds at once would only mix."""


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
