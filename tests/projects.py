"""A small project on disk for the tests: two kinds of card, a token, and a rulebook."""

from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner, Result

from pnp.cli.commands import main
from tests.make import write

GAME = """\
title: Owls
designer: Nobody
players: 2-3
play: {hand: 3}
components:
  owl:
    kind: deck
    size: 40 x 60 mm
    columns: {name: text, eyes: int}
    face: owl.svg
    back: back.svg
    rows: owl.csv
  chip: {kind: token, size: 20 x 20 mm, bleed: 2 mm, face: chip.svg, rows: [{id: dot, qty: 4}]}
"""

ROWS = """\
id,qty,name,eyes
barn,3,Barn Owl,2
snow,2,Snowy Owl,2
blind,1,Blind Owl,0
"""

RULEBOOK = """\
game: Owls
checks:
  - id: OW-1
    tier: stated
    says: There are six owls.
    where: Box
    check: count(owl) == 6
  - id: OW-2
    tier: derived
    says: All owls together look with ten eyes.
    where: Box
    arithmetic: 5 x 2
    check: sum(owl.eyes) == 10
play:
  - {id: OW-3, tier: stated, says: The loudest owl begins., where: Start}
"""

OWL = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
     width="40mm" height="60mm" viewBox="0 0 40 60" pnp:sample="owl/barn">
  <rect id="ground" x="-3" y="-3" width="46" height="66" fill="#e9dcc3"/>
  <circle id="eye" cx="12" cy="20" r="5" fill="#222"
          pnp:for="i in range(card.eyes)" pnp:transform="translate({{ 16 * i }} 0)"/>
  <text id="name" x="20" y="50" font-family="Alegreya Sans" font-size="5" text-anchor="middle"
        pnp:text="{{ card.name }}" pnp:width="34" pnp:fit="shrink"
        pnp:min-size="3">Barn Owl</text>
</svg>
"""

BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="60mm" viewBox="0 0 40 60">
  <rect x="-3" y="-3" width="46" height="66" fill="#264"/>
  <path d="M20 10 30 30 20 50 10 30z" fill="#fff"/>
</svg>
"""

CHIP = """\
<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">
  <rect x="-2" y="-2" width="24" height="24" fill="#c43"/>
  <circle cx="10" cy="10" r="6" fill="#fff"/>
</svg>
"""


def owls(root: Path) -> Path:
    """Write the project into a folder, and return it."""
    files = {
        "card_data/owls/game.yaml": GAME,
        "card_data/owls/owl.csv": ROWS,
        "card_data/owls/rulebook.yaml": RULEBOOK,
        "templates/owl.svg": OWL,
        "templates/back.svg": BACK,
        "templates/chip.svg": CHIP,
    }
    return write(root, files)


def change(root: Path, name: str, old: str, new: str) -> None:
    """Replace a text in a project's file; it must be there."""
    path = root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def pnp(root: Path, *words: str) -> Result:
    """Run a command as from inside a project's folder."""
    with chdir(root):
        return CliRunner().invoke(main, words)
