"""``build``, the whole flow on one screen: data, pieces, sheets, files, proof; and many games."""

import shlex
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.diagnostics import Finding, PnpError, exit_code, quote, user_error
from pnp.base.parallel import beside, run_parallel
from pnp.base.slotted import slotted
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project, data_size
from pnp.kinds.catalog import KINDS
from pnp.kit import Composition, Kit, Options, Selected, Tell, composed, gc_paused, imposed
from pnp.output import manifest
from pnp.output.files import write_kit
from pnp.output.swap import swapped_in
from pnp.output.target import Target, keep_manifests, refuse_strangers, target
from pnp.preflight.diagnosis import broken_facts, diagnosed
from pnp.proof.prove import Proof

if TYPE_CHECKING:  # a first build compares nothing, and loads no editions
    from pnp.delta.comparison import Delta
    from pnp.delta.edition import Edition


@slotted
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
    update: str = ""

    def exit_code(self, *, strict: bool = False) -> int:
        """Return 1 if there are errors, else 0; ``strict`` counts warnings too."""
        return exit_code(self.findings, strict=strict)


@slotted
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
    delta: "Delta | None" = None

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
            update=self._update(),
        )

    def _update(self) -> str:
        """Return what an update is, in words; blank for a kit that is none."""
        if self.delta is None:
            return ""
        from pnp.delta.words import as_text

        return as_text(self.delta)


class Update(NamedTuple):
    """What is to be built since an earlier kit; ``cosmetic`` includes what only looks different."""

    since: "Edition"
    cosmetic: bool = False


@gc_paused()
def build(
    folder: Path,
    project: Project,
    options: Options,
    output: Path,
    tell: Tell,
    update: Update | None = None,
) -> Build:
    """Build a game's kit in its own folder inside ``output``, and read its PDFs back as a proof.

    An ``update`` has only the pieces that are not in an earlier kit; if there are none, nothing is
    written.

    Raises:
        PnpError: the input cannot be used; ``output`` is left unchanged.
    """
    tell("reading")
    begun = time_ns()
    game = load_game(folder, project, KINDS, options.language)
    place = target(output, game, options)
    refuse_strangers(place)  # fail before the slow part; checked again just before the swap
    drawn = composed(game, options, tell)
    delta = _compared(game, drawn, options, place, update)
    if update is not None and delta is not None:
        drawn = drawn.only(delta.printed)
    kit = imposed(game, drawn, options, tell)
    told = delta if update is not None else None
    if told is not None and not kit.pieces:
        return Build(kit, place.folder, (), _of_versions(game, delta), Proof(), told)
    with (
        beside(partial(_findings, game, kit, options, delta), alone=kit.is_small) as found,
        swapped_in(place) as fresh,
    ):
        findings = cache(found)
        _write_beside_sheets(fresh, kit, options, place, told)
        files, proof = write_kit(fresh, kit, options, begun, findings, tell)
    return Build(kit, place.folder, files, findings(), proof, told)


def _compared(
    game: Game, drawn: Composition, options: Options, place: Target, update: Update | None
) -> "Delta | None":
    """Return what differs from the earlier kit: the one that is named, or the one to be replaced.

    A kit to be replaced that cannot be compared is ignored: an older program wrote it.
    """
    replaces = place.part is None and (place.folder / manifest.NAME).is_file()
    if update is None and not replaces:
        return None
    from pnp.delta.comparison import compare
    from pnp.delta.edition import edition_of, read_edition

    if update is not None:
        after = edition_of(game, drawn.pieces, options.ink)
        return compare(update.since, after, cosmetic=update.cosmetic)
    with suppress(PnpError):
        before = read_edition(place.folder)
        return compare(before, edition_of(game, drawn.pieces, options.ink))
    return None


def _of_versions(game: Game, delta: "Delta | None") -> tuple[Finding, ...]:
    """Return the finding that data changed under the same version, if they did."""
    if delta is None:
        return ()
    from pnp.delta.comparison import version_findings

    return version_findings(game, delta)


def _write_beside_sheets(
    fresh: Path, kit: Kit, options: Options, place: Target, delta: "Delta | None"
) -> None:
    """Write what a kit has besides its sheets: the manifests of its versions, an update's page."""
    if delta is not None:
        from pnp.delta.updatesheet import write_update_sheet

        file = fresh / f"{kit.game.key}-update.pdf"
        write_update_sheet(file, delta, options.layout, kit.templates.book, kit.game.translation)
    elif place.part is None:
        keep_manifests(place.folder, fresh, kit.game.version)


def _findings(game: Game, kit: Kit, options: Options, delta: "Delta | None") -> tuple[Finding, ...]:
    """Return what the print rules find, and the facts of the rulebook that fail.

    No facts are checked when only a part is built.
    """
    known = (*_of_versions(game, delta), *kit.findings)
    found = diagnosed(game, kit.pieces, kit.templates, known, whole=options.whole)
    return (*found, *(broken_facts(game, kit.pieces, options.ink) if options.whole else ()))


def build_each(
    selected: Selected,
    options: Options,
    output: Path,
    tell: Tell,
    update: Update | None = None,
) -> Iterator[Outcome | PnpError]:
    """Yield the outcome of each game, in the order given; an error in one does not stop others.

    Raises:
        PnpError: several games are selected for an update, which is of one game; or two of them
            would be built in one folder.
    """
    if len(selected) == 1:
        yield _built(*selected[0], options, output, tell, update)
        return
    if update is not None:
        hint = f"write pnp build {shlex.quote(update.since.key)} …"
        raise user_error("--since takes one game", hint=hint)
    keys = Counter(folder.name for folder, _ in selected)
    if twice := [key for key, number in keys.items() if number > 1]:
        hint = "build them one by one, each with an --output of its own"
        raise user_error(f"two of the games are called {quote(twice[0])}", hint=hint)
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
    folder: Path,
    project: Project,
    options: Options,
    output: Path,
    tell: Tell,
    update: Update | None = None,
) -> Outcome | PnpError:
    try:
        return build(folder, project, options, output, tell, update).outcome
    except PnpError as error:
        return error
