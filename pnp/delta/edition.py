"""``Edition``: a kit of a game as its manifest describes it, to be compared with another one."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, NonNegativeInt, ValidationError

from pnp.base.diagnostics import PnpError, Where, quote, user_error
from pnp.data.game import Game
from pnp.data.textfile import read_text
from pnp.kinds.piece import Piece
from pnp.output import manifest
from pnp.scene.page import Ink


class PieceRecord(NamedTuple):
    """A piece as a manifest describes it; see ``output.manifest.piece_entries``."""

    id: str
    qty: int
    data: str
    shows: str
    cut: str
    face: str
    back: str | None

    @property
    def looks(self) -> tuple[str, str, str | None]:
        """Return what pieces have in common that nobody can tell apart."""
        return self.cut, self.face, self.back

    @property
    def component(self) -> str:
        """Return the name of its component."""
        return self.id.partition("/")[0]


NO_VERSION = "an earlier kit"


@dataclass(frozen=True)
class Edition:
    """A kit: ``Edition("halloween", "Halloween", "0.3", Ink.FULL, pieces)``; guides are left out.

    ``shuffled`` are the components whose backs must look alike, ``booklets`` those whose pages are
    folded and stapled. ``drawings`` are the SVG files of faces by their looks, where the whole kit
    is at hand.
    """

    key: str
    title: str
    version: str
    ink: Ink
    pieces: tuple[PieceRecord, ...]
    shuffled: frozenset[str] = frozenset()
    booklets: frozenset[str] = frozenset()
    language: str = ""
    drawings: Mapping[str, Path] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return the version for messages; ``NO_VERSION`` if it has none."""
        return self.version or NO_VERSION


def edition_of(game: Game, pieces: Iterable[Piece], ink: Ink) -> Edition:
    """Return the edition that the pieces of a game are."""
    played = [piece for piece in pieces if not piece.component.kind.guide]
    records = (PieceRecord(**entry) for entry in manifest.piece_entries(game, played))
    shuffled = frozenset(p.component.name for p in played if p.component.kind.shuffled)
    booklets = frozenset(p.component.name for p in played if p.component.kind.booklet)
    head = (game.key, game.title, game.version, ink)
    return Edition(*head, tuple(records), shuffled, booklets, game.language)


class _Strict(BaseModel, strict=True):
    """Part of a manifest; keys that nobody asks for are ignored."""


class _GameHead(_Strict):
    key: str
    title: str
    version: str
    language: str = ""


class _MadeWith(_Strict):
    ink: str
    components: list[str] | None
    since: str | None


class _ComponentEntry(_Strict):
    name: str
    guide: bool
    shuffled: bool
    booklet: bool = False


class _PieceEntry(_Strict):
    id: str
    qty: NonNegativeInt
    data: str
    shows: str
    cut: str
    face: str
    back: str | None


class _FileEntry(_Strict):
    path: str
    look: str | None = None


class _Manifest(_Strict):
    game: _GameHead
    options: _MadeWith
    components: list[_ComponentEntry]
    pieces: list[_PieceEntry]
    files: list[_FileEntry]


def read_edition(path: Path) -> Edition:
    """Return the kit in a folder, or the one that a manifest describes.

    Raises:
        PnpError: there is no manifest of a whole kit, or a newer program wrote it.
    """
    file = path / manifest.NAME if path.is_dir() else path
    if path.is_dir() and not file.is_file():
        hint = "name a kit's folder, as output/halloween, or one of its manifests"
        raise user_error(f"{quote(path)} has no {manifest.NAME}", hint=hint)
    where = Where(str(file))
    data = _object(read_text(file, str(file)), where)
    _refuse_foreign(data, where)
    try:
        told = _Manifest.model_validate(data)
    except ValidationError as error:
        raise _unfit(error, where) from None
    if told.options.components is not None or told.options.since is not None:
        hint = "name the manifest of the whole kit"
        raise user_error("it describes a part of a kit", where, hint)
    return _edition(told, file.parent, where)


def _object(text: str, where: Where) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _not_ours(where)
    return data


def _refuse_foreign(data: Mapping[str, Any], where: Where) -> None:
    program, version = data.get("program"), data.get("manifest")
    if not isinstance(program, dict) or program.get("name") != manifest.PROGRAM:
        raise _not_ours(where)
    if "export" in data:
        hint = "name a kit's folder, as output/halloween: exports are not compared"
        raise user_error(f"it is of an export for {quote(data['export'])}, no kit", where, hint)
    if not isinstance(version, int) or version > manifest.VERSION:
        wrote = f"{manifest.PROGRAM} {program.get('version')}"
        hint = "update pnp, or build that version of the game with this one"
        raise user_error(f"it was written by a newer program, {quote(wrote)}", where, hint)


def _not_ours(where: Where) -> PnpError:
    hint = "name a kit's folder, as output/halloween, or one of its manifests"
    return user_error("it is not the manifest of a kit", where, hint)


def _unfit(error: ValidationError, where: Where) -> PnpError:
    """Return the error for a manifest without what is compared: an old one, or an edited one."""
    spot = ".".join(map(str, error.errors()[0]["loc"]))
    hint = "build that version of the game once more with this program"
    message = f"the manifest cannot be compared: {quote(spot)} is missing or odd"
    return user_error(message, where, hint)


def _edition(told: _Manifest, folder: Path, where: Where) -> Edition:
    guides = {component.name for component in told.components if component.guide}
    records = [PieceRecord(**entry.model_dump()) for entry in told.pieces]
    ids = {record.id for record in records}
    if len(ids) < len(records) or told.options.ink not in set(Ink):
        raise _not_ours(where)
    return Edition(
        *(told.game.key, told.game.title, told.game.version, Ink(told.options.ink)),
        tuple(record for record in records if record.component not in guides),
        frozenset(component.name for component in told.components if component.shuffled),
        frozenset(component.name for component in told.components if component.booklet),
        told.game.language,
        dict(_drawings(told.files, folder)),
    )


def _drawings(files: Iterable[_FileEntry], folder: Path) -> Iterable[tuple[str, Path]]:
    """Yield the drawings of faces that are there; no path leads out of the kit's folder."""
    home = folder.resolve()
    for entry in files:
        if entry.look is not None and entry.path.endswith(".svg") and "\0" not in entry.path:
            path = (folder / entry.path).resolve()
            if path.is_relative_to(home) and path.is_file():
                yield entry.look, path
