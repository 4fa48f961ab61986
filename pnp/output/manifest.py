"""manifest.json: a kit's inputs, options, files with their hashes, findings and proof."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.base.diagnostics import Finding
from pnp.data.game import Game
from pnp.kinds.piece import Piece
from pnp.scene.page import Face
from pnp.scene.sameness import look

NAME = "manifest.json"
PROGRAM = "pnp"


def listed_files(kit: Path) -> dict[str, str | None]:
    """Return the files listed in a kit's manifest, each with its SHA-256.

    The manifest itself is included, with None for its hash. A missing or unreadable manifest, or
    one of another program, gives an empty mapping, so that no foreign file is ever removed.
    """
    try:
        data = json.loads((kit / NAME).read_text(encoding="utf-8"))
        if data["program"]["name"] != PROGRAM:
            return {}
        return {NAME: None, **{str(file["path"]): str(file["sha256"]) for file in data["files"]}}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def components(game: Game, pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """Return each component with its number of pieces and of different faces and backs."""
    return [
        {
            "name": component.name,
            "kind": component.kind.name,
            "aid": component.aid,
            "qty": sum(piece.qty for piece in mine),
            "faces": len({look(side.nodes) for _, side, _ in faces(mine)}),
        }
        for component in game.components.values()
        if (mine := [piece for piece in pieces if piece.component.name == component.name])
    ]


def faces(pieces: Iterable[Piece]) -> list[tuple[str, Face, int]]:
    """Return id, face and quantity of every printed side: ``graveyard/white-zombie/face``."""
    sides = ((piece, side) for piece in pieces for side in ("face", "back"))
    return [
        (f"{piece.id}/{side}", face, piece.qty)
        for piece, side in sides
        if (face := getattr(piece, side)) is not None
    ]


def face_entries(pieces: Iterable[Piece]) -> list[dict[str, Any]]:
    """Return each printed side with the hash of its drawing."""
    return [
        {"id": name, "content": look(face.nodes), "qty": qty} for name, face, qty in faces(pieces)
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
    return hashlib.sha256(path.read_bytes()).hexdigest()


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
