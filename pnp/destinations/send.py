"""``send``: a game drawn, written for a destination, read back, and swapped in as a whole."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.diagnostics import Finding, exit_code, named, quote, user_error
from pnp.base.parallel import beside
from pnp.data.game import Component, Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.destinations.destination import Destination, Settings, Shelf
from pnp.destinations.goods import BLANK, Goods, Proven, goods, proven
from pnp.destinations.plates import MadePicture, pictures
from pnp.destinations.tabletop import ASIDE, is_aside
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.kit import SMALL, Drawn, Tell, draw, gc_paused
from pnp.output import manifest
from pnp.output.swap import swapped_in
from pnp.output.target import Target, folder_for, refuse_strangers
from pnp.preflight.diagnosis import broken_facts, diagnosed

PAGE = "what-to-do.txt"


class Sent(NamedTuple):
    """What was sent: the folder, the number of pieces and files, what was left out, and why.

    ``remarks`` are about the files, ``findings`` what a build finds on the components that are in
    them, and the facts of the rulebook that fail.
    """

    title: str
    folder: Path
    pieces: int
    files: int
    left_out: dict[str, int]
    reasons: dict[str, str]
    remarks: tuple[str, ...]
    findings: tuple[Finding, ...]

    def exit_code(self) -> int:
        """Return 1 if there are errors, else 0: the code of a build."""
        return exit_code(self.findings, strict=False)


@gc_paused()
def send(
    folder: Path,
    project: Project,
    found: Destination,
    output: Path,
    settings: Settings,
    tell: Tell,
) -> Sent:
    """Write a game for a destination into a folder of its own inside ``output``.

    The files are read back: they hold each piece as often as the game does, each face with its
    back.

    Raises:
        PnpError: the input cannot be used, or the folder cannot be replaced.
        RuntimeError: what is read back is not what was sent.
    """
    tell("reading")
    game = load_game(folder, project, KINDS, settings.language)
    place = folder_for(output, game, f"{game.kit}-{found.name}")
    _refuse_other(place, found)
    refuse_strangers(place)
    tell("drawing")
    drawn = draw(game)
    cargo = _cargo(game, drawn, found, settings)
    few = len(drawn.pieces) <= SMALL
    with beside(partial(_findings, game, drawn, cargo), alone=few) as findings:
        tell("making pictures")
        plates = found.plates(cargo, settings)
        made = pictures(plates, drawn.book, found.limits)
        with swapped_in(place) as fresh:
            by_plate = dict(zip(plates, made, strict=True))
            shelf = Shelf(fresh, place.folder, cargo, by_plate, settings, drawn.book, [])
            found.write(shelf)
            _write_page(fresh, game, found)
            tell("reading back")
            _prove(fresh, found, cargo, made)
            files = _write_manifest(fresh, game, found, cargo, made)
            told = findings()
    remarks = (*filter(None, map(found.remark, map(game.component, cargo.items))), *shelf.remarks)
    left_out = dict(cargo.left_out)
    reasons = {name: _reason(game.component(name), game, found, settings) for name in left_out}
    count = found.wanted(cargo).total()
    return Sent(game.title, place.folder, count, files, left_out, reasons, remarks, told)


def _cargo(game: Game, drawn: Drawn, found: Destination, settings: Settings) -> Goods:
    """Return what is sent.

    Raises:
        PnpError: that is nothing, or the settings cannot be.
    """

    def fits(piece: Piece) -> bool:
        aside = found.on_screen and is_aside(game, piece.component.name, piece.card.id)
        return not aside and found.fits(piece, settings)

    cargo = goods(game, drawn.pieces, found.takes, fits)
    if not cargo.items:
        why = dict.fromkeys(found.reason(each, settings) for each in game.components.values())
        hint = "; ".join(filter(None, why)) or None
        raise user_error(f"{game.key} has nothing for {found.title}", game.where, hint)
    found.refuse(cargo, settings)
    return cargo


def _findings(game: Game, drawn: Drawn, cargo: Goods) -> tuple[Finding, ...]:
    """Return what is found on the components that are sent, and the facts that fail."""
    sent = drawn.only(cargo.items)
    known = (*game.findings, *sent.findings)
    found = diagnosed(game, sent.pieces, sent.templates, known, whole=True)
    return (*found, *broken_facts(game, drawn.pieces))


def _reason(component: Component, game: Game, found: Destination, settings: Settings) -> str:
    """Return why a component is left out, or some of its rows; blank if its kind says it."""
    rows = [card.id for card in component.cards]
    if found.on_screen and any(is_aside(game, component.name, row) for row in rows):
        return ASIDE if component.kind.name in found.takes else ""
    return found.reason(component, settings)


def _refuse_other(place: Target, found: Destination) -> None:
    """Refuse a folder with another program's manifest, or the kit of a game of that name."""
    try:
        data = json.loads((place.folder / manifest.NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("export") != found.name:
        hint = "move it away, or name another folder with --output"
        message = f"{quote(place.shown_folder)} is no export for {found.title}"
        raise user_error(message, hint=hint)


def _write_page(fresh: Path, game: Game, found: Destination) -> None:
    lines = [step.format(key=game.kit) for step in found.steps]
    with named(fresh / PAGE):
        (fresh / PAGE).write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")


def _prove(fresh: Path, found: Destination, cargo: Goods, made: list[MadePicture]) -> None:
    """Hold what is read back against the game.

    Raises:
        RuntimeError: pieces are missing, too many, or have another back: a fault of pnp.
    """
    alike = _alike(made)
    shows = {
        picture.name: tuple(alike.get(key, key) for key in picture.plate.keys) for picture in made
    }
    back = found.read(fresh, shows)
    wanted: Counter[Proven] = Counter()
    for piece, number in found.wanted(cargo).items():
        wanted[proven(piece.name, *(alike.get(key, key) for key in piece.seen))] += number
    if back != wanted:
        missing, more = wanted - back, back - wanted
        raise RuntimeError(f"read back: {missing.total()} pieces missing, {more.total()} too many")


def _alike(made: Sequence[MadePicture]) -> dict[str | None, str]:
    """Return the key that counts for each side that looks like another one.

    Drawings differ in what nobody sees, as a ground under a picture that covers it: they have keys
    of their own, and one picture. A blank side comes first, as what has none counts as blank.
    """
    keys: dict[bytes, list[str]] = {}
    for picture in made:
        if len(picture.plate.keys) == 1:
            keys.setdefault(picture.data, []).append(str(picture.plate.keys[0]))
    found: dict[str | None, str] = {}
    for same in keys.values():
        first, *others = sorted(dict.fromkeys(same), key=lambda key: key != BLANK)
        for other in others:
            found.setdefault(other, found.get(first, first))
    return found


def _write_manifest(
    fresh: Path, game: Game, found: Destination, cargo: Goods, made: list[MadePicture]
) -> int:
    """Write the manifest of an export; return how many files there are with it."""
    files = sorted(path for path in fresh.rglob("*") if path.is_file())
    entries: dict[str, Any] = {
        "manifest": manifest.VERSION,
        "export": found.name,
        **manifest.origin(game),
        "pieces": [
            {"id": item.piece.id, "qty": item.piece.qty, "shows": list(item.proven.seen)}
            for item in cargo.all
        ],
        "left_out": dict(cargo.left_out),
        "pictures": [picture.entry for picture in made],
        "files": [manifest.file_entry(path, path.relative_to(fresh).as_posix()) for path in files],
    }
    with named(fresh / manifest.NAME):
        manifest.write_manifest(fresh, entries)
    return len(files) + 1
