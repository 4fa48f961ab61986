"""A desk over the Owls of ``tests.projects``, and questions about what it shows."""

from pathlib import Path
from typing import Any

from pnp.data.project import Project
from pnp.kit import Options
from pnp.preview.desk import Desk
from tests.make import layout
from tests.projects import change

ROOMS = {
    "page": (5, 30, 60),
    "heading": (5, 30, 5),
    "step": (5, 35, 8),
    "content": (50, 36, 4),
    "help": (5, 35, 20),
    "part": (5, 35, 5),
    "next-page": (5, 10, 80),
}
"""Left, top and height in millimetres of each room that a guide needs."""

_ROOM = '<rect id="room-{}" pnp:role="room" x="{}" y="{}" width="45" height="{}" fill="none"/>'

GUIDE = f"""\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
     width="100mm" height="100mm" viewBox="0 0 100 100" pnp:sample="guide/guide">
  <text x="10" y="20" font-family="Alegreya Sans" font-size="5"
        pnp:text="{{{{ plan.paper }}}}">A4</text>
  {"".join(_ROOM.format(name, *place) for name, place in ROOMS.items())}
</svg>
"""


def new_desk(root: Path) -> Desk:
    """A desk that has drawn nothing yet."""
    return Desk(root / "card_data" / "owls", Project(root), Options(layout()))


def desk(root: Path) -> Desk:
    """A desk that has drawn the project once."""
    made = new_desk(root)
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


def with_guide(root: Path) -> Path:
    """Add a guide to the project, and return its folder."""
    (root / "templates/guide.svg").write_text(GUIDE, encoding="utf-8")
    guide = "  guide: {kind: guide, size: 100 x 100 mm, bleed: 0 mm, face: guide.svg}"
    change(root, "card_data/owls/game.yaml", "  chip:", f"{guide}\n  chip:")
    return root
