"""manifest.json: a kit's pieces, options, inputs and files with their hashes, findings and proof.

Its fields are described in ``card_data/README.md``; ``VERSION`` grows when one changes its meaning
or goes. Kits of all versions are recognised: their files are listed alike.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.base.diagnostics import Finding
from pnp.data.game import Game
from pnp.kinds.piece import SIDES, Piece
from pnp.kit import Format
from pnp.scene.node import Shape
from pnp.scene.page import Face
from pnp.scene.sameness import form, look, subject

NAME = "manifest.json"
PROGRAM = "pnp"
WHOLE = frozenset({Format.PDF, Format.SVG})
"""The formats that a whole kit has at least; with fewer, a build is a part of a kit."""

VERSION = 1
"""The version of the schema, in the field ``manifest``."""


def listed_files(kit: Path) -> dict[str, str | None]:
    """Return the files listed in a kit's manifest, each with its SHA-256.

    The manifest itself is included, with None for its hash. A missing or unreadable manifest, or
    one of another program, gives an empty mapping, so that no foreign file is ever removed.
    """
    with suppress(*_UNREADABLE):
        data = _read(kit)
        if data["program"]["name"] == PROGRAM:
            files = {str(file["path"]): str(file["sha256"]) for file in data["files"]}
            return {NAME: None, **files}
    return {}


def damage(kit: Path) -> str | None:
    """Return why a kit's manifest cannot be read, or None if it can, or there is none."""
    try:
        _read(kit)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return (error.strerror or str(error)).lower()
    except (ValueError, RecursionError):
        return "it is no JSON"
    return None


def is_part(kit: Path) -> bool:
    """Tell whether a manifest is of a part of a kit: of some components, formats or changes."""
    with suppress(*_UNREADABLE):
        options = _read(kit)["options"]
        some = options["components"] is not None or options["since"] is not None
        return some or not {*options["formats"]} >= WHOLE
    return False


def version_of(kit: Path) -> str:
    """Return the version of the game that a kit is of; blank if nothing readable says so."""
    with suppress(*_UNREADABLE):
        return str(_read(kit)["game"]["version"])
    return ""


_UNREADABLE = (OSError, ValueError, KeyError, TypeError, RecursionError)
"""What reading a manifest raises that is missing, damaged or another program's."""


def _read(kit: Path) -> Any:
    return json.loads((kit / NAME).read_text(encoding="utf-8"))


def piece_entries(game: Game, pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    """Return each different piece with its copies, and digests of its data and of its looks.

    Equal digests of faces look the same, whatever the data; equal data may look different.
    ``shows`` is a digest of what is drawn wherever, however large and in whatever colour: pieces
    with equal data that show the same differ in cosmetics only. ``cut`` is one of what is cut out
    of which stock.
    """
    return [
        {
            "id": piece.id,
            "qty": piece.qty,
            "data": _data(piece),
            "shows": _shown(game, piece),
            "cut": _cut(piece),
            "face": look(piece.face.nodes),
            "back": look(piece.back.nodes) if piece.back is not None else None,
        }
        for piece in pieces
    ]


def _data(piece: Piece) -> str:
    """Return a digest of the values of a piece's row, and of the rows that are parts of it."""
    parts = piece.component.parts
    rows = (piece.card, *(parts.cards if parts is not None else ()))
    return _digest_of([sorted(row.values.items()) for row in rows])


def _shown(game: Game, piece: Piece) -> str:
    """Return a digest of what the sides of a piece show, and of the board that it is."""
    sides = [subject(side.nodes) for side in (piece.face, piece.back) if side is not None]
    board = game.boards.get(piece.component.name)
    spaces = [(space.id, space.kind, *space.at) for space in board.spaces] if board else []
    links = [(link.start, link.end, link.kind) for link in board.links] if board else []
    return _digest_of([sides, spaces, links])


def _cut(piece: Piece) -> str:
    """Return a digest of a piece's stock, its size and the lines that it is cut and folded along.

    Sizes count to a thousandth of a millimetre.
    """
    lines = [Shape(path) for path in (piece.outline, *piece.creases) if path is not None]
    size = [round(length, 3) for length in (*piece.trim, piece.component.corner)]
    return _digest_of([piece.component.stock, size, piece.outline is None, form(lines)])


def _digest_of(values: object) -> str:
    return hashlib.blake2b(json.dumps(values).encode(), digest_size=12).hexdigest()


def origin(game: Game) -> dict[str, Any]:
    """Return what a manifest says of the game, and of the program that wrote it."""
    return {
        "game": {
            "key": game.key,
            "title": game.title,
            "version": game.version,
            "language": game.language,
        },
        "program": {"name": PROGRAM, "version": __version__},
    }


def component_entries(game: Game, pieces: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each component with its number of pieces and of different faces and backs."""
    mine: dict[str, list[dict[str, Any]]] = {}
    for piece in pieces:
        mine.setdefault(piece["id"].partition("/")[0], []).append(piece)
    return [
        {
            "name": component.name,
            "kind": component.kind.name,
            "aid": component.aid,
            "guide": component.kind.guide,
            "shuffled": component.kind.shuffled,
            "booklet": component.kind.booklet,
            "qty": sum(piece["qty"] for piece in mine[component.name]),
            "faces": len(
                {piece[side] for piece in mine[component.name] for side in SIDES} - {None}
            ),
        }
        for component in game.components.values()
        if component.name in mine
    ]


def faces(pieces: Iterable[Piece]) -> list[tuple[str, Face]]:
    """Return id and face of every printed side: ``graveyard/white-zombie/face``."""
    sides = ((piece, side) for piece in pieces for side in SIDES)
    return [
        (f"{piece.id}/{side}", face)
        for piece, side in sides
        if (face := getattr(piece, side)) is not None
    ]


def finding_entry(finding: Finding) -> dict[str, Any]:
    """Return a finding as plain data."""
    where = finding.where
    return {
        "rule": finding.rule.id,
        "severity": finding.severity.value,
        "message": finding.message,
        "file": where.file if where else None,
        "line": where.line if where else None,
        "hint": finding.hint,
    }


def digest(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_entry(path: Path, shown: str, **more: object) -> dict[str, Any]:
    """Return a file's shown path and SHA-256, with further entries."""
    return {"path": shown, **more, "sha256": digest(path)}


def write_manifest(folder: Path, entries: Mapping[str, Any]) -> None:
    """Write the manifest of a kit as JSON.

    Raises:
        ValueError: a number is not finite, which JSON has no notation for.
    """
    text = json.dumps(entries, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8")
