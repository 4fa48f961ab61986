"""manifest.json: what a kit was made from, what it holds, and what the proof said."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.base.diagnostics import Finding
from pnp.data.game import Game
from pnp.kinds.piece import Piece
from pnp.scene.digest import Digester
from pnp.scene.page import Face

NAME = "manifest.json"


def listed_files(kit: Path) -> set[str]:
    """Return the files that a kit's manifest calls its own, itself included.

    A missing or unreadable manifest lists nothing, so that no foreign file is ever removed.
    """
    try:
        data = json.loads((kit / NAME).read_text(encoding="utf-8"))
        return {NAME, *(entry["path"] for entry in data["files"])}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def components(game: Game, pieces: Sequence[Piece], drawings: Digester) -> list[dict[str, Any]]:
    """Return each component with its number of pieces and of different sides."""
    return [
        {
            "name": component.name,
            "kind": component.kind.name,
            "aid": component.aid,
            "qty": sum(piece.qty for piece in mine),
            "faces": len({drawings.digest(side.nodes) for _, side, _ in faces(mine)}),
        }
        for component in game.components.values()
        if (mine := [piece for piece in pieces if piece.component.name == component.name])
    ]


def faces(pieces: Iterable[Piece]) -> list[tuple[str, Face, int]]:
    """Return every printed side: its id (``graveyard/white-zombie/face``), face and quantity."""
    sides = ((piece, side) for piece in pieces for side in ("face", "back"))
    return [
        (f"{piece.id}/{side}", face, piece.qty)
        for piece, side in sides
        if (face := getattr(piece, side)) is not None
    ]


def face_entries(pieces: Iterable[Piece], drawings: Digester) -> list[dict[str, Any]]:
    """Return each printed side with the hash of what is drawn on it."""
    return [
        {"id": name, "content": drawings.digest(face.nodes), "qty": qty}
        for name, face, qty in faces(pieces)
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


def file_entry(path: Path, shown: str, **more: object) -> dict[str, Any]:
    """Return a file's shown path and SHA-256, with what else is known of it."""
    return {"path": shown, **more, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def write_manifest(folder: Path, entries: Mapping[str, Any]) -> None:
    """Write the manifest of a kit as JSON."""
    text = json.dumps(entries, indent=2, ensure_ascii=False) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8")
