"""A deck of two cards on disk, with whatever its templates are to show, and what is found."""

from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from pnp.base.diagnostics import Finding, Where
from pnp.check import Inspection, inspect
from pnp.data.project import Project
from tests.make import svg, write

GAME = """\
title: Owls
players: 2
components:
  owl:
    kind: deck
    size: 40 x 60 mm
    columns: {name: text, colour: text}
    face: face.svg
    back: back.svg
    rows: owl.csv
"""

ROWS = """\
id,qty,name,colour
barn,3,Barn owl,#cc6644
snow,2,Snowy owl,#8c8c33
"""
"""To somebody with deuteranopia the two colours look alike."""

SIZE = (40, 60)
OUTLINED = (
    GAME.replace("kind: deck", "kind: token")
    .replace("40 x 60", "40 x 40")
    .replace("    face:", "    cut: outline\n    face:")
    .replace("    back: back.svg\n", "")
)
"""The owls as tokens that are cut along an outline."""

GROUND = '<rect x="-3" y="-3" width="46" height="66" fill="#e9dcc3"/>'
BACK = '<rect x="-3" y="-3" width="46" height="66" fill="#264"/>'

PIXELS = (
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAALUlEQVR4nO3MMQEAAAjDMMC/MGQhYg9H+je9lTXh"
    "DwAAAAAAAAAAAAAAAOA9cNJoAUh19VDgAAAAAElFTkSuQmCC"
)
"""A grey PNG of 64 x 64 pixels."""


def text(words: str, *, x: float = 8, y: float = 20, size: float = 4, **more: str) -> str:
    """Return a line of text; more attributes are written with ``_`` for ``-``."""
    rest = "".join(f' {_spelled(name)}="{value}"' for name, value in more.items())
    place = f'x="{x:g}" y="{y:g}" font-family="Alegreya Sans" font-size="{size:g}"'
    return f"<text {place}{rest}>{words}</text>"


def rect(x: float, y: float, width: float, height: float, **more: str) -> str:
    """Return a rectangle."""
    rest = "".join(f' {_spelled(name)}="{value}"' for name, value in more.items())
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{rest}/>'


def inspected(
    root: Path,
    face: str = "",
    back: str = "",
    *,
    game: str = GAME,
    rows: str = ROWS,
    files: Mapping[str, str] | None = None,
) -> Inspection:
    """Return what is found in the game with these drawings on its cards' sides."""
    drawings = {
        "card_data/owls/game.yaml": dedent(game),
        "card_data/owls/owl.csv": rows,
        "templates/face.svg": svg(GROUND + face, SIZE),
        "templates/back.svg": svg(BACK + back, SIZE),
        "templates/pixels.png": b64decode(PIXELS),
    }
    write(root, {**drawings, **(files or {})})
    return inspect(root / "card_data/owls", Project(root))


def found(root: Path, face: str = "", back: str = "", **more: object) -> list[Finding]:
    """Return the findings alone."""
    return list(inspected(root, face, back, **more).findings)  # type: ignore[arg-type]


def ids(findings: list[Finding]) -> list[str]:
    """Return which rules were broken."""
    return [finding.rule.id for finding in findings]


OWL_CSV = Where("card_data/owls/owl.csv", 2)

FACE_SVG = Where("templates/face.svg", 2)


def _spelled(name: str) -> str:
    """Return an attribute's name: ``pnp__text`` is ``pnp:text``, ``font_weight`` has a hyphen."""
    return name.replace("__", ":").replace("_", "-")
