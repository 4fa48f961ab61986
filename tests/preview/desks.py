"""A desk over the Owls of ``tests.projects``, and questions about what it shows."""

from pathlib import Path
from typing import Any

from pnp.data.project import Project
from pnp.kit import Options
from pnp.preview.desk import Desk
from tests.make import layout


def desk(root: Path) -> Desk:
    """A desk that has drawn the project once."""
    made = Desk(root / "card_data" / "owls", Project(root), Options(layout()))
    made.redraw()
    return made


def pieces(shown: Desk) -> dict[str, dict[str, Any]]:
    """Every piece that is shown, by its id."""
    return {
        piece["id"]: piece
        for component in shown.state["components"]
        for piece in component["pieces"]
    }


def digests(shown: Desk, ink: str = "full") -> dict[str, str]:
    """The digest of every side that is shown: ``owl/barn/face``."""
    return {
        f"{id_}/{side}": digest
        for id_, piece in pieces(shown).items()
        for side, digest in piece["sides"][ink].items()
        if digest is not None
    }


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """The sides that look different."""
    return {name for name in before | after if before.get(name) != after.get(name)}
